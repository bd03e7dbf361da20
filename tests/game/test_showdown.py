"""Section 7 of the rules: who shows, and who gets which chip."""

from typing import Any

import pytest

from tests.game.engines import Engine
from tests.game.scenarios import Table
from tests.game.test_dealing import eight


def showdown(engine: Engine, *hands: str, folded: int = 0, script: str = "", **options: Any) -> Table:
    """All check to seventh street; `folded` seats of the last ones fold to nothing on fourth street."""
    stacks = options.pop("stacks", [100] * len(hands))
    table = Table(engine, stacks, hands=list(hands), allow_open_fold=True, **options)
    while table.game.phase == "BET" and table.game.street < 7:
        kinds = dict(table.game.legal)
        out = table.game.street == 4 and (table.game.to_act or 0) >= len(hands) - folded
        kind = next(k for k in (["FOLD"] if out else ["BRING_IN", "CHECK", "CALL"]) if k in kinds)
        table.game.play(kind, kinds[kind])
        table.deal_due()
    return table.play(script) if script else table


def order(table: Table) -> str:
    return table.shown.replace("-", "")


SIX = [
    "-- -- 9c Tc Jc Qc --",
    "-- -- 9d Td Jd Qd --",
    "-- -- 9h Th Jh Qh --",
    "-- -- 8s 9s Ts Js --",
    "-- -- Kc Kd Kh Ks --",
    "-- -- 2c 3c 4c 5c --",
]


def one_four_six(engine: Engine, script: str, **options: Any) -> Table:
    """Seats 2, 3 and 5 fold on fourth street; seat 6 is low."""
    table = Table(engine, [200] * 6, hands=SIX, allow_open_fold=True, **options).check_down(until=4)
    while table.game.street < 7:
        kind = "FOLD" if table.to_act in (2, 3, 5) else "CHECK"
        table.game.play(kind, 0)
        table.deal_due()
    return table.play(script)


def test_section_7_1_r16_h5b_no_bet_the_earliest_seat_shows_first_then_clockwise(engine: Engine) -> None:
    assert order(one_four_six(engine, "6 check, 1 check, 4 check")) == "1 4 6"


def test_section_7_1_no_bet_low_board(engine: Engine) -> None:
    table = one_four_six(engine, "6 check, 1 check, 4 check", no_bet_show="LOW_BOARD")
    assert order(table) == "6 1 4"


@pytest.mark.parametrize("rule", ["EARLIEST_SEAT", "LOW_BOARD"])
def test_section_7_1_r16_h5b_the_last_bettor_shows_first_then_clockwise(engine: Engine, rule: str) -> None:
    table = one_four_six(engine, "6 check, 1 check, 4 bet, 6 call, 1 call", no_bet_show=rule)
    assert order(table) == "4 6 1"
    table = one_four_six(engine, "6 bet, 1 raise, 4 call, 6 call", no_bet_show=rule)
    assert order(table) == "1 4 6"


def test_section_7_1_low_board_is_who_opens_when_the_lowest_board_is_all_in(engine: Engine) -> None:
    hands = ["-- -- 2h 3h 4h 5h --", "-- -- Kc Qc Jc Tc --", "-- -- Kd Qd Jd Td --"]
    rules: dict[str, Any] = {"table_all_in_hands": False, "no_bet_show": "LOW_BOARD"}
    assert order(showdown(engine, *hands, stacks=[3, 100, 100], **rules).check_down()) == "2 3 1"


def test_section_7_1_a_short_all_in_is_a_lift_too(engine: Engine) -> None:
    hands = ["-- -- Kc Qc Jc Tc --", "-- -- Kd Qd Jd Td --", "-- -- 2h 3h 4h 5h --"]
    table = showdown(engine, *hands, stacks=[100, 3 + 25, 100], table_all_in_hands=False)
    table.play("3 bet=20, 1 call=20, 2 raise=25, 3 call=5, 1 call=5")
    assert order(table) == "2 3 1"


BEST, MIDDLE, WORST = "Ac 2c 3c 4c 9c Tc 5c", "Ad 2d 3d 6d 9d Td 7d", "Kh Qh Jh Th 9h 8h Ks"


def test_section_7_2_later_hands_that_cannot_win_are_mucked(engine: Engine) -> None:
    assert showdown(engine, MIDDLE, WORST, BEST).check_down().shown == "1 -2 3"
    assert showdown(engine, WORST, MIDDLE, BEST).check_down().shown == "1 2 3"
    assert showdown(engine, BEST, MIDDLE, WORST).check_down().shown == "1 -2 -3"


