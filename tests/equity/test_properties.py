"""What must hold of every answer, and samples against counts."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import razz
from hypothesis import given, settings
from hypothesis import strategies as st

RANKS = "A23456789TJQK"


@st.composite
def hands(draw: st.DrawFn, *, known: tuple[int, int] = (0, 7), players: tuple[int, int] = (2, 5)) -> list[str]:
    """Players' known ranks."""
    deck = draw(st.permutations([rank for rank in RANKS for _ in range(4)]))
    sizes = [draw(st.integers(*known)) for _ in range(draw(st.integers(*players)))]
    starts = np.cumsum([0, *sizes])
    return ["".join(deck[a:b]) for a, b in pairwise(starts)]


@settings(max_examples=60)
@given(hands(known=(3, 7), players=(2, 4)), st.data())
def test_symmetric_in_the_order_of_players(players: list[str], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(players))))
    result, turned = razz.equity(players), razz.equity([players[i] for i in order])
    place = {player: i for i, player in enumerate(order)}
    assert turned.counts == {tuple(sorted(place[i] for i in winners)): n for winners, n in result.counts.items()}


@settings(max_examples=60)
@given(hands(known=(3, 7), players=(2, 4)))
def test_shares_add_up(players: list[str]) -> None:
    result = razz.equity(players, method="exact")
    assert sum(result.fractions) == 1
    assert result.equity.sum() == pytest.approx(1, abs=1e-12)
    assert (result.win + result.tie + result.lose) == pytest.approx(np.ones(len(players)), abs=1e-12)
    assert (result.win <= result.equity + 1e-15).all()
    assert (result.equity <= result.win + result.tie / 2 + 1e-12).all()
    assert sum(result.counts.values()) == result.deals
    assert [float(x) for x in result.fractions] == pytest.approx(result.equity, abs=1e-15)


@settings(max_examples=40)
@given(hands(known=(3, 7)), st.integers(0, 2**64 - 1))
def test_samples_agree_with_counts(players: list[str], seed: int) -> None:
    exact = razz.equity(players, method="exact", max_states=1e10)
    sampled = razz.equity(players, method="sample", samples=40_000, rng=seed)
    assert not sampled.exact
    for i in range(len(players)):
        # A player who wins one deal in thousands may not have won any: the error is then at least one over the deals.
        error = max(sampled.std_error[i], 1 / sampled.deals, (exact.equity[i] / sampled.deals) ** 0.5)
        assert abs(exact.equity[i] - sampled.equity[i]) <= 4.5 * error, (players, i)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (["{KK}KQQJ", "{33}3JJ"], {"dead": "AAAA2222"}),  # both cards of a pair are a holding
        (["{33}3JJ", "557799Q"], {}),  # whose lowest pair it is: without it the jacks are
        (["AAKK22", "33JJ44"], {"dead": "??" * 39}),  # a community card to come, when pairs decide
        (["AAKK2", "33JJ44", "99TTQ"], {"dead": "??" * 33}),
        (["A2K3K", "QQJJ9"], {"community": "K"}),  # one that is there
        (["A2K3K", "A2QQJ", "9T8J"], {"community": "3"}),
        (["{A2,KK}345", "{[2-9]}QQJJ"], {"community": "3"}),
    ],
)
def test_samples_of_few_cards_agree_with_counts(players: list[str], options: dict[str, str]) -> None:
    exact = razz.equity(players, method="exact", **options)  # type: ignore[arg-type]
    sampled = razz.equity(players, method="sample", samples=100_000, rng=2, **options)  # type: ignore[arg-type]
    assert sampled.ending == exact.ending
    assert sampled.std_error.max() > 0
    assert (np.abs(sampled.equity - exact.equity) <= 4.5 * sampled.std_error).all()


@settings(max_examples=15)
@given(hands(), st.integers(0, 2**64 - 1), st.integers(1, 30_000))
def test_the_same_on_any_number_of_threads(players: list[str], seed: int, samples: int) -> None:
    one, two, eight = (
        razz.equity(players, method="sample", samples=samples, rng=seed, threads=threads) for threads in (1, 2, 8)
    )
    assert one == two == eight
    assert samples <= one.deals < samples + len(players)


def test_the_same_for_a_target_whatever_the_threads() -> None:
    one, two, eight = (
        razz.equity(["A23", "456", ""], method="sample", target_se=5e-4, rng=3, threads=threads)
        for threads in (1, 2, 8)
    )
    assert one == two == eight
    assert one.std_error.max() <= 5e-4
    # Not far beyond what it takes: the rounds double.
    assert one.std_error.max() > 5e-4 / 1.6


