"""Runs on executors: the same bits whoever plays, and whatever is lost on the way."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, cast

import pytest
import razz
from razz._crew import LEAST_IN_FLIGHT, play_piece

HANDS = 30_000
JOB = razz.Simulation(razz.Rules(), [1000] * 6, "check_call,random", seed=7)


@pytest.fixture(scope="module")
def whole() -> bytes:
    return JOB.run(HANDS, threads=1).to_bytes()


@pytest.fixture(scope="module")
def spawned() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


class AtOnce(Executor):
    """Plays in `submit`, and counts; `fault` may raise, before or instead."""

    def __init__(self, fault: Callable[[int], object] = lambda _: None, *, break_at: int = -1) -> None:
        self.fault, self.break_at = fault, break_at
        self.batches: list[tuple[int, int]] = []
        self.shut = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        _, first, count, *_ = args
        self.batches.append((first, count))
        try:
            if 0 <= self.break_at < len(self.batches):
                raise BrokenExecutor("a worker was killed")
            self.fault(first)
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as executors do
            future.set_exception(error)
        return future

    def shutdown(self, *_: object, **__: object) -> None:
        self.shut += 1


class Never(AtOnce):
    """Plays nothing until it is told to, and says how much waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, partial(fn, *args, **kwargs)))
        return future

    def play(self) -> None:
        future, work = self.waiting.pop()
        if future.set_running_or_notify_cancel():
            future.set_result(work())


@pytest.mark.parametrize(("hands", "size"), [(2000, 1), (HANDS, 999), (HANDS, 100_000), (HANDS, None)])
def test_the_batch_size_does_not_matter(hands: int, size: int | None) -> None:
    with ThreadPoolExecutor(2) as pool:
        summary = JOB.run(hands, executor=pool, batch_size=size)
    assert summary.to_bytes() == JOB.run(hands, threads=2).to_bytes()
    executor = AtOnce()
    assert JOB.run(hands, executor=executor, batch_size=size) == summary
    if size is not None:
        assert executor.batches == [(first, min(size, hands - first)) for first in range(0, hands, size)]
    assert executor.shut == 0, "it is the caller's"


def test_processes_that_are_spawned(spawned: Executor, whole: bytes) -> None:
    assert JOB.run(HANDS, executor=spawned).to_bytes() == whole
    assert JOB.run(HANDS, executor=spawned, batch_size=7000, threads=2).to_bytes() == whole
    assert razz.simulate(HANDS, policies=JOB.policies, rng=7, executor=spawned).to_bytes() == whole


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_processes_that_are_forked(whole: bytes) -> None:
    """Threads were used before: a forked process must not wait for them."""
    JOB.run(4000, threads=2)
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        assert JOB.run(HANDS, executor=pool).to_bytes() == whole


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_plays_on_threads(whole: bytes) -> None:
    assert JOB.run(HANDS, threads=2).to_bytes() == whole
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if JOB.run(HANDS, threads=2).to_bytes() == whole else 2
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_a_part_and_a_session() -> None:
    evenings = razz.Simulation(razz.Rules(), [60] * 3, "random", 5, rotate=True, session=30)
    for job in (JOB, evenings):
        assert job.run(300, first=100, executor=AtOnce()) == job.run(300, first=100)
        last = job.run(2, first=2**64 - 2, executor=AtOnce(), batch_size=1)
        assert last == job.run(2, first=2**64 - 2)
        assert job.run(0, executor=AtOnce()) == job.run(0)


def test_a_killed_worker_changes_nothing() -> None:
    hands = 400_000
    killed: list[int] = []
    pools: list[Executor] = []

    def make() -> Executor:
        pools.append(ProcessPoolExecutor(2, mp_context=get_context("spawn")))
        return pools[-1]

    def kill(done: int, total: int) -> None:
        if 0 < done < total and not killed:
            [victim, *_] = (child for child in active_children() if child.pid in workers(pools[0]))
            assert victim.pid is not None
            killed.append(victim.pid)
            os.kill(victim.pid, signal.SIGKILL)

    summary = JOB.run(hands, executor=make, batch_size=4000, progress=kill)
    assert (len(killed), len(pools)) == (1, 2)
    assert summary.to_bytes() == JOB.run(hands).to_bytes()
    with pytest.raises(RuntimeError, match="after shutdown"):
        pools[1].submit(int)


def workers(pool: Executor) -> list[int]:
    return list(cast("Any", pool)._processes)


