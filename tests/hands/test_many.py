"""evaluate_many, evaluate_ranks and showdown_many: all arrays they take, all kernels, what they refuse."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import razz
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from razz import _razz, hands

from tests.reference import evaluator as twin

KERNELS = _razz.kernels()


def random_rows(rows: int, width: int, seed: int = 1) -> NDArray[np.uint8]:
    """Rows of different cards, uniformly random."""
    keys = np.random.default_rng(seed).random((rows, 52))
    return np.argpartition(keys, width, axis=1)[:, :width].astype(np.uint8)


def multisets(size: int) -> list[tuple[int, ...]]:
    """All ways to hold `size` cards by their counts of the 13 ranks."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(13):
        found = [(*counts, count) for counts in found for count in range(5) if sum(counts) + count <= size]
    return [counts for counts in found if sum(counts) == size]


@st.composite
def rows(draw: st.DrawFn) -> list[list[int]]:
    width = draw(st.integers(5, 7))
    low = draw(st.integers(0, 9))
    cards = st.integers(0, 51) | st.integers(4 * low, 4 * low + 15)
    return draw(st.lists(st.lists(cards, min_size=width, max_size=width, unique=True), min_size=1, max_size=80))


@given(rows())
def test_bulk_is_the_twin(hands_: list[list[int]]) -> None:
    expected = [twin.strength(hand) for hand in hands_]
    assert razz.evaluate_many(hands_).tolist() == expected
    assert [razz.evaluate(hand).strength for hand in hands_] == expected


@pytest.mark.parametrize(("size", "number"), [(5, 6_175), (6, 18_395), (7, 49_205)])
def test_all_rank_multisets(size: int, number: int) -> None:
    every = multisets(size)
    assert len(every) == number
    rng = random.Random(size)
    cards = np.empty((number, size), dtype=np.uint8)
    for row, counts in zip(cards, every, strict=True):
        held = [4 * rank + suit for rank, count in enumerate(counts) for suit in rng.sample(range(4), count)]
        rng.shuffle(held)
        row[:] = held
    expected = [
        twin.strength_of_ranks(rank for rank, count in enumerate(counts) for _ in range(count)) for counts in every
    ]
    assert "scalar" in KERNELS
    for kernel in KERNELS:
        assert hands._evaluate(cards, kernel=kernel).tolist() == expected, kernel
    assert razz.evaluate_ranks(every).tolist() == expected


def test_random_hands_in_all_kernels() -> None:
    cards = random_rows(300_000, 7)
    expected = hands._evaluate(cards, kernel="scalar")
    for kernel in KERNELS:
        assert np.array_equal(hands._evaluate(cards, kernel=kernel), expected), kernel
        assert np.array_equal(hands._evaluate(cards, kernel=kernel, validate=False, threads=2), expected), kernel
    assert [twin.strength(hand) for hand in cards[:500].tolist()] == expected[:500].tolist()


CONTIGUOUS = random_rows(60, 7).reshape(3, 20, 7)


@pytest.mark.parametrize(
    "convert",
    [
        lambda a: a.astype(np.int8),
        lambda a: a.astype(np.int16),
        lambda a: a.astype(">u2"),
        lambda a: a.astype(np.int32),
        lambda a: a.astype(">i8"),
        lambda a: a.astype(np.uint64),
        lambda a: np.asfortranarray(a),
        lambda a: np.asfortranarray(a.astype(">i4")),
        lambda a: np.repeat(a, 3, axis=0)[::3],
        lambda a: a[:, ::-1][:, ::-1],
        lambda a: np.pad(a, ((1, 1), (2, 2), (3, 3)))[1:-1, 2:-2, 3:-3],
        lambda a: np.frombuffer(a.tobytes(), np.uint8).reshape(a.shape),
        lambda a: np.frombuffer(b"x" + a.tobytes(), np.uint8, offset=1).reshape(a.shape),
        lambda a: a.tolist(),
        lambda a: [[[razz.Card.from_index(card) for card in hand] for hand in block] for block in a.tolist()],
    ],
)
def test_any_integers_in_any_layout(convert: Callable[[NDArray[Any]], NDArray[Any]]) -> None:
    expected = np.array([[twin.strength(hand) for hand in block] for block in CONTIGUOUS.tolist()])
    found = razz.evaluate_many(convert(CONTIGUOUS))
    assert found.dtype == np.uint16
    assert np.array_equal(found, expected)


