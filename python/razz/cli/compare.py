"""``razz compare``: two policies on the same deals, and the error of their difference."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import razz
from razz._tables import counted
from razz.cli.common import POLICIES, add_command, add_rules, count, print_json, rules_of, write_html


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "compare",
        summary="compare two policies on the same deals",
        description="Play every deal twice, with each of two policies or with their places exchanged, and print the "
        "difference with its paired error.",
        examples=[
            "razz compare tight loose --hands 1e5",
            "razz compare 'board(8,0)' 'board(8,1)' --others check_call --seats 4 --seed 7 --json",
        ],
        seed=True,
        html=True,
    )
    parser.add_argument("a", metavar="A", help=f"a policy: {POLICIES}")
    parser.add_argument("b", metavar="B", help="another")
    parser.add_argument("--hands", type=count, default=100_000, metavar="N", help="how many deals (default 100000)")
    parser.add_argument("--seats", type=int, default=6, metavar="N", help="two to eight seats (default 6)")
    parser.add_argument("--stack", type=int, metavar="N", help="everybody's stack in chips (default 125 big bets)")
    parser.add_argument(
        "--others",
        metavar="NAME,…",
        help="who sits in the other places, the list repeated; by default A and B share the table",
    )
    add_rules(parser)
    parser.add_argument("--threads", type=int, metavar="N", help="threads (default: all cores)")
    parser.add_argument("--progress", action="store_true", help="show progress on standard error")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    code = 0
    try:
        result = razz.compare(
            args.a,
            args.b,
            hands=args.hands,
            rules=rules_of(args),
            seats=args.seats,
            stacks=args.stack,
            others=args.others,
            rng=args.seed,
            threads=args.threads,
            progress=args.progress,
        )
    except razz.Interrupted as stop:
        if not isinstance(stop.partial, razz.Comparison):
            raise
        print(f"interrupted after {stop.partial.deals:,} of {args.hands:,} deals", file=sys.stderr)
        result, code = stop.partial, 130
    if args.json:
        print_json(result.to_dict())
    else:
        print(result)
    write_html(
        args, f"{' and '.join(result.names)} on {counted(result.deals, 'deal')}", [("Result", result._repr_html_())]
    )
    return code
