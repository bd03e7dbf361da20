"""Section 9 of the rules: each cell of the table of presets, found out by playing.

A probe plays a few hands under some rules and says which value of its option they show. It is tried on
every value by itself, and then on every preset.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.game.engines import Engine
from tests.game.scenarios import Table
from tests.game.test_betting import fourth
from tests.game.test_dealing import eight, to_seventh
from tests.game.test_showdown import THREE_TIED, showdown

Value = str | int | bool
Probe = Callable[..., Value]


def raises(table: Table, limit: int = 12) -> int:
    """Bets and raises until no more is legal, or `limit`."""
    for count in range(limit):
        kinds = dict(table.game.legal)
        kind = next((kind for kind in ("BET", "RAISE") if kind in kinds), None)
        if kind is None:
            return count
        table.game.play(kind, kinds[kind])
    return limit


def max_bets(engine: Engine, **rules: Any) -> Value:
    return raises(fourth(engine, [900, 900, 900], **rules))


def heads_up_cap(engine: Engine, **rules: Any) -> Value:
    rules = {**rules, "event_players": 3}
    from_the_start = raises(fourth(engine, [900, 900], **rules)) == 12
    after_a_fold = raises(fourth(engine, [900, 900, 900], **rules).play("1 bet, 2 raise, 3 fold")) >= 10
    in_the_event = raises(fourth(engine, [900, 900], **{**rules, "event_players": 2})) == 12
    return {
        (False, False, False): "ALWAYS",
        (True, False, True): "UNCAPPED_IF_ROUND_STARTS_HEADS_UP",
        (True, True, True): "UNCAPPED_IF_HEADS_UP_BEFORE_CAP",
        (False, False, True): "UNCAPPED_IF_TWO_LEFT_IN_EVENT",
    }[from_the_start, after_a_fold, in_the_event]


def reopen(engine: Engine, **rules: Any) -> Value:
    table = fourth(engine, [100, 15, 100], **rules).play("1 bet=10, 2 raise=15")
    return {"fold call=15 raise=25": "HALF", "fold call=15 raise=20": "FULL"}[table.legal]


def short_bring_in(engine: Engine, **rules: Any) -> Value:
    table = Table(engine, [100, 2, 100], door="9c Ks 2h", **rules).play("2 bring_in=1")
    return {"fold call=2 complete=10": "FULL", "fold call=1 complete=10": "SHORT"}[table.legal]


def all_in_bring_in(engine: Engine, **rules: Any) -> Value:
    table = Table(engine, [100, 1, 100, 100], door="9c Ks 2h 3h", **rules)
    return {"bring_in=2 complete=10": "FORCED", "fold bring_in=2 complete=10": "OPTIONAL"}[table.legal]


def board_tie(engine: Engine, **rules: Any) -> Value:
    low, high = "-- -- 7c 2s", "-- -- 7s 2c"
    openers = [Table(engine, [100] * 2, hands=hands, **rules).check_down(until=4).to_act
               for hands in ([low, high], [high, low])]  # fmt: skip
    return {(1, 1): "POSITION", (2, 1): "HIGH_SUIT", (1, 2): "LOW_SUIT"}[openers[0] or 0, openers[1] or 0]


def no_bet_show(engine: Engine, **rules: Any) -> Value:
    table = showdown(engine, "-- -- 9c Tc Jc Qc --", "-- -- 2d 3d 4d 5d --", **rules).check_down()
    return {"1": "EARLIEST_SEAT", "2": "LOW_BOARD"}[table.shown.split()[0]]


def table_all_in_hands(engine: Engine, **rules: Any) -> Value:
    table = Table(engine, [11, 100, 100], door="Kd 9c 2h", **rules).play("1 complete=10, 2 call, 3 fold")
    kinds = [event[0] for event in table.game.events]
    assert table.game.phase == "END"
    return "DEAL" in kinds[kinds.index("SHOW") :]


def odd_chip(engine: Engine, **rules: Any) -> Value:
    def paid(hands: tuple[str, ...]) -> tuple[int, ...]:
        table = showdown(engine, *hands, folded=2, ante=2, **rules).check_down()
        return tuple(chips for _, _, chips in table.awards)

    first, second, third, *rest = THREE_TIED
    shares: dict[tuple[tuple[int, ...], tuple[int, ...]], Value] = {
        ((6, 7, 7), (7, 7, 6)): "HIGH_SUIT",
        ((7, 7, 6), (6, 7, 7)): "LOW_SUIT",
        ((7, 7, 6), (7, 7, 6)): "POSITION",
        ((8, 6, 6), (8, 6, 6)): "FIRST_WINNER",
    }
    return shares[paid(THREE_TIED), paid((third, second, first, *rest))]


def short_deck(engine: Engine, **rules: Any) -> Value:
    game, _ = to_seventh(engine, (7, 7, 7, 7), **rules)
    community = game.pending == [("BOARD", "up")]
    burns = any(event[0] == "BURN" for event in game.events)
    return {(False, False): "ONLINE", (True, True): "TDA", (False, True): "ROBERT"}[community, burns]


def community_opener(engine: Engine, **rules: Any) -> Value:
    table = eight(engine, "-- -- 6c 4c 3c 2c", "-- -- 7c 4d 3d Ad", "6h", **rules)
    return {1: "SIXTH_STREET", 2: "RECOMPUTE"}[table.to_act or 0]


VALUES: dict[Probe, tuple[Value, ...]] = {
    max_bets: (3, 4, 5),
    heads_up_cap: (
        "ALWAYS",
        "UNCAPPED_IF_ROUND_STARTS_HEADS_UP",
        "UNCAPPED_IF_HEADS_UP_BEFORE_CAP",
        "UNCAPPED_IF_TWO_LEFT_IN_EVENT",
    ),
    reopen: ("HALF", "FULL"),
    short_bring_in: ("FULL", "SHORT"),
    all_in_bring_in: ("FORCED", "OPTIONAL"),
    board_tie: ("POSITION", "HIGH_SUIT", "LOW_SUIT"),
    no_bet_show: ("EARLIEST_SEAT", "LOW_BOARD"),
    table_all_in_hands: (True, False),
    odd_chip: ("HIGH_SUIT", "LOW_SUIT", "POSITION", "FIRST_WINNER"),
    short_deck: ("ONLINE", "TDA", "ROBERT"),
    community_opener: ("SIXTH_STREET", "RECOMPUTE"),
}

STARTS, EVENT, BEFORE = VALUES[heads_up_cap][1], VALUES[heads_up_cap][3], VALUES[heads_up_cap][2]
PRESETS = ("DEFAULT", "WSOP_LIVE", "WSOP_TOURNAMENT", "TDA", "ROBERT", "POKERKIT")
CELLS: dict[Probe, tuple[Value, ...]] = {
    max_bets: (4, 5, 5, 4, 4, 4),
    heads_up_cap: ("ALWAYS", STARTS, EVENT, EVENT, BEFORE, "ALWAYS"),
    reopen: ("HALF", "HALF", "HALF", "HALF", "HALF", "FULL"),
    short_bring_in: ("FULL", "FULL", "FULL", "FULL", "FULL", "SHORT"),
    all_in_bring_in: ("FORCED", "OPTIONAL", "OPTIONAL", "OPTIONAL", "OPTIONAL", "FORCED"),
    board_tie: ("POSITION", "POSITION", "POSITION", "HIGH_SUIT", "POSITION", "POSITION"),
    no_bet_show: ("EARLIEST_SEAT", "EARLIEST_SEAT", "LOW_BOARD", "LOW_BOARD", "LOW_BOARD", "LOW_BOARD"),
    table_all_in_hands: (True, False, True, True, False, True),
    odd_chip: ("HIGH_SUIT", "HIGH_SUIT", "HIGH_SUIT", "HIGH_SUIT", "LOW_SUIT", "FIRST_WINNER"),
    short_deck: ("ONLINE", "TDA", "TDA", "TDA", "ROBERT", "ONLINE"),
    community_opener: ("SIXTH_STREET",) * 4 + ("RECOMPUTE", "SIXTH_STREET"),
}


def name(value: object) -> str:
    return getattr(value, "__name__", str(value))


@pytest.mark.parametrize(("probe", "value"), [(p, v) for p, values in VALUES.items() for v in values], ids=name)
def test_section_9_each_value_of_each_option_shows(engine: Engine, probe: Probe, value: Value) -> None:
    assert probe(engine, **{name(probe): value}) == value


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("probe", CELLS, ids=name)
def test_section_9_each_cell_of_the_table(engine: Engine, probe: Probe, preset: str) -> None:
    assert probe(engine, preset=preset) == CELLS[probe][PRESETS.index(preset)]
