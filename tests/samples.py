"""An object of every public class."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import razz
from numpy.typing import NDArray

RULES = razz.Rules(ante=1, bring_in=2, small_bet=4, big_bet=8, rake=razz.Rake("0.05", unit=2, cap=6))


def played() -> razz.Record:
    record = razz.Record(RULES, [100, 40, 100])
    deck = razz.deck_of(5, 3)
    while record.state.phase != "END":
        if record.state.phase == "DEAL":
            record.deal_from(deck)
        else:
            record.play(record.state.default_action or record.state.legal_actions[-1])
    return record


def opened() -> razz.State:
    return razz.State.start(RULES, [100, 40, 100]).deal_from(razz.deck_of(5, 3))


def first(view: razz.View, rng: razz.policies.Draws) -> razz.Action:
    """A policy: the first of the legal actions."""
    del rng
    return view.legal_actions[0]


def first_codes(observations: object, mask: NDArray[np.bool_], draws: object) -> NDArray[np.int64]:
    """The same for many hands."""
    del observations, draws
    codes: NDArray[np.int64] = mask.argmax(axis=1)
    return codes


def draws() -> razz.policies.Draws:
    """The random draws of a seat, which only a policy is given."""
    kept: list[razz.policies.Draws] = []

    def keep(view: razz.View, rng: razz.policies.Draws) -> razz.Action:
        kept.append(rng)
        return first(view, rng)

    razz.policies.choose(opened().view(opened().to_act or 0), keep, 1)
    return kept[0]


def samples() -> dict[str, Any]:
    """An object of every public class."""
    record = played()
    log = razz.HandLog()
    summary = razz.simulate(50, seats=2, rng=1, log=log)
    env = razz.rl.BatchEnv(3, copy=True)
    found: dict[str, Any] = {
        "Action": razz.Action("RAISE", 8),
        "Card": razz.Card("As"),
        "Comparison": razz.compare("tight", "random", hands=20, seats=2, rng=1),
        "Deck": razz.deck_of(1, 1),
        "Equity": razz.equity(["A23", "456"]),
        "EquityDistribution": razz.equity_distribution(["A29", "{[A-7][A-7]/d}7"]),
        "Event": record.events[-1],
        "HandLog": log,
        "HandOdds": razz.hand_odds("As2h3d"),
        "LowHand": razz.evaluate("As2s3s4s6h"),
        "NextCards": razz.equity_by_next_card(["A238", "4569"]),
        "Pot": opened().pots[0],
        "Rake": razz.Rake(Fraction(1, 20)),
        "Range": razz.parse_range("{[A-8][A-8]/d}4"),
        "Rank": razz.Rank("A"),
        "Record": record,
        "Result": record.state.result,
        "Rules": RULES,
        "Showdowns": razz.showdown_many([[[3, 7, 11, 15, 19], [0, 4, 8, 12, 20]]]),
        "Simulation": razz.Simulation(RULES, [50, 50], "random", seed=1),
        "StartingHands": razz.starting_hands(),
        "State": opened(),
        "Suit": razz.Suit("s"),
        "Summary": summary,
        "View": record.view(1),
        "summary.Tally": summary.seats[0],
        "summary.Estimate": summary.pot,
        "history.History": razz.history.loads(record.to_json()),
        "history.Tally": razz.history.player_stats([record])[0],
        "policies.Draws": draws(),
        "policies.FromArrays": razz.policies.batched(first_codes),
        "policies.FromViews": razz.policies.from_views(first),
        "policies.Situation": razz.policies.situation(opened().view(0)),
        "policies.Table": razz.policies.table(np.full((*razz.policies.SITUATION_SHAPE, 4), 0.25)),
        "rl.BatchEnv": env,
        "rl.Decisions": env.reset(1),
        "rl.Step": env.step(env.mask.argmax(axis=1)),
    }
    return found
