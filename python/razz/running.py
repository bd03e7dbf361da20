"""Long runs of a job: on threads or on any executor, added up as the parts come, with progress and a checkpoint."""

from __future__ import annotations

import operator
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Protocol, SupportsIndex, TypeAlias

from razz._arguments import integer, real
from razz._progress import Progress, reporter
from razz._razz import Interrupted, RazzError
from razz.summary import Summary

if TYPE_CHECKING:  # much to import for those who have no executor
    from concurrent.futures import Executor

    from razz._checkpoint import Checkpoint

ExecutorLike: TypeAlias = "Executor | Callable[[], Executor]"
"""An executor, of which only `submit` is used, or a function that makes one. One that is made by the function is shut
down at the end, and made again where it breaks."""

Tick: TypeAlias = Callable[[int], object]
"""Called with what is done so far."""


class RunError(RazzError, RuntimeError):
    """A run that could not go on: a batch failed too often, or a checkpoint could not be written.

    Its `__cause__` is the last failure. `partial` is the `Summary` of the hands played, which need not be played again;
    they are in the checkpoint, too, if there is one that can be written.

    Examples
    --------
    >>> import razz
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> executor = ThreadPoolExecutor(1)
    >>> executor.shutdown()
    >>> try:
    ...     razz.simulate(1000, executor=executor)
    ... except razz.RunError as error:
    ...     print(error, error.partial.hands)
    the executor takes no work... 0
    """

    partial: Summary


def part_of(first: SupportsIndex, hands: SupportsIndex) -> tuple[int, int]:
    """The first index and the number of hands of a run, refused where they are none of a seed."""
    found = []
    for name, value in (("first", first), ("hands", hands)):
        try:
            number = operator.index(value)
        except TypeError:
            raise TypeError(f"{name}: expected an integer from 0 to 2^64 - 1, found {value!r}") from None
        if not 0 <= number < 2**64:
            raise ValueError(f"{name}: expected an integer from 0 to 2^64 - 1, found {number}")
        found.append(number)
    if found[1] and sum(found) > 2**64:
        raise ValueError(f"hands: {found[1]} from {found[0]} on go beyond index 2^64 - 1")
    return found[0], found[1]


def interrupted(stop: KeyboardInterrupt) -> Interrupted:
    """The Interrupted of a KeyboardInterrupt that carries what was played, as one in a policy's own code does."""
    made = Interrupted()
    made.partial = stop.partial  # type: ignore[attr-defined]
    return made


class Job(Protocol):
    """What can be played in parts: `razz.Simulation`."""

    @property
    def session(self) -> int | None:
        """The most hands of a session, if the indices count sessions."""

    def _play(self, first: int, count: int, threads: int | None, tick: Tick | None) -> Summary:
        """Play a part; a KeyboardInterrupt, of a signal or of `tick`, becomes Interrupted with what was played."""


def run(
    job: Job,
    first: SupportsIndex,
    count: SupportsIndex,
    *,
    threads: int | None,
    executor: ExecutorLike | None,
    batch_size: int | None,
    retries: int,
    checkpoint: str | os.PathLike[str] | None,
    checkpoint_every: float,
    progress: Progress,
) -> Summary:
    """Play hands, or sessions, `first` to `first + count - 1`: see `razz.Simulation.run`."""
    first, count = part_of(first, count)
    if batch_size is not None:
        batch_size = integer(batch_size, "batch_size", 1, optional=True)
    retries = integer(retries, "retries", 0)
    if not real(checkpoint_every, "checkpoint_every", "more than 0 seconds") > 0:
        raise ValueError(f"checkpoint_every: expected more than 0 seconds, found {checkpoint_every}")
    with ExitStack() as stack:
        nothing = job._play(first, 0, threads, None)  # refuses bad threads as well
        file = None
        if checkpoint is not None:
            from razz._checkpoint import Checkpoint

            file = stack.enter_context(Checkpoint(checkpoint))
        account = Account(nothing, first, count, file, checkpoint_every)
        unit = "hands" if job.session is None else "sessions"
        tick = stack.enter_context(reporter(progress, account.count, unit, account.done))
        try:
            if executor is None:
                _on_threads(account, job, threads, tick)
            else:
                from razz._crew import Crew

                Crew(account, job, executor, threads or 1, batch_size, retries).run(tick)
            account.save()
        except KeyboardInterrupt:
            account.save()
            stop = Interrupted()
            stop.partial = account.total
            raise stop from None
        except Exception as error:
            error.partial = account.total  # type: ignore[attr-defined]
            account.save()
            raise
        return account.total


class Account:
    """What a run has so far of the hands that were asked for."""

    def __init__(self, nothing: Summary, first: int, count: int, file: Checkpoint | None, every: float) -> None:
        self.first: int = first
        self.count: int = count
        self._file, self._every = file, every
        self.total: Summary = nothing
        if file is not None:
            self.total = file.load(nothing)
            held, end = self.total.covered, self.first + self.count
            if held and not (self.first <= held[0].start and held[-1].stop <= end):
                raise ValueError(
                    f"checkpoint {file.path}: holds hands {held[0].start} to {held[-1].stop - 1}, "
                    f"expected none but the {self.count} from {self.first} on"
                )
        self._saved, self._saved_at = self.total, time.monotonic()

    @property
    def missing(self) -> list[tuple[int, int]]:
        """The parts to be played yet: first index and count."""
        return self.total._sums.gaps(self.first, self.count)

    @property
    def done(self) -> int:
        """How many hands, or sessions, there are."""
        return self.count - sum(count for _, count in self.missing)

    def add(self, part: Summary) -> None:
        """Add a part that was played; one that is there already, or of another job, is a ValueError."""
        self.total = self.total + part

    @property
    def save_is_due(self) -> bool:
        """Whether the checkpoint is older than it should be."""
        return self._file is not None and time.monotonic() - self._saved_at >= self._every

    def save(self) -> None:
        """Write the checkpoint, if there is to be one and it does not hold all there is."""
        if self._file is None or self.total == self._saved:
            return
        try:
            self._file.save(self.total)
        except OSError as error:
            fault = RunError(f"checkpoint {self._file.path}: cannot be written: {error.strerror}")
            fault.partial = self.total
            self._file = None  # what ends the run now is not to try again
            raise fault from error
        self._saved, self._saved_at = self.total, time.monotonic()


def _on_threads(account: Account, job: Job, threads: int | None, tick: Tick | None) -> None:
    """Play what is missing on threads of this process, with a pause for each checkpoint."""
    pausing = False

    def report(done: int) -> None:
        nonlocal pausing
        if tick is not None:
            tick(before + done)
        if account.save_is_due:
            pausing = True
            raise KeyboardInterrupt  # after which the job hands over what it has

    while missing := account.missing:
        before = account.done
        try:
            account.add(job._play(*missing[0], threads, report))
        except BaseException as stop:
            if isinstance(partial := getattr(stop, "partial", None), Summary):
                account.add(partial)
                stop.partial = account.total  # type: ignore[attr-defined]
            if not (pausing and isinstance(stop, Interrupted)):
                raise
            pausing = False
            account.save()
