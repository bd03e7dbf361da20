"""Section 12 of the rules: every statement has a test that names it."""

import re
from pathlib import Path

STATEMENTS = {f"r{i}" for i in range(1, 19)} | {f"h{i}" for i in range(1, 11)} | {"h5b"}


def test_every_statement_is_named_by_a_test() -> None:
    names = [
        found
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        for found in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ]
    assert len(names) > 50, "the scanner found hardly a test"
    named = {part for test in names for part in test.split("_") if re.fullmatch(r"[rh]\d+b?", part)}
    assert len(STATEMENTS) == 29
    assert sorted(STATEMENTS - named) == []
    assert sorted(named - STATEMENTS) == []