def test_section_7_2_a_tie_must_show(engine: Engine) -> None:
    tie = "As 2s 3s 4s 9s Ts 5s"
    assert showdown(engine, BEST, tie, WORST).check_down().shown == "1 2 -3"


def test_section_7_2_showdown_choice(engine: Engine) -> None:
    table = showdown(engine, MIDDLE, WORST, BEST, showdown_choice=True).check_down()
    assert (table.game.phase, table.to_act, table.legal) == ("SHOWDOWN", 1, "show")
    table.play("1 show")
    assert (table.to_act, table.legal, table.game.default) == (2, "show muck", ("MUCK", 0))
    table.play("2 show")
    assert (table.to_act, table.legal, table.game.default) == (3, "show", ("SHOW", 0))
    table.play("3 show")
    assert table.game.phase == "END"
    assert table.shown == "1 2 3"
    table = showdown(engine, MIDDLE, WORST, BEST, showdown_choice=True).check_down()
    table.game.auto_showdown()
    assert table.shown == "1 -2 3"


def test_section_7_2_unknown_cards_wait_for_a_show(engine: Engine) -> None:
    for choice in (False, True):
        game = engine.start([100, 100], ante=1, bring_in=2, small_bet=10, big_bet=20, showdown_choice=choice)
        game.deal([None, 0, None, 4, 48, 8])
        game.play("BRING_IN", 2)
        game.play("CALL", 2)
        for up in ([44, 12], [40, 20], [36, 51]):
            game.deal(up)
            game.play("CHECK", 0)
            game.play("CHECK", 0)
        game.deal([None, 50])
        game.play("CHECK", 0)
        game.play("CHECK", 0)
        # who decides himself and is first may not muck
        may = [("SHOW", 0)] if choice else [("SHOW", 0), ("MUCK", 0)]
        assert (game.phase, game.to_act, game.legal) == ("SHOWDOWN", 0, may)
        game.play("SHOW", 0, [1, 5, 9])
        if choice:
            assert (game.to_act, game.legal) == (1, [("SHOW", 0)])
            game.play("SHOW", 0)
        assert game.payoffs == [-3, 3]


def test_section_7_2_an_unknown_hand_may_muck_when_it_is_not_first(engine: Engine) -> None:
    game = engine.start([100, 100], ante=1, bring_in=2, small_bet=10, big_bet=20)
    game.deal([0, None, 4, None, 48, 8])
    game.play("BRING_IN", 2)
    game.play("CALL", 2)
    for up in ([44, 12], [40, 20], [36, 51]):
        game.deal(up)
        game.play("CHECK", 0)
        game.play("CHECK", 0)
    game.deal([50, None])
    game.play("CHECK", 0)
    game.play("CHECK", 0)
    assert (game.phase, game.to_act, game.legal) == ("SHOWDOWN", 1, [("SHOW", 0), ("MUCK", 0)])
    game.play("MUCK", 0)
    assert game.payoffs == [3, -3]


def test_section_7_3_all_in_hands_are_tabled_in_seat_order_before_the_rest_is_dealt(engine: Engine) -> None:
    hands = [WORST, BEST, MIDDLE]
    table = Table(engine, [100, 13, 13], hands=hands)
    table.check_down(until=3)
    while table.game.phase == "BET":
        kinds = dict(table.game.legal)
        kind = next(k for k in ("COMPLETE", "BET", "CALL") if k in kinds)
        table.game.play(kind, kinds[kind])
        table.deal_due()
    kinds_in_order = [event[0] for event in table.game.events]
    assert table.shown == "1 2 3"
    first = kinds_in_order.index("SHOW")
    assert kinds_in_order[first : first + 3] == ["SHOW"] * 3
    assert kinds_in_order[first + 3 :].count("DEAL") == 9  # three streets for three hands
    assert table.game.payoffs == [-13, 26, -13]


def test_section_7_3_tabling_goes_before_the_order_of_7_1(engine: Engine) -> None:
    table = showdown(engine, MIDDLE, BEST, WORST, stacks=[100, 100, 3 + 20])
    seat = table.to_act
    assert seat == 2
    table.play("2 bet=20, 3 call=20, 1 call=20")
    assert table.shown == "1 2 3"