def test_contiguous_bytes_are_read_in_place() -> None:
    assert hands._narrow(CONTIGUOUS, np.uint8) is CONTIGUOUS


def test_shapes() -> None:
    assert razz.evaluate_many(CONTIGUOUS[0, 0]).shape == ()
    assert razz.evaluate_many(CONTIGUOUS[0, 0]) == twin.strength(CONTIGUOUS[0, 0].tolist())
    for shape in ((0, 7), (0, 3, 5), (2, 0, 6)):
        empty = razz.evaluate_many(np.empty(shape, dtype=np.uint8))
        assert empty.shape == shape[:-1]
        assert empty.dtype == np.uint16
    assert razz.evaluate_ranks(sets=0b11111) == 6175
    assert razz.evaluate_ranks(sets=np.empty((2, 0), dtype=np.int64)).shape == (2, 0)


def test_out_of_any_layout() -> None:
    expected = razz.evaluate_many(CONTIGUOUS)
    flat = np.zeros((3, 20), dtype=np.uint16)
    strided = np.zeros((3, 40), dtype=np.uint16)[:, ::2]
    fortran = np.zeros((20, 3), dtype=np.uint16).T
    for out in (flat, strided, fortran):
        assert razz.evaluate_many(CONTIGUOUS, out=out) is out
        assert np.array_equal(out, expected)
    # Strengths over the very bytes that the cards are read from.
    memory = CONTIGUOUS[0].copy()
    overlapping = memory.reshape(-1)[:40].view(np.uint16)
    assert np.array_equal(razz.evaluate_many(memory, out=overlapping), expected[0])
    counts = np.zeros((1, 13), dtype=np.uint8)
    counts[0, :5] = 1
    out = np.zeros(1, dtype=np.uint16)
    assert razz.evaluate_ranks(counts, out=out) is out
    assert out.tolist() == [6175]


def with_value(row: tuple[int, ...], value: Any, dtype: Any = np.uint8) -> NDArray[Any]:
    cards = CONTIGUOUS.astype(dtype)
    cards[row] = value
    return cards


TWICE = str(razz.Card.from_index(int(CONTIGUOUS[1, 17, 0])))


