"""The rules engine as Python sees it: bad input, what a refused call leaves, values, copies and JSON."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from fractions import Fraction
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
import razz
from hypothesis import given

RULES = razz.Rules(ante=1, bring_in=2, small_bet=10, big_bet=20)
THIRD = "2c 3c 4c  5c 6c 7c  Kd 8h 9h"


def dealt(rules: razz.Rules = RULES, stacks: tuple[int, ...] = (100, 100, 100)) -> razz.State:
    return razz.State.start(rules, stacks).deal(THIRD)


LOOSE: Any = razz
"""razz without its types: what a type checker would refuse must be refused at run time too."""


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: LOOSE.State.start(RULES, [100, 0]), ValueError, r"stacks\[1\] is 0"),
        (lambda: LOOSE.State.start(RULES, [100, -5]), ValueError, r"stacks\[1\].*-5"),
        (lambda: LOOSE.State.start(RULES, [100, 1.5]), TypeError, r"stacks\[1\].*1\.5"),
        (lambda: LOOSE.State.start(RULES, [10**16, 5]), ValueError, r"stacks\[0\]"),
        (lambda: LOOSE.State.start(RULES, [10**30, 5]), ValueError, r"stacks\[0\]"),
        (lambda: LOOSE.State.start(RULES, [100] * 9), ValueError, "2 to 8 players, found 9"),
        (lambda: LOOSE.State.start(RULES, [100]), ValueError, "2 to 8 players, found 1"),
        (lambda: LOOSE.State.start(RULES, []), ValueError, "found 0"),
        (lambda: LOOSE.State.start(RULES, [9, 9], absent=[2]), ValueError, r"absent\[0\]: expected 0 to 1, found 2"),
        (lambda: LOOSE.State.start(RULES, [9, 9], event_players=1), ValueError, "event_players 1"),
        (lambda: LOOSE.Rules(bring_in=4, small_bet=4), ValueError, "bring_in 4: expected less than small_bet 4"),
        (lambda: LOOSE.Rules(bring_in=0), ValueError, "bring_in 0"),
        (lambda: LOOSE.Rules(small_bet=9, big_bet=8), ValueError, "small_bet 9: expected at most big_bet 8"),
        (lambda: LOOSE.Rules(ante=-1), ValueError, "ante: expected a whole number"),
        (lambda: LOOSE.Rules(ante=1.0), TypeError, "ante"),
        (lambda: LOOSE.Rules(odd_chip="BUTTON"), ValueError, 'odd_chip "BUTTON": expected one of HIGH_SUIT'),
        (lambda: LOOSE.Rules(max_bets=0), ValueError, "max_bets 0"),
        (lambda: LOOSE.Rules(max_bets=256), ValueError, "max_bets 256"),
        (lambda: LOOSE.Rules(straddle=1), TypeError, "straddle"),
        (lambda: LOOSE.Rules(showdown_choice=1), TypeError, "showdown_choice: expected True or False"),
        (lambda: LOOSE.Rules(rake=0.05), TypeError, "rake"),
        (lambda: LOOSE.Rake(0.05), TypeError, "not exact"),
        (lambda: LOOSE.Rake("1.5"), ValueError, "fraction: expected 0 to 1"),
        (lambda: LOOSE.Rake("x"), ValueError, "fraction"),
        (lambda: LOOSE.Rake("0.1", unit=0), ValueError, "unit"),
        (lambda: LOOSE.Rake("0.1", cap=0), ValueError, "cap"),
        (lambda: LOOSE.Rules.preset("VEGAS"), ValueError, 'preset "VEGAS"'),
        (lambda: LOOSE.Action("JUMP"), ValueError, "JUMP"),
        (lambda: LOOSE.Action("FOLD", 3), ValueError, "FOLD has none"),
        (lambda: LOOSE.Action("SHOW", cards="As2s3s4s5s6s7s8s"), ValueError, "at most 7"),
        (lambda: LOOSE.Action(3), TypeError, "kind"),
    ],
)
def test_bad_arguments_are_named(make: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        make()


def test_all_faults_of_rules_in_one_error() -> None:
    with pytest.raises(ValueError, match=r"bring_in 9.*small_bet 9.*max_bets 0"):
        razz.Rules(bring_in=9, small_bet=9, big_bet=8, max_bets=0)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("2c", r"cards\[0\]: 2c has been dealt already"),
        ("As 2s 3s 4s", "at most the 3 pending, found 4"),
        ("??", r"cards\[0\]: the up-card of seat 0 must be known"),
        ([52], "52"),
        ([None], "must be known"),
    ],
)
def test_refused_deals_change_nothing(cards: Any, text: str) -> None:
    state = dealt().play("bring-in").play("call").play("call")
    record = razz.Record(RULES, [100, 100, 100])
    record.deal(THIRD)
    for _ in range(3):
        record.play(record.state.legal_actions[0 if record.state.to_call == 0 else 1])
    before, json = record.copy(), state.to_json()
    for deal in (state.deal, record.deal):
        with pytest.raises((razz.InvalidDealError, ValueError), match=text):
            deal(cards)
    assert state.to_json() == json
    assert record == before
    assert record.events == before.events


def test_refused_actions_change_nothing() -> None:
    state = dealt()
    record = razz.Record(RULES, [100, 100, 100])
    record.deal(THIRD)
    for action in ["fold", "check", "call", "bet", "raise", "complete 9", "bring-in 3", "show", "muck"]:
        with pytest.raises(razz.IllegalActionError):
            state.play(action)
        with pytest.raises(razz.IllegalActionError):
            record.play(action)
        assert state.why_illegal(action)
    with pytest.raises(razz.IllegalActionError, match="seat 2: it is the turn of seat 0"):
        state.play("bring-in", seat=2)
    assert state == dealt()
    assert record.state == state
    assert len(record) == 9
    over = state.play("bring-in").play("fold").play("fold")
    with pytest.raises(razz.IllegalActionError, match="the hand is over"):
        over.play("check")
    with pytest.raises(razz.InvalidDealError, match="no card is pending"):
        over.deal("As")


def test_why_illegal_says_the_numbers() -> None:
    state = razz.State.start(RULES, [100, 100, 100]).deal(THIRD)
    assert state.why_illegal("bring-in") is None
    assert state.why_illegal("complete 9") == "COMPLETE goes to 10 here, found 9"
    state = state.play("complete").play("raise").play("raise").play("raise")
    assert state.why_illegal("raise") == "RAISE: the cap of 4 bets is reached"
    assert state.why_illegal("check") == "CHECK: 20 to call (level 40, put in 20)"


def test_values_describe_and_copy_themselves() -> None:
    record = razz.Record(RULES, [100, 100, 100], absent=[1])
    record.deal_from(razz.deck_of(5, 1))
    record.play(record.state.legal_actions[0])
    state = record.state
    view = record.view(0)
    rake = razz.Rake(Fraction(1, 20), unit=5, cap=10, no_fourth_street_no_drop=True)
    values = [RULES, rake, RULES.replace(rake=rake), state, view, *record.events, *state.pots, razz.Action("RAISE", 20)]
    for value in values:
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.copy(value) == value
        assert copy.deepcopy(state) == state
        assert hash(value) == hash(copy.copy(value))
    assert pickle.loads(pickle.dumps(record)) == record
    assert eval(repr(rake), vars(razz)) == rake
    assert eval(repr(RULES), vars(razz)) == RULES
    assert "(??" in repr(view)
    assert "(??" not in repr(state)
    for kind in (razz.Phase, razz.ActionKind, razz.EventKind):
        for member in kind:
            assert pickle.loads(pickle.dumps(member)) is member


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"format":"razz.state"}', "\x00", "nonsense"])
def test_json_that_is_none(text: str) -> None:
    for kind in (razz.State, razz.View, razz.Record, razz.Rules):
        with pytest.raises(razz.ParseError):
            kind.from_json(text)


def test_json_is_strict_and_stable() -> None:
    state = dealt()
    text = state.to_json()
    assert razz.State.from_json(text) == state
    assert razz.State.from_json(text).to_json() == text
    for old, new in [
        ('"version":1', '"version":2'),
        ('"razz.state"', '"razz.stat"'),
        ('"phase":"BET"', '"phase":"BED"'),
        ('"to_act":0', '"to_act":1'),
        ('"street":3', '"street":8'),
        ('"2c5cKd"', '"2c2cKd"'),
        ('"bets":0', '"bets":0,"bets":0'),
        ('"burns":0', '"burns":5'),
        ('"tabled":false', '"tabled":false,"extra":1'),
    ]:
        assert old in text, old
        with pytest.raises(ValueError, match=r"\w"):
            razz.State.from_json(text.replace(old, new, 1))
    with pytest.raises(ValueError, match="may not know"):
        razz.View.from_json(state.view(0).to_json().replace('"????8h"', '"As??8h"'))


@given(st.integers(0, 2**64 - 1), st.integers(2, 8), st.sampled_from([2, 8, 60, 1000]), st.integers(0, 3), st.data())
def test_random_games(seed: int, seats: int, deepest: int, ante: int, data: st.DataObject) -> None:
    """Chips are kept, every game ends, exactly the legal actions are accepted, records replay."""
    rng = np.random.default_rng(seed)
    stacks = [int(stack) for stack in rng.integers(1, deepest + 1, seats)]
    preset = data.draw(st.sampled_from(["DEFAULT", "WSOP_LIVE", "WSOP_TOURNAMENT", "TDA", "ROBERT", "POKERKIT"]))
    rules = razz.Rules.preset(preset, ante=ante, bring_in=1, small_bet=4, big_bet=8)
    record = razz.Record(rules, stacks)
    for _ in range(500):
        state = record.state
        if state.phase == razz.Phase.END:
            break
        assert sum(state.stacks) + state.pot == sum(stacks)
        if state.phase == razz.Phase.DEAL:
            record.deal_random(rng)
            continue
        legal = state.legal_actions
        amounts = {action.kind: action.amount for action in legal}
        for kind in razz.ActionKind:
            if kind not in amounts:
                with pytest.raises(razz.IllegalActionError):
                    state.play(razz.Action(kind))
            else:
                state.play(razz.Action(kind))
        record.play(legal[int(rng.integers(len(legal)))])
    assert record.state.phase == razz.Phase.END
    assert sum(record.state.payoffs) == 0
    assert sum(record.state.stacks) == sum(stacks)
    assert razz.Record.from_json(record.to_json()) == record
    shorter = record.copy()
    shorter.pop()
    assert shorter == record.replay(len(record) - 1)


def test_records_are_walked() -> None:
    record = razz.Record(RULES, [100, 100])
    with pytest.raises(IndexError):
        record.pop()
    with pytest.raises(ValueError, match="steps 1: the record has 0"):
        record.replay(1)
    record.push("2c3c")
    record.push(["4c", "5c"])
    record.push([razz.Card("6c"), 51])
    record.push(razz.Action("BRING_IN"))
    assert record.steps == (*razz.parse_cards("2c3c4c5c6cKs"), razz.Action("BRING_IN", 2))
    assert record.peek() == razz.Action("BRING_IN", 2)
    assert record.replay(0).events == razz.Record(RULES, [100, 100]).events
    assert [event.kind for event in record.events[:2]] == ["ANTE", "ANTE"]
    while len(record):
        record.pop()
    assert record == razz.Record(RULES, [100, 100])


def test_a_seat_that_looks_at_the_record() -> None:
    """Code of an index runs while the record can be asked: one that is locked would wait for ever."""
    code = """
import razz

class Last:
    def __index__(self):
        return len(record.state.cards) - 1

record = razz.Record(razz.Rules(), [100, 100])
record.deal("2c 3c 4c 5c 6c Kc")
assert record.view(Last()).viewer == 1
assert record.information_key(Last()) == record.information_key(1)
record.play("bring-in", seat=Last())
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_file_may_carry_its_own_rake() -> None:
    record = razz.Record(RULES, [100, 100], rake=[1])
    record.deal("2c3c4c5c6cKs")
    record.play("bring-in")
    record.play("fold")
    assert record.state.payoffs == (-1, 0)
    result = record.state.result
    assert result is not None
    assert result.rake == 1
    assert result.winners == (1,)
    assert razz.Record.from_json(record.to_json()).state == record.state
