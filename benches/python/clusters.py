"""Threads, processes and a Dask cluster on this machine on the same hands, and memory by the number of hands.

HANDS=10000000 is how many. Uniformly random actions, six seats, stakes 1/2/4/8, stacks of 1,000.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

import razz

from benches.measure import Row, best_seconds

HANDS = int(float(os.environ.get("HANDS", "1e7")))
WORKERS = 2
JOB = razz.Simulation(razz.Rules(), [1000] * 6, "random", seed=1)
CHILD = "import sys, razz; razz.simulate(int(sys.argv[1]), policies='random', rng=1)"


def peak_megabytes(hands: int) -> float:
    """The most memory that a process held which simulated so many hands."""
    process = subprocess.Popen([sys.executable, "-c", CHILD, str(hands)])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError("the simulation failed")
    return usage.ru_maxrss / 1024


def rate(executor: Executor) -> float:
    """Hands a second on an executor whose workers have played before."""
    JOB.run(HANDS // 50, executor=executor)
    return HANDS / best_seconds(partial(JOB.run, HANDS, executor=executor), repeat=2)


def rows() -> Iterator[Row]:
    """Yield the figures."""
    one, two = (HANDS / best_seconds(partial(JOB.run, HANDS, threads=n), repeat=2) for n in (1, WORKERS))
    yield Row(f"simulate, random, {HANDS:,} hands, {WORKERS} threads", two, "hands/s", "1 thread", one)
    few, many = peak_megabytes(100_000), peak_megabytes(HANDS)
    yield Row(f"peak memory, {HANDS:,} hands", many, "MB", "100,000 hands", few)
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        processes = rate(pool)
    yield Row(f"the same hands, {WORKERS} processes", processes, "hands/s", f"{WORKERS} threads", two)
    try:
        import distributed
    except ModuleNotFoundError:
        return
    start: Any = distributed.LocalCluster
    connect: Any = distributed.Client
    options = {"n_workers": WORKERS, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
    with start(**options) as cluster, connect(cluster) as client:
        dask = rate(client.get_executor(pure=False))
    yield Row(f"the same hands, Dask, {WORKERS} workers", dask, "hands/s", f"{WORKERS} processes", processes)
