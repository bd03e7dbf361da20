"""Section 2 of the rules: what beats what."""

import itertools

import pytest

from tests.game.engines import Engine
from tests.reference import cards as c

WEAKEST_TO_STRONGEST = [
    "55532",
    "KK432",
    "22765",
    "AAT98",
    "KQJT9",
    "KQJT7",
    "98765",
    "97653",
    "9765A",
    "65432",
    "6432A",
    "5432A",
]


def suited(ranks: str) -> list[int]:
    """Cards of these ranks, the first of a rank in clubs, the next in diamonds."""
    return [4 * rank + c.ranks(ranks)[:i].count(rank) for i, rank in enumerate(c.ranks(ranks))]


def test_section_2_r5_twelve_hands_from_weakest_to_strongest(engine: Engine) -> None:
    strengths = [engine.strength(suited(hand)) for hand in WEAKEST_TO_STRONGEST]
    assert len(strengths) == 12
    assert strengths == sorted(set(strengths))


def test_section_2_r1_r4_the_wheel_is_best_and_straights_and_flushes_do_not_count(engine: Engine) -> None:
    assert engine.strength(c.known("As 2s 3s 4s 5s")) == engine.strength(c.known("Ac 2d 3h 4s 5c")) == 6175
    assert engine.strength(c.known("As 2s 3s 4s 5s 6s 7s")) == 6175
    # a six-high straight flush is a plain six-low
    assert engine.strength(c.known("2s 3s 4s 5s 6s")) == engine.strength(c.known("2c 3d 4h 5s 6c"))
    # aces low: K-A counts as an ace, not as a high card
    assert engine.strength(suited("A2348")) > engine.strength(suited("2348K"))


def test_section_2_r6_compared_from_the_highest_card_down(engine: Engine) -> None:
    for better, worse in [("7654A", "8432A"), ("8543A", "8632A"), ("8654A", "86542"), ("AA654", "AA732")]:
        assert engine.strength(suited(better)) > engine.strength(suited(worse))


def test_section_2_pairs_by_multiplicity_then_rank(engine: Engine) -> None:
    assert engine.strength(suited("AAT98")) > engine.strength(suited("22765"))
    assert engine.strength(suited("AA654")) > engine.strength(suited("AA732"))


@pytest.mark.parametrize(
    ("held", "best"),
    [
        ("KQJTT9", "KQJT9"),
        ("KKKKQQQ", "QQQKK"),
        ("2233445", "22543"),
        ("AA22334", "AA432"),
        ("KKQQJJT", "JJKQT"),
        ("AAA2223", "22AA3"),
        ("AAAA223", "22AA3"),
        ("AAAA222", "AAA22"),
        ("JJTT99Q", "99QJT"),
    ],
)
def test_section_2_r2_h1_h2_the_best_five_of_the_cards_held(engine: Engine, held: str, best: str) -> None:
    cards = suited(held)
    assert [card // 4 for card in engine.best_five(cards)] == c.ranks(best)
    assert engine.strength(cards) == engine.strength(suited(best))
    assert engine.strength(cards) == max(engine.strength(five) for five in itertools.combinations(cards, 5))


def test_section_2_two_pair_by_its_higher_pair(engine: Engine) -> None:
    assert engine.strength(suited("KKKQQQJ")) == engine.strength(suited("KKQQJ"))
    assert engine.strength(suited("JJJTT99")) == engine.strength(suited("TT99J"))
    assert engine.strength(suited("KKKQQQJ")) < engine.strength(suited("JJJTT99"))


@pytest.mark.parametrize(("held", "worst"), [(5, "KKKKQ"), (6, "KKKQQ"), (7, "QQQKK")])
def test_section_2_worst_reachable(engine: Engine, held: int, worst: str) -> None:
    whole = {5: "KKKKQ", 6: "KKKKQQ", 7: "KKKKQQQ"}[held]
    assert engine.strength(suited(whole)) == engine.strength(suited(worst))


def test_section_2_of_copies_the_highest_suits_play(engine: Engine) -> None:
    assert engine.best_five(c.known("Ac As 2d 2h 3c 3d 4s")) == tuple(c.known("As Ac 4s 3d 2h"))
