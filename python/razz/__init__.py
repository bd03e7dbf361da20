"""Razz (seven-card stud played for low, ace to five): evaluation, equity, rules and simulation."""

from collections.abc import Sequence

from razz._razz import (
    Card,
    Category,
    Deck,
    IllegalActionError,
    Interrupted,
    InvalidDealError,
    LowHand,
    ParseError,
    Rank,
    RazzError,
    Suit,
    __version__,
    deck_of,
    evaluate,
    parse_cards,
)

__all__ = [
    "Card",
    "Category",
    "Deck",
    "IllegalActionError",
    "Interrupted",
    "InvalidDealError",
    "LowHand",
    "ParseError",
    "Rank",
    "RazzError",
    "Suit",
    "__version__",
    "deck_of",
    "evaluate",
    "parse_cards",
]

Sequence.register(Deck)
