"""``razz convert``: hand histories of any format to PHH, JSON lines, PokerStars text or Parquet."""

from __future__ import annotations

import argparse
import codecs
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

import razz
from razz import history
from razz._progress import reporter
from razz._tables import counted
from razz.cli.common import add_command, one_line, print_json
from razz.cli.files import Hands, add_many, no_hand, passed_over, source, total_size

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
            "razz convert - -o - --to phhs",
        ],
    )
    add_many(parser, "IN")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="OUT",
        type=Path,
        help=f"the file to write ({', '.join(SUFFIXES)}), replaced when it exists; - is standard output",
    )
    parser.add_argument("--to", choices=TARGETS, help="the format to write, instead of what the suffix of OUT says")
    parser.add_argument(
        "--anonymise",
        action="store_true",
        help="names become Player1, Player2, …; without --to, a .txt is the text of IN without names and chat",
    )


def run(args: argparse.Namespace) -> int:
    """Convert the files."""
    target = args.to or SUFFIXES.get(args.output.suffix.lower())
    if target is None and str(args.output) == "-":
        raise ValueError(f"-o -: expected --to with one of {', '.join(TARGETS)}")
    if target is None:
        raise ValueError(f"-o {args.output}: no format for this suffix: expected one of {', '.join(SUFFIXES)}, or --to")
    if any(args.output.exists() and path.exists() and os.path.samefile(path, args.output) for path in args.files):
        raise ValueError(f"-o {args.output}: the file to write is one of those to read")
    if args.json and str(args.output) == "-":
        raise ValueError("--json: standard output is taken by the hands")
    hands = Hands(args)
    with reporter(args.progress, total_size(args.files), "bytes") as report, written(args.output) as file:
        if text_without_names(args, target):
            write_text_without_names(args, file, report)
        else:
            records = hands.read(report)
            write(history.anonymise_records(records) if args.anonymise else records, file, target)
    tell(args, hands, target)
    return 1 if hands.problems else 0


def text_without_names(args: argparse.Namespace, target: str) -> bool:
    """Whether the text of the files is kept, but for the names."""
    return args.anonymise and args.to is None and target == "pokerstars"


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """A file that stands at its place when it is whole; pipes, devices and standard output are written as they come."""
    if str(path) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    elif path.is_dir():
        raise ValueError(f"-o {path}: a folder; expected a file to write")
    elif path.exists() and not path.is_file():
        with open(path, "wb") as file:
            yield file
    else:
        place = Path(os.path.realpath(path))
        part = place.with_name(f".{place.name}.{os.getpid()}.part")
        try:
            with open(part, "xb") as file:
                yield file
            os.replace(part, place)
        finally:
            part.unlink(missing_ok=True)


def write(records: Iterator[razz.Record], file: BinaryIO, target: str) -> None:
    """Write the hands one by one."""
    if target == "parquet":
        write_parquet(records, file)
        return
    # Without a buffer of its own, which could neither be written nor left when the file has no room.
    history.dump(records, cast(TextIO, codecs.getwriter("utf-8")(file)), target)


def write_text_without_names(args: argparse.Namespace, file: BinaryIO, report: Callable[[int], object] | None) -> None:
    """Write the text of the files without names."""
    done = 0
    for path in args.files:
        try:
            for text in history.anonymise(source(path), format=args.format):
                file.write(text.encode())
                done += len(text)
                if report is not None:
                    report(done)
        except ValueError as fault:
            raise ValueError(f"{path}: {fault}") from fault
    if not done:
        raise no_hand(str(args.files[0]))


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


def write_parquet(records: Iterator[razz.Record], file: BinaryIO) -> None:
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
    with pq.ParquetWriter(file, schema) as writer:
        group: list[dict[str, object]] = []
        for record in records:
            group.append(row(record))
            if len(group) == GROUP:
                writer.write_table(pa.Table.from_pylist(group, schema=schema))
                group = []
        if group:
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def tell(args: argparse.Namespace, hands: Hands, target: str) -> None:
    """Say what was done."""
    for problem in hands.problems:
        print(one_line(problem), file=sys.stderr)
    if args.json:
        print_json(
            {
                "output": str(args.output),
                "format": target,
                "hands": hands.hands,
                "failed": hands.failed,
                "other_games": hands.other_games,
                "problems": hands.problems,
            }
        )
        return
    out = sys.stderr if str(args.output) == "-" else sys.stdout
    if text_without_names(args, target):
        print(f"{args.output}: the text without names", file=out)
        return
    failed = f", {hands.failed:,} could not be read" if hands.failed else ""
    print(f"{args.output}: {counted(hands.hands, 'hand')}{failed}", file=out)
    if hands.other_games:
        print(f"passed over: {passed_over(hands.other_games)}", file=out)
