"""Razz (seven-card stud played for low, ace to five): evaluation, equity, rules and simulation."""

from collections.abc import Sequence

from razz import history
from razz._razz import (
    BOARD,
    Action,
    ActionKind,
    Card,
    Category,
    Deck,
    Event,
    EventKind,
    IllegalActionError,
    Interrupted,
    InvalidDealError,
    LowHand,
    ParseError,
    Phase,
    Pot,
    Rake,
    Rank,
    RazzError,
    Record,
    Result,
    Rules,
    State,
    Suit,
    View,
    __version__,
    deck_of,
    evaluate,
    parse_cards,
)
from razz.decks import deck
from razz.hands import Showdowns, evaluate_many, evaluate_ranks, showdown_many
from razz.simulation import Simulation, simulate
from razz.summary import Summary

__all__ = [
    "BOARD",
    "Action",
    "ActionKind",
    "Card",
    "Category",
    "Deck",
    "Event",
    "EventKind",
    "IllegalActionError",
    "Interrupted",
    "InvalidDealError",
    "LowHand",
    "ParseError",
    "Phase",
    "Pot",
    "Rake",
    "Rank",
    "RazzError",
    "Record",
    "Result",
    "Rules",
    "Showdowns",
    "Simulation",
    "State",
    "Suit",
    "Summary",
    "View",
    "__version__",
    "deck",
    "deck_of",
    "evaluate",
    "evaluate_many",
    "evaluate_ranks",
    "history",
    "parse_cards",
    "showdown_many",
    "simulate",
]

Sequence.register(Deck)
