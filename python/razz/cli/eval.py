"""``razz eval``: the best low of one hand or several, best first."""

from __future__ import annotations

import argparse

import razz
from razz.cli.common import add_command, format_table, print_json


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "eval",
        summary="the best low of hands of five to seven cards",
        description="Name the best ace-to-five low of each hand; of several hands the best comes first.",
        examples=["razz eval As2h3d4c5s9dKd", 'razz eval "2c 2d 3h 3s 4c 4d 5h" KcKdQsJhTs --json'],
    )
    parser.add_argument("hands", nargs="+", metavar="CARDS", help="five to seven cards, as As2h3d or 'As 2h 3d'")


def run(args: argparse.Namespace) -> int:
    """Print a line for each hand."""
    if len(args.hands) > 1 and all(len(word.strip()) <= 3 for word in args.hands):
        raise ValueError("cards: those of one hand go together, as As2h3d4c5s or 'As 2h 3d 4c 5s'")
    lows = [(text, evaluated(text, number, len(args.hands))) for number, text in enumerate(args.hands, 1)]
    lows.sort(key=lambda pair: pair[1], reverse=True)
    if args.json:
        print_json(
            [
                {
                    "hand": "".join(map(str, razz.parse_cards(text))),
                    "low": str(low),
                    "name": low.name,
                    "category": low.category.value,
                    "strength": low.strength,
                    "percentile": low.percentile,
                    "cards": [str(card) for card in low.cards or ()],
                }
                for text, low in lows
            ]
        )
        return 0
    rows = [["hand", "low", "name", "strength", "percentile"]]
    for text, low in lows:
        hand = "".join(map(str, razz.parse_cards(text)))
        rows.append([hand, str(low), low.name, str(low.strength), f"{low.percentile:.3f}"])
    print(format_table(rows))
    return 0


def evaluated(text: str, number: int, hands: int) -> razz.LowHand:
    """The low of one of several hands; an error says of which."""
    try:
        return razz.evaluate(text)
    except ValueError as fault:
        if hands == 1:
            raise
        raise ValueError(f"hand {number}: {str(fault).removeprefix('cards: ')}") from None
