"""Random games on the twin and on razz side by side: everything must agree after every step.

Where they differ the text of the rules decides. RAZZ_GAMES sets the number of games.
"""

import os
import random
from collections import Counter
from typing import Any

import pytest

from tests.game import situations
from tests.game.engines import Engine, Game, TwinEngine, TwinGame
from tests.game.random_games import random_action, random_deck, random_setup
from tests.game.razz_engine import RazzEngine

GAMES = int(os.environ.get("RAZZ_GAMES", "3000"))

# the least number of games, of 10,000, in which each must happen
LEAST = {
    "all-in": 5000,
    "all-in from the ante": 500,
    "short bring-in": 100,
    "side pot": 2000,
    "three pots": 500,
    "split": 500,
    "odd chip": 100,
    "community card": 200,
    "scramble": 50,
    "burn": 1000,
    "cap reached": 500,
    "raise beyond the cap": 100,
    "reopened by short all-ins": 50,
    "not reopened": 100,
    "nobody could answer a raise": 500,
    "an optional bring-in": 50,
    "bring-in passed on": 100,
    "tied low boards": 300,
    "absent": 500,
    "absent brings in": 100,
    "rake": 500,
    "rake at its cap": 100,
    "muck": 1000,
    "a choice to muck": 500,
    "unknown cards awaited": 300,
    "tabled before the last card": 500,
    "all fold": 500,
    "uncalled": 1000,
    "open fold": 100,
}

KINDS = ("FOLD", "CHECK", "CALL", "BRING_IN", "COMPLETE", "BET", "RAISE", "SHOW", "MUCK")
ASPECTS = (
    "phase", "street", "to_act", "pending", "legal", "default", "pots", "pot", "to_call", "stacks", "payoffs",
    "totals", "put_in", "level", "bets", "live", "shown", "mucked",
)  # fmt: skip


def compare(twin: Game, other: Game, story: Any) -> None:
    for aspect in ASPECTS:
        ours, theirs = getattr(twin, aspect), getattr(other, aspect)
        assert ours == theirs, (aspect, ours, theirs, story, twin.events)
    assert twin.events == other.events, (story, twin.events, other.events)


def compare_views(twin: Game, other: Game, viewer: int | None, story: Any) -> None:
    ours, theirs = twin.hands_seen_by(viewer), other.hands_seen_by(viewer)
    assert ours == theirs, (viewer, ours, theirs, story, twin.events)


def deal(twin: TwinGame, other: Game, rng: random.Random, deck: list[int], truth: dict[int, list[int]]) -> None:
    """Deal what is pending on both: from the deck, or card by card with the down cards of some seats unknown."""
    if not truth and rng.random() < 0.9:
        twin.deal_from(deck)
        other.deal_from(deck)
        return
    order = twin.state.clone()
    order.deal_from(deck)
    cards = [event[3] for event in order.events[len(twin.events) :] if event[0] == "DEAL"]
    known: list[int | None] = []
    for card, (seat, way) in zip(cards, twin.pending, strict=True):
        hidden = way == "down" and seat in truth
        known.append(None if hidden else card)
        if hidden:
            truth[int(seat)].append(card)
    some = rng.randint(1, len(known))
    if not truth:
        for game in (twin, other):
            game.deal(known[:some])
            if some < len(known):
                game.deal_from(deck)
        return
    for part in filter(None, (known[:some], known[some:])):
        twin.deal(part)
        other.deal(part)


def try_illegal(twin: TwinGame, other: Game, other_engine: Engine, rng: random.Random) -> None:
    """Any action that is not legal is refused by both; the caller compares that nothing has changed."""
    kind = rng.choice(KINDS)
    amounts = [rng.randint(1, max(twin.state.start_stacks)), *(number for _, number in twin.legal if number)]
    amount = 0 if kind in ("FOLD", "CHECK", "SHOW", "MUCK") else rng.choice(amounts)
    if (kind, amount) in twin.legal:
        return
    with pytest.raises(TwinEngine.illegal):
        twin.play(kind, amount)
    with pytest.raises(other_engine.illegal):
        other.play(kind, amount)


def one_game(other_engine: Engine, rng: random.Random, number: int, seen: Counter[str]) -> None:
    stacks, options = random_setup(rng, number)
    twin = TwinEngine().start(stacks, **options)
    assert isinstance(twin, TwinGame)
    other = other_engine.start(stacks, **options)
    deck = random_deck(rng)
    loose = rng.random() < 0.7
    hidden = {seat for seat in range(len(stacks)) if rng.random() < 0.4} if rng.random() < 0.2 else set()
    truth: dict[int, list[int]] = {seat: [] for seat in hidden}
    happened: Counter[str] = Counter()
    story = (number, stacks, options)
    compare(twin, other, story)
    while twin.phase != "END":
        if rng.random() < 0.2:
            try_illegal(twin, other, other_engine, rng)
            compare(twin, other, story)
        if twin.phase == "DEAL":
            deal(twin, other, rng, deck, truth)
            situations.after_deal(twin.state, happened)
        else:
            situations.before_action(twin.state, happened)
            kind, amount = random_action(rng, twin.legal, loose)
            cards = None
            seat = twin.state.actor
            if kind == "SHOW" and None in twin.state.down[seat]:
                cards = truth[seat][:]
            twin.play(kind, amount, cards)
            other.play(kind, amount, cards)
        compare(twin, other, story)
        compare_views(twin, other, rng.choice([None, *range(len(stacks))]), story)
    situations.at_the_end(twin.state, happened)
    seen.update({situation: 1 for situation, times in happened.items() if times})


def play(other_engine: Engine, games: int) -> Counter[str]:
    rng = random.Random("differential")
    seen: Counter[str] = Counter()
    for number in range(games):
        one_game(other_engine, rng, number, seen)
    return seen


def test_random_games_agree_step_by_step() -> None:
    seen = play(RazzEngine(), GAMES)
    short = {name: (seen[name], least) for name, least in LEAST.items() if seen[name] * 10_000 < least * GAMES}
    assert not short, short
