"""Hands a second from Python and with PokerKit: six seats, stakes 1/2/4/8, stacks of 1,000."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial

import razz
from pokerkit import Automation, FixedLimitRazz

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


def rows() -> Iterator[Row]:
    """Yield the figures."""
    rates = {name: pokerkit_rate(name) for name in ("random", "check_call")}
    for name, peer_rate in rates.items():
        for threads in (1, 2):
            job = razz.Simulation(razz.Rules(), STACKS, name, seed=1)
            seconds = best_seconds(partial(job.run, HANDS, threads=threads))
            what = f"simulate, {name}, {threads} thread{'s' if threads > 1 else ''}"
            yield Row(what, HANDS / seconds, "hands/s", "PokerKit", peer_rate)
    yield Row("random hands stepped from Python", stepped_rate(), "hands/s", "PokerKit", rates["random"])
