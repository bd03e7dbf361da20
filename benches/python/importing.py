"""What importing razz costs a fresh interpreter, in time and memory, beside NumPy's own import."""

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


def seconds(code: str) -> float:
    """The processor time of code, the interpreter's own not counted: the least of several, since all else adds."""
    bare = min(start("")[1] for _ in range(15))
    return min(start(code)[1] for _ in range(15)) - bare


def megabytes(code: str) -> float:
    """The most memory that an interpreter held when it had run the code."""
    status, _ = start(f"{code}; print(open('/proc/self/status').read())")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


NUMPY, RAZZ, ALL = "import numpy", "import razz", "from razz import *"  # the last imports every module, and NumPy


def rows() -> Iterator[Row]:
    """Rows of the table."""
    numpy, razz, everything = seconds(NUMPY), seconds(RAZZ), seconds(ALL)
    yield Row(RAZZ, 1 / razz, "imports/s", NUMPY, 1 / numpy)
    yield Row(f"{ALL}, beyond NumPy's own", 1000 * (everything - numpy), "ms")
    if sys.platform == "linux":
        held = megabytes(NUMPY)
        yield Row(f"memory after {RAZZ}", megabytes(RAZZ), "MB", NUMPY, held)
        yield Row(f"memory after {ALL}", megabytes(ALL), "MB", NUMPY, held)
