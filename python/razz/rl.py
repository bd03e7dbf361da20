"""Games as arrays of numbers: observations, action codes, and many games stepped at once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from razz import _razz
from razz._razz import Action, State, View

__all__ = [
    "BRING_IN",
    "CHECK_CALL",
    "FOLD",
    "LAYOUT",
    "OBSERVATION",
    "RAISE",
    "legal_mask",
    "observation_size",
    "observe",
    "to_action",
    "to_code",
]

FOLD: Final = 0
"""The code of FOLD."""
CHECK_CALL: Final = 1
"""The code of CHECK and CALL."""
BRING_IN: Final = 2
"""The code of BRING_IN."""
RAISE: Final = 3
"""The code of COMPLETE, BET and RAISE."""


def _slices() -> Mapping[str, slice]:
    parts, start = {}, 0
    for name, shape in _razz.observation_layout():
        parts[name] = slice(start, start + math.prod(shape))
        start += math.prod(shape)
    return MappingProxyType(parts)


OBSERVATION: Final[tuple[str, ...]] = tuple(_razz.observation_names())
"""The name of each number of an observation, by index."""
LAYOUT: Final[Mapping[str, slice]] = _slices()
"""The place of each part of an observation: ``observations[..., LAYOUT["stack"]]`` are the eight stacks."""


def observation_size() -> int:
    """How many numbers an observation has, whatever the number of seats.

    Examples
    --------
    >>> import razz
    >>> razz.rl.observation_size() == len(razz.rl.OBSERVATION)
    True
    """
    return len(OBSERVATION)


def observe(position: View | State, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """What a seat may know, as numbers; nothing else is in them. The page on learning explains each.

    Seats are counted clockwise from the viewer, who is 0. Chips are in big bets. A card is its number + 1; 0: no card
    lies there; -1: one that the viewer does not know.

    Parameters
    ----------
    position : View or State
        The view of a seat, whoever is to act; of a State, the seat to act is the viewer.
    out : ndarray of float32, shape (observation_size(),), optional
        Where the numbers go, contiguous; by default a new array.

    Returns
    -------
    ndarray of float32, shape (observation_size(),)

    Raises
    ------
    ValueError
        A state in which nobody is to act, or the public's view.

    Examples
    --------
    >>> import razz
    >>> state = razz.State.start(razz.Rules(), [100, 60]).deal("2c 3c 4c 5c 6c Kc").play("bring_in")
    >>> row = razz.rl.observe(state)
    >>> row[razz.rl.OBSERVATION.index("to_call")] * state.rules.big_bet, state.to_call
    (np.float32(2.0), 2)
    >>> row[razz.rl.LAYOUT["cards"]].reshape(8, 7)[:2]                # the own cards 2c 4c 6c, and a king
    array([[ 5., 13., 21.,  0.,  0.,  0.,  0.],
           [-1., -1., 49.,  0.,  0.,  0.,  0.]], dtype=float32)
    """
    given: Any = out
    if out is None:
        out = np.empty(len(OBSERVATION), dtype=np.float32)
    elif not isinstance(given, np.ndarray) or given.dtype != np.float32:
        raise TypeError(f"out: expected an array of float32, found {getattr(given, 'dtype', type(given).__name__)}")
    elif out.shape != (len(OBSERVATION),):
        raise ValueError(f"out: expected shape ({len(OBSERVATION)},), found shape {out.shape}")
    _razz.observe(position, out)
    return out


def legal_mask(position: View | State) -> NDArray[np.bool_]:
    """Which action codes are legal: all False unless a betting action of the viewer is due.

    Parameters
    ----------
    position : View or State
        As for `observe`.

    Returns
    -------
    ndarray of bool, shape (4,)
        By code: FOLD, CHECK_CALL, BRING_IN, RAISE.

    Examples
    --------
    >>> import razz
    >>> razz.rl.legal_mask(razz.State.start(razz.Rules(), [100, 60]).deal("2c 3c 4c 5c 6c Kc"))
    array([False, False,  True,  True])
    """
    bits = _razz.legal_codes(position)
    return np.array([bits >> code & 1 for code in range(4)], dtype=np.bool_)


def to_action(position: View | State, code: SupportsIndex) -> Action:
    """The legal action that a code stands for, with its amount.

    Raises
    ------
    IllegalActionError
        A code that is not legal here; the message names those that are.
    ValueError
        What is no code.

    Examples
    --------
    >>> import razz
    >>> state = razz.State.start(razz.Rules(), [100, 60]).deal("2c 3c 4c 5c 6c Kc")
    >>> razz.rl.to_action(state, razz.rl.RAISE)
    Action('COMPLETE', 4)
    >>> razz.rl.to_action(state, 0)
    Traceback (most recent call last):
    ...
    razz.IllegalActionError: code 0 (FOLD): expected 2 (BRING_IN) or 3 (RAISE)
    """
    return _razz.action_of_code(position, code)


def to_code(action: Action) -> int:
    """The code of a betting action; SHOW and MUCK have none.

    Raises
    ------
    ValueError
        SHOW or MUCK.

    Examples
    --------
    >>> import razz
    >>> razz.rl.to_code(razz.Action("BET")), razz.rl.to_code(razz.Action("CALL", 4))
    (3, 1)
    """
    return _razz.code_of(action)
