"""Razz (seven-card stud played for low, ace to five): evaluation, equity, rules and simulation."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

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
    Range,
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
    parse_range,
)

__all__ = [
    "BOARD",
    "Action",
    "ActionKind",
    "Card",
    "Category",
    "Comparison",
    "Deck",
    "Equity",
    "EquityDistribution",
    "Event",
    "EventKind",
    "HandLog",
    "HandOdds",
    "IllegalActionError",
    "Interrupted",
    "InvalidDealError",
    "LowHand",
    "NextCards",
    "ParseError",
    "Phase",
    "Pot",
    "Rake",
    "Range",
    "Rank",
    "RazzError",
    "Record",
    "Result",
    "Rules",
    "RunError",
    "Showdowns",
    "Simulation",
    "StartingHands",
    "State",
    "Suit",
    "Summary",
    "View",
    "__version__",
    "compare",
    "deck",
    "deck_of",
    "equity",
    "equity_by_next_card",
    "equity_distribution",
    "evaluate",
    "evaluate_many",
    "evaluate_ranks",
    "hand_odds",
    "history",
    "log",
    "parse_cards",
    "parse_range",
    "policies",
    "rl",
    "showdown_many",
    "simulate",
    "starting_hands",
    "strength_distribution",
]

# Most of razz needs NumPy, which takes its time: a name's module is imported when the name is used.
if TYPE_CHECKING:
    from razz import history, log, policies, rl
    from razz import plot as plot
    from razz import render as render
    from razz.comparison import Comparison, compare
    from razz.decks import deck
    from razz.equities import Equity, equity
    from razz.equity_cases import EquityDistribution, NextCards, equity_by_next_card, equity_distribution
    from razz.hands import Showdowns, evaluate_many, evaluate_ranks, showdown_many
    from razz.log import HandLog
    from razz.odds import HandOdds, hand_odds, strength_distribution
    from razz.running import RunError
    from razz.simulation import Simulation, simulate
    from razz.starting import StartingHands, starting_hands
    from razz.summary import Summary
else:
    _MODULES = {
        "comparison": ("Comparison", "compare"),
        "decks": ("deck",),
        "equities": ("Equity", "equity"),
        "equity_cases": ("EquityDistribution", "NextCards", "equity_by_next_card", "equity_distribution"),
        "hands": ("Showdowns", "evaluate_many", "evaluate_ranks", "showdown_many"),
        "history": (),
        "log": ("HandLog",),
        "odds": ("HandOdds", "hand_odds", "strength_distribution"),
        "plot": (),
        "policies": (),
        "render": (),
        "rl": (),
        "running": ("RunError",),
        "simulation": ("Simulation", "simulate"),
        "starting": ("StartingHands", "starting_hands"),
        "summary": ("Summary",),
    }
    _HOMES = {name: module for module, names in _MODULES.items() for name in names}

    def __getattr__(name: str) -> object:
        """Import the module that a public name is in, the first time that the name is used."""
        from importlib import import_module

        if name in _MODULES:
            return import_module(f"razz.{name}")
        if name not in _HOMES:
            raise AttributeError(f"module 'razz' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"razz.{_HOMES[name]}"), name)
        return value

    def __dir__() -> list[str]:
        """List what can be had, imported or not."""
        return sorted({*globals(), *_MODULES, *_HOMES})


Sequence.register(Deck)