def test_section_7_3_not_tabled_the_last_side_pot_shows_first(engine: Engine) -> None:
    table = Table(engine, [3, 100, 100], hands=[WORST, MIDDLE, BEST], table_all_in_hands=False).check_down(until=4)
    table.play("3 bet, 2 call").check_down()
    assert order(table) == "2 3 1"
    table = showdown(engine, BEST, MIDDLE, WORST, stacks=[3, 100, 100], table_all_in_hands=False)
    assert table.play("2 check, 3 bet, 2 call").shown == "3 2 1"


def test_section_7_4_pots_are_layered(engine: Engine) -> None:
    # A 11, B 31, C 71, D 71, E 11 folded; A and C tie best
    hands = ["Ac 2c 8c Kc 9c 3c 4c", "-- -- Qd Qs Js Tc", "Ad 2h 8d Qh Jh 3s 4d", "-- -- Th Kd Ts Td", "-- -- Ks 9s"]
    table = Table(engine, [11, 31, 71, 71, 100], hands=hands)
    table.play("5 complete=10, 1 call=10, 2 call=10, 3 call=10, 4 call=10")
    assert table.to_act == 3
    table.play("3 bet=10, 4 raise=20, 5 fold, 2 call=20, 3 call=10")
    table.play("3 bet=20, 4 raise=40, 3 call=20")
    assert table.awards == [(0, 1, 27), (0, 3, 28), (1, 3, 60), (2, 3, 80)]
    assert sum(table.game.payoffs) == 0


def test_section_7_4_r3_the_best_hand_takes_the_whole_pot_without_a_qualifier(engine: Engine) -> None:
    table = showdown(engine, "Kc Kd Qc Qd Jc Jd Tc", "Kh Ks Qh Qs Jh Js Ah").check_down()
    assert table.awards == [(0, 2, 6)]


def test_section_7_4_each_pot_to_its_own_best_hand(engine: Engine) -> None:
    table = showdown(engine, BEST, MIDDLE, WORST, stacks=[3, 100, 100]).play("2 bet, 3 call")
    assert table.awards == [(0, 1, 9), (1, 2, 40)]


def test_section_7_4_a_mucked_hand_keeps_its_pot_apart(engine: Engine) -> None:
    # seats 3 and 4 are all-in for 7 and lose, seat 5 folds 12: a main pot of 35 and a side pot of 29, both odd
    hands = [
        "Ac 2c 3c 4c 5c Kc Kd",
        "Ad 2d 3d 4d 5d Kh Ks",
        "Qc Qd Qh Jc Jd Jh Ts",
        "Qs Js Tc Td Th 9c 9d",
        "9h 9s 8c 8d 8h",
    ]
    stakes = {"ante": 2, "bring_in": 2, "small_bet": 5, "big_bet": 7}
    options: dict[str, Any] = {**stakes, "table_all_in_hands": False, "odd_chip": "FIRST_WINNER"}
    table = Table(engine, [100, 100, 7, 7, 100], hands=hands, **options)
    table.play("3 complete=5, 4 call=5, 5 call=5, 1 call=5, 2 call=5")
    table.play("1 bet=5, 2 call=5, 5 call=5, 1 bet=7, 2 call=7, 5 fold, 1 check, 2 check, 1 check, 2 check")
    assert table.shown == "1 2 -3 -4"
    assert table.awards == [(0, 1, 18), (0, 2, 17), (1, 1, 15), (1, 2, 14)]


TIE_9 = ("5c 4c 3c 2c Ac Kc Kd", "5d 4d 3h 2h Ad Qc Qd")


def nine(engine: Engine, first: str, second: str, **options: Any) -> Table:
    """A pot of nine between the first two; a third folds on fourth street."""
    table = showdown(engine, first, second, "-- -- Ks Js", folded=1, **options).check_down()
    assert table.game.pot in (0, 9)
    return table


def test_section_7_5_r17_equal_hands_split_and_the_odd_chip_goes_by_the_highest_card(engine: Engine) -> None:
    assert nine(engine, *TIE_9).awards == [(0, 1, 4), (0, 2, 5)]
    assert nine(engine, *reversed(TIE_9)).awards == [(0, 1, 5), (0, 2, 4)]


