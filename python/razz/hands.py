"""Many hands at once, in NumPy arrays: strengths, winners, hands without suits, all hands there are.

A card is 4 * rank + suit (rank 0 the ace to 12 the king; suit 0 clubs to 3 spades), a strength is 1 (K-K-K-K-Q) to
6,175 (the wheel), greater is stronger.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from razz import _razz

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Cards: TypeAlias = "NDArray[np.uint8]"
Strengths: TypeAlias = "NDArray[np.uint16]"


def evaluate_many(
    cards: ArrayLike, *, out: Strengths | None = None, validate: bool = True, threads: int | None = 1
) -> Strengths:
    """The strength of the best low of each row of five to seven cards.

    Parameters
    ----------
    cards : array_like of int, shape (..., 5), (..., 6) or (..., 7)
        Card numbers 0 to 51, different within a row. A uint8 array that is contiguous in C order is read in place;
        anything else is converted with one copy.
    out : ndarray of uint16, shape (...), optional
        Where the strengths go; it may be strided. What it holds after an error is not specified.
    validate : bool, default True
        Look for numbers above 51 and for cards twice in a row. Without, such rows get a meaningless strength.
    threads : int or None, default 1
        How many threads work; None: as many as there are cores, or RAZZ_NUM_THREADS.

    Returns
    -------
    ndarray of uint16, shape (...)
        1 (K-K-K-K-Q) to 6,175 (the wheel), greater is stronger; `out` if it was given.

    Raises
    ------
    TypeError
        Neither integers nor convertible to them, or an `out` that is no array of uint16.
    ValueError
        A wrong shape, what is no card or a card twice; the first bad row is named.
    Interrupted
        Ctrl-C.

    Notes
    -----
    The GIL is released. If another thread changes `cards` meanwhile the strengths of the rows concerned are
    meaningless, and nothing else happens. The ranking is that of ace-to-five low, `LowHand`.

    Examples
    --------
    >>> import numpy as np, razz
    >>> hands = np.array([[3, 7, 11, 15, 19, 50, 49], [0, 1, 2, 4, 5, 6, 51]], dtype=np.uint8)
    >>> razz.evaluate_many(hands)
    array([6175, 2018], dtype=uint16)
    >>> razz.evaluate_many([[3, 7, 11, 15, 19], [0, 1, 2, 4, 52]])
    Traceback (most recent call last):
    ...
    ValueError: cards[1]: 52 at position 4 is no card, expected 0 to 51
    """
    source = _integers(cards, "cards")
    _expect_axis(source, "cards", (5, 6, 7))
    return _evaluate(source, out=out, validate=validate, threads=threads)


def _evaluate(
    source: NDArray[Any],
    *,
    out: Strengths | None = None,
    validate: bool = True,
    threads: int | None = 1,
    kernel: str | None = None,
) -> Strengths:
    width = source.shape[-1]
    plain = _narrow(source, np.uint8)
    result, flat = _output(out, source.shape[:-1], plain)
    _razz.evaluate_rows(plain.reshape(-1), width, flat, source, validate=validate, threads=threads, kernel=kernel)
    return _deliver(result, flat)


def kernels() -> list[str]:
    """The ways to evaluate rows that this machine has, the slowest first; `evaluate_many` takes the last.

    Examples
    --------
    >>> from razz.hands import kernels
    >>> kernels()[0]
    'scalar'
    """
    return _razz.kernels()


def evaluate_ranks(
    counts: ArrayLike | None = None, *, sets: ArrayLike | None = None, out: Strengths | None = None
) -> Strengths:
    """The strength of hands given without suits: as counts of each rank, or as sets of distinct ranks.

    Parameters
    ----------
    counts : array_like of int, shape (..., 13)
        How many cards of each rank a hand has, ace first: 0 to 4 each, five to seven in all.
    sets : array_like of int, shape (...)
        Instead of `counts`, five or more distinct ranks as a number of 13 bits: bit 0 the ace, bit 12 the king.
    out : ndarray of uint16, shape (...), optional
        Where the strengths go; it may be strided. What it holds after an error is not specified.

    Returns
    -------
    ndarray of uint16, shape (...)
        As of `evaluate_many`; `out` if it was given.

    Raises
    ------
    TypeError
        Both or neither of `counts` and `sets`, or not integers.
    ValueError
        A wrong shape, number of cards, or what is no set of five ranks; the first bad row is named.
    Interrupted
        By Ctrl-C.

    Examples
    --------
    >>> import razz
    >>> wheel = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 2]
    >>> razz.evaluate_ranks([wheel, [4, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]])
    array([6175,  312], dtype=uint16)
    >>> razz.evaluate_ranks(sets=[0b11111, 0b101111])
    array([6175, 6174], dtype=uint16)
    """
    if (counts is None) == (sets is None):
        raise TypeError("evaluate_ranks: expected one of counts and sets")
    if sets is not None:
        source = _integers(sets, "sets")
        plain = _narrow(source, np.uint16)
        result, flat = _output(out, source.shape, plain)
        _razz.evaluate_sets(plain.reshape(-1), flat, source)
    else:
        source = _integers(counts, "counts")
        _expect_axis(source, "counts", (13,))
        plain = _narrow(source, np.uint8)
        result, flat = _output(out, source.shape[:-1], plain)
        _razz.evaluate_counts(plain.reshape(-1), flat, source)
    return _deliver(result, flat)


class Showdowns(NamedTuple):
    """What `showdown_many` gives: who wins each pot, and how much of it.

    Examples
    --------
    >>> import razz
    >>> winners, shares = razz.showdown_many([[[3, 7, 11, 15, 19], [0, 4, 8, 12, 20]]])
    >>> winners, shares
    (array([1], dtype=uint8), array([[1., 0.]]))
    """

    winners: NDArray[np.uint8]
    """Sets of winning seats, shape (...): bit i for seat i, seats counted from 0."""
    shares: NDArray[np.float64]
    """Shares of the pot, shape (..., players): 0, or 1 over the number of winners."""


def showdown_many(cards: ArrayLike, *, validate: bool = True, threads: int | None = 1) -> Showdowns:
    """Who wins each of many showdowns, every hand against all others of its row.

    Parameters
    ----------
    cards : array_like of int, shape (..., players, 5), (..., players, 6) or (..., players, 7)
        The cards of one to eight players, as for `evaluate_many`. Whether two players hold the same card is not looked
        at: a community card is one that all hold.
    validate, threads
        As for `evaluate_many`.

    Returns
    -------
    Showdowns
        ``winners`` and ``shares``. Equal hands share equally, suits never decide.

    Raises
    ------
    TypeError, ValueError, Interrupted
        As for `evaluate_many`.

    Examples
    --------
    >>> import numpy as np, razz
    >>> names = ["As2s3s4s5sKdKh", "Ac2c3c4c5c9d9h", "2d2h7c7d8h9cTh"]
    >>> result = razz.showdown_many([[razz.parse_cards(name) for name in names]])
    >>> result.winners, result.shares
    (array([3], dtype=uint8), array([[0.5, 0.5, 0. ]]))
    """
    source = _integers(cards, "cards")
    _expect_axis(source, "cards", (5, 6, 7))
    if source.ndim < 2 or not 1 <= source.shape[-2] <= 8:
        raise ValueError(f"cards: expected shape (..., players, 7) with 1 to 8 players, found shape {source.shape}")
    strengths = _evaluate(source, validate=validate, threads=threads)
    winners = np.empty(strengths.shape[:-1], dtype=np.uint8)
    shares = np.empty(strengths.shape, dtype=np.float64)
    _razz.showdown_rows(strengths.reshape(-1), strengths.shape[-1], winners.reshape(-1), shares.reshape(-1))
    return Showdowns(winners, shares)


def _integers(values: ArrayLike | None, name: str) -> NDArray[Any]:
    """The values as an array, if they are integers."""
    array = np.asarray(values)
    if array.dtype == object:
        # Cards, which are integers where one is asked for.
        try:
            array = np.fromiter(map(operator.index, array.reshape(-1)), np.int64, array.size).reshape(array.shape)
        except (TypeError, OverflowError) as fault:
            raise TypeError(f"{name}: expected an array of integers or Cards, found one of objects ({fault})") from None
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected an array of integers, found one of {array.dtype}")
    return array


def _expect_axis(array: NDArray[Any], name: str, sizes: tuple[int, ...]) -> None:
    if array.ndim == 0 or array.shape[-1] not in sizes:
        shapes = " or ".join(f"(..., {size})" for size in sizes)
        raise ValueError(f"{name}: expected shape {shapes}, found shape {array.shape}")


def _narrow(array: NDArray[Any], dtype: type[np.uint8] | type[np.uint16]) -> NDArray[Any]:
    """The values as a C-contiguous array of a narrow type; what is too large or negative becomes its greatest number.

    That is no card, no count and no set, so that it is found as such.
    """
    if array.dtype == dtype:
        return np.ascontiguousarray(array)
    unsigned = array.view(np.dtype(f"{array.dtype.byteorder}u{array.dtype.itemsize}"))
    narrow = np.empty(array.shape, dtype=dtype)
    np.minimum(unsigned, np.iinfo(dtype).max, out=narrow, casting="unsafe")
    return narrow


def _action_codes(values: ArrayLike, name: str) -> NDArray[Any]:
    """Action codes as the core takes them: uint8 as it is, all else as int64."""
    array = _integers(values, name)
    if array.dtype == np.uint64 and array.size and array.max() >= 2**63:
        at = int(array.reshape(-1).argmax())
        raise ValueError(f"{name}[{at}]: expected an action code, found {array.reshape(-1)[at]}")
    return np.asarray(array, dtype=None if array.dtype == np.uint8 else np.int64, order="C")


def _output(out: Strengths | None, shape: tuple[int, ...], source: NDArray[Any]) -> tuple[Strengths, Strengths]:
    """The array to return, and a flat contiguous one for the core to write to."""
    if out is None:
        out = np.empty(shape, dtype=np.uint16)
        return out, out.reshape(-1)
    given: Any = out
    if not isinstance(given, np.ndarray) or given.dtype != np.uint16:
        found = getattr(given, "dtype", type(given).__name__)
        raise TypeError(f"out: expected an array of uint16, found {found}")
    if out.shape != shape:
        raise ValueError(f"out: expected shape {shape}, found shape {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out: the array is read-only")
    if out.flags.c_contiguous and not np.may_share_memory(out, source):
        return out, out.reshape(-1)
    return out, np.empty(out.size, dtype=np.uint16)


def _deliver(result: Strengths, flat: Strengths) -> Strengths:
    """Copy to the array to return what was not written there."""
    if not np.may_share_memory(result, flat):
        result[...] = flat.reshape(result.shape)
    return result
