"""Exact results against figures counted by others, integer by integer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import razz

# Rows of each kind in the file: a row that is not consumed is a test that was not made.
ROWS = {"heads_up": 45, "three_handed": 8, "sampled": 2}


@pytest.fixture(scope="module")
def golden(shared_data: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((shared_data / "golden" / "equity.json").read_text(encoding="utf-8"))
    return data


def test_the_file_is_the_one_known(golden: dict[str, Any]) -> None:
    assert {kind: len(golden[kind]) for kind in ROWS} == ROWS


def test_heads_up(golden: dict[str, Any]) -> None:
    consumed = 0
    for row in golden["heads_up"]:
        result = razz.equity(row["players"], dead=row["dead"], method="exact")
        assert result.exact
        assert [result.counts.get(key, 0) for key in ((0,), (1,), (0, 1))] == [row["win"], row["lose"], row["tie"]], row
        assert result.deals == row["deals"]
        assert result.equity[0] == pytest.approx(row["equity"], abs=1e-9)
        consumed += 1
    assert consumed == ROWS["heads_up"]


def test_three_handed(golden: dict[str, Any]) -> None:
    consumed = 0
    for row in golden["three_handed"]:
        result = razz.equity(row["players"], dead=row["dead"], method="exact")
        assert result.exact
        assert result.deals == row["deals"]
        if "outright" in row:
            assert [result.counts.get((i,), 0) for i in range(3)] == row["outright"]
        else:
            counts = {"".join("ABC"[i] for i in winners): n for winners, n in result.counts.items()}
            assert counts == {key: n for key, n in row["by_winner_set"].items() if n}, row
            assert result.equity == pytest.approx(row["equity"], abs=1e-9)
        consumed += 1
    assert consumed == ROWS["three_handed"]


def test_sampled(golden: dict[str, Any]) -> None:
    consumed = 0
    for row in golden["sampled"]:
        result = razz.equity(row["players"], method="sample", samples=2_000_000, rng=2024)
        for ours, error, theirs, their_error in zip(
            result.equity, result.std_error, row["equity"], row["standard_error"], strict=True
        ):
            assert abs(ours - theirs) < 4.5 * (error**2 + their_error**2) ** 0.5, row["players"]
        assert ("community card" in result.ending) == (len(row["players"]) == 8)
        consumed += 1
    assert consumed == ROWS["sampled"]


@pytest.mark.parametrize(
    ("players", "published"),
    [(["A23", "678"], 59.56), (["A2K", "678"], 32.64), (["A2K", "8"], 45.0)],
)
def test_published_figures(players: list[str], published: float) -> None:
    """Card-room magazine figures, simulated: given to the last digit printed."""
    decimals = 1 if published == 45.0 else 2
    assert round(100 * float(razz.equity(players).equity[0]), decimals) == published
