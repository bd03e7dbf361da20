"""Batches of a job at an executor: any that has `submit`, on this machine or on many."""

from __future__ import annotations

import os
import pickle
import platform
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

from razz._razz import Interrupted, __version__
from razz.running import RunError

if TYPE_CHECKING:
    from razz.running import Account, ExecutorLike, Job, Tick

BATCH_SECONDS = 0.5
"""How long a batch is to take where nobody says how large it is."""
FIRST_BATCH = 16
GROWTH = 8
"""A batch is at most so many times as large as one that came back: the first ones say little of a worker's speed."""
LEAST_IN_FLIGHT = 8
WAKE = 0.1
"""Seconds after which a caller that waits for workers looks at progress and checkpoint."""
TICK = 0.05
"""Seconds between two reports of progress."""


class Piece(NamedTuple):
    """A part of the job to be played."""

    first: int
    size: int
    tries: int = 0


class Answer(NamedTuple):
    """What a worker sends back."""

    data: bytes
    seconds: float
    worker: str


class Crew:
    """Batches at an executor: no more in flight than keep its workers busy, each added up when it comes back."""

    def __init__(
        self,
        account: Account,
        job: Job,
        executor: ExecutorLike,
        threads: int,
        batch_size: int | None,
        retries: int,
    ) -> None:
        self._account, self._job, self._threads, self._retries = account, job, threads, retries
        self._make, self._own = _maker(executor)
        self._executor = self._make()
        self._fixed = batch_size
        self._size = batch_size or FIRST_BATCH
        self._todo = deque(Piece(*part) for part in account.missing)
        self._flying: dict[Future[Answer], Piece] = {}
        self._landed: SimpleQueue[Future[Answer]] = SimpleQueue()
        self._workers: set[str] = set()

    def run(self, tick: Tick | None) -> None:
        """Play all there is to do."""
        told = 0.0
        try:
            while self._todo or self._flying:
                self._launch()
                with suppress(Empty):
                    self._settle(self._landed.get(timeout=WAKE))
                if tick is not None and time.monotonic() - told >= TICK:
                    tick(self._account.done)
                    told = time.monotonic()
                if self._account.save_is_due:
                    self._account.save()
        except BaseException:
            self._let_go()
            raise
        if self._own:
            self._executor.shutdown()

    def _launch(self) -> None:
        # Twice as many as there are workers, so that each finds the next one waiting for it.
        while self._todo and len(self._flying) < max(LEAST_IN_FLIGHT, 2 * len(self._workers) + 2):
            first, whole, tries = self._todo.popleft()
            size = min(whole, self._next_size(whole))
            piece = Piece(first, size, tries)
            if whole > size:
                self._todo.appendleft(Piece(first + size, whole - size, tries))
            try:
                future = self._executor.submit(play_piece, self._job, first, size, self._threads, __version__)
            except Exception as error:  # noqa: BLE001 - whatever an executor that is of no use any more says
                self._again(piece, error)
                self._renew(error)
            else:
                self._flying[future] = piece
                future.add_done_callback(self._landed.put)

    def _next_size(self, whole: int) -> int:
        if self._fixed is not None:
            return self._fixed
        left = whole + sum(piece.size for piece in self._todo)
        # Towards the end smaller ones, so that no worker is left alone with a large one.
        share = left // (2 * max(1, len(self._workers)))
        return max(1, min(self._size, max(share, self._size // 16)))

    def _settle(self, future: Future[Answer]) -> None:
        piece = self._flying.pop(future, None)
        if piece is None:
            return  # of an executor that broke: it has been given out again
        error = CancelledError("cancelled") if future.cancelled() else future.exception()
        if error is None:
            self._take(piece, future.result())
        else:
            self._again(piece, error)
            if isinstance(error, BrokenExecutor):
                self._renew(error)

    def _take(self, piece: Piece, answer: Answer) -> None:
        part = type(self._account.total).from_bytes(answer.data)
        rest = part._sums.gaps(piece.first, piece.size)
        played = sum(len(hands) for hands in part.covered)
        if played + sum(count for _, count in rest) != piece.size:
            raise RunError(f"a worker was sent {_named(piece)} and answered with others")
        self._account.add(part)
        self._workers.add(answer.worker)
        if self._fixed is None and played:
            self._size = max(1, min(int(played / max(answer.seconds, 1e-9) * BATCH_SECONDS), GROWTH * piece.size))
        for first, count in rest:  # where a signal stopped the worker
            self._again(Piece(first, count, piece.tries), InterruptedError("the worker was interrupted"))

    def _again(self, piece: Piece, error: BaseException) -> None:
        if piece.tries >= self._retries:
            times = f"{piece.tries + 1} times" if piece.tries else "once"
            text = f"{_named(piece)} failed {times}, the last time with {type(error).__name__}: {error}"
            raise RunError(text) from error
        self._todo.appendleft(piece._replace(tries=piece.tries + 1))

    def _renew(self, error: BaseException) -> None:
        """Go on with a new executor: all that was in flight is lost with the old one, but for what has come back."""
        if not self._own:
            text = (
                f"the executor takes no work any more ({type(error).__name__}: {error}); give a function that makes one"
            )
            raise RunError(f"{text}, and the run goes on with another") from error
        self._collect()
        lost, self._flying = list(self._flying.values()), {}
        for piece in reversed(lost):  # each goes to the front
            self._again(piece, error)
        self._executor.shutdown(wait=False)
        self._workers.clear()
        self._executor = self._make()

    def _collect(self) -> None:
        """Take what has come back in good order and not been looked at."""
        for future, piece in list(self._flying.items()):
            if future.done() and not future.cancelled() and future.exception() is None:
                del self._flying[future]
                self._take(piece, future.result())

    def _let_go(self) -> None:
        """Keep what has come back, wait for nothing else."""
        with suppress(RunError, ValueError):  # the first failure is the one to be told
            self._collect()
        for future in self._flying:
            future.cancel()
        if self._own:
            self._executor.shutdown(wait=False)


def play_piece(job: Job, first: int, count: int, threads: int, version: str) -> Answer:
    """Play a part of a job; this is what workers are sent."""
    if version != __version__:
        raise RuntimeError(f"the worker has razz {__version__}, the run was started with razz {version}")
    start = time.perf_counter()
    try:
        part = job._play(first, count, threads, None)
    except Interrupted as stop:  # a signal to the worker: what it has is good, the rest is for another
        part = stop.partial
    except Exception as error:  # noqa: BLE001 - told to the caller, whatever it is
        raise _portable(error) from None
    worker = f"{platform.node()} {os.getpid()} {threading.get_ident()}"
    return Answer(part.to_bytes(), time.perf_counter() - start, worker)


def _portable(error: Exception) -> Exception:
    """The error, or its text where it cannot be sent: one that does not unpickle would break the caller's pool."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - what was made in this line
    except Exception:  # noqa: BLE001 - whatever the error's own methods raise
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _named(piece: Piece) -> str:
    return f"hands {piece.first} to {piece.first + piece.size - 1}"


def _maker(executor: Any) -> tuple[Callable[[], Executor], bool]:
    """A function that gives the executor, and whether that makes one, which is then to be shut down."""
    if not isinstance(executor, type) and callable(getattr(executor, "submit", None)):
        return lambda: executor, False
    if callable(executor):
        return executor, True
    raise TypeError(f"executor: expected an object with `submit`, or a function that makes one, found {executor!r}")
