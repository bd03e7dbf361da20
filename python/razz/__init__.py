"""Razz (seven-card stud played for low, ace to five): evaluation, equity, rules and simulation."""

from collections.abc import Sequence

from razz._razz import (
    Card,
    Deck,
    IllegalActionError,
    Interrupted,
    InvalidDealError,
    ParseError,
    RazzError,
    __version__,
    deck_of,
    parse_cards,
)

__all__ = [
    "Card",
    "Deck",
    "IllegalActionError",
    "Interrupted",
    "InvalidDealError",
    "ParseError",
    "RazzError",
    "__version__",
    "deck_of",
    "parse_cards",
]

Sequence.register(Deck)
