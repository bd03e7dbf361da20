"""The 455 starting hands by rank: how often each is dealt, and exact equities."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from razz import _razz
from razz._arguments import path_of
from razz._progress import Progress, reporter
from razz._razz import Card, Rank
from razz.equities import whole

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

LETTERS = "A23456789TJQK"
#: Of the cached file; raise it when what is in the file, or its order, changes.
VERSION = 1
STARTS = 455


@dataclass(frozen=True, eq=False)
class StartingHands:
    """All three-card starts by rank, with exact equities. Made by `starting_hands`.

    The order is by highest rank, then the middle one, then the lowest: AAA, AA2, A22, 222, AA3, A23, … KKK.

    Attributes
    ----------
    labels : tuple of str
        ``"A23"``: the ranks of each start, ascending.
    ranks : ndarray of uint8, shape (455, 3)
        The same as numbers, 0 (ace) to 12 (king).
    probability : ndarray of float64, shape (455,)
        How often each is dealt, of all C(52,3) = 22,100.
    random : ndarray of float64, shape (455,)
        Equity heads-up against one unknown hand.
    behind : ndarray of float64, shape (455, 13)
        Equity heads-up against an unknown hand behind each door card, ace first.
    matrix : ndarray of float64, shape (455, 455)
        Equity of the start of the row against that of the column; NaN for the pairs that would need more than four
        cards of a rank.

    Examples
    --------
    >>> import razz
    >>> hands = razz.starting_hands()
    >>> i, j = hands.index("A23"), hands.index("678")
    >>> [round(float(x), 4) for x in (hands.matrix[i, j], hands.random[i], hands.behind[i, 12])]
    [0.5956, 0.7347, 0.8264]
    >>> int(np.isnan(hands.matrix).sum())
    325
    """

    labels: tuple[str, ...]
    ranks: NDArray[np.uint8]
    probability: NDArray[np.float64]
    random: NDArray[np.float64]
    behind: NDArray[np.float64]
    matrix: NDArray[np.float64]
    _index: dict[str, int] = field(repr=False)

    def index(self, start: str | Iterable[Card | int]) -> int:
        """The place of a start in all arrays.

        Parameters
        ----------
        start : str or iterable of Card or int
            Three ranks in any order (``"32A"``), or three cards.

        Examples
        --------
        >>> import razz
        >>> hands = razz.starting_hands()
        >>> hands.index("32A") == hands.index("As2h3d") == hands.index(razz.parse_cards("3d2hAs"))
        True
        """
        try:
            numbers = _ranks(start)
        except ValueError as fault:
            raise ValueError(f"start: expected three ranks or cards, such as A23, found {start!r} ({fault})") from None
        except TypeError:
            raise TypeError(f"start: expected three ranks or cards, such as A23, found {start!r}") from None
        label = "".join(LETTERS[rank] for rank in sorted(numbers))
        if label not in self._index:
            raise ValueError(f"start: expected three ranks or cards, found {start!r}")
        return self._index[label]

    def by_door(self, door: str | Rank, behind: str | Rank | None = None) -> NDArray[np.float64]:
        """The equities with one door card, by the two cards in the hole.

        Parameters
        ----------
        door : str or Rank
            One's own door card.
        behind : str or Rank, optional
            Against an unknown hand behind this door card; by default against a wholly unknown hand.

        Returns
        -------
        ndarray of float64, shape (13, 13)
            Rows by the higher card in the hole, columns by the lower, ace first; NaN where the column is the higher.

        Examples
        --------
        >>> import razz
        >>> round(float(razz.starting_hands().by_door("3")[1, 0]), 4)
        0.7347
        """
        own = Rank(str(door))
        values = self.random if behind is None else self.behind[:, Rank(str(behind)).index]
        grid = np.full((13, 13), np.nan)
        for higher in range(13):
            for lower in range(higher + 1):
                grid[higher, lower] = values[self.index(f"{LETTERS[higher]}{LETTERS[lower]}{own}")]
        return grid

    def __repr__(self) -> str:
        """Say how many."""
        return f"<StartingHands: {len(self.labels)} starts>"

    def to_dict(self) -> dict[str, Any]:
        """All but the matrix, in plain lists: what ``razz chart --json`` prints."""
        return {
            "starts": list(self.labels),
            "probability": self.probability.tolist(),
            "random": self.random.tolist(),
            "behind": dict(zip(LETTERS, self.behind.T.tolist(), strict=True)),
        }


def _ranks(start: str | Iterable[Card | int]) -> list[int]:
    if not isinstance(start, str):
        return [(card if isinstance(card, Card) else Card.from_index(card)).rank.index for card in start]
    text = "".join(start.split()).replace("10", "T")
    ranks = map(Rank, text) if len(text) == 3 else (card.rank for card in _razz.parse_cards(text))
    return [rank.index for rank in ranks]


def starting_hands(
    *, cache: bool | str | os.PathLike[str] = True, threads: int | None = None, progress: Progress = False
) -> StartingHands:
    """All 455 starts, each against each: counted exactly, in parallel, and kept in a file for the next time.

    Parameters
    ----------
    cache : bool or path
        Where the ``.npz`` file is read from and written to: True, the user's cache folder (``XDG_CACHE_HOME`` or its
        like); False, nowhere; or a path. A file that cannot be read, or written, is passed over; a path with a file of
        another kind is refused.
    threads : int, optional
        How many threads; by default RAZZ_NUM_THREADS or what the machine has. The result does not depend on it.
    progress : bool or callable
        True: a bar or a line on standard error; a function is called with (pairs done, 103,740).

    Returns
    -------
    StartingHands

    Raises
    ------
    ValueError
        A path for the cache with a file that is none.
    Interrupted
        Ctrl-C.

    Notes
    -----
    Of the 103,740 unordered pairs 169 are impossible. The equities against an unknown hand are the means of a row, the
    opponent's starts weighted by how often he is dealt them given one's own cards and his door card.

    Examples
    --------
    >>> import razz
    >>> hands = razz.starting_hands()
    >>> hands.labels[int(hands.random.argmax())]
    'A23'
    """
    from pathlib import Path

    path = _default_path() if cache is True else None
    if not isinstance(cache, bool):
        path = Path(path_of(cache, "cache", "True, False or a path"))
    if threads is not None:
        threads = whole("threads", threads)
    arrays = _load(path)
    if arrays is None and path is not None and cache is not True and _is_of_another_kind(path):
        raise ValueError(f"cache: {path} is no file of starting hands, and is left as it is")
    if arrays is None:
        with reporter(progress, STARTS * (STARTS + 1) // 2, "pairs") as tick:
            matrix, random, behind = _razz._start_matrix(threads, tick)
        arrays = {
            "matrix": np.array(matrix).reshape(STARTS, STARTS),
            "random": np.array(random),
            "behind": np.array(behind).reshape(STARTS, 13),
        }
        _save(path, arrays)
    ranks, probability = _razz._starts()
    labels = tuple("".join(LETTERS[rank] for rank in start) for start in ranks)
    numbers = np.array(ranks, dtype=np.uint8)
    all_arrays = {"ranks": numbers, "probability": np.array(probability), **arrays}
    for array in all_arrays.values():
        array.flags.writeable = False
    return StartingHands(labels=labels, **all_arrays, _index={label: i for i, label in enumerate(labels)})


def _default_path() -> Path:
    from pathlib import Path

    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Caches"
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return folder / "razz" / f"starting-hands-{VERSION}.npz"


SHAPES = {"matrix": (STARTS, STARTS), "random": (STARTS,), "behind": (STARTS, 13)}


def _load(path: Path | None) -> dict[str, NDArray[np.float64]] | None:
    if path is None:
        return None
    from zipfile import BadZipFile

    try:
        with path.open("rb") as handle, np.load(handle, allow_pickle=False) as file:
            arrays = {name: np.asarray(file[name], dtype=np.float64) for name in SHAPES}
            whole = int(file["version"]) == VERSION and all(arrays[name].shape == SHAPES[name] for name in SHAPES)
    except (OSError, ValueError, KeyError, EOFError, TypeError, BadZipFile):
        return None
    return arrays if whole else None


def _is_of_another_kind(path: Path) -> bool:
    """Whether a folder is there, or a file that is no archive of arrays, not even a spoilt one: somebody's own."""
    if path.is_dir():
        return True
    try:
        with path.open("rb") as file:
            return file.read(2) not in (b"", b"PK")
    except OSError:
        return False


def _save(path: Path | None, arrays: dict[str, NDArray[np.float64]]) -> None:
    from pathlib import Path

    if path is None:
        return
    import tempfile

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: another process may be reading.
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".npz")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, version=np.int64(VERSION), **arrays)  # type: ignore[arg-type]  # its stub takes names for pickling
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError:
        return
