"""Every hand of a simulation as columns: in memory, or in a Parquet file; and a hand of them as a record again."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import pairwise
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, TypeAlias, final

import numpy as np

from razz._arguments import encoded, path_of
from razz._razz import Interrupted, Job, Record, Rules, Sums, __version__, arrow_stream, retrace_hand
from razz._tables import counted

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["HandLog", "read", "record"]

Chunk: TypeAlias = "dict[str, NDArray[Any]]"
"""Columns by name, text as its bytes with the places where each row's ends in ``ends``."""

LogLike: TypeAlias = "HandLog | str | os.PathLike[str]"
"""What `log=` takes: a `HandLog` to add to, or the path of a Parquet file."""

VERSION = 1
CHUNK = 1 << 16
"""Hands that are kept in memory before they are written: a row group of a Parquet file."""

# Name, format, and whether there is one for each seat (and, of the cards, seven).
FIELDS: list[tuple[str, str, tuple[str, ...]]] = [
    ("index", "uint64", ()),
    ("hand", "uint32", ()),
    ("seats", "uint8", ()),
    ("player", "uint8", ("seat",)),
    ("stack", "int64", ("seat",)),
    ("net", "int64", ("seat",)),
    ("cards", "uint8", ("seat", "card")),
    ("community", "uint8", ()),
    ("opener", "uint8", ()),
    ("street", "uint8", ()),
    ("pot", "int64", ()),
    ("rake", "int64", ()),
    ("winners", "uint8", ()),
    ("strength", "uint16", ("seat",)),
    ("actions", "utf8", ()),
]
COLUMNS = tuple(name for name, _, _ in FIELDS)


def _shape(sizes: tuple[str, ...], width: int) -> list[int]:
    return [width if size == "seat" else 7 for size in sizes]


