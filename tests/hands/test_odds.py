"""hand_odds, strength_distribution, razz odds and razz eval: published figures and brute force."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
import razz
from hypothesis import given, settings
from hypothesis import strategies as st
from razz import cli

from tests.reference import evaluator as twin


@pytest.mark.parametrize(
    ("cards", "deals", "ways"),
    [
        ("As2h3d", 211_876, [15_156, 25_000, 30_300, 31_824]),
        ("As2hKd", 211_876, [2_656, 7_200, 12_864, 18_880]),
        ("AsQhKd", 211_876, [256, 1_024, 2_560, 5_120]),
        ("As2h3d4c", 17_296, [4_052, 3_364, 2_740, 2_180]),
    ],
)
def test_published_ways(cards: str, deals: int, ways: list[int]) -> None:
    odds = razz.hand_odds(cards)
    assert odds.deals == deals
    assert [odds.by_top_card[razz.Rank(top)] for top in "5678"] == ways
    assert odds.or_better("8") == sum(ways)


@pytest.mark.parametrize(
    ("cards", "dead", "shares"),
    [
        ("As2h3d", "", [7.15, 11.80, 14.30, 15.02, 48.27]),
        ("As2hKd", "", [1.25, 3.40, 6.07, 8.91, 19.63]),
        ("AsQhKd", "", [0.12, 0.48, 1.21, 2.42, 4.23]),
        ("As2h3d4c", "", [23.43, 19.45, 15.84, 12.60, 71.32]),
        ("6s7h8d", "", [0, 0.60, 10.12, 37.55, 48.27]),
        ("As2h3d", "AhAc2s2c3s3c", [None, None, None, None, 57.60]),
        ("As2h3d", "4s5s6s", [None, None, None, None, 41.96]),
        ("As2h3d", "4s4h5s5h6s6h", [None, None, None, None, 34.18]),
        # 16 outs with one card to come of 46, and with two of 47.
        ("As2h3d4cKhQs", "", [None, None, None, None, 34.78]),
        ("As2h3d4cKh", "", [None, None, None, None, 56.98]),
    ],
)
def test_published_percentages(cards: str, dead: str, shares: list[float | None]) -> None:
    odds = razz.hand_odds(cards, dead=dead)
    ways = [*(odds.by_top_card[razz.Rank(top)] for top in "5678"), odds.or_better("8")]
    for share, way in zip(shares, ways, strict=True):
        assert share is None or round(100 * way / odds.deals, 2) == share


def test_how_often_low_starts_are_dealt() -> None:
    starts = [{card.rank.index for card in start} for start in combinations(map(razz.Card.from_index, range(52)), 3)]
    for below, share in ((8, 16.22), (7, 10.14), (5, 2.90)):
        good = sum(len(ranks) == 3 and max(ranks) < below for ranks in starts)
        assert round(100 * good / len(starts), 2) == share


def test_published_comparisons() -> None:
    assert razz.evaluate("5c5d6c6d7c7d7h") > razz.evaluate("4d4c8d8c9d9c9h")
    assert razz.evaluate("As2s3s4s5sTcTd") > razz.evaluate("4c4d8c8d9c9d9h")


@settings(max_examples=25)
@given(st.lists(st.integers(0, 51), min_size=5, max_size=16, unique=True), st.integers(5, 7), st.data())
def test_brute_force_gives_the_same(cards: list[int], to: int, data: st.DataObject) -> None:
    held = data.draw(st.integers(to - 2, min(to, len(cards))))
    hand, dead = cards[:held], cards[held:]
    odds = razz.hand_odds(hand, dead=dead, to=to)
    rest = [card for card in range(52) if card not in cards]
    counted = Counter(twin.strength((*hand, *more)) for more in combinations(rest, to - held))
    assert {int(n): int(odds.ways[n]) for n in np.flatnonzero(odds.ways)} == counted
    assert odds.deals == comb(len(rest), to - held) == sum(odds.by_category.values())
    for category, ways in odds.by_category.items():
        assert ways == sum(n for s, n in counted.items() if razz.LowHand.from_strength(s).category is category)
    if held == to:
        assert odds.next_card is None
        assert odds.next_ranks is None
    else:
        assert odds.next_card is not None
        assert sum(odds.next_card.values()) == len(rest)
    if held in (5, 6) and held < to:
        now = twin.strength(hand)
        improving = [card for card in rest if twin.strength([*hand, card]) > now]
        assert odds.next_card is not None
        assert odds.next_card["improves"] == len(improving)
        assert odds.next_ranks is not None
        assert {rank.index for rank in odds.next_ranks["improves"]} == {card // 4 for card in improving}


def test_all_hands_both_ways() -> None:
    by_ranks = razz.strength_distribution()
    assert np.array_equal(by_ranks, razz.strength_distribution(by="cards", threads=2))
    assert np.array_equal(by_ranks, razz.hand_odds("").ways)
    assert int(by_ranks.sum()) == comb(52, 7)
    assert np.count_nonzero(by_ranks) == 5083
    assert int(np.flatnonzero(by_ranks)[0]) == razz.evaluate("QsQhQdKsKh").strength
    with pytest.raises(ValueError, match='by: expected "ranks" or "cards", found \'suits\''):
        razz.strength_distribution(by="suits")


def test_odds_are_a_value() -> None:
    odds = razz.hand_odds("As2h3d", dead="KsKh")
    again = razz.hand_odds("3d2hAs", dead=[48 + 3, 48 + 2])
    for same in (again, pickle.loads(pickle.dumps(odds)), copy.deepcopy(odds)):
        assert same == odds
        assert hash(same) == hash(odds)
        assert np.array_equal(same.ways, odds.ways)
    assert odds != razz.hand_odds("As2h3d")
    assert odds != 3
    assert json.loads(json.dumps(odds.to_dict()))["next_card"] == odds.next_card


@pytest.mark.parametrize(
    ("cards", "dead", "to", "text"),
    [
        ("As2s", "", 4, "to: expected 5, 6 or 7 cards, found 4"),
        ("As2s3s4s5s6s", "", 5, "cards: expected at most 5 cards, found 6"),
        ("As2s", "KsAs", 7, r"dead\[1\]: As is named a second time"),
        ([0, 0], "", 7, r"cards\[1\]: Ac is named a second time"),
        ([0], range(1, 49), 7, "dead: 6 cards are missing, but only 3 are left"),
        ("As2x", "", 7, "'x' is no suit"),
        ("As", [99], 7, "dead: 99 at position 0 is no card"),
    ],
)
def test_bad_input(cards: str | list[int], dead: str | list[int], to: int, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        razz.hand_odds(cards, dead=dead, to=to)


def test_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["odds", "As2h3d", "--dead", "AhAc2s2c3s3c"]) == 0
    out = capsys.readouterr().out
    assert "57.60%" in out
    assert re.search(r"improves +24 +55.81% +4 5 6 7 8 9", out)
    assert cli.main(["odds", "As2h3d4c", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["top_card"]["5"] == 4052
    assert cli.main(["eval", "KcKdQsJhTs", "As2h3d4c5s9dKd"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "wheel" in lines[2]
    assert "pair of kings" in lines[3]
    assert cli.main(["eval", "As2h3d4c5s9dKd", "As"]) == 2
    assert capsys.readouterr().err == "razz eval: error: hand 2: expected 5 to 7 cards, found 1\n"
    assert cli.main(["eval", "2c 2d 3h 3s 4c 4d 5h", "--json"]) == 0
    (low,) = json.loads(capsys.readouterr().out)
    assert (low["low"], low["strength"]) == ("2-2-5-4-3", razz.evaluate("2c2d3h3s4c4d5h").strength)
    for words in (["eval", "As2h"], ["odds", "AsAs"], ["odds", "As", "--dead", "As"]):
        assert cli.main(words) == 2
        assert capsys.readouterr().err.count("\n") == 1
