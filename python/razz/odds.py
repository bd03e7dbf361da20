"""The exact odds of one hand, and of all hands there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from razz import _razz
from razz._arguments import of_class
from razz._razz import Card, Category, LowHand, Rank
from razz._tables import counted, html_table, text_table

if TYPE_CHECKING:
    from numpy.typing import NDArray


def strength_distribution(*, by: str = "ranks", threads: int | None = 1) -> NDArray[np.uint64]:
    """How many of the 133,784,560 seven-card hands have each strength as their best low.

    Parameters
    ----------
    by : {"ranks", "cards"}
        Count 49,205 multisets of ranks with their numbers of hands (under a millisecond), or every hand by itself (a
        fraction of a second). Both give the same.
    threads : int or None, default 1
        How many threads work "by cards"; None: as many as there are cores, or RAZZ_NUM_THREADS.

    Returns
    -------
    ndarray of uint64, shape (6176,)
        Index the strength; 0, "no hand", does not occur.

    Raises
    ------
    ValueError
        Another way than the two.
    Interrupted
        Ctrl-C.

    Examples
    --------
    >>> import razz
    >>> hands = razz.strength_distribution()
    >>> int(hands.sum()), int(hands[6175])
    (133784560, 781824)
    """
    if by not in ("ranks", "cards"):
        raise ValueError(f'by: expected "ranks" or "cards", found {by!r}')
    return np.array(_razz.distribution(by == "cards", threads), dtype=np.uint64)


@dataclass(frozen=True, eq=False)
class HandOdds:
    """What `hand_odds` gives: in how many ways a hand ends how, all numbers exact.

    Two of them are equal when they answer the same question.

    Examples
    --------
    >>> import razz
    >>> odds = razz.hand_odds("As2h3d4c")
    >>> odds.by_top_card[razz.Rank("5")], odds.deals
    (4052, 17296)
    >>> odds == razz.hand_odds("As2h3d4c", to=7)
    True
    """

    cards: tuple[Card, ...]
    """The known cards of the hand."""
    dead: tuple[Card, ...]
    """The cards that cannot come."""
    to: int
    """How many cards the hand will have: 5, 6 or 7."""
    deals: int
    """In how many ways the missing cards can come."""
    ways: NDArray[np.uint64]
    """Ways to end with each strength, shape (6176,); index 0 does not occur."""
    by_top_card: dict[Rank, int]
    """Ways to end without a pair, by the highest card that plays: five (the wheel) to king."""
    by_category: dict[Category, int]
    """Ways to end in each category, best first."""
    next_card: dict[str, int] | None
    """How many unseen cards are of each kind, as the next one: "improves", "pair", "brick"; None if none is to come.

    It improves a hand of five cards or more that becomes stronger by it; one of fewer, if its rank is new and the final
    low is better on average (by percentile) after it than before. Else it is a pair, if its rank is held, or a brick.
    """
    next_ranks: dict[str, tuple[Rank, ...]] | None
    """The ranks of those kinds of which a card is unseen."""

    def or_better(self, low: Rank | LowHand | str) -> int:
        """Ways to end with a low or a better one.

        Parameters
        ----------
        low : Rank, str or LowHand
            A rank or its letter N: an N-low, any hand without a pair and no card above N. Or a hand.

        Returns
        -------
        int
            Of `deals`.

        Raises
        ------
        ValueError, TypeError
            What is neither a rank nor a hand.

        Examples
        --------
        >>> import razz
        >>> odds = razz.hand_odds("As2h3d")
        >>> f"{odds.or_better('8') / odds.deals:.2%}", odds.or_better(razz.evaluate("6s4h3d2cAs"))
        ('48.27%', 27656)
        """
        if isinstance(low, LowHand):
            return int(self.ways[low.strength :].sum())
        top = Rank(low) if isinstance(low, str) else low
        of_class(top, "low", Rank, "a Rank, its letter or a LowHand")
        return sum(ways for rank, ways in self.by_top_card.items() if rank <= top)

    def to_dict(self) -> dict[str, Any]:
        """The odds as plain values, for JSON; strengths that do not occur are left out.

        Examples
        --------
        >>> import razz
        >>> razz.hand_odds("5s4s3s2sAs", to=5).to_dict()["strengths"]
        {'6175': 1}
        """
        return {
            "cards": [str(card) for card in self.cards],
            "dead": [str(card) for card in self.dead],
            "to": self.to,
            "deals": self.deals,
            "top_card": {str(rank): ways for rank, ways in self.by_top_card.items()},
            "category": {category.value: ways for category, ways in self.by_category.items()},
            "next_card": self.next_card,
            "next_ranks": self.next_ranks
            and {k: [str(rank) for rank in ranks] for k, ranks in self.next_ranks.items()},
            "strengths": {str(n): int(self.ways[n]) for n in np.flatnonzero(self.ways)},
        }

    def _tables(self) -> list[list[list[str]]]:
        final, better = [["final low", "ways", "share", "or better"]], 0
        counts = [(_razz.evaluate(f"{rank}c4h3d2cAs").name, ways) for rank, ways in self.by_top_card.items()]
        counts += [(kind.value.replace("_", " ").lower(), self.by_category[kind]) for kind in list(Category)[1:]]
        for name, ways in counts:
            better += ways
            final.append([name, f"{ways:,}", f"{ways / self.deals:.2%}", f"{better / self.deals:.2%}"])
        if not self.next_card or not self.next_ranks:
            return [final]
        unseen = sum(self.next_card.values())
        coming = [["next card", "cards", "share", "ranks"]]
        for kind, number in self.next_card.items():
            ranks = " ".join(map(str, self.next_ranks[kind]))
            coming.append([kind, f"{number:,}", f"{number / unseen:.2%}", ranks])
        return [final, coming]

    def __repr__(self) -> str:
        """Say of which hand."""
        cards, dead = ("".join(map(str, cards)) for cards in (self.cards, self.dead))
        return f"<HandOdds of {cards or 'no card'}{f', {dead} dead' if dead else ''}; {self._foot()}>"

    def _foot(self) -> str:
        return f"{counted(self.deals, 'way')} to get to {self.to} cards"

    def __str__(self) -> str:
        """Give the tables for people."""
        final, *rest = map(text_table, self._tables())
        return "\n".join([final, self._foot(), *(f"\n{table}" for table in rest)])

    def _repr_html_(self) -> str:
        return "".join(map(html_table, self._tables()))

    def _question(self) -> tuple[tuple[Card, ...], tuple[Card, ...], int]:
        return tuple(sorted(self.cards)), tuple(sorted(self.dead)), self.to

    def __eq__(self, other: object) -> bool:
        return self._question() == other._question() if isinstance(other, HandOdds) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._question())

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.cards, self.dead, self.to)


def _again(cards: tuple[Card, ...], dead: tuple[Card, ...], to: int) -> HandOdds:
    return hand_odds(cards, dead=dead, to=to)


def hand_odds(
    cards: str | Iterable[Card | SupportsIndex | str],
    *,
    dead: str | Iterable[Card | SupportsIndex | str] = (),
    to: int = 7,
) -> HandOdds:
    """The exact distribution of the final low of one hand, from its own cards and the dead ones.

    Parameters
    ----------
    cards : str or iterable of Card, int or str
        The hand's known cards, none to `to` of them, as for `evaluate`.
    dead : str or iterable of Card, int or str
        Cards that cannot come: other players' and folded ones.
    to : int, default 7
        How many cards the hand will have: 5, 6 or 7.

    Returns
    -------
    HandOdds
        Ways by strength, category and top card, and what the next card does. What other players hold unseen does not
        matter: every unseen card is as likely to come.

    Raises
    ------
    ValueError
        More cards than `to`, a card twice, or fewer cards left than are missing (ParseError for faults of a text).
    TypeError
        Neither text nor cards.

    Examples
    --------
    >>> import razz
    >>> odds = razz.hand_odds("As2h3d", dead="AhAc2s2c3s3c")
    >>> f"{odds.or_better('8') / odds.deals:.2%}"
    '57.60%'
    >>> odds.next_card
    {'improves': 24, 'pair': 3, 'brick': 16}
    """
    known, gone, counted, unseen, kinds = _razz.hand_odds(cards, dead, to)
    ways = np.array(counted, dtype=np.uint64)
    by_top_card = {Rank.from_index(rank): 0 for rank in range(4, 13)}
    by_category = dict.fromkeys(Category, 0)
    for strength in np.flatnonzero(ways):
        low = LowHand.from_strength(strength)
        by_category[low.category] += counted[strength]
        if low.category is Category.NO_PAIR:
            by_top_card[Rank.from_index(low.ranks[0])] += counted[strength]
    next_card, next_ranks = None, None
    if kinds is not None:
        names = ("improves", "pair", "brick")
        next_card = {name: sum(n for n, kind in zip(unseen, kinds, strict=True) if kind == name) for name in names}
        there = [(Rank.from_index(rank), kind) for rank, kind in enumerate(kinds) if unseen[rank]]
        next_ranks = {name: tuple(rank for rank, kind in there if kind == name) for name in names}
    return HandOdds(tuple(known), tuple(gone), to, sum(counted), ways, by_top_card, by_category, next_card, next_ranks)
