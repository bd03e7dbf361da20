"""What every command owes: help whose examples parse, one voice, completion, pages that stand alone."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
import razz
from razz import cli
from razz.cli import COMMANDS, build_parser
from razz.cli.common import PRESETS


def subparser(name: str) -> argparse.ArgumentParser:
    actions = build_parser([name])._actions
    [choices] = [action.choices for action in actions if isinstance(action, argparse._SubParsersAction)]
    parser: argparse.ArgumentParser = choices[name]
    return parser


def examples(name: str) -> list[str]:
    _, _, text = (subparser(name).epilog or "").partition("examples:\n")
    return [line.strip() for line in text.splitlines()]


def test_there_are_commands() -> None:
    assert {"play", "simulate", "replay", "verify"} <= set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_examples_that_parse(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert examples(name), "no examples"
    for line in examples(name):
        assert line in shown
        words = shlex.split(line.partition(" | ")[0])
        assert words[:2] == ["razz", name]
        build_parser([name]).parse_args(words[1:])


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained(name: str) -> None:
    parser = subparser(name)
    options = {option for action in parser._actions for option in action.option_strings}
    assert {"--json", "--no-color", "--help"} <= options
    assert [action.dest for action in parser._actions if not action.help] == []


def test_the_presets_of_the_helps_are_those_of_the_core() -> None:
    with pytest.raises(ValueError, match="expected one of") as fault:
        razz.Rules.preset("NONE")
    assert str(fault.value).endswith(f"expected one of {', '.join(PRESETS)}")


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unknown_option_is_one_line_and_exit_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([name, "--nonsense"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith(f"razz {name}: error: ")


def completed(line: str, folder: Path) -> list[str]:
    """What the shell is offered at the end of a line."""
    answer = folder / "answer"
    env = {
        **os.environ,
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_SHELL": "bash",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    code = "import sys; from razz.cli import main; sys.argv[0] = 'razz'; sys.exit(main())"
    subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True)
    return answer.read_text().split("\n")


def test_the_shell_completes(tmp_path: Path) -> None:
    pytest.importorskip("argcomplete")
    assert [word.strip() for word in completed("razz ver", tmp_path)] == ["verify"]
    assert {word.strip() for word in completed("razz ", tmp_path)} >= set(COMMANDS)
    assert {"--seats", "--seed"} <= {word.strip() for word in completed("razz play --se", tmp_path)}


class Page(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_page_stands_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "report.html"
    words = ["simulate", "--hands", "500", "--seed", "7", "--policy", "random,check_call", "--html", str(file)]
    assert cli.main(words) == 0
    assert "hands" in capsys.readouterr().out
    text = file.read_text("utf-8")
    page = Page(text)
    assert page.tags.count("table") == 3
    assert page.tags.count("svg") == 1
    assert "script" not in page.tags
    assert page.links == []
    assert re.findall(r"url\(|@import|https?://", text) == ["http://"], "only the name of SVG's namespace"
    assert shlex.join(["razz", *words]) in page.text


def test_what_the_page_is_told_is_text() -> None:
    from razz.render.report import intervals_svg, report

    text = report("<b>a & b</b>", [("<i>", intervals_svg([("<u>", 0, 0, 0)], unit="<s>"))], command="razz '<script>'")
    page = Page(text)
    assert not {"b", "i", "u", "s", "script"} & set(page.tags)
    for shown in ("<b>a & b</b>", "<i>", "<u>", "0 <s>", "razz '<script>'"):
        assert shown in page.text


def test_intervals_lie_where_they_should() -> None:
    from razz.render.report import intervals_svg

    svg = intervals_svg([("a", 1.0, 0.5, 1.5), ("b", -1.0, -1.5, -0.5)], unit="chips")
    first, second = (float(x) for x in re.findall(r'<circle cx="([\d.]+)"', svg))
    starts = [tuple(map(float, pair)) for pair in re.findall(r'd="M([\d.]+) [\d.]+H([\d.]+)"', svg)]
    zero = re.search(r'd="M([\d.]+) 6V', svg)
    assert zero is not None
    assert starts[1][0] < second < starts[1][1] < float(zero[1]) < starts[0][0] < first < starts[0][1]
    assert round(first - float(zero[1]), 1) == round(float(zero[1]) - second, 1)


def test_the_chart_as_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chart.html"
    assert cli.main(["chart", "--top", "1", "--door", "K", "--html", str(file)]) == 0
    capsys.readouterr()
    text = file.read_text("utf-8")
    page = Page(text)
    assert page.tags.count("table") == 13
    assert page.tags.count("td") == 13 * 13 * 13
    assert len(re.findall(r'<td style="background:rgb', text)) == 13 * 91
    assert "an unknown hand behind K" in page.text
    exact = razz.equity(["A23", "K"]).equity[0]
    assert f"{100 * exact:.1f}" in page.text
