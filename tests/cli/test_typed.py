"""Messages name the option or operand as it was typed, not the argument of Python behind it."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from razz import cli

#: Words with which each command runs in no time; {starts} is a file of made-up counts.
RIGHT = {
    "eval": ["As2h3d4c5s"],
    "odds": ["As2h3d"],
    "equity": ["A23", "456"],
    "range": ["[A-8]"],
    "chart": ["A23", "--cache", "{starts}"],
    "simulate": ["--hands", "20"],
    "compare": ["tight", "loose", "--hands", "20"],
    "replay": [str(Path(__file__).parents[1] / "data" / "pokerstars.txt")],
    "convert": [str(Path(__file__).parents[1] / "data" / "pokerstars.txt"), "-o", "out.phhs"],
    "stats": [str(Path(__file__).parents[1] / "data" / "pokerstars.txt")],
    "play": ["--hands", "1"],
}

BAD = [
    *("0", "-1", "x", "", "1.5", "nan", "AsAs", "X23", "{A2", "??" * 52, "99999999999999999999", "board(99,1)"),
    *(
        "1/9/4/8",
        "0,0",
        "5",
        "nowhere/a.html",
        "table:even.npy",
        ".",
        os.fsdecode(b"\xff") if os.name == "posix" else "",
    ),
]

#: Others for what makes a file with any of these, in its time.
FOR = {"--cache": ["even.npy"], "--plot": ["nowhere/a.png", "a.x"]}

#: What a command calls an operand in its help; a place of several is said with its number.
OPERANDS = {
    ("eval", "hands"): "hand 2: ",
    ("equity", "players"): "player 3: ",
    ("odds", "cards"): "CARDS: ",
    ("range", "range"): "range: ",
    ("chart", "starts"): "start: ",
    ("compare", "a"): "A: ",
    ("compare", "b"): "B: ",
}

#: Any value will do for these, or they are files, whose names are said.
ANY = {"--seed", "--preset", "--format", "--html", "--executor", "file", "files"}


def actions(command: str) -> list[argparse.Action]:
    """What takes a value."""
    [subparsers] = cli.build_parser([command])._subparsers._group_actions  # type: ignore[union-attr]
    parser = subparsers.choices[command]  # type: ignore[index]
    return [action for action in parser._actions if action.nargs != 0]


CASES = [(command, (action.option_strings or [action.dest])[-1]) for command in RIGHT for action in actions(command)]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path) -> Iterator[None]:
    rng = np.random.default_rng(1)
    matrix, random, behind = rng.random((455, 455)), rng.random(455), rng.random((455, 13))
    with contextlib.chdir(tmp_path):
        np.savez("starts.npz", version=np.int64(1), matrix=matrix, random=random, behind=behind)
        np.save("even.npy", np.zeros(3))
        yield


def refused(command: str, words: list[str]) -> str | None:
    """The error line of words that are refused."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"q\n"), encoding="utf-8"))
        code = cli.main([command, *(word.replace("{starts}", "starts.npz") for word in words)])
    if code != 2:
        return None
    [line] = err.getvalue().splitlines()
    return line.removeprefix(f"razz {command}: error: ")


def with_value(command: str, name: str, value: str) -> list[str]:
    """Right words, but for one value."""
    if name.startswith("-"):
        given = f"{name}={value}" if name.startswith("--") else f"{name}{value}"
        return [*RIGHT[command], given]
    words = list(RIGHT[command])
    place = {"a": 0, "b": 1, "cards": 0, "range": 0, "file": 0, "files": 0, "starts": 0}.get(name)
    if place is not None:
        del words[place]
    options = next((at for at, word in enumerate(words) if word.startswith("-")), len(words))
    at = options if place is None else place
    operands = [*words[:at], value, *words[at:options]]
    return [*words[options:], "--", *operands]


@pytest.mark.parametrize(("command", "name"), CASES)
def test_messages_name_what_was_typed(command: str, name: str) -> None:
    told = OPERANDS.get((command, name), name)
    lines = []
    for value in FOR.get(name, BAD):
        line = refused(command, with_value(command, name, value))
        if line is None:
            continue
        lines.append(line)
        assert not re.search(r"\b\w+\[\d+\][: ]|\b[a-z]+_[a-z]+(?=[:=]| is| \d)|or None", line), line
        if name in ANY:
            continue
        assert line.startswith((told, f"argument {told}", f"argument -o/{told}", "-o ", "player, --dead: ")), line
        assert name.startswith("-") or value != "x" or told in line
    assert lines or name in ANY


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("eval As 2h 3d 4c 5s", "CARDS: those of one hand go together, as As2h3d4c5s or 'As 2h 3d 4c 5s'"),
        ("equity A23 [A-8][A-8]5", "player 2: a rank class belongs to a range, which stands in braces: "),
        ("equity A23", "player: expected 2 to 8 players, found 1"),
        ("equity A23 456 --exact --se 0.1", "--se: is for samples, not for --exact, which counts every deal"),
        ("equity A23 456 --exact --max-time 1", "--max-time: is for samples, not for --exact, "),
        ("equity A23 456 --exact --max-states 3", "--exact: an exact count takes about "),
        ("equity A23 456 --exact --max-states 3", "raise --max-states or --sample"),
        ("equity {AsKs} As", "player 1: no holding of the range {AsKs} is possible: blocked by As (player 2)"),
        ("simulate --stacks 9,0", "--stacks, seat 2 is 0: expected 1 to "),
        ("simulate --rules VEGAS", '--rules "VEGAS": expected one of DEFAULT, '),
        ("simulate --policy tight,clever", '--policy: "clever": expected check_call, '),
        ("simulate --log a --checkpoint b", "--log: not together with --executor or --checkpoint, "),
        ("simulate --policy table:even.npy", "--policy: table:even.npy: probabilities: expected the shape "),
        ("simulate --stakes 1/9/4/8", "--stakes: bring-in 9: expected less than small bet 4"),
        ("compare tight loose --stack 0", "--stack is 0: expected 1 to "),
        ("compare tight clever", 'B: "clever": expected check_call, '),
        ("play --stack 0", "--stack is 0: expected 1 to "),
        ("stats nowhere.txt", "nowhere.txt: No such file or directory"),
        ("replay ''", "'': No such file or directory"),
    ],
)
def test_what_they_say(line: str, told: str) -> None:
    command, *words = line.replace("''", "").split(" ")
    if command == "simulate":
        words += ["--hands", "5"]
    said = refused(command, words)
    assert said is not None
    assert told in said
