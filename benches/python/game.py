"""The rules engine stepped from Python, and what copies, views, hashes and JSON cost."""

from __future__ import annotations

import random
from collections.abc import Iterator

import razz

from benches.measure import Row, best_seconds

RULES = razz.Rules(ante=1, bring_in=2, small_bet=4, big_bet=8)
STACKS = [1000] * 6
HANDS = 500


def play_hand(deck: razz.Deck, choose: random.Random) -> razz.State:
    """One six-handed hand, uniformly random legal actions, through legal_actions, play and deal_from."""
    state = razz.State.start(RULES, STACKS)
    while state.phase != "END":
        legal = state.legal_actions
        state = state.play(choose.choice(legal)) if legal else state.deal_from(deck)
    return state


def rows() -> Iterator[Row]:
    """Rows of the table."""
    decks = [razz.deck_of(1, index) for index in range(HANDS)]

    def session() -> None:
        choose = random.Random(1)
        for deck in decks:
            play_hand(deck, choose)

    yield Row("game stepped from Python, six seats, random actions", HANDS / best_seconds(session), "hands/s")
    state = razz.State.start(RULES, STACKS).deal_from(decks[0]).play("complete")
    text = state.to_json()
    calls = 2_000
    jobs = {
        "state.view(0)": lambda: state.view(0),
        "hash(state)": lambda: hash(state),
        "state.legal_actions": lambda: state.legal_actions,
        'state.play("call")': lambda: state.play("call"),
        "state.to_json()": lambda: state.to_json(),
        "State.from_json(text)": lambda: razz.State.from_json(text),
    }
    for name, job in jobs.items():
        seconds = best_seconds(lambda job=job: [job() for _ in range(calls)])  # type: ignore[misc]
        yield Row(name, calls / seconds, "calls/s")
