"""Random games side by side with PokerKit under the POKERKIT preset.

PokerKit's own deviations (section 9 of the rules, last paragraph) are the only excuse for a difference; a
deal is left out when one of them shows, is counted by reason, and at most a quarter may be.
"""

import os
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from tests.game.engines import Engine, Game
from tests.game.peer import Peer, lifts_alike
from tests.game.random_games import random_action, random_deck
from tests.reference import cards as c
from tests.reference.showdown import layers

GAMES = int(os.environ.get("RAZZ_POKERKIT_GAMES", "500"))
# the least share of all deals in which each must happen
SITUATIONS = {
    "showdown": 0.4,
    "all-in": 0.2,
    "side pot": 0.2,
    "split": 0.03,
    "odd chip": 0.002,
    "short bring-in": 0.005,
    "community card": 0.01,
}
STAKES = ((1, 2, 4, 8), (0, 1, 2, 4), (1, 1, 5, 10), (2, 3, 10, 20), (5, 10, 25, 50))


def pots_of_winners(engine: Engine, game: Game) -> list[int]:
    """The payoffs if pots are made after the hands that win nothing are killed (their chips count as folded)."""
    seats = range(len(game.payoffs))
    won = [sum(event[2] for event in game.events if event[:2] == ("AWARD", seat)) for seat in seats]
    put_in = [chips - payoff for chips, payoff in zip(won, game.payoffs, strict=True)]
    dealt = [event for event in game.events if event[0] == "DEAL"]
    hands = [[event[3] for event in dealt if event[1] in (seat, "BOARD")] for seat in seats]
    winners = [event[1] for event in game.events if event[0] == "AWARD"]
    payoffs = [-chips for chips in put_in]
    for chips, contestants in layers(put_in, [seat in winners for seat in seats]):
        best = max(engine.strength(hands[seat]) for seat in contestants)
        tied = [seat for seat in contestants if engine.strength(hands[seat]) == best]
        for seat in tied:
            payoffs[seat] += chips // len(tied)
        payoffs[tied[0]] += chips % len(tied)
    return payoffs


def one_game(engine: Engine, rng: random.Random, seen: Counter[str]) -> str | None:
    """Play one deal on both sides; the reason why it is left out, if it is."""
    seats = rng.randint(2, 8)
    ante, bring_in, small, big = rng.choice(STAKES)
    deep = rng.random() < 0.4
    stacks = [rng.randint(40, 60) * small if deep else rng.randint(1, 60) for _ in range(seats)]
    game = engine.start(stacks, preset="POKERKIT", ante=ante, bring_in=bring_in, small_bet=small, big_bet=big)
    peer = Peer(stacks, ante=ante, bring_in=bring_in, small_bet=small, big_bet=big)
    deck = random_deck(rng)
    loose = rng.random() < 0.6
    short_lift_on = 0  # the street of the last short all-in wager
    while game.phase != "END":
        if game.phase == "DEAL":
            community = game.pending[0][0] == "BOARD"
            before = len(game.events)
            game.deal_from(deck)
            if community != peer.wants_board:
                assert community
                return "mucked cards dealt again"
            peer.deal([event[3] for event in game.events[before:] if event[0] == "DEAL"])
            seen["community card"] += community
            continue
        ours, theirs = lifts_alike(game.legal), peer.legal
        assert game.to_act == peer.to_act, (stacks, game.events)
        if ours != theirs:
            if short_lift_on == game.street:
                return "short all-in"
            # the completion that PokerKit offers a stack no greater than the bring-in is not played
            assert len(ours) == 1
            assert ours[0][0] == "BRING_IN"
            assert theirs == [*ours, ("LIFT", ours[0][1])], (stacks, ours, theirs, game.events)
        kind, amount = random_action(rng, game.legal, loose)
        size = small if game.street <= 4 else big
        if kind in ("COMPLETE", "BET", "RAISE"):
            level = 0 if kind == "COMPLETE" else max(peer.state.bets)
            if amount < level + size:
                short_lift_on = game.street
        peer.play(kind, amount)
        game.play(kind, amount)
    if game.payoffs != peer.payoffs:
        assert pots_of_winners(engine, game) == peer.payoffs, (stacks, game.events)
        return "pots of the winners only"
    assert not peer.state.status
    awards = [event for event in game.events if event[0] == "AWARD"]
    seen["side pot"] += any(event[3] > 0 for event in awards)
    seen["all-in"] += any(event[0] == "SHOW" for event in game.events) and 0 in [
        before + payoff for before, payoff in zip(stacks, game.payoffs, strict=True)
    ]
    shares = [sorted(event[2] for event in awards if event[3] == pot) for pot in {event[3] for event in awards}]
    seen["odd chip"] += any(pot[0] != pot[-1] for pot in shares)
    seen["split"] += len({event[1] for event in awards if event[3] == 0}) > 1
    seen["showdown"] += any(event[0] == "SHOW" for event in game.events)
    seen["short bring-in"] += any(event[0] == "BRING_IN" and event[2] < bring_in for event in game.events)
    return None


