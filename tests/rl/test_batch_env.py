"""BatchEnv against State, one game at a time, and against the simulation of the same seed."""

from __future__ import annotations

import os
import pickle
import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import razz
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from razz import rl

from tests.rl.positions import played, random_start

Mask = NDArray[np.bool_]
SHORT = [3, 7, 9, 20, 60]
RULES = [
    razz.Rules(),
    razz.Rules.preset("TDA", ante=1, bring_in=2, small_bet=4, big_bet=8),
    razz.Rules.preset(
        "ROBERT", ante=2, bring_in=1, small_bet=3, big_bet=7, rake=razz.Rake("1/20"), showdown_choice=True
    ),
]


def any_legal(choice: np.random.Generator, mask: Mask) -> NDArray[np.uint8]:
    codes: NDArray[np.uint8] = (choice.random(mask.shape) * mask).argmax(axis=1).astype(np.uint8)
    return codes


def steps(env: rl.BatchEnv, seed: int, count: int) -> Iterator[tuple[NDArray[np.uint8], rl.Step]]:
    choice = np.random.default_rng(seed)
    mask = env.reset(seed).mask
    for _ in range(count):
        actions = any_legal(choice, mask)
        step = env.step(actions)
        mask = step.mask
        yield actions, step


def dealt_as(state: razz.State, later: razz.State) -> razz.State:
    """Deal the cards that a later state of the hand has, one by one."""
    while state.phase == "DEAL":
        seat, _ = state.pending[0]
        card = later.cards[seat][len(state.cards[seat])] if isinstance(seat, int) else later.community
        state = state.deal([card])
    return state


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("stacks", [[200] * 3, SHORT])
def test_as_states_played_one_by_one(rules: razz.Rules, stacks: list[int]) -> None:
    """Every row is the observation of a State that plays the same actions; hands end with its payoffs."""
    env = rl.BatchEnv(5, rules, stacks)
    ended = 0
    before: list[razz.State] = []
    for actions, step in steps(env, 11, 300):
        states = [env.state(game) for game in range(env.n)]
        for game, state in enumerate(states):
            np.testing.assert_array_equal(step.observations[game], rl.observe(state))
            np.testing.assert_array_equal(step.mask[game], rl.legal_mask(state))
            assert step.to_act[game] == state.to_act
            if not before:
                continue
            next_state = before[game].play(rl.to_action(before[game], actions[game]))
            if step.done[game]:
                ended += 1
                assert state.pot == sum(min(rules.ante, stack) for stack in stacks)
                assert step.rewards[game].sum() <= 0
                if next_state.phase == "END":
                    assert step.rewards[game].tolist() == list(next_state.payoffs)
            else:
                assert not step.rewards[game].any()
                next_state = dealt_as(next_state, state)
                assert next_state.legal_actions == state.legal_actions
                assert next_state.stacks == state.stacks
                assert next_state.cards == state.cards
        before = states
    assert ended > 50


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("stacks", [[200] * 3, SHORT, [200] * 8])
def test_the_hands_are_those_of_the_simulation(rules: razz.Rules, stacks: list[int]) -> None:
    """Passive players win and lose what check_call does in hand i of the simulation of the seed."""
    env = rl.BatchEnv(7, rules, stacks)
    mask = env.reset(5).mask
    job = razz.Simulation(rules, stacks, "check_call", seed=5)
    hands = 0
    while hands < 150:
        indices = env.indices
        step = env.step(np.where(mask[:, rl.BRING_IN], rl.BRING_IN, rl.CHECK_CALL))
        mask = step.mask
        for game in np.flatnonzero(step.done):
            assert step.rewards[game].tolist() == list(job.replay(int(indices[game])).state.payoffs)
            assert env.indices[game] == indices[game] + 7
            hands += 1


def test_rewards_sum_to_minus_rake() -> None:
    for rake in (None, razz.Rake("1/10", 1)):
        env = rl.BatchEnv(64, razz.Rules(rake=rake), [40] * 4)
        won = np.concatenate([step.rewards[step.done] for _, step in steps(env, 3, 60)])
        assert len(won) > 200
        if rake is None:
            assert not won.sum(axis=1).any()
        else:
            assert (won.sum(axis=1) <= 0).all()
            assert (won.sum(axis=1) < 0).sum() > 50


