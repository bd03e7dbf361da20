"""Broken copies of files, invented and real: the importer reads them or raises a RazzError, nothing else."""

from __future__ import annotations

import os
import random
from pathlib import Path

import razz

DATA = Path(__file__).parents[1] / "data"
COPIES = int(os.environ.get("RAZZ_HISTORY_COPIES", "10000"))


def mutate(data: bytes, rng: random.Random) -> bytes:
    """Lines dropped, doubled, swapped or cut, bytes changed, the end missing."""
    lines = data.splitlines(keepends=True)
    for _ in range(rng.randint(1, 3)):
        at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(4):
            case 0:
                lines[at] = b""
            case 1:
                lines[at] *= 2
            case 2:
                lines[at], lines[to] = lines[to], lines[at]
            case 3:
                lines[at] = lines[at][: rng.randint(0, len(lines[at]))]
    changed = bytearray(b"".join(lines))
    for _ in range(rng.randint(0, 3)):
        if changed:
            changed[rng.randrange(len(changed))] = rng.choice((*b"0159[] .$-:\n", rng.randrange(256)))
    if rng.random() < 0.1:
        del changed[rng.randint(0, len(changed)) :]
    return bytes(changed)


def one_hand(data: bytes, rng: random.Random) -> bytes:
    """A piece of a long file that starts with a hand, so that a copy costs the reading of a few hands."""
    if len(data) < 20_000 or data[:2] == b"\xff\xfe":
        return data[:30_000]
    start = data.rfind(b"\n\n", 0, rng.randrange(len(data))) + 2
    return data[start : start + 6_000]


def check(files: list[bytes], copies: int) -> tuple[int, int]:
    rng = random.Random(3)
    read = refused = 0
    for number in range(copies):
        data = mutate(one_hand(files[number % len(files)], rng), rng)
        hands = razz.history.load(data, errors="collect")
        read += len(list(hands))
        refused += len(hands.problems)
        assert all(problem.line >= 1 and problem.column >= 1 for problem in hands.problems)
    return read, refused


def test_invented_files() -> None:
    files = [path.read_bytes() for path in sorted(DATA.glob("*.*")) if path.suffix in (".txt", ".xml", ".phhs")]
    assert len(files) >= 6
    read, refused = check(files, COPIES)
    assert min(read, refused) > COPIES / 2


def test_real_files(shared_data: Path) -> None:
    files = [path.read_bytes() for path in sorted((shared_data / "hands").glob("*/*"))]
    read, refused = check(files, COPIES)
    print(read, refused)
    assert min(read, refused) > COPIES / 4
