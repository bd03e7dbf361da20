"""``razz range``: the holdings that a range stands for."""

from __future__ import annotations

import argparse

import razz
from razz._tables import counted
from razz.cli.common import add_command, format_table, print_json


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "range",
        summary="list and count the holdings of a range",
        description="Alternatives stand between commas: cards (As), ranks (A), rank classes ([A-8], [A26]; the ace is "
        "low). /d after it: ranks distinct from each other and from the cards behind the range. ! before it takes its "
        "holdings out, @0.25 after it is its weight.",
        examples=[
            "razz range '{[A-8][A-8]/d}4'",
            "razz range '[A-5][A-5], KK@0.5, !As2s' --dead 'Ah 2c'",
            "razz range '{[A-8][A-8]/d}4' --count",
        ],
    )
    parser.add_argument("range", help="the alternatives, or {alternatives}cards")
    parser.add_argument("--dead", default="", metavar="CARDS", help="cards that cannot be part of a holding")
    parser.add_argument("--count", action="store_true", help="only count them")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    parsed = razz.parse_range(args.range)
    count = parsed.combo_count(args.dead)
    combos = [] if args.count else parsed.combos(args.dead)
    holdings = [("".join(map(str, cards)), weight) for cards, weight in combos]
    if args.json:
        listed = {} if args.count else {"combos": [{"cards": cards, "weight": weight} for cards, weight in holdings]}
        behind = "".join(map(str, parsed.behind))
        print_json({"range": parsed.text, "behind": behind, "cards": parsed.cards, "count": count, **listed})
        return 0
    if args.count:
        print(count)
        return 0
    if all(weight == 1 for _, weight in holdings):
        width = 2 * parsed.cards
        per_line = max(1, 78 // (width + 2))
        names = [cards for cards, _ in holdings]
        for start in range(0, len(names), per_line):
            print("  ".join(names[start : start + per_line]))
    elif holdings:
        print(format_table([("holding", "weight"), *((cards, f"{weight:g}") for cards, weight in holdings)]))
    print(f"{counted(count, 'holding')} of {counted(parsed.cards, 'card')}")
    return 0
