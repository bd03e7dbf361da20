"""Hand histories: files to records, replayed through the rules engine with every check, and back.

>>> import razz
>>> record = razz.Record(razz.Rules(showdown_choice=True), [100, 100])
>>> record.deal("2c 3c 4c 5c 6c Kc")
>>> record.play("bring-in")
>>> record.play("fold")
>>> text = razz.history.dumps(record)
>>> [again] = razz.history.loads(text)
>>> again == record
True
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import BinaryIO, Literal, NamedTuple, TextIO

from razz._arguments import encoded, iterable, of_class, path_of
from razz._razz import (
    HistoryAnonymiser,
    HistoryReader,
    HistoryStats,
    ParseError,
    Rank,
    Record,
    record_to_phh,
    record_to_pokerstars,
)

__all__ = [
    "FORMATS",
    "SUFFIXES",
    "History",
    "Tally",
    "anonymise",
    "anonymise_records",
    "dump",
    "dumps",
    "load",
    "loads",
    "player_stats",
]

#: What `load` reads, and whether `dump` writes it.
FORMATS: dict[str, bool] = {
    "phh": True,
    "phhs": True,
    "jsonl": True,
    "pokerstars": True,
    "fulltilt": False,
    "winamax": False,
    "merge": False,
    "kingsclub": False,
}

#: The format that a suffix stands for when a file is written.
SUFFIXES: dict[str, str] = {".phh": "phh", ".phhs": "phhs", ".jsonl": "jsonl", ".txt": "pokerstars"}

#: How many bytes are read at once.
_CHUNK = 1 << 16

_Errors = Literal["raise", "collect", "skip"]
_Source = str | bytes | os.PathLike[str] | BinaryIO


class History(Iterator[Record]):
    r"""The hands of one file, read as they are asked for: the memory of a few hands, however long the file.

    Made by `load` and `loads`; a ``with`` statement closes the file of one that is not read to its end. Iterating gives
    records; a hand that cannot be read is an error, a member of `problems`, or only counted, as `errors` says, and the
    next hand follows.

    Examples
    --------
    >>> import razz
    >>> text = "[1]\nvariant = 'NT'\n[2]\nvariant = 'FR'\n"
    >>> hands = razz.history.loads(text, errors="collect")
    >>> list(hands)
    []
    >>> hands.other_games
    {'NT': 1}
    >>> hands.problems
    [ParseError('line 3, column 1: the field antes is missing')]
    """

    def __init__(
        self,
        source: _Source,
        *,
        format: str | None,  # noqa: A002
        encoding: str | None,
        preset: str | None,
        errors: _Errors,
    ) -> None:
        if errors not in ("raise", "collect", "skip"):
            raise ValueError(f"errors {errors!r}: expected 'raise', 'collect' or 'skip'")
        self._reader = HistoryReader(format, encoding, preset)
        self._ready: Iterator[Record | ParseError] = iter(())
        self._errors = errors
        #: The errors of hands that could not be read, when they are collected.
        self.problems: list[ParseError] = []
        #: How many hands could not be read.
        self.failed: int = 0
        #: How many bytes have been read.
        self.bytes_read: int = 0
        # Last: what is refused above leaves no file open.
        self._chunks: _Chunks | None = _Chunks(source)

    def __next__(self) -> Record:
        """The next hand."""
        while True:
            for item in self._ready:
                if isinstance(item, Record):
                    return item
                self.failed += 1
                if self._errors == "raise":
                    raise item
                if self._errors == "collect":
                    self.problems.append(item)
            if self._chunks is None:
                raise StopIteration
            chunk = next(self._chunks, b"")
            self.bytes_read += len(chunk)
            if not chunk:
                self._chunks.close()
                self._chunks = None
            self._ready = iter(self._reader.feed(chunk, not chunk))

    def __repr__(self) -> str:
        """Say the format, once it is known, and whether more is to be read."""
        what = "hands" if self.format is None else f"hands of {self.format}"
        return f"<History: {what}, {'read' if self._chunks is None else 'to be read'}>"

    def close(self) -> None:
        """Read no more; a file that was opened by its path is closed."""
        if self._chunks is not None:
            self._chunks.close()
            self._chunks = None
        self._ready = iter(())

    def __enter__(self) -> History:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def format(self) -> str | None:
        """The name of the format; None before the first hand is read."""
        return self._reader.format

    @property
    def other_games(self) -> dict[str, int]:
        """How many hands of which other games have been passed over."""
        return self._reader.other_games


def load(
    source: _Source,
    *,
    format: str | None = None,  # noqa: A002
    encoding: str | None = None,
    errors: _Errors = "raise",
    preset: str | None = None,
) -> History:
    """Read the hands of a file.

    Each hand is played through the rules engine with every check, and what the file states (returned bets, pots, rake,
    winners, stacks) is compared with what follows. Nothing is repaired; what had to be concluded is listed in
    ``record.inferred``.

    Parameters
    ----------
    source : path, str, bytes or binary file
        A path; or the text itself: bytes, or a str of more than one line.
    format : str, optional
        One of `FORMATS`; detected by default.
    encoding : str, optional
        "utf-8", "utf-16-le", "utf-16-be" or "cp1252"; detected by default.
    errors : {"raise", "collect", "skip"}
        What becomes of hands that cannot be read: an exception in their place (iterating again goes on behind it), an
        entry of ``problems``, or nothing.
    preset : str, optional
        The options of `razz.Rules.preset` for PHH files that do not state their options.

    Returns
    -------
    History
        An iterator over `razz.Record`.

    Raises
    ------
    ParseError
        While iterating: a hand that does not follow its grammar or the rules; ``line`` and ``column`` (from 1),
        ``hand``, ``expected`` and ``found`` say where and what.
    ValueError
        An unknown format, encoding, preset or value of errors.
    OSError
        A file that cannot be read.

    Examples
    --------
    >>> import razz, tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp(), "one.phh")
    >>> record = razz.Record(razz.Rules(showdown_choice=True), [100, 100])
    >>> razz.history.dump(record, path)
    1
    >>> [again] = razz.history.load(path)
    >>> again == record
    True
    """
    return History(source, format=format, encoding=encoding, preset=preset, errors=errors)


def loads(
    text: str | bytes,
    *,
    format: str | None = None,  # noqa: A002
    encoding: str | None = None,
    errors: _Errors = "raise",
    preset: str | None = None,
) -> History:
    """Read the hands of a text; as `load`, but a str is never a path.

    Examples
    --------
    >>> import razz
    >>> next(razz.history.loads("variant = 'FR'"))
    Traceback (most recent call last):
    razz.ParseError: line 1, column 1: the field antes is missing
    """
    if not isinstance(text, str | bytes):
        raise TypeError(f"text: expected str or bytes, found {type(text).__name__}")
    if isinstance(text, str):
        text, encoding = encoded(text, "text"), encoding or "utf-8"
    return History(text, format=format, encoding=encoding, preset=preset, errors=errors)


class _Chunks(Iterator[bytes]):
    """The bytes of a source, piece by piece. `close` closes a file that was opened here, read or not."""

    def __init__(self, source: _Source) -> None:
        if isinstance(source, str) and ("\n" in source or "\r" in source):
            source = encoded(source, "source")
        self._own: bool = False
        if isinstance(source, bytes):
            self._file: BinaryIO = io.BytesIO(source)
        elif isinstance(source, str | os.PathLike):
            self._file = open(path_of(source, "source"), "rb")  # noqa: SIM115  # close() closes it
            self._own = True
        elif hasattr(source, "read"):
            self._file = source
        else:
            raise TypeError(f"source: expected a path, text, bytes or a binary file, found {type(source).__name__}")

    def __next__(self) -> bytes:
        chunk = self._file.read(_CHUNK)
        if isinstance(chunk, str):
            raise TypeError("source: expected a file opened in binary mode, found text")
        if not chunk:
            raise StopIteration
        return chunk

    def close(self) -> None:
        if self._own:
            self._file.close()

    def __del__(self) -> None:  # of hands that nobody asks for any more
        self.close()


def dumps(records: Record | Iterable[Record], format: str | None = None) -> str:  # noqa: A002
    """Write records as text.

    Parameters
    ----------
    records : Record or iterable of Record
        One hand or many.
    format : {"phh", "phhs", "jsonl", "pokerstars"}, optional
        By default "phh" for one record and "phhs" for many. PokerStars text tells whole hands, as the player of the
        field "hero" saw them; a hand without a number gets its place.

    Raises
    ------
    ValueError
        A format that is not written, more than one record as "phh", a named fact that PHH cannot hold, a hand that
        is not over as PokerStars text.

    Examples
    --------
    >>> import razz
    >>> record = razz.Record(razz.Rules(), [100, 100])
    >>> print(razz.history.dumps([record, record]))
    [1]
    variant = 'FR'
    ...
    [2]
    variant = 'FR'
    ...
    """
    if format is None:
        format = "phh" if isinstance(records, Record) else "phhs"  # noqa: A001
    return "".join(_texts(records, format))


def _texts(records: Record | Iterable[Record], format: str) -> Iterator[str]:  # noqa: A002
    """The text of each record, with what stands between two."""
    of_class(format, "format", str, "the name of a format")
    if not FORMATS.get(format):
        names = ", ".join(name for name, written in FORMATS.items() if written)
        raise ValueError(f"format {format!r}: expected one of {names}")
    iterable([records] if isinstance(records, Record) else records, "records", "a Record or an iterable of them")
    many = iter([records] if isinstance(records, Record) else records)
    for number, record in enumerate(many, 1):
        if not isinstance(record, Record):
            raise TypeError(f"records[{number - 1}]: expected a Record, found {type(record).__name__}")
        if number > 1 and format == "phh":
            raise ValueError('format "phh" holds one hand: expected "phhs" for more')
        try:
            text = _text(record, format, number)
        except ValueError as fault:
            raise ValueError(f"records[{number - 1}]: {fault}") from None
        yield text


def _text(record: Record, format: str, number: int) -> str:  # noqa: A002
    """The text of one record, with what stands between it and the next."""
    if format == "jsonl":
        return record.to_json() + "\n"
    if format == "pokerstars":
        return record_to_pokerstars(record, number) + "\n\n\n"
    if format == "phhs":
        return ("\n" if number > 1 else "") + f"[{number}]\n" + record_to_phh(record)
    return record_to_phh(record)


def dump(
    records: Record | Iterable[Record],
    target: str | os.PathLike[str] | TextIO,
    format: str | None = None,  # noqa: A002
) -> int:
    """Write records to a file, one by one; return how many.

    Parameters
    ----------
    records : Record or iterable of Record
        One hand or many; an iterator is not held in memory.
    target : path or text file
        Where to write.
    format : str, optional
        As for `dumps`; by default what the suffix of the path says.

    Examples
    --------
    >>> import io, razz
    >>> file = io.StringIO()
    >>> razz.history.dump(razz.Record(razz.Rules(), [9, 9]), file, format="jsonl")
    1
    """
    if isinstance(target, str | os.PathLike):
        path = path_of(target, "target")
        if format is None:
            suffix = os.path.splitext(path)[1].lower()
            format = SUFFIXES.get(suffix)  # noqa: A001
            if format is None:
                raise ValueError(f"target: no format for the suffix {suffix!r}: expected one of {', '.join(SUFFIXES)}")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            return _write(records, file, format)
    if not hasattr(target, "write"):
        raise TypeError(f"target: expected a path or a text file, found {target!r}")
    if format is None:
        format = "phh" if isinstance(records, Record) else "phhs"  # noqa: A001
    return _write(records, target, format)


def _write(records: Record | Iterable[Record], file: TextIO, format: str) -> int:  # noqa: A002
    count = 0
    for text in _texts(records, format):
        file.write(text)
        count += 1
    return count


def anonymise(
    source: _Source,
    *,
    format: str | None = None,  # noqa: A002
    encoding: str | None = None,
) -> Iterator[str]:
    r"""Take the names out of the text of a file, piece by piece.

    Players become Player1, Player2 and so on in the order in which they are first named, the same player the same
    number throughout; what is said at the table goes, and so do lines about people who are not listed that are none of
    the usual comings and goings. All else stays as it is, hands of other games too.

    Parameters
    ----------
    source, format, encoding
        As for `load`; PHH and JSON have their names in the records: see `anonymise_records`.

    Raises
    ------
    ValueError
        A format that is not recognised, or one of records.

    Examples
    --------
    >>> import razz
    >>> text = "PokerStars Hand #1: Razz Limit (4/8)\nSeat 1: Zoe (5 in chips)\nZoe: folds\n"
    >>> print("".join(razz.history.anonymise(text)))
    PokerStars Hand #1: Razz Limit (4/8)
    Seat 1: Player1 (5 in chips)
    Player1: folds
    """
    names = HistoryAnonymiser(format, encoding)
    chunks = _Chunks(source)
    try:
        for chunk in chunks:
            yield names.feed(chunk, False)
        yield names.feed(b"", True)
    finally:
        chunks.close()


def anonymise_records(records: Iterable[Record]) -> Iterator[Record]:
    """Take the names out of records; the same player is the same number throughout.

    Examples
    --------
    >>> import razz
    >>> record = razz.Record(razz.Rules(), [9, 9]).annotated(players=["Zoe", "Ann"])
    >>> [one.players for one in razz.history.anonymise_records([record])]
    [('Player1', 'Player2')]
    """
    iterable(records, "records", "an iterable of Record")
    return _without_names(records)


def _without_names(records: Iterable[Record]) -> Iterator[Record]:
    names = HistoryAnonymiser()
    for place, record in enumerate(records):
        of_class(record, f"records[{place}]", Record, "a Record")
        yield names.record(record)


class Tally(NamedTuple):
    """What a player did, over all his hands or behind one rank of door card.

    Examples
    --------
    >>> import razz
    >>> razz.history.player_stats([razz.Record(razz.Rules(), [9, 9])])[0].hands
    1
    """

    #: The player's name; "Player N" by seat in hands without names.
    player: str
    #: The site, "" where the hands do not tell it.
    site: str
    #: The currency's code, "" for chips.
    currency: str
    #: The rank of the door card; None for all hands.
    door_card: Rank | None
    #: The result in the currency, or in chips.
    net: Decimal
    #: Hands dealt in.
    hands: int
    #: Bring-ins posted.
    bring_ins: int
    #: Bring-ins completed, the own one included.
    completes: int
    #: Raises on third street.
    raises: int
    #: Hands in which he put in chips on third street of his own will.
    played: int
    #: Hands in which he was dealt a fourth card.
    fourth_streets: int
    #: Hands in which he was among two or more at the end of the betting.
    showdowns: int
    #: Of those, the ones in which he won something.
    showdowns_won: int
    #: Hands in which he won something.
    won: int


def player_stats(records: Iterable[Record]) -> list[Tally]:
    """Count what each player did: for each player, site and currency all hands first, then by door card, the ace first.

    Examples
    --------
    >>> import razz
    >>> record = razz.Record(razz.Rules(), [100, 100])
    >>> record.deal("2c 3c 4c 5c 6c Kc")
    >>> record.play("bring-in")
    >>> record.play("fold")
    >>> for tally in razz.history.player_stats([record]):
    ...     print(tally.player, tally.door_card, tally.net, tally.bring_ins)
    Player 1 None -1 0
    Player 1 6 -1 0
    Player 2 None 1 1
    Player 2 K 1 1
    """
    if isinstance(records, str | os.PathLike):
        raise TypeError(f"records: expected Records, as razz.history.load gives them, found {records!r}")
    iterable(records, "records", "an iterable of Record")
    stats = HistoryStats()
    for place, record in enumerate(records):
        of_class(record, f"records[{place}]", Record, "a Record")
        stats.add(record)
    return [
        Tally(name, site, currency, None if rank is None else Rank.from_index(rank), Decimal(net), *counts)
        for name, site, currency, rank, net, counts in stats.rows()
    ]
