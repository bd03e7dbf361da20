"""``razz convert``: hand histories of any format to PHH, JSON lines, PokerStars text or Parquet."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import razz
from razz import history
from razz._progress import reporter
from razz.cli.common import add_command, print_json

TARGETS = (*(name for name, written in history.FORMATS.items() if written), "parquet")
SUFFIXES = {**history.SUFFIXES, ".parquet": "parquet"}
#: How many hands are held for one group of rows of a Parquet file.
GROUP = 2_000


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "convert",
        summary="convert hand histories, every hand replayed and checked",
        description="Read hand histories of any format, replay and check every hand, and write them in another format.",
        examples=[
            "razz convert session.txt -o session.phhs",
            "razz convert 2031-*.txt -o all.jsonl --errors skip --progress",
            "razz convert session.txt -o shared.txt --anonymise",
        ],
    )
    parser.add_argument("files", nargs="+", metavar="IN", type=Path, help="hand histories")
    parser.add_argument(
        "-o", "--output", required=True, metavar="OUT", type=Path, help=f"the file to write: {', '.join(SUFFIXES)}"
    )
    parser.add_argument("--to", choices=TARGETS, help="the format to write, instead of what the suffix of OUT says")
    parser.add_argument("--format", choices=sorted(history.FORMATS), help="the format of IN, instead of detecting it")
    parser.add_argument("--preset", metavar="NAME", help="options of the rules for PHH files that do not state them")
    parser.add_argument(
        "--anonymise",
        action="store_true",
        help="names become Player1, Player2, …; without --to, a .txt is the text of IN without names and chat",
    )
    parser.add_argument(
        "--errors",
        choices=("raise", "collect", "skip"),
        default="raise",
        help="a hand that cannot be read stops the work (the default), is reported at the end, or is passed over",
    )
    parser.add_argument("--progress", action="store_true", help="show progress on standard error")


class Totals:
    """What has been read and passed over."""

    def __init__(self) -> None:
        self.hands: int = 0
        self.failed: int = 0
        self.problems: list[str] = []
        self.other_games: dict[str, int] = {}

    def add(self, path: Path, hands: history.History) -> None:
        """Take down what a file had besides its hands."""
        self.failed += hands.failed
        self.problems += [f"{path}: {problem}" for problem in hands.problems]
        for game, count in hands.other_games.items():
            self.other_games[game] = self.other_games.get(game, 0) + count


def run(args: argparse.Namespace) -> int:
    """Convert the files."""
    target = args.to or SUFFIXES.get(args.output.suffix.lower())
    if target is None:
        raise ValueError(f"{args.output}: no format for this suffix: expected one of {', '.join(SUFFIXES)}, or --to")
    if any(args.output.exists() and os.path.samefile(path, args.output) for path in args.files):
        raise ValueError(f"{args.output}: the file to write is one of those to read")
    totals = Totals()
    part = args.output.with_name(args.output.name + ".part")
    try:
        size = sum(path.stat().st_size for path in args.files)
        with reporter(args.progress, size, "bytes") as report:
            if args.anonymise and args.to is None and target == "pokerstars":
                write_text_without_names(args, part)
            else:
                records = read(args, totals, report)
                if args.anonymise:
                    records = history.anonymise_records(records)
                write(records, part, target)
        os.replace(part, args.output)
    finally:
        part.unlink(missing_ok=True)
    tell(args, totals, target)
    return 1 if totals.problems else 0


def read(args: argparse.Namespace, totals: Totals, report: Callable[[int], object] | None) -> Iterator[razz.Record]:
    """The hands of all files."""
    before = 0
    for path in args.files:
        hands = history.load(path, format=args.format, preset=args.preset, errors=args.errors)
        try:
            for record in hands:
                totals.hands += 1
                if report is not None:
                    report(before + hands.bytes_read)
                yield record
        except razz.ParseError as fault:
            raise razz.RazzError(f"{path}: {fault}") from fault
        before += hands.bytes_read
        totals.add(path, hands)


def write(records: Iterator[razz.Record], path: Path, target: str) -> None:
    """Write the hands one by one."""
    if target == "parquet":
        write_parquet(records, path)
        return
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        history.dump(records, file, target)


def write_text_without_names(args: argparse.Namespace, path: Path) -> None:
    """Write the text of the files without names."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        for source in args.files:
            for text in history.anonymise(source, format=args.format):
                file.write(text)


def row(record: razz.Record) -> dict[str, object]:
    """One hand as a row of a Parquet file."""
    state, fields = record.state, record.fields
    return {
        "hand": fields.get("hand"),
        "site": fields.get("site"),
        "table": fields.get("table"),
        "currency": fields.get("currency"),
        "unit": fields.get("unit"),
        "ante": record.rules.ante,
        "bring_in": record.rules.bring_in,
        "small_bet": record.rules.small_bet,
        "big_bet": record.rules.big_bet,
        "players": list(record.players),
        "stacks": list(record.stacks),
        "payoffs": list(state.payoffs),
        "cards": ["".join("??" if card is None else str(card) for card in hand) for hand in state.cards],
        "winners": None if state.result is None else list(state.result.winners),
        "record": record.to_json(),
    }


def write_parquet(records: Iterator[razz.Record], path: Path) -> None:
    """Write a row for each hand, in groups."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            f"{missing}: Parquet needs pyarrow, pip install 'razz[parquet]'", name=missing.name
        ) from missing
    text, chips = pa.string(), pa.int64()
    columns = dict.fromkeys(("hand", "site", "table", "currency", "unit"), text)
    columns |= dict.fromkeys(("ante", "bring_in", "small_bet", "big_bet"), chips)
    columns |= {"players": pa.list_(text), "stacks": pa.list_(chips), "payoffs": pa.list_(chips)}
    columns |= {"cards": pa.list_(text), "winners": pa.list_(chips), "record": text}
    schema = pa.schema(list(columns.items()))
    with pq.ParquetWriter(path, schema) as writer:
        group: list[dict[str, object]] = []
        for record in records:
            group.append(row(record))
            if len(group) == GROUP:
                writer.write_table(pa.Table.from_pylist(group, schema=schema))
                group = []
        if group:
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def tell(args: argparse.Namespace, totals: Totals, target: str) -> None:
    """Say what was done."""
    for problem in totals.problems:
        print(problem, file=sys.stderr)
    if args.json:
        print_json(
            {
                "output": str(args.output),
                "format": target,
                "hands": totals.hands,
                "failed": totals.failed,
                "other_games": totals.other_games,
                "problems": totals.problems,
            }
        )
        return
    if args.anonymise and args.to is None and target == "pokerstars":
        print(f"{args.output}: the text without names")
        return
    print(
        f"{args.output}: {totals.hands:,} hands" + (f", {totals.failed:,} could not be read" if totals.failed else "")
    )
    for game, count in sorted(totals.other_games.items()):
        print(f"passed over: {count:,} of {game}")
