"""Section 4 of the rules: bets, all-ins, the cap. A, B, C, D of the rules are seats 1 to 4."""

from typing import Any

import pytest

from tests.game.engines import Engine
from tests.game.scenarios import Table


def fourth(engine: Engine, behind: list[int], **options: Any) -> Table:
    """On fourth street with `behind[i]` chips behind; seat 1 opens, having called seat 2's bring-in of 2."""
    hands = ["-- -- Ah Kd", "-- -- Qs Kh", "-- -- Qd Kc", "-- -- Qh Ks"][: len(behind)]
    table = Table(engine, [chips + 3 for chips in behind], hands=hands, **options).check_down(until=4)
    assert (table.game.street, table.to_act) == (4, 1)
    assert table.game.stacks == behind
    return table


def test_section_4_r12_r13_r14_h6_small_bets_until_fourth_street_then_big_bets(engine: Engine) -> None:
    hands = ["-- -- Kd 2c 4c 5c --", "-- -- 3c Kh Kc Ks --"]
    table = Table(engine, [200, 200], hands=hands)
    table.play("1 complete=10, 2 raise=20, 1 call=10")
    for street, bet, raised in [(4, 10, 20), (5, 20, 40), (6, 20, 40), (7, 20, 40)]:
        assert table.game.street == street
        table.play(f"1 bet={bet}, 2 raise={raised}, 1 call={raised - bet}")
    assert table.game.phase == "END"


def test_section_4_no_double_bet_for_a_pair_on_fourth_street(engine: Engine) -> None:
    table = Table(engine, [100, 100], hands=["-- -- Kd Ks", "-- -- 2c 2d"]).check_down(until=4)
    assert table.legal == "check bet=10"


def test_section_4_h7_check_or_bet_then_fold_call_or_raise(engine: Engine) -> None:
    table = fourth(engine, [100, 100])
    assert table.legal == "check bet=10"
    table.play("1 check")
    assert table.legal == "check bet=10"
    table.play("2 bet=10")
    assert table.legal == "fold call=10 raise=20"


def test_section_4_h4_action_goes_clockwise_from_the_opener(engine: Engine) -> None:
    table = fourth(engine, [100] * 4)
    table.play("1 check, 2 bet, 3 call, 4 fold, 1 call")
    assert table.game.street == 5


def test_section_4_an_all_in_call_may_be_for_less(engine: Engine) -> None:
    table = fourth(engine, [100, 7]).play("1 bet=10")
    assert table.legal == "fold call=7"
    assert table.game.to_call == 7
    table.play("2 call=7")
    assert table.of("RETURN") == [(1, 3)]


def test_section_4_all_in_14_over_10_lifts_the_level_only(engine: Engine) -> None:
    table = fourth(engine, [100, 14, 100]).play("1 bet=10, 2 raise=14")
    assert table.legal == "fold call=14 raise=20"
    table.play("3 call=14")
    assert table.to_act == 1
    assert table.legal == "fold call=4"


def test_section_4_completing_an_all_in_reopens(engine: Engine) -> None:
    table = fourth(engine, [100, 14, 100]).play("1 bet=10, 2 raise=14, 3 raise=20")
    assert table.legal == "fold call=10 raise=30"


def test_section_4_all_in_15_over_10_is_a_full_wager(engine: Engine) -> None:
    table = fourth(engine, [100, 15, 100]).play("1 bet=10, 2 raise=15")
    assert table.legal == "fold call=15 raise=25"
    table.play("3 call=15")
    assert table.legal == "fold call=5 raise=25"


def test_section_4_reopen_full_wants_the_whole_bet(engine: Engine) -> None:
    table = fourth(engine, [100, 19, 100], reopen="FULL").play("1 bet=10, 2 raise=19")
    assert table.legal == "fold call=19 raise=20"
    table.play("3 call=19")
    assert table.legal == "fold call=9"
    table = fourth(engine, [100, 20, 100], reopen="FULL").play("1 bet=10, 2 raise=20, 3 call=20")
    assert table.legal == "fold call=10 raise=30"


def test_section_4_increments_add_up(engine: Engine) -> None:
    table = fourth(engine, [100, 13, 16, 100]).play("1 bet=10, 2 raise=13, 3 raise=16")
    assert table.legal == "fold call=16 raise=26"


def test_section_4_each_by_the_level_when_he_last_acted(engine: Engine) -> None:
    table = fourth(engine, [100, 14, 100, 18]).play("1 bet=10, 2 raise=14, 3 call=14, 4 raise=18")
    assert table.to_act == 1
    assert table.legal == "fold call=8 raise=28"
    table.play("1 call=8")
    assert table.to_act == 3
    assert table.legal == "fold call=4"