def test_a_killed_worker_of_the_callers_pool_ends_the_run() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:

        def kill(done: int, _: int) -> None:
            for pid in workers(pool) if done else ():
                os.kill(pid, signal.SIGKILL)

        with pytest.raises(razz.RunError, match="give a function that makes one") as error:
            JOB.run(10**9, executor=pool, batch_size=5000, progress=kill)
    assert isinstance(error.value.__cause__, BrokenExecutor)
    [covered] = error.value.partial.covered
    assert error.value.partial == JOB.run(covered.stop)


def test_a_batch_that_fails_is_played_again(whole: bytes) -> None:
    faults: list[int] = []

    def fault(first: int) -> None:
        if first in (0, 12_000) and faults.count(first) < 3:
            faults.append(first)
            raise OSError("no more memory")

    executor = AtOnce(fault)
    assert JOB.run(HANDS, executor=executor, batch_size=1000).to_bytes() == whole
    assert sorted(faults) == [0, 0, 0, 12_000, 12_000, 12_000]
    assert len(executor.batches) == 36


@pytest.mark.parametrize(("retries", "times"), [(0, "once"), (2, "3 times")])
def test_a_batch_that_fails_too_often_ends_the_run(retries: int, times: str) -> None:
    def fault(first: int) -> None:
        if first == 12_000:
            raise ZeroDivisionError("as always")

    executor = AtOnce(fault)
    with pytest.raises(razz.RunError, match=f"hands 12000 to 12999 failed {times}.*ZeroDivisionError: as") as error:
        JOB.run(HANDS, executor=executor, batch_size=1000, retries=retries)
    assert executor.batches.count((12_000, 1000)) == retries + 1
    assert isinstance(error.value.__cause__, ZeroDivisionError)
    partial = error.value.partial
    assert partial.hands >= 12_000
    assert partial + sum((JOB.batch(*gap) for gap in gaps(partial, HANDS)), razz.Summary.empty()) == JOB.run(HANDS)
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.partial) == (str(error.value), partial)


def gaps(summary: razz.Summary, hands: int) -> list[tuple[int, int]]:
    return summary._sums.gaps(0, hands)


def test_a_pool_that_always_breaks_ends_the_run() -> None:
    made: list[AtOnce] = []

    def make() -> Executor:
        made.append(AtOnce(break_at=3))
        return made[-1]

    assert JOB.run(1000, executor=lambda: AtOnce(), batch_size=100).hands == 1000
    assert JOB.run(1000, executor=make, batch_size=100, retries=5).to_bytes() == JOB.run(1000).to_bytes()
    assert len(made) >= 4
    assert [executor.shut for executor in made] == [1] * len(made)
    made.clear()
    with pytest.raises(razz.RunError, match="failed 3 times"):
        JOB.run(1000, executor=lambda: AtOnce(break_at=0), batch_size=100, retries=2)


def test_an_executor_shut_down_in_mid_run() -> None:
    pools: list[ThreadPoolExecutor] = []

    def make() -> Executor:
        pools.append(ThreadPoolExecutor(2))
        return pools[-1]

    def stop(done: int, total: int) -> None:
        if 0 < done < total and len(pools) == 1:
            pools[0].shutdown(wait=False, cancel_futures=True)

    assert JOB.run(60_000, executor=make, batch_size=500, progress=stop).to_bytes() == JOB.run(60_000).to_bytes()
    assert len(pools) == 2
    pools.clear()
    with pytest.raises(razz.RunError, match="takes no work any more"):
        JOB.run(10**9, executor=make(), batch_size=500, progress=stop)


def test_few_are_in_flight_and_the_job_travels_light() -> None:
    executor = Never()
    told = []

    def look(*_: int) -> None:
        told.append(len(executor.waiting))
        if len(told) == 2:
            raise EOFError

    with pytest.raises(EOFError) as error:
        JOB.run(10**15, executor=executor, progress=look)
    assert error.value.partial == JOB.run(0)  # type: ignore[attr-defined]
    assert told == [LEAST_IN_FLIGHT] * 2
    assert all(future.cancelled() for future, _ in executor.waiting)
    large = razz.Simulation(
        razz.Rules.preset("TDA", ante=1, bring_in=2, small_bet=4, big_bet=8), [10**15] * 8, "equity"
    )
    assert len(pickle.dumps(partial(play_piece, large, 0, 10**6, 1, razz.__version__))) < 1500


