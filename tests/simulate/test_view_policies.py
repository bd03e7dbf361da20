"""Policies that are Python functions of a view: exact, on their own streams, and with faults that say where."""

from __future__ import annotations

import itertools
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, cast

import numpy as np
import pytest
import razz
from razz.policies import Choose, Draws, FromViews, choose, from_views

from tests.samples import samples


def anything(view: razz.View, rng: Draws) -> razz.Action:
    return rng.choice(view.legal_actions)


def passive(view: razz.View, _: Draws) -> str:
    kinds = [action.kind for action in view.legal_actions]
    return next(kind for kind in ("CHECK", "CALL", "BRING_IN") if kind in kinds)


def job(*policies: str | Choose | FromViews, seed: int = 7, session: int | None = None) -> razz.Simulation:
    return razz.Simulation(razz.Rules(), [300] * 4, policies, seed, rotate=True, session=session)


@pytest.mark.parametrize(("function", "name"), [(anything, "random"), (passive, "check_call")])
@pytest.mark.parametrize("session", [None, 5])
def test_a_function_is_as_good_as_the_policy_that_it_repeats(function: Choose, name: str, session: int | None) -> None:
    """The random draws are those of the seat, and everything else follows."""
    own, built_in = job(function, "tight", session=session), job(name, "tight", session=session)
    for threads in (1, 3):
        ours, theirs = own.run(60, threads=threads), built_in.run(60, threads=threads)
        facts, expected = ours.to_dict(), theirs.to_dict()
        assert facts["seats"] == expected["seats"]
        assert facts["players"] == expected["players"]
        assert facts["openers"] == expected["openers"]
        assert ours == own.run(20, threads=1) + own.batch(20, 40)
    assert own.replay(11).to_json() == built_in.replay(11).to_json()


def test_what_a_function_sees_is_its_view() -> None:
    seen: list[razz.View] = []

    def watch(view: razz.View, _: Draws) -> razz.Action:
        seen.append(view)
        return view.legal_actions[-1]

    record = job(watch).replay(3)
    expected = []
    for steps in range(len(record)):
        at = record.replay(steps)
        if at.state.phase == razz.Phase.BET and at.state.to_act is not None:
            expected.append(at.state.view(at.state.to_act))
    assert seen == expected
    assert len(seen) > 4
    assert all(view.viewer == view.to_act and view.legal_actions for view in seen)


