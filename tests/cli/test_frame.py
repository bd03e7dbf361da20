"""The frame of the command line: exit codes, one line for an error, pipes (with a made-up command)."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import razz
from razz import cli
from razz.cli.common import add_command

DATA = Path(__file__).parents[1] / "data"


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
        ["--json", "probe"],
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
        (FileNotFoundError(2, "No such file", "a.phh"), 2, "razz probe: error: a.phh: No such file\n"),
        (OSError(28, "No space left"), 2, "razz probe: error: No space left\n"),
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


@pytest.mark.parametrize(
    ("words", "name"),
    [("simulate --hands 9", "simulate"), ("compare tight loose --hands 9", "compare"), ("equity A23 456", "equity")],
)
def test_an_interruption_without_a_result(
    words: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C before there is anything to show: no table, and no error of ours in its place."""

    def stop(*_: object, **__: object) -> None:
        raise razz.Interrupted

    assert razz.Interrupted().partial is None
    monkeypatch.setattr(razz, name, stop)
    assert cli.main(words.split()) == 130
    assert capsys.readouterr() == ("", "")


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


def in_a_shell(line: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    env = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHONUTF8"))}
    words = line.replace("razz", f"{sys.executable} -m razz", 1)
    return subprocess.run(["bash", "-c", words], env={**env, **variables}, capture_output=True)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")
@pytest.mark.parametrize("coding", ["ascii", "latin-1", "cp1252"])
def test_what_the_output_cannot_encode_is_put_in_ascii(coding: str) -> None:
    done = in_a_shell("razz equity A23 456", LC_ALL="C", PYTHONIOENCODING=coding)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode("ascii").splitlines()
    assert [line.count("#") for line in lines] == [0, 0, 21, 19, 0]
    done = in_a_shell("razz simulate --help", LC_ALL="C", PYTHONIOENCODING=coding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"NAME,\x85" in done.stdout if coding == "cp1252" else b"NAME,..." in done.stdout


def test_names_survive_in_json_and_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = razz.Record(razz.Rules(), [9, 9]).annotated(players=["Zoë\x1b[2J", "李"], fields={})
    record.deal("2c 3c 4c 5c 6c Kc")
    record.play("bring-in")
    record.play("fold")
    file = tmp_path / "a.phhs"
    razz.history.dump([record], file)
    done = subprocess.run(
        [sys.executable, "-m", "razz", "replay", str(file), "--json"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["record"]["meta"]["players"] == ["Zoë\x1b[2J", "李"]
    for command in ("replay", "stats"):
        assert cli.main([command, str(file)]) == 0
        out = capsys.readouterr().out
        assert "Zoë�[2J" in out
        assert "\x1b" not in out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")
@pytest.mark.parametrize(("line", "code"), [("razz eval As2h3d4c5s >&-", 0), ("razz eval As 2>&-", 2)])
def test_closed_streams_are_quiet(line: str, code: int) -> None:
    done = in_a_shell(line)
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("razz eval As2h3d4c5s >/dev/full", b"razz eval: error: No space left on device\n"),
        ("razz --help >/dev/full", b"razz: error: No space left on device\n"),
        (
            f"razz convert {DATA / 'winamax.txt'} -o - --to phhs >/dev/full",
            b"razz convert: error: No space left on device\n",
        ),
        ("razz eval As 2>/dev/full", b""),
    ],
)
def test_a_full_disk_is_one_line(line: str, told: bytes) -> None:
    """Also where the output is held until the end, which Python then tries to write again."""
    done = in_a_shell(f"unset PYTHONUNBUFFERED; {line}")
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", told)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")
def test_a_closed_input_is_an_empty_one() -> None:
    for line in ("razz stats -", "razz replay -", "razz convert - -o - --to phhs"):
        done = in_a_shell(f"{line} <&-")
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr == f"{line[: line.index(' -')]}: error: -: no hand of Razz\n".encode()
    done = in_a_shell("razz play --json --seed 7 <&-")
    assert (done.returncode, json.loads(done.stdout)["hands"]) == (0, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="needs names of files that may be any bytes")
def test_words_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bytes beyond the encoding are the names of files, and no cards."""
    assert cli.main(["eval", os.fsdecode(b"\xff")]) == 2
    assert capsys.readouterr().err == "razz eval: error: CARDS: expected text, found a lone surrogate (position 0)\n"
    file = os.fsdecode(os.fsencode(tmp_path) + b"/\xe9.html")
    assert cli.main(["odds", "As2h3d", "--html", file]) == 0
    assert Path(file).read_text("utf-8").endswith("</html>\n")


def test_a_closed_pipe_is_quiet() -> None:
    code = "import sys; from razz import cli; sys.exit(cli.main(['--help']))"
    reader, writer = os.pipe()
    os.close(reader)
    env = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    done = subprocess.run([sys.executable, "-c", code], stdout=writer, stderr=subprocess.PIPE, text=True, env=env)
    assert (done.returncode, done.stderr) == (141, "")
