"""``razz convert`` and ``razz stats``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import razz
from razz.cli import main

DATA = Path(__file__).parents[1] / "data"
SITES = ["pokerstars.txt", "fulltilt.txt", "winamax.txt", "kingsclub.txt", "merge.xml"]


def records(path: Path) -> list[razz.Record]:
    return list(razz.history.load(path))


@pytest.mark.parametrize("suffix", ["phhs", "jsonl"])
def test_many_files_into_one(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / f"all.{suffix}"
    assert main(["convert", *(str(DATA / name) for name in SITES), "-o", str(out)]) == 0
    assert records(out) == [record for name in SITES for record in records(DATA / name)]
    told = capsys.readouterr().out
    assert told.startswith(f"{out}: 11 hands\n")
    assert "passed over: 1 of Hold'em Limit" in told
    assert list(tmp_path.iterdir()) == [out]


def test_to_pokerstars_text(tmp_path: Path) -> None:
    out = tmp_path / "all.txt"
    assert main(["convert", str(DATA / "fulltilt.txt"), str(DATA / "winamax.txt"), "-o", str(out)]) == 0
    before = records(DATA / "fulltilt.txt") + records(DATA / "winamax.txt")
    after = records(out)
    assert [record.state.payoffs for record in after] == [record.state.payoffs for record in before]
    assert [record.players for record in after] == [record.players for record in before]


def test_to_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "all.parquet"
    assert main(["convert", str(DATA / "pokerstars.txt"), "-o", str(out)]) == 0
    table = parquet.read_table(out).to_pylist()
    before = records(DATA / "pokerstars.txt")
    assert [razz.Record.from_json(row["record"]) for row in table] == before
    assert [tuple(row["payoffs"]) for row in table] == [record.state.payoffs for record in before]
    assert table[0]["players"] == ["Ann", "a (b): $c.", "a", "Dee"]
    assert table[0]["cards"][2] == "3c5h7dQh2sJdAd"


def test_without_names(tmp_path: Path) -> None:
    out = tmp_path / "anonymous.txt"
    assert main(["convert", str(DATA / "pokerstars.txt"), "-o", str(out), "--anonymise"]) == 0
    before, after = (DATA / "pokerstars.txt").read_text(), out.read_text()
    assert len(after.splitlines()) == len(before.splitlines()) - 1  # one line of chat
    assert [record.steps for record in records(out)] == [record.steps for record in records(DATA / "pokerstars.txt")]
    assert {name for record in records(out) for name in record.players} == {
        f"Player{n}" for n in (1, 2, 3, 5, 6, 7, 8, 9)
    }
    table = tmp_path / "anonymous.phhs"
    assert main(["convert", str(DATA / "merge.xml"), "-o", str(table), "--anonymise"]) == 0
    assert records(table)[0].players == ("Player1", "Player2", "Player3")
    assert "Ann" not in table.read_text()


HOLDEM = """PokerStars Hand #1:  Hold'em Limit ($1/$2 USD) - 2031/01/01 12:00:00 ET
Table 'Invented' 2-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
"""


@pytest.mark.parametrize(("text", "why"), [("", ""), (HOLDEM, " (1 of Hold'em Limit)")])
def test_a_file_without_a_hand_is_bad_input(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All commands that read hands say it alike, and nothing is written."""
    file, out = tmp_path / "a.txt", tmp_path / "b.phhs"
    file.write_text(text)
    for words in (
        ["stats"],
        ["stats", "--json"],
        ["replay"],
        ["convert", "-o", str(out)],
        ["convert", "-o", "-", "--to", "jsonl"],
    ):
        assert main([*words, str(file)]) == 2
        assert capsys.readouterr() == ("", f"razz {words[0]}: error: {file}: no hand of Razz{why}\n")
    assert main(["stats", str(file), str(file)]) == 2
    assert "2 files: no hand of Razz" in capsys.readouterr().err
    assert main(["stats", str(file), str(DATA / "winamax.txt")]) == 0
    unread = tmp_path / "d.phhs"
    unread.write_text("[1]\n" + (DATA / "three.phhs").read_text("utf-8").split("[3]\n")[1])
    assert main(["convert", str(unread), "-o", str(out), "--errors", "skip"]) == 2
    assert f"{unread}: no hand of Razz (1 could not be read)" in capsys.readouterr().err
    unread.unlink()
    assert not out.exists()
    if not text:
        assert main(["convert", str(file), "-o", str(tmp_path / "c.txt"), "--anonymise"]) == 2
        assert list(tmp_path.iterdir()) == [file]


def test_hands_of_other_games_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What stands beside hands of Razz; a game's name, which comes from the file, cannot steer the terminal."""
    file, out = tmp_path / "a.phhs", str(tmp_path / "b.phhs")
    razz_hand = (DATA / "three.phhs").read_text("utf-8").split("[2]\n")[0]
    file.write_text(
        f"{razz_hand}[2]\nvariant = 'N\\u001b[2J'\n[3]\nvariant = 'NT'\n[4]\nvariant = 'NT'\n".replace(
            "'N\\u001b[2J'", '"N\\u001b[2J"'
        )
    )
    told = "passed over: 1 of N�[2J, 2 of NT\n"
    assert main(["convert", str(file), "-o", out]) == 0
    assert capsys.readouterr() == (f"{out}: 1 hand\n{told}", "")
    assert main(["stats", str(file)]) == 0
    shown = capsys.readouterr()
    assert shown.err == told
    assert main(["stats", str(file), "--json"]) == 0
    assert capsys.readouterr().err == told
    assert main(["stats", str(DATA / "three.phhs"), "--errors", "skip"]) == 0
    assert capsys.readouterr().err == "1 hand could not be read\n"
    file.write_text('[1]\nvariant = "N\\u001b[2J"\n')
    for words in (["stats", str(file)], ["replay", str(file)], ["convert", str(file), "-o", out]):
        assert main(words) == 2
        assert capsys.readouterr().err.endswith(": no hand of Razz (1 of N�[2J)\n")