@final
class HandLog:
    """Hands of one job as NumPy columns, filled by ``log=`` of `Simulation.run`.

    ``log[name]`` is a column and ``len(log)`` the number of hands. It is an Arrow stream too: polars, pandas, DuckDB
    and pyarrow read it as it is, without a copy. Seats count from 0; where a hand of a session has fewer seats than
    the job has players, the places left over hold 0, of cards and players 255.

    ===========  ==========================  =============================================================
    column       dtype and shape             what
    ===========  ==========================  =============================================================
    index        uint64 (hands,)             index of the hand; of its session where stacks are carried on
    hand         uint32 (hands,)             which hand of the session, from 0
    seats        uint8 (hands,)              seats dealt in
    player       uint8 (hands, players)      by seat: the player
    stack        int64 (hands, players)      by seat: chips before the ante
    net          int64 (hands, players)      by seat: chips won or lost
    cards        uint8 (hands, players, 7)   by seat: cards in dealing order (down, down, up …, down); 255: none dealt
    community    uint8 (hands,)              the community card, 255 where there is none
    opener       uint8 (hands,)              the seat that had to open third street, 255 where nobody had
    street       uint8 (hands,)              the last street dealt, 3 to 7
    pot          int64 (hands,)              chips in the pots at the end, uncalled bets excluded
    rake         int64 (hands,)              chips taken by the house
    winners      uint8 (hands,)              seats that got chips from a pot: bit s for seat s
    strength     uint16 (hands, players)     by seat: strength at the showdown; 0 of who was not there
    actions      bytes (hands,)              seat and letter of each action, a slash before each new street
    ===========  ==========================  =============================================================

    The letters are f fold, x check, c call, b bring-in, r complete, bet or raise: ``3b4f5r0c/0x5r0f``. Limits fix the
    amounts. In Arrow the actions are text.

    Examples
    --------
    >>> import razz
    >>> log = razz.HandLog()
    >>> job = razz.Simulation(razz.Rules(), [1000] * 6, "random", seed=7)
    >>> summary = job.run(500, log=log)
    >>> log["net"].shape, int(log["net"].sum()), len(log["index"])
    ((500, 6), 0, 500)
    >>> log.record(17) == job.replay(17)
    True
    >>> print(razz.history.dumps(log.record(17), format="phh"))
    variant = 'FR'
    ...
    """

    __slots__ = {  # noqa: RUF023
        "job": "The job: its seed, rules, stacks and policies; None before the first hand.",
        "_chunks": "The hands, in parts as they came.",
    }

    job: dict[str, Any] | None
    _chunks: list[Chunk]

    def __init__(self) -> None:
        self.job = None
        self._chunks = []

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns."""
        return COLUMNS

    def __len__(self) -> int:
        """How many hands."""
        return sum(len(chunk["index"]) for chunk in self._chunks)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """A column."""
        given: object = name
        if not isinstance(given, str) or given not in COLUMNS:  # an array would be compared element by element
            raise KeyError(f"{name!r}: expected one of {', '.join(COLUMNS)}")
        if not self._chunks:
            _, dtype, sizes = FIELDS[COLUMNS.index(name)]
            return np.empty((0, *_shape(sizes, 0)), "S1" if dtype == "utf8" else dtype)
        if len(self._chunks) > 1:
            self._chunks = _joined(self._chunks)
        if name == "actions":
            return np.concatenate([_texts(chunk) for chunk in self._chunks])
        return (
            self._chunks[0][name]
            if len(self._chunks) == 1
            else _read_only(np.concatenate([chunk[name] for chunk in self._chunks]))
        )

    def row(self, row: int) -> dict[str, Any]:
        """One hand as Python values: lists by seat of those dealt in; of row -1 the last one.

        Examples
        --------
        >>> import razz
        >>> log = razz.HandLog()
        >>> razz.simulate(10, seats=2, rng=1, log=log).hands
        10
        >>> log.row(3)["index"], len(log.row(3)["net"])
        (3, 2)
        """
        where = _place(row, len(self), "the log")
        for chunk in self._chunks:
            if where < len(chunk["index"]):
                return _row(chunk, where)
            where -= len(chunk["index"])
        raise IndexError(row)

    def record(self, row: int) -> Record:
        """The hand of a row as a record: what `Simulation.replay` gives, without asking the policies.

        Raises
        ------
        IndexError
            No such row.
        ValueError
            A row that is no hand of the job's seed.
        """
        return _record(self.row(row), self.job or {})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The hands as Arrow record batches, with the job in the metadata of the schema."""
        del requested_schema  # the interface lets a producer leave it aside
        return _stream(self._chunks, self.job)

    def __eq__(self, other: object) -> bool:
        """Compare job and columns."""
        if not isinstance(other, HandLog):
            return NotImplemented
        return self.job == other.job and all(np.array_equal(self[name], other[name]) for name in COLUMNS)

    __hash__: ClassVar[None]  # type: ignore[assignment]  # as columns grow

    def __repr__(self) -> str:
        """Say how many hands of which seed."""
        seed = None if self.job is None else self.job["seed"]
        return f"<HandLog of {counted(len(self), 'hand', 'd')}, seed {seed}>"

    def __getstate__(self) -> tuple[Any, ...]:
        """Pickle job and columns."""
        return self.job, self._chunks

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Restore them."""
        self.job, self._chunks = state

    # What a run does with it.

    def _begin(self, job: str, first: int, hands: int) -> None:
        job_ = json.loads(job)
        if self.job is not None and self.job != job_:
            raise ValueError(f"log: it holds hands of another job (seed {self.job['seed']}), make a new HandLog")
        for held in (chunk["index"] for chunk in self._chunks) if hands else ():
            again = held[(held >= np.uint64(first)) & (held <= np.uint64(first + hands - 1))]
            if again.size:
                raise ValueError(f"log: it holds hand {again[0]} already, make a new HandLog")
        self.job = job_

    def _add(self, chunk: Chunk) -> None:
        if len(chunk["index"]):
            self._chunks.append(chunk)

    def _end(self) -> None:
        pass

    def _give_up(self) -> None:
        pass


class _ParquetFile:
    """A Parquet file that comes into being when the run ends."""

    def __init__(self, path: Path) -> None:
        self._parquet = _pyarrow("parquet")
        try:
            self._path = path.resolve()  # where it is a link, the file behind it is replaced
        except RuntimeError:  # as Python before 3.13 says it
            raise OSError(errno.ELOOP, f"log {path}: a link that leads to itself") from None
        if self._path.exists() and not self._path.is_file():
            raise ValueError(f"log {path}: a folder, device or pipe, expected a file")
        if not self._path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, f"log {path}: there is no folder {self._path.parent}")
        self._part = self._path.with_name(f".{self._path.name}.{os.getpid()}.part")
        self._job: dict[str, Any] = {}
        self._writer: Any = None

    def _begin(self, job: str, first: int, hands: int) -> None:
        del first, hands  # a new file holds none
        self._job = json.loads(job)
        empty = _pyarrow().table(_Arrow([], self._job))
        self._writer = self._parquet.ParquetWriter(self._part, empty.schema, compression="zstd")

    def _add(self, chunk: Chunk) -> None:
        if len(chunk["index"]):
            self._writer.write_table(_pyarrow().table(_Arrow([chunk], self._job)), row_group_size=CHUNK)

    def _end(self) -> None:
        self._writer.close()
        self._part.replace(self._path)

    def _give_up(self) -> None:
        with suppress(Exception):
            if self._writer is not None:
                self._writer.close()
        self._part.unlink(missing_ok=True)


class _Arrow:
    """Chunks to be read by Arrow."""

    def __init__(self, chunks: list[Chunk], job: dict[str, Any]) -> None:
        self._chunks, self._job = chunks, job

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        del requested_schema
        return _stream(self._chunks, self._job)


def _stream(chunks: list[Chunk], job: dict[str, Any] | None) -> object:
    width = 0 if job is None else len(job["stacks"])
    fields = [(name, dtype, _shape(sizes, width)) for name, dtype, sizes in FIELDS]
    metadata = {"razz.log": str(VERSION), "razz.version": __version__}
    if job is not None:
        metadata |= {"razz.seed": str(job["seed"]), "razz.job": json.dumps(job, separators=(",", ":"))}
    batches = [
        (len(chunk["index"]), [(chunk["ends"], chunk[name]) if name == "actions" else chunk[name] for name in COLUMNS])
        for chunk in chunks
    ]
    return arrow_stream(fields, metadata, batches)


def _shaped(columns: dict[str, NDArray[Any]], width: int) -> Chunk:
    """The flat columns of the compiled module in their shapes; the ends of texts as offsets from 0."""
    for name, _, sizes in FIELDS:
        columns[name] = columns[name].reshape(-1, *_shape(sizes, width)) if sizes else columns[name]
    columns["ends"] = np.concatenate([np.zeros(1, np.int32), columns["ends"]])
    return {name: _read_only(column) for name, column in columns.items()}


def _joined(chunks: list[Chunk]) -> list[Chunk]:
    """One chunk, as long as the places of its texts are numbers of 32 bits, as Arrow wants them."""
    starts = np.cumsum([0, *(len(chunk["actions"]) for chunk in chunks)], dtype=np.int64)
    if starts[-1] >= 2**31:
        return chunks
    whole = {name: np.concatenate([chunk[name] for chunk in chunks]) for name in COLUMNS}
    ends = [chunk["ends"][1:] + np.int32(start) for chunk, start in zip(chunks, starts[:-1], strict=True)]
    whole["ends"] = np.concatenate([np.zeros(1, np.int32), *ends])
    return [{name: _read_only(column) for name, column in whole.items()}]


def _read_only(column: NDArray[Any]) -> NDArray[Any]:
    column.flags.writeable = False
    return column


def _texts(chunk: Chunk) -> NDArray[np.bytes_]:
    ends, data = chunk["ends"], chunk["actions"].tobytes()
    return np.array([data[start:end] for start, end in pairwise(ends.tolist())], dtype=np.bytes_)


def _row(chunk: Chunk, row: int) -> dict[str, Any]:
    seats = int(chunk["seats"][row])
    hand: dict[str, Any] = {}
    for name, _, sizes in FIELDS:
        if name == "actions":
            start, end = chunk["ends"][row], chunk["ends"][row + 1]
            hand[name] = chunk["actions"][start:end].tobytes().decode()
        else:
            hand[name] = (chunk[name][row, :seats] if sizes else chunk[name][row]).tolist()
    return hand


def _record(hand: Mapping[str, Any], job: Mapping[str, Any]) -> Record:
    rules = Rules.from_json(json.dumps(job["rules"]))
    seats = int(hand["seats"])
    unit, number = int(hand["index"]), int(hand["hand"])
    record = retrace_hand(rules, job["seed"], unit, number, list(hand["stack"])[:seats], hand["actions"])
    cards = [[255 if card is None else card.index for card in held] for held in record.state.cards]
    expected = [[int(card) for card in held if card != 255] for held in list(hand["cards"])[:seats]]
    if cards != expected:
        raise ValueError(f"hand {unit}: the cards are not those of the job's seed")
    return record


def _place(row: SupportsIndex, count: int, what: str) -> int:
    """The place of a row, which counts from the end where it is negative."""
    try:
        where = index(row)
    except TypeError:
        raise TypeError(f"row: expected an integer, found {row!r}") from None
    if not -count <= where < count:
        raise IndexError(f"row {row}: {what} has {count} hands")
    return where % count


def _file_of(value: object, name: str, expected: str = "a HandLog or the path of a Parquet file") -> str:
    """What names a Parquet file: Arrow takes no names that are not text."""
    path = path_of(value, name, expected)
    encoded(path, name)
    return path


def record(source: LogLike, row: int) -> Record:
    """The hand of a row as a record: what `Simulation.replay` gives, without asking the policies.

    Parameters
    ----------
    source : HandLog, str or path
        A log in memory, or its Parquet file; of a file only the part with the row is read.
    row : int
        Which row, from 0; a negative one counts from the end.

    Raises
    ------
    IndexError
        No such row.
    ValueError
        A file that is no log, or a row that is no hand of the job's seed.

    Examples
    --------
    >>> import razz
    >>> log = razz.HandLog()
    >>> razz.simulate(10, seats=3, rng=1, log=log).hands
    10
    >>> razz.log.record(log, 4).state.payoffs == tuple(log.row(4)["net"])
    True
    """
    if isinstance(source, HandLog):
        return source.record(row)
    path = _file_of(source, "source")
    file = _pyarrow("parquet").ParquetFile(path)
    job = _job_of(file.schema_arrow.metadata, path)
    where = _place(row, file.metadata.num_rows, path)
    for group in range(file.num_row_groups):
        rows = file.metadata.row_group(group).num_rows
        if where < rows:
            return _record(file.read_row_group(group).slice(where, 1).to_pylist()[0], job)
        where -= rows
    raise IndexError(row)


def read(path: str | os.PathLike[str]) -> HandLog:
    """The log of a Parquet file, into memory (extra ``arrow``).

    Raises
    ------
    ValueError
        A file that is no log of this version.
    """
    path = _file_of(path, "path", "the path of a Parquet file")
    table = _pyarrow("parquet").ParquetFile(path).read()
    log = HandLog()
    log.job = _job_of(table.schema.metadata, path)
    width = len(log.job["stacks"])
    for batch in table.to_batches():
        chunk: Chunk = {}
        for name, dtype, sizes in FIELDS:
            column = batch.column(name)
            if dtype == "utf8":
                texts = [text.encode() for text in column.to_pylist()]
                chunk[name] = np.frombuffer(b"".join(texts), np.uint8)
                chunk["ends"] = np.cumsum([0, *map(len, texts)], dtype=np.int32)
            else:
                for _ in sizes:
                    column = column.flatten()
                numbers = column.to_numpy(zero_copy_only=False)
                chunk[name] = np.ascontiguousarray(numbers.reshape(-1, *_shape(sizes, width)) if sizes else numbers)
        log._add(chunk)
    return log


def _job_of(metadata: dict[bytes, bytes] | None, path: str) -> dict[str, Any]:
    found = metadata or {}
    if found.get(b"razz.log") != str(VERSION).encode() or b"razz.job" not in found:
        raise ValueError(f"{path}: expected a log of razz, version {VERSION}")
    job: dict[str, Any] = json.loads(found[b"razz.job"])
    return job


def _pyarrow(module: str | None = None) -> Any:
    from importlib import import_module

    try:
        return import_module("pyarrow" if module is None else f"pyarrow.{module}")
    except ModuleNotFoundError:
        raise ModuleNotFoundError("Parquet files need pyarrow: pip install 'razz[arrow]'") from None


def run_logged(
    job: Job, first: int, hands: int, threads: int | None, log: LogLike, tick: Callable[[int], object] | None
) -> Sums:
    """Play hands and give them to a log, in the order of their indices and a limited number at a time.

    An exception carries the sums of the hands that are in the log. A file is complete once this returns or has been
    stopped by Ctrl-C or a policy; otherwise there is none.
    """
    from concurrent.futures import ThreadPoolExecutor
    from pathlib import Path

    sink = log if isinstance(log, HandLog) else _ParquetFile(Path(_file_of(log, "log")))
    nothing = job.nothing()
    job_text = nothing.job or "{}"
    description = json.loads(job_text)
    size = max(1, CHUNK // (description["session"] or 1))
    told = (lambda start: lambda done: tick(start + done)) if tick is not None else (lambda _: None)
    # Played and not yet in the log, and what is in it. Only the thread that writes moves hands from one to the other,
    # which Ctrl-C does not interrupt.
    played: list[tuple[Sums, dict[str, NDArray[Any]]]] = []
    written = nothing

    def write() -> None:
        nonlocal written
        while played:
            sums, columns = played[0]
            sink._add(_shaped(columns, len(description["stacks"])))
            written = written + sums
            del played[0]

    try:
        sink._begin(job_text, first, hands)
        with ThreadPoolExecutor(1) as writer:
            pending: Future[Any] = writer.submit(int)
            pending.result()  # its thread runs: nobody would wait for one that Ctrl-C finds being started
            try:
                for start in range(0, hands, size):
                    job.run_logged(first + start, min(size, hands - start), threads, played, told(start))
                    pending.result()
                    pending = writer.submit(write)
                pending.result()  # Ctrl-C while the last hands are written ends it as any other does
            except BaseException as stop:
                if not isinstance(getattr(stop, "partial", None), tuple) and not isinstance(stop, KeyboardInterrupt):
                    raise
                writer.submit(write).result()
                if isinstance(stop, KeyboardInterrupt) and not isinstance(stop, Interrupted):
                    raise _interrupted(written) from stop
                stop.partial = written  # type: ignore[attr-defined]
                raise
    except BaseException as stop:
        if isinstance(getattr(stop, "partial", None), Sums):
            _finish(sink)
        else:
            sink._give_up()
        raise
    _finish(sink)
    return written


def _finish(sink: HandLog | _ParquetFile) -> None:
    try:
        sink._end()
    except BaseException:  # a full disk: nothing is left behind
        sink._give_up()
        raise


def _interrupted(sums: Sums) -> Interrupted:
    stop = Interrupted()
    stop.partial = sums
    return stop