def test_random_games_agree_with_pokerkit(engine: Engine) -> None:
    rng = random.Random(20240706)
    left_out: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for _ in range(GAMES):
        reason = one_game(engine, rng, seen)
        if reason:
            left_out[reason] += 1
    assert left_out.total() <= GAMES / 4, left_out
    for situation, share in SITUATIONS.items():
        assert seen[situation] >= share * GAMES, (situation, seen)


# -- PokerKit's deviations, one test each: an upgrade that changes one is seen here -----------------


def seated(stacks: Sequence[int], up: Sequence[str]) -> Peer:
    """A table where seat i gets the up-cards up[i], dealt as far as they go; the rest are cards left over."""
    peer = Peer(stacks, ante=1, bring_in=2, small_bet=10, big_bet=20)
    named = {card for cards in up for card in c.known(cards)}
    spare = [card for card in range(51, -1, -1) if card not in named]
    doors = [c.known(cards)[0] for cards in up]
    peer.deal([spare.pop() for _ in range(2 * len(stacks))] + doors)
    return peer


def on_fourth(stacks: Sequence[int]) -> Peer:
    """Fourth street, seat 0 opens; seat 1 has brought in 2 and all have called."""
    up = ["Ah Kd", "Qs Kh", "Qd Kc", "Qh Ks"][: len(stacks)]
    peer = seated([chips + 3 for chips in stacks], up)
    peer.play("BRING_IN", 2)
    for _ in stacks[1:]:
        peer.play("CALL", 2)
    peer.deal([c.known(cards)[1] for cards in up])
    assert peer.to_act == 0
    return peer


def test_deviation_after_a_short_all_in_the_next_raise_is_to_level_plus_bet() -> None:
    peer = on_fourth([100, 14, 100])
    peer.play("LIFT", 10)
    peer.play("LIFT", 14)
    assert peer.legal == [("FOLD", 0), ("CALL", 14), ("LIFT", 24)]  # the rules: 20


def test_deviation_the_first_all_in_of_any_size_is_a_full_bet() -> None:
    peer = on_fourth([4, 100, 100])
    peer.play("LIFT", 4)
    assert peer.legal == [("FOLD", 0), ("CALL", 4), ("LIFT", 14)]  # the rules: 10


def test_deviation_short_all_ins_count_towards_the_cap() -> None:
    peer = on_fourth([100, 14, 100, 100])
    for amount in (10, 14, 24, 34):
        peer.play("LIFT", amount)
    assert peer.legal == [("FOLD", 0), ("CALL", 24)]  # the rules: three whole bets, one more raise


@pytest.mark.parametrize("stack", [1, 2])
def test_deviation_a_stack_no_greater_than_the_bring_in_is_offered_the_completion(stack: int) -> None:
    peer = seated([1 + stack, 100], ["Kd", "9c"])
    assert peer.legal == [("BRING_IN", stack), ("LIFT", stack)]  # the rules: the bring-in only


