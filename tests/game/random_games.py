"""What random games are made of: decks in which hands tie often, and actions that keep hands alive."""

import random
from collections.abc import Sequence

from tests.game.engines import Action


def random_deck(rng: random.Random) -> list[int]:
    """A shuffled deck; one in five has the four cards of each rank together, so that neighbours' hands are equal."""
    if rng.random() < 0.8:
        return rng.sample(range(52), 52)
    return [4 * rank + suit for rank in rng.sample(range(13), 13) for suit in rng.sample(range(4), 4)]


def random_action(rng: random.Random, legal: Sequence[Action], loose: bool) -> Action:
    """Any legal action; loose players seldom fold."""
    weights = [0.03 if kind == "FOLD" and loose else 1.0 for kind, _ in legal]
    return rng.choices(legal, weights)[0]
