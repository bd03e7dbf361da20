"""Razz (seven-card stud played for low, ace to five): evaluation, equity, rules and simulation."""

from collections.abc import Sequence

from razz import history, log, policies, rl
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

Sequence.register(Deck)
