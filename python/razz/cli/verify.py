"""``razz verify``: whether this installation computes what it should, on this machine."""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

import razz
from razz.cli.common import add_command, colors, print_json
from razz.hands import _evaluate, kernels

#: Lows of five cards by category, and of seven by highest card, then pair, two pair, full house, over all hands.
FIVE_CARDS = (624, 3744, 54912, 123552, 1098240, 1317888)
SEVEN_CARDS = (
    *(781824, 3151360, 7426560, 13171200, 19174400, 23675904, 24837120, 21457920, 13939200),
    *(5948800, 219648, 624),
)

#: Decks of the random stream: seed, index, cards (docs/stream.md has more).
DECKS = (
    (0, 0, "Jd2d6hQcQhAsKc8d3d3c9s6c7h5d6d3h4s9h2h8cJsKh4dKs6s8sTc7d4hQd2c9d8h3s7sTsJcKdAd5h5cThAhAcQs7c4cTdJh9c2s5s"),
    (
        *(2**64 - 1, 2**64 - 1),
        "4dAd8d9h2d3d7cQc8c6hJd7h8s7d6sQd5hQhAc4sKhTcTsJh9c4hAs4c8hJsKd7s5d2cTh9s6dJcAh6cKsQs3hKc2h5s9d5cTd3c3s2s",
    ),
)

#: The digest of what 2,000 hands of seed 1 pay, played by a fixed pattern of actions.
PAYOFFS = "4a32acefb127159f"


#: Players, dead cards, and the deals that each set of players wins, all counted.
EQUITIES = (
    (("A23", "456"), "", {(0,): 9651514149, (1,): 8607267099, (0, 1): 6515802}),
    (("A23", "678"), "KKQQJ", {(0,): 4170874102, (1,): 2514874112, (0, 1): 2628936}),
    (("AAA", "KKK"), "", {(0,): 13279704746, (1,): 4985307184, (0, 1): 285120}),
    (("AA22K", "KKQQA"), "", {(0,): 530517, (1,): 140621, (0, 1): 442}),
    (
        *(("A23", "456", "789"), ""),
        {
            (0,): 232552764695616,
            (1,): 206204602965477,
            (2,): 92240742620058,
            (0, 1): 266137031160,
            (0, 2): 112965296166,
            (1, 2): 107989239123,
        },
    ),
)


