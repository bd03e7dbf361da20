"""evaluate and LowHand, against the plain twin; what can be done with cards, ranks, suits and hands as values."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest
import razz
from hypothesis import given
from hypothesis import strategies as st

from tests.reference import evaluator as twin

hands = st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True)
#: Few ranks, so that pairs, trips and full houses come up as often as hands without a pair.
crowded = st.integers(0, 9).flatmap(
    lambda low: st.lists(st.integers(4 * low, 4 * low + 15), min_size=5, max_size=7, unique=True)
)


@given(hands | crowded)
def test_every_property_is_the_twins(hand: list[int]) -> None:
    low = razz.evaluate(hand)
    assert low.strength == twin.strength(hand)
    assert low.category == twin.category(hand)
    assert low.ranks == twin.best_ranks(hand)
    assert low.cards is not None
    assert sorted(card.index for card in low.cards) == sorted(twin.best_cards(hand))
    assert tuple(card.rank.index for card in low.cards) == low.ranks
    assert str(low) == "-".join("A23456789TJQK"[rank] for rank in low.ranks)


@given(hands | crowded, hands | crowded)
def test_order_and_hash_are_those_of_strength(one: list[int], other: list[int]) -> None:
    a, b = razz.evaluate(one), razz.evaluate(other)
    assert (a > b, a == b, a < b) == (a.strength > b.strength, a.strength == b.strength, a.strength < b.strength)
    assert (a >= b, a != b, a <= b) == (a.strength >= b.strength, a.strength != b.strength, a.strength <= b.strength)
    same = razz.LowHand.from_strength(a.strength)
    assert same == a
    assert hash(same) == hash(a)
    assert a != a.strength


@given(hands)
def test_all_ways_to_name_cards(hand: list[int]) -> None:
    cards = [razz.Card.from_index(index) for index in hand]
    text = "".join(map(str, cards))
    arrays = (np.array(hand, dtype=np.uint8), np.array(cards, dtype=np.int32))
    texts = (text, text.upper(), ", ".join(map(str, cards)), [str(card) for card in cards])
    for same in (cards, tuple(cards), iter(cards), tuple(hand), *arrays, *texts):
        low = razz.evaluate(same)
        assert low == razz.evaluate(hand)
        assert low.cards == razz.evaluate(hand).cards


def test_percentiles_are_a_share_of_all_hands() -> None:
    every = [razz.LowHand.from_strength(n).percentile for n in range(1, 6176)]
    assert every == sorted(every)
    assert every[-1] == pytest.approx(100 * (1 - 781_824 / 133_784_560 / 2), abs=1e-12)
    # Half of all hands are weaker than the median and a share is never lost: the worst reachable hand is Q-Q-Q-K-K.
    assert every[0] == 0
    worst = razz.evaluate("QcQdQhKcKd")
    assert 0 < worst.percentile < 1e-4
    assert max(p for n, p in enumerate(every, 1) if n < worst.strength) == 0


@pytest.mark.parametrize("text", ["7s6d4h2cAs", "AcAdAh2c2d", "KcKdKhKsQcQdQh"])
def test_a_hand_is_a_value(text: str) -> None:
    for low in (razz.evaluate(text), razz.LowHand.from_strength(razz.evaluate(text).strength)):
        for twin_of_it in (pickle.loads(pickle.dumps(low)), copy.deepcopy(low), eval(repr(low), vars(razz))):
            assert twin_of_it == low
            assert twin_of_it.cards == low.cards


def test_cards_ranks_and_suits_are_values() -> None:
    cards = [razz.Card.from_index(index) for index in range(52)]
    assert cards == sorted(cards)
    assert len(set(cards)) == 52
    for index, card in enumerate(cards):
        assert card.index == index == 4 * card.rank.index + card.suit.index
        assert razz.Rank.from_index(index // 4) == card.rank
        assert razz.Suit.from_index(index % 4) == card.suit
        assert str(card) == f"{card.rank}{card.suit}"
        for value in (card, card.rank, card.suit):
            assert type(value)(str(value)) == value == eval(repr(value), vars(razz))
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                assert pickle.loads(pickle.dumps(value, protocol)) == value
            assert copy.copy(value) == value
            assert hash(copy.deepcopy(value)) == hash(value)
            assert value != value.index
            with pytest.raises(AttributeError):
                value.index = 3  # type: ignore[misc]
    assert razz.parse_cards("A♠2h 10D") == (cards[3], cards[6], cards[37])


@pytest.mark.parametrize(
    ("fault", "error", "text"),
    [
        (lambda: razz.evaluate("As2s3s4s"), ValueError, "cards: expected 5 to 7 cards, found 4"),
        (lambda: razz.evaluate("As2s3s4s5s6s7s8s"), ValueError, "cards: expected 5 to 7 cards, found 8"),
        (lambda: razz.evaluate(range(60)), ValueError, "cards: 52 at position 52 is no card"),
        (lambda: razz.evaluate([1, 2] * 30), ValueError, "cards: more than 52 cards"),
        (lambda: razz.evaluate("As2s3s4sAs"), razz.ParseError, r"duplicate card As \(position 8\)"),
        (lambda: razz.evaluate([0, 1, 2, 3, 2]), ValueError, r"cards\[4\]: duplicate card Ah"),
        (lambda: razz.evaluate("As2s3s4s??"), razz.ParseError, r"unknown card .* \(position 8\)"),
        (lambda: razz.evaluate([0, 1, 2, 3, 255]), ValueError, "cards: 255 at position 4 is no card, expected 0 to 51"),
        (lambda: razz.evaluate([0, 1, 2, -3, 4]), ValueError, "cards: -3 at position 3 is no card"),
        (lambda: razz.evaluate([0, 1, 2**70, 3, 4]), ValueError, "at position 2 is no card"),
        (lambda: razz.evaluate([0, 1, 2, 3, 4.0]), TypeError, "4.0 at position 4 is no card, expected a Card"),  # type: ignore[list-item]
        (lambda: razz.evaluate([0, 1, "2x", 3, 4]), ValueError, "'2x' at position 2: 'x' is no suit"),
        (lambda: razz.evaluate(7), TypeError, "cards: expected text, Cards or card numbers, found 7"),  # type: ignore[arg-type]
        (lambda: razz.evaluate(None), TypeError, "cards: expected text, Cards or card numbers, found None"),  # type: ignore[arg-type]
        (lambda: razz.LowHand.from_strength(0), ValueError, "strength: expected an integer 1 to 6175, found 0"),
        (lambda: razz.LowHand.from_strength(6176), ValueError, "found 6176"),
        (lambda: razz.LowHand.from_strength(2**65), ValueError, "found 36893488147419103232"),
        (lambda: razz.LowHand.from_strength(1.0), TypeError, "strength: expected an integer 1 to 6175, found 1.0"),  # type: ignore[arg-type]
        (lambda: razz.Card("As2s"), razz.ParseError, "expected one card, found"),
        (lambda: razz.Card(""), razz.ParseError, "expected a card, found no text"),
        (lambda: razz.Card.from_index(52), ValueError, "index: expected an integer 0 to 51, found 52"),
        (lambda: razz.Rank.from_index(-1), ValueError, "index: expected an integer 0 to 12, found -1"),
        (lambda: razz.Suit.from_index("x"), TypeError, "index: expected an integer 0 to 3, found 'x'"),  # type: ignore[arg-type]
        (lambda: razz.Rank("1"), razz.ParseError, '"1" is no rank: expected one of A 2'),
        (lambda: razz.Suit("x"), razz.ParseError, '"x" is no suit: expected one of c d h s'),
    ],
)  # fmt: skip
def test_bad_input_says_what_and_where(fault: Callable[[], object], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        fault()


def test_hands_compare_with_hands_only() -> None:
    low = razz.evaluate("As2s3s4s5s")
    with pytest.raises(TypeError):
        low < 3  # type: ignore[operator]  # noqa: B015
    assert low != None  # noqa: E711