def test_late_answers_are_not_counted_twice() -> None:
    """A pool that broke may still answer when its work has been given to the next one."""
    first = Never()

    class Next(AtOnce):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            while first.waiting:
                first.play()
            return super().submit(fn, *args, **kwargs)

    executors: list[Executor] = [first, Next()]

    def progress(*_: int) -> None:
        if len(executors) == 1 and first.waiting:
            first.play()
            future, _work = first.waiting.pop()
            future.set_exception(BrokenExecutor("a worker was killed"))

    assert JOB.run(5000, executor=lambda: executors.pop(0), batch_size=100, progress=progress) == JOB.run(5000)
    assert (len(executors), len(first.waiting)) == (0, 0)


def test_an_answer_with_other_hands_is_refused() -> None:
    class Liar(AtOnce):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
            job, first, count, *rest = args
            return super().submit(fn, job, first + 1, count, *rest)

    with pytest.raises(razz.RunError, match="was sent hands 0 to 99 and answered with others"):
        JOB.run(1000, executor=Liar(), batch_size=100)


def test_an_interrupted_worker_is_relieved() -> None:
    """What it has is taken, the rest is played by another."""

    class Short(AtOnce):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
            job, first, count, *rest = args
            return super().submit(fn, job, first, max(count // 2, 1), *rest)

    assert JOB.run(1000, executor=Short(), batch_size=8) == JOB.run(1000)


class Playing:
    """A job that does something else than to play."""

    session = None

    def __init__(self, stop: BaseException) -> None:
        self.stop = stop

    def _play(self, *_: object) -> razz.Summary:
        raise self.stop


def test_ctrl_c_in_a_worker_is_no_fault() -> None:
    stop = razz.Interrupted()
    stop.partial = JOB.batch(0, 10)
    assert razz.Summary.from_bytes(play_piece(Playing(stop), 0, 30, 1, razz.__version__).data) == stop.partial


class UnsendableError(Exception):
    def __init__(self, *, part: int) -> None:
        super().__init__(f"of part {part}")


def test_faults_of_a_worker_can_be_sent() -> None:
    with pytest.raises(ZeroDivisionError, match="one"):
        play_piece(Playing(ZeroDivisionError("one")), 0, 1, 1, razz.__version__)
    with pytest.raises(RuntimeError, match="UnsendableError: of part 2"):
        play_piece(Playing(UnsendableError(part=2)), 0, 1, 1, razz.__version__)
    with pytest.raises(RuntimeError, match=r"the worker has razz .*, the run was started with razz 0.0.0"):
        play_piece(JOB, 0, 1, 1, "0.0.0")


@pytest.mark.parametrize("wait", [False, True])
def test_ctrl_c_carries_what_came_back(wait: bool) -> None:
    with ThreadPoolExecutor(2) as pool:
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(razz.Interrupted) as stop:
            JOB.run(10**12, executor=Never() if wait else pool, batch_size=1000)
        timer.join()
    partial = stop.value.partial
    assert (partial.hands == 0) == wait
    again = sum((JOB.run(len(part), first=part.start) for part in partial.covered), JOB.run(0))
    assert again == partial


def test_progress_of_an_executor(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    JOB.run(5000, executor=AtOnce(), batch_size=10, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (5000, 5000)
    assert told == sorted(told)
    monkeypatch.setitem(__import__("sys").modules, "tqdm", None)
    JOB.run(20_000, executor=AtOnce(), batch_size=1000, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "\n" in err


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"executor": 3}, TypeError, "executor: expected an object with `submit`, or a function that makes one"),
        ({"executor": AtOnce(), "threads": 0}, ValueError, "threads"),
        (
            {"executor": AtOnce(), "batch_size": 0},
            ValueError,
            "batch_size: expected an integer of 1 or more or None, found 0",
        ),
        ({"executor": AtOnce(), "batch_size": 1.5}, TypeError, "integer"),
        ({"executor": AtOnce(), "retries": -1}, ValueError, "retries: expected an integer of 0 or more"),
        ({"executor": AtOnce(), "first": 2**64}, ValueError, "first"),
        ({"executor": AtOnce(), "first": 2**64 - 3}, ValueError, "4 from 18446744073709551613 on go beyond"),
        ({"checkpoint_every": 0}, ValueError, "checkpoint_every: expected more than 0 seconds"),
        ({"checkpoint_every": float("nan")}, ValueError, "checkpoint_every"),
    ],
)
def test_bad_input_says_what(options: dict[str, Any], error: type[Exception], text: str, tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    with pytest.raises(error, match=text):
        JOB.run(4, **options, checkpoint=file)
    assert list(tmp_path.iterdir()) == []
    executor = options.get("executor")
    assert not getattr(executor, "batches", [])
