"""Sections 1 and 6 of the rules: the cards of a hand, burns, and what happens when the deck runs out."""

import random
from typing import Any

import pytest

from tests.game.engines import Engine, Game
from tests.game.scenarios import EXAMPLE, Table


def test_section_1_r8_two_down_one_up_in_rounds(engine: Engine) -> None:
    game = engine.start([100] * 3, **EXAMPLE)
    assert game.pending == [
        (0, "down"), (1, "down"), (2, "down"), (0, "down"), (1, "down"), (2, "down"), (0, "up"), (1, "up"), (2, "up"),
    ]  # fmt: skip
    game.deal(range(4))
    assert game.pending[0] == (1, "down")
    assert game.phase == "DEAL"
    assert game.legal == []
    game.deal_from(range(52))
    assert [event[1:] for event in game.events if event[0] == "DEAL"] == [
        (0, "down", 0), (1, "down", 1), (2, "down", 2), (0, "down", 3), (1, "down", 4), (2, "down", 5),
        (0, "up", 6), (1, "up", 7), (2, "up", 8),
    ]  # fmt: skip


def test_section_1_r12_r13_r14_r15_one_up_a_street_and_the_last_down(engine: Engine) -> None:
    table = Table(engine, [100] * 3, door="Kd 9c 2h")
    table.play("1 bring_in, 2 call, 3 fold").check_down()
    later = [event[1:3] for event in table.game.events if event[0] == "DEAL"][9:]
    assert later == [(0, "up"), (1, "up")] * 3 + [(0, "down"), (1, "down")]


@pytest.mark.parametrize("stacks", [[100], [100] * 9, [100, 0], [100, -5]])
def test_section_1_two_to_eight_players_with_chips(engine: Engine, stacks: list[int]) -> None:
    with pytest.raises(ValueError, match=r"[a-z]"):
        engine.start(stacks, **EXAMPLE)


@pytest.mark.parametrize("seats", range(2, 9))
def test_section_1_h10_every_number_of_players_can_play_to_the_end(engine: Engine, seats: int) -> None:
    table = Table(engine, [100] * seats).check_down()
    assert table.game.phase == "END"
    assert sum(table.game.payoffs) == 0
    community = [event for event in table.game.events if event[:2] == ("DEAL", "BOARD")]
    assert len(community) == (seats == 8)


def test_section_1_bad_deals_are_refused(engine: Engine) -> None:
    game = engine.start([100, 100], **EXAMPLE)
    game.deal([0, 1])
    for cards in ([1], [2, 2], [2, 3, 4, 5, 6], [2, 3, None]):
        with pytest.raises(engine.invalid_deal):
            game.deal(cards)
    assert game.pending == [(0, "down"), (1, "down"), (0, "up"), (1, "up")]


def to_seventh(engine: Engine, pattern: tuple[int, ...], **options: Any) -> tuple[Game, list[int]]:
    """Eight players, of whom pattern[i] are dealt to on street 4 + i; stops when seventh street is pending."""
    game = engine.start([1000] * 8, **{**EXAMPLE, **options})
    deck = list(range(52))
    random.Random(6).shuffle(deck)
    for players in pattern:
        game.deal_from(deck)
        folds = live(game) - players
        while game.phase == "BET":
            kinds = dict(game.legal)
            if folds and "FOLD" in kinds:
                game.play("FOLD", 0)
                folds -= 1
                continue
            kind = next(k for k in ("COMPLETE", "BET", "CALL", "CHECK", "BRING_IN") if k in kinds)
            game.play(kind, kinds[kind])
    assert (game.phase, game.street) == ("DEAL", 7)
    return game, deck


def live(game: Game) -> int:
    return 8 - len([event for event in game.events if event[0] == "FOLD"])


# (players dealt to), rule -> (community?, places in the deck of the seventh-street burn and deals)
ENDINGS = [
    ((8, 8, 8, 8), "ONLINE", True, [], [48]),
    ((8, 8, 8, 8), "TDA", True, [51], [24]),
    ((8, 8, 8, 8), "ROBERT", True, [], [51]),
    ((8, 8, 8, 4), "ONLINE", False, [], [48, 49, 50, 51]),
    ((8, 8, 8, 4), "TDA", True, [51], [24]),
    ((8, 8, 8, 4), "ROBERT", False, [], [51, 24, 33, 42]),
    ((8, 7, 7, 7), "ONLINE", True, [], [46]),
    ((8, 7, 7, 7), "TDA", True, [49], [50]),
    ((8, 7, 7, 7), "ROBERT", True, [], [49]),
    ((7, 7, 7, 7), "ONLINE", False, [], [45, 46, 47, 48, 49, 50, 51]),
    ((7, 7, 7, 7), "TDA", True, [48], [49]),
    ((7, 7, 7, 7), "ROBERT", False, [], [48, 49, 50, 51, 24, 32, 40]),
    ((7, 7, 6, 6), "ONLINE", False, [], [44, 45, 46, 47, 48, 49]),
    ((7, 7, 6, 6), "TDA", False, [47], [48, 49, 50, 51, 24, 32]),
    ((7, 7, 6, 6), "ROBERT", False, [], [47, 48, 49, 50, 51, 24]),
    ((7, 6, 6, 6), "ONLINE", False, [], [43, 44, 45, 46, 47, 48]),
    ((7, 6, 6, 6), "TDA", False, [46], [47, 48, 49, 50, 51, 24]),
    ((7, 6, 6, 6), "ROBERT", False, [], [46, 47, 48, 49, 50, 51]),
    ((6, 6, 6, 6), "ONLINE", False, [], [42, 43, 44, 45, 46, 47]),
    ((6, 6, 6, 6), "TDA", False, [45], [46, 47, 48, 49, 50, 51]),
    ((6, 6, 6, 6), "ROBERT", False, [45], [46, 47, 48, 49, 50, 51]),
    ((6, 6, 5, 5), "ONLINE", False, [], [41, 42, 43, 44, 45]),
    ((6, 6, 5, 5), "TDA", False, [44], [45, 46, 47, 48, 49]),
    ((6, 6, 5, 5), "ROBERT", False, [44], [45, 46, 47, 48, 49]),
]