class Wrong(Exception):  # noqa: N818
    """A check found something else than it should."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    add_command(
        subparsers,
        "verify",
        summary="prove that this installation computes what it should",
        description="Compute known results on this machine and compare: the strength of all five-card hands in "
        "every instruction set it has and of all seven-card hands, exact equities, the random stream, hands of the "
        "game. Exits with 1 when something differs.",
        examples=["razz verify", "razz verify --json"],
    )


def run(args: argparse.Namespace) -> int:
    """Run every check, print its outcome, and return 1 when one failed."""
    facts = {
        "razz": razz.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": np.__version__,
        "machine": f"{platform.system()} {platform.machine()}",
        "processors": str(os.cpu_count()),
        "kernel": f"{kernels()[-1]} (of {', '.join(kernels())})",
    }
    if not args.json:
        print(", ".join(f"{name} {value}" for name, value in facts.items()))
    results = []
    for name, check in CHECKS.items():
        start = perf_counter()
        try:
            detail, ok = check(), True
        except Wrong as wrong:
            detail, ok = str(wrong), False
        except Exception as fault:  # noqa: BLE001  # whatever it is, this installation does not do what it should
            detail, ok = f"{type(fault).__name__}: {fault}", False
        results.append({"name": name, "ok": ok, "seconds": round(perf_counter() - start, 3), "detail": detail})
        if not args.json:
            mark = "ok   " if ok else "WRONG"
            if colors(args):
                mark = f"\x1b[{32 if ok else 31}m{mark}\x1b[0m"
            print(f"{mark}  {name:<10} {results[-1]['seconds']:7.3f} s  {detail}", flush=True)
    good = all(result["ok"] for result in results)
    if args.json:
        print_json({"ok": good, **facts, "checks": results})
    elif not good:
        print("This installation computes wrong results on this machine.", file=sys.stderr)
    return 0 if good else 1


def expect(what: str, found: object, expected: object) -> None:
    """Compare what was computed with what is known."""
    if found != expected:
        raise Wrong(f"{what}: expected {expected}, found {found}")


def all_hands(size: int) -> NDArray[np.uint8]:
    """Every hand of a size, a row each."""
    rows = np.arange(52)[:, None]
    for _ in range(size - 1):
        room = 51 - rows[:, -1]
        first = np.repeat(np.cumsum(room) - room, room)
        rows = np.repeat(rows, room, axis=0)
        rows = np.column_stack([rows, rows[:, -1] + 1 + np.arange(len(rows)) - first])
    return rows.astype(np.uint8)


#: Ranks of a hand as one number: a digit to the base of five for each rank, how many cards are of it.
POWERS = 5 ** np.arange(13)


@cache
def definition() -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """The ranks of all five-card hands as numbers, ascending, and their strengths: the ranking written out again."""

    def order(ranks: tuple[int, ...]) -> tuple[list[int], list[int]]:
        groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
        return [count for count, _ in groups], [rank for count, rank in groups for _ in range(count)]

    hands = [ranks for ranks in combinations_with_replacement(range(13), 5) if len(set(ranks)) > 1]
    hands.sort(key=order, reverse=True)  # the strongest last
    codes = POWERS[np.array(hands)].sum(axis=1)
    places = np.argsort(codes)
    return codes[places], (places + 1).astype(np.uint16)


def five_cards() -> str:
    """All five-card hands, in each instruction set."""
    hands = all_hands(5)
    codes, by_definition = definition()
    found_codes = sum(POWERS[column >> 2] for column in hands.T)
    true = by_definition[np.searchsorted(codes, found_codes)]
    # The first strength of each category, the weakest category first.
    starts = np.cumsum([1, 156, 156, 858, 858, 2860])
    for kernel in kernels():
        strengths = _evaluate(hands, kernel=kernel)
        found = np.add.reduceat(np.bincount(strengths, minlength=6176), starts)
        expect(f"hands by category ({kernel})", tuple(found.tolist()), FIVE_CARDS)
        expect(f"hands that {kernel} finds different", int(np.count_nonzero(strengths != true)), 0)
    return f"{len(hands):,} hands by {', '.join(kernels())}"


def seven_cards() -> str:
    """All seven-card hands, as sets of ranks with the number of ways to give them suits: the best five of each."""
    counts = np.array(list(rank_counts(7, 13)), dtype=np.uint8)
    ways = np.array([prod(comb(4, count) for count in row) for row in counts.tolist()])
    lows = [razz.LowHand.from_strength(strength) for strength in range(1, 6176)]
    paired = {"PAIR": 9, "TWO_PAIR": 10, "FULL_HOUSE": 11}
    classes = [max(low.ranks) - 4 if low.category == "NO_PAIR" else paired.get(low.category, 12) for low in lows]
    strengths = razz.evaluate_ranks(counts)
    found = np.bincount(np.array(classes)[strengths - 1], weights=ways, minlength=12)
    expect("hands by class", tuple(map(int, found.tolist())), SEVEN_CARDS)
    codes, by_definition = definition()
    whole = counts @ POWERS
    best = np.zeros_like(strengths)
    for one, other in combinations_with_replacement(range(13), 2):  # the two that are left out
        has = (counts[:, one] > (one == other)) & (counts[:, other] > 0)
        five = by_definition[np.searchsorted(codes, whole[has] - POWERS[one] - POWERS[other])]
        best[has] = np.maximum(best[has], five)
    expect("sets of ranks whose strength differs", int(np.count_nonzero(strengths != best)), 0)
    return f"{int(ways.sum()):,} hands by {len(counts):,} sets of ranks"


def rank_counts(cards: int, ranks: int) -> Iterator[tuple[int, ...]]:
    """Every way to take a number of cards from some ranks, at most four of each."""
    if ranks == 0:
        if cards == 0:
            yield ()
        return
    for count in range(min(cards, 4) + 1):
        for rest in rank_counts(cards - count, ranks - 1):
            yield (count, *rest)


def stream() -> str:
    """Decks of the random stream."""
    for seed, index, cards in DECKS:
        expect(f"deck {index} of seed {seed}", str(razz.deck_of(seed, index)), cards)
    return f"{len(DECKS)} decks, version 1 of the stream"


def equity() -> str:
    """Exact equities, deal by deal."""
    for players, dead, counts in EQUITIES:
        expect(f"{' v '.join(players)}", razz.equity(players, dead=dead, method="exact").counts, counts)
    return f"{len(EQUITIES)} spots, {sum(sum(counts.values()) for *_, counts in EQUITIES):,} deals"


def game() -> str:
    """Hands played by a fixed pattern of actions: what they pay."""
    digest = hashlib.sha256()
    hands = 2000
    for index in range(hands):
        rules = razz.Rules.preset(("DEFAULT", "WSOP_LIVE", "TDA", "ROBERT")[index % 4])
        state = razz.State.start(rules, [30 + 7 * ((index + seat) % 9) for seat in range(2 + index % 7)])
        deck, step = razz.deck_of(1, index), index
        while state.phase != "END":
            if state.phase == "DEAL":
                state = state.deal_from(deck)
            else:
                legal = state.legal_actions
                state = state.play(legal[step % len(legal)] if step % 5 else state.legal_actions[-1])
                step = (step * 29 + 11) % 1009
        expect(f"chips of hand {index}", sum(state.payoffs), 0)
        digest.update(repr(state.payoffs).encode())
    expect(f"payoffs of {hands:,} hands", digest.hexdigest()[:16], PAYOFFS)
    return f"{hands:,} hands, four presets"


CHECKS: dict[str, Callable[[], str]] = {
    "five": five_cards,
    "seven": seven_cards,
    "stream": stream,
    "equity": equity,
    "game": game,
}
