"""The plain twin against the facts of the rules: its own tests, without razz."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.reference import cards as c
from tests.reference import equity
from tests.reference.dealing import BURN, LAST_CARD, MIX_COMMUNITY, SCRAMBLE, procedure, source
from tests.reference.engine import InvalidDealError, State
from tests.reference.evaluator import best_cards, best_ranks, category, strength, strength_of_ranks
from tests.reference.options import CHOICES, PRESETS, Rake, Rules


def rank_multisets(size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every multiset of ranks with the number of hands that have it."""
    for ranks in combinations_with_replacement(range(13), size):
        copies = Counter(ranks)
        if max(copies.values()) <= 4:
            ways = 1
            for number in copies.values():
                ways *= comb(4, number)
            yield ranks, ways


@pytest.mark.parametrize(
    ("size", "reachable", "worst", "total"),
    [(5, 6175, "KKKKQ", 2_598_960), (6, 6019, "KKKQQ", 20_358_520), (7, 5083, "QQQKK", 133_784_560)],
)
def test_section_2_reachable_strengths(size: int, reachable: int, worst: str, total: int) -> None:
    found: Counter[int] = Counter()
    for ranks, ways in rank_multisets(size):
        found[strength_of_ranks(ranks)] += ways
    assert len(found) == reachable
    assert min(found) == strength_of_ranks(c.ranks(worst))
    assert max(found) == 6175 == strength_of_ranks(c.ranks("5432A"))
    assert sum(found.values()) == total


def test_section_2_categories_of_five_cards() -> None:
    hands: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    for ranks, ways in rank_multisets(5):
        hands[category([4 * r for r in ranks])] += ways
        classes[category([4 * r for r in ranks])] += 1
    assert hands == {
        "NO_PAIR": 1_317_888,
        "PAIR": 1_098_240,
        "TWO_PAIR": 123_552,
        "TRIPS": 54_912,
        "FULL_HOUSE": 3_744,
        "QUADS": 624,
    }
    assert list(classes.values()).count(156) == 2
    assert (classes["NO_PAIR"], classes["PAIR"], classes["TWO_PAIR"], classes["TRIPS"]) == (1287, 2860, 858, 858)


def test_section_2_best_low_of_all_seven_card_hands() -> None:
    tops: Counter[int] = Counter()
    pairs: Counter[int] = Counter()
    categories: Counter[str] = Counter()
    for ranks, ways in rank_multisets(7):
        hand = [4 * r for r in ranks]
        kind, five = category(hand), best_ranks(hand)
        categories[kind] += ways
        if kind == "NO_PAIR":
            tops[five[0]] += ways
        elif kind == "PAIR":
            pairs[five[0]] += ways
    assert [tops[r] for r in range(4, 13)] == [
        781_824, 3_151_360, 7_426_560, 13_171_200, 19_174_400, 23_675_904, 24_837_120, 21_457_920, 13_939_200,
    ]  # fmt: skip
    assert [categories[k] for k in ("PAIR", "TWO_PAIR", "FULL_HOUSE")] == [5_948_800, 219_648, 624]
    assert categories["TRIPS"] == categories["QUADS"] == 0
    assert [pairs[r] for r in range(13)] == [
        1_091_200, 953_920, 825_280, 705_280, 593_920, 491_200, 397_120, 311_680, 234_880, 166_720, 107_200, 56_320,
        14_080,
    ]  # fmt: skip


def test_section_2_best_cards_are_the_highest_suits() -> None:
    hand = c.known("Ac As 2d 2h 3c 3d 4s")
    assert [c.name(card) for card in best_cards(hand)] == ["As", "Ac", "4s", "3d", "2h"]


def test_equity_by_cards_and_by_ranks_agree() -> None:
    spots = [
        (["As2h3d4c9cKd", "5s6h7d8cTcJd"], "QcQd"),
        (["As2h3d4c9c", "5s6h7d8cTcJd"], "AcAdAh2c2d3c3h"),
        (["As2h3d4c9cKd", "5s6h7d8cTcJd", "2s3s8h8dKc5d"], ""),
    ]
    for texts, dead_text in spots:
        hands, dead = [c.known(text) for text in texts], c.known(dead_text)
        by_cards = equity.by_cards(hands, dead)
        assert by_cards == equity.by_ranks(map(equity.ranks_of, hands), equity.ranks_of(dead))
        assert len(by_cards) >= 2


def test_equity_counts_every_runout() -> None:
    hands, dead = [c.ranks("A234"), c.ranks("5678")], c.ranks("K")
    counts = equity.by_ranks([*hands], [*dead, *c.ranks("KKQQQQJJJJTTTT999")])
    assert sum(counts.values()) == comb(52 - 26, 3) * comb(52 - 29, 3)


def test_equity_community_card_when_the_deck_runs_out() -> None:
    # eight players with six cards each: 4 cards left for 8, so one is shared
    deck = list(range(52))
    random.Random(5).shuffle(deck)
    hands = [deck[6 * i : 6 * i + 6] for i in range(8)]
    counts = equity.by_cards(hands)
    assert sum(counts.values()) == 4
    assert counts == equity.by_ranks(map(equity.ranks_of, hands))
    expected: Counter[tuple[int, ...]] = Counter()
    for shared in deck[48:]:
        strengths = [strength([*hand, shared]) for hand in hands]
        expected[tuple(i for i in range(8) if strengths[i] == max(strengths))] += 1
    assert counts == expected


def test_equity_community_card_because_of_unseen_dead_cards() -> None:
    hands = [c.known("As2h3d4c9cKd"), c.known("5s6h7d8cTcJd")]
    assert sum(equity.by_cards(hands, unseen=38).values()) == 40 * 39  # two cards left for two players
    assert sum(equity.by_cards(hands, unseen=39).values()) == 40  # one left: shared


