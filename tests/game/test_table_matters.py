"""Sections 7.6 and 8 of the rules: rake, absent players, time-outs, open folds."""

import pytest

from tests.game.engines import Engine
from tests.game.scenarios import Table


def test_section_7_6_rake_is_taken_before_splitting(engine: Engine) -> None:
    hands = ["Ac 2c 3c 4c 9c Tc 5c", "Kh Qh Jh Th 9h 8h Ks"]
    table = Table(engine, [100, 100], hands=hands, rake=("0.05", 1, None, False)).check_down(until=4)
    table.play("1 bet, 2 call").check_down()  # pot 26: 1.3 -> 1
    assert table.awards == [(0, 1, 25)]
    assert sum(table.game.payoffs) == -1


def test_section_7_6_rake_unit_and_cap(engine: Engine) -> None:
    hands = ["Ac 2c 3c 4c 9c Tc 5c", "Kh Qh Jh Th 9h 8h Ks"]

    def raked(rake: tuple[str, int, int | None, bool]) -> int:
        table = Table(engine, [100, 100], hands=hands, rake=rake).check_down(until=4)
        return -sum(table.play("1 bet, 2 raise, 1 call").check_down().game.payoffs)  # pot 46

    assert raked(("0.1", 1, None, False)) == 4
    assert raked(("0.1", 3, None, False)) == 3
    assert raked(("0.1", 5, None, False)) == 0
    assert raked(("0.1", 1, 2, False)) == 2
    assert raked(("0", 1, None, False)) == 0


def test_section_7_6_the_cap_is_of_the_hand_and_the_main_pot_pays_first(engine: Engine) -> None:
    hands = ["Ac 2c 3c 4c 9c Tc 5c", "Ad 2d 3d 6d 9d Td 7d", "Kh Qh Jh Th 9h 8h Ks"]
    table = Table(engine, [11, 100, 100], hands=hands, rake=("0.1", 1, 5, False))
    table.play("3 complete=10, 1 call, 2 call").play("2 bet=10, 3 raise=20, 2 call=10").check_down()
    assert table.awards == [(0, 1, 30), (1, 2, 38)]  # 33 pays 3, 40 would pay 4 but only 2 are left


def test_section_7_6_uncalled_bets_are_not_raked(engine: Engine) -> None:
    table = Table(engine, [100, 100], door="Kd 9c", rake=("0.5", 1, None, False)).play("1 complete=10, 2 fold")
    assert table.of("RETURN") == [(1, 10)]
    assert sum(table.game.payoffs) == -1


def test_section_7_6_no_fourth_street_no_drop(engine: Engine) -> None:
    rake = ("0.5", 1, None, True)
    table = Table(engine, [100, 100], door="Kd 9c", rake=rake).play("1 complete=10, 2 fold")
    assert sum(table.game.payoffs) == 0
    table = Table(engine, [100, 100], hands=["-- -- Kd 2c", "-- -- 9c Qc"], rake=rake)
    table.play("1 bring_in, 2 call, 2 bet" if table.to_act == 2 else "1 bring_in, 2 call")
    seat = table.to_act
    table.play(f"{seat} bet, {3 - (seat or 0)} fold")
    assert sum(table.game.payoffs) == -3


def test_section_8_an_absent_player_folds_when_his_turn_comes(engine: Engine) -> None:
    table = Table(engine, [100, 100, 100], door="Kd 9c 2h", absent=[2])
    assert table.of("ANTE") == [(1, 1), (2, 1), (3, 1)]
    assert table.of("FOLD") == []
    table.play("1 bring_in=2")
    assert table.of("FOLD") == [(2, 0)]
    assert table.to_act == 3


def test_section_8_an_absent_player_posts_the_bring_in_and_is_folded(engine: Engine) -> None:
    table = Table(engine, [100, 100, 100], door="Kd 9c 2h", absent=[1])
    assert table.of("BRING_IN", "FOLD") == [(1, 2), (1, 0)]
    assert table.to_act == 2
    assert table.legal == "fold call=2 complete=10"
    table.play("2 call=2, 3 fold")
    assert table.game.payoffs == [-3, 4, -1]


def test_section_8_an_absent_players_bring_in_is_not_returned(engine: Engine) -> None:
    table = Table(engine, [100, 100], door="Kd 9c", absent=[1])
    assert table.game.phase == "END"
    assert table.game.payoffs == [-3, 3]


def test_section_8_if_only_an_absent_player_is_left_he_wins(engine: Engine) -> None:
    table = Table(engine, [100, 100, 100], door="Kd 9c 2h", absent=[2, 3])
    table.play("1 bring_in=2")
    assert table.game.payoffs == [2, -1, -1]
    table = Table(engine, [100, 100, 100], door="2d 9c Kh", absent=[3, 1])
    assert table.game.payoffs == [-1, 4, -3]


@pytest.mark.parametrize("rule", ["FORCED", "OPTIONAL"])
def test_section_8_an_absent_player_to_whom_the_bring_in_passes(engine: Engine, rule: str) -> None:
    table = Table(engine, [1, 100, 100, 100], door="Ks 9c 2h 3h", absent=[2], all_in_bring_in=rule)
    if rule == "FORCED":
        assert table.of("BRING_IN", "FOLD") == [(2, 2), (2, 0)]
        assert table.legal == "fold call=2 complete=10"
    else:
        assert table.of("BRING_IN", "FOLD") == [(2, 0)]
        assert table.legal == "fold bring_in=2 complete=10"
    assert table.to_act == 3


def test_section_8_time_out(engine: Engine) -> None:
    table = Table(engine, [100, 100], hands=["-- -- Kd 2c", "-- -- Qc Kh"])
    assert table.game.default == ("BRING_IN", 2)
    table.play("1 bring_in")
    assert table.game.default == ("FOLD", 0)
    table.play("2 call")
    assert table.game.default == ("CHECK", 0)


def test_section_8_open_folds_are_refused_by_default(engine: Engine) -> None:
    hands = ["-- -- Kd 2c", "-- -- Qc Kh"]
    table = Table(engine, [100, 100], hands=hands).check_down(until=4)
    assert table.legal == "check bet=10"
    table = Table(engine, [100, 100], hands=hands, allow_open_fold=True)
    assert table.legal == "bring_in=2 complete=10"
    table.check_down(until=4)
    assert table.legal == "fold check bet=10"
    seat = table.to_act
    assert table.play(f"{seat} fold").game.phase == "END"