def test_the_same_for_any_threads_and_with_copies() -> None:
    def run(**options: bool | int) -> list[tuple[NDArray[np.generic], ...]]:
        env = rl.BatchEnv(101, seats=4, **options)  # type: ignore[arg-type]
        return [tuple(array.copy() for array in step) for _, step in steps(env, 9, 60)]

    one = run()
    for other in (run(threads=2), run(threads=8), run(copy=True)):
        for a, b in zip(one, other, strict=True):
            for x, y in zip(a, b, strict=True):
                np.testing.assert_array_equal(x, y)


def test_arrays_are_made_once_unless_copied() -> None:
    env = rl.BatchEnv(3)
    first = env.step(env.reset(1).mask.argmax(axis=1))
    second = env.step(first.mask.argmax(axis=1))
    assert all(a is b for a, b in zip(first, second, strict=True))
    assert first.observations is env.observations
    copies = rl.BatchEnv(3, copy=True)
    reset = copies.reset(1)
    assert not any(np.shares_memory(a, b) for a in reset for b in (copies.observations, copies.mask, copies.to_act))
    kept = copies.step(reset.mask.argmax(axis=1))
    before = kept.observations.copy()
    copies.step(kept.mask.argmax(axis=1))
    np.testing.assert_array_equal(kept.observations, before)


def everything(env: rl.BatchEnv) -> list[object]:
    arrays = [env.observations, env.mask, env.to_act, env.rewards, env.done, env.indices]
    return [*(array.tolist() for array in arrays), [env.state(game) for game in range(env.n)], env.seed]


def test_a_refused_step_changes_nothing() -> None:
    env = rl.BatchEnv(6, seats=3)
    for _ in steps(env, 2, 5):
        pass
    before = everything(env)
    right = env.mask.argmax(axis=1)
    for game in range(6):
        wrong = right.copy()
        wrong[game] = int(np.flatnonzero(~env.mask[game])[0])
        wrong[-1] = wrong[-1] if game == 5 else 9
        with pytest.raises(
            razz.IllegalActionError, match=rf"actions\[{game}\]: code {wrong[game]} in game {game}: exp"
        ):
            env.step(wrong)
    refusals: list[tuple[object, type[Exception], str]] = [
        ([0] * 5, ValueError, r"expected shape \(6,\), found shape \(5,\)"),
        ([0] * 7, ValueError, r"expected shape \(6,\), found shape \(7,\)"),
        (np.zeros(0, np.uint8), ValueError, r"expected shape \(6,\), found shape \(0,\)"),
        ([[0] * 6], ValueError, "expected shape"),
        ([0.0] * 6, TypeError, "integers"),
        ([True] * 6, TypeError, "integers"),
        ([-1] * 6, razz.IllegalActionError, r"actions\[0\]: code -1 in game 0: expected"),
        ([*right[:5], 300], razz.IllegalActionError, r"actions\[5\]: code 300 in game 5: expected"),
        (np.array([*right[:5], 256], np.uint64), razz.IllegalActionError, "code 256 in game 5"),
        (
            np.array([*right[:5], 2**64 - 1], np.uint64),
            ValueError,
            r"actions\[5\]: expected an action code, found 18446",
        ),
    ]
    for actions, kind, message in refusals:
        with pytest.raises(kind, match=message):
            env.step(actions)  # type: ignore[arg-type]
    assert everything(env) == before
    env.step(right)


@given(st.integers(0, 2**32), st.integers(0, 40))
def test_a_state_set_again_changes_nothing(seed: int, count: int) -> None:
    """Its hand goes on with the cards that would have come."""
    choice = random.Random(seed)
    rules = choice.choice(RULES)
    stacks = choice.choice([[200] * 3, SHORT, [30] * 8])
    env, other = rl.BatchEnv(2, rules, stacks), rl.BatchEnv(2, rules, stacks)
    for _ in steps(env, seed, count):
        pass
    other.reset(seed)
    for game in range(2):
        other.set_state(game, env.state(game), index=env.indices[game])
    env.rewards[...], env.done[...] = 0, False
    assert everything(other) == everything(env)
    numbers = np.random.default_rng(seed)
    for _ in range(10):
        actions = any_legal(numbers, env.mask)
        env.step(actions)
        other.step(actions)
        assert everything(other) == everything(env)


