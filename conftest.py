"""Runs the examples of README.md and of the pages under docs/ as tests."""

from doctest import ELLIPSIS, NORMALIZE_WHITESPACE
from importlib.util import find_spec

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS | NORMALIZE_WHITESPACE), SkipParser()],
    patterns=["README.md", "docs/*.md"],
).pytest()

#: The examples of an adapter run where its library is installed (`make test-adapters`).
NEEDS = {"openspiel": "pyspiel", "pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "_spaces": "gymnasium"}
collect_ignore = [f"python/razz/adapters/{name}.py" for name, library in NEEDS.items() if find_spec(library) is None]
