"""Two policies on the same deals: the paired error, hand by hand; no difference between equals."""

from __future__ import annotations

import json
import math
import pickle
import statistics
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import cast

import pytest
import razz
from razz.policies import Choose, Draws, PolicyLike, from_views

HANDS = 400


def payoffs(policies: list[PolicyLike], seed: int, hands: int) -> list[list[int]]:
    """By hand: the result of each player, from replayed hands and seats that go round."""
    seats = len(policies)
    job = razz.Simulation(razz.Rules(), [1000] * seats, policies, seed, rotate=True)
    nets = []
    for index in range(hands):
        record = job.replay(index)
        nets.append([record.state.payoffs[(player - index) % seats] for player in range(seats)])
    return nets


def test_the_paired_error_against_others() -> None:
    seed = 5
    result = razz.compare("tight", "random", hands=HANDS, seats=3, others=["loose", "check_call"], rng=seed)
    first = [nets[0] for nets in payoffs(["tight", "loose", "check_call"], seed, HANDS)]
    second = [nets[0] for nets in payoffs(["random", "loose", "check_call"], seed, HANDS)]
    differences = [a - b for a, b in zip(first, second, strict=True)]
    assert result.means == pytest.approx((statistics.mean(first), statistics.mean(second)))
    assert result.difference.mean == pytest.approx(statistics.mean(differences))
    assert result.difference.std_error == pytest.approx(statistics.stdev(differences) / math.sqrt(HANDS))
    apart = math.sqrt((statistics.variance(first) + statistics.variance(second)) / HANDS)
    assert result.unpaired.std_error == pytest.approx(apart)
    assert result.big_bets_per_100 == pytest.approx([100 / 8 * figure for figure in result.difference])


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_the_paired_error_at_one_table(seats: int) -> None:
    seed = 9
    result = razz.compare("tight", "random", hands=HANDS, seats=seats, rng=seed)
    own = [["tight", "random"][player % 2] for player in range(seats)]
    other = [["random", "tight"][player % 2] for player in range(seats)]
    differences, nets = [], {"tight": 0, "random": 0}
    games = zip(payoffs(list(own), seed, HANDS), payoffs(list(other), seed, HANDS), strict=True)
    for pair in games:
        won = {"tight": 0, "random": 0}
        for names, results in zip((own, other), pair, strict=True):
            for name, net in zip(names, results, strict=True):
                won[name] += net
        differences.append((won["tight"] - won["random"]) / seats)
        nets = {name: nets[name] + won[name] for name in nets}
    assert result.difference.mean == pytest.approx(statistics.mean(differences))
    assert result.difference.std_error == pytest.approx(statistics.stdev(differences) / math.sqrt(HANDS))
    assert result.means == pytest.approx([nets[name] / HANDS / seats for name in ("tight", "random")])
    assert result.means[0] - result.means[1] == pytest.approx(result.difference.mean)


@pytest.mark.parametrize("policy", ["tight", "random", "equity(1,20)"])
@pytest.mark.parametrize("others", [None, "random", "loose,random"])
def test_equals_do_not_differ(policy: str, others: str | None) -> None:
    result = razz.compare(policy, policy, hands=60, seats=3, others=others, rng=1)
    assert result.difference == (0, 0)
    assert result.to_dict()["difference"] == 0


def test_exchanging_the_two_turns_the_sign() -> None:
    for others in (None, "loose"):
        forth = razz.compare("tight", "random", hands=300, others=others, rng=1)
        back = razz.compare("random", "tight", hands=300, others=others, rng=1)
        assert forth.difference.mean == -back.difference.mean
        assert forth.difference.std_error == back.difference.std_error
        assert forth.means == back.means[::-1]


def test_seats_are_alike() -> None:
    """Over as many hands as seats every player has every seat once."""
    result = razz.compare("tight", "loose", hands=600, seats=6, others="random", rng=2)
    for summary in result.summaries:
        assert summary.players[0].hands == 600
        assert [seat.hands for seat in summary.seats] == [600] * 6
        assert summary.job is not None
        assert summary.job["rotate"]


def test_threads_and_parts_do_not_matter() -> None:
    whole = razz.compare("tight", "random", hands=5000, seats=4, rng=3, threads=1)
    assert razz.compare("tight", "random", hands=5000, seats=4, rng=3, threads=3) == whole
    parts = [razz.compare("tight", "random", hands=n, first=i, seats=4, rng=3) for i, n in ((0, 1200), (1200, 3800))]
    assert parts[0] + parts[1] == whole == parts[1] + parts[0]
    assert pickle.loads(pickle.dumps(whole)) == whole
    assert hash(pickle.loads(pickle.dumps(whole))) == hash(whole)
    with pytest.raises(ValueError, match="hand 4999 is in both"):
        whole + razz.compare("tight", "random", hands=2, first=4999, seats=4, rng=3)
    with pytest.raises(ValueError, match="tight and random and of tight and loose"):
        whole + razz.compare("tight", "loose", hands=2, first=5000, seats=4, rng=3)
    with pytest.raises(TypeError, match="unsupported"):
        whole + cast("razz.Comparison", 1)


