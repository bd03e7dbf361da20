"""Run the benchmarks of the core (cargo bench) and of the Python face (benches/python), print tables of them.

``python -m benches.bench`` runs all; words after it choose by name: ``python -m benches.bench hands equity``. With
``--write`` the tables also replace those in docs/benchmarks.md.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
import razz

from benches.measure import Row

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
PEERS = ("pokerkit", "poker-equity", "treys", "phevaluator", "open-spiel", "pettingzoo", "gymnasium", "distributed")
CORE = "core: "
"""What the names of the core's jobs begin with."""


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
        job = re.sub(r" v ?$", " v an unknown hand", about["full_id"]).replace("/", ": ")
        yield Row(f"{CORE}{job}", count / seconds, "/s")


def python_rows(chosen: list[str]) -> Iterator[Row]:
    """Run ``rows()`` of every module in benches/python."""
    for path in sorted((ROOT / "benches" / "python").glob("*.py")):
        if not chosen or path.stem in chosen:
            yield from importlib.import_module(f"benches.python.{path.stem}").rows()


def versions() -> str:
    """What ran: razz, what it was built and run with, and the peers that are installed."""
    found = [f"razz {razz.__version__}", f"Python {platform.python_version()}", f"NumPy {np.__version__}"]
    rust = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=False).stdout.split()
    found += [f"rustc {rust[1]}"] if len(rust) > 1 else []
    for peer in PEERS:
        with contextlib.suppress(PackageNotFoundError):
            found.append(f"{peer} {version(peer)}")
    return ", ".join(found)


def figure(value: float) -> str:
    """A number as people read it, to three or four digits."""
    for size, word in ((1e9, " billion"), (1e6, " million")):
        if value >= size:
            return f"{value / size:,.3g}{word}" if value < 1000 * size else f"{value / size:,.0f}{word}"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def tables(rows: list[Row]) -> list[str]:
    """The lines of two tables: what is seen from Python, with peers, and the core by itself."""
    lines = ["| job | rate | peer | its rate | ratio |", "|---|---:|---|---:|---:|"]
    for row in rows:
        if not row.job.startswith(CORE):
            peer = ("", "") if row.peer_rate is None else (figure(row.peer_rate), figure(row.rate / row.peer_rate))
            lines.append(f"| {row.job} | {figure(row.rate)} {row.unit} | {row.peer} | {peer[0]} | {peer[1]} |")
    if any(row.job.startswith(CORE) for row in rows):
        lines += ["", "The core by itself (criterion):", "", "| job | a second |", "|---|---:|"]
        lines += [f"| {row.job.removeprefix(CORE)} | {figure(row.rate)} |" for row in rows if row.job.startswith(CORE)]
    return lines


def report(chosen: list[str]) -> str:
    """Run the benchmarks and lay out their tables as Markdown."""
    load = f", load average {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    rows = [*core_rows(chosen), *python_rows(chosen)]
    if not rows:
        sys.exit(f"no benchmark is named {' or '.join(chosen)}")
    lines = [
        f"{machine()}{load}; {versions()}; {time.strftime('%Y-%m-%d')}",
        f"\ncommand: `{' '.join(['python -m benches.bench', *chosen])}`\n",
        *tables(rows),
    ]
    return "\n".join(lines)


def main(words: list[str]) -> None:
    """Print the table; with --write, put it on the page of the documents too."""
    if {"-h", "--help"} & set(words):
        sys.exit(__doc__)
    text = report([word for word in words if word != "--write"])
    print(text)
    if "--write" in words:
        head, start, rest = PAGE.read_text("utf-8").partition("<!-- table -->\n")
        _, end, tail = rest.partition("<!-- end of table -->")
        PAGE.write_text(f"{head}{start}\n{text}\n\n{end}{tail}", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
