"""The recipes of the page on clusters are run as they stand and give the same summary."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import razz

PAGE = Path(__file__).parents[2] / "docs" / "clusters.md"
RECIPES = dict(re.findall(r"^```\{code-block\} python\n:caption: (\S+)\n\n(.*?)^```$", PAGE.read_text(), re.M | re.S))
NEEDS = {
    "on_dask.py": "distributed",
    "on_loky.py": "loky",
    "on_mpi.py": "mpi4py",
    "on_ray.py": "ray",
    "on_spark.py": "pyspark",
}
COMMANDS = {
    "task.py": [["task.py", str(index)] for index in range(4)] + [["merge.py"]],
    "on_mpi.py": [["-m", "mpi4py.futures", "on_mpi.py"]],
}


def test_the_recipes_are_found() -> None:
    assert set(RECIPES) == {*NEEDS, "pool.py", "task.py", "merge.py"}
    assert all("summary.bin" in text for name, text in RECIPES.items() if name != "task.py")


@pytest.mark.parametrize("name", [name for name in RECIPES if name != "merge.py"])
def test_a_recipe(name: str, tmp_path: Path) -> None:
    before: list[str] = []
    if name in NEEDS and importlib.util.find_spec(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    if name == "on_mpi.py":
        mpiexec = Path(sys.executable).with_name("mpiexec")
        if not mpiexec.exists():
            pytest.skip("no mpiexec beside this Python: make test-mpi")
        before = [str(mpiexec), "-n", "3"]
    if name == "on_spark.py" and shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    for recipe, text in RECIPES.items():
        (tmp_path / recipe).write_text(text)
    for words in COMMANDS.get(name, [[name]]):
        with subprocess.Popen([*before, sys.executable, *words], cwd=tmp_path, start_new_session=True) as process:
            try:
                assert process.wait(timeout=120) == 0
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise
    whole = razz.Simulation(razz.Rules(), [1000] * 6, "tight,check_call", seed=7).run(20_000)
    assert (tmp_path / "summary.bin").read_bytes() == whole.to_bytes()
