"""Razz (seven-card stud played for low, ace to five): evaluation, equity, rules and simulation."""

from razz._razz import (
    Card,
    IllegalActionError,
    Interrupted,
    InvalidDealError,
    ParseError,
    RazzError,
    __version__,
    parse_cards,
)

__all__ = [
    "Card",
    "IllegalActionError",
    "Interrupted",
    "InvalidDealError",
    "ParseError",
    "RazzError",
    "__version__",
    "parse_cards",
]
