"""``razz odds``: how one hand ends, and what its next card does."""

from __future__ import annotations

import argparse

import razz
from razz.cli.common import add_command, print_json, write_html


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "odds",
        summary="how one hand ends: the exact distribution of its final low",
        description="The exact distribution of the final low of one hand, whatever others hold, and what its next "
        "card does: it improves the hand, pairs it, or is a brick.",
        examples=["razz odds As2h3d", "razz odds As2h3d --dead 4c5d6h --json", "razz odds As2h3d4cKd --to 6"],
        html=True,
    )
    parser.add_argument("cards", metavar="CARDS", help="the hand's known cards, as As2h3d; none to seven")
    parser.add_argument("--dead", default="", metavar="CARDS", help="cards that cannot come")
    parser.add_argument("--to", type=int, default=7, choices=(5, 6, 7), help="how many cards it will have (7)")


def run(args: argparse.Namespace) -> int:
    """Print the distribution as a table."""
    odds = razz.hand_odds(args.cards, dead=args.dead, to=args.to)
    if args.json:
        print_json(odds.to_dict())
    else:
        print(odds)
    write_html(args, "Odds of one hand", [(" ".join(map(str, odds.cards)) or "no card yet", odds._repr_html_())])
    return 0
