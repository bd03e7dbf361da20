"""Pots, the order of showing, and who gets which chip (docs/rules.md section 7)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .evaluator import best_cards, strength
from .opening import clockwise, low_board_seat, next_able

if TYPE_CHECKING:
    from .engine import State


def layers(put_in: list[int], live: list[bool], mucked: Sequence[int] = ()) -> list[tuple[int, tuple[int, ...]]]:
    """(chips, contestants) of each pot, the main pot first. Mucked hands are live, but contest nothing more."""
    seats = range(len(put_in))
    pots: list[tuple[int, tuple[int, ...]]] = []
    below = 0
    if not any(put_in):
        return []
    for top in sorted({put_in[i] for i in seats if live[i]} - {0}) or [0]:
        chips = sum(min(chips, top) - min(chips, below) for chips in put_in)
        contestants = tuple(i for i in seats if live[i] and i not in mucked and put_in[i] >= top)
        if contestants:
            pots.append((chips, contestants))
        else:
            pots[-1] = (pots[-1][0] + chips, pots[-1][1])
        below = top
    chips, contestants = pots[-1]
    pots[-1] = (chips + sum(max(0, chips - below) for chips in put_in), contestants)
    return pots


def show_order(s: "State") -> list[int]:
    """Section 7.1, and 7.3 where all-in hands are not tabled: the last side pot's players first."""
    first = s.betting.last_to_lift
    if first is None and s.rules.no_bet_show == "LOW_BOARD":
        low = low_board_seat(s)
        first = next_able(s, low)
        if first is None:
            first = low
    round_table = clockwise(s.seats, first or 0)
    order: list[int] = []
    for _, contestants in reversed(layers(s.put_in, s.live)):
        order += [seat for seat in round_table if seat in contestants and seat not in order]
    return order


def hand(s: "State", seat: int) -> list[int] | None:
    """The cards of a complete and known hand."""
    held = [card for card in s.down[seat] + s.up[seat] + s.board if card is not None]
    return held if len(held) == 7 else None


def known_hand(s: "State", seat: int) -> list[int]:
    held = hand(s, seat)
    assert held is not None
    return held


def can_win(s: "State", seat: int) -> bool:
    """Whether a known hand can win a part of some pot, given what has been shown."""
    mine = strength(known_hand(s, seat))
    return any(
        all(mine >= strength(known_hand(s, other)) for other in contestants if s.shown[other])
        for _, contestants in s.pots
        if seat in contestants
    )


def odd_chip_order(s: "State", tied: list[int]) -> list[int]:
    """The tied seats in the order in which they get odd chips."""
    rule = s.rules.odd_chip
    if rule == "HIGH_SUIT":
        return sorted(tied, key=lambda seat: sorted(best_cards(known_hand(s, seat)), reverse=True), reverse=True)
    if rule == "LOW_SUIT":
        return sorted(tied, key=lambda seat: sorted(known_hand(s, seat)))
    return sorted(tied)


def split(s: "State", chips: int, tied: list[int]) -> list[tuple[int, int]]:
    """(seat, chips) in the order of payment."""
    share, odd = divmod(chips, len(tied))
    order = odd_chip_order(s, tied) if len(tied) > 1 else tied
    if s.rules.odd_chip == "FIRST_WINNER":
        extra = [odd] + [0] * (len(tied) - 1)
    else:
        extra = [1 if i < odd else 0 for i in range(len(tied))]
    return sorted((seat, share + more) for seat, more in zip(order, extra, strict=True))


def awards(s: "State") -> tuple[list[int], list[tuple[int, int, int]]]:
    """(rake of each pot, (pot, seat, chips) of each award)."""
    pots = s.pots
    chips = [amount for amount, _ in pots]
    raked = s.rules.rake.of(chips, s.street) if s.rules.rake else [0] * len(pots)
    paid = []
    for number, (amount, contestants) in enumerate(pots):
        seats = list(contestants)
        if len(seats) > 1:
            best = max(strength(known_hand(s, seat)) for seat in seats)
            seats = [seat for seat in seats if strength(known_hand(s, seat)) == best]
        paid += [(number, seat, more) for seat, more in split(s, amount - raked[number], seats)]
    return raked, paid
