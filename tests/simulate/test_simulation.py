"""Simulations from Python: parts add up, runs can be stopped, the statistics are those of the game."""

from __future__ import annotations

import itertools
import json
import math
import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, cast

import numpy as np
import pytest
import razz
from hypothesis import given, settings
from hypothesis import strategies as st
from razz.policies import Draws
from razz.summary import Estimate

from benches.long_run import LOWS

PRESETS = ["DEFAULT", "WSOP_LIVE", "WSOP_TOURNAMENT", "TDA", "ROBERT", "POKERKIT"]
JOBS = st.builds(
    razz.Simulation,
    st.sampled_from(PRESETS).map(lambda name: razz.Rules.preset(name, ante=1, bring_in=2, small_bet=4, big_bet=8)),
    st.lists(st.integers(1, 300), min_size=2, max_size=8),
    st.sampled_from(["random", "check_call", "random,check_call", "tight,random", "fold_to_bet,loose"]),
    st.integers(0, 2**64 - 1),
)


def job(policies: str = "check_call,random", seats: int = 6, seed: int = 7) -> razz.Simulation:
    return razz.Simulation(razz.Rules(), [1000] * seats, policies, seed)


@given(JOBS, st.lists(st.integers(0, 40), min_size=1, max_size=6), st.integers(0, 2**63), st.randoms())
def test_parts_add_up(job: razz.Simulation, counts: list[int], first: int, order: Any) -> None:
    starts = [first + sum(counts[:i]) for i in range(len(counts))]
    parts = [job.batch(*part) for part in zip(starts, counts, strict=True)]
    order.shuffle(parts)
    whole = job.run(sum(counts), first=first, threads=2)
    assert sum(parts, razz.Summary.empty()) == whole
    assert sum(parts, razz.Summary.empty()).to_bytes() == whole.to_bytes()
    assert razz.Summary.from_bytes(whole.to_bytes()) == pickle.loads(pickle.dumps(whole)) == whole
    assert hash(pickle.loads(pickle.dumps(whole))) == hash(whole)


@given(JOBS, st.integers(0, 2**64 - 1))
@settings(max_examples=50)
def test_a_replay_is_the_hand(job: razz.Simulation, index: int) -> None:
    record, summary = job.replay(index), job.batch(index, 1)
    assert record.state.payoffs == tuple(seat.net for seat in summary.seats)
    assert record == job.replay(index)
    assert sum(record.state.payoffs) == 0


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_threads_do_not_matter(threads: int) -> None:
    assert job().run(30_000, threads=threads).to_bytes() == job().run(30_000, threads=3).to_bytes()


def test_the_shortcut_is_the_job() -> None:
    summary = razz.simulate(500, policies=["check_call", "random"], rng=7)
    assert summary == job().run(500)
    twice = [razz.simulate(10, seats=3, rng=np.random.default_rng(5)) for _ in range(2)]
    assert twice[0] == twice[1]
    assert razz.simulate(10).seed != razz.simulate(10).seed
    assert razz.simulate(10, rules=razz.Rules(1, 2, 10, 20)).job["stacks"] == [2500] * 6  # type: ignore[index]


def test_the_deal_goes_round_and_stacks_are_carried_on() -> None:
    stacks = [80, 50, 60]
    course = razz.Simulation(razz.Rules(), stacks, "random", 3, rotate=True, session=40)
    summary = course.run(50)
    nets, hands = [0, 0, 0], 0
    for index in range(50):
        now, first, hand = list(stacks), 0, 0
        while sum(stack > 0 for stack in now) > 1 and hand < 40:
            players = [(first + i) % 3 for i in range(3) if now[(first + i) % 3]]
            record = course.replay(index, hand)
            for player, payoff in zip(players, record.state.payoffs, strict=True):
                now[player] += payoff
            first, hand = (players[0] + 1) % 3, hand + 1
        hands += hand
        nets = [net + end - start for net, end, start in zip(nets, now, stacks, strict=True)]
        with pytest.raises(ValueError, match=f"session {index} has {hand} hands"):
            course.replay(index, hand)
    assert [player.net for player in summary.players] == nets
    assert (summary.sessions, summary.hands) == (50, hands)
    assert summary.covered == (range(50),)
    assert sum(player.busts for player in summary.players) > 0
    assert summary == course.run(20) + course.run(30, first=20) == pickle.loads(pickle.dumps(course)).run(50)
    assert "chips a session" in str(summary)
    assert eval(repr(course), vars(razz)) == course
    assert (course.rotate, course.session) == (True, 40)
    assert razz.simulate(50, stacks=stacks, policies="random", rng=3, rotate=True, session=40) == summary


