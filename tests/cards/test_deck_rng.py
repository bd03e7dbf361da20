"""razz.deck: which decks come from which source."""

from __future__ import annotations

import numpy as np
import pytest
import razz


def test_sources() -> None:
    assert razz.deck(7) == razz.deck_of(7, 0)
    sequence = np.random.SeedSequence(1)
    assert razz.deck(sequence) == razz.deck_of(int(sequence.generate_state(1, np.uint64)[0]), 0)
    assert razz.deck(np.random.default_rng(3)) == razz.deck(np.random.PCG64(3))
    assert razz.deck() != razz.deck()
    assert razz.deck("system") != razz.deck("system")


@pytest.mark.parametrize(
    ("rng", "error"), [("os", ValueError), (-1, ValueError), (2**64, ValueError), (1.5, TypeError)]
)
def test_other_sources_are_refused(rng: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="rng"):
        razz.deck(rng)  # type: ignore[arg-type]


def test_the_system_shuffles_without_bias() -> None:
    """Card by position, chi-square over 51 x 51 degrees of freedom, within 6 standard deviations."""
    decks = 10_000
    counts = np.zeros((52, 52))
    for _ in range(decks):
        counts[np.arange(52), [card.index for card in razz.deck("system")]] += 1
    expected = decks / 52
    chi_square = ((counts - expected) ** 2 / expected).sum()
    freedom = 51 * 51
    assert abs(chi_square - freedom) < 6 * (2 * freedom) ** 0.5
