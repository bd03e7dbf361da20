"""``razz odds``: how one hand ends, and what its next card does."""

from __future__ import annotations

import argparse

import razz
from razz.cli.common import add_command, format_table, print_json


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "odds",
        summary="how one hand ends: the exact distribution of its final low",
        description="The exact distribution of the final low of one hand, whatever others hold, and what its next\n"
        "card does: it improves the hand, pairs it, or is a brick.",
        examples=["razz odds As2h3d", "razz odds As2h3d --dead 4c5d6h --json", "razz odds As2h3d4cKd --to 6"],
    )
    parser.add_argument("cards", metavar="CARDS", help="the hand's known cards, as As2h3d; none to seven")
    parser.add_argument("--dead", default="", metavar="CARDS", help="cards that cannot come")
    parser.add_argument("--to", type=int, default=7, choices=(5, 6, 7), help="how many cards it will have (7)")


def run(args: argparse.Namespace) -> int:
    """Print the distribution as a table."""
    odds = razz.hand_odds(args.cards, dead=args.dead, to=args.to)
    if args.json:
        print_json(odds.to_dict())
        return 0
    rows, better = [["final low", "ways", "share", "or better"]], 0
    names = {rank: razz.LowHand.from_strength(_worst(rank)).name for rank in odds.by_top_card}
    counts = [(names[rank], ways) for rank, ways in odds.by_top_card.items()]
    counts += [(category.value.replace("_", " ").lower(), odds.by_category[category]) for category in razz.Category][1:]
    for name, ways in counts:
        better += ways
        rows.append([name, f"{ways:,}", f"{ways / odds.deals:.2%}", f"{better / odds.deals:.2%}"])
    print(format_table(rows))
    print(f"{odds.deals:,} ways to get to {odds.to} cards")
    if odds.next_card and odds.next_ranks:
        unseen = sum(odds.next_card.values())
        for kind, number in odds.next_card.items():
            ranks = " ".join(map(str, odds.next_ranks[kind]))
            print(f"next card {kind}: {number} of {unseen} ({number / unseen:.2%}) {ranks}".rstrip())
    return 0


def _worst(top: razz.Rank) -> int:
    """The strength of the worst hand without a pair that a rank tops."""
    ranks = [top.index, top.index - 1, top.index - 2, top.index - 3, top.index - 4]
    return int(razz.evaluate_ranks(sets=sum(1 << rank for rank in ranks)))
