"""The evaluator from Python: arrays against `cards.max()` and against itself, single hands against other libraries."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np
import phevaluator
import razz
import treys
from pokerkit import RegularLowHand
from razz.hands import _evaluate, kernels

from benches.measure import Row, best_seconds

HANDS = 4_000_000


def random_hands(rows: int, seed: int = 1) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Rows of seven different cards, uniformly random: rows with a card twice are drawn again."""
    rng = np.random.default_rng(seed)
    cards = rng.integers(0, 52, (rows, 7), dtype=np.uint8)
    bad = np.arange(rows)
    while bad.size:
        cards[bad] = rng.integers(0, 52, (bad.size, 7), dtype=np.uint8)
        ordered = np.sort(cards[bad], axis=1)
        bad = bad[(ordered[:, 1:] == ordered[:, :-1]).any(axis=1)]
    return cards


def rows() -> Iterator[Row]:
    """Measure."""
    cards = random_hands(HANDS)
    out = np.empty(HANDS, dtype=np.uint16)

    def rate(work: Callable[[], object], count: int = HANDS, repeat: int = 15) -> float:
        return count / best_seconds(work, repeat=repeat)

    peak = rate(lambda: cards.max())
    checked = rate(lambda: razz.evaluate_many(cards, out=out))
    yield Row("evaluate_many, 4 million of 7, 1 thread, checked", checked, "hands/s", "cards.max()", peak)
    fresh = rate(lambda: razz.evaluate_many(cards))
    yield Row("the same into a new array", fresh, "hands/s", "cards.max()", peak)
    unchecked = rate(lambda: razz.evaluate_many(cards, out=out, validate=False))
    yield Row("the same, unchecked", unchecked, "hands/s", "cards.max()", peak)
    two = rate(lambda: razz.evaluate_many(cards, out=out, threads=2), repeat=60)
    yield Row("evaluate_many, 2 threads", two, "hands/s", "1 thread", checked)
    for kernel in kernels():
        found = rate(lambda kernel=kernel: _evaluate(cards, out=out, kernel=kernel))  # type: ignore[misc]
        yield Row(f"the {kernel} kernel", found, "hands/s", "the chosen one", checked)

    # Both ratios are to be 1 or more: all hands in the time of 12 times ten million, and by ranks in a hundredth of it.
    many = random_hands(10_000_000)
    ten = best_seconds(lambda: razz.evaluate_many(many), repeat=7)
    by_cards = best_seconds(lambda: razz.strength_distribution(by="cards"), repeat=5)
    by_ranks = best_seconds(razz.strength_distribution, repeat=60)
    total = 133_784_560
    yield Row(
        "all hands, card by card, 1 thread",
        total / by_cards,
        "hands/s",
        "12 x evaluate_many of 10^7",
        total / (12 * ten),
    )
    yield Row("all hands, by rank multisets", total / by_ranks, "hands/s", "100 x card by card", 100 * total / by_cards)
    yield from single_hands()


def single_hands() -> Iterator[Row]:
    """One hand at a time: PokerKit's low hand is the same work; treys and phevaluator rank hold'em hands."""
    text = "As2s3s4s5s9dKd"

    def rate(work: Callable[[], object], count: int) -> float:
        def loop() -> None:
            for _ in range(count):
                work()

        return count / best_seconds(loop)

    pokerkit = rate(lambda: RegularLowHand.from_game(text), 500)
    ours = rate(lambda: razz.evaluate(text), 200_000)
    yield Row("evaluate, one hand as text", ours, "hands/s", "PokerKit (the same work)", pokerkit)
    hand = razz.parse_cards(text)
    of_cards = rate(lambda: razz.evaluate(hand), 200_000)
    numbers = [card.index for card in hand]
    of_numbers = rate(lambda: razz.evaluate(numbers), 200_000)
    names = [text[i : i + 2] for i in range(0, 14, 2)]
    treys_cards = [treys.Card.new(name) for name in names]
    evaluator = treys.Evaluator()
    treys_rate = rate(lambda: evaluator.evaluate(treys_cards[:5], treys_cards[5:]), 5_000)
    yield Row("evaluate, one hand as Cards", of_cards, "hands/s", "treys (hold'em, its own integers)", treys_rate)
    phe_numbers = [phevaluator.Card(name).id_ for name in names]
    phe_rate = rate(lambda: phevaluator.evaluate_cards(*phe_numbers), 20_000)
    yield Row("evaluate, one hand as numbers", of_numbers, "hands/s", "phevaluator (hold'em, its numbers)", phe_rate)
    draw = random.Random(1)
    sample = ["".join(map(str, razz.deck_of(draw.getrandbits(64), 0)[:7])) for _ in range(2_000)]
    varied = rate(lambda: [razz.evaluate(one) for one in sample], 50) * len(sample)
    yield Row("evaluate, 2,000 different hands as text", varied, "hands/s")
