"""What all commands share: the parser, the options ``--json --no-color --seed``, and ways to print."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO

import razz


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line on standard error, with exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Print one line and exit."""
        self.exit(2, f"{self.prog}: error: {' '.join(message.split())} (see {self.prog} --help)\n")


def add_command(
    subparsers: argparse._SubParsersAction[Any],
    name: str,
    *,
    summary: str,
    description: str | None = None,
    examples: Sequence[str] = (),
    seed: bool = False,
    html: bool = False,
) -> argparse.ArgumentParser:
    """Add a command with the options that every command has.

    Parameters
    ----------
    subparsers
        What ``add_parser`` of the command's module was given.
    name : str
        The word after ``razz``.
    summary : str
        One line for ``razz --help``, lower case, without a full stop.
    description : str, optional
        What ``razz NAME --help`` says first; the summary by default.
    examples : sequence of str
        Whole command lines, shown at the end of the help.
    seed : bool
        Whether the command draws random numbers and so has ``--seed``.
    html : bool
        Whether the command can write its result as a page, :func:`write_html`, and so has ``--html``.
    """
    epilog = "examples:\n" + "\n".join(f"  {line}" for line in examples) if examples else None
    parser: argparse.ArgumentParser = subparsers.add_parser(
        name,
        help=summary,
        description=description or f"{summary[0].upper()}{summary[1:]}.",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.add_argument("--no-color", action="store_true", help="no colours, on a terminal too (as with NO_COLOR set)")
    if html:
        parser.add_argument("--html", type=Path, metavar="FILE", help="write the result as one HTML page, too")
    if seed:
        parser.add_argument("--seed", type=seed_value, metavar="N", help="seed of the random stream, 0 to 2^64 - 1")
    return parser


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the options ``--stakes`` and ``--rules``, which :func:`rules_of` reads."""
    parser.add_argument(
        "--stakes", type=stakes, default=(1, 2, 4, 8), metavar="ANTE/BRING-IN/SMALL/BIG", help="the stakes (1/2/4/8)"
    )
    parser.add_argument(
        "--rules", default="DEFAULT", metavar="PRESET", help="a preset such as WSOP_LIVE (default DEFAULT)"
    )


def rules_of(args: argparse.Namespace) -> razz.Rules:
    """Return the rules that the options of :func:`add_rules` ask for."""
    ante, bring_in, small_bet, big_bet = args.stakes
    return razz.Rules.preset(args.rules, ante=ante, bring_in=bring_in, small_bet=small_bet, big_bet=big_bet)


def stakes(text: str) -> list[int]:
    """Read ante/bring-in/small bet/big bet."""
    parts = text.split("/")
    if len(parts) != 4 or not all(part.strip().isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r}: expected ante/bring-in/small bet/big bet, such as 1/2/4/8")
    return [int(part) for part in parts]


def seed_value(text: str) -> int:
    """Return the seed a text stands for; decimal, or hexadecimal after 0x."""
    try:
        value = int(text, 0)
    except ValueError:
        value = -1
    if not 0 <= value < 2**64:
        raise argparse.ArgumentTypeError(f"{text!r} is no seed: expected an integer from 0 to 2^64 - 1")
    return value


def colors(args: argparse.Namespace, stream: TextIO | None = None) -> bool:
    """Tell whether output may be coloured: a terminal, and neither ``--no-color`` nor NO_COLOR says no."""
    out = sys.stdout if stream is None else stream
    return not args.no_color and not os.environ.get("NO_COLOR") and out.isatty()


def write_html(args: argparse.Namespace, title: str, parts: Sequence[tuple[str, str]]) -> None:
    """Write the page of ``--html``, if it was asked for: headings and the HTML or SVG under them."""
    if args.html is not None:
        from razz.render.report import report

        args.html.write_text(report(title, parts, command=shlex.join(["razz", *args.words])), encoding="utf-8")


def print_json(value: object) -> None:
    """Print a value as JSON with two spaces of indent, keys in the order given."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def format_table(rows: Sequence[Sequence[str]], *, header: bool = True) -> str:
    """Lay out rows of text in columns: the first column to the left, the others to the right.

    Examples
    --------
    >>> print(format_table([["seat", "net"], ["1", "-0.25"], ["2", "0.25"]]))
    seat    net
    ----  -----
    1     -0.25
    2      0.25
    """
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    aligned = [(row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])) for row in rows]
    lines = ["  ".join(cells) for cells in aligned]
    if header:
        lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in lines)
