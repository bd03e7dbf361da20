"""The random stream of docs/stream.md: hands are dealt again by plain NumPy, to the bit."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import razz
from hypothesis import given
from hypothesis import strategies as st

U64 = st.integers(0, 2**64 - 1)


def numpy_draws(seed: int, index: int, domain: int) -> np.random.Generator:
    """NumPy steps its 256-bit counter before each block: start it one below block 0."""
    counter = ((index << 64) + (domain << 128) - 1) % 2**256
    return np.random.Generator(np.random.Philox(key=seed, counter=counter))


def numpy_deck(seed: int, index: int) -> list[int]:
    draws = numpy_draws(seed, index, 0)
    cards = list(range(52))
    for i in range(51):
        j = i + int(draws.integers(52 - i, dtype=np.uint32))
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def indices(deck: razz.Deck) -> list[int]:
    return [card.index for card in deck]


@given(U64, U64)
def test_decks_are_what_numpy_deals(seed: int, index: int) -> None:
    assert indices(razz.deck_of(seed, index)) == numpy_deck(seed, index)


@pytest.mark.parametrize("index", [0, 1, 2**64 - 1])
@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_corners(seed: int, index: int) -> None:
    assert indices(razz.deck_of(seed, index)) == numpy_deck(seed, index)


def test_published_vectors() -> None:
    page = (Path(__file__).parents[2] / "docs" / "stream.md").read_text(encoding="utf-8")
    vectors = re.findall(r"^\| (\d+) \| (\d+) \| `(\w+)` \|$", page, re.MULTILINE)
    assert len(vectors) >= 6
    for seed, index, cards in vectors:
        assert str(razz.deck_of(int(seed), int(index))) == cards


def test_cards_are_spread_evenly_over_positions() -> None:
    """Chi-square of card x position over consecutive hands of one seed; a fixed sample, so the answer never changes."""
    hands = 20_000
    decks = np.array([indices(razz.deck_of(7, index)) for index in range(hands)])
    counts = np.zeros((52, 52))
    for position in range(52):
        counts[position] = np.bincount(decks[:, position], minlength=52)
    expected = hands / 52
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    freedom = 51 * 51
    assert abs(chi_square - freedom) < 4.5 * np.sqrt(2 * freedom)