@pytest.mark.parametrize("preset", ["TDA", "ROBERT"])
def test_a_state_set_again_when_the_deck_runs_out(preset: str) -> None:
    """Which cards were burned makes no difference: what is scrambled and dealt on seventh street is the same."""
    rules = razz.Rules.preset(preset, ante=1, bring_in=2, small_bet=4, big_bet=8)
    env, other = rl.BatchEnv(60, rules, [200] * 8), rl.BatchEnv(60, rules, [200] * 8)
    env.reset(2)
    other.reset(2)
    folds, over, burned = np.arange(60) % 3, np.zeros(60, dtype=bool), set()
    for _ in range(60):
        for game in np.flatnonzero(~over):
            state = env.state(game)
            burned.add(state.burns)
            other.set_state(game, state, index=env.indices[game])
        codes = np.where(env.mask[:, rl.BRING_IN], rl.BRING_IN, rl.CHECK_CALL)
        folding = env.mask[:, rl.FOLD] & (folds > 0)
        codes[folding] = rl.FOLD
        folds[folding] -= 1
        env.step(codes)
        other.step(codes)
        over |= env.done
        np.testing.assert_array_equal(other.rewards, env.rewards)
        np.testing.assert_array_equal(other.observations, env.observations)
    assert over.all()
    assert {0, 1, 2, 3} <= burned


@given(st.integers(0, 2**32), st.integers(0, 50))
def test_any_state_can_be_set(seed: int, count: int) -> None:
    """Any rules, stacks and absent players; the hand ends as one of its own, then the table's own hands go on."""
    choice = random.Random(seed)
    state = played(random_start(choice), count, choice)
    env = rl.BatchEnv(2, stacks=[50] * state.seats)
    env.reset(seed)
    before = everything(env)
    if state.phase != "BET":
        try:
            env.set_state(1, state)
        except ValueError:
            with pytest.raises(ValueError, match="without a further betting decision"):
                env.set_state(1, state)
            assert everything(env) == before
            return
    env.set_state(1, state)
    now = env.state(1)
    for seat in range(state.seats):
        assert now.cards[seat][: len(state.cards[seat])] == state.cards[seat]
    assert len({card for hand in now.cards for card in hand}) == sum(len(hand) for hand in now.cards)
    assert state.phase == "DEAL" or now == state
    assert env.indices.tolist() == [0, 1]
    numbers = np.random.default_rng(seed)
    while not env.done[1]:
        last = env.state(1)
        env.step(any_legal(numbers, env.mask))
    assert last.starting_stacks == state.starting_stacks
    assert env.rewards[1].sum() <= 0
    assert env.state(1).starting_stacks == (50,) * state.seats
    assert env.indices[1] == 3


def test_a_new_beginning_has_no_rewards() -> None:
    """Neither reset nor a state that is set leaves those of the hand before."""
    env = rl.BatchEnv(40, seats=2)
    start = razz.State.start(razz.Rules(), [100, 100])

    def fold() -> None:
        env.reset(1)
        env.step(np.full(40, rl.BRING_IN))
        env.step(np.full(40, rl.FOLD))
        assert env.done.all()
        assert env.rewards.any(axis=1).all()

    fold()
    env.reset(1)
    assert not env.done.any()
    assert not env.rewards.any()
    fold()
    env.set_state(3, start)
    others = np.arange(40) != 3
    assert not env.done[3]
    assert not env.rewards[3].any()
    assert env.done[others].all()
    assert env.rewards[others].any(axis=1).all()


