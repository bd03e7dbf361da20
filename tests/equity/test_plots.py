"""What the pictures of equities hold."""

from __future__ import annotations

import numpy as np
import pytest
import razz

figure = pytest.importorskip("matplotlib.figure")
plot = pytest.importorskip("razz.plot")


def test_distribution() -> None:
    ax = figure.Figure().subplots()
    spread = razz.equity_distribution(["A29", "{[A-7][A-7]/d}7"])
    assert plot.equity_distribution(spread, ax=ax) is ax
    values, edges, _ = ax.patches[0].get_data()
    assert values == pytest.approx(100 * spread.equity)
    assert edges[-1] == pytest.approx(100)


def test_next_cards() -> None:
    ax = figure.Figure().subplots()
    cards = razz.equity_by_next_card(["A238", "4569"])
    assert plot.next_cards(cards, ax=ax) is ax
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(100 * cards.equity)
    assert [label.get_text() for label in ax.get_xticklabels()] == list("A23456789TJQK")


def test_matrix() -> None:
    ax = figure.Figure().subplots()
    rng = np.random.default_rng(2)
    labels = tuple(str(i) for i in range(455))
    matrix = rng.random((455, 455))
    matrix[3, 4] = np.nan
    random = rng.random(455)
    hands = razz.StartingHands(
        labels=labels,
        ranks=np.zeros((455, 3), np.uint8),
        probability=np.full(455, 1 / 455),
        random=random,
        behind=np.zeros((455, 13)),
        matrix=matrix,
        _index={},
    )
    assert plot.starting_matrix(hands, ax=ax) is ax
    shown = ax.images[0].get_array()
    order = np.argsort(-random)
    assert np.ma.is_masked(shown)
    assert shown[0, 1] == pytest.approx(100 * matrix[order[0], order[1]])
    assert ax.get_yticklabels()[0].get_text() == labels[order[0]]
