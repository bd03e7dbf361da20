"""What the benchmark modules under benches/python share: the row of the table and a stopwatch."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table."""

    job: str
    """What was done, with its size and its number of threads."""
    rate: float
    """How much of it in a second."""
    unit: str
    """Of what: "hands/s"."""
    peer: str = ""
    """Against whom, where there is somebody."""
    peer_rate: float | None = None
    """The peer's rate, same unit, same run."""


def best_seconds(work: Callable[[], object], *, repeat: int = 5) -> float:
    """Run ``work`` some times and return the shortest duration in seconds: what disturbs only makes it longer."""
    durations = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        durations.append(time.perf_counter() - start)
    return min(durations)
