"""Long files: read as they are asked for, in the memory of a few hands, and Ctrl-C is answered."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, cast

import pytest
import razz

DATA = Path(__file__).parents[1] / "data"
#: What is done to a file, and where its hands come from.
JOBS = {
    "load": ("pokerstars", "for _ in razz.history.load(path): pass"),
    "load of phhs": ("phhs", "for _ in razz.history.load(path): pass"),
    "load of jsonl": ("jsonl", "for _ in razz.history.load(path): pass"),
    "convert": ("pokerstars", "assert main(['convert', path, '-o', path + '.phhs']) == 0"),
    "anonymise": ("pokerstars", "assert main(['convert', path, '-o', path + '.out.txt', '--anonymise']) == 0"),
    "stats": ("pokerstars", "assert main(['stats', path]) == 0"),
}


class Tap(io.RawIOBase):
    """A file without an end: the same hands over and over; counts what is taken from it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        assert size > 0, "only pieces are asked for"
        start = self.taken % len(self.data)
        piece = (self.data[start:] + self.data)[:size]
        self.taken += len(piece)
        return piece


def endless(kind: str) -> Tap:
    records = list(razz.history.load(DATA / "pokerstars.txt"))
    return Tap(razz.history.dumps(records * 20, kind).encode())


@pytest.mark.parametrize("kind", ["pokerstars", "phhs", "jsonl"])
def test_only_what_is_asked_for_is_read(kind: str) -> None:
    tap = endless(kind)
    hands = razz.history.load(cast(Any, tap))
    assert hands.bytes_read == 0
    for count in range(1, 500):
        next(hands)
        assert hands.bytes_read == tap.taken <= count * 2_000 + 2 * 65_536


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc")
@pytest.mark.parametrize("job", JOBS)
def test_memory_does_not_grow_with_the_file(job: str, tmp_path: Path) -> None:
    """Twelve times the hands, and the peak is the same but for what the interpreter's own work may add."""
    kind, work = JOBS[job]
    records = list(razz.history.load(DATA / "pokerstars.txt"))
    text = razz.history.dumps(records * 250, kind)
    peaks = []
    for times in (1, 12):
        path = tmp_path / f"{times}.{kind}"
        path.write_text(text * times, encoding="utf-8")
        code = f"import razz, sys\nfrom razz.cli import main\npath = {str(path)!r}\n{work}\n"
        code += "print(open('/proc/self/status').read())"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        peaks.append(int(done.stdout.partition("VmHWM:")[2].split()[0]) * 1024)
    assert peaks[1] - peaks[0] < 11 * len(text) / 4, peaks


@pytest.mark.parametrize("kind", ["pokerstars", "phhs"])
def test_ctrl_c_while_reading(kind: str) -> None:
    """The pieces are small, so that the interpreter gets its turn between them; the reader goes on afterwards."""
    tap = endless(kind)
    hands = razz.history.load(cast(Any, tap), errors="skip")
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in hands:
            pass
    timer.join()
    assert isinstance(next(hands), razz.Record)


def test_ctrl_c_while_converting_leaves_nothing_behind(tmp_path: Path) -> None:
    """The command reads a pipe that gives hands without end."""
    out = tmp_path / "out.phhs"
    words = [sys.executable, "-m", "razz", "convert", "-", "-o", str(out), "--progress"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stderr is not None
    data = endless("pokerstars").data
    running = True

    def feed() -> None:
        while running:
            try:
                cast(Any, process.stdin).write(data)
            except OSError:
                return

    feeder = threading.Thread(target=feed)
    feeder.start()
    assert process.stderr.read(1)  # progress: it is at work
    process.send_signal(signal.SIGINT)
    code = process.wait()
    running = False
    feeder.join()
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError):
            cast(Any, pipe).close()
    assert code == 130
    assert list(tmp_path.iterdir()) == []


def test_no_file_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []

    def tell(*args: Any) -> Any:
        opened.append(open(*args))  # noqa: SIM115  # whether it is closed is the question
        return opened[-1]

    monkeypatch.setattr("razz.history.open", tell, raising=False)
    path = DATA / "pokerstars.txt"
    refused: list[dict[str, Any]] = [{"errors": "x"}, {"format": "x"}, {"encoding": "x"}, {"preset": "x"}]
    for wrong in refused:
        with pytest.raises(ValueError, match=str(*wrong)):
            razz.history.load(path, **wrong)
    razz.history.load(path).close()  # not begun
    next(razz.history.load(path))  # and left alone
    with razz.history.load(path) as hands:
        next(hands)
    list(razz.history.load(path))
    next(text := razz.history.anonymise(path))
    cast(Any, text).close()
    "".join(razz.history.anonymise(path))
    assert len(opened) >= 6
    assert all(file.closed for file in opened)
