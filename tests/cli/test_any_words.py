"""The command line with words of any kind: it runs, or one line says what is wrong."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings
from razz import cli

#: What is not called with any words, and why.
EXCEPTIONS = {"verify": "takes no arguments but options, and seconds each time"}

#: Options that start processes or clusters (tests/simulate/test_engines.py), and one that prints beside a message.
NOT_HERE = {"--executor", "--workers", "--progress"}

EXAMPLES = settings().max_examples // 4

COMMANDS = [name for name in cli.COMMANDS if name not in EXCEPTIONS]


def options(command: str) -> list[str]:
    """The options of a command."""
    [subparsers] = cli.build_parser([command])._subparsers._group_actions  # type: ignore[union-attr]
    parser = subparsers.choices[command]  # type: ignore[index]
    return sorted({word for action in parser._actions for word in action.option_strings} - NOT_HERE)


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What names a file names one here."""
    with contextlib.chdir(tmp_path_factory.mktemp("files")):
        yield


text = st.text(max_size=8) | st.text("As2h3d?[]{}@!,- 1KQ", max_size=12)
text = text.filter(lambda word: "/" not in word)  # a file's name is one of the test's own folder
words = st.sampled_from(
    [
        *("As2h3d", "A23", "456", "{[A-8][A-8]/d}5", "As2h3d4c5s", "??", "random", "tight,loose", "tight", "x.phhs"),
        *("0", "1", "2", "3", "20", "-1", "0.5", "1e2", "nan", "", "-", "--", "DEFAULT", "TDA", "1/2/4/8", "2/3/10/20"),
        *("0x7", "phh", "jsonl", "collect", "sample", "exact", "K", "out.html", "pokerstars"),
    ]
)


@pytest.mark.parametrize("command", COMMANDS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=EXAMPLES)
@given(data=st.data())
def test_any_words_are_answered_or_refused(command: str, data: st.DataObject) -> None:
    given = data.draw(st.lists(words | st.sampled_from(options(command)) | text, max_size=6))
    limits = ["--hands", "20"] if command in ("simulate", "compare", "play") else []
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(b"c\n?\nq\n"), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr(sys, "stdin", stdin)
        code = cli.main([command, *limits, *given])
    assert code in (0, 1, 2)
    if code == 2:
        told = err.getvalue().splitlines()
        assert len(told) == 1, told
        assert told[0].startswith(f"razz {command}: error: ")
