"""What ``import razz`` costs a fresh interpreter, in time and memory, beside NumPy's own import."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

from benches.measure import Row


def start(code: str) -> tuple[str, float]:
    """What a fresh interpreter prints, and the seconds of processor time that it takes."""
    # Compiled modules are kept, as pip does it when it installs.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{code} failed")
    return printed, usage.ru_utime + usage.ru_stime


def seconds(module: str) -> float:
    """The processor time of an import, the interpreter's own not counted: the least of several, since all else adds."""
    bare = min(start("")[1] for _ in range(15))
    return min(start(f"import {module}")[1] for _ in range(15)) - bare


def megabytes(module: str) -> float:
    """The most memory that an interpreter held with a module imported."""
    status, _ = start(f"import {module}; print(open('/proc/self/status').read())")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def rows() -> Iterator[Row]:
    """Rows of the table."""
    ours, theirs = seconds("razz"), seconds("numpy")
    yield Row("import razz", 1 / ours, "imports/s", "import numpy", 1 / theirs)
    yield Row("of it beyond NumPy's own", 1000 * (ours - theirs), "ms")
    if sys.platform == "linux":
        yield Row("memory after import razz", megabytes("razz"), "MB", "import numpy", megabytes("numpy"))
