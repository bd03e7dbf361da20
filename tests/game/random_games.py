"""What random games are made of: rules, stacks, decks in which hands tie often, actions that keep hands alive."""

import random
from collections.abc import Sequence
from typing import Any

from tests.game.engines import Action
from tests.reference.options import CHOICES, PRESETS


def random_deck(rng: random.Random) -> list[int]:
    """A shuffled deck; one in five has the four cards of each rank together, so that neighbours' hands are equal."""
    if rng.random() < 0.8:
        return rng.sample(range(52), 52)
    return [4 * rank + suit for rank in rng.sample(range(13), 13) for suit in rng.sample(range(4), 4)]


def random_action(rng: random.Random, legal: Sequence[Action], loose: bool) -> Action:
    """Any legal action; loose players seldom fold."""
    weights = [0.03 if kind == "FOLD" and loose else 1.0 for kind, _ in legal]
    return rng.choices(legal, weights)[0]


def random_setup(rng: random.Random, number: int) -> tuple[list[int], dict[str, Any]]:
    """Stacks and the arguments of `Engine.start`: every preset in turn, and every second game random options."""
    seats = rng.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 8))
    most = rng.choice((10, 30, 60, 60))
    stacks = [rng.randint(1, most) for _ in range(seats)]
    bring_in = rng.randint(1, 5)
    small = rng.randint(bring_in + 1, bring_in + 7)
    options: dict[str, Any] = {
        "preset": tuple(PRESETS)[number // 2 % len(PRESETS)],
        "ante": rng.choice((0, 1, 1, 2, 5)),
        "bring_in": bring_in,
        "small_bet": small,
        "big_bet": rng.choice((small, 2 * small, small + rng.randint(1, 9))),
    }
    if number % 2:
        options |= {name: rng.choice(values) for name, values in CHOICES.items()}
        options |= {"max_bets": rng.choice((1, 2, 3, 4, 5)), "table_all_in_hands": rng.random() < 0.5}
    options["showdown_choice"] = rng.random() < 0.3
    options["allow_open_fold"] = rng.random() < 0.15
    if rng.random() < 0.2:
        options["absent"] = [seat for seat in range(seats) if rng.random() < 0.3]
    if rng.random() < 0.3:
        options["event_players"] = rng.randint(seats, 12)
    if rng.random() < 0.2:
        fraction, unit = rng.choice(("0.05", "0.1", "1/30", "0.025")), rng.choice((1, 1, 2, 5))
        options["rake"] = (fraction, unit, rng.choice((None, 2, 7)), rng.random() < 0.5)
    return stacks, options
