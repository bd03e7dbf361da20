"""The frame of the command line: exit codes, one line for an error, pipes (with a made-up command)."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest
import razz
from razz import cli
from razz.cli.common import add_command


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """A command "probe" that raises what is put into this list."""
    raised: list[BaseException] = []

    def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
        parser = add_command(subparsers, "probe", summary="raise a fault", examples=["razz probe --seed 7"], seed=True)
        parser.add_argument("--cards", type=int)

    def run(args: argparse.Namespace) -> int:
        if raised:
            raise raised[0]
        print("seed", args.seed)
        return 0

    module = ModuleType("razz.cli.probe")
    vars(module).update(add_parser=add_parser, run=run)
    monkeypatch.setitem(sys.modules, "razz.cli.probe", module)
    monkeypatch.setattr(cli, "COMMANDS", ("probe",))
    return raised


@pytest.mark.usefixtures("fault")
def test_a_command_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["probe", "--seed", "0x10"]) == 0
    assert capsys.readouterr() == ("seed 16\n", "")


@pytest.mark.usefixtures("fault")
@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        [],
        ["probe", "--seed", "-1"],
        ["probe", "--seed", str(2**64)],
        ["probe", "--cards", "x"],
        ["probe", "y"],
    ],
)
def test_wrong_words_are_one_line_and_exit_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("razz")
    assert "error:" in err


@pytest.mark.parametrize(
    ("raised", "code", "text"),
    [
        (razz.ParseError("two\nlines"), 2, "razz probe: error: two lines\n"),
        (ValueError("seat 9"), 2, "razz probe: error: seat 9\n"),
        (TypeError("float"), 2, "razz probe: error: float\n"),
        (FileNotFoundError(2, "No such file", "a.phh"), 2, "razz probe: error: [Errno 2] No such file: 'a.phh'\n"),
        (ModuleNotFoundError("needs razz[plot]"), 1, "razz probe: error: needs razz[plot]\n"),
        (KeyboardInterrupt(), 130, ""),
        (razz.Interrupted(), 130, ""),
    ],
)
def test_faults(
    fault: list[BaseException], raised: BaseException, code: int, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fault.append(raised)
    assert cli.main(["probe"]) == code
    assert capsys.readouterr() == ("", text)


def test_a_bug_is_not_hidden(fault: list[BaseException]) -> None:
    fault.append(AssertionError("a bug"))
    with pytest.raises(AssertionError):
        cli.main(["probe"])


@pytest.mark.usefixtures("fault")
def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["probe", "--help"]) == 0
    out = capsys.readouterr().out
    assert "razz probe --seed 7" in out
    assert "--json" in out
    assert cli.main(["--help"]) == 0
    assert "raise a fault" in capsys.readouterr().out


def test_python_m_razz() -> None:
    done = subprocess.run([sys.executable, "-m", "razz", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"razz {razz.__version__}\n"


def test_a_closed_pipe_is_quiet() -> None:
    code = "import sys; from razz import cli; sys.exit(cli.main(['--help']))"
    reader, writer = os.pipe()
    os.close(reader)
    env = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    done = subprocess.run([sys.executable, "-c", code], stdout=writer, stderr=subprocess.PIPE, text=True, env=env)
    assert (done.returncode, done.stderr) == (141, "")
