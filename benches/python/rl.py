"""Decisions a second of BatchEnv, and hands a second with policies that are Python functions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import numpy as np
import razz
from numpy.typing import NDArray
from razz import rl
from razz.policies import Draws, batched, from_views

from benches.measure import Row, best_seconds

STACKS = [1000] * 6
GAMES = 4096
STEPS = 300


def any_legal(choice: np.random.Generator, mask: NDArray[np.bool_]) -> NDArray[np.uint8]:
    codes: NDArray[np.uint8] = (choice.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1).astype(np.uint8)
    return codes


def step_seconds(threads: int) -> tuple[float, float]:
    """The shortest step of many with random legal actions, and the shortest with NumPy's choice of them."""
    env = rl.BatchEnv(GAMES, stacks=STACKS, threads=threads)
    choice = np.random.default_rng(1)
    mask = env.reset(1).mask
    alone, both = [], []
    for _ in range(STEPS):
        start = time.perf_counter()
        actions = any_legal(choice, mask)
        chosen = time.perf_counter()
        env.step(actions)
        end = time.perf_counter()
        alone.append(end - chosen)
        both.append(end - start)
    return min(alone), min(both)


def random_codes(_: object, mask: NDArray[np.bool_], draws: NDArray[np.float64]) -> NDArray[np.uint8]:
    place = (draws * mask.sum(axis=1)).astype(np.int64)
    codes: NDArray[np.uint8] = (mask.cumsum(axis=1) > place[:, None]).argmax(axis=1).astype(np.uint8)
    return codes


def random_action(view: razz.View, rng: Draws) -> razz.Action:
    return rng.choice(view.legal_actions)


def rows() -> Iterator[Row]:
    """Yield the figures."""
    for threads in (1, 2):
        alone, both = step_seconds(threads)
        what = f"BatchEnv, n = {GAMES}, {threads} thread{'s' if threads > 1 else ''}"
        yield Row(f"{what}: step", GAMES / alone, "decisions/s")
        yield Row(f"{what}: random actions by NumPy, and step", GAMES / both, "decisions/s")
    rules, peer = razz.Rules(), 0.0
    for name, policy, hands in (
        ("random, in Rust", "random", 50_000),
        ("random, a batched function", batched(random_codes), 20_000),
        ("random, a function of views", from_views(random_action), 1_000),
    ):
        job = razz.Simulation(rules, STACKS, [policy], seed=1)
        rate = hands / best_seconds(partial(job.run, hands, threads=1), repeat=3)
        peer = peer or rate
        yield Row(f"simulate, {name}, 1 thread", rate, "hands/s", "random, in Rust", peer)
