"""Every betting line of a few hands, counted by both engines."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.game.lines import CASES, Walker, cases, count, twin_walker
from tests.game.razz_engine import razz_walker


def name(case: dict[str, Any]) -> str:
    return f"{case['preset']}-{'-'.join(map(str, case['stacks']))}"


def test_the_file_holds_the_cases_of_the_helper() -> None:
    found = [(case["preset"], case["stakes"], case["stacks"], case["depth"]) for case in cases()]
    assert found == CASES


@pytest.mark.parametrize("walker", [twin_walker, razz_walker], ids=["twin", "razz"])
@pytest.mark.parametrize("case", cases(), ids=name)
def test_all_betting_lines(walker: Callable[[dict[str, Any]], Walker], case: dict[str, Any]) -> None:
    assert count(walker(case), case["depth"]) == case["counts"]
    assert sum(case["counts"]["over"]) > 1
