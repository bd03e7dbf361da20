"""Ways to ask, and faults in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import razz


@pytest.mark.parametrize(
    "players",
    [
        ["A23", "456"],
        ["As2h3d", "4c5c6c"],
        ["3 2 a", "6,5,4"],
        ["A23????", "456?"],
        [razz.parse_cards("As2h3d"), [13, 17, 21]],
        ["As2h3", ["4", razz.Rank("5"), razz.Card("6c")]],
        [np.array([3, 6, 9]), [13, 17, 21, 255, None]],
        ("A♠2♥3♦", "4c5c6c"),
    ],
)
def test_spellings(players: Any) -> None:
    assert razz.equity(players).counts == {(0,): 9651514149, (1,): 8607267099, (0, 1): 6515802}


def test_none_and_nothing_are_unknown_hands() -> None:
    assert razz.equity(["A23", None]).counts == razz.equity(["A23", ""]).counts == razz.equity(["A23", []]).counts


@pytest.mark.parametrize("dead", ["KK99", "KsKd9h9c", "K,K 9 9", razz.parse_cards("KsKd9h9c"), ["K", "K", "9", 32]])
def test_dead_cards(dead: Any) -> None:
    assert razz.equity(["A23", "456"], dead=dead).counts[0,] == 4408534294


def test_unseen_dead_cards_matter_only_for_the_end_of_the_deck() -> None:
    plain = razz.equity(["A23", "456"])
    assert razz.equity(["A23", "456"], dead="??" * 20).counts == plain.counts
    assert razz.equity(["A23", "456"], dead=[None] * 20).counts == plain.counts
    # 52 - 12 - 39 = 1 card is left for two players on seventh street.
    short = razz.equity(["A23456", "456789"], dead="??" * 39)
    assert "community card" in short.ending
    assert short.deals == 40


def test_a_known_community_card() -> None:
    result = razz.equity(["A2345K", "A2346K"], community="7d")
    assert result.ending == "six own cards each and the known community card"
    assert result.counts == {(0,): 1}


def test_rank_only_cards_keep_off_the_cards_of_ranges() -> None:
    """The ace of A23 is not the As that the range names, so that nothing is blocked."""
    weights = razz.equity(["A23", "{As2s, Kd9d}5"]).range_weights[1]
    assert weights == {"As2s": 0.5, "9dKd": 0.5}


#: Of all combinations of these ranges, two of a million million are possible.
RARE = ["{AsKs@999999, QdJd@0.000001}", "{AsQs@999999, 5d6d@0.000001}"]


@pytest.mark.parametrize(
    ("players", "kwargs", "error", "message"),
    [
        ("A23", {}, TypeError, "players: expected a sequence"),
        (5, {}, TypeError, "players: expected a sequence"),
        (["A23"], {}, ValueError, "players: expected 2 to 8 players, found 1"),
        (["2"] * 9, {}, ValueError, "players: expected 2 to 8 players, found 9"),
        (["A2X", "456"], {}, razz.ParseError, r"players\[0\]: 'X' is no rank.*position 2"),
        (["As", "As"], {}, razz.ParseError, r"players\[1\]: As is in players\[0\] too"),
        (["AsAs", "2"], {}, razz.ParseError, r"players\[0\]: As is twice"),
        (["As", "2"], {"dead": "2c As"}, razz.ParseError, r"dead: As is in players\[0\] too \(position 3\)"),
        (["AAA", "AA"], {}, razz.ParseError, r"players\[1\]: a fifth A"),
        (["A2345678", "K"], {}, razz.ParseError, r"players\[0\]: expected at most 7 cards, found 8"),
        (["A23", "456"], {"dead": "????" * 20}, ValueError, "players, dead: 8 cards are still to be dealt, but only"),
        (["A23", "456"], {"method": "guess"}, ValueError, 'method: expected "auto"'),
        (["A23", "456"], {"samples": 0}, ValueError, "samples: expected 1 or more, found 0"),
        (["A23", "456"], {"samples": -3}, ValueError, "samples: expected 1 or more, found -3"),
        (["A23", "456"], {"samples": 1.5}, TypeError, "samples: expected an integer of 1 or more or None, found 1.5"),
        (["A23", "456"], {"samples": 2**70}, ValueError, "samples: expected less than 2"),
        (["A23", "456"], {"target_se": "x"}, TypeError, "target_se: expected a number above 0 or None, found 'x'"),
        (["A23", "456"], {"threads": 0}, ValueError, "threads: expected 1 or more"),
        (["A23", "456"], {"target_se": 0.0}, ValueError, "target_se: expected a number above 0"),
        (["A23", "456"], {"max_time": float("nan")}, ValueError, "max_time: expected a number above 0"),
        (["A23", "456"], {"max_states": -1}, ValueError, "max_states: expected a number above 0"),
        (["A23", "456"], {"rng": -1}, ValueError, "rng"),
        (["A23", "456"], {"community": "2c3c"}, ValueError, "community: expected one card at most, found 2"),
        (["A234567", "456"], {"community": "2c"}, ValueError, r"players\[0\]: seven own cards beside a community card"),
        ([[52], "456"], {}, ValueError, r"players\[0\]: 52 at position 0 is no card"),
        ([[1.5], "456"], {}, TypeError, r"players\[0\]: 1.5 at position 0 is no card"),
        (["{AK", "456"], {}, razz.ParseError, r"players\[0\]: the range that begins here"),
        (["{AsKs}", "As"], {}, ValueError, r"players\[0\]: no holding of the range.*blocked by As \(players\[1\]\)"),
        (["{AA}", "{AA}", "{AA}"], {}, ValueError, "the ranges need the same cards"),
        (["{As[A-K][A-K][2-K]}"] * 2, {"method": "sample"}, ValueError, "the ranges need the same cards"),
        (RARE, {"method": "sample"}, ValueError, r"players\[0\], players\[1\]: .* nearly .* though there are some"),
    ],
)
def test_faults(players: Any, kwargs: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        razz.equity(players, **kwargs)


def test_positions_count_characters() -> None:
    with pytest.raises(razz.ParseError) as caught:
        razz.equity(["A♠ 2♥ x", "456"])
    assert caught.value.position == 6


def play_to(street: int) -> razz.State:
    """Three players who call and check up to a street, the third folding on fourth."""
    state = razz.State.start(razz.Rules(), [200] * 3)
    deck = razz.Deck([*range(0, 52, 5), *(card for card in range(52) if card % 5)])
    while True:
        if state.pending:
            if state.street == street:
                return state
            state = state.deal_from(deck)
        elif state.street == 4 and state.to_act == 2 and state.to_call:
            state = state.play("fold")
        else:
            by_kind = {str(action.kind): action for action in state.legal_actions}
            wanted = ["BET", "CALL", "CHECK", "BRING_IN"] if state.street == 4 else ["CHECK", "CALL", "BRING_IN"]
            state = state.play(next(by_kind[kind] for kind in wanted if kind in by_kind))


def test_a_view() -> None:
    state = play_to(5)
    view = state.view(0)
    result = razz.equity(view)
    live = view.live
    assert result.seats == live
    hands = ["".join(map(str, filter(None, view.cards[seat]))) for seat in live]
    dead = [card for seat in range(3) if seat not in live for card in view.cards[seat]]
    assert result.counts == razz.equity(hands, dead=dead).counts
    assert "seat" in str(result)
    # Whoever sees it all knows more.
    assert razz.equity(state).counts != result.counts
    with pytest.raises(ValueError, match="a View knows these itself"):
        razz.equity(view, dead="As")


@pytest.mark.parametrize("short_deck", ["ONLINE", "TDA", "ROBERT"])
@pytest.mark.parametrize(
    ("folds", "community"),
    [
        ([], {"ONLINE", "TDA", "ROBERT"}),  # 4 cards left for 8 players
        ([(6, 4)], {"TDA"}),  # 8 for 4: enough, and TDA wants two more than one each
        ([(3, 1)], {"TDA"}),  # 7 for 7: the same
        ([(3, 1), (5, 1)], set()),
    ],
)
def test_the_end_of_a_view_is_that_of_its_rules(
    short_deck: str, folds: list[tuple[int, int]], community: set[str]
) -> None:
    """Whether equity(view) says that the deck runs out is what the hand then does. Folds: (street, players)."""
    left = dict(folds)
    state = razz.State.start(razz.Rules(short_deck=short_deck), [1000] * 8)
    while not (state.street == 7 and state.phase == "DEAL"):
        if state.phase == "DEAL":
            state = state.deal_random(1)
            continue
        wanted = (
            ("FOLD", "BET", "BRING_IN", "CHECK", "CALL") if left.get(state.street) else ("CHECK", "CALL", "BRING_IN")
        )
        by_kind = {str(action.kind): action for action in state.legal_actions}
        kind = next(kind for kind in wanted if kind in by_kind)
        if kind == "FOLD":
            left[state.street] -= 1
        state = state.play(by_kind[kind])
    runs_out = not isinstance(state.pending[0][0], int)
    assert runs_out == (short_deck in community)
    result = razz.equity(state.view(state.live[0]), method="sample", samples=10, rng=1)
    assert ("community card" in result.ending) == runs_out