def test_executors_and_bytes() -> None:
    whole = razz.compare("tight", "random", hands=3000, seats=4, rng=3)
    with ThreadPoolExecutor(2) as pool:
        assert razz.compare("tight", "random", hands=3000, seats=4, rng=3, executor=pool) == whole
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert razz.compare("tight", "random", hands=3000, seats=4, rng=3, executor=processes) == whole
    data = whole.to_bytes()
    assert razz.Comparison.from_bytes(data) == whole
    assert razz.Comparison.from_bytes(data).covered == (range(3000),)
    for bad in (data[:-1], data[:30], data[:3], b"", data[:40] + b"x" + data[41:]):
        with pytest.raises(ValueError, match="comparison: "):
            razz.Comparison.from_bytes(bad)
    for place in range(300):  # magic, checksum, names and scores
        with pytest.raises(ValueError, match="comparison: "):
            razz.Comparison.from_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])


def test_pairing_helps() -> None:
    """Policies that differ in little: what both have in common cancels out."""
    result = razz.compare("board(8,0)", "board(8,1)", hands=3000, others="check_call", rng=4)
    assert result.difference.std_error < 0.75 * result.unpaired.std_error
    assert result.difference.mean == result.unpaired.mean


def test_what_it_shows() -> None:
    result = razz.compare("tight", "random", hands=200, rng=1)
    facts = json.loads(json.dumps(result.to_dict()))
    assert facts["policies"] == ["tight", "random"]
    assert facts["deals"] == 200
    assert facts["std_error"] == result.difference.std_error
    assert facts["interval_95"] == list(result.difference.interval(0.95))
    assert "without pairing" in str(result)
    assert "big bets / 100" in str(result)
    assert result._repr_html_().count("<table>") == 2
    assert repr(result) == "<Comparison of tight and random on 200 deals, seed 1>"
    none = razz.compare("tight", "random", hands=0, rng=1)
    assert json.loads(json.dumps(none.to_dict()))["difference"] is None
    assert "-" in str(none)
    assert "nan" not in str(none)


def test_functions_are_compared_and_their_faults_keep_what_was_played() -> None:
    def steady(view: razz.View, _: Draws) -> razz.Action:
        return next(action for action in view.legal_actions if action.kind in ("CHECK", "CALL", "BRING_IN"))

    result = razz.compare(from_views(steady, name="steady"), "check_call", hands=50, others="random", rng=1)
    assert result.difference == (0, 0)
    assert result.names == ("steady", "check_call")

    def fails(view: razz.View, rng: Draws) -> razz.Action:
        if rng.random() < 0.01:
            raise KeyError("lost")
        return steady(view, rng)

    with pytest.raises(KeyError) as caught:
        razz.compare(fails, "check_call", hands=5000, others="random", rng=1, threads=1)
    partial = caught.value.partial  # type: ignore[attr-defined]
    assert isinstance(partial, razz.Comparison)
    assert partial.deals == caught.value.index  # type: ignore[attr-defined]
    assert partial.summaries[0].covered == partial.summaries[1].covered


def test_ctrl_c_in_a_function_is_interrupted() -> None:
    def stops(view: razz.View, rng: Draws) -> razz.Action:
        if rng.random() < 0.01:
            raise KeyboardInterrupt
        return view.legal_actions[0]

    with pytest.raises(razz.Interrupted) as stop:
        razz.compare(from_views(stops), "random", hands=10_000, rng=1)
    assert isinstance(stop.value.partial, razz.Comparison)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: razz.compare("tight", "clever", hands=1), 'policy "clever"'),
        (lambda: razz.compare("tight", "loose", hands=1, seats=1), "seats: expected an integer from 2 to 8, found 1"),
        (lambda: razz.compare("tight", "loose", hands=1, seats=9), "found 9"),
        (
            lambda: razz.compare("tight", "loose", hands=1, seats=3, others=["random"] * 3),
            "others: expected 1 to 2, found 3",
        ),
        (lambda: razz.compare("tight", "loose", hands=-1), "hands: expected"),
        (lambda: razz.compare("tight", "loose", hands=1, rules=cast("razz.Rules", "TDA")), "rules: expected Rules"),
        (
            lambda: razz.compare(cast("Choose", 3), "loose", hands=1),
            "a: expected a name, a policy or a function, found 3",
        ),
    ],
)
def test_bad_input(call: Callable[[], object], text: str) -> None:
    with pytest.raises((ValueError, TypeError), match=text):
        call()