@pytest.mark.parametrize(
    ("fault", "error", "text"),
    [
        (lambda: razz.evaluate_many(CONTIGUOUS.astype(float)), TypeError, "cards: .* integers, found one of float64"),
        (lambda: razz.evaluate_many(CONTIGUOUS > 3), TypeError, "cards: .* integers, found one of bool"),
        (lambda: razz.evaluate_many([["As", "2s"]]), TypeError, "cards: expected an array of integers, found one of"),
        (lambda: razz.evaluate_many(np.array([[razz.Card("As"), 1.5]])), TypeError, "cards: .* integers or Cards"),
        (lambda: razz.evaluate_many(None), TypeError, "cards: expected an array of integers"),  # type: ignore[arg-type]
        (lambda: razz.evaluate_many([[1] * 4]), ValueError, r"cards: expected shape \(..., 5\) .*shape \(1, 4"),
        (lambda: razz.evaluate_many([[1] * 8]), ValueError, r"found shape \(1, 8\)"),
        (lambda: razz.evaluate_many(np.uint8(3)), ValueError, r"found shape \(\)"),
        (lambda: razz.evaluate_many(with_value((1, 17, 3), 52)), ValueError, r"cards\[1, 17\]: 52 at position 3 is no"),
        (lambda: razz.evaluate_many(with_value((1, 17, 3), 255)), ValueError, r"cards\[1, 17\]: 255 at position 3 is"),
        (lambda: razz.evaluate_many(with_value((1, 17, 3), -1, int)), ValueError, r"cards\[1, 17\]: -1 at position 3"),
        (lambda: razz.evaluate_many(with_value((1, 17, 3), -2, "i1")), ValueError, r"cards\[1, 17\]: -2 at position 3"),
        (lambda: razz.evaluate_many(with_value((1, 17, 3), 300, int)), ValueError, r"cards\[1, 17\]: 300 at position"),
        (lambda: razz.evaluate_many(with_value((1, 17, 3), 2**40, ">i8")), ValueError, rf"\[1, 17\]: {2**40} at posit"),
        (
            lambda: razz.evaluate_many(with_value((1, 17, 3), CONTIGUOUS[1, 17, 0])),
            ValueError,
            rf"cards\[1, 17\]: duplicate card {TWICE} \({CONTIGUOUS[1, 17, 0]}\) at position 3",
        ),
        (lambda: razz.evaluate_many([0, 1, 2, 3, 99]), ValueError, "cards: 99 at position 4 is no card"),
        (lambda: razz.evaluate_many(CONTIGUOUS, threads=0), ValueError, "threads: expected 1 or more, found 0"),
        (lambda: razz.evaluate_many(CONTIGUOUS, threads=-1), ValueError, "threads: .* found -1"),
        (lambda: razz.evaluate_many(CONTIGUOUS, out=[1]), TypeError, "out: .* found list"),  # type: ignore[arg-type]
        (lambda: razz.evaluate_many(CONTIGUOUS, out=np.zeros((3, 20))), TypeError, "out: .* uint16, found float64"),  # type: ignore[arg-type]
        (lambda: razz.evaluate_many(CONTIGUOUS, out=np.zeros(60, "u2")), ValueError, r"out: expected shape \(3, 20\)"),
        (lambda: hands._evaluate(CONTIGUOUS, kernel="abacus"), ValueError, 'kernel: .*"scalar".* found "abacus"'),
        (lambda: razz.evaluate_ranks(), TypeError, "expected one of counts and sets"),
        (lambda: razz.evaluate_ranks([1] * 13, sets=31), TypeError, "expected one of counts and sets"),
        (lambda: razz.evaluate_ranks([[1] * 12]), ValueError, r"counts: .* \(..., 13\), found shape \(1, 12"),
        (lambda: razz.evaluate_ranks([[0] * 13]), ValueError, r"counts\[0\]: 0 cards, expected 5 to 7"),
        (lambda: razz.evaluate_ranks([1] * 13), ValueError, "counts: 13 cards, expected 5 to 7"),
        (lambda: razz.evaluate_ranks([[1] * 6 + [0] * 7, [0, 6] + [0] * 11]), ValueError, r"counts\[1\]: 6 cards of"),
        (lambda: razz.evaluate_ranks([[0, -6] + [0] * 11]), ValueError, r"counts\[0\]: -6 cards of rank 1, expected 0"),
        (lambda: razz.evaluate_ranks(sets=[31, 15]), ValueError, r"sets\[1\]: 15 is no set of five ranks or more"),
        (lambda: razz.evaluate_ranks(sets=8192 + 31), ValueError, "sets: 8223 is no set"),
        (lambda: razz.evaluate_ranks(sets=[[70000]]), ValueError, r"sets\[0, 0\]: 70000 is no set"),
        (lambda: razz.evaluate_ranks(sets=[31.0]), TypeError, "sets: expected an array of integers"),
        (lambda: razz.showdown_many([[1, 2, 3, 4, 5]] * 9), ValueError, "1 to 8 players, found shape"),
        (lambda: razz.showdown_many([1, 2, 3, 4, 5]), ValueError, "1 to 8 players, found shape"),
        (lambda: razz.showdown_many(with_value((2, 1, 0), 52)[:, :8]), ValueError, r"cards\[2, 1\]: 52 at position 0"),
    ],
)  # fmt: skip
def test_bad_input_says_what_and_where(fault: Callable[[], object], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        fault()


def test_read_only_arrays() -> None:
    cards = CONTIGUOUS.copy()
    cards.flags.writeable = False
    expected = razz.evaluate_many(CONTIGUOUS)
    assert np.array_equal(razz.evaluate_many(cards), expected)
    out = np.zeros((3, 20), dtype=np.uint16)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="out: the array is read-only"):
        razz.evaluate_many(cards, out=out)


@given(st.integers(1, 8), st.integers(5, 7), st.integers(0, 2**32))
def test_showdowns_are_those_of_single_hands(players: int, width: int, seed: int) -> None:
    decks = random_rows(20, players * width if players * width <= 52 else width, seed)
    if players * width > 52:  # Eight with seven: overlapping hands serve as well, for nobody looks.
        decks = np.concatenate([random_rows(20, width, seed + seat) for seat in range(players)], axis=1)
    cards = decks.reshape(4, 5, players, width)
    winners, shares = razz.showdown_many(cards)
    assert (winners.shape, shares.shape) == ((4, 5), (4, 5, players))
    for place in np.ndindex(4, 5):
        lows = [razz.evaluate(hand) for hand in cards[place].tolist()]
        best = [seat for seat, low in enumerate(lows) if low == max(lows)]
        assert winners[place] == sum(1 << seat for seat in best)
        assert shares[place].tolist() == [1 / len(best) if seat in best else 0 for seat in range(players)]


