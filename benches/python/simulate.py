"""Hands a second from Python and with PokerKit: six seats, stakes 1/2/4/8, stacks of 1,000."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import razz
from pokerkit import Automation, FixedLimitRazz
from razz.policies import SITUATION_SHAPE, Choose, Draws, Table, table

from benches.measure import Row, best_seconds

STACKS = [1000] * 6
HANDS = 200_000
POKERKIT_SECONDS = 3.0


def pokerkit_rate(policy: str) -> float:
    """Play whole hands with PokerKit for some seconds."""
    automations = tuple(Automation)
    draw = random.Random(1)
    start, hands = time.perf_counter(), 0
    while time.perf_counter() - start < POKERKIT_SECONDS:
        state = FixedLimitRazz.create_state(automations, True, 1, 2, 4, 8, STACKS, 6)
        while state.status:
            moves: list[Callable[[], object]]
            if policy == "check_call":
                moves = [state.post_bring_in if state.can_post_bring_in() else state.check_or_call]
            else:
                pairs = [
                    (state.can_post_bring_in, state.post_bring_in),
                    (state.can_fold, state.fold),
                    (state.can_check_or_call, state.check_or_call),
                    (state.can_complete_bet_or_raise_to, state.complete_bet_or_raise_to),
                ]
                facing = state.can_fold() and bool(state.checking_or_calling_amount)
                moves = [move for can, move in pairs if can() and (move != state.fold or facing)]
            draw.choice(moves)()
        hands += 1
    return hands / (time.perf_counter() - start)


def stepped_rate() -> float:
    """Play random hands one action at a time with State."""
    draw = random.Random(1)
    rules = razz.Rules()
    start, hands = time.perf_counter(), 0
    while time.perf_counter() - start < POKERKIT_SECONDS:
        state = razz.State.start(rules, STACKS)
        deck = razz.deck_of(1, hands)
        while state.phase != "END":
            state = state.deal_from(deck) if state.phase == "DEAL" else state.play(draw.choice(state.legal_actions))
        hands += 1
    return hands / (time.perf_counter() - start)


def any_action(view: razz.View, rng: Draws) -> razz.Action:
    """Choose as the policy `random` does."""
    return rng.choice(view.legal_actions)


def policy_rows() -> Iterator[Row]:
    """Yield policies of Python beside the built-in `random`, and what a log costs, one thread."""

    def rate(policy: str | Choose | Table, hands: int, **run: Any) -> float:
        job = razz.Simulation(razz.Rules(), STACKS, [policy], seed=1)
        return hands / best_seconds(lambda: job.run(hands, threads=1, **{name: make() for name, make in run.items()}))

    plain = rate("random", HANDS)
    flat = table(np.full((*SITUATION_SHAPE, 4), 0.25))
    yield Row("simulate, a function of views, 1 thread", rate(any_action, 2_000), "hands/s", "policy random", plain)
    yield Row("simulate, a table of probabilities, 1 thread", rate(flat, HANDS), "hands/s", "policy random", plain)
    logged = rate("random", HANDS, log=razz.HandLog)
    yield Row("simulate, random, 1 thread, with a HandLog", logged, "hands/s", "without", plain)
    with TemporaryDirectory() as folder:
        logged = rate("random", HANDS, log=lambda: Path(folder, "hands.parquet"))
    yield Row("simulate, random, 1 thread, with a Parquet file", logged, "hands/s", "without", plain)


def rows() -> Iterator[Row]:
    """Yield the figures."""
    rates = {name: pokerkit_rate(name) for name in ("random", "check_call")}
    for name, peer_rate in rates.items():
        for threads in (1, 2):
            job = razz.Simulation(razz.Rules(), STACKS, name, seed=1)
            seconds = best_seconds(partial(job.run, HANDS, threads=threads))
            what = f"simulate, {name}, {threads} thread{'s' if threads > 1 else ''}"
            yield Row(what, HANDS / seconds, "hands/s", "PokerKit", peer_rate)
    yield from policy_rows()
    yield Row("random hands stepped from Python", stepped_rate(), "hands/s", "PokerKit", rates["random"])
