"""Every betting line of a few hands, counted by both engines."""

import importlib
from typing import Any

import pytest

from tests.game.lines import CASES, Walker, cases, count, twin_walker


def name(case: dict[str, Any]) -> str:
    return f"{case['preset']}-{'-'.join(map(str, case['stacks']))}"


def test_the_file_holds_the_cases_of_the_helper() -> None:
    found = [(case["preset"], case["stakes"], case["stacks"], case["depth"]) for case in cases()]
    assert found == CASES


@pytest.mark.parametrize("engine", ["twin", "razz"])
@pytest.mark.parametrize("case", cases(), ids=name)
def test_all_betting_lines(engine: str, case: dict[str, Any]) -> None:
    root: Walker = twin_walker(case) if engine == "twin" else razz_walker(case)
    assert count(root, case["depth"]) == case["counts"]
    assert sum(case["counts"]["over"]) > 1


def razz_walker(case: dict[str, Any]) -> Walker:
    razz: Any = importlib.import_module("razz")
    if not hasattr(razz, "State"):
        pytest.skip("razz has no State yet")
    found: Walker = importlib.import_module("tests.game.razz_engine").walker(case)
    return found