def test_hands_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.phhs"
    words = ["convert", str(DATA / "three.phhs"), "-o", str(out)]
    assert main(words) == 2
    assert not out.exists()
    assert "three.phhs: line 51, column" in capsys.readouterr().err
    assert main([*words, "--errors", "skip"]) == 0
    assert capsys.readouterr().out == f"{out}: 2 hands, 1 could not be read\n"
    assert main([*words, "--errors", "collect", "--json"]) == 1
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert (found["hands"], found["failed"]) == (2, 1)
    assert found["problems"] == told.err.splitlines()
    assert len(records(out)) == 2


def test_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(DATA / "three.phhs")
    assert main(["convert", source, "-o", str(tmp_path / "out.doc")]) == 2
    assert main(["convert", source, "-o", source]) == 2
    assert main(["convert", str(tmp_path / "none.txt"), "-o", str(tmp_path / "out.phhs")]) == 2
    assert main(["convert", source, "-o", str(tmp_path / "out.txt"), "--anonymise"]) == 2
    err = capsys.readouterr().err.splitlines()
    assert ["no format" in err[0], "one of those to read" in err[1], "none.txt" in err[2], "phhs" in err[3]] == [
        True
    ] * 4
    assert list(tmp_path.iterdir()) == []


def test_pipes() -> None:
    """From standard input to standard output, what is said goes to standard error."""
    words = [sys.executable, "-m", "razz", "convert", "-", str(DATA / "winamax.txt"), "-o", "-", "--to", "phhs"]
    data = (DATA / "pokerstars.txt").read_bytes()
    done = subprocess.run(words, input=data, capture_output=True, check=True)
    expected = records(DATA / "pokerstars.txt") + records(DATA / "winamax.txt")
    assert list(razz.history.load(done.stdout)) == expected
    assert done.stderr.decode().startswith(f"-: {len(expected)} hands")
    for command in (["stats", "-"], ["replay", "-", "--hand", "2"]):
        told = subprocess.run([sys.executable, "-m", "razz", *command], input=data, capture_output=True, check=True)
        assert b"Ann" in told.stdout


def test_what_stands_at_the_place_of_the_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file is replaced when the new one is whole, a link stays one, a folder is refused before anything is read."""
    source, out, link = str(DATA / "winamax.txt"), tmp_path / "out.phhs", tmp_path / "link.phhs"
    out.write_text("old")
    link.symlink_to(out)
    (tmp_path / "link.phhs.part").write_text("mine")
    assert main(["convert", str(DATA / "three.phhs"), "-o", str(out)]) == 2
    assert out.read_text() == "old"
    assert main(["convert", source, "-o", str(link)]) == 0
    assert link.is_symlink()
    assert records(out) == records(DATA / "winamax.txt")
    assert {path.name for path in tmp_path.iterdir()} == {"out.phhs", "link.phhs", "link.phhs.part"}
    folder = tmp_path / "folder.phhs"
    folder.mkdir()
    assert main(["convert", source, "-o", str(folder)]) == 2
    assert main(["convert", source, "-o", str(tmp_path / "none" / "out.phhs")]) == 2
    assert main(["convert", source, "-o", "-", "--to", "phhs", "--json"]) == 2
    err = capsys.readouterr().err.splitlines()[1:]
    assert ["a folder" in err[0], "No such file" in err[1], "--json" in err[2]] == [True] * 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are Unix's")
def test_a_named_pipe_is_written_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.phhs"
    os.mkfifo(pipe)
    taken: list[bytes] = []
    reader = threading.Thread(target=lambda: taken.append(pipe.read_bytes()))
    reader.start()
    assert main(["convert", str(DATA / "winamax.txt"), "-o", str(pipe)]) == 0
    reader.join()
    assert pipe.is_fifo()
    assert list(razz.history.load(taken[0])) == records(DATA / "winamax.txt")


def test_progress(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(DATA / "pokerstars.txt"), "-o", str(tmp_path / "o.jsonl"), "--progress"]) == 0
    assert capfd.readouterr().err.endswith("\n")


def test_stats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(DATA / "pokerstars.txt"), "--player", "Ann", "--door-cards"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[2][:6] == ["Ann", "(USD)", "2", "+0.07", "1", "1"]
    assert [line[:4] for line in lines[3:]] == [["behind", "T", "1", "+0.12"], ["behind", "K", "1", "-0.05"]]
    assert main(["stats", str(DATA / "pokerstars.txt"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    eve = next(entry for entry in found if entry["player"] == "Eve")
    assert (eve["net"], eve["hands"], eve["showdowns_won"], eve["door_card"]) == ("182", 2, 1, None)
    assert main(["stats", str(DATA / "pokerstars.txt"), "--player", "Nobody"]) == 2
    assert main(["stats", str(DATA / "three.phhs")]) == 2
    assert main(["stats", str(DATA / "three.phhs"), "--errors", "collect"]) == 1
