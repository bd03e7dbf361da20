"""Shuffled decks."""

from __future__ import annotations

from typing import Literal

from razz._razz import Deck, deck_of
from razz._rng import RNGLike, resolve_seed


def deck(rng: RNGLike | Literal["system"] = None) -> Deck:
    """A shuffled deck, every order equally likely.

    Parameters
    ----------
    rng : None, int, SeedSequence, BitGenerator, Generator or "system"
        ``"system"``: every card is drawn with the operating system's generator (`random.SystemRandom`, unbiased), for
        games that are played for something. Otherwise the deck is ``deck_of(seed, 0)`` with the seed that the argument
        stands for (SPEC 7): it can be dealt again, and there are 2**64 such decks at most.

    Returns
    -------
    Deck

    Raises
    ------
    TypeError, ValueError
        What is no source of random numbers, or an integer out of 0 to 2**64 - 1.

    Examples
    --------
    >>> import razz
    >>> razz.deck(5) == razz.deck_of(5, 0)
    True
    >>> len(razz.deck("system"))
    52
    """
    if isinstance(rng, str):
        if rng != "system":
            raise ValueError(f'rng: the only text is "system", found {rng!r}')
        import random

        return Deck(random.SystemRandom().sample(range(52), 52))
    return deck_of(resolve_seed(rng), 0)
