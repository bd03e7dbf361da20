"""Section 3 of the rules: antes and the bring-in."""

import pytest

from tests.game.engines import Engine
from tests.game.scenarios import Table

THREE = [100, 100, 100]


def test_section_3_1_r7_every_player_antes(engine: Engine) -> None:
    table = Table(engine, [100] * 4, ante=3, dealt=False)
    assert table.of("ANTE") == [(1, 3), (2, 3), (3, 3), (4, 3)]
    assert table.game.pot == 12
    assert table.game.stacks == [97] * 4


def test_section_3_1_short_antes_make_pots_and_a_lone_excess_comes_back(engine: Engine) -> None:
    table = Table(engine, [2, 100, 100], ante=5, dealt=False)
    assert table.pots == [(6, "123"), (6, "23")]
    assert table.of("RETURN") == []
    table = Table(engine, [2, 3, 5], ante=5, dealt=False)
    assert table.pots == [(6, "123"), (2, "23")]
    assert table.of("RETURN") == [(3, 2)]
    assert table.game.stacks == [0, 0, 2]


def test_section_3_1_a_stack_equal_to_the_ante_is_all_in(engine: Engine) -> None:
    table = Table(engine, [1, 100, 100], door="2c 3c Kd")
    table.play("3 bring_in")
    assert table.to_act == 2


def test_section_3_1_antes_are_no_part_of_street_totals(engine: Engine) -> None:
    table = Table(engine, THREE, door="Kd 9c 2h", ante=5)
    assert table.legal == "bring_in=2 complete=10"
    table.play("1 complete=10")
    assert table.legal == "fold call=10 raise=20"


@pytest.mark.parametrize(
    ("door", "seat"),
    [
        ("Qd 9c Qh As", 3),
        ("As 2c", 2),
        ("Kc Kd Kh Ks", 4),
        ("Kc Kd Kh Qs", 3),
        ("Kc Kd Qh Qs", 2),
        ("Kc Qd Qh Qs", 1),
        ("Ac Ad As Ah", 3),
    ],
)
def test_section_3_2_r9_r11_h8_the_highest_card_by_rank_then_suit_brings_it_in(
    engine: Engine, door: str, seat: int
) -> None:
    table = Table(engine, [100] * len(door.split()), door=door)
    assert table.to_act == seat


def test_section_3_3_r9_h3_the_bring_in_must_open_or_complete(engine: Engine) -> None:
    table = Table(engine, THREE, door="Kd 9c 2h")
    assert table.legal == "bring_in=2 complete=10"
    for kind in ("FOLD", "CHECK"):
        with pytest.raises(engine.illegal):
            table.game.play(kind, 0)
    assert table.legal == "bring_in=2 complete=10"


@pytest.mark.parametrize(
    ("stack", "legal"),
    [
        (1 + 1, "bring_in=1"),
        (1 + 2, "bring_in=2"),
        (1 + 3, "bring_in=2 complete=3"),
        (1 + 7, "bring_in=2 complete=7"),
        (1 + 10, "bring_in=2 complete=10"),
        (1 + 60, "bring_in=2 complete=10"),
    ],
)
def test_section_3_3_what_a_stack_may_open_with(engine: Engine, stack: int, legal: str) -> None:
    assert Table(engine, [stack, 100], door="Kd 9c").legal == legal


def test_section_3_3_a_short_completion_is_judged_like_any_all_in(engine: Engine) -> None:
    table = Table(engine, [8, 100, 100], door="Kd 9c 2h").play("1 complete=7")
    assert table.legal == "fold call=7 raise=17"
    table = Table(engine, [4, 100, 100], door="Kd 9c 2h").play("1 complete=3")
    assert table.legal == "fold call=3 complete=10"


def test_section_3_4_r10_h4_clockwise_until_every_bet_is_matched(engine: Engine) -> None:
    table = Table(engine, [100] * 4, door="9c Kd 2h 3h")
    table.play("2 bring_in=2, 3 call=2, 4 complete=10, 1 call=10, 2 call=8, 3 call=8")
    assert table.game.street == 4
    assert table.game.pot == 44


