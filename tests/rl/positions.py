"""Positions of random hands for hypothesis: any rules, any stacks, some steps played."""

from __future__ import annotations

import random

import razz
from hypothesis import strategies as st

from tests.game.random_games import random_setup


def random_start(choice: random.Random) -> razz.State:
    stacks, options = random_setup(choice, choice.randrange(12))
    absent, event_players = options.pop("absent", ()), options.pop("event_players", None)
    rake = options.pop("rake", None)
    rules = razz.Rules.preset(options.pop("preset"), rake=razz.Rake(*rake) if rake else None, **options)
    return razz.State.start(rules, stacks, absent=absent, event_players=event_players)


def played(state: razz.State, steps: int, choice: random.Random) -> razz.State:
    """Some random steps later."""
    for _ in range(steps):
        if state.phase == "END":
            break
        if state.phase == "DEAL":
            state = state.deal_random(choice.randrange(2**32))
        else:
            state = state.play(choice.choice(state.legal_actions))
    return state


@st.composite
def positions(draw: st.DrawFn, most_steps: int = 60) -> razz.State:
    choice = random.Random(draw(st.integers(0, 2**32)))
    return played(random_start(choice), draw(st.integers(0, most_steps)), choice)
