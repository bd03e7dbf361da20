"""``razz replay``."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path

import pytest
import razz
from razz.cli import main

from tests.cli.terminal import Terminal

SAMPLE = Path(__file__).parents[1] / "data" / "three.phhs"


def test_the_hand_action_by_action(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(SAMPLE), "--hand", "1"]) == 0
    out = capsys.readouterr().out
    told = [
        "Razz 1/2/4/8",
        "Ann: 100",
        "Ann antes 1",
        "Third street",
        "Bob: ?? ?? 4d",
        "Ann brings in for 2",
        "Bob completes to 4",
        "Cyd raises to 8",
        "Ann folds",
        "Bob calls 4",
        "Fourth street",
        "Cyd: … Jd",
        "Bob bets 4",
        "Cyd folds",
        "4 comes back to Bob",
        "Bob wins 21 from the main pot",
        "bring-in: Ann with Ks",
        "winners: Bob",
        "Bob: 112 (+12)",
        "Cyd: 91 (-9)",
    ]
    places = [out.find(words) for words in told]
    assert -1 not in places, told[places.index(-1)]
    assert places == sorted(places)


def test_a_hand_behind_one_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SAMPLE.read_text("utf-8")
    first, third = text.split("[1]\n")[1].split("[2]\n")[0], text.split("[3]\n")[1]
    path = tmp_path / "turned.phhs"
    path.write_text(f"[1]\n{third}\n[2]\n{first}", "utf-8")
    assert main(["replay", str(path), "--hand", "2"]) == 0
    assert "Bob: 112 (+12)" in capsys.readouterr().out
    assert main(["replay", str(path), "--hand", "1"]) == 2
    assert main(["replay", str(path), "--hand", "3"]) == 2
    assert f"--hand 3: no such hand in {path}" in capsys.readouterr().err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(SAMPLE), "--hand", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["winners"] == [0, 1]
    assert found["bring_in"] == {"seat": 1, "card": "8h"}
    assert found["stacks"] == [100, 100]
    assert found["record"]["format"] == "razz.record"


def test_json_is_a_line_for_each_hand(capsys: pytest.CaptureFixture[str]) -> None:
    file = SAMPLE.with_name("pokerstars.txt")
    assert main(["replay", str(file), "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    found = [razz.Record.from_json(json.dumps(json.loads(line)["record"])) for line in lines]
    assert found == list(razz.history.load(file))


def test_bad_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["replay", str(SAMPLE)]) == 2
    err = capsys.readouterr().err
    assert "line 51, column" in err
    assert "hand 3" in err
    assert main(["replay", str(SAMPLE), "--hand", "0"]) == 2
    assert main(["replay", str(tmp_path / "none.phh")]) == 2
    (tmp_path / "empty.phhs").write_text("[1]\nvariant = 'NT'\n")
    assert main(["replay", str(tmp_path / "empty.phhs")]) == 2
    assert "no hand of Razz" in capsys.readouterr().err


def test_the_table_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a terminal nobody is asked: every table follows the other."""
    assert main(["replay", str(SAMPLE), "--hand", "1", "--step"]) == 0
    out = capsys.readouterr().out
    tables = out.strip().split("\n\n")[1:]
    [record] = islice(razz.history.load(SAMPLE), 1)
    actions = sum(isinstance(step, razz.Action) for step in record.steps)
    assert len(tables) > actions
    assert tables[0].startswith("Third street: pot 3")
    assert "> 1     Ann" in tables[0]
    assert "The hand is over" in tables[-1]
    assert "seat 2 wins 21" in tables[-1]
    assert "\x1b" not in out


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are Unix's")
def test_a_person_steps_through_a_hand() -> None:
    terminal = Terminal("replay", str(SAMPLE), "--hand", "1", "--step")
    assert "\x1b[31m" in terminal.wait_for("q: leave "), "hearts and diamonds are red"
    terminal.type("\n")
    assert "bring in for 2" in terminal.wait_for("q: leave ")
    terminal.type("q\n")
    assert terminal.end() == 0
    assert "The hand is over" not in terminal.seen
