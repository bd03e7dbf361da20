"""A long run of a simulation, and what has to be true of it: ``make long-run HANDS=1e9``.

Everybody checks or calls, so every hand comes to its showdown and every card counts; the deal goes round. The run keeps
a checkpoint and can be stopped and taken up again. What is random is held to 4.5 standard errors, which one figure in
150,000 misses by chance.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

import razz

from benches.bench import machine

ERRORS = 4.5
#: Seven-card hands by class of their low, best first: docs/rules.md, section 2.
LOWS = (
    781824,
    3151360,
    7426560,
    13171200,
    19174400,
    23675904,
    24837120,
    21457920,
    13939200,
    5948800,
    219648,
    0,
    624,
    0,
)
ALL_HANDS = math.comb(52, 7)


class Finding(NamedTuple):
    """One figure of a run."""

    name: str
    found: float
    expected: float
    allowed: float
    """How far they may lie apart."""

    @property
    def holds(self) -> bool:
        """Whether they do not."""
        return abs(self.found - self.expected) <= self.allowed


def binomial(name: str, found: int, hands: int, probability: float) -> Finding:
    """A number of hands that have something, each with the same probability."""
    spread = math.sqrt(hands * probability * (1 - probability))
    return Finding(name, found, hands * probability, max(ERRORS * spread, ERRORS) if probability else 0)


def findings(summary: razz.Summary, seats: int) -> Iterator[Finding]:
    """What has to be true of hands between players who all check and call, with stacks that last."""
    hands = summary.hands
    yield Finding("hands covered", sum(len(part) for part in summary.covered), hands, 0)
    yield Finding("hands that came to the showdown", summary.showdowns, hands, 0)
    for name, tallies in (("seat", summary.seats), ("player", summary.players)):
        yield Finding(f"chips won and lost by {name}s, and the rake", sum(t.net for t in tallies) + summary.rake, 0, 0)
        for number, tally in enumerate(tallies):
            who = f"{name} {number}"
            yield Finding(f"{who}: hands", tally.hands, hands, 0)
            mean = tally.result.mean + summary.rake / hands / seats
            yield Finding(f"{who}: chips a hand", mean, 0, ERRORS * tally.result.std_error)
            yield binomial(f"{who}: brings in", tally.bring_ins, hands, 1 / seats)
            for (low, count), ways in zip(tally.held.items(), LOWS, strict=True):
                yield binomial(f"{who}: shows {low}", count, hands, ways / ALL_HANDS)
    for index, (card, count) in enumerate(summary.openers.items()):
        # The highest of as many door cards as there are seats: the others are among the cards below it.
        yield binomial(f"{card} brings in", count, hands, math.comb(index, seats - 1) / math.comb(52, seats))


def job(seats: int, seed: int, *, raked: bool = False) -> razz.Simulation:
    """The job of the long run."""
    rules = razz.Rules(1, 2, 4, 8, rake=razz.Rake("0.25", cap=3)) if raked else razz.Rules(1, 2, 4, 8)
    return razz.Simulation(rules, [1000] * seats, "check_call", seed, rotate=True)


def main(words: list[str]) -> int:
    """Run, check, and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m benches.long_run", description="A long run, and its invariants.")
    parser.add_argument("--hands", type=float, default=1e9)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--checkpoint", default="target/long-run.checkpoint")
    parser.add_argument("--raked", action="store_true")
    args = parser.parse_args(words)
    start = time.perf_counter()
    held: list[int] = []
    summary = job(args.seats, args.seed, raked=args.raked).run(
        int(args.hands),
        threads=args.threads,
        checkpoint=args.checkpoint,
        progress=lambda done, total: show(done, total) if held else held.append(done),
    )
    seconds = time.perf_counter() - start
    found = list(findings(summary, args.seats))
    wrong = [finding for finding in found if not finding.holds]
    played = summary.hands - (held[0] if held else 0)
    facts = {
        "hands": summary.hands,
        "seats": args.seats,
        "seed": args.seed,
        "fingerprint": summary.fingerprint,
        "hands_per_second": round(played / seconds),
        "invariants": len(found),
        "largest deviation in standard errors": max(
            (round(ERRORS * abs(f.found - f.expected) / f.allowed, 2) for f in found if f.allowed), default=None
        ),
        "wrong": [finding._asdict() for finding in wrong],
        "machine": machine(),
        "load average": round(os.getloadavg()[0], 1),
        "razz": razz.__version__,
    }
    print(json.dumps(facts, indent=2))
    return 1 if wrong else 0


def show(done: int, total: int) -> None:
    """A line on standard error every two seconds."""
    global shown
    if done == total or time.monotonic() - shown >= 2:
        shown = time.monotonic()
        sys.stderr.write(f"\r{done:,} of {total:,} hands ({100 * done / total:.1f}%)" + "\n" * (done == total))
        sys.stderr.flush()


shown = 0.0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
