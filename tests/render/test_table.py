"""The table as a picture and as text: what it says, what it must not say, and that nothing in it is markup."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from typing import Any

import hypothesis.strategies as st
import pytest
import razz
from hypothesis import given
from razz.render import table_svg, table_text
from razz.render.table import action_words, clean

RULES = razz.Rules(ante=1, bring_in=2, small_bet=4, big_bet=8)
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ["<script>alert('1')</script>", 'a"b&c', "\x1b[2J\x00", "\u202eright", "王小明" * 9, "e\u0301", "", "]]>"]


def game(seats: int, seed: int, moves: int) -> razz.Record:
    """A random hand after some actions, folds being rare."""
    rng = random.Random(seed)
    record = razz.Record(RULES, [rng.randint(1, 60) for _ in range(seats)])
    while record.state.phase != "END" and moves:
        if record.state.phase == "DEAL":
            record.deal_random(rng.getrandbits(63))
            continue
        legal = [action for action in record.state.legal_actions if action.kind != "FOLD" or rng.random() < 0.1]
        record.play(rng.choice(legal))
        moves -= 1
    return record


games = st.builds(game, st.integers(2, 8), st.integers(0, 2**32), st.integers(0, 60))


def words(svg: str) -> list[str]:
    """The text that a picture draws."""
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def faces(svg: str) -> int:
    """How many cards of a picture show their rank."""
    return len(list(ET.fromstring(svg).iter(f"{SVG}path")))


def test_a_hand_in_text() -> None:
    record = razz.Record(RULES, [100, 100, 5])
    record.deal("As 9c Jh 2s 8c Jd 3d Kd 7s")
    assert table_text(record).splitlines()[-1] == "seat 2 to act: bring in for 2, complete to 4"
    for action in ("complete", "call", "fold"):
        record.play(action)
    assert table_text(record, players=["Ann", "Bo"]).splitlines() == [
        "Fourth street: pot 11",
        "  seat       stack  in  cards",
        "  1     Ann     99      (As 2s) 3d  folded",
        "  2     Bo      95      9c 8c Kd",
        "  3              0      Jh Jd 7s    all in",
        "2 cards to be dealt",
    ]


def test_side_pots_and_the_end() -> None:
    rules = razz.Rules(ante=5, bring_in=6, small_bet=10, big_bet=20)
    state = razz.State.start(rules, [5, 20, 100, 100]).deal("As 9c Jh Th 2s 8c Jd Td 3d 4d 7s Kd")
    state = state.play("complete").play("raise", seat=1).play("call").play("call")
    assert "20 in the main pot (seats 1, 2, 3, 4), 45 in the side pot (seats 2, 3, 4)" in table_text(state)
    while state.phase != "END":
        state = state.deal_random(1) if state.phase == "DEAL" else state.play(state.legal_actions[0])
    assert state.result is not None
    text = table_text(state)
    assert text.startswith("The hand is over: pot 65")
    for seat, (payoff, award) in enumerate(zip(state.payoffs, state.result.awards, strict=True)):
        assert f"{payoff:+}" in text.splitlines()[2 + seat]
        assert (f"seat {seat + 1} wins {award}" in text) == (award > 0)
    assert "(" not in "".join(text.splitlines()[2:6])  # tabled hands have no down cards


def test_who_is_to_act_and_what_a_record_adds() -> None:
    record = razz.Record(RULES, [100, 100, 100])
    record.deal("As 9c Jh 2s 8c Jd 3d Kd 7s")
    record.play("bring-in")
    record.play("complete")
    lines = table_text(record).splitlines()
    assert [line[0] for line in lines[2:5]] == [">", " ", " "]
    assert lines[3].endswith("(9c 8c) Kd  bring in for 2")
    assert lines[4].endswith("(Jh Jd) 7s  complete to 4")
    assert "complete" not in "".join(table_text(record.state).splitlines()[2:5])
    assert table_text(record.view(1)).endswith("\nseat 1 to act")
    assert table_text(record.view(0)).endswith("\nseat 1 to act: fold, call 4, raise to 8")
    turn = [element for element in ET.fromstring(table_svg(record)).iter() if element.get("stroke") == "#f7c948"]
    assert len(turn) == 1


def test_a_community_card_and_burns_are_told() -> None:
    record = razz.Record(RULES.replace(short_deck="TDA"), [200] * 8)
    while record.state.phase != "END":
        if record.state.phase == "DEAL":
            record.deal_from(razz.deck_of(1, 0))
        else:
            record.play(next(action for action in record.state.legal_actions if action.kind != "FOLD"))
    assert record.state.community is not None
    text = table_text(record)
    assert f"community card: {record.state.community}" in text
    assert "burned" in text
    assert faces(table_svg(record)) == 1 + sum(map(len, record.state.cards))


@given(games, st.data())
def test_a_view_shows_only_what_it_knows(record: razz.Record, data: st.DataObject) -> None:
    """Hidden cards change neither the picture nor the text; every card that is known is drawn, the others are backs."""
    seat = data.draw(st.integers(0, record.state.seats - 1))
    for view in (record.view(seat), record.public_view()):
        known = [card for hand in view.cards for card in hand if card is not None]
        assert faces(table_svg(view)) == len(known) + (view.community is not None)
        shown = re.findall(r"[A2-9TJQK][cdhs]\b", table_text(view))
        assert sorted(shown) == sorted(map(str, [*known, *([view.community] if view.community else [])]))
    other = record.state.view(seat).determinize(1)
    assert table_svg(other.view(seat)) == table_svg(record.state.view(seat))
    assert table_text(other.public_view()) == table_text(record.state.public_view())


@given(games, st.lists(st.text(max_size=60) | st.sampled_from(HOSTILE), max_size=8))
def test_any_name_is_text(record: razz.Record, names: list[str]) -> None:
    names = names[: record.state.seats]
    svg = table_svg(record, players=names)
    root = ET.fromstring(svg)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "rect", "ellipse", "text", "g", "path")
    }
    drawn = words(svg)
    for seat, name in enumerate(names):
        whole = f"{seat + 1}  {clean(name)}".rstrip()
        assert whole in drawn or any(f"{whole[:end].rstrip()}…" in drawn for end in range(4, len(whole)))
    text = table_text(record, players=names)
    assert all(character.isprintable() or character == "\n" for character in text)
    assert len(text.splitlines()) == len(table_text(record).splitlines())
    colored = table_text(record, players=names, color=True)
    assert re.sub(r"\x1b\[\d*m", "", colored) == text


@pytest.mark.parametrize("stack", [7, 999_999_999_999])
@pytest.mark.parametrize("name", ["W" * 40, "m" * 40, "A very long name of somebody", "Jean-Luc d'Abc", "8" * 40])
def test_a_name_does_not_run_into_the_stack(name: str, stack: int) -> None:
    """Measured in DejaVu Sans, wider than the fonts that the picture asks for first."""
    textpath, fonts = pytest.importorskip("matplotlib.textpath"), pytest.importorskip("matplotlib.font_manager")

    def width(text: str) -> float:
        font = fonts.FontProperties(family="DejaVu Sans", weight="bold")
        return float(textpath.TextPath((0, 0), text, size=13, prop=font).get_extents().width)

    texts = words(table_svg(razz.State.start(RULES, [stack, 9]), players=[name]))
    [drawn] = [text for text in texts if text.startswith("1  ")]
    assert width(drawn) + width(f"{stack - 1:,}") < 224 - 20 - 4
    assert len(drawn) >= (6 if stack > 7 else 10)


def test_notebooks_get_the_picture() -> None:
    record = game(3, 1, 3)
    assert record._repr_svg_() == table_svg(record)
    assert record.state._repr_svg_() == table_svg(record.state)
    assert record.view(1)._repr_svg_() == table_svg(record.view(1))


def test_the_viewer_sits_at_the_near_side() -> None:
    state = razz.State.start(RULES, [1000 + seat for seat in range(6)]).deal_random(1)
    for seat in range(6):
        drawn = ET.fromstring(table_svg(state.view(seat))).iter(f"{SVG}text")
        near = [element for element in drawn if element.text == str(seat + 1) and element.get("text-anchor") == "start"]
        assert [(element.get("x"), element.get("y")) for element in near] == [("258", "271")]


def test_bad_arguments() -> None:
    loose: Any = table_svg
    with pytest.raises(TypeError, match="found str"):
        loose("State")
    with pytest.raises(ValueError, match="at most 2 names, found 3"):
        table_text(razz.State.start(RULES, [9, 9]), players=["a", "b", "c"])


def test_words_of_actions_are_read_again() -> None:
    state = razz.State.start(RULES, [40, 30, 20]).deal_random(5)
    said = set()
    while state.phase != "END":
        if state.phase == "DEAL":
            state = state.deal_random(1)
            continue
        for action in state.legal_actions:
            assert razz.Action.parse(action_words(action)) == action
            said.add(action.kind)
        state = state.play(state.legal_actions[-1])
    assert {"BRING_IN", "COMPLETE", "CALL", "RAISE"} <= said


def test_words_of_actions() -> None:
    amounts = ("CALL", "BRING_IN", "COMPLETE", "BET", "RAISE")
    said = {action_words(razz.Action(kind, 1200 if kind in amounts else None)) for kind in razz.ActionKind}
    assert said == {
        *("fold", "check", "call 1,200", "bring in for 1,200", "complete to 1,200", "bet 1,200", "raise to 1,200"),
        *("show", "muck"),
    }
