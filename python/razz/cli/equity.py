"""``razz equity``: who wins how much of the pot on average."""

from __future__ import annotations

import argparse
import sys

import razz
from razz.cli.common import above_zero, add_command, print_json, write_html


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "equity",
        summary="who wins how much of the pot on average, exactly where that can be had",
        description="Each player's equity over all ways the unknown cards can fall. A player is what is known of his "
        "cards: As2h3d, or ranks alone (A23), K for an unknown hand behind a king, '' for an unknown hand, or a range "
        "in braces before them: '{[A-8][A-8]/d}5'. Up to a fixed amount of work the answer is exact.",
        examples=[
            "razz equity A23 456",
            "razz equity A23 K --dead 'As 5h ??'",
            "razz equity As2h3d '{[A-8][A-8]/d, KK@0.5}5' --json",
            "razz equity A23 456 789 TJQ 2 --se 0.0005 --seed 1 --progress",
            "razz equity A238 4569 --next-card 1",
            "razz equity A29 '{[A-7][A-7]/d}7' --against 2",
        ],
        seed=True,
        html=True,
    )
    parser.add_argument("players", nargs="+", metavar="player", help="two to eight players")
    parser.add_argument("--dead", default="", metavar="CARDS", help="cards out of the deck; ?? for one that nobody saw")
    parser.add_argument(
        "--community",
        default="",
        metavar="CARD",
        help="the community card; that the deck has run out is taken from this",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--exact", action="store_true", help="exactly, or not at all")
    how.add_argument("--sample", action="store_true", help="sample, even where an exact answer is cheap")
    parser.add_argument("--samples", type=int, metavar="N", help="deals to sample (default 1000000)")
    parser.add_argument(
        "--se", type=above_zero, metavar="X", help="sample until no standard error is above X, such as 0.001"
    )
    parser.add_argument("--max-time", type=above_zero, metavar="S", help="sample for about S seconds")
    parser.add_argument(
        "--max-states", type=above_zero, metavar="N", help="estimated transitions up to which to be exact (1e8)"
    )
    parser.add_argument("--threads", type=int, metavar="N", help="threads (default: all cores)")
    parser.add_argument("--progress", action="store_true", help="show progress on standard error")
    case = parser.add_mutually_exclusive_group()
    case.add_argument(
        "--next-card", type=int, metavar="PLAYER", help="equity after each rank that this player (from 1) gets next"
    )
    case.add_argument(
        "--against", type=int, metavar="PLAYER", help="first player's equity against each part of this player's range"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    common = {
        "dead": args.dead,
        "community": args.community,
        "method": "exact" if args.exact else "sample" if args.sample else "auto",
        "samples": args.samples,
        "max_states": args.max_states,
        "rng": args.seed,
        "threads": args.threads,
    }
    cases = "--next-card" if args.next_card is not None else "--against" if args.against is not None else None
    if cases is not None:
        for option, given in (("--se", args.se), ("--max-time", args.max_time), ("--progress", args.progress)):
            if given not in (None, False):
                raise ValueError(f"{option}: not with {cases}")
    result: razz.Equity | razz.NextCards | razz.EquityDistribution
    code = 0
    if args.next_card is not None:
        result = razz.equity_by_next_card(args.players, number(args.next_card, args, "--next-card"), **common)
    elif args.against is not None:
        result = razz.equity_distribution(args.players, 0, number(args.against, args, "--against"), **common)
    else:
        try:
            result = razz.equity(
                args.players, target_se=args.se, max_time=args.max_time, progress=args.progress, **common
            )
        except razz.Interrupted as stop:
            if stop.partial is None:
                raise
            print("interrupted: this is what was sampled so far", file=sys.stderr)
            result, code = stop.partial, 130
    if args.json:
        print_json(result.to_dict())
    else:
        print(result)
    write_html(args, "Equity", [("Result", result._repr_html_())])
    return code


def number(player: int, args: argparse.Namespace, option: str) -> int:
    """Turn a player's number from 1 into an index."""
    if not 1 <= player <= len(args.players):
        raise ValueError(f"{option} {player}: expected 1 to {len(args.players)}")
    return player - 1
