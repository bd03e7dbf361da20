"""razz equity, razz range and razz chart."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import razz
from razz.cli import main


@pytest.fixture
def starts(tmp_path: Path) -> str:
    """A file of made-up counts: the commands that read it are not about counting."""
    rng = np.random.default_rng(1)
    path = tmp_path / "starts.npz"
    matrix, random, behind = rng.random((455, 455)), rng.random(455), rng.random((455, 13))
    np.savez(path, version=np.int64(1), matrix=matrix, random=random, behind=behind)
    return str(path)


def test_equity(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "A23", "456"]) == 0
    assert capsys.readouterr().out == f"{razz.equity(['A23', '456'])}\n"
    assert main(["equity", "A23", "456", "--dead", "KK99", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == razz.equity(["A23", "456"], dead="KK99").to_dict()


def test_sampled(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["equity", "A23", "456", "--sample", "--samples", "20000", "--seed", "3", "--json"]
    assert main(words) == 0
    want = razz.equity(["A23", "456"], method="sample", samples=20_000, rng=3)
    assert json.loads(capsys.readouterr().out) == want.to_dict()
    assert main(["equity", "A23", "456", "--sample", "--se", "0.002", "--seed", "3", "--json", "--progress"]) == 0
    out = capsys.readouterr()
    assert max(json.loads(out.out)["std_error"]) <= 0.002
    assert "deals" in out.err or out.err.strip() == ""


@pytest.mark.parametrize("option", ["--se", "--max-time", "--max-states"])
@pytest.mark.parametrize("value", ["0", "-1", "nan", "x"])
def test_a_number_above_zero(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The message has the option's name, not that of an argument in Python."""
    assert main(["equity", "A23", "456", f"{option}={value}"]) == 2
    assert capsys.readouterr().err.startswith(
        f"razz equity: error: argument {option}: '{value}': expected a number above"
    )


def test_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "A238", "4569", "--next-card", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == razz.equity_by_next_card(["A238", "4569"], 1).to_dict()
    assert main(["equity", "A29", "{[A-7][A-7]/d}7", "--against", "2"]) == 0
    assert capsys.readouterr().out == f"{razz.equity_distribution(['A29', '{[A-7][A-7]/d}7'])}\n"


def test_html(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["A23", "456"], ["A23", "{A2,K3}5"], ["A23", "456", "--next-card", "1"]):
        assert main(["equity", *words, "--html", str(tmp_path / "page.html")]) == 0
        assert "<table>" in (tmp_path / "page.html").read_text(encoding="utf-8")
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["equity", "A2X", "456"], "player 1: 'X' is no rank"),
        (["equity", "A23"], "player: expected 2 to 8 players, found 1"),
        (["equity", "A23", "456", "--next-card", "3"], "--next-card 3: expected 1 to 2"),
        (["equity", "A23", "456", "--against", "2"], "player 2: has no range"),
        (["equity", "A23", "456", "789", "TJQ", "2", "--exact"], "transitions"),
        (["equity", "{AsKs}", "As"], "blocked by As (player 2)"),
        (["range", "[A-8"], "range: the rank class that begins here"),
        (["range", "AK", "--dead", "A"], "the text ends after the rank"),
        (["chart", "--door", "X", "--cache", "{starts}"], '--door: "X" is no rank'),
        (["chart", "--plot", "nowhere/a.png", "--cache", "{starts}"], "there is no folder nowhere"),
        (["equity", "A23", "456", "--next-card", "1", "--se", "0.1"], "--se: not with --next-card"),
        (["equity", "A23", "{A2}5", "--against", "2", "--max-time", "1"], "--max-time: not with --against"),
        (["equity", "A23", "456", "--exact", "--samples", "9"], "--samples: is for samples, not for --exact"),
        (
            ["equity", "A23", "456", "--html", "nowhere/a.html"],
            "--html: nowhere/a.html: there is no folder nowhere",
        ),
        (["chart", "--threads", "0", "--cache", "{starts}"], "--threads: expected 1 or more"),
        (["chart", "A2", "--cache", "{starts}"], "start: expected three ranks or cards, such as A23, found 'A2'"),
        (["chart", "--top", "0", "--cache", "{starts}"], "--top: expected 1 or more"),
    ],
)
def test_bad_input_is_one_line(words: list[str], message: str, starts: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word.replace("{starts}", starts) for word in words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"razz {words[0]}: error: ")
    assert err.count("\n") == 1
    assert message in err


def test_range(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["range", "{[A-8][A-8]/d}4"]) == 0
    out = capsys.readouterr().out
    assert out.endswith("336 holdings of 2 cards\n")
    assert len(out.split("\n336")[0].split()) == 336
    assert main(["range", "{[A-8][A-8]/d}4", "--count", "--dead", "AcAdAhAs"]) == 0
    assert capsys.readouterr().out == "240\n"
    assert main(["range", "{A2, KK@0.5}5", "--dead", "AsAhKsKh", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["count"] == len(shown["combos"]) == 9
    assert shown["combos"][-1] == {"cards": "KcKd", "weight": 0.5}
    assert main(["range", "A2, KK@0.5"]) == 0
    assert "0.5" in capsys.readouterr().out


def test_chart(starts: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = razz.starting_hands(cache=starts)
    assert main(["chart", "--cache", starts, "--top", "3", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["start"] for row in rows] == [hands.labels[i] for i in np.argsort(-hands.random)[:3]]
    assert rows[0]["behind"]["K"] == hands.behind[hands.index(rows[0]["start"]), 12]
    assert main(["chart", "--cache", starts, "A23", "KKK", "--door", "8"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["start", "dealt", "v", "8"]
    assert {line.split()[0] for line in lines[2:]} == {"A23", "KKK"}
    assert main(["chart", "--cache", starts, "--top", "1", "--plot", str(tmp_path / "chart.png")]) == 0
    assert (tmp_path / "chart.png").read_bytes()[:4] == b"\x89PNG"


def test_ctrl_c_shows_what_was_sampled() -> None:
    words = ["equity", "A23", "456", "--sample", "--samples", "1000000000000", "--seed", "1", "--json"]
    started = "import sys, razz.cli; print(flush=True); sys.exit(razz.cli.main(sys.argv[1:]))"
    with subprocess.Popen(
        [sys.executable, "-c", started, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "RAZZ_NUM_THREADS": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130, err
    shown = json.loads(out)
    assert shown["deals"] > 0
    assert "interrupted" in err
