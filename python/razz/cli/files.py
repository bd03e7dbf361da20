"""What the commands that read hand histories share: their options, and the hands of several files as one stream."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

import razz
from razz import history
from razz.cli.common import one_line


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what says how files are read."""
    parser.add_argument("--format", choices=sorted(history.FORMATS), help="the format, instead of detecting it")
    parser.add_argument("--preset", metavar="NAME", help="options of the rules for PHH files that do not state them")


def add_many(parser: argparse.ArgumentParser, metavar: str) -> None:
    """Add the arguments of a command that reads many files: the files and the options of `Hands`."""
    parser.add_argument("files", nargs="+", metavar=metavar, type=Path, help="hand histories; - is standard input")
    add_options(parser)
    parser.add_argument(
        "--errors",
        choices=("raise", "collect", "skip"),
        default="raise",
        help="a hand that cannot be read stops the work (the default), is reported at the end, or is passed over",
    )
    parser.add_argument("--progress", action="store_true", help="show progress on standard error")


def source(path: Path | str) -> Path | str | BinaryIO:
    """What to read for a word of the command line: a file, or standard input for ``-``."""
    return sys.stdin.buffer if str(path) == "-" else path


def total_size(paths: list[Path]) -> int:
    """How many bytes there are to read; 0 where that is not known beforehand."""
    if not all(path.is_file() for path in paths if path.exists()) or Path("-") in paths:
        return 0
    return sum(path.stat().st_size for path in paths)


def passed_over(other_games: Mapping[str, int]) -> str:
    """Which hands of other games a file holds."""
    return ", ".join(f"{count:,} of {one_line(game)}" for game, count in sorted(other_games.items()))


def no_hand(where: str, other_games: Mapping[str, int] | None = None, failed: int = 0) -> ValueError:
    """What is said where there is no hand to work on: that is bad input, for every command."""
    facts = [passed_over(other_games)] if other_games else []
    facts += [f"{failed:,} could not be read"] if failed else []
    return ValueError(f"{where}: no hand of Razz" + (f" ({', '.join(facts)})" if facts else ""))


class Hands:
    """The hands of the files of a command line, and what else was found in them."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        #: How many hands have been read.
        self.hands: int = 0
        #: How many could not be read.
        self.failed: int = 0
        #: What was wrong with them, with the file's name, when they are collected.
        self.problems: list[str] = []
        #: How many hands of which other games were passed over.
        self.other_games: dict[str, int] = {}

    def read(self, report: Callable[[int], object] | None) -> Iterator[razz.Record]:
        """Read the hands; ``report`` is told the number of bytes."""
        args, before = self._args, 0
        for path in args.files:
            with history.load(source(path), format=args.format, preset=args.preset, errors=args.errors) as hands:
                try:
                    for record in hands:
                        self.hands += 1
                        if report is not None:
                            report(before + hands.bytes_read)
                        yield record
                except razz.ParseError as fault:
                    raise razz.RazzError(f"{path}: {fault}") from fault
            before += hands.bytes_read
            self.failed += hands.failed
            self.problems += [f"{path}: {problem}" for problem in hands.problems]
            for game, count in hands.other_games.items():
                self.other_games[game] = self.other_games.get(game, 0) + count
        if not self.hands and not self.problems:
            files = args.files
            where = str(files[0]) if len(files) == 1 else f"{len(files)} files"
            raise no_hand(where, self.other_games, self.failed)