def test_the_draws_are_those_of_the_page() -> None:
    """A seat's stream is domain 1 + seat of the hand: plain NumPy gives the same numbers."""
    drawn: dict[int, list[float]] = {}

    def draw(view: razz.View, rng: Draws) -> str:
        numbers = drawn.setdefault(cast("int", view.viewer), [])
        numbers += [rng.integers(10), rng.integers(3, 60), rng.random(), float(rng.generator().random())]
        return passive(view, rng)

    job(draw, seed=9).replay(5)
    assert set(drawn) == {0, 1, 2, 3}
    for seat, numbers in drawn.items():
        counter = ((5 << 64) + ((1 + seat) << 128) - 1) % 2**256
        twin = np.random.Generator(np.random.Philox(key=9, counter=counter))
        expected: list[float] = []
        for _ in range(len(numbers) // 4):
            pair = [int(twin.integers(10, dtype=np.uint32)), 3 + int(twin.integers(57, dtype=np.uint32))]
            word = int(twin.integers(0, 2**64, dtype=np.uint64))
            inner = np.random.Generator(np.random.Philox(key=int(twin.integers(0, 2**64, dtype=np.uint64))))
            expected += [*pair, (word >> 11) / 2**53, inner.random()]
        assert numbers == expected


def test_weighted_choices() -> None:
    counts = {"a": 0, "b": 0, "c": 0}

    def draw(view: razz.View, rng: Draws) -> razz.Action:
        for _ in range(20):
            counts[rng.choice(list(counts), p=[1, 0, 3])] += 1
        assert rng.choice(1) == 0
        assert rng.choice(3, p=[0, 0, 1]) == 2
        for bad in ([1.0], [0, 0, 0], [1, -1, 1], [float("nan"), 1, 1]):
            with pytest.raises(ValueError, match="p: expected 3 probabilities"):
                rng.choice(3, p=bad)
        with pytest.raises(ValueError, match="a: expected 1"):
            rng.choice([])
        with pytest.raises(ValueError, match="integers: expected 1"):
            rng.integers(4, 4)
        return view.legal_actions[0]

    job(draw).run(100)
    total = sum(counts.values())
    assert counts["b"] == 0
    assert abs(counts["a"] - total / 4) < 4.5 * (total * 3 / 16) ** 0.5


def test_a_job_with_functions_is_a_value_and_travels() -> None:
    own = job(from_views(anything, name="mine"), "tight")
    copy = pickle.loads(pickle.dumps(own))
    assert copy == own
    assert hash(copy) == hash(own)
    assert own != job(from_views(anything, name="other"), "tight") != job(from_views(passive, name="mine"), "tight")
    assert own.policies == ("mine", "tight", "mine", "tight")
    assert "anything" in repr(own)
    whole = own.run(40)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        parts = [pool.submit(copy.batch, first, 20) for first in (0, 20)]
        assert sum((part.result() for part in parts), razz.Summary.empty()) == whole
    assert list(whole.policies) == ["mine", "tight"]
    assert whole.job is not None
    assert whole.job["policies"] == ["mine", "tight"] * 2


def test_an_exception_says_where_and_keeps_what_was_played() -> None:
    def fails(view: razz.View, rng: Draws) -> razz.Action:
        if rng.random() < 1e-3:
            raise KeyError("lost")
        return anything(view, rng)

    for threads in (1, 3):
        with pytest.raises(KeyError, match="lost") as caught:
            job(fails, "random").run(100_000, threads=threads)
        error = caught.value
        index, seat = error.index, error.seat  # type: ignore[attr-defined]
        assert error.__notes__ == [f"razz: hand {index}, seat {seat}, policy {from_views(fails).name}"]
        assert error.hand is None  # type: ignore[attr-defined]
        partial = error.partial  # type: ignore[attr-defined]
        assert isinstance(partial, razz.Summary)
        assert all(index not in part for part in partial.covered)
        if threads == 1:
            assert partial.covered == ((range(index),) if index else ())
        again = sum((job(fails, "random").run(len(part), first=part.start) for part in partial.covered), razz.Summary())
        assert again == partial
        with pytest.raises(KeyError) as caught:
            job(fails, "random").replay(index)
        assert caught.value.seat == seat  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        ("raise 7", razz.IllegalActionError, r"hand 0, seat \d, policy bad: it answered raise 7; legal are bring-in 2"),
        (razz.Action("CHECK"), razz.IllegalActionError, "it answered check; legal are bring-in 2, complete 4"),
        ("leap", razz.ParseError, "leap"),
        (3, TypeError, "expected an Action or its text, found 3"),
        (None, TypeError, "found None"),
    ],
)
def test_illegal_answers(answer: object, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text) as caught:
        job(from_views(cast("Choose", lambda *_: answer), name="bad")).run(10, threads=1)
    assert caught.value.index == 0  # type: ignore[attr-defined]
    assert caught.value.partial.hands == 0  # type: ignore[attr-defined]