def test_section_3_4_the_poster_has_no_option(engine: Engine) -> None:
    table = Table(engine, THREE, door="Kd 9c 2h").play("1 bring_in=2, 2 call=2, 3 call=2")
    assert table.game.street == 4


def test_section_3_4_all_fold_to_the_bring_in(engine: Engine) -> None:
    table = Table(engine, THREE, door="Kd 9c 2h").play("1 bring_in=2, 2 fold, 3 fold")
    assert table.of("RETURN") == [(1, 2)]
    assert table.game.stacks == [102, 99, 99]
    assert table.game.payoffs == [2, -1, -1]
    assert table.shown == ""


def test_section_3_5_short_bring_in_full_level(engine: Engine) -> None:
    table = Table(engine, [100, 2, 100], door="9c Ks 2h").play("2 bring_in=1")
    assert table.to_act == 3
    assert table.legal == "fold call=2 complete=10"


def test_section_3_5_short_bring_in_short_level(engine: Engine) -> None:
    table = Table(engine, [100, 2, 100], door="9c Ks 2h", short_bring_in="SHORT").play("2 bring_in=1")
    assert table.legal == "fold call=1 complete=10"
    table.play("3 call=1, 1 call=1")
    assert table.pots[0] == (6, "123")


def test_section_3_5_two_players_and_a_short_bring_in(engine: Engine) -> None:
    table = Table(engine, [2, 100], door="Ks 9c").play("1 bring_in=1")
    assert table.legal == "fold call=2"
    table.play("2 call=2")
    assert table.of("RETURN") == [(2, 1)]
    table = Table(engine, [2, 100], door="Ks 9c").play("1 bring_in=1, 2 fold")
    assert table.game.payoffs == [1, -1]


def test_section_3_6_h9_high_card_all_in_passes_the_duty_clockwise(engine: Engine) -> None:
    table = Table(engine, [100, 1, 1, 100], door="9c Ks 2h 3h")
    assert table.to_act == 4
    assert table.legal == "bring_in=2 complete=10"
    table = Table(engine, [100, 100, 1], door="2c 3c Ks")
    assert table.to_act == 1  # round the table


def test_section_3_6_optional_may_fold_and_the_choice_passes_on(engine: Engine) -> None:
    table = Table(engine, [100, 1, 100, 100], door="9c Ks 2h 3h", all_in_bring_in="OPTIONAL")
    assert table.to_act == 3
    assert table.legal == "fold bring_in=2 complete=10"
    assert table.game.default == ("FOLD", 0)
    table.play("3 fold")
    assert table.to_act == 4
    assert table.legal == "fold bring_in=2 complete=10"
    table.play("4 bring_in=2")
    assert table.legal == "fold call=2 complete=10"


def test_section_3_6_optional_leaves_a_bring_in_that_nobody_passed_on_forced(engine: Engine) -> None:
    table = Table(engine, THREE, door="9c Ks 2h", all_in_bring_in="OPTIONAL")
    assert table.legal == "bring_in=2 complete=10"


def test_section_3_6_all_fold_to_the_all_in_high_card(engine: Engine) -> None:
    table = Table(engine, [100, 1, 100], door="9c Ks 2h", all_in_bring_in="OPTIONAL").play("3 fold, 1 fold")
    assert table.game.payoffs == [-1, 2, -1]


def test_section_3_7_fewer_than_two_able_to_act_no_bring_in(engine: Engine) -> None:
    table = Table(engine, [100, 1, 1], door="Ks 9c 2h")
    assert table.game.phase == "END"
    assert table.of("BRING_IN", "COMPLETE", "CHECK", "CALL") == []
    assert sum(table.game.payoffs) == 0


@pytest.mark.parametrize(
    "options",
    [
        {"ante": -1},
        {"bring_in": 0},
        {"bring_in": 10},
        {"small_bet": 30},
        {"max_bets": 0},
        {"reopen": "QUARTER"},
    ],
)
def test_section_3_8_what_a_rule_set_must_be(engine: Engine, options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Table(engine, THREE, **options)  # type: ignore[arg-type]