def test_max_time_can_be_repeated() -> None:
    first = razz.equity(["A23", "456", "789"], method="sample", max_time=0.05, rng=9)
    assert first.deals > 0
    assert razz.equity(["A23", "456", "789"], method="sample", samples=first.deals, rng=9, threads=1) == first


def test_standard_error_is_that_of_the_draws() -> None:
    """Over many seeds the estimates scatter as the standard error says."""
    results = [razz.equity(["A23", "456"], method="sample", samples=4000, rng=seed) for seed in range(1600)]
    scatter = np.std([result.equity[0] for result in results], ddof=1)
    stated = float(np.mean([result.std_error[0] for result in results]))
    assert 0.94 < scatter / stated < 1.06


def test_seeds() -> None:
    players = ["A23", "456"]
    by_int = razz.equity(players, method="sample", rng=np.random.SeedSequence(4))
    assert by_int.seed == int(np.random.SeedSequence(4).generate_state(1, np.uint64)[0])
    assert razz.equity(players, method="sample", rng=by_int.seed) == by_int
    assert razz.equity(players, method="sample").seed != razz.equity(players, method="sample").seed
    assert razz.equity(players).seed is None


def test_auto_goes_by_the_estimate() -> None:
    players = ["A23", "456", "789", "TJQ", "K2"]
    assert razz.equity(players[:4]).exact
    with pytest.raises(ValueError, match=r"method: an exact count takes about [\d.]+e\d+ transitions.*max_states"):
        razz.equity(players, method="exact")
    assert not razz.equity(players, samples=1000).exact
    assert not razz.equity(players[:2], max_states=1, samples=1000).exact


def test_what_does_not_fit_is_sampled() -> None:
    with pytest.raises(ValueError, match="128 bits"):
        razz.equity([""] * 6, method="exact", max_states=1e300)
    result = razz.equity([""] * 6, samples=200_000, rng=1)
    assert not result.exact
    assert result.equity == pytest.approx(np.full(6, 1 / 6), abs=0.01)


def test_a_result_is_frozen_hashable_and_pickles() -> None:
    for result in (razz.equity(["A23", "{[A-8]@0.5,K}56"]), razz.equity(["A23", "456"], method="sample", rng=1)):
        again = pickle.loads(pickle.dumps(result))
        assert again == result
        assert hash(again) == hash(result)
        with pytest.raises(AttributeError):
            result.deals = 0  # type: ignore[misc]
        with pytest.raises(ValueError, match="read-only"):
            result.equity[0] = 0
        assert result != "something else"


def test_fractions_of_ties() -> None:
    assert razz.equity(["A2345TT", "A2345JJ", "A2345QQ"]).fractions == (Fraction(1, 3),) * 3


def test_faces_of_a_result() -> None:
    result = razz.equity(["A23", ""], samples=100_000, method="sample", rng=5)
    assert "sampled: 100,000 deals, seed 5" in str(result)
    assert "(unknown)" in str(result)
    assert ">A23</td>" in result._repr_html_()
    as_dict = result.to_dict()
    assert as_dict["deals"] == sum(row["deals"] for row in as_dict["counts"])


def test_progress_is_reported() -> None:
    seen: list[tuple[int, int]] = []
    razz.equity(
        ["A23", "456"],
        method="sample",
        samples=4_000_000,
        rng=1,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen[-1] == (4_000_000, 4_000_000)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_a_fault_of_the_progress_function_ends_the_run() -> None:
    def tick(*_: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        razz.equity(["A23", "456"], method="sample", samples=10**12, rng=1, progress=tick)


def test_ctrl_c_beside_an_error() -> None:
    """A Ctrl-C that is seen when the job has just failed is `Interrupted` as ever."""
    # Drawing fails after a million draws, each of which finds only at the last player that it is in vain.
    suits = ["c", "d", "h"]
    players = [f"{{{rank}{suit}}}" for rank in "A2" for suit in suits]
    players += ["{AsKs@999999, QdJd@0.000001}", "{AsQs@999999, 5d6d@0.000001}"]

    def tick(*_: int) -> None:
        time.sleep(1.5)
        raise KeyboardInterrupt

    with pytest.raises(razz.Interrupted) as caught:
        razz.equity(players, method="sample", progress=tick)
    assert caught.value.partial is None


@pytest.mark.parametrize("method", ["sample", "exact"])
def test_ctrl_c(method: str) -> None:
    players = ["A23", "456", "789", "TJQ", "K2"]
    limit: dict[str, Any] = {"samples": 10**13} if method == "sample" else {"max_states": 1e30}
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(razz.Interrupted) as caught:
        razz.equity(players, method=method, rng=11, **limit)
    partial = caught.value.partial
    if method == "exact":
        assert partial is None
    else:
        assert partial.deals > 0
        assert razz.equity(players, method="sample", samples=partial.deals, rng=11, threads=1) == partial
