"""razz simulate."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest
import razz
from razz.cli import main


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--hands", "2000", "--seats", "6", "--policy", "check_call,random", "--seed", "7"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for text in ("2,000", "hands per second", "average pot", "reach showdown", "std. error", "seven-low", "seed"):
        assert text in out
    assert str(razz.simulate(2000, policies="check_call,random", rng=7)) in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--hands 1e3 --stacks 50,60,70 --policy random --stakes 2/3/10/20 --rules TDA --seed 0x7 --threads 2 --json"
    assert main(["simulate", *words.split()]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts.pop("hands_per_second") > 0
    rules = razz.Rules.preset("TDA", ante=2, bring_in=3, small_bet=10, big_bet=20)
    assert facts == razz.simulate(1000, rules=rules, stacks=[50, 60, 70], policies="random", rng=7).to_dict()


def test_sessions(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate --hands 20 --seats 3 --policy tight,board(9,1),random --rotate --session 30 --seed 7"
    assert main(words.split()) == 0
    policies = ["tight", "board(9,1)", "random"]
    assert str(razz.simulate(20, seats=3, policies=policies, rng=7, rotate=True, session=30)) in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("--hands 1.5", "--hands: '1.5'"),
        ("--hands -3", "--hands"),
        ("--hands many", "--hands: 'many'"),
        ("--hands 1e400", "--hands"),
        ("--seats 9", "found 9"),
        ("--seats 2 --stacks 5,5", "not allowed with"),
        ("--stacks 5,x", "--stacks: '5,x'"),
        ("--stakes 1/2/4", "--stakes: '1/2/4'"),
        ("--stakes 1/4/4/8", "bring_in 4: expected less than small_bet 4"),
        ("--policy clever", 'policy "clever"'),
        ("--rules HOUSE", 'preset "HOUSE"'),
        ("--threads 0", "threads"),
    ],
)
def test_bad_input_is_one_line(words: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--hands", "10", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert text in err


def test_ctrl_c_prints_what_there_is() -> None:
    words = [sys.executable, "-m", "razz", "simulate", "--hands", "1e12", "--progress", "--json"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert process.stderr.read(1)  # progress: it is playing
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert "interrupted after" in err
    assert json.loads(out)["hands"] > 0
