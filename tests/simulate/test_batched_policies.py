"""Policies that decide many hands at once: the same bits as one by one, whatever comes together."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import cast

import numpy as np
import pytest
import razz
from numpy.typing import NDArray
from razz import rl
from razz.policies import ChooseMany, Draws, FromArrays, PolicyLike, batched, choose, from_views

Observations = NDArray[np.float32]
Mask = NDArray[np.bool_]
Numbers = NDArray[np.float64]


def anything(_: Observations, mask: Mask, draws: Numbers) -> NDArray[np.uint8]:
    """Each legal code with the same probability."""
    place = (draws * mask.sum(axis=1)).astype(int)
    codes: NDArray[np.uint8] = (mask.cumsum(axis=1) > place[:, None]).argmax(axis=1).astype(np.uint8)
    return codes


def passive(_: Observations, mask: Mask, __: Numbers) -> NDArray[np.int64]:
    return np.where(mask[:, rl.BRING_IN], rl.BRING_IN, rl.CHECK_CALL)


def careful(observations: Observations, mask: Mask, draws: Numbers) -> NDArray[np.int64]:
    """Looks at cards, chips and draws."""
    low = (observations[:, rl.LAYOUT["own"]][:, :8] > 0).sum(axis=1)
    price = observations[:, rl.LAYOUT["to_call"]][:, 0]
    wish = np.where(low + draws > 3.5, rl.RAISE, np.where((price == 0) | (draws < 0.3), rl.CHECK_CALL, rl.FOLD))
    legal = mask[np.arange(len(wish)), wish]
    return np.where(legal, wish, np.where(mask[:, rl.CHECK_CALL], rl.CHECK_CALL, rl.BRING_IN))


def one_by_one(many: ChooseMany) -> Callable[[razz.View, Draws], razz.Action]:
    """The same policy asked for one view at a time."""

    def decide(view: razz.View, rng: Draws) -> razz.Action:
        draws = np.array([rng.random()])
        code = np.asarray(many(rl.observe(view)[None], rl.legal_mask(view)[None], draws))[0]
        return rl.to_action(view, code)

    return decide


def job(*policies: PolicyLike, seed: int = 7, session: int | None = None, rotate: bool = True) -> razz.Simulation:
    return razz.Simulation(razz.Rules(), [300] * 4, policies, seed, rotate=rotate, session=session)


def facts(summary: razz.Summary) -> dict[str, object]:
    return {name: value for name, value in summary.to_dict().items() if name in ("seats", "players", "pot", "openers")}


@pytest.mark.parametrize("session", [None, 5])
@pytest.mark.parametrize("others", [(), ("tight", "random")])
@pytest.mark.parametrize("many", [anything, careful])
def test_as_one_by_one(many: ChooseMany, others: tuple[str, ...], session: int | None) -> None:
    fast = job(batched(many, name="mine"), *others, session=session)
    slow = job(from_views(one_by_one(many), name="slow"), *others, session=session)
    assert facts(fast.run(150)) == facts(slow.run(150))
    assert fast.replay(11).to_json() == slow.replay(11).to_json()


def test_as_the_policy_that_it_repeats() -> None:
    assert facts(job(passive_policy(), "random").run(9000)) == facts(job("check_call", "random").run(9000))


def passive_policy() -> FromArrays:
    return batched(passive, name="passive")


def test_the_same_whatever_comes_together() -> None:
    sizes: list[int] = []

    def watch(observations: Observations, mask: Mask, draws: Numbers) -> NDArray[np.int64]:
        assert observations.shape == (len(draws), rl.observation_size())
        assert mask.shape == (len(draws), 4)
        assert [array.dtype.name for array in (observations, mask, draws)] == ["float32", "bool", "float64"]
        assert mask.any(axis=1).all()
        assert ((draws >= 0) & (draws < 1)).all()
        sizes.append(len(draws))
        return careful(observations, mask, draws)

    own = job(batched(watch, name="watch"), batched(anything, name="anything"), "tight")
    whole = own.run(9000, threads=1)
    assert max(sizes) > 2000
    for threads in (2, 8):
        assert own.run(9000, threads=threads) == whole
    parts = [own.run(999, first=first) for first in range(0, 8991, 999)]
    assert sum(parts, own.batch(8991, 9)) == whole
    ones = sum((own.batch(index, 1) for index in range(50)), razz.Summary.empty())
    assert ones == own.run(50)
    assert facts(ones)["seats"] == facts(sum((own.run(25, first=i) for i in (0, 25)), razz.Summary.empty()))["seats"]
    assert [own.replay(index).state.payoffs for index in range(20)] == [
        tuple(seat.net for seat in own.batch(index, 1).seats) for index in range(20)
    ]


def test_draws_are_those_of_the_seat() -> None:
    drawn: list[float] = []

    def draw(observations: Observations, mask: Mask, draws: Numbers) -> NDArray[np.int64]:
        if observations[0, rl.LAYOUT["seat"]][0] == 1:
            drawn.extend(draws)
        return passive(observations, mask, draws)

    job(batched(draw), seed=9).replay(5)
    counter = ((5 << 64) + ((1 + 1) << 128) - 1) % 2**256
    twin = np.random.Generator(np.random.Philox(key=9, counter=counter))
    assert drawn == [twin.random() for _ in drawn]
    assert len(drawn) >= 5


def test_a_job_is_a_value_and_travels() -> None:
    own = job(batched(careful, name="mine"), "tight")
    copy = pickle.loads(pickle.dumps(own))
    assert copy == own
    assert hash(copy) == hash(own)
    assert own != job(batched(careful, name="other"), "tight") != job(batched(anything, name="mine"), "tight")
    assert own.policies == ("mine", "tight", "mine", "tight")
    assert repr(own).count("FromArrays(<function careful") == 2
    whole = own.run(400)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        parts = [pool.submit(copy.batch, first, 200) for first in (0, 200)]
        assert sum((part.result() for part in parts), razz.Summary.empty()) == whole
    assert list(whole.policies) == ["mine", "tight"]
    assert batched(careful).name.endswith("test_batched_policies.careful")


def test_an_exception_says_where() -> None:
    calls = 0

    def fails(observations: Observations, mask: Mask, draws: Numbers) -> NDArray[np.int64]:
        nonlocal calls
        calls += 1
        if calls == 150:
            raise KeyError("lost")
        return passive(observations, mask, draws)

    own = job(batched(fails, name="fails"), "random")
    with pytest.raises(KeyError, match="lost") as caught:
        own.run(100_000, threads=1)
    error = caught.value
    partial = error.partial  # type: ignore[attr-defined]
    assert partial.hands >= 4096
    assert partial.hands <= error.index < 100_000  # type: ignore[attr-defined]
    assert partial == job(passive_policy(), "random").run(1) or partial.covered == (range(partial.hands),)
    assert error.__notes__ == [f"razz: hand {error.index}, seat {error.seat}, policy fails"]  # type: ignore[attr-defined]


def test_an_illegal_code_says_where() -> None:
    def wrong(observations: Observations, mask: Mask, draws: Numbers) -> NDArray[np.int64]:
        return np.where(draws < 1e-3, 3 - passive(observations, mask, draws), passive(observations, mask, draws))

    own = job(batched(wrong, name="wrong"))
    with pytest.raises(
        razz.IllegalActionError, match=r"hand (\d+), seat \d, policy wrong: code [12] .*: expected"
    ) as at:
        own.run(5000, threads=1)
    index = at.value.index  # type: ignore[attr-defined]
    assert index > 0
    assert at.value.partial.hands == 0  # type: ignore[attr-defined]
    with pytest.raises(razz.IllegalActionError, match=f"hand {index}, seat"):
        own.replay(index)


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        ([9], razz.IllegalActionError, "code 9: expected 2"),
        ([-1], razz.IllegalActionError, "code -1: expected"),
        ([300], razz.IllegalActionError, "code 300: expected"),
        ([2, 2], ValueError, r"codes: expected shape \(1,\), found shape \(2,\)"),
        (2, ValueError, r"found shape \(\)"),
        ([2.0], TypeError, "codes: expected an array of integers"),
        (None, TypeError, "codes: expected an array of integers"),
    ],
)
def test_wrong_answers(answer: object, error: type[Exception], text: str) -> None:
    bad = batched(cast("ChooseMany", lambda *_: answer), name="bad")
    with pytest.raises(error, match=text) as caught:
        job(bad).run(1, threads=1)
    assert caught.value.index == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: batched(cast("ChooseMany", 3)), TypeError, "choose: expected a function of observations"),
        (lambda: batched(anything, name="a,b"), ValueError, "without a comma"),
        (lambda: batched(anything, name="tight"), ValueError, "built-in policy"),
        (lambda: job(batched(anything, name="x"), batched(passive, name="x")), ValueError, "called 'x'"),
        (
            lambda: job(batched(anything, name="x"), from_views(one_by_one(passive), name="x")),
            ValueError,
            "called .x.",
        ),
    ],
)
def test_bad_policies_are_refused(call: Callable[[], object], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_one_decision() -> None:
    view = razz.State.start(razz.Rules(), [100, 100]).deal("2c 3c 4c 5c 6c Kc").view(1)
    assert choose(view, passive_policy()) == razz.Action("BRING_IN", 2)
    assert choose(view, batched(anything), rng=3) == choose(view, from_views(one_by_one(anything)), rng=3)


def test_ctrl_c() -> None:
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(razz.Interrupted) as stop:
        job(batched(anything)).run(10**9)
    timer.join()
    assert isinstance(stop.value.partial, razz.Summary)


def test_in_a_log() -> None:
    own = job(batched(careful, name="mine"), "random")
    logs = [razz.HandLog(), razz.HandLog()]
    for log, threads in zip(logs, (1, 3), strict=True):
        assert own.run(5000, log=log, threads=threads) == own.run(5000)
        assert len(log) == 5000
        assert log["index"].tolist() == list(range(5000))
    assert all(np.array_equal(logs[0][name], logs[1][name]) for name in ("net", "index"))
    for place in (0, 17, 4999):
        assert logs[0].record(place) == own.replay(place)


def test_compared_on_the_same_deals() -> None:
    rows: list[int] = []

    def watch(observations: Observations, mask: Mask, draws: Numbers) -> NDArray[np.int64]:
        rows.append(len(draws))
        return careful(observations, mask, draws)

    def against(hero: PolicyLike, threads: int | None = None) -> razz.Comparison:
        return razz.compare(hero, "check_call", hands=200, others="tight", seats=3, rng=5, threads=threads)

    fast, slow = against(batched(watch, name="x")), against(from_views(one_by_one(careful), name="x"))
    assert fast.difference == slow.difference
    assert fast.difference.std_error > 0
    assert max(rows) > 50
    assert against(batched(watch, name="x"), threads=1) == fast

    def fails(*_: object) -> NDArray[np.int64]:
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost") as caught:
        against(batched(fails))
    assert isinstance(caught.value.partial, razz.Comparison)  # type: ignore[attr-defined]