def test_states_that_cannot_be_set() -> None:
    env = rl.BatchEnv(2, seats=2)
    start = razz.State.start(razz.Rules(), [100, 100])
    refusals: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: env.set_state(2, start), ValueError, "game: expected 0 to 1, found 2"),
        (lambda: env.set_state(-1, start), ValueError, "game: expected 0 to 1, found -1"),
        (lambda: env.state(2), ValueError, "game: expected 0 to 1"),
        (lambda: env.set_state(0, start.deal("2c 3c ??")), ValueError, "seat 0 has unknown cards"),
        (lambda: env.set_state(0, razz.State.start(razz.Rules(), [9] * 3)), ValueError, "expected 2 seats, found 3"),
        (lambda: env.set_state(0, razz.State.start(razz.Rules(), [1, 1])), ValueError, "without a further betting"),
        (lambda: env.set_state(0, 5), TypeError, "expected a State, found 5"),  # type: ignore[arg-type]
        (lambda: env.set_state(0, start, index=-1), ValueError, "index"),
    ]
    before = everything(env)
    for call, kind, message in refusals:
        with pytest.raises(kind, match=message):
            call()
    assert everything(env) == before


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ((0,), ValueError, "n: expected 1 to 65536"),
        ((2**16 + 1,), ValueError, "n: expected 1 to 65536"),
        ((-1,), ValueError, "n: expected 1 to 65536"),
        (("4",), TypeError, "n: expected 1 to 65536"),
        ((True,), TypeError, "n: expected 1 to 65536 games, found True"),
        ((1, razz.Rules(), [1, 1, 1]), ValueError, "nobody ever has a choice"),
        ((1, razz.Rules(), [1, 50]), ValueError, "nobody ever has a choice"),
        ((1, razz.Rules(), [50]), ValueError, "stacks: expected 2 to 8"),
        ((1, 7), TypeError, "rules: expected Rules, found 7"),
    ],
)
def test_environments_that_cannot_be_made(arguments: tuple[object, ...], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        rl.BatchEnv(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(("threads", "kind"), [(0, ValueError), (-1, ValueError), ("2", TypeError), (1.5, TypeError)])
def test_threads_are_looked_at_when_it_is_made(threads: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind, match="threads: expected"):
        rl.BatchEnv(1, threads=threads)


def test_seats_or_stacks() -> None:
    with pytest.raises(TypeError, match="seats: give either seats or stacks"):
        rl.BatchEnv(1, stacks=[9, 9], seats=2)
    assert rl.BatchEnv(1, seats=8).stacks == (1000,) * 8
    for seats in (2.0, "2", True):
        with pytest.raises(TypeError, match=f"seats: expected an integer from 2 to 8, found {seats!r}"):
            rl.BatchEnv(1, seats=seats)  # type: ignore[arg-type]
    assert rl.BatchEnv(np.int64(2), seats=2).reset(1).mask.shape == (2, 4)  # type: ignore[arg-type]


def test_a_pickled_environment_goes_on_the_same() -> None:
    env = rl.BatchEnv(9, RULES[2], SHORT, threads=2)
    for _ in steps(env, 4, 30):
        pass
    env.set_state(3, razz.State.start(razz.Rules(), [70] * 5).deal_random(3))
    other = pickle.loads(pickle.dumps(env))
    assert everything(other) == everything(env)
    assert repr(other) == repr(env)
    choice = np.random.default_rng(1)
    for _ in range(60):
        actions = any_legal(choice, env.mask)
        env.step(actions)
        other.step(actions)
        assert everything(other) == everything(env)


def test_the_seed() -> None:
    env = rl.BatchEnv(4)
    assert rl.BatchEnv(4).seed != env.seed
    assert env.reset(9).observations is env.observations
    assert env.seed == 9
    first = env.observations.copy()
    np.testing.assert_array_equal(rl.BatchEnv(2).reset(9).observations, first[:2])
    env.reset()
    assert env.seed != 9


def test_a_new_environment_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `reset` it is what `reset` makes of its seed, and its hands are begun but once."""

    class Spy:
        def __init__(self, *arguments: Any) -> None:
            self.games: Any = games(*arguments)

        def __getattr__(self, name: str) -> Any:
            asked.append(name)
            return getattr(self.games, name)

    asked: list[str] = []
    games = vars(rl)["Games"]
    monkeypatch.setattr(rl, "Games", Spy)
    env = rl.BatchEnv(5, seats=3)
    assert asked == ["indices", "show"]
    monkeypatch.undo()
    other = rl.BatchEnv(5, seats=3)
    other.reset(env.seed)
    assert everything(other) == everything(env)
    assert not env.rewards.any()
    assert not env.done.any()


def test_one_thread_at_a_time() -> None:
    """Threads that share an environment get an error or a step of their own, never a torn one."""
    env = rl.BatchEnv(20_000, seats=2, copy=True)
    refused: list[str] = []
    done: list[int] = []

    def work() -> None:
        for _ in range(10):
            try:
                env.reset(1)
                done.append(1)
            except RuntimeError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) + len(refused) == 40
    assert set(refused) <= {"BatchEnv: it is in use by another thread"}
    np.testing.assert_array_equal(env.observations, rl.BatchEnv(20_000, seats=2).reset(1).observations)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_goes_on() -> None:
    env = rl.BatchEnv(64, threads=4)
    actions = env.reset(1).mask.argmax(axis=1)
    env.step(actions)
    child = os.fork()
    if child == 0:
        os._exit(0 if env.step(env.mask.argmax(axis=1)).observations.any() else 1)
    assert os.waitpid(child, 0)[1] == 0