def test_equity_agrees_with_golden_figures(shared_data: Path) -> None:
    golden = json.loads((shared_data / "golden" / "equity.json").read_text(encoding="utf-8"))
    checked = 0
    for spot in golden["heads_up"]:
        if spot["deals"] > 20_000_000:
            continue
        counts = equity.by_ranks(map(c.ranks, spot["players"]), c.ranks(spot["dead"]))
        assert [counts[(0,)], counts[(1,)], counts[(0, 1)]] == [spot["win"], spot["lose"], spot["tie"]], spot
        checked += 1
    assert checked >= 10


@pytest.mark.parametrize(
    ("pattern", "online_left", "burn_left", "online", "tda", "robert"),
    [
        ((8, 8, 8, 8), 4, 1, "community", "scramble, community", "community"),
        ((8, 8, 8, 4), 4, 1, "individual", "scramble, community", "individual"),
        ((8, 7, 7, 7), 6, 3, "community", "community", "community"),
        ((7, 7, 7, 7), 7, 4, "individual", "community", "individual"),
        ((7, 7, 6, 6), 8, 5, "individual", "scramble, individual", "individual"),
        ((6, 6, 5, 5), 11, 8, "individual", "individual", "individual"),
    ],
)
def test_section_6_table(
    pattern: tuple[int, ...], online_left: int, burn_left: int, online: str, tda: str, robert: str
) -> None:
    for rule, left, burns, expected in [
        ("ONLINE", online_left, 0, online),
        ("TDA", burn_left, 3, tda),
        ("ROBERT", burn_left, 3, robert),
    ]:
        stub, burnt = 52 - 24, 0
        for street, players in zip((4, 5, 6), pattern, strict=False):
            burn, mix, community = procedure(rule, street, players, stub, burnt)
            assert (burn, mix, community) == (rule != "ONLINE", False, False)
            stub, burnt = stub - players - burn, burnt + burn
        assert (stub, burnt) == (left, burns)
        _, mix, community = procedure(rule, 7, pattern[3], stub, burnt)
        found = "community" if community else "individual"
        assert found == expected.split(", ")[-1]
        if rule == "TDA":
            assert mix == expected.startswith("scramble")


def test_section_6_scrambled_order() -> None:
    assert source(BURN, [1, 2, 3], [9]) == ([1], [2, 3])
    assert source(SCRAMBLE, [1, 2], [9, 8, 7]) == ([1], [2, 9, 8, 7])
    assert source(LAST_CARD, [1, 2], [9, 8, 7]) == ([], [1, 2, 9, 8, 7])
    assert source(MIX_COMMUNITY, [], [9, 8, 7]) == ([], [9, 8, 7])


def test_rules_name_every_fault() -> None:
    with pytest.raises(ValueError, match=r"ante.*bring_in.*reopen"):
        Rules(ante=-1, bring_in=4, small_bet=4, reopen="QUARTER")
    with pytest.raises(ValueError, match="big_bet must be an integer"):
        Rules(big_bet=8.0)  # type: ignore[arg-type]


def random_rules(rng: random.Random) -> Rules:
    options: dict[str, Any] = {name: rng.choice(values) for name, values in CHOICES.items()}
    bring_in = rng.randint(1, 4)
    small = rng.randint(bring_in + 1, 10)
    return Rules(
        ante=rng.choice([0, 1, 2, 5]),
        bring_in=bring_in,
        small_bet=small,
        big_bet=rng.randint(small, 20),
        max_bets=rng.choice([3, 4, 5]),
        table_all_in_hands=rng.random() < 0.5,
        showdown_choice=rng.random() < 0.3,
        allow_open_fold=rng.random() < 0.3,
        rake=Rake(Fraction(1, rng.choice([10, 20, 33])), cap=rng.choice([None, 3])) if rng.random() < 0.3 else None,
        **options,
    )


@pytest.mark.parametrize("preset", [*PRESETS, None])
def test_random_playouts_keep_every_chip_and_end(preset: str | None) -> None:
    rng = random.Random(f"playouts {preset}")
    for _ in range(150):
        seats = rng.randint(2, 8)
        rules = Rules.preset(preset, bring_in=2, small_bet=5, big_bet=10) if preset else random_rules(rng)
        absent = [seat for seat in range(seats) if rng.random() < 0.05]
        state = State.start(rules, [rng.randint(1, 60) for _ in range(seats)], absent=absent)
        deck = list(range(52))
        rng.shuffle(deck)
        chips = sum(state.start_stacks)
        for _ in range(400):
            assert min(state.stacks) >= 0
            if state.phase == "END":
                break
            assert sum(state.stacks) + state.pot == chips
            assert sum(amount for amount, _ in state.pots) == state.pot
            if state.phase == "DEAL":
                assert state.pending
                assert not state.legal_actions
                state.deal_from(deck)
                continue
            assert state.default_action in state.legal_actions
            state.play(*rng.choice(state.legal_actions))
        assert state.phase == "END"
        assert sum(state.payoffs) == -state.raked
        assert sum(state.put_in) - state.raked == sum(event[2] for event in state.events if event[0] == "AWARD")


def test_a_deck_is_checked() -> None:
    state = State.start(Rules(), [10, 10])
    with pytest.raises(InvalidDealError):
        state.deal_from([0] * 52)
    with pytest.raises(InvalidDealError):
        state.deal([0, 0])
    state.deal([0, None, 1, 2])
    with pytest.raises(InvalidDealError):
        state.deal([3, None])
    assert state.pending == [(0, "up"), (1, "up")]
