"""All betting lines of a hand with a fixed deck, counted: a check of the whole betting tree at once.

A line is a sequence of betting actions from the deal until the hand is over, or until `depth` of them
are played. Counted are the lines that are over after 0, 1, 2 … actions, those stopped at the depth, and
the sums over all finished lines of what the first seat wins or loses and of what all winners win.

``python -m tests.game.lines`` counts all cases with the plain twin and writes tests/data/betting_lines.json.
"""

import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from tests.game.engines import Action
from tests.reference import engine as twin
from tests.reference.options import Rules

CASES_FILE = Path(__file__).parents[1] / "data" / "betting_lines.json"


class Walker(Protocol):
    """A position that can be played on without changing it."""

    @property
    def over(self) -> bool: ...
    @property
    def legal(self) -> Sequence[Action]: ...
    @property
    def payoffs(self) -> Sequence[int]: ...

    def after(self, action: Action) -> "Walker": ...


class TwinWalker:
    def __init__(self, state: twin.State, deck: Sequence[int]) -> None:
        while state.phase == "DEAL":
            state.deal_from(deck)
        self.state, self.deck = state, deck
        self.over = state.phase == "END"
        self.legal = state.legal_actions
        self.payoffs = state.payoffs

    def after(self, action: Action) -> "TwinWalker":
        following = self.state.clone()
        following.events = []
        return TwinWalker(following.play(*action), self.deck)


def twin_walker(case: dict[str, Any]) -> TwinWalker:
    rules = Rules.preset(case["preset"], **case["stakes"])
    return TwinWalker(twin.State.start(rules, case["stacks"]), case["deck"])


def count(root: Walker, depth: int | None) -> dict[str, Any]:
    """Lines by length, and what the first seat wins and the winners win in all of them."""
    over: Counter[int] = Counter()
    stopped = first = won = 0

    def walk(walker: Walker, length: int) -> None:
        nonlocal stopped, first, won
        if walker.over:
            over[length] += 1
            first += walker.payoffs[0]
            won += sum(payoff for payoff in walker.payoffs if payoff > 0)
        elif length == depth:
            stopped += 1
        else:
            for action in walker.legal:
                walk(walker.after(action), length + 1)

    walk(root, 0)
    lines = [over[length] for length in range(max(over, default=0) + 1)]
    return {"over": lines, "stopped": stopped, "first_seat": first, "winners": won}


SMALL = {"ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8}
NO_ANTE = {"ante": 0, "bring_in": 1, "small_bet": 3, "big_bet": 5}
BIG_ANTE = {"ante": 5, "bring_in": 5, "small_bet": 10, "big_bet": 20}

# (preset, stakes, stacks, depth); the first is the whole tree of two players who never run out of chips
CASES: list[tuple[str, dict[str, int], list[int], int | None]] = [
    ("DEFAULT", SMALL, [1000, 1000], None),
    ("DEFAULT", SMALL, [30, 30], None),
    ("DEFAULT", SMALL, [20, 14], None),
    ("DEFAULT", SMALL, [12, 9], None),
    ("DEFAULT", SMALL, [2, 60], None),
    ("DEFAULT", SMALL, [60, 3], None),
    ("DEFAULT", NO_ANTE, [11, 23], None),
    ("WSOP_LIVE", SMALL, [40, 34], None),
    ("WSOP_TOURNAMENT", SMALL, [33, 21], None),
    ("TDA", BIG_ANTE, [60, 47], None),
    ("ROBERT", SMALL, [31, 40], None),
    ("POKERKIT", SMALL, [20, 14], None),
    ("POKERKIT", SMALL, [2, 60], None),
    ("DEFAULT", SMALL, [1000, 1000, 1000], 8),
    ("DEFAULT", SMALL, [9, 20, 13], 8),
    ("DEFAULT", SMALL, [3, 7, 1000], 8),
    ("DEFAULT", SMALL, [1, 12, 10], 8),
    ("WSOP_LIVE", SMALL, [1, 12, 10], 8),
    ("WSOP_TOURNAMENT", BIG_ANTE, [24, 90, 33], 8),
    ("TDA", NO_ANTE, [6, 5, 8], 8),
    ("ROBERT", SMALL, [15, 18, 13], 8),
    ("POKERKIT", SMALL, [9, 20, 13], 8),
]


def cases() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(CASES_FILE.read_text(encoding="utf-8"))["cases"]
    return found


def write() -> None:
    written = []
    for number, (preset, stakes, stacks, depth) in enumerate(CASES):
        deck = random.Random(number).sample(range(52), 52)
        case = {"preset": preset, "stakes": stakes, "stacks": stacks, "depth": depth, "deck": deck}
        written.append({**case, "counts": count(twin_walker(case), depth)})
    about = "All betting lines of these hands, counted by the plain twin: python -m tests.game.lines"
    lines = ",\n  ".join(json.dumps(case) for case in written)
    CASES_FILE.write_text(f'{{\n "about": "{about}",\n "cases": [\n  {lines}\n ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    write()
