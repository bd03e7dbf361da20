"""Hand histories: reading with full replay beside PokerKit, writing, and the memory that long files take.

The hands are six-handed, between tight and loose policies, with stacks that no hand exhausts, so that PokerKit's rules
and ours are the same. Rates are per second of processor time on one thread.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import razz
from pokerkit import HandHistory

from benches.measure import Row

HANDS = 5_000
POKERKIT_HANDS = 50
#: Hands of the short and of the long file whose memory is compared.
SHORT, LONG = 10_000, 100_000

#: What is done to a file, by its path and another path to write to.
JOBS = {
    "load": "for _ in razz.history.load({path!r}): pass",
    "load of phhs": "for _ in razz.history.load({phhs!r}): pass",
    "convert to phhs": "main(['convert', {path!r}, '-o', {out!r} + '.phhs'])",
    "convert to jsonl": "main(['convert', {path!r}, '-o', {out!r} + '.jsonl'])",
    "convert to parquet": "main(['convert', {path!r}, '-o', {out!r} + '.parquet'])",
    "convert --anonymise": "main(['convert', {path!r}, '-o', {out!r} + '.txt', '--anonymise'])",
    "stats": "main(['stats', {path!r}])",
}


def seconds(work: Callable[[], object], *, repeat: int = 3) -> float:
    """The least processor time of some runs."""
    durations = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        durations.append(time.process_time() - start)
    return min(durations)


def played() -> list[razz.Record]:
    """The hands."""
    rules = razz.Rules(ante=2, bring_in=3, small_bet=10, big_bet=20)
    job = razz.Simulation(rules, [2_000] * 6, ["tight", "loose"] * 3, seed=8)
    names = ["Ann", "Bob", "Cyd", "Dee", "Eve", "Fay"]
    hands = (job.replay(index) for index in range(HANDS))
    return [hand.annotated(players=names, fields={"hand": str(n), "table": "T"}) for n, hand in enumerate(hands, 1)]


def pokerkit_reads(texts: list[str]) -> None:
    """Replay PHH files to their ends with PokerKit."""
    for text in texts:
        *_, end = HandHistory.loads(text)
        assert not end.status


def peak(job: str, path: Path, phhs: Path, out: Path) -> float:
    """Megabytes that a fresh interpreter held at most, with razz imported and then the job done."""
    work = JOBS[job].format(path=str(path), phhs=str(phhs), out=str(out))
    code = f"import razz, sys\nfrom razz.cli import main\n{work}\nprint(open('/proc/self/status').read())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout.partition("VmHWM:")[2].split()[0]) / 1024


def rows() -> Iterator[Row]:
    """Rows of the table."""
    records = played()
    texts = {name: razz.history.dumps(records, name) for name in ("pokerstars", "phhs", "jsonl")}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns about cards it would not have dealt itself
        single = [razz.history.dumps(record) for record in records[:POKERKIT_HANDS]]
        theirs = POKERKIT_HANDS / seconds(lambda: pokerkit_reads(single), repeat=2)
    sizes = ", ".join(f"{name} {len(text) / HANDS:,.0f}" for name, text in texts.items())
    yield Row(f"bytes of a hand ({sizes})", len(texts["pokerstars"]) / HANDS, "bytes")
    for name, text in texts.items():
        data = text.encode()
        took = seconds(lambda data=data: [None for _ in razz.history.load(data)])  # type: ignore[misc]
        yield Row(f"{name} read and replayed", HANDS / took, "hands/s", "PokerKit reads them from PHH", theirs)
        yield Row(f"{name} read and replayed", len(data) / took / 1e6, "MB/s")
        took = seconds(lambda name=name: razz.history.dumps(records, name))  # type: ignore[misc]
        yield Row(f"{name} written", HANDS / took, "hands/s")
    took = seconds(lambda: razz.history.player_stats(records))
    yield Row("player_stats", HANDS / took, "hands/s")
    if sys.platform == "linux":
        yield from memory(texts)


def memory(texts: dict[str, str]) -> Iterator[Row]:
    """Peaks of memory: the long file's beside the short one's."""
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for count in (SHORT, LONG):
            files[count] = [Path(folder, f"{count}.{suffix}") for suffix in ("txt", "phhs", "out")]
            for path, name in zip(files[count][:2], ("pokerstars", "phhs"), strict=True):
                path.write_text(texts[name] * (count // HANDS), "utf-8")
        for job in JOBS:
            short, long = (peak(job, *files[count]) for count in (SHORT, LONG))
            yield Row(f"peak memory, {job}, {LONG:,} hands", long, "MB", f"{SHORT:,} hands", short)
