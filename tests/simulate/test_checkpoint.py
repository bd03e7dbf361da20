"""Checkpoints: a run that is killed goes on without repeating or losing a hand; what is not its own is refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import razz
from razz._checkpoint import MAGIC, VERSION, Checkpoint, read

JOB = razz.Simulation(razz.Rules(), [1000] * 6, "check_call,random", seed=7)
OTHER = razz.Simulation(razz.Rules(1, 3, 6, 8), [1000] * 5, "random", seed=8)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "run.checkpoint"


def held(file: Path) -> razz.Summary:
    return read(file.read_bytes())


@pytest.mark.parametrize("pool", [False, True])
def test_a_run_goes_on_from_it(pool: bool, file: Path) -> None:
    with ThreadPoolExecutor(2) as threads:
        options: dict[str, Any] = {"executor": threads} if pool else {"threads": 2}
        assert JOB.run(3000, checkpoint=file, **options) == JOB.run(3000) == held(file)
        told: list[int] = []
        more = JOB.run(5000, checkpoint=str(file), progress=lambda done, _: told.append(done), **options)
    assert more.to_bytes() == JOB.run(5000).to_bytes() == held(file).to_bytes()
    assert min(told) >= 3000
    before = file.stat().st_mtime_ns
    assert JOB.run(5000, checkpoint=file) == more
    assert file.stat().st_mtime_ns == before, "nothing to write"
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_gaps_are_filled(file: Path) -> None:
    with Checkpoint(file) as checkpoint:
        checkpoint.save(JOB.batch(100, 50) + JOB.batch(700, 1))
    assert JOB.run(1000, checkpoint=file) == JOB.run(1000)


def test_the_shortcut_takes_its_seed(file: Path) -> None:
    first = razz.simulate(1000, seats=3, checkpoint=file)
    assert razz.simulate(2000, seats=3, checkpoint=file) == razz.simulate(2000, seats=3, rng=first.seed)
    with pytest.raises(ValueError, match=r"seed \d+, expected 5"):
        razz.simulate(2000, seats=3, checkpoint=file, rng=5)


CHILD = """
import os, sys, razz
from concurrent.futures import ThreadPoolExecutor
if __name__ == "__main__":
    job = razz.Simulation(razz.Rules(), [1000] * 6, "check_call,random", seed=7)
    executor = ThreadPoolExecutor(2) if sys.argv[2] == "pool" else None
    job.run(10**12, threads=None if executor else 2, executor=executor, checkpoint=sys.argv[1], checkpoint_every=0.02)
"""


@pytest.mark.parametrize("how", ["threads", "pool"])
def test_a_killed_run_goes_on(how: str, file: Path) -> None:
    times = 2
    for _ in range(times):
        before = file.stat().st_mtime_ns if file.exists() else 0
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(file), how])
        try:
            deadline = time.monotonic() + 60
            while not file.exists() or file.stat().st_mtime_ns == before:
                assert child.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.01)
        finally:
            child.kill()
        assert child.wait() == -signal.SIGKILL
    partial = held(file)
    hands = partial.covered[-1].stop + 1000
    assert 0 < partial.hands < hands
    assert JOB.run(hands, checkpoint=file).to_bytes() == JOB.run(hands).to_bytes()


def test_ctrl_c_writes_it(file: Path) -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(razz.Interrupted) as stop:
        JOB.run(10**12, checkpoint=file)
    timer.join()
    assert stop.value.partial == held(file)
    assert held(file).hands > 0


def test_ctrl_c_while_it_is_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written again; the second time nothing is in its way."""
    save, tries = Checkpoint.save, []

    def interrupted(self: Checkpoint, summary: razz.Summary) -> None:
        tries.append(summary.hands)
        if len(tries) == 1:
            file.with_name(file.name + ".tmp").write_bytes(b"half")
            raise KeyboardInterrupt
        save(self, summary)

    monkeypatch.setattr(Checkpoint, "save", interrupted)
    with pytest.raises(razz.Interrupted) as stop:
        JOB.run(1000, checkpoint=file)
    assert tries == [1000, 1000]
    assert stop.value.partial == held(file) == JOB.run(1000)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_pauses_lose_nothing(file: Path) -> None:
    """Written far more often than makes sense: the run stops and goes on dozens of times."""
    seen: list[int] = []

    def look(*_: int) -> None:
        seen.append(held(file).hands if file.exists() else 0)

    summary = JOB.run(200_000, checkpoint=file, checkpoint_every=1e-9, progress=look, threads=3)
    assert summary.to_bytes() == JOB.run(200_000).to_bytes()
    assert seen == sorted(seen)
    assert held(file) == summary


@pytest.mark.parametrize("pool", [False, True])
def test_a_fault_of_the_caller_leaves_it_whole(pool: bool, file: Path) -> None:
    def fault(done: int, _: int) -> None:
        if file.exists() and done > held(file).hands:
            raise ZeroDivisionError

    with ThreadPoolExecutor(2) as threads, pytest.raises(ZeroDivisionError) as error:
        JOB.run(10**9, checkpoint=file, checkpoint_every=0.01, progress=fault, executor=threads if pool else None)
    partial = held(file)
    assert partial == error.value.partial  # type: ignore[attr-defined]
    assert partial.hands > 0
    assert partial == sum((JOB.run(len(part), first=part.start) for part in partial.covered), JOB.run(0))


def damaged(change: Callable[[bytearray], object]) -> Callable[[Path], object]:
    def apply(file: Path) -> None:
        with Checkpoint(file) as checkpoint:
            checkpoint.save(JOB.batch(0, 10))
        data = bytearray(file.read_bytes())
        change(data)
        file.write_bytes(data)

    return apply