def test_section_4_opening_all_in_4(engine: Engine) -> None:
    table = fourth(engine, [4, 100, 100]).play("1 bet=4")
    assert table.legal == "fold call=4 raise=10"


def test_section_4_opening_all_in_6(engine: Engine) -> None:
    table = fourth(engine, [6, 100, 100]).play("1 bet=6")
    assert table.legal == "fold call=6 raise=16"


def test_section_4_a_checker_facing_a_short_open(engine: Engine) -> None:
    table = fourth(engine, [100, 4, 100]).play("1 check, 2 bet=4")
    assert table.legal == "fold call=4 raise=10"
    table.play("3 call=4")
    assert table.to_act == 1
    assert table.legal == "fold call=4"
    table = fourth(engine, [100, 4, 100]).play("1 check, 2 bet=4, 3 raise=10")
    assert table.legal == "fold call=10 raise=20"


DOOR = "9c 8c Kd 7c"  # seat 3 brings in, seat 4 is next


def test_section_4_short_all_in_over_the_bring_in(engine: Engine) -> None:
    table = Table(engine, [5, 100, 100, 100], door=DOOR).play("3 bring_in=2, 4 call=2, 1 complete=4")
    assert table.legal == "fold call=4 complete=10"
    table.play("2 call=4")
    assert table.to_act == 3
    assert table.legal == "fold call=2"
    table.play("3 call=2")
    assert table.to_act == 4
    assert table.legal == "fold call=2"


def test_section_4_all_in_6_over_the_bring_in_is_a_full_wager(engine: Engine) -> None:
    table = Table(engine, [7, 100, 100, 100], door=DOOR).play("3 bring_in=2, 4 call=2, 1 complete=6")
    assert table.legal == "fold call=6 raise=16"
    table.play("2 call=6")
    assert table.legal == "fold call=4 raise=16"
    table.play("3 call=4")
    assert table.legal == "fold call=4 raise=16"


def test_section_4_a_call_above_the_bring_in_counts_as_what_it_called(engine: Engine) -> None:
    table = Table(engine, [100, 9, 100, 5], door=DOOR).play("3 bring_in=2, 4 complete=4, 1 call=4, 2 complete=8")
    assert table.legal == "fold call=6 raise=18"
    table.play("3 call=6")
    assert table.to_act == 1
    assert table.legal == "fold call=4"


@pytest.mark.parametrize("reopen", ["HALF", "FULL"])
def test_section_4_a_caller_of_the_bring_in_may_raise_the_completion(engine: Engine, reopen: str) -> None:
    table = Table(engine, [100] * 3, door="9c 8c Kd", reopen=reopen).play("3 bring_in=2, 1 call=2, 2 complete=10")
    table.play("3 fold")
    assert table.legal == "fold call=8 raise=20"


def test_section_4_no_raise_that_nobody_can_answer(engine: Engine) -> None:
    table = fourth(engine, [10, 90, 3]).play("1 bet=10")
    assert table.to_act == 2
    assert table.legal == "fold call=10"


def test_section_4_the_cap_counts_the_first_bet(engine: Engine) -> None:
    table = fourth(engine, [100] * 3).play("1 bet=10, 2 raise=20, 3 raise=30, 1 raise=40")
    assert table.legal == "fold call=20"


def test_section_4_the_cap_holds_for_an_all_in_too(engine: Engine) -> None:
    table = fourth(engine, [100, 43, 100]).play("1 bet=10, 2 raise=20, 3 raise=30, 1 raise=40")
    assert table.legal == "fold call=20"


def test_section_4_completion_is_the_first_bet(engine: Engine) -> None:
    table = Table(engine, [100] * 3, door="9c 8c Kd")
    table.play("3 complete=10, 1 raise=20, 2 raise=30, 3 raise=40")
    assert table.legal == "fold call=20"


def test_section_4_only_full_wagers_count_towards_the_cap(engine: Engine) -> None:
    table = fourth(engine, [100, 14, 100, 100]).play("1 bet=10, 2 raise=14, 3 raise=20, 4 raise=30, 1 raise=40")
    assert table.to_act == 3
    assert table.legal == "fold call=20"
    table = fourth(engine, [100, 15, 100, 100]).play("1 bet=10, 2 raise=15, 3 raise=25, 4 raise=35")
    assert table.to_act == 1
    assert table.legal == "fold call=25"