def test_in_a_session_the_hand_is_named_too() -> None:
    def late(view: razz.View, rng: Draws) -> str:
        assert view.starting_stacks == (300,) * 4, "the first hand is over"
        return passive(view, rng)

    with pytest.raises(AssertionError, match="the first hand is over") as caught:
        job(late, session=50).run(3, threads=1)
    hand = caught.value.hand  # type: ignore[attr-defined]
    assert hand > 0
    assert caught.value.__notes__[0].startswith(f"razz: session 0, hand {hand}, seat ")
    assert caught.value.partial.sessions == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: from_views(cast("Choose", 3)), TypeError, "choose: expected a function"),
        (lambda: from_views(anything, name="table:16e63e41ddd780a5"), ValueError, "tables begin like this"),
        (lambda: from_views(anything, name="a,b"), ValueError, "without a comma"),
        (lambda: from_views(anything, name=" "), ValueError, "some text"),
        (lambda: from_views(anything, name="board(8,1)"), ValueError, "comma"),
        (lambda: from_views(anything, name="tight"), ValueError, "built-in policy"),
        (lambda: job(from_views(anything, name="x"), from_views(passive, name="x")), ValueError, "called 'x'"),
        (lambda: job(cast("str", 3)), TypeError, "policies.0.: expected a name, a policy or a function, found 3"),
    ],
)
def test_bad_policies_are_refused(call: Callable[[], object], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_one_decision_of_a_function() -> None:
    view = razz.State.start(razz.Rules(), [100, 100]).deal("2c 3c 4c 5c 6c Kc").view(1)
    assert choose(view, passive) == razz.Action("BRING_IN", 2)
    assert choose(view, from_views(anything), rng=3) == choose(view, "random", rng=3)
    with pytest.raises(razz.IllegalActionError, match="legal are"):
        choose(view, lambda *_: "muck")


def test_ctrl_c_stops_a_function() -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(razz.Interrupted) as stop:
        job(anything).run(10**9)
    timer.join()
    assert isinstance(stop.value.partial, razz.Summary)
    assert stop.value.partial.hands > 0


def test_a_fault_ends_the_run_on_every_thread() -> None:
    """The other one is in a decision that takes longer than the caller waits between two looks at its signals."""
    decisions = itertools.count(1)

    def faulty(view: razz.View, rng: Draws) -> razz.Action:
        if next(decisions) == 8:
            raise ZeroDivisionError
        time.sleep(0.15)
        return anything(view, rng)

    with pytest.raises(ZeroDivisionError):
        job(faulty).run(10, threads=2)
    assert next(decisions) < 16


def test_an_object_without_a_hash_is_a_policy() -> None:
    class Passive:
        __hash__ = None  # type: ignore[assignment]

        def __call__(self, view: razz.View, rng: Draws) -> str:
            return passive(view, rng)

    assert job(Passive(), "tight").run(5).hands == 5


def test_draws_name_what_is_wrong() -> None:
    rng: Any = samples()["policies.Draws"]
    cases: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: rng.integers(2**64), ValueError, f"low: expected an integer of 64 bits, found {2**64}"),
        (lambda: rng.integers(0, 2**64), ValueError, f"high: expected an integer of 64 bits, found {2**64}"),
        (lambda: rng.integers(1.5), TypeError, "low: expected an integer of 64 bits, found 1.5"),
        (lambda: rng.choice(None), TypeError, "a: expected a sequence or a number of elements, found None"),
        (lambda: rng.choice(2**70), TypeError, "a: expected a sequence or a number of elements, found"),
    ]
    for call, error, text in cases:
        with pytest.raises(error, match=text):
            call()


@pytest.mark.parametrize("threads", [None, 1, 2])
def test_a_policy_that_simulates_itself_ends(threads: int | None) -> None:
    """Each level has threads of its own: without a bound there would be more and more of them."""
    deepest = 0

    def level(depth: int) -> Choose:
        def decide(view: razz.View, _: Draws) -> razz.Action:
            nonlocal deepest
            deepest = max(deepest, depth)
            razz.simulate(2, seats=2, policies=from_views(level(depth + 1), name="deeper"), rng=1, threads=threads)
            return view.legal_actions[0]

        return decide

    with pytest.raises(razz.RazzError, match="16 calls inside of each other: does a policy call"):
        razz.simulate(2, seats=2, policies=from_views(level(1), name="level"), rng=1, threads=threads)
    assert deepest == 16
    # One that asks for something else is none of these, also of several threads.
    summary = razz.simulate(20, seats=2, policies=from_views(asks), rng=1, threads=2)
    assert summary == razz.simulate(20, seats=2, policies=from_views(asks), rng=1, threads=1)


def asks(view: razz.View, rng: Draws) -> razz.Action:
    share = razz.equity(view, method="sample", samples=100, rng=rng.integers(1000)).equity[0]
    return view.legal_actions[-1 if share > 0.5 else 0]
