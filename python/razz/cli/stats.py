"""``razz stats``: what each player did over the hands of some files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from razz import history
from razz._progress import reporter
from razz._tables import counted
from razz.cli.common import add_command, format_table, one_line, print_json
from razz.cli.files import Hands, add_many, passed_over, total_size

HEADS = ("hands", "net", "brought in", "completed", "raised 3rd", "played 3rd", "saw 4th", "showdowns", "won there")


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "stats",
        summary="count what each player did in hand histories",
        description="Count what each player did: hands, result, bring-ins, completes, third street, showdowns.",
        examples=["razz stats session.txt", "razz stats *.txt --player Hero --door-cards", "razz stats s.phhs --json"],
    )
    add_many(parser, "FILE")
    parser.add_argument("--player", metavar="NAME", help="only this player")
    parser.add_argument("--door-cards", action="store_true", help="each player's hands by door card, too")


def run(args: argparse.Namespace) -> int:
    """Count and print."""
    hands = Hands(args)
    with reporter(args.progress, total_size(args.files), "bytes") as report:
        tallies = history.player_stats(hands.read(report))
    if args.player is not None:
        tallies = [tally for tally in tallies if tally.player == args.player]
        if not tallies:
            raise ValueError(f"--player {args.player}: no hand of this player")
    for problem in hands.problems:
        print(one_line(problem), file=sys.stderr)
    if hands.failed > len(hands.problems):
        print(f"{counted(hands.failed, 'hand')} could not be read", file=sys.stderr)
    if hands.other_games:
        print(f"passed over: {passed_over(hands.other_games)}", file=sys.stderr)
    if args.json:
        print_json([as_dict(tally) for tally in tallies if args.door_cards or tally.door_card is None])
    else:
        print(format_table([("player", *HEADS), *rows(tallies, door_cards=args.door_cards)]))
    return 1 if hands.problems else 0


def as_dict(tally: history.Tally) -> dict[str, object]:
    """A tally for JSON: the result as exact text."""
    door = None if tally.door_card is None else str(tally.door_card)
    return {**tally._asdict(), "net": str(tally.net), "door_card": door}


def rows(tallies: list[history.Tally], *, door_cards: bool) -> Iterator[tuple[str, ...]]:
    """The lines of the table; shares are of the hands in the same line."""
    several = len({tally.site for tally in tallies}) > 1
    for tally in tallies:
        if tally.door_card is None:
            player = one_line(tally.player)
            facts = [fact for fact in (tally.site if several else "", tally.currency) if fact]
            name = f"{player} ({one_line(', '.join(facts))})" if facts else player
        elif door_cards:
            name = f"  behind {tally.door_card}"
        else:
            continue
        share = [100 * count / tally.hands for count in (tally.played, tally.fourth_streets, tally.showdowns)]
        won = f"{100 * tally.showdowns_won / tally.showdowns:.0f}%" if tally.showdowns else "-"
        counts = (tally.bring_ins, tally.completes, tally.raises)
        yield (
            name,
            f"{tally.hands:,}",
            f"{tally.net:+f}",
            *(f"{count:,}" for count in counts),
            *(f"{value:.0f}%" for value in share),
            won,
        )
