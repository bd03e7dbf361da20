"""What results say of themselves: one of a thing is not "1 things", and a prompt is not flooded."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import razz
from razz import cli


def record(steps: int) -> razz.Record:
    made = razz.Record(razz.Rules(), [9, 9])
    made.deal("2c 3c 4c 5c 6c Kc"[: 3 * steps])
    return made


def log(hands: int) -> razz.HandLog:
    made = razz.HandLog()
    razz.simulate(hands, seats=2, rng=1, log=made)
    return made


#: What is said of a number of things.
SAID: dict[str, Callable[[int], object]] = {
    "hand of Summary": lambda n: repr(razz.simulate(n, seats=2, rng=1)),
    "deal of Comparison": lambda n: repr(razz.compare("tight", "loose", hands=n, rng=1)),
    "hand of HandLog": lambda n: repr(log(n)),
    "step of Record": lambda n: repr(record(n)),
    "deal of Equity": lambda n: razz.equity(["A234567" if n == 1 else "A23456", "89TJQKK"]),
    "way of HandOdds": lambda n: razz.hand_odds("As2h3d4c5s6d7h" if n == 1 else "As2h3d4c5s6d"),
}


@pytest.mark.parametrize("what", SAID)
def test_one_and_many(what: str) -> None:
    noun = what.split()[0]
    assert re.search(rf"\b1 {noun}\b", str(SAID[what](1)))
    assert re.search(rf"[2-9] {noun}s\b", str(SAID[what](2)))


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        (lambda: razz.hand_odds("As2h3d"), "<HandOdds of As2h3d; 211,876 ways to get to 7 cards>"),
        (lambda: razz.hand_odds("As2h", dead="Kc"), "<HandOdds of As2h, Kc dead; 1,906,884 ways to get to 7 cards>"),
        (lambda: razz.equity_by_next_card(["A238", "4569"], 1), "<NextCards of players[1]: 13 ranks, 37.18% before>"),
        (
            lambda: razz.equity_distribution(["A29", "{[A-7][A-7]/d}7"]),
            "<EquityDistribution over 15 holdings, 41.68% on average>",
        ),
        (razz.starting_hands, "<StartingHands: 455 starts>"),
        (lambda: razz.history.loads(""), "<History: hands, to be read>"),
    ],
)
def test_results_are_short_at_the_prompt(result: Callable[[], object], shown: str) -> None:
    assert repr(result()) == shown


def test_what_was_read_says_so() -> None:
    hands = razz.history.loads(razz.history.dumps(record(0)))
    assert len(list(hands)) == 1
    assert repr(hands) == "<History: hands of phh, read>"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("range AsKs", "1 holding of 2 cards"),
        ("range A --dead AcAdAh", "1 holding of 1 card"),
        ("simulate --hands 1 --seats 2 --html a.html", "<h1>1 hand of Razz</h1>"),
        ("compare tight loose --hands 1 --html a.html", "<h1>tight and loose on 1 deal</h1>"),
    ],
)
def test_the_command_line(
    words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(words.split()) == 0
    page = Path("a.html").read_text("utf-8") if "--html" in words else ""
    assert said in page + capsys.readouterr().out
