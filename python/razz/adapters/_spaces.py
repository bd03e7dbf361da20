"""What the environments of Gymnasium and PettingZoo share: their spaces, and how a table is given."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from gymnasium import spaces

import razz
from razz import rl
from razz._seating import table_of


def table(
    rules: razz.Rules | None, stacks: Iterable[int] | None, seats: int | None
) -> tuple[razz.Rules, tuple[int, ...]]:
    """Rules, with automatic showdowns, and stacks, with the defaults of `razz.simulate`."""
    rules, stacks = table_of(rules, stacks, seats)
    rules, stacks = rules.replace(showdown_choice=False), tuple(stacks)
    razz.State.start(rules, stacks)  # refuses what cannot be played
    return rules, stacks


def observation_space(rules: razz.Rules, stacks: tuple[int, ...]) -> spaces.Box[np.float32]:
    """The bounds of `razz.rl.observe` at a table: cards go to 52, chips to what is on the table, in big bets."""
    chips = max(sum(stacks), rules.ante, rules.big_bet)
    wagers = 2 * chips / rules.small_bet + rules.max_bets
    high = np.float32(max(52.0, np.ceil(chips / rules.big_bet) + 1, np.ceil(wagers)))
    return spaces.Box(-1.0, float(high), (rl.observation_size(),), np.float32)


def action_space() -> spaces.Discrete[np.int64]:
    """The codes FOLD, CHECK_CALL, BRING_IN, RAISE."""
    return spaces.Discrete(4)


def mask(position: razz.View | razz.State) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    """`razz.rl.legal_mask` as the libraries want it: int8, 1 for legal."""
    return rl.legal_mask(position).astype(np.int8)
