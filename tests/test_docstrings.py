"""The examples in the docstrings of the compiled module, which pytest's own collection does not see."""

from __future__ import annotations

import doctest
from collections.abc import Iterator

import pytest
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
