"""What ``import razz`` costs a fresh interpreter, in time and memory, beside NumPy's own import."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from benches.measure import Row, best_seconds


def start(code: str) -> str:
    """Run code in a fresh interpreter and return what it prints."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def seconds(module: str) -> float:
    """The time of an import, that of the interpreter not counted."""
    return best_seconds(lambda: start(f"import {module}"), repeat=9) - best_seconds(lambda: start(""), repeat=9)


def megabytes(module: str) -> float:
    """The most memory that an interpreter held with a module imported."""
    status = start(f"import {module}; print(open('/proc/self/status').read())")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def rows() -> Iterator[Row]:
    """Rows of the table."""
    yield Row("import razz", 1 / seconds("razz"), "imports/s", "import numpy", 1 / seconds("numpy"))
    if sys.platform == "linux":
        yield Row("memory after import razz", megabytes("razz"), "MB", "import numpy", megabytes("numpy"))
