"""What ``--executor`` names: processes of this machine, a Dask cluster, loky."""

from __future__ import annotations

import os
import re
import signal
import threading
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from razz.running import ExecutorLike

FORMS = "process, process:N, loky, loky:N or dask://HOST:PORT"
PATIENCE = 10
"""Seconds that a cluster has to answer."""


def open_executor(text: str, stack: ExitStack) -> ExecutorLike:
    """The executor that a text names; what is to be closed after the run goes on the stack.

    Raises
    ------
    ValueError
        A text that names none.
    ModuleNotFoundError
        The package for it is not installed; the message names the extra.
    OSError
        No cluster answers at the address.
    """
    pool = re.fullmatch(r"(process|loky)(?::([1-9]\d{0,5}))?", text, re.ASCII)
    if pool is not None:
        workers = int(pool[2]) if pool[2] else os.cpu_count() or 1
        return _loky(workers) if pool[1] == "loky" else partial(_processes, workers)
    cluster = re.fullmatch(r"dask://([^/\s]+:\d+)/?", text, re.ASCII)
    if cluster is not None:
        return _dask(cluster[1], stack)
    raise ValueError(f"--executor {text!r}: expected {FORMS}")


def _processes(workers: int) -> Executor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=begin_worker)


def begin_worker() -> None:
    """Set up a worker: Ctrl-C is the caller's to answer, and when the caller is gone so is the worker."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()


def _loky(workers: int) -> ExecutorLike:
    try:
        from loky import get_reusable_executor
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(f"--executor loky needs loky: pip install 'razz[loky]' ({missing})") from None

    def make() -> Executor:
        executor: Executor = get_reusable_executor(workers)
        return executor

    return make


def _dask(address: str, stack: ExitStack) -> Executor:
    try:
        import distributed
    except ModuleNotFoundError as missing:
        text = f"--executor dask:// needs Dask's distributed: pip install 'razz[dask]' ({missing})"
        raise ModuleNotFoundError(text) from None
    try:
        connect: Any = distributed.Client
        client = connect(f"tcp://{address}", timeout=PATIENCE, set_as_default=False)
    except OSError:
        raise OSError(f"--executor dask://{address}: no scheduler answers within {PATIENCE} seconds") from None
    stack.callback(client.close)
    executor: Executor = client.get_executor(pure=False)
    return executor
