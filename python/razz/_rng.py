"""Where seeds come from: the `rng=` argument of SPEC 7 as one 64-bit seed."""

from __future__ import annotations

import operator
from typing import SupportsIndex, TypeAlias

import numpy as np

# Text, because numpy.random takes as long to import as all of razz and is often not needed.
RNGLike: TypeAlias = "np.random.Generator | np.random.BitGenerator | np.random.SeedSequence | SupportsIndex | None"
"""What `rng=` takes (Scientific Python SPEC 7)."""


def resolve_seed(rng: RNGLike = None, name: str = "rng") -> int:
    """The 64-bit seed that an `rng=` argument stands for.

    Parameters
    ----------
    rng : None, int, SeedSequence, BitGenerator or Generator
        None: entropy of the operating system; an int from 0 to 2**64 - 1: itself; a SeedSequence: its first 64-bit
        word of state; a BitGenerator or Generator: one 64-bit word drawn from it.
    name : str
        What the caller calls it.

    Returns
    -------
    int
        0 to 2**64 - 1.

    Raises
    ------
    ValueError
        An integer out of range.
    TypeError
        Anything else.

    Examples
    --------
    >>> from razz._rng import resolve_seed
    >>> resolve_seed(7)
    7
    """
    if isinstance(rng, int):
        return _checked(int(rng), name)
    if rng is None:
        rng = np.random.SeedSequence()
    if isinstance(rng, np.random.SeedSequence):
        return int(rng.generate_state(1, np.uint64)[0])
    if isinstance(rng, np.random.Generator):
        rng = rng.bit_generator
    if isinstance(rng, np.random.BitGenerator):
        return int(np.random.Generator(rng).integers(0, 2**64, dtype=np.uint64))
    try:
        return _checked(operator.index(rng), name)
    except TypeError:
        raise TypeError(
            f"{name}: expected None, an int, a SeedSequence, a BitGenerator or a Generator, found {rng!r}"
        ) from None


def _checked(seed: int, name: str) -> int:
    if not 0 <= seed < 2**64:
        raise ValueError(f"{name}: expected 0 to 2**64 - 1, found {seed}")
    return seed