def test_a_job_is_a_value() -> None:
    copy = pickle.loads(pickle.dumps(job()))
    assert copy == job()
    assert hash(copy) == hash(job())
    assert eval(repr(copy), vars(razz)) == job()
    assert job(seed=8) != job()
    assert (job().policies, job().stacks, job().seed) == (("check_call", "random") * 3, (1000,) * 6, 7)
    assert job().rules == razz.Rules()


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: razz.Simulation(cast("razz.Rules", "DEFAULT"), [100, 100]), TypeError, "rules: expected Rules"),
        (lambda: razz.Simulation(razz.Rules(), [100]), ValueError, "stacks: expected 2 to 8 players, found 1"),
        (lambda: razz.Simulation(razz.Rules(), [100] * 9), ValueError, "found 9"),
        (lambda: razz.Simulation(razz.Rules(), [100, 0]), ValueError, r"stacks\[1\]"),
        (lambda: razz.Simulation(razz.Rules(), [100, cast("int", 1.5)]), TypeError, r"stacks\[1\]"),
        (lambda: razz.Simulation(razz.Rules(), [100, 100], "clever"), ValueError, 'policy "clever"'),
        (lambda: razz.Simulation(razz.Rules(), [100, 100], []), ValueError, "policies: expected 1 to 2"),
        (lambda: razz.Simulation(razz.Rules(), [100, 100], ["random"] * 3), ValueError, "found 3"),
        (lambda: razz.Simulation(razz.Rules(), [100, 100], "random", -1), ValueError, "-1"),
        (lambda: job().run(-1), ValueError, "hands: expected an integer from 0"),
        (lambda: job().run(2, first=2**64 - 1), ValueError, "2 from 18446744073709551615"),
        (lambda: job().run(1, threads=0), ValueError, "threads"),
        (lambda: job().run(1, threads=-1), ValueError, "threads"),
        (lambda: job().run(cast("int", 1.5)), TypeError, "hands: expected"),
        (lambda: razz.Simulation(razz.Rules(), cast("list[int]", 5)), TypeError, "stacks: expected"),
        (lambda: razz.Simulation(razz.Rules(), [5, 5], cast("str", None)), TypeError, "policies: expected"),
        (
            lambda: razz.Simulation(razz.Rules(), [5, 5], rotate=cast("bool", "no")),
            TypeError,
            "rotate: expected a bool",
        ),
        (lambda: job().replay(-1), ValueError, "index"),
        (lambda: job().replay(0, 1), ValueError, "hand 1: the job has no sessions"),
        (lambda: razz.simulate(1, session=0), ValueError, "session: expected at least 1"),
        (lambda: razz.simulate(1, policies="board(x,0)"), ValueError, "board: start"),
        (lambda: razz.simulate(1, policies="equity(1,2,3)"), ValueError, "policy"),
        (lambda: razz.simulate(1, seats=9), ValueError, "found 9"),
        (lambda: razz.simulate(1, seats=2, stacks=[5, 5]), TypeError, "either seats or stacks"),
        (lambda: razz.Summary.from_bytes(b"RAZZ"), ValueError, "no summary"),
        (lambda: razz.Summary.from_bytes(job().batch(0, 5).to_bytes()[:-1]), ValueError, "damaged"),
        (lambda: job().batch(0, 5) + job(seed=8).batch(5, 5), ValueError, "seed 7 and seed 8"),
        (lambda: job().batch(0, 5) + job(seats=5).batch(5, 5), ValueError, "policies"),
        (lambda: job().batch(0, 5) + job().batch(4, 5), ValueError, "hand 4 is in both"),
        (lambda: job().batch(0, 5) + cast("razz.Summary", 1), TypeError, "unsupported"),
        (lambda: Estimate(1, 1).interval(1), ValueError, "level"),
    ],
)
def test_bad_input_says_what(call: Callable[[], object], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_ctrl_c_carries_what_was_played() -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(razz.Interrupted) as stop:
        job().run(10**12)
    timer.join()
    partial = stop.value.partial
    assert isinstance(partial, razz.Summary)
    assert 0 < partial.hands == sum(len(part) for part in partial.covered)
    again = razz.Summary.empty()
    for part in partial.covered:
        again += job().run(len(part), first=part.start)
    assert again == partial


def test_ctrl_c_stops_a_hand_without_an_end() -> None:
    """Deep stacks without a cap: the hand goes on as long as both raise."""
    raises = itertools.count()

    def raising(view: razz.View, _: Draws) -> razz.Action:
        # One that is not stopped ends too, after some ten seconds, and is counted.
        return view.legal_actions[-1 if next(raises) < 10**6 else 0]

    rules = razz.Rules(heads_up_cap="UNCAPPED_IF_ROUND_STARTS_HEADS_UP")
    endless = razz.Simulation(rules, [10**15] * 2, raising, seed=1)
    calls: list[Callable[[], object]] = [lambda: endless.run(1), lambda: endless.replay(0)]
    for call in calls:
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(razz.Interrupted) as stop:
            call()
        timer.join()
        assert stop.value.partial is None or stop.value.partial.hands == 0


def test_ctrl_c_stops_a_replay_on_its_way() -> None:
    """A hand late in its session: all hands before it are played first."""
    evening = razz.Simulation(razz.Rules(), [10**14] * 2, "check_call", seed=1, session=10**9)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(razz.Interrupted) as stop:
        evening.replay(0, 10**7)
    timer.join()
    assert stop.value.partial is None


def test_progress_is_told_and_its_faults_stop_the_run() -> None:
    told: list[tuple[int, int]] = []
    job().run(60_000, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (60_000, 60_000)
    assert told == sorted(told)

    def fault(done: int, total: int) -> None:
        raise ZeroDivisionError(f"{done} of {total}")

    with pytest.raises(ZeroDivisionError):
        job().run(10**12, progress=fault)


def test_progress_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert job().run(100, progress=True) == job().run(100)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err != ""


def test_after_a_fork() -> None:
    """Threads were used here before: a forked child must not wait for them."""
    whole = job().run(4000, threads=2)
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        parts = pool.map(job().run, [2000, 2000])
        assert sorted(part.hands for part in parts) == [2000, 2000]
        parts = pool.map(job().batch, [0, 1500, 3000], [1500, 1500, 1000])
        assert sum(parts, razz.Summary.empty()) == whole


# Statistics. The samples are fixed by their seeds, so the answers never change; 4.5 standard errors: 1 in 150,000.

HANDS = 200_000


def within(count: int, hands: int, probability: float) -> bool:
    spread = math.sqrt(hands * probability * (1 - probability))
    return abs(count - hands * probability) <= max(4.5 * spread, 4.5)


def test_check_call_shows_the_lows_of_seven_cards() -> None:
    summary = razz.simulate(HANDS, policies="check_call", rng=11)
    assert summary.showdowns == HANDS
    for seat in summary.seats:
        assert seat.showdowns == HANDS
        for count, low in zip(seat.held.values(), LOWS, strict=True):
            assert within(count, HANDS, low / 133784560)


def test_the_highest_door_card_brings_in() -> None:
    for seats in (2, 6, 8):
        summary = razz.simulate(HANDS, seats=seats, policies="random", rng=12)
        assert sum(summary.openers.values()) == HANDS
        for index, count in enumerate(summary.openers.values()):
            assert within(count, HANDS, math.comb(index, seats - 1) / math.comb(52, seats))
        for seat in summary.seats:
            assert within(seat.bring_ins, HANDS, 1 / seats)


@pytest.mark.parametrize("policies", ["check_call", "random"])
def test_seats_are_alike(policies: str) -> None:
    """Equal policies in all seats: without bets nobody has an advantage; with them only the order of acting matters."""
    summary = razz.simulate(HANDS, policies=policies, rng=13)
    assert sum(seat.net for seat in summary.seats) == 0
    for seat in summary.seats:
        low, high = seat.result.mean - 4.5 * seat.result.std_error, seat.result.mean + 4.5 * seat.result.std_error
        assert low < 0 < high


def test_rake_is_what_is_missing() -> None:
    rules = razz.Rules(1, 2, 4, 8, rake=razz.Rake("0.05", cap=3))
    summary = razz.simulate(20_000, rules=rules, policies="random", rng=14)
    assert summary.rake == -sum(seat.net for seat in summary.seats) > 0
    assert "rake a hand" in str(summary)


def test_what_a_summary_shows() -> None:
    summary = job("check_call,random").run(2000)
    facts = json.loads(json.dumps(summary.to_dict()))
    assert facts["hands"] == 2000
    assert facts["seats"][1]["mean"] == pytest.approx(summary.seats[1].result.mean)
    assert facts["policies"]["random"]["hands"] == 6000
    assert facts["covered"] == [[0, 1999]]
    text = str(summary)
    assert "2,000" in text
    assert text.splitlines()[-1].endswith("%")
    html = summary._repr_html_()
    assert html.count("<table>") == 3
    assert html.count("<tr>") == html.count("</tr>")
    random = summary.policies["random"]
    nets = [sum(job().replay(index).state.payoffs[1::2]) / 3 for index in range(2000)]
    assert (random.hands, random.rounds) == (6000, 2000)
    assert random.result.mean == pytest.approx(np.mean(nets))
    assert random.result.std_error == pytest.approx(np.std(nets, ddof=1) / math.sqrt(len(nets)))
    low, high = random.result.interval(0.95)
    assert high - low == pytest.approx(2 * 1.959964 * random.result.std_error)


def test_the_empty_summary() -> None:
    empty = razz.Summary.empty()
    assert (empty.hands, empty.job, empty.seed, empty.covered, empty.seats, empty.policies) == (
        0,
        None,
        None,
        (),
        (),
        {},
    )
    assert math.isnan(empty.pot.mean)
    assert json.loads(json.dumps(empty.to_dict()))["pot"] == {"mean": None, "std_error": None}
    assert "0" in str(empty)
    assert "0" in empty._repr_html_()
    none_yet = job().run(0)
    assert none_yet + job().batch(3, 1) == job().batch(3, 1) == empty + job().batch(3, 1)
    assert "-" in str(none_yet)


def test_numbers_of_numpy_are_taken_as_python_s() -> None:
    plain = razz.Simulation(razz.Rules(), [5, 6], seed=1, rotate=True)
    same = razz.Simulation(razz.Rules(), np.array([5, 6]), seed=cast("int", True), rotate=cast("bool", np.True_))
    assert repr(same) == repr(plain)
    assert [type(part) for part in (*same.stacks, same.seed, same.rotate)] == [int, int, int, bool]


def test_sum_adds_parts() -> None:
    job = razz.Simulation(razz.Rules(), [50] * 3, "tight,random", seed=1)
    assert sum(job.batch(first, 10) for first in (0, 10, 20)) == job.run(30)
    with pytest.raises(TypeError):
        sum([job.run(1)], 1)
