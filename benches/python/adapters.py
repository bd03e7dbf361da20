"""The game of OpenSpiel beside OpenSpiel's own Razz, which wraps PokerKit; hands of the other adapters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import razz.adapters.openspiel
from open_spiel.python.games import pokerkit_wrapper
from razz.adapters import gymnasium, pettingzoo

from benches.measure import Row, best_seconds

SEATS = 6
TABLES = 1024
STEPS = 50
#: The same stakes and stacks as ours.
PEER = {
    "variant": "FixedLimitRazz",
    "num_players": SEATS,
    "num_streets": 5,
    "antes": " ".join(["1"] * SEATS),
    "bring_in": 2,
    "small_bet": 4,
    "big_bet": 8,
    "stack_sizes": " ".join(["1000"] * SEATS),
}


def random_hands(game: Any, hands: int) -> None:
    """Hands with uniformly random cards and legal actions, as any algorithm of OpenSpiel walks a game."""
    choose = random.Random(1)
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choose.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(choose.choice(state.legal_actions()))


def agents(env: Any, hands: int) -> None:
    """Hands of PettingZoo with random legal codes."""
    choose = random.Random(1)
    for _ in range(hands):
        env.reset()
        for _agent in env.agent_iter():
            seen, _, terminated, _, _ = env.last()
            env.step(None if terminated else choose.choice(np.flatnonzero(seen["action_mask"]).tolist()))


def episodes(env: Any, hands: int) -> None:
    """Hands of one seat with random legal codes."""
    choose = random.Random(1)
    for _ in range(hands):
        _, info = env.reset()
        over = False
        while not over:
            codes = np.flatnonzero(info["action_mask"]).tolist()
            _, _, over, _, info = env.step(choose.choice(codes) if codes else 0)


def batches(envs: Any) -> None:
    """Decisions at many tables at once with random legal codes."""
    choose = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    for _ in range(STEPS):
        codes = (choose.random((TABLES, 4)) * infos["action_mask"]).argmax(axis=1)
        infos = envs.step(codes)[-1]


def rows() -> Iterator[Row]:
    """Rows of the table."""
    game = pyspiel.load_game(razz.adapters.openspiel.NAME, {"players": SEATS})
    peer = pokerkit_wrapper.PokerkitWrapper(PEER)
    yield Row(
        "OpenSpiel game python_razz, six seats, random actions",
        300 / best_seconds(lambda: random_hands(game, 300), repeat=3),
        "hands/s",
        "OpenSpiel's python_pokerkit_wrapper",
        20 / best_seconds(lambda: random_hands(peer, 20), repeat=3),
    )
    env = pettingzoo.env(seats=SEATS)
    yield Row("PettingZoo, six agents, random", 300 / best_seconds(lambda: agents(env, 300), repeat=3), "hands/s")
    seat = gymnasium.RazzEnv(seats=SEATS, opponents="tight,loose")
    yield Row("Gymnasium, one random seat of six", 300 / best_seconds(lambda: episodes(seat, 300), repeat=3), "hands/s")
    envs = gymnasium.RazzVectorEnv(TABLES, seats=SEATS)
    rate = TABLES * STEPS / best_seconds(lambda: batches(envs), repeat=3)
    yield Row(f"Gymnasium vector environment, {TABLES:,} tables of six, random", rate, "decisions/s")
