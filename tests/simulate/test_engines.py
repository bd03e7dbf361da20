"""Clusters and pools give the same bits, through Python and the command line, also when a worker is killed."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import razz

SCRIPT = Path(__file__).with_name("engines.py")
HANDS, DISTURBED, SEED = 120_000, 400_000, 7


PACKAGES = {"dask": "distributed", "loky": "loky", "mpi": "mpi4py"}
MPIEXEC = Path(sys.executable).with_name("mpiexec")


def play(engine: str) -> dict[str, Any]:
    if engine in PACKAGES and importlib.util.find_spec(PACKAGES[engine]) is None:
        pytest.skip(f"{PACKAGES[engine]} is not installed" + (": make test-mpi" if engine == "mpi" else ""))
    command = [sys.executable, str(SCRIPT), engine]
    if engine == "mpi":
        if not MPIEXEC.exists():
            pytest.skip("no mpiexec beside this Python: make test-mpi")
        command = [str(MPIEXEC), "-n", "3", sys.executable, "-m", "mpi4py.futures", str(SCRIPT), engine]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            out, _ = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # the script and the cluster that it started
            raise
    assert process.returncode == 0
    facts: dict[str, Any] = json.loads(out.splitlines()[-1])
    return facts


@pytest.mark.parametrize("engine", ["dask", "loky", "process"])
def test_an_engine_gives_the_same_bits(engine: str) -> None:
    whole = razz.simulate(HANDS, policies="check_call,random", rng=SEED)
    facts = play(engine)
    if engine == "process":
        assert facts["function"] is True
    else:
        assert facts["killed"] == 1
        assert bytes.fromhex(facts["plain"]) == whole.to_bytes()
        disturbed = razz.simulate(DISTURBED, policies="check_call,random", rng=SEED)
        assert bytes.fromhex(facts["disturbed"]) == disturbed.to_bytes()
    assert facts["code"] == 0
    facts["command"].pop("hands_per_second")
    assert facts["command"] == json.loads(json.dumps(whole.to_dict()))


def test_mpi_gives_the_same_bits() -> None:
    facts = play("mpi")
    assert facts["ranks"] == [1, 2]
    assert bytes.fromhex(facts["plain"]) == razz.simulate(HANDS, policies="check_call,random", rng=SEED).to_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the workers in /proc")
def test_no_worker_outlives_the_command(tmp_path: Path) -> None:
    """The command is killed outright: its workers notice."""
    file = tmp_path / "run"
    words = f"simulate --hands 1e12 --seed 7 --executor process:2 --checkpoint {file}"
    command = subprocess.Popen([sys.executable, "-m", "razz", *words.split()])
    workers: list[int] = []
    deadline = time.monotonic() + 60
    try:
        while len(workers) < 3 and time.monotonic() < deadline:  # two, and the tracker of their resources
            time.sleep(0.1)
            workers = [int(pid) for pid in Path(f"/proc/{command.pid}/task/{command.pid}/children").read_text().split()]
        time.sleep(1)
    finally:
        command.kill()
        command.wait()
    assert len(workers) >= 2
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert [pid for pid in workers if alive(pid)] == []


def alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
