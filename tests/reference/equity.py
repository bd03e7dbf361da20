"""Equity by counting every runout: once card by card, once over multisets of ranks.

Both return {seats sharing the pot: number of runouts}. A runout gives each player an unordered set
of the cards he lacks; with a community-card ending it gives each his lacking cards up to six and
then one shared card.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb

from . import cards as c
from .evaluator import strength, strength_of_ranks

Counts = Counter[tuple[int, ...]]


def needs_community(players: int, cards_gone: int) -> bool:
    """Whether the deck runs out on seventh street (no burn cards), `cards_gone` being dead or folded cards."""
    return 52 - cards_gone - 6 * players < players


def _winners(strengths: Sequence[int]) -> tuple[int, ...]:
    best = max(strengths)
    return tuple(i for i, s in enumerate(strengths) if s == best)


def by_cards(players: Iterable[Iterable[int]], dead: Sequence[int] = (), unseen: int = 0) -> Counts:
    """Card by card. `unseen`: dead cards that nobody saw; they matter only for whether the deck runs out."""
    given = [list(hand) for hand in players]
    known = [card for hand in given for card in hand] + list(dead)
    if len(set(known)) != len(known):
        raise ValueError("a card twice")
    deck = [card for card in range(52) if card not in known]
    community = needs_community(len(given), len(dead) + unseen)
    counts: Counts = Counter()

    def fill(i: int, hands: list[list[int]], left: list[int]) -> None:
        if i < len(given):
            for drawn in combinations(left, (6 if community else 7) - len(given[i])):
                fill(i + 1, [*hands, [*given[i], *drawn]], [card for card in left if card not in drawn])
        elif community:
            for shared in left:
                counts[_winners([strength([*hand, shared]) for hand in hands])] += 1
        else:
            counts[_winners([strength(hand) for hand in hands])] += 1

    fill(0, [], deck)
    return counts


def by_ranks(
    players: Iterable[Iterable[int]], dead: Sequence[int] = (), unseen: int = 0, known: int | None = None
) -> Counts:
    """Over multisets of ranks, each weighted by the ways to draw it. Hands and dead cards are ranks.

    `known` is the community card where it has been dealt already.
    """
    given = [tuple(sorted(hand)) for hand in players]
    on_board = () if known is None else (known,)
    left = [4] * 13
    for r in (*dead, *on_board, *(r for hand in given for r in hand)):
        left[r] -= 1
    if min(left) < 0:
        raise ValueError("a rank five times")
    community = not on_board and needs_community(len(given), len(dead) + unseen)
    own = 6 if community or on_board else 7
    counts: Counts = Counter()

    def draws(number: int, start: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Every multiset of `number` ranks from `start` on that is left in the deck, with its ways."""
        if number == 0:
            yield (), 1
        elif start < 13:
            for copies in range(min(number, left[start]) + 1):
                ways = comb(left[start], copies)
                for rest, more in draws(number - copies, start + 1):
                    yield (start,) * copies + rest, ways * more

    def fill(i: int, hands: list[tuple[int, ...]], ways: int) -> None:
        if i < len(given):
            for drawn, more in list(draws(own - len(given[i]), 0)):
                for r in drawn:
                    left[r] -= 1
                fill(i + 1, [*hands, given[i] + drawn], ways * more)
                for r in drawn:
                    left[r] += 1
        elif community:
            for shared in range(13):
                if left[shared]:
                    counts[_winners([strength_of_ranks((*h, shared)) for h in hands])] += ways * left[shared]
        else:
            counts[_winners([strength_of_ranks((*h, *on_board)) for h in hands])] += ways

    fill(0, [], 1)
    return counts


def ranks_of(hand: Iterable[int]) -> list[int]:
    return [c.rank(card) for card in hand]
