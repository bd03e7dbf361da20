"""razz compare."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import razz
from razz.cli import main
from razz.policies import SITUATION_SHAPE


def test_text_json_and_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["compare", "tight", "board(9,1)", "--hands", "300", "--seats", "4", "--seed", "7"]
    expected = razz.compare("tight", "board(9,1)", hands=300, seats=4, rng=7)
    assert main([*words, "--html", str(tmp_path / "page.html")]) == 0
    assert capsys.readouterr().out == f"{expected}\n"
    assert expected._repr_html_() in (tmp_path / "page.html").read_text("utf-8")
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == expected.to_dict()


def test_others_stakes_and_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "flat.npy"
    np.save(path, np.full((*SITUATION_SHAPE, 4), 0.25))
    words = f"compare table:{path} random --others tight,loose --stakes 2/3/10/20 --rules TDA --hands 100 --stack 500"
    assert main([*words.split(), "--seed", "7", "--json"]) == 0
    rules = razz.Rules.preset("TDA", ante=2, bring_in=3, small_bet=10, big_bet=20)
    table = razz.policies.table(path)
    expected = razz.compare(table, "random", hands=100, others="tight,loose", rules=rules, stacks=500, rng=7)
    assert json.loads(capsys.readouterr().out) == expected.to_dict()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("tight", "the following arguments are required: B"),
        ("tight clever", 'B: "clever"'),
        ("tight loose --seats 1", "found 1"),
        ("tight loose --others random,random --seats 2", "--others: expected 1 to 1, found 2"),
        ("tight loose --hands -1", "--hands"),
        ("tight table:none.npy", "none.npy"),
    ],
)
def test_bad_input_is_one_line(words: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert text in err
    assert err.count("\n") == 1
