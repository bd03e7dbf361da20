"""Run the benchmarks of the core (cargo bench) and of the Python face (benches/python), print one table.

``python -m benches.bench`` runs all; words after it choose by name: ``python -m benches.bench evaluate``. With
``--write`` the table also replaces the one in docs/benchmarks.md.
"""

from __future__ import annotations

import importlib
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import razz

from benches.measure import Row

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"


def machine() -> str:
    """The processor's name and how many cores this process may use."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        name = models[0].split(":", 1)[1].strip() if models else name
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{name}, {cores} cores, {platform.system()}"


def core_rows(chosen: list[str]) -> Iterator[Row]:
    """Run the core's benchmarks and read the figures that criterion leaves under target/criterion."""
    names = sorted(path.stem for path in (ROOT / "benches").glob("*.rs"))
    names = [name for name in names if not chosen or name in chosen]
    if not names:
        return
    start = time.time()
    command = ["cargo", "bench", *(word for name in names for word in ("--bench", name))]
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    for path in sorted((ROOT / "target" / "criterion").glob("**/new/estimates.json")):
        if path.stat().st_mtime < start:
            continue
        seconds = json.loads(path.read_text())["median"]["point_estimate"] / 1e9
        about = json.loads((path.parent / "benchmark.json").read_text())
        count = (about["throughput"] or {}).get("Elements", 1)
        yield Row(f"core: {about['full_id']}", count / seconds, "/s")


def python_rows(chosen: list[str]) -> Iterator[Row]:
    """Run ``rows()`` of every module in benches/python."""
    for path in sorted((ROOT / "benches" / "python").glob("*.py")):
        if not chosen or path.stem in chosen:
            yield from importlib.import_module(f"benches.python.{path.stem}").rows()


def table(chosen: list[str]) -> str:
    """Run the benchmarks and lay out their table as Markdown."""
    load = f", load average {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    rows = [*core_rows(chosen), *python_rows(chosen)]
    if not rows:
        sys.exit(f"no benchmark is named {' or '.join(chosen)}")
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, razz {razz.__version__}"
    lines = [
        f"{machine()}{load}; {versions}; {time.strftime('%Y-%m-%d')}",
        f"\ncommand: `{' '.join(['python -m benches.bench', *chosen])}`\n",
        "| job | rate | unit | peer | its rate | ratio |",
        "|---|---:|---|---|---:|---:|",
    ]
    for row in rows:
        peer = ("", "") if row.peer_rate is None else (f"{row.peer_rate:,.4g}", f"{row.rate / row.peer_rate:,.3g}")
        lines.append(f"| {row.job} | {row.rate:,.4g} | {row.unit} | {row.peer} | {peer[0]} | {peer[1]} |")
    return "\n".join(lines)


def main(words: list[str]) -> None:
    """Print the table; with --write, put it on the page of the documents too."""
    text = table([word for word in words if word != "--write"])
    print(text)
    if "--write" in words:
        head, start, rest = PAGE.read_text("utf-8").partition("<!-- table -->\n")
        _, end, tail = rest.partition("<!-- end of table -->")
        PAGE.write_text(f"{head}{start}\n{text}\n\n{end}{tail}", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