def test_deviation_who_checked_before_a_short_opening_all_in_may_raise() -> None:
    peer = on_fourth([100, 4, 100])
    peer.play("CHECK", 0)
    peer.play("LIFT", 4)
    peer.play("CALL", 4)
    assert peer.to_act == 0
    assert peer.legal == [("FOLD", 0), ("CALL", 4), ("LIFT", 14)]  # the rules: call or fold


@pytest.mark.parametrize(("folds", "board"), [(0, True), (1, False)])
def test_deviation_mucked_cards_are_dealt_again_on_seventh_street(folds: int, board: bool) -> None:
    peer = Peer([100] * 8, ante=1, bring_in=2, small_bet=10, big_bet=20)
    deck = list(range(52))
    players = 8
    for street in range(4):
        peer.deal([deck.pop() for _ in range(24 if street == 0 else players)])
        while peer.state.street_index == street and peer.to_act is not None:
            kinds = dict(peer.legal)
            fold = street == 1 and players > 8 - folds and "FOLD" in kinds
            bet = street == 1 and folds and "LIFT" in kinds and "CHECK" in kinds
            kind = "FOLD" if fold else "LIFT" if bet else next(k for k in ("BRING_IN", "CHECK", "CALL") if k in kinds)
            players -= fold
            peer.play(kind, kinds[kind])
    # the rules: six cards are left for seven players, so one is shared
    assert len(deck) == (6 if folds else 4)
    assert peer.wants_board == board


def test_deviation_hands_all_in_early_are_shown_twice() -> None:
    peer = seated([11, 11], ["Kd", "9c"])
    peer.play("LIFT", 10)
    peer.play("CALL", 10)
    deck = [card for card in range(52) if c.name(card) not in ("Kd", "9c")][4:]
    for _ in range(4):
        peer.deal([deck.pop(), deck.pop()])
    shows = [type(operation).__name__ for operation in peer.state.operations].count("HoleCardsShowingOrMucking")
    assert shows == 4  # the rules: each hand is tabled once


def test_deviation_nine_players_are_accepted() -> None:
    assert len(Peer([100] * 9, ante=1, bring_in=2, small_bet=10, big_bet=20).payoffs) == 9


def test_deviation_pots_are_those_of_the_winners_only() -> None:
    # seats 0 and 1 tie; seats 2 and 3 are all-in for 7 and lose, seat 4 folds 12: a main pot of 35, a side pot of 29
    hands = [
        "Ac 2c 3c 4c 5c Kc Kd",
        "Ad 2d 3d 4d 5d Kh Ks",
        "Qc Qd Qh Jc Jd Jh Ts",
        "Qs Js Tc Td Th 9c 9d",
        "9h 9s 8c 8d 8h",
    ]
    peer = Peer([100, 100, 7, 7, 100], ante=2, bring_in=2, small_bet=5, big_bet=7)
    cards = [c.known(hand) for hand in hands]
    streets = [
        "2 LIFT 5, 3 CALL 5, 4 CALL 5, 0 CALL 5, 1 CALL 5",
        "0 LIFT 5, 1 CALL 5, 4 CALL 5",
        "0 LIFT 7, 1 CALL 7, 4 FOLD 0",
        "0 CHECK 0, 1 CHECK 0",
        "0 CHECK 0, 1 CHECK 0",
    ]
    for street, script in enumerate(streets):
        seats = range(5 if street < 3 else 4)
        due = range(3) if street == 0 else [street + 2]
        peer.deal([cards[seat][place] for place in due for seat in seats])
        for step in script.split(", "):
            seat, kind, amount = step.split()
            assert peer.to_act == int(seat)
            peer.play(kind, int(amount))
    assert peer.payoffs == [13, 13, -7, -7, -12]  # the rules, odd chips to the first winner: 14 and 12
