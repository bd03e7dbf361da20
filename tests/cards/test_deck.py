"""Deck: an immutable sequence of 52 different cards; deck_of() makes one from two numbers."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable, Sequence

import pytest
import razz


def test_it_is_a_sequence() -> None:
    deck = razz.deck_of(1, 2)
    cards = list(deck)
    assert isinstance(deck, Sequence)
    assert len(deck) == len(cards) == len(set(cards)) == 52
    assert deck[3] == cards[3]
    assert deck[-52] == cards[0]
    assert deck[2:50:7] == tuple(cards[2:50:7])
    assert deck[::-1] == tuple(reversed(deck))
    assert cards[9] in deck
    assert "As" not in deck
    assert deck.index(cards[9]) == 9
    assert deck.count(cards[9]) == 1
    assert deck.count("As") == 0
    assert deck.index(cards[9], -50, 10) == 9
    for start, stop in ((10, 52), (0, 9), (-42, 52), (0, -43)):
        with pytest.raises(ValueError, match="not in this part"):
            deck.index(cards[9], start, stop)
    for outside in (52, -53, 2**70):
        with pytest.raises(IndexError):
            deck[outside]


def test_it_is_a_value() -> None:
    deck = razz.deck_of(1, 2)
    by_repr = eval(repr(deck), {"Deck": razz.Deck})
    for same in (by_repr, razz.Deck(str(deck)), razz.Deck(deck), razz.Deck(card.index for card in deck)):
        assert same == deck
        assert hash(same) == hash(deck)
    assert pickle.loads(pickle.dumps(deck)) == copy.deepcopy(deck) == deck
    assert deck != razz.deck_of(1, 3)


@pytest.mark.parametrize(
    ("cards", "error", "text"),
    [
        ("As2h", ValueError, "52 cards, found 2"),
        ("AsAs", razz.ParseError, "duplicate"),
        (range(1, 53), ValueError, "52 at position 51"),
        ([*range(51), 7], ValueError, "2s at position 51"),
        ([-1, *range(51)], ValueError, "-1 at position 0"),
        ([*range(51), 2**80], (ValueError, TypeError), "position 51"),
        ([*range(51), 1.5], TypeError, "1.5 at position 51"),
        (None, TypeError, "None"),
    ],
)
def test_other_than_52_cards(cards: Iterable[int] | str, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        razz.Deck(cards)


@pytest.mark.parametrize("pair", [(-1, 0), (0, 2**64)])
def test_numbers_beyond_64_bits(pair: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"(seed|index): expected an integer from 0 to 2\^64 - 1, found"):
        razz.deck_of(*pair)
