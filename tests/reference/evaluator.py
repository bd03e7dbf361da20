"""Best ace-to-five low: the best of all fives, ranked by category and then by its ranks."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from . import cards as c

CATEGORIES = ("NO_PAIR", "PAIR", "TWO_PAIR", "TRIPS", "FULL_HOUSE", "QUADS")
_SHAPES = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))


def grouped(ranks: Iterable[int]) -> list[tuple[int, int]]:
    """(multiplicity, rank) of each distinct rank, descending."""
    ranks = list(ranks)
    return sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)


def five_key(five: Iterable[int]) -> tuple[int, tuple[int, ...]]:
    """(category, ranks by (multiplicity, rank) descending); the smaller key is the better low."""
    groups = grouped(five)
    category = _SHAPES.index(tuple(count for count, _ in groups))
    return category, tuple(r for count, r in groups for _ in range(count))


@cache
def _strengths() -> dict[tuple[int, tuple[int, ...]], int]:
    fives = (five for five in combinations_with_replacement(range(13), 5) if len(set(five)) > 1)
    return {key: place for place, key in enumerate(sorted(map(five_key, fives), reverse=True), start=1)}


@cache
def _best_key(ranks: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return min(five_key(five) for five in combinations(ranks, 5))


def strength_of_ranks(ranks: Iterable[int]) -> int:
    """1 (K-K-K-K-Q) ... 6175 (the wheel) of the best five among 5, 6 or 7 ranks."""
    ranks = tuple(sorted(ranks))
    if not 5 <= len(ranks) <= 7:
        raise ValueError("five to seven cards")
    return _strengths()[_best_key(ranks)]


def strength(hand: Iterable[int]) -> int:
    return strength_of_ranks(c.rank(card) for card in hand)


def category(hand: Iterable[int]) -> str:
    return CATEGORIES[_best_key(tuple(sorted(c.rank(card) for card in hand)))[0]]


def best_ranks(hand: Iterable[int]) -> tuple[int, ...]:
    """Ranks of the best five by (multiplicity, rank) descending."""
    return _best_key(tuple(sorted(c.rank(card) for card in hand)))[1]


def best_cards(hand: Sequence[int]) -> tuple[int, ...]:
    """Cards of the best five, same order; of copies of a rank the highest suits."""
    chosen: list[int] = []
    for r in best_ranks(hand):
        chosen.append(max(card for card in hand if c.rank(card) == r and card not in chosen))
    return tuple(chosen)
