"""Policies that are tables of probabilities, and the situations by which they are looked up."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from razz._arguments import path_of
from razz._razz import Policy, View, situation_of, situation_shape

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class Situation(NamedTuple):
    """What a `Table` knows of a decision: the index of a row of probabilities."""

    street: int
    """0 for third street to 4 for seventh."""
    low_cards: int
    """Own distinct ranks of eight or lower, k of them and at most five: 0 for none, else 2 k - 1, and one more where
    the lowest k are six or lower. 7 is four to an eight or seven, 10 a made six-low or wheel."""
    rival_board: int
    """The most distinct ranks of eight or lower among the up-cards of a live rival, 0 to 4."""
    bets: int
    """Full bets and raises on this street so far, 4 for four or more."""
    rivals: int
    """0 against one live rival, 1 against more."""


SITUATION_SHAPE: tuple[int, int, int, int, int] = situation_shape()
"""How many values each part of a `Situation` has: 5, 11, 5, 5, 2."""


def situation(view: View) -> Situation:
    """The situation of a viewer: where a `Table` looks his probabilities up.

    Parameters
    ----------
    view : View
        The view of a seat.

    Returns
    -------
    Situation
        Five small integers, an index of arrays of shape ``SITUATION_SHAPE``.

    Raises
    ------
    ValueError
        The public's view.

    Examples
    --------
    >>> import razz
    >>> from razz.policies import situation
    >>> view = razz.State.start(razz.Rules(), [100, 100]).deal("As 3c 4c 5c 7c Kc").view(0)
    >>> situation(view)
    Situation(street=0, low_cards=5, rival_board=0, bets=0, rivals=0)
    """
    return Situation(*situation_of(view))


@final
class Table:
    """A policy that looks its probabilities up; made by `table`.

    Examples
    --------
    >>> import numpy as np
    >>> from razz.policies import Table, SITUATION_SHAPE
    >>> policy = Table(np.full((*SITUATION_SHAPE, 4), 0.25))
    >>> policy.name
    'table:...'
    """

    __slots__ = ("_policy", "probabilities")

    probabilities: NDArray[np.float64]
    """The probabilities, an array of shape ``(*SITUATION_SHAPE, 4)`` that cannot be written to."""

    def __init__(self, probabilities: ArrayLike) -> None:
        array = np.asarray(probabilities)
        if array.dtype.kind != "f":
            raise TypeError(f"probabilities: expected an array of floats, found {array.dtype}")
        shape = (*SITUATION_SHAPE, 4)
        if array.shape != shape:
            raise ValueError(f"probabilities: expected the shape {shape}, found {array.shape}")
        self.probabilities = np.array(array, dtype=np.float64, order="C")
        self.probabilities.flags.writeable = False
        self._policy = Policy.table(self.probabilities)

    @property
    def name(self) -> str:
        """``table:`` and a digest of the probabilities, which tells tables apart in summaries and fingerprints."""
        return self._policy.name

    def __eq__(self, other: object) -> bool:
        """Compare the probabilities as they are used."""
        return self.name == other.name if isinstance(other, Table) else NotImplemented

    def __hash__(self) -> int:
        """Hash what is compared."""
        return hash(self.name)

    def __repr__(self) -> str:
        """Say which table."""
        return f"<Table {self.name.removeprefix('table:')}>"

    def __reduce__(self) -> tuple[type[Table], tuple[NDArray[np.float64]]]:
        """Pickle as the probabilities."""
        return Table, (self.probabilities,)


def table(probabilities: ArrayLike | str | PathLike[str]) -> Table:
    """A policy from a table of probabilities: played in Rust, as fast as the built-in ones.

    Parameters
    ----------
    probabilities : array of float64, shape (5, 11, 5, 5, 2, 4), or path
        The probability of each action code in each `Situation`: ``probabilities[situation(view)]`` are those of FOLD,
        CHECK_CALL, BRING_IN and RAISE (complete, bet or raise), with a sum of 1. Or a ``.npy`` file with that array, or
        an ``.npz`` file with one array.

    Returns
    -------
    Table
        For a seat of `Simulation` or `simulate`. On the command line, and wherever a name is taken, it is
        ``table:PATH``.

    Raises
    ------
    TypeError
        An array that is not of floats.
    ValueError
        Another shape, a number that is no probability, or a sum that is not 1 to 10⁻⁶; the message names the first row.
    OSError
        A file that cannot be read.

    Notes
    -----
    A probability p counts as the integer 2³¹ p, rounded. Codes that are not legal are left out; one bounded draw of
    the seat's stream among the sum of the rest decides, so that results are the same on every machine. Where all legal
    codes have 0 the policy checks, calls or brings in.

    Examples
    --------
    A table learned from what another policy does:

    >>> import numpy as np, razz
    >>> from razz.policies import SITUATION_SHAPE, choose, situation, table
    >>> counts = np.full((*SITUATION_SHAPE, 4), 0.01)
    >>> job = razz.Simulation(razz.Rules(), [1000] * 3, "tight", seed=1)
    >>> for index in range(50):
    ...     record = job.replay(index)
    ...     for step in range(len(record)):
    ...         state = record.replay(step).state
    ...         if state.phase == "BET":
    ...             view = state.view(state.to_act)
    ...             counts[situation(view)][razz.rl.to_code(choose(view, "tight"))] += 1
    >>> copy = table(counts / counts.sum(axis=-1, keepdims=True))
    >>> razz.simulate(500, seats=3, policies=[copy, "tight"], rng=2).hands
    500
    """
    if isinstance(probabilities, str | PathLike):
        try:
            loaded = np.load(path_of(probabilities, "probabilities"), allow_pickle=False)
        except (ValueError, EOFError):
            raise ValueError(f"{probabilities}: expected a file of NumPy, .npy or .npz") from None
        if isinstance(loaded, np.ndarray):
            return Table(loaded)
        with loaded:
            if len(loaded.files) != 1:
                raise ValueError(f"{probabilities}: expected one array, found {len(loaded.files)}")
            return Table(loaded[loaded.files[0]])
    return Table(probabilities)
