"""The options of a game and their presets (docs/rules.md sections 3.8, 7.6 and 9)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

CHOICES = {
    "heads_up_cap": (
        "ALWAYS",
        "UNCAPPED_IF_ROUND_STARTS_HEADS_UP",
        "UNCAPPED_IF_HEADS_UP_BEFORE_CAP",
        "UNCAPPED_IF_TWO_LEFT_IN_EVENT",
    ),
    "reopen": ("HALF", "FULL"),
    "short_bring_in": ("FULL", "SHORT"),
    "all_in_bring_in": ("FORCED", "OPTIONAL"),
    "board_tie": ("POSITION", "HIGH_SUIT", "LOW_SUIT"),
    "no_bet_show": ("EARLIEST_SEAT", "LOW_BOARD"),
    "odd_chip": ("HIGH_SUIT", "LOW_SUIT", "POSITION", "FIRST_WINNER"),
    "short_deck": ("ONLINE", "TDA", "ROBERT"),
    "community_opener": ("SIXTH_STREET", "RECOMPUTE"),
}

PRESETS: dict[str, dict[str, Any]] = {
    "DEFAULT": {},
    "WSOP_LIVE": {
        "max_bets": 5,
        "heads_up_cap": "UNCAPPED_IF_ROUND_STARTS_HEADS_UP",
        "all_in_bring_in": "OPTIONAL",
        "table_all_in_hands": False,
        "short_deck": "TDA",
    },
    "WSOP_TOURNAMENT": {
        "max_bets": 5,
        "heads_up_cap": "UNCAPPED_IF_TWO_LEFT_IN_EVENT",
        "all_in_bring_in": "OPTIONAL",
        "no_bet_show": "LOW_BOARD",
        "short_deck": "TDA",
    },
    "TDA": {
        "heads_up_cap": "UNCAPPED_IF_TWO_LEFT_IN_EVENT",
        "all_in_bring_in": "OPTIONAL",
        "board_tie": "HIGH_SUIT",
        "no_bet_show": "LOW_BOARD",
        "short_deck": "TDA",
    },
    "ROBERT": {
        "heads_up_cap": "UNCAPPED_IF_HEADS_UP_BEFORE_CAP",
        "all_in_bring_in": "OPTIONAL",
        "no_bet_show": "LOW_BOARD",
        "table_all_in_hands": False,
        "odd_chip": "LOW_SUIT",
        "short_deck": "ROBERT",
        "community_opener": "RECOMPUTE",
    },
    "POKERKIT": {
        "reopen": "FULL",
        "short_bring_in": "SHORT",
        "no_bet_show": "LOW_BOARD",
        "odd_chip": "FIRST_WINNER",
    },
}


@dataclass(frozen=True)
class Rake:
    """floor(fraction x pot / unit) x unit of each pot until `cap` is reached over the hand."""

    fraction: Fraction
    unit: int = 1
    cap: int | None = None
    no_fourth_street_no_drop: bool = False

    @classmethod
    def parse(cls, fraction: str, unit: int = 1, cap: int | None = None, no_drop: bool = False) -> "Rake":
        return cls(Fraction(fraction), unit, cap, no_drop)

    def of(self, pots: list[int], street: int) -> list[int]:
        if self.no_fourth_street_no_drop and street < 4:
            return [0] * len(pots)
        taken: list[int] = []
        for pot in pots:
            share = pot * self.fraction // self.unit * self.unit
            taken.append(share if self.cap is None else min(share, self.cap - sum(taken)))
        return taken


@dataclass(frozen=True)
class Rules:
    ante: int = 1
    bring_in: int = 2
    small_bet: int = 4
    big_bet: int = 8
    max_bets: int = 4
    heads_up_cap: str = "ALWAYS"
    reopen: str = "HALF"
    short_bring_in: str = "FULL"
    all_in_bring_in: str = "FORCED"
    board_tie: str = "POSITION"
    no_bet_show: str = "EARLIEST_SEAT"
    table_all_in_hands: bool = True
    odd_chip: str = "HIGH_SUIT"
    short_deck: str = "ONLINE"
    community_opener: str = "SIXTH_STREET"
    showdown_choice: bool = False
    allow_open_fold: bool = False
    rake: Rake | None = None

    def __post_init__(self) -> None:
        numbers = ("ante", "bring_in", "small_bet", "big_bet", "max_bets")
        faults = [f"{field} must be an integer" for field in numbers if type(getattr(self, field)) is not int]
        if not faults:
            if self.ante < 0:
                faults.append("ante must not be negative")
            if not 0 < self.bring_in < self.small_bet <= self.big_bet:
                faults.append("0 < bring_in < small_bet <= big_bet must hold")
            if self.max_bets < 1:
                faults.append("max_bets must be at least 1")
        faults += [f"{field} must be one of {c}" for field, c in CHOICES.items() if getattr(self, field) not in c]
        if faults:
            raise ValueError("; ".join(faults))

    @classmethod
    def preset(cls, name: str, **changes: Any) -> "Rules":
        return cls(**{**PRESETS[name], **changes})

    def bet_size(self, street: int) -> int:
        return self.small_bet if street <= 4 else self.big_bet
