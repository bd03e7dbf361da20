"""Everything public is documented with an example; those of the compiled module, unseen by pytest, run here."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
import razz
from razz import _razz

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def documented() -> Iterator[tuple[str, str]]:
    """Name and docstring of everything the compiled module makes: functions, classes and their members."""
    for name, value in vars(_razz).items():
        if name.startswith("_"):
            continue
        yield name, value.__doc__ or ""
        if isinstance(value, type):
            for member in vars(value):
                entry = getattr(value, member)
                if not member.startswith("_") and not isinstance(entry, value):
                    yield f"{name}.{member}", entry.__doc__ or ""


EXAMPLES = {name: doc for name, doc in documented() if ">>>" in doc}


def test_there_are_examples() -> None:
    assert {"Card", "LowHand", "LowHand.ranks", "LowHand.from_strength", "evaluate"} <= EXAMPLES.keys()


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    test = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, None, None)
    report: list[str] = []
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append).failed == 0, "".join(report)


def test_examples_fit_the_column_of_the_reference() -> None:
    texts = {**EXAMPLES, **{str(path): path.read_text("utf-8") for path in Path(razz.__file__).parent.rglob("*.py")}}
    lines = [(name, line.strip()) for name, text in texts.items() for line in text.splitlines()]
    examples = [(name, line) for name, line in lines if line.startswith((">>> ", "... "))]
    assert len(examples) > 500
    assert [(name, line) for name, line in examples if len(line) > 92] == []


@pytest.mark.parametrize("name", [name for name in razz.__all__ if not name.startswith("__")])
def test_public_names_are_documented(name: str) -> None:
    thing = getattr(razz, name)
    text = inspect.getdoc(thing)
    assert text, f"razz.{name} has no docstring"
    if isinstance(thing, type) and issubclass(thing, BaseException):
        return
    assert ">>>" in text or not callable(thing), f"the docstring of razz.{name} has no example"
    for member in vars(thing) if isinstance(thing, type) else ():
        assert member.startswith("_") or inspect.getdoc(getattr(thing, member)), f"razz.{name}.{member}: no docstring"