def test_threads_give_the_same() -> None:
    cards = np.tile(random_rows(1_000, 7), (300, 1))
    expected = razz.evaluate_many(cards)
    for threads in (2, 5, None):
        assert np.array_equal(razz.evaluate_many(cards, threads=threads), expected)
    cards[[299_999, 190_000, 70_000]] = 52
    for threads in (1, 2, 5):
        with pytest.raises(ValueError, match=r"cards\[70000\]: 52 at position 0"):
            razz.evaluate_many(cards, threads=threads)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c(threads: int) -> None:
    """Hands enough for some seconds, of zeros that the system need not keep, stop before the last of them."""
    cards = np.zeros((400_000_000, 7), np.uint8)
    cards[-1] = range(7)
    out = np.zeros(len(cards), np.uint16)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(razz.Interrupted) as caught:
        razz.evaluate_many(cards, out=out, validate=False, threads=threads)
    assert caught.value.partial is None
    assert out[-1] == 0


def test_ctrl_c_stops_ranks_between_pieces() -> None:
    counts = np.zeros((4_000_000, 13), np.uint8)
    counts[:, :5] = 1
    out = np.zeros(len(counts), np.uint16)

    def stop() -> None:
        while not out[0]:
            pass
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=stop).start()
    with pytest.raises(razz.Interrupted) as caught:
        razz.evaluate_ranks(counts, out=out)
    assert caught.value.partial is None
    assert out[-1] == 0


def test_faults_in_ranks_beyond_the_first_piece_are_found() -> None:
    sets = np.full(3_000_000, 31, np.uint16)
    assert (razz.evaluate_ranks(sets=sets) == 6175).all()
    sets[2_500_000] = 3
    with pytest.raises(ValueError, match=r"sets\[2500000\]: 3 is no set"):
        razz.evaluate_ranks(sets=sets)
    counts = np.zeros((1_200_000, 13), np.uint8)
    counts[:, :5] = 1
    counts[1_100_000, 0] = 5
    with pytest.raises(ValueError, match=r"counts\[1100000\]"):
        razz.evaluate_ranks(counts)


def test_showdowns_beyond_the_first_piece() -> None:
    deals = np.array([[[3, 7, 11, 15, 19], [0, 4, 8, 12, 20]], [[0, 4, 8, 12, 20], [3, 7, 11, 15, 19]]], np.uint8)
    winners, shares = razz.showdown_many(np.tile(deals, (600_000, 1, 1)))
    assert (winners.reshape(-1, 2) == [1, 2]).all()
    assert (shares.reshape(-1, 4) == [1, 0, 0, 1]).all()


def test_the_environment_limits_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAZZ_NUM_THREADS", "0")
    with pytest.raises(ValueError, match="RAZZ_NUM_THREADS"):
        razz.evaluate_many(CONTIGUOUS, threads=None)
    assert razz.evaluate_many(CONTIGUOUS, threads=2).shape == (3, 20)


def test_cards_that_change_meanwhile_do_no_harm() -> None:
    good = np.tile(random_rows(1_000, 7), (100, 1))
    cards, done = good.copy(), threading.Event()

    def disturb() -> None:
        rng = np.random.default_rng(3)
        while not done.is_set():
            cards[...] = rng.integers(0, 256, cards.shape, dtype=np.uint8)
            cards[...] = good

    other = threading.Thread(target=disturb)
    other.start()
    try:
        for validate in (True, False) * 20:
            for kernel in KERNELS:
                try:
                    found = hands._evaluate(cards, validate=validate, threads=2, kernel=kernel)
                except ValueError:
                    continue
                assert found.max() <= 6175
    finally:
        done.set()
        other.join()


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_works() -> None:
    """Threads of a job in the parent do not exist in the child; a job of its own needs new ones."""
    cards = np.tile(random_rows(1_000, 7), (300, 1))
    expected = razz.evaluate_many(cards, threads=2)
    busy = threading.Event()
    stop = threading.Event()

    def keep_busy() -> None:
        while not stop.is_set():
            razz.evaluate_many(cards, threads=2)
            busy.set()

    other = threading.Thread(target=keep_busy)
    other.start()
    busy.wait()
    try:
        for _ in range(5):
            child = os.fork()
            if child == 0:
                same = np.array_equal(razz.evaluate_many(cards, threads=2), expected)
                os._exit(0 if same else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        other.join()
