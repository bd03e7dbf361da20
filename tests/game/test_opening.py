"""Section 5 of the rules: who opens, fourth to seventh street."""

import pytest

from tests.game.engines import Engine
from tests.game.scenarios import Table


def boards(engine: Engine, *ups: str, **options: object) -> Table:
    """All check to the street that shows these boards."""
    hands = ["-- -- " + up for up in ups]
    stacks = options.pop("stacks", [100] * len(ups))
    table = Table(engine, stacks, hands=hands, **options)  # type: ignore[arg-type]
    return table.check_down(until=len(ups[0].split()) + 2)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Kc Jc 3c", "7c 7d 6c"),
        ("9c 3c 3d", "8c 4c 4d"),
        ("Ac Ad Kc", "2c 2d 3c"),
        ("9c 4c 3c 3d", "Jc 7c 7d 6c"),
        ("7c 2c", "8c Ac"),
        ("8c 2c", "8d 3c"),
        ("Kc Kd Qc", "2c 2d 2h"),
        ("2c 2d 3c 3d", "Ac Ad Ah 4c"),
        ("Kc Kd Kh Qc", "Ac Ad Ah As"),
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_section_5_r12_r13_r14_h5_the_lowest_board_opens(
    engine: Engine, first: str, second: str, swapped: bool
) -> None:
    ups = (second, first) if swapped else (first, second)
    table = boards(engine, *ups)
    assert table.to_act == (2 if swapped else 1)
    assert table.legal == ("check bet=10" if table.game.street == 4 else "check bet=20")


def test_section_5_r15_seventh_street_is_face_down_and_the_up_cards_open(engine: Engine) -> None:
    table = Table(engine, [100, 100], hands=["Ac 2d -- -- -- -- Ah", "-- -- 3d 4d 5d 6d --"]).check_down(until=7)
    ways = [way for kind, _, way, *_ in (e for e in table.game.events if e[0] == "DEAL") if kind == "DEAL"]
    assert ways[-2:] == ["down", "down"]
    assert table.to_act == 2


def test_section_5_an_all_in_hand_counts_and_the_next_clockwise_opens(engine: Engine) -> None:
    table = boards(engine, "Kc 9c", "2c 3c", "4c 5c", "Kd 8d", stacks=[100, 3, 100, 100])
    assert table.to_act == 3
    table = boards(engine, "Kc 9c", "Kd 8d", "2c 3c", stacks=[100, 100, 3])
    assert table.to_act == 1


def test_section_5_equal_boards_by_position(engine: Engine) -> None:
    assert boards(engine, "Kc 9c", "7c 2s", "7s 2c").to_act == 2


def test_section_5_equal_boards_by_high_suit(engine: Engine) -> None:
    assert boards(engine, "Kc 9c", "7c 2s", "7s 2c", board_tie="HIGH_SUIT").to_act == 3
    # of two copies the higher suit: 7s against 7h; the highest card is by rank, not the paired one
    assert boards(engine, "7c 7s 2c", "7d 7h 2d", board_tie="HIGH_SUIT").to_act == 1
    assert boards(engine, "9c 2s 2h", "9d 2d 2c", board_tie="HIGH_SUIT").to_act == 2


def test_section_5_equal_boards_by_low_suit(engine: Engine) -> None:
    assert boards(engine, "Kc 9c", "7s 2c", "7c 2s", board_tie="LOW_SUIT").to_act == 3
    assert boards(engine, "7c 7s 2c", "7d 7h 2d", board_tie="LOW_SUIT").to_act == 2


def test_section_5_the_tie_is_resolved_before_an_all_in_is_passed_over(engine: Engine) -> None:
    table = boards(engine, "7c 2s", "Kc 9c", "7s 2c", "Kd 9d", board_tie="HIGH_SUIT", stacks=[100, 100, 3, 100])
    assert table.to_act == 4