def test_section_7_5_r17_suits_never_decide_a_winner(engine: Engine) -> None:
    table = showdown(engine, "5s 4s 3s 2s As Kc Kd", "5d 4d 3h 2h Ad Qc Qd").check_down()
    assert table.awards == [(0, 1, 3), (0, 2, 3)]


def test_section_7_5_high_suit_within_the_five_card_hand(engine: Engine) -> None:
    # the first's five of spades pairs his five of clubs: of copies the highest suit plays
    assert nine(engine, "5s 5c 4c 3c 2c Ac Kd", "5d 4d 3h 2h Ad Qc Qd").awards == [(0, 1, 5), (0, 2, 4)]
    # a king outside the five cards counts for nothing
    assert nine(engine, "5c 4s 3s 2s As Kh Kd", "5d 4d 3h 2h Ad Qc Qd").awards == [(0, 1, 4), (0, 2, 5)]
    # the highest card by rank, though a lower one is paired
    assert nine(engine, "2s 2c 3c 4c 4s 3s 5c", "2d 2h 3d 3h 4d 4h 5d").awards == [(0, 1, 4), (0, 2, 5)]


def test_section_7_5_low_suit_of_all_seven(engine: Engine) -> None:
    assert nine(engine, *TIE_9, odd_chip="LOW_SUIT").awards == [(0, 1, 5), (0, 2, 4)]
    assert nine(engine, *reversed(TIE_9), odd_chip="LOW_SUIT").awards == [(0, 1, 4), (0, 2, 5)]
    # the second's other ace is outside the five cards but the lowest of all seven
    assert nine(engine, "5c 4c 3c 2c Ad Kc Kd", "5d 4d 3h 2h As Ac Qd", odd_chip="LOW_SUIT").awards == [
        (0, 1, 4),
        (0, 2, 5),
    ]


def test_section_7_5_position(engine: Engine) -> None:
    for hands in (TIE_9, tuple(reversed(TIE_9))):
        assert nine(engine, *hands, odd_chip="POSITION").awards == [(0, 1, 5), (0, 2, 4)]


THREE_TIED = ("5c 4c 3c 2c Ac Kc Kd", "5d 4d 3d 2d Ad Qc Qd", "5h 4h 3h 2h Ah Jc Jd", "-- -- Ks Th", "-- -- 9s Ts")


def two_odd(engine: Engine, rule: str) -> list[tuple[int, int, int]]:
    """A pot of twenty between three equal hands."""
    table = showdown(engine, *THREE_TIED, folded=2, odd_chip=rule, ante=2).check_down()
    return table.awards


def test_section_7_5_odd_chips_one_each_down_the_order(engine: Engine) -> None:
    assert two_odd(engine, "HIGH_SUIT") == [(0, 1, 6), (0, 2, 7), (0, 3, 7)]
    assert two_odd(engine, "LOW_SUIT") == [(0, 1, 7), (0, 2, 7), (0, 3, 6)]
    assert two_odd(engine, "POSITION") == [(0, 1, 7), (0, 2, 7), (0, 3, 6)]
    assert two_odd(engine, "FIRST_WINNER") == [(0, 1, 8), (0, 2, 6), (0, 3, 6)]


def test_section_7_5_a_shared_community_card_decides_nothing(engine: Engine) -> None:
    def side_pot(first: str, second: str, board: str, rule: str) -> dict[int, int]:
        """A side pot of seven between two equal hands: who gets four."""
        table = eight(engine, first, second, board, stacks=[100] * 7 + [2], odd_chip=rule).check_down()
        return {seat: chips for pot, seat, chips in table.awards if pot == 1}

    first, second = "Ac 2c Kc 4c 3c Kh", "Ad 2d Kd 4d 3d Ks"
    # both play the six of the board; the next card is the four, or from below the ace
    assert side_pot(first, second, "6s", "HIGH_SUIT") == {1: 3, 2: 4}
    assert side_pot(second, first, "6s", "HIGH_SUIT") == {1: 4, 2: 3}
    first, second = "2c 3c Kc 4c 6c Kh", "2d 3d Kd 4d 6d Ks"
    assert side_pot(first, second, "As", "LOW_SUIT") == {1: 4, 2: 3}
    assert side_pot(second, first, "As", "LOW_SUIT") == {1: 3, 2: 4}
    # an own six that is higher than the board's
    assert side_pot("Ac 2c 6h 4c 3c Kh", "Ad 2d Kd 4d 3d Ks", "6c", "HIGH_SUIT") == {1: 4, 2: 3}
