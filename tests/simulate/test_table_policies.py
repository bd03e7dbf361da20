"""Policies that are tables: the situation, the probabilities, validation, reproducibility."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import razz
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from razz.policies import SITUATION_SHAPE, Draws, Situation, Table, from_views, situation, table

SHAPE = (*SITUATION_SHAPE, 4)


def made(seed: int = 1) -> NDArray[np.float64]:
    return np.random.default_rng(seed).dirichlet([1, 1, 1, 1], size=SITUATION_SHAPE)


def always(code: int) -> NDArray[np.float64]:
    probabilities = np.zeros(SHAPE)
    probabilities[..., code] = 1
    return probabilities


def twin_situation(view: razz.View) -> tuple[int, ...]:
    """The docstring again, from the view's cards."""
    viewer = view.viewer
    assert viewer is not None
    cards = [*view.cards[viewer], view.community]
    low = sorted({card.rank.index for card in cards if card is not None and card.rank.index <= 7})[:5]
    own = 0 if not low else 2 * len(low) - 1 + (low[-1] <= 5)
    rivals = [seat for seat in range(len(view.cards)) if seat in view.live and seat != viewer]
    boards = [{card.rank.index for card in view.boards[seat]} for seat in rivals]
    board = max((len([rank for rank in ranks if rank <= 7]) for ranks in boards), default=0)
    return view.street - 3, own, board, min(view.bets, 4), int(len(rivals) > 1)


@given(st.integers(0, 2**64 - 1), st.sampled_from([2, 3, 6, 8]))
def test_the_situation(seed: int, seats: int) -> None:
    seen = []

    def look(view: razz.View, rng: Draws) -> razz.Action:
        where = situation(view)
        assert isinstance(where, Situation)
        assert where == twin_situation(view)
        assert all(0 <= part < size for part, size in zip(where, SITUATION_SHAPE, strict=True))
        seen.append(where)
        return rng.choice(view.legal_actions)

    razz.Simulation(razz.Rules(), [200] * seats, look, seed).batch(0, 3)
    assert seen
    with pytest.raises(ValueError, match="the view of a seat"):
        situation(razz.State.start(razz.Rules(), [9, 9]).public_view())


def test_a_table_is_its_probabilities_on_the_seat_s_stream() -> None:
    """The same decisions by a function that follows the documentation."""
    probabilities = made()
    codes = {"FOLD": 0, "CHECK": 1, "CALL": 1, "BRING_IN": 2, "COMPLETE": 3, "BET": 3, "RAISE": 3}

    def look_up(view: razz.View, rng: Draws) -> razz.Action:
        row = np.floor(probabilities[situation(view)] * 2**31 + 0.5).astype(int)
        weights = [int(row[codes[action.kind]]) for action in view.legal_actions]
        point = rng.integers(sum(weights))
        for action, weight in zip(view.legal_actions, weights, strict=True):
            if point < weight:
                return action
            point -= weight
        raise AssertionError

    for seats in (2, 5):
        jobs = [
            razz.Simulation(razz.Rules(), [300] * seats, policy, 5)
            for policy in (table(probabilities), from_views(look_up))
        ]
        assert [jobs[0].replay(index) for index in range(60)] == [jobs[1].replay(index) for index in range(60)]
    assert jobs[0].run(5000, threads=1) == jobs[0].run(5000, threads=2)


@pytest.mark.parametrize(("code", "name"), [(1, "check_call"), (0, "fold_to_bet")])
def test_what_is_not_legal_is_left_out(code: int, name: str) -> None:
    """Always FOLD checks and brings in where it cannot fold; always CHECK_CALL brings in."""
    ours = razz.simulate(2000, seats=4, policies=[table(always(code)), "random"], rng=3)
    theirs = razz.simulate(2000, seats=4, policies=[name, "random"], rng=3)
    assert [seat.to_dict() for seat in ours.seats] == [seat.to_dict() for seat in theirs.seats]


def test_a_table_is_a_value_with_a_digest(tmp_path: Path) -> None:
    ours = table(made())
    assert pickle.loads(pickle.dumps(ours)) == ours == table(made())
    assert hash(ours) == hash(table(made()))
    other = made()
    other[4, 10, 4, 4, 1] = other[4, 10, 4, 4, 1][::-1]
    assert table(other) != ours
    assert table(other).name != ours.name == f"table:{ours.name[6:]}"
    assert not ours.probabilities.flags.writeable
    job = razz.Simulation(razz.Rules(), [300] * 4, [ours, "random"], 5)
    assert pickle.loads(pickle.dumps(job)) == job
    stranger = razz.Simulation(razz.Rules(), [300] * 4, [table(other), "random"], 5)
    assert job.batch(0, 1).fingerprint != stranger.batch(0, 1).fingerprint
    assert list(job.run(10).policies) == [ours.name, "random"]
    np.save(tmp_path / "own.npy", made())
    np.savez(tmp_path / "own.npz", made())
    for name in ("own.npy", "own.npz"):
        assert table(tmp_path / name) == ours
        assert razz.Simulation(razz.Rules(), [300] * 4, f"table:{tmp_path / name},random", 5) == job


def test_learned_from_a_policy_it_plays_much_like_it() -> None:
    """Codes counted by situation over a log of random hands: the uniform table of docs comes out as random."""
    flat = table(np.full(SHAPE, 0.25))
    ours = razz.simulate(20_000, seats=3, policies=[flat, "random", "random"], rng=3)
    assert abs(ours.seats[0].result.mean) < 4.5 * ours.seats[0].result.std_error


def broken(place: tuple[int, ...], row: list[float]) -> NDArray[np.float64]:
    probabilities = made()
    probabilities[place] = row
    return probabilities


def two(path: Path) -> Path:
    np.savez(path, made(), made())
    return path


def text(path: Path) -> Path:
    path.write_text("no array")
    return path


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda _: table(np.zeros(SHAPE, int)), TypeError, "expected an array of floats, found int64"),
        (lambda _: table(np.zeros((5, 4))), ValueError, r"expected the shape \(5, 11, 5, 5, 2, 4\), found \(5, 4\)"),
        (lambda _: table(np.zeros(SHAPE)), ValueError, r"probabilities\[0, 0, 0, 0, 0\]: expected four from 0 to 1"),
        (lambda _: table(broken((1, 3, 0, 2, 1), [0.5, 0.5, 0.5, 0])), ValueError, r"probabilities\[1, 3, 0, 2, 1\]"),
        (lambda _: table(broken((4, 0, 0, 0, 0), [1.5, -0.5, 0, 0])), ValueError, r"\[4, 0, 0, 0, 0\].* -0.5"),
        (lambda _: table(broken((4, 0, 0, 0, 0), [float("nan"), 1, 0, 0])), ValueError, r"\[4, 0, 0, 0, 0\].*NaN"),
        (lambda path: table(path / "none.npy"), FileNotFoundError, "none.npy"),
        (lambda path: razz.simulate(1, policies=f"table:{path / 'none.npy'}"), FileNotFoundError, "none.npy"),
        (lambda path: table(text(path / "text.npy")), ValueError, "text.npy: expected a file of NumPy"),
        (lambda path: table(two(path / "two.npz")), ValueError, "found 2"),
    ],
)
def test_bad_tables_are_refused(call: Callable[[Path], Any], error: type[Exception], text: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=text):
        call(tmp_path)


def test_repr() -> None:
    assert repr(Table(always(1))).startswith("<Table ")