def saved(summary: razz.Summary) -> Callable[[Path], object]:
    def apply(file: Path) -> None:
        with Checkpoint(file) as checkpoint:
            checkpoint.save(summary)

    return apply


@pytest.mark.parametrize(
    ("prepare", "text"),
    [
        (lambda file: file.write_bytes(b""), "no checkpoint of a run"),
        (lambda file: file.write_text("hands of last night"), "no checkpoint of a run"),
        (lambda file: file.write_bytes(JOB.batch(0, 10).to_bytes()), "no checkpoint of a run"),
        (lambda file: file.write_bytes(MAGIC), "damaged or cut short"),
        (lambda file: file.write_bytes(MAGIC + bytes([VERSION])), "damaged or cut short"),
        (damaged(lambda data: data.pop()), "damaged or cut short"),
        (damaged(lambda data: data.append(0)), "damaged or cut short"),
        (damaged(lambda data: data.__setitem__(-30, data[-30] ^ 1)), "damaged or cut short"),
        (damaged(lambda data: data.__setitem__(50, data[50] ^ 1)), "damaged or cut short"),
        (damaged(lambda data: data.__setitem__(len(MAGIC), 9)), "format version 9, this release reads 1"),
        (
            saved(OTHER.batch(0, 10)),
            r"of another job: seed 8, expected 7; rules.bring_in 3, expected 2; rules.small_bet 6, .*; policies",
        ),
        (saved(JOB.batch(990, 11)), "holds hands 990 to 1000, expected none but the 1000 from 0 on"),
    ],
)
def test_what_is_not_its_own_is_refused(prepare: Callable[[Path], object], text: str, file: Path) -> None:
    prepare(file)
    before = file.read_bytes()
    with pytest.raises(ValueError, match=f"run.checkpoint: {text}"):
        JOB.run(1000, checkpoint=file)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_every_damaged_byte_is_seen(file: Path) -> None:
    saved(JOB.batch(0, 10))(file)
    data = file.read_bytes()
    assert read(data) == JOB.batch(0, 10)
    for place in range(len(data)):
        with pytest.raises(ValueError, match=r"no checkpoint|version|damaged"):
            read(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        with pytest.raises(ValueError, match=r"no checkpoint|damaged"):
            read(data[:place])


def test_two_runs_on_one_file(file: Path) -> None:
    with Checkpoint(file):
        with pytest.raises(ValueError, match="another run of this process uses it"):
            JOB.run(10, checkpoint=file)
        code = textwrap.dedent(
            """
            import sys, razz
            try:
                razz.simulate(10, checkpoint=sys.argv[1])
            except ValueError as error:
                print(error)
            """
        )
        command = [sys.executable, "-c", code, str(file)]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert told == f"checkpoint {file}: another process uses it\n"
    assert JOB.run(10, checkpoint=file).hands == 10


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_forked_workers_do_not_keep_it(file: Path) -> None:
    """A worker that outlives a killed run must not stand in the way of the next one."""
    code = "import os, sys, time; from razz._checkpoint import Checkpoint\n"
    code += "checkpoint = Checkpoint(sys.argv[1]); checkpoint.__enter__()\n"
    code += "child = os.fork()\nif child == 0: os.close(1); time.sleep(60); os._exit(0)\n"
    code += "print(child, flush=True); os.kill(os.getpid(), 9)"
    parent = subprocess.run([sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE, text=True)
    worker = int(parent.stdout)
    try:
        assert parent.returncode == -signal.SIGKILL
        assert JOB.run(10, checkpoint=file) == JOB.run(10)
    finally:
        os.kill(worker, signal.SIGKILL)


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="missing/run: cannot be written: No such file"):
        JOB.run(10, checkpoint=tmp_path / "missing" / "run")
    with pytest.raises(ValueError, match="a folder, expected a file"):
        JOB.run(10, checkpoint=tmp_path)
    odd = tmp_path / "odd"
    odd.symlink_to(odd)
    with pytest.raises(OSError, match="a link that leads to itself"):
        JOB.run(10, checkpoint=odd)
    odd.unlink()
    os.mkfifo(odd)
    with pytest.raises(ValueError, match="a device or pipe, expected a file"):
        razz.simulate(10, checkpoint=odd)
    odd.unlink()
    blocked = tmp_path / "file" / "run"
    blocked.parent.write_text("")
    with pytest.raises(NotADirectoryError, match="cannot be written"):
        JOB.run(10, checkpoint=blocked)
    blocked.parent.unlink()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("pool", [False, True])
def test_a_disk_that_fills_up_ends_the_run_with_what_there_is(pool: bool, file: Path) -> None:
    def block(done: int, _: int) -> None:
        if done and not new.exists():
            new.mkdir()

    new = file.with_name(file.name + ".tmp")
    with ThreadPoolExecutor(2) as threads, pytest.raises(razz.RunError, match="cannot be written: Is a dir") as error:
        JOB.run(10**9, checkpoint=file, checkpoint_every=0.2, progress=block, executor=threads if pool else None)
    assert isinstance(error.value.__cause__, OSError)
    partial = error.value.partial
    assert partial.hands > 0
    assert partial == sum((JOB.run(len(part), first=part.start) for part in partial.covered), JOB.run(0))


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "disk" / "run")
    assert JOB.run(10, checkpoint=link) == held(tmp_path / "disk" / "run")
    assert link.is_symlink()


def test_no_hands(file: Path) -> None:
    assert JOB.run(0, checkpoint=file) == JOB.run(0)
    assert not file.exists()
    JOB.run(5, checkpoint=file)
    with pytest.raises(ValueError, match="holds hands 0 to 4, expected none but the 0 from 0 on"):
        JOB.run(0, checkpoint=file)