def test_section_4_five_bets(engine: Engine) -> None:
    table = fourth(engine, [100] * 3, max_bets=5)
    table.play("1 bet, 2 raise, 3 raise, 1 raise=40, 2 raise=50")
    assert table.legal == "fold call=20"


RAISES = "1 bet=10, 2 raise=20, 1 raise=30, 2 raise=40"


def test_section_4_cap_heads_up_always(engine: Engine) -> None:
    assert fourth(engine, [100, 100]).play(RAISES).legal == "fold call=10"


def test_section_4_cap_lifted_if_the_round_starts_heads_up(engine: Engine) -> None:
    rule: dict[str, Any] = {"heads_up_cap": "UNCAPPED_IF_ROUND_STARTS_HEADS_UP"}
    assert fourth(engine, [100, 100], **rule).play(RAISES).legal == "fold call=10 raise=50"
    table = fourth(engine, [100, 100, 100], **rule).play("1 bet=10, 2 raise=20, 3 fold, 1 raise=30, 2 raise=40")
    assert table.legal == "fold call=10"
    # an all-in hand is no third player
    table = Table(engine, [3, 100, 100], hands=["-- -- Ks 2c", "-- -- Ac 3c", "-- -- Ad 4c"], **rule)
    table.check_down(until=4).play("2 bet, 3 raise, 2 raise, 3 raise=40")
    assert table.legal == "fold call=10 raise=50"


def test_section_4_cap_lifted_if_heads_up_before_it(engine: Engine) -> None:
    rule: dict[str, Any] = {"heads_up_cap": "UNCAPPED_IF_HEADS_UP_BEFORE_CAP"}
    assert fourth(engine, [100, 100], **rule).play(RAISES).legal == "fold call=10 raise=50"
    table = fourth(engine, [100, 100, 100], **rule).play("1 bet=10, 2 raise=20, 3 fold, 1 raise=30, 2 raise=40")
    assert table.legal == "fold call=10 raise=50"
    table = fourth(engine, [100] * 3, **rule).play("1 bet=10, 2 raise=20, 3 raise=30, 1 raise=40, 2 fold")
    assert table.legal == "fold call=10"


def test_section_4_cap_lifted_if_two_are_left_in_the_event(engine: Engine) -> None:
    rule: dict[str, Any] = {"heads_up_cap": "UNCAPPED_IF_TWO_LEFT_IN_EVENT"}
    assert fourth(engine, [100, 100], **rule).play(RAISES).legal == "fold call=10 raise=50"
    assert fourth(engine, [100, 100], event_players=3, **rule).play(RAISES).legal == "fold call=10"


def test_section_4_uncalled_bet_comes_back(engine: Engine) -> None:
    table = fourth(engine, [100, 100, 100]).play("1 bet=10, 2 raise=20, 3 fold, 1 fold")
    assert table.of("RETURN") == [(2, 10)]
    assert table.awards == [(0, 2, 29)]
    assert table.game.payoffs == [-13, 16, -3]


def test_section_4_no_betting_with_fewer_than_two_able_to_act(engine: Engine) -> None:
    table = fourth(engine, [100, 10, 10]).play("1 bet=10, 2 call=10, 3 call=10")
    assert table.game.phase == "END"
    assert not [event for event in table.game.events if event[0] in ("CHECK", "BET") and event[1] != 0]


def test_section_4_the_last_live_player_takes_everything_at_once(engine: Engine) -> None:
    table = fourth(engine, [100, 100]).play("1 bet=10, 2 fold")
    assert table.game.phase == "END"
    assert table.game.street == 4
    assert table.shown == ""
    assert table.game.payoffs == [3, -3]


def test_section_4_r18_a_new_hand_may_follow(engine: Engine) -> None:
    table = fourth(engine, [100, 100]).play("1 bet=10, 2 fold")
    following = Table(engine, table.game.stacks, door="Kd 9c")
    assert following.game.stacks == [105, 99]
    assert following.legal == "bring_in=2 complete=10"


def test_section_4_an_illegal_action_changes_nothing(engine: Engine) -> None:
    table = fourth(engine, [100, 100])
    for kind, amount in [
        ("BET", 9),
        ("BET", 20),
        ("CALL", 10),
        ("FOLD", 0),
        ("RAISE", 10),
        ("SHOW", 0),
        ("COMPLETE", 10),
    ]:
        with pytest.raises(engine.illegal):
            table.game.play(kind, amount)
    assert table.legal == "check bet=10"
    assert table.to_act == 1