# where the burns are mixed with what is left before seventh street
MIXED = {
    *(("TDA", pattern) for pattern in ((8, 8, 8, 8), (8, 8, 8, 4), (7, 7, 6, 6), (7, 6, 6, 6), (6, 6, 6, 6))),
    *(("ROBERT", pattern) for pattern in ((8, 8, 8, 8), (8, 8, 8, 4), (8, 7, 7, 7), (7, 7, 7, 7), (7, 7, 6, 6))),
    ("ROBERT", (7, 6, 6, 6)),
}


@pytest.mark.parametrize(("pattern", "rule", "community", "burnt", "dealt"), ENDINGS)
def test_section_6_h10_the_table(
    engine: Engine, pattern: tuple[int, ...], rule: str, community: bool, burnt: list[int], dealt: list[int]
) -> None:
    game, deck = to_seventh(engine, pattern, short_deck=rule)
    before = len(game.events)
    assert [seat == "BOARD" for seat, _ in game.pending] == ([True] if community else [False] * len(dealt))
    assert {way for _, way in game.pending} == {"up" if community else "down"}
    game.deal_from(deck)
    events = game.events[before:]
    assert (("SCRAMBLE",) in events) == ((rule, pattern) in MIXED)
    assert [event[1] for event in events if event[0] == "BURN"] == [deck[place] for place in burnt]
    assert [event[3] for event in events if event[0] == "DEAL"] == [deck[place] for place in dealt]


def test_section_6_burns_come_before_each_street_from_fourth_on(engine: Engine) -> None:
    for rule, burnt in [("TDA", [24, 32, 40]), ("ROBERT", [24, 32, 40]), ("ONLINE", [])]:
        game, deck = to_seventh(engine, (7, 7, 7, 7), short_deck=rule)
        assert [event[1] for event in game.events if event[0] == "BURN"] == [deck[place] for place in burnt]
        kinds = [event[0] for event in game.events]
        for i, kind in enumerate(kinds):
            if kind == "BURN":
                assert kinds[i + 1] == "DEAL"
                assert kinds[i - 1] != "DEAL"


def eight(engine: Engine, first: str, second: str, board: str, **options: Any) -> Table:
    """Eight players to seventh street; all but the first two show pairs of tens or worse."""
    rest = [
        "-- -- Ts Th Qs Qh", "-- -- Td Tc Qd Qc", "-- -- Js Jh 8s 8h", "-- -- Jd Jc 8d 8c", "-- -- 5s 5h 5d 5c",
        "-- -- 9s 9h 3s 7d",
    ]  # fmt: skip
    stacks = options.pop("stacks", [100] * 8)
    return Table(engine, stacks, hands=[first, second, *rest], board=board, **options).check_down(until=7)


def test_section_6_h10_the_community_card_is_shared_by_all_the_all_in_too(engine: Engine) -> None:
    hands = ["Ac 2c 6c 4c 3c Kc", "Ad 2d 6d 4d 3d Kh"]
    table = eight(engine, hands[0], hands[1], "7h").check_down()
    assert table.awards == [(0, 1, 12), (0, 2, 12)]
    table = eight(engine, "Ac 2c Kc 4c 3c Kh", "Ad 2d 7c 4d 6d Ks", "7h").check_down()
    assert table.awards == [(0, 1, 24)]
    # the first player all-in from the start shares in it too
    table = Table(
        engine, [3] + [100] * 7, hands=["Ac 2c 6c 4c 3c Kc", "Ad 2d 6d 4d 3d Kh"] + ["-- --"] * 6, board="7h"
    ).check_down()
    assert table.awards == [(0, 1, 12), (0, 2, 12)]


def test_section_6_community_card_and_the_opener(engine: Engine) -> None:
    first, second = "-- -- 6c 4c 3c 2c", "-- -- 7c 4d 3d Ad"
    assert eight(engine, first, second, "6h").to_act == 1
    assert eight(engine, first, second, "6h", community_opener="RECOMPUTE").to_act == 2


def test_section_6_the_community_card_is_left_out_of_the_suit_comparison(engine: Engine) -> None:
    first, second = "-- -- 6c 4d 3c 2c", "-- -- 6d 4c 3d 2d"
    for rule, seat in [("HIGH_SUIT", 2), ("LOW_SUIT", 1), ("POSITION", 1)]:
        for opener in ("SIXTH_STREET", "RECOMPUTE"):
            table = eight(engine, first, second, "Ks", community_opener=opener, board_tie=rule)
            assert table.to_act == seat, (rule, opener)


def test_a_deck_of_cards_is_checked(engine: Engine) -> None:
    game = engine.start([100, 100], **EXAMPLE)
    with pytest.raises((engine.invalid_deal, ValueError)):
        game.deal_from([0] * 52)
    assert len(game.pending) == 6
