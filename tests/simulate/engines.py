"""Real engines, each in a process of its own: ``python engines.py NAME`` prints what the test is to compare.

Not part of the tests' own process: clusters start threads, servers and processes, and change signal handlers.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import redirect_stdout
from io import StringIO
from multiprocessing import get_context
from typing import Any

import razz
from razz.cli import main
from razz.policies import Draws

HANDS = 120_000
#: So many that there is time to kill a worker before they are played.
DISTURBED = 400_000
SEED = 7
JOB = razz.Simulation(razz.Rules(), [1000] * 6, "check_call,random", seed=SEED)


def killer(find: Callable[[], int]) -> tuple[Callable[[int, int], None], list[int]]:
    """A progress function that kills a worker in mid-run, and the list of those that it killed."""
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if 0 < done < total and not killed:
            killed.append(find())
            os.kill(killed[0], signal.SIGKILL)

    return kill, killed


def run(executor: Executor | Callable[[], Executor], find: Callable[[], int]) -> dict[str, Any]:
    """A run in peace, and one in which a worker is killed."""
    plain = JOB.run(HANDS, executor=executor)
    kill, killed = killer(find)
    disturbed = JOB.run(DISTURBED, executor=executor, batch_size=4000, progress=kill)
    return {"plain": plain.to_bytes().hex(), "disturbed": disturbed.to_bytes().hex(), "killed": len(killed)}


def command(where: str) -> dict[str, Any]:
    """The command line on the same executor."""
    out = StringIO()
    words = f"simulate --hands {HANDS} --policy check_call,random --seed {SEED} --json --executor {where}"
    with redirect_stdout(out):
        code = main(words.split())
    return {"code": code, "command": json.loads(out.getvalue())}


def dask() -> dict[str, Any]:
    """A scheduler and two worker processes on the loopback."""
    import distributed

    start: Any = distributed.LocalCluster
    connect: Any = distributed.Client
    options = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
    with start(**options, silence_logs="CRITICAL") as cluster, connect(cluster) as client:
        found = run(client.get_executor(pure=False), lambda: min(client.run(os.getpid).values()))
        return found | command(cluster.scheduler_address.replace("tcp", "dask"))


def loky() -> dict[str, Any]:
    """Two processes that loky starts, and starts again."""
    from loky import get_reusable_executor

    def make() -> Executor:
        executor: Executor = get_reusable_executor(2)
        return executor

    return run(make, lambda: min(get_reusable_executor(2)._processes)) | command("loky:2")


def process() -> dict[str, Any]:
    """What the command line starts by itself; and a function as a policy, which has to travel."""
    job = razz.Simulation(razz.Rules(), [100] * 3, [timid, "random"], seed=SEED)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        same = job.run(300, executor=pool).to_bytes() == job.run(300).to_bytes()
    return {"function": same} | command("process:2")


def timid(view: razz.View, _: Draws) -> razz.Action:
    """Do what a player does who is away from the table."""
    assert view.default_action is not None
    return view.default_action


def mpi() -> dict[str, Any]:
    """The other ranks of ``mpiexec -n N python -m mpi4py.futures engines.py mpi``."""
    from mpi4py.futures import MPIPoolExecutor

    with MPIPoolExecutor() as executor:
        ranks = set(executor.map(rank, range(100)))
        return {"plain": JOB.run(HANDS, executor=executor).to_bytes().hex(), "ranks": sorted(ranks)}


def rank(_: int) -> int:
    """The rank that plays."""
    from mpi4py import MPI

    number: int = MPI.COMM_WORLD.Get_rank()
    return number


if __name__ == "__main__":
    print(json.dumps({"dask": dask, "loky": loky, "process": process, "mpi": mpi}[sys.argv[1]]()))
