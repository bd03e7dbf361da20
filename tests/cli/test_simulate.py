"""razz simulate."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import razz
from razz._checkpoint import read
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
        ("--hands true", "--hands: 'true'"),
        ("--hands 10 --html nowhere/a.html", "--html: nowhere/a.html: there is no folder nowhere"),
        ("--hands 10 --html .", "--html: .: a folder"),
        ("--hands 1e400", "--hands"),
        ("--seats 9", "--seats: expected an integer from 2 to 8, found 9"),
        ("--seats 2 --stacks 5,5", "not allowed with"),
        ("--stacks 5,x", "--stacks: '5,x'"),
        ("--stakes 1/2/4", "--stakes: '1/2/4'"),
        ("--stakes 1/4/4/8", "--stakes: bring-in 4: expected less than small bet 4"),
        ("--policy clever", '--policy: "clever"'),
        ("--rules HOUSE", '--rules "HOUSE"'),
        ("--threads 0", "--threads: expected"),
        ("--executor cluster", "--executor 'cluster': expected process, process:N, loky, loky:N or dask://HOST:PORT"),
        ("--executor process:0", "--executor 'process:0'"),
        ("--executor dask://localhost", "--executor 'dask://localhost'"),
        ("--checkpoint missing/run", "missing/run: cannot be written: No such file"),
    ],
)
def test_bad_input_is_one_line(words: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--hands", "10", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert text in err


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("where", ["", "--executor process:1"])
def test_a_signal_keeps_and_prints_what_there_is(number: int, code: int, where: str, tmp_path: Path) -> None:
    file = tmp_path / "run"
    words = f"simulate --hands 1e12 --seed 7 --progress --json --checkpoint {file} {where}"
    process = subprocess.Popen(
        [sys.executable, "-m", "razz", *words.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    shown = b""
    while not re.search(rb"\d[kM]? hands/s|, [1-9][\d,]*/s", shown):  # progress: it is playing
        shown += process.stderr.read1()  # type: ignore[attr-defined]
        assert process.poll() is None
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert b"interrupted after" in err
    partial = read(file.read_bytes())
    facts = json.loads(out)
    facts.pop("hands_per_second")
    assert facts == json.loads(json.dumps(partial.to_dict()))
    assert partial.hands > 0
    assert partial == sum((RUN.run(len(part), first=part.start) for part in partial.covered), RUN.run(0))


RUN = razz.Simulation(razz.Rules(), [1000] * 6, seed=7)


def test_a_run_is_taken_up_with_its_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--checkpoint", str(tmp_path / "run"), "--json", "--hands"]
    assert main([*words, "500"]) == 0
    seed = json.loads(capsys.readouterr().out)["job"]["seed"]
    assert main([*words, "800"]) == 0
    assert json.loads(capsys.readouterr().out)["covered"] == [[0, 799]]
    assert read((tmp_path / "run").read_bytes()) == razz.simulate(800, rng=seed)
    assert main([*words, "800", "--seed", "5"]) == 2
    assert f"of another job: seed {seed}, expected 5" in capsys.readouterr().err


@pytest.mark.parametrize(("where", "module"), [("dask://127.0.0.1:1", "distributed"), ("loky", "loky")])
def test_what_is_not_installed_names_its_extra(
    where: str, module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert main(["simulate", "--hands", "10", "--executor", where]) == 1
    extra = where.partition(":")[0]
    assert f"pip install 'razz[{extra}]'" in capsys.readouterr().err


def test_a_run_that_fails_is_exit_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    monkeypatch.setattr("razz.cli.simulate.open_executor", lambda *_: pool)
    assert main(["simulate", "--hands", "10", "--executor", "process"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "razz simulate: error: the executor takes no work any more" in err
    assert "(after 0 hands of 10)" in err


def test_the_handler_of_sigterm_is_given_back() -> None:
    before = signal.getsignal(signal.SIGTERM)
    assert main(["simulate", "--hands", "x"]) == 2
    assert signal.getsignal(signal.SIGTERM) == before


def test_every_hand_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "hands.parquet"
    words = f"simulate --hands 50 --seats 3 --policy random --seed 7 --log {path} --json"
    assert main(words.split()) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == 50
    job = razz.Simulation(razz.Rules(), [1000] * 3, "random", 7)
    assert [razz.log.record(path, row) for row in (0, 49)] == [job.replay(0), job.replay(49)]
