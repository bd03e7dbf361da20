"""``razz chart``: the starting hands, with exact equities."""

from __future__ import annotations

import argparse

import razz
from razz.cli.common import add_command, format_table, new_file, print_json, write_html
from razz.starting import LETTERS


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "chart",
        summary="starting hands by exact equity, against a random hand and behind each door card",
        description="The 455 three-card starts by rank, best first: how often they are dealt, and their exact equity "
        "heads-up against an unknown hand and against an unknown hand behind a door card. The first time all starts "
        "are counted against each other, which takes some seconds; they are then kept in the user's cache folder.",
        examples=[
            "razz chart --top 20",
            "razz chart --door 8 --top 20",
            "razz chart A23 456 KKK",
            "razz chart --plot chart.png",
            "razz chart --html chart.html",
            "razz chart --json --no-cache",
        ],
        html=True,
    )
    parser.add_argument("starts", nargs="*", metavar="start", help="only these, such as A23 (all by default)")
    parser.add_argument("--door", metavar="RANK", help="against a hand behind this door card only")
    parser.add_argument("--top", type=int, metavar="N", help="only the best N")
    parser.add_argument(
        "--plot", type=new_file, metavar="FILE", help="draw the matrix of all starts (needs razz[plot])"
    )
    parser.add_argument("--cache", metavar="FILE", help="keep the counts in this file")
    parser.add_argument("--no-cache", action="store_true", help="count anew and keep nothing")
    parser.add_argument("--threads", type=int, metavar="N", help="threads (default: all cores)")
    parser.add_argument("--progress", action="store_true", help="show progress on standard error")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.top is not None and args.top < 1:
        raise ValueError(f"--top: expected 1 or more, found {args.top}")
    door = None if args.door is None else door_card(args.door)
    cache = False if args.no_cache else args.cache or True
    hands = razz.starting_hands(cache=cache, threads=args.threads, progress=args.progress)
    if args.plot is not None:
        from razz import plot

        plot.starting_matrix(hands)
        from matplotlib import pyplot

        try:
            pyplot.savefig(args.plot, dpi=150)
        except ValueError as fault:  # of a suffix that stands for no format
            raise ValueError(f"--plot {args.plot}: {fault}") from None
    by = hands.random if door is None else hands.behind[:, door.index]
    chosen = [hands.index(start) for start in args.starts] or range(len(hands.labels))
    best = sorted(chosen, key=lambda i: -by[i])[: args.top]
    if args.json:
        rows = [
            {
                "start": hands.labels[i],
                "probability": float(hands.probability[i]),
                "random": float(hands.random[i]),
                "behind": dict(zip(LETTERS, map(float, hands.behind[i]), strict=True)),
            }
            for i in best
        ]
        print_json(rows)
    else:
        print(format_table(table_rows(hands, best, door)))
    if args.html is not None:
        write_html(args, "Starting hands of Razz", html_parts(hands, door))
    return 0


def door_card(text: str) -> razz.Rank:
    """The rank of ``--door``."""
    try:
        return razz.Rank(text)
    except ValueError as fault:
        raise ValueError(f"--door: {fault}") from None


def table_rows(hands: razz.StartingHands, best: list[int], door: razz.Rank | None) -> list[tuple[str, ...]]:
    """The lines of the table."""
    doors = LETTERS if door is None else str(door)
    header = ("start", "dealt", *(() if door is not None else ("random",)), *(f"v {rank}" for rank in doors))
    table: list[tuple[str, ...]] = [header]
    for i in best:
        shares = [hands.behind[i, LETTERS.index(rank)] for rank in doors]
        shares = shares if door is not None else [hands.random[i], *shares]
        table.append((hands.labels[i], f"{100 * hands.probability[i]:.3f}%", *(f"{100 * x:.1f}" for x in shares)))
    return table


def html_parts(hands: razz.StartingHands, door: razz.Rank | None) -> list[tuple[str, str]]:
    """What the page of ``--html`` shows: a heat map for each door card that one can have oneself."""
    from razz.render.report import heat_table

    against = "an unknown hand" if door is None else f"an unknown hand behind {door}"
    caption = f"exact equity in percent against {against}, by the two cards in the hole"
    return [
        (f"With {own} showing", heat_table(LETTERS, LETTERS, hands.by_door(own, door), caption=caption))
        for own in LETTERS
    ]
