"""What all commands share: the parser, the options ``--json --no-color --seed``, and ways to print."""

from __future__ import annotations

import argparse
import codecs
import io
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn, TextIO

import razz
from razz.render.table import clean

POLICIES = "check_call, fold_to_bet, random, tight, loose, board(START,SLACK), equity(CUT,SAMPLES), table:FILE.npy"
"""What ``--policy`` and its like take, for the helps."""
PRESETS = ("DEFAULT", "WSOP_LIVE", "WSOP_TOURNAMENT", "TDA", "ROBERT", "POKERKIT")
STAKES = "ante/bring-in/small bet/big bet"


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line on standard error, with exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Print one line and exit."""
        self.exit(2, f"{self.prog}: error: {' '.join(message.split())} (see {self.prog} --help)\n")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Fills descriptions to the width of the terminal and leaves the examples at the end as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text.startswith("examples:\n"):
            return super()._fill_text(text, width, indent)
        return argparse.HelpFormatter._fill_text(self, text, width, indent)


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
        formatter_class=Formatter,
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.add_argument("--no-color", action="store_true", help="no colours, on a terminal too (as with NO_COLOR set)")
    if html:
        parser.add_argument("--html", type=new_file, metavar="FILE", help="write the result as one HTML page, too")
    if seed:
        parser.add_argument("--seed", type=seed_value, metavar="N", help="seed of the random stream, 0 to 2^64 - 1")
    return parser


def seed_value(text: str) -> int:
    """Return the seed a text stands for; decimal, or hexadecimal after 0x."""
    try:
        value = int(text, 0)
    except ValueError:
        value = -1
    if not 0 <= value < 2**64:
        raise argparse.ArgumentTypeError(f"{text!r} is no seed: expected an integer from 0 to 2^64 - 1")
    return value


def new_file(text: str) -> Path:
    """A file to be written; a folder that is not there is found out before the work, not after it."""
    path = Path(text)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text}: a folder, expected a file to write")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text}: may not be written")
    return path


def count(text: str) -> int:
    """Read a number of hands: "1000", "1_000" or "1e6"."""
    if re.fullmatch(r"\d[\d_]*(\.\d+)?([eE]\+?\d{1,2})?", text, re.ASCII):
        value = Decimal(text)
        if value == int(value):
            return int(value)
    raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number such as 1000000 or 1e6")


def above_zero(text: str) -> float:
    """Read a number greater than 0."""
    with suppress(ValueError):
        if (value := float(text)) > 0:
            return value
    raise argparse.ArgumentTypeError(f"{text!r}: expected a number above 0")


def stakes(text: str) -> dict[str, int]:
    """Read ante/bring-in/small bet/big bet, as arguments of Rules."""
    parts = text.split("/")
    if len(parts) != 4 or not all(part.strip().isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r}: expected {STAKES}, such as 1/2/4/8")
    return dict(zip(("ante", "bring_in", "small_bet", "big_bet"), map(int, parts), strict=True))


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add ``--stakes`` and ``--rules``; `rules_of` reads them."""
    parser.add_argument("--stakes", type=stakes, default="1/2/4/8", metavar="A/B/S/L", help=f"{STAKES} (1/2/4/8)")
    parser.add_argument("--rules", default="DEFAULT", metavar="PRESET", help=f"a preset: {', '.join(PRESETS)}")


def rules_of(args: argparse.Namespace) -> razz.Rules:
    """The rules that ``--stakes`` and ``--rules`` name."""
    return razz.Rules.preset(args.rules, **args.stakes)


def one_line(text: str) -> str:
    """A name from a file, as it may be shown: it can neither steer the terminal nor begin a line."""
    return clean(text, len(text))


#: What is written for characters that the encoding of the output lacks; for all others a question mark.
_ASCII = {"±": "+-", "…": "...", "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "#", "▍": "", "▎": "", "▏": ""}


def _in_ascii(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    return "".join(_ASCII.get(character, "?") for character in fault.object[fault.start : fault.end]), fault.end


@contextmanager
def plain_streams() -> Iterator[None]:
    """Let standard output and error take any text: what their encoding lacks is put in ASCII, if closed it is lost.

    A closed standard input is an empty one.
    """
    codecs.register_error("razz.ascii", _in_ascii)
    with ExitStack() as after:
        if sys.stdin is None:
            sys.stdin = after.enter_context(open(os.devnull, encoding="utf-8"))
            after.callback(setattr, sys, "stdin", None)
        for name in ("stdout", "stderr"):
            stream = getattr(sys, name)
            if stream is None:
                setattr(sys, name, after.enter_context(open(os.devnull, "w", encoding="utf-8")))
                after.callback(setattr, sys, name, None)
            elif isinstance(stream, io.TextIOWrapper):
                after.callback(_set_errors, stream, stream.errors)
                _set_errors(stream, "razz.ascii")
        yield


def _set_errors(stream: io.TextIOWrapper, errors: str | None) -> None:
    with suppress(OSError, ValueError):  # the stream has gone away meanwhile
        stream.reconfigure(errors=errors)


def colors(args: argparse.Namespace, stream: TextIO | None = None) -> bool:
    """Tell whether output may be coloured: a terminal, and neither ``--no-color`` nor NO_COLOR says no."""
    out = sys.stdout if stream is None else stream
    return not args.no_color and not os.environ.get("NO_COLOR") and out.isatty()


def write_html(args: argparse.Namespace, title: str, parts: Sequence[tuple[str, str]]) -> None:
    """Write the page of ``--html``, if it was asked for: headings and the HTML or SVG under them."""
    if args.html is not None:
        from razz.render.report import report

        text = report(title, parts, command=shlex.join(["razz", *args.words]))
        args.html.write_text(text, encoding="utf-8", errors="replace")  # names of files may be no text


def print_json(value: object, *, indent: int | None = 2) -> None:
    """Print a value as JSON, keys in the order given; without an indent it is one line."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    plain = codecs.lookup(encoding).name != "utf-8"  # escapes say what the encoding cannot
    print(json.dumps(value, indent=indent, ensure_ascii=plain))


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
