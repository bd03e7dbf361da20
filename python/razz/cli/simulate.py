"""``razz simulate``: hands played by policies, and a table of what came of them."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import ExitStack
from typing import Any

import razz
from razz._tables import counted
from razz.cli.common import POLICIES, add_command, add_rules, count, print_json, rules_of, write_html
from razz.cli.executors import FORMS, open_executor
from razz.cli.typed import as_typed


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "simulate",
        summary="play many hands between policies",
        description="Play hands between policies and print what came of them. The same seed gives the same hands.",
        examples=[
            "razz simulate --hands 1000000 --seats 6 --policy check_call,random",
            "razz simulate --hands 1e9 --policy tight,loose --seed 7 --executor process:8 --checkpoint run.checkpoint",
            "razz simulate --hands 1e5 --stacks 500,1000,1000 --policy random --rules WSOP_LIVE --seed 7 --json",
            "razz simulate --hands 1e6 --policy tight,loose --seed 7 --log hands.parquet",
        ],
        seed=True,
        html=True,
    )
    parser.add_argument("--hands", type=count, default=100_000, metavar="N", help="how many hands (default 100000)")
    table = parser.add_mutually_exclusive_group()
    table.add_argument(
        "--seats", type=int, metavar="N", help="two to eight seats with stacks of 125 big bets (default 6)"
    )
    table.add_argument("--stacks", type=numbers, metavar="N,N,…", help="the stack of each seat in chips")
    parser.add_argument(
        "--policy",
        default="check_call",
        metavar="NAME,…",
        help=f"policy of each seat, the list repeated over the seats: {POLICIES} (default check_call)",
    )
    parser.add_argument("--rotate", action="store_true", help="the first-dealt seat moves on every hand")
    parser.add_argument(
        "--session",
        type=int,
        metavar="N",
        help="carry stacks on for at most N hands, until one player has all; --hands then counts sessions",
    )
    add_rules(parser)
    parser.add_argument(
        "--threads", type=int, metavar="N", help="threads (default: all cores; with --executor, one for each worker)"
    )
    parser.add_argument("--executor", metavar="WHERE", help=f"who plays: {FORMS} (default: threads of this process)")
    parser.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="keep what has been played in a file, once a minute and at the end; if it is there, go on from it",
    )
    parser.add_argument("--log", metavar="FILE", help="write every hand to a Parquet file, too (extra arrow)")
    parser.add_argument("--progress", action="store_true", help="show progress on standard error")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    start = time.perf_counter()
    code = 0
    try:
        with ExitStack() as stack:
            summary = razz.simulate(
                args.hands,
                rules=rules_of(args),
                seats=args.seats,
                stacks=args.stacks,
                policies=args.policy,
                rng=args.seed,
                rotate=args.rotate,
                session=args.session,
                threads=args.threads,
                executor=None if args.executor is None else open_executor(args.executor, stack),
                checkpoint=args.checkpoint,
                progress=args.progress,
                log=args.log,
            )
    except razz.Interrupted as stop:
        if stop.partial is None:
            raise
        print(f"interrupted after {played(stop.partial)} of {args.hands:,}", file=sys.stderr)
        summary, code = stop.partial, 130
    except razz.RunError as error:
        said = f"{as_typed(str(error), 'simulate')} (after {played(error.partial)} of {args.hands:,})"
        print(f"razz simulate: error: {said}", file=sys.stderr)
        return 1
    rate = summary.hands / (time.perf_counter() - start)
    if args.json:
        print_json({**summary.to_dict(), "hands_per_second": round(rate)})
    else:
        print(f"{summary}\n\n{rate:,.0f} hands per second")
    write_html(args, f"{counted(summary.hands, 'hand')} of Razz", html_parts(summary))
    return code


def played(summary: razz.Summary) -> str:
    """How much a run has done, in what it was asked for."""
    return counted(summary.sessions, "session") if summary.sessions else counted(summary.hands, "hand")


def html_parts(summary: razz.Summary) -> list[tuple[str, str]]:
    """What the page of ``--html`` shows."""
    from razz.render.report import intervals_svg

    rows = []
    for name, tally in summary.policies.items():
        if tally.hands > 1:
            rows.append((name, tally.result.mean, *tally.result.interval(0.95)))
    picture = (
        [("Chips a hand by policy, with 95 % intervals", intervals_svg(rows, unit="chips a hand"))] if rows else []
    )
    return [*picture, ("Result", summary._repr_html_())]


def numbers(text: str) -> list[int]:
    """Read whole numbers with commas between them."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected whole numbers with commas between them") from None
