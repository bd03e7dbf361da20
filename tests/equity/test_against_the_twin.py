"""Exact counts against every runout counted by the plain twin."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from math import comb

import pytest
import razz
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import equity as twin

RANKS = "A23456789TJQK"
MOST_RUNOUTS = 20_000


@dataclass
class Spot:
    """Hands and dead cards as ranks, and how many dead cards nobody saw."""

    hands: list[list[int]]
    dead: list[int]
    unseen: int
    community: bool
    runouts: int


def runouts(left: int, needs: list[int], community: bool) -> int:
    total = 1
    for need in needs:
        total *= comb(max(left, 0), need)
        left -= need
    return total * left if community else total


@st.composite
def spots(draw: st.DrawFn, *, most_players: int = 5, paired: bool = False) -> Spot:
    """A spot of at most MOST_RUNOUTS runouts: as many cards are dead as that takes."""
    players = draw(st.integers(2, most_players))
    seed = draw(st.randoms(use_true_random=False))
    deck = [rank for rank in range(13) for _ in range(4)]
    seed.shuffle(deck)
    sizes = [draw(st.integers(3, 7)) for _ in range(players)]
    ranks = list(range(13))
    seed.shuffle(ranks)
    hands = []
    for place, size in enumerate(sizes):
        if paired:
            # Cards of two or three ranks of one's own, as far as there are any.
            few = set(ranks[2 * place : 2 * place + seed.choice((2, 3))])
            deck = [rank for rank in deck if rank in few] + [rank for rank in deck if rank not in few]
        hands.append(deck[:size])
        deck = deck[size:]
    seed.shuffle(deck)
    options = []
    for left in range(len(deck) + 1):
        for unseen in range(4):
            community = twin.needs_community(players, len(deck) - left + unseen)
            own = 6 if community else 7
            if max(sizes) > own:
                continue
            needs = [own - size for size in sizes]
            count = runouts(left, needs, community)
            if 0 < count <= MOST_RUNOUTS and sum(needs) + community + unseen <= left:
                options.append((left, unseen, community, count))
    if not options:
        hands = [[*hand, *(deck.pop() for _ in range(7 - len(hand)))] for hand in hands]
        return Spot(hands, [], 0, False, 1)
    # Mostly the longer decks, which have more to tell.
    left, unseen, community, count = options[draw(st.integers(0, len(options) - 1))]
    return Spot(hands, deck[left:], unseen, community, count)


def text(ranks: list[int]) -> str:
    return "".join(RANKS[rank] for rank in ranks)


def compare(spot: Spot, seen: Counter[str]) -> None:
    expected = twin.by_ranks(spot.hands, spot.dead, spot.unseen)
    result = razz.equity(list(map(text, spot.hands)), dead=text(spot.dead) + "??" * spot.unseen, method="exact")
    assert result.counts == {winners: n for winners, n in expected.items() if n}
    assert result.deals == spot.runouts
    assert ("community card" in result.ending) == spot.community
    cannot = [len(set(hand)) + 7 - len(hand) < 5 for hand in spot.hands]
    seen["compared"] += 1
    seen["more than 100 runouts"] += spot.runouts > 100
    seen["community card"] += spot.community
    seen[f"{len(spot.hands)} players"] += 1
    seen["a tie"] += any(len(winners) > 1 for winners in result.counts)
    seen["somebody cannot have five ranks"] += any(cannot)
    seen["nobody can have five ranks"] += all(cannot)


def test_every_runout() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=250, derandomize=True)
    @given(spots())
    def examples(spot: Spot) -> None:
        compare(spot, seen)

    examples()
    least = {"compared": 250, "more than 100 runouts": 80, "community card": 5, "a tie": 4}
    least |= {f"{players} players": 20 for players in (2, 3, 4, 5)} | {"somebody cannot have five ranks": 15}
    assert all(seen[situation] >= n for situation, n in least.items()), seen


def test_when_pairs_decide() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=250, derandomize=True)
    @given(spots(most_players=4, paired=True))
    def examples(spot: Spot) -> None:
        compare(spot, seen)

    examples()
    least = {"compared": 250, "more than 100 runouts": 60, "a tie": 1}
    least |= {"somebody cannot have five ranks": 150, "nobody can have five ranks": 40}
    assert all(seen[situation] >= n for situation, n in least.items()), seen


def shared(choice: random.Random) -> tuple[list[list[int]], list[int], int]:
    """Hands of few ranks, dead cards and a community card that is mostly of the same ranks."""
    few = choice.sample(range(13), choice.randint(2, 6))
    deck = sorted(range(52), key=lambda card: (card // 4 not in few, choice.random()))
    ranks = [card // 4 for card in deck[:20]]
    choice.shuffle(ranks)
    community = ranks.pop()
    sizes = [choice.randint(4, 6) for _ in range(choice.randint(2, 3))]
    hands = [[ranks.pop() for _ in range(size)] for size in sizes]
    left = [*ranks, *(card // 4 for card in deck[20:])]
    return hands, left[sum(6 - size for size in sizes) + choice.randint(0, 8) :], community


def test_a_known_community_card() -> None:
    """It can pair both players' cards at once: more than four cards of a rank are then in the two hands together."""
    seen: Counter[str] = Counter()
    choice = random.Random(1)
    for _ in range(250):
        hands, dead, community = shared(choice)
        expected = twin.by_ranks(hands, dead, known=community)
        result = razz.equity(list(map(text, hands)), dead=text(dead), community=RANKS[community], method="exact")
        assert result.counts == {winners: n for winners, n in expected.items() if n}, (hands, dead, community)
        seen[f"{len(hands)} players"] += 1
        seen["a pair of it in both hands"] += all(community in hand for hand in hands)
    assert all(seen[situation] > 30 for situation in ("2 players", "3 players", "a pair of it in both hands")), seen


@pytest.mark.parametrize(
    ("hands", "dead"),
    [
        (["As2c3h4d5sKd", "6h7d8s9hTsJd"], ""),
        (["AsAh2c2dKdKh", "3s3h4c4d5d5h"], "QsQh"),
        (["KsKhKdKc9s", "QsQhQdQc9d"], "".join(f"{rank}{suit}" for rank in "A234567" for suit in "cdhs")),
    ],
)
def test_card_by_card(hands: list[str], dead: str) -> None:
    """The same against runouts of whole cards, suits and all."""
    cards = [[card.index for card in razz.parse_cards(hand)] for hand in hands]
    counts = twin.by_cards(cards, [card.index for card in razz.parse_cards(dead)])
    assert razz.equity(hands, dead=dead, method="exact").counts == {w: n for w, n in counts.items() if n}
