"""Observations against the views that they come from; action codes against legal actions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import razz
from hypothesis import given
from hypothesis import strategies as st
from razz import rl
from razz._razz import code_names

from tests.rl.positions import positions

RANKS = "A23456789TJQK"


def expected(view: razz.View) -> dict[str, Any]:
    """The observation of a view, from its attributes alone."""
    viewer, seats, big_bet = view.viewer, view.seats, view.rules.big_bet
    assert viewer is not None
    order = [(viewer + place) % seats for place in range(seats)]
    lift = [action.amount for action in view.state.legal_actions if action.kind in ("COMPLETE", "BET", "RAISE")]

    def chips(*amounts: int) -> list[float]:
        return [float(np.float32(amount) / np.float32(big_bet)) for amount in amounts]

    def relative(seat: int | None) -> int:
        return -1 if seat is None else order.index(seat)

    def per_seat(values: list[float]) -> list[float]:
        return [values[seat] for seat in order] + [0.0] * (8 - seats)

    def counts(hands: list[tuple[razz.Card | None, ...]]) -> list[int]:
        known = [card.rank.index for hand in hands for card in hand if card is not None]
        return [known.count(rank) for rank in range(13)]

    rivals = [view.cards[seat] for seat in view.live if seat != viewer]
    dead = [view.cards[seat] for seat in range(seats) if seat not in view.live and seat != viewer]
    cards = [[0.0] * 7 for _ in range(8)]
    for place, seat in enumerate(order):
        for held, card in enumerate(view.cards[seat]):
            cards[place][held] = -1 if card is None else card.index + 1
    dealt = sum(len(hand) for hand in view.cards) + (view.community is not None)
    return {
        "street": view.street,
        "seats": seats,
        "seat": viewer,
        "to_act": relative(view.to_act),
        "opener": relative(view.opener),
        "aggressor": relative(view.aggressor),
        "bets": view.bets,
        "stub": 52 - dealt - view.burns,
        "community": 0 if view.community is None else view.community.index + 1,
        "ante": chips(view.rules.ante),
        "bring_in": chips(view.rules.bring_in),
        "small_bet": chips(view.rules.small_bet),
        "pot": chips(view.pot),
        "level": chips(view.level),
        "to_call": chips(view.to_call),
        "raise_to": chips(*(amount or 0 for amount in lift)) or 0,
        "own": counts([view.cards[viewer], (view.community,)]),
        "rivals": counts(rivals),
        "dead": counts(dead),
        "live": per_seat([seat in view.live for seat in range(seats)]),
        "all_in": per_seat([seat in view.live and view.stacks[seat] == 0 for seat in range(seats)]),
        "absent": per_seat([seat in view.absent for seat in range(seats)]),
        "stack": per_seat(chips(*view.stacks)),
        "street_total": per_seat(chips(*view.street_totals)),
        "contribution": per_seat(chips(*view.contributions)),
        "cards": np.ravel(cards).tolist(),
    }


@given(positions(), st.integers(0, 7))
def test_an_observation_says_what_the_view_says(state: razz.State, seat: int) -> None:
    view = state.view(seat % state.seats)
    row = rl.observe(view)
    told = expected(view)
    assert told.keys() == rl.LAYOUT.keys() - {"cap", "acted"}
    for name, value in told.items():
        assert row[rl.LAYOUT[name]].tolist() == np.ravel(value).tolist(), name
    cap = row[rl.LAYOUT["cap"]][0]
    assert cap in (0, view.rules.max_bets)
    assert cap == view.rules.max_bets or view.rules.heads_up_cap != "ALWAYS"
    acted = row[rl.LAYOUT["acted"]]
    assert set(acted[: state.seats]) <= {0, 1}
    assert not acted[state.seats :].any()
    if state.to_act is not None:
        np.testing.assert_array_equal(rl.observe(state), rl.observe(state.view(state.to_act)))


def test_the_community_card_is_everybodys() -> None:
    state = razz.State.start(razz.Rules(), [100] * 8)
    deck = razz.Deck(range(52))
    while state.community is None:
        if state.phase == "DEAL":
            state = state.deal_from(deck)
        else:
            kinds = [rl.BRING_IN, rl.CHECK_CALL]
            state = state.play(rl.to_action(state, next(code for code in kinds if rl.legal_mask(state)[code])))
    view = state.view(3)
    row, told = rl.observe(view), expected(view)
    assert row[rl.LAYOUT["community"]] == state.community.index + 1
    for name in ("own", "rivals", "cards", "stub"):
        assert row[rl.LAYOUT[name]].tolist() == np.ravel(told[name]).tolist(), name
    assert row[rl.LAYOUT["own"]].sum() == 7


@given(positions(), st.integers(0, 7), st.integers(0, 2**32))
def test_what_is_hidden_makes_no_difference(state: razz.State, seat: int, seed: int) -> None:
    """Two states that look the same to a seat give the same numbers."""
    seat = seat % state.seats if state.to_act is None else state.to_act
    other = state.view(seat).determinize(seed)
    np.testing.assert_array_equal(rl.observe(state.view(seat)), rl.observe(other.view(seat)))
    if state.to_act == seat:
        np.testing.assert_array_equal(rl.observe(state), rl.observe(other))


@given(positions())
def test_codes_stand_for_the_legal_actions(state: razz.State) -> None:
    betting = state.phase == "BET"
    mask = rl.legal_mask(state)
    actions = [rl.to_action(state, code) for code in np.flatnonzero(mask)]
    assert set(actions) == (set(state.legal_actions) if betting else set())
    assert [rl.to_code(action) for action in actions] == np.flatnonzero(mask).tolist()
    for code in np.flatnonzero(~mask):
        with pytest.raises(
            razz.IllegalActionError, match=rf"code {code} \({code_names()[code]}\): (expected|no betting)"
        ):
            rl.to_action(state, code)
    for seat in range(state.seats):
        own_turn = betting and seat == state.to_act
        assert rl.legal_mask(state.view(seat)).tolist() == (mask.tolist() if own_turn else [False] * 4)


def test_names_of_the_codes() -> None:
    assert code_names() == ["FOLD", "CHECK_CALL", "BRING_IN", "RAISE"]
    assert (rl.FOLD, rl.CHECK_CALL, rl.BRING_IN, rl.RAISE) == (0, 1, 2, 3)


def test_names_of_the_numbers() -> None:
    assert len(set(rl.OBSERVATION)) == len(rl.OBSERVATION) == rl.observation_size()
    for name, part in rl.LAYOUT.items():
        assert all(slot.partition("[")[0] == name for slot in rl.OBSERVATION[part])
    assert [name.removeprefix("own[")[:-1] for name in rl.OBSERVATION[rl.LAYOUT["own"]]] == list(RANKS)
    assert sum(part.stop - part.start for part in rl.LAYOUT.values()) == rl.observation_size()


def test_refusals() -> None:
    state = razz.State.start(razz.Rules(), [100, 100])
    with pytest.raises(ValueError, match="a state in which a seat is to act"):
        rl.observe(state)
    dealt = state.deal("2c 3c 4c 5c 6c Kc")
    with pytest.raises(ValueError, match="the view of a seat"):
        rl.observe(dealt.public_view())
    with pytest.raises(TypeError, match="position: expected a View or a State, found 3"):
        rl.observe(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="out: expected an array of float32, found float64"):
        rl.observe(dealt, np.empty(rl.observation_size()))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="out: expected shape"):
        rl.observe(dealt, np.empty(3, dtype=np.float32))
    with pytest.raises(ValueError, match="contiguous"):
        rl.observe(dealt, np.empty(2 * rl.observation_size(), dtype=np.float32)[::2])
    with pytest.raises(razz.IllegalActionError, match="not the viewer's turn"):
        rl.to_action(dealt.view(0), rl.RAISE)
    for code in (-1, 4, 2**70):
        with pytest.raises(ValueError, match=f"code: expected 0 to 3, found {code}"):
            rl.to_action(dealt, code)
    with pytest.raises(TypeError, match="code: expected 0 to 3"):
        rl.to_action(dealt, "fold")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="SHOW has no code"):
        rl.to_code(razz.Action("SHOW"))


def test_the_page_has_the_layout() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rl.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\d+)(?: to (\d+))? \|", page, re.MULTILINE)
    told = {name: slice(int(first), int(last or first) + 1) for name, first, last in rows}
    assert told == dict(rl.LAYOUT)
