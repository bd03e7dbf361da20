"""Who opens a street (docs/rules.md sections 3.2, 3.6, 5)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import cards as c
from .evaluator import grouped

if TYPE_CHECKING:
    from .engine import State


def clockwise(seats: int, first: int) -> list[int]:
    """All seats, `first` first."""
    return [(first + i) % seats for i in range(seats)]


def high_card_seat(s: "State") -> int:
    """The highest up-card; the number of a card is its bring-in order."""
    return max(range(s.seats), key=lambda seat: s.up[seat][0])


def board_key(ranks: Iterable[int]) -> tuple[list[int], list[int]]:
    """Smaller is a better (lower) board: fewer copies first, then ranks by (multiplicity, rank) descending."""
    groups = grouped(ranks)
    return [count for count, _ in groups], [r for _, r in groups]


def low_board_seat(s: "State") -> int:
    shared = s.board if s.rules.community_opener == "RECOMPUTE" else []

    def ranks(seat: int) -> list[int]:
        return [c.rank(card) for card in s.up[seat] + shared]

    live = s.live_seats()
    best = min(board_key(ranks(seat)) for seat in live)
    tied = [seat for seat in live if board_key(ranks(seat)) == best]
    # The number of a card is its rank, then its suit; the highest up-cards of tied boards share the rank.
    if s.rules.board_tie == "HIGH_SUIT":
        return max(tied, key=lambda seat: max(s.up[seat]))
    if s.rules.board_tie == "LOW_SUIT":
        return min(tied, key=lambda seat: max(s.up[seat]))
    return tied[0]


def next_able(s: "State", first: int) -> int | None:
    """`first` if he can act, else the next clockwise who can."""
    return next((seat for seat in clockwise(s.seats, first) if s.able(seat)), None)
