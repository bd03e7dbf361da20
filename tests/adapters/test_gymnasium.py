"""The environments of Gymnasium: its checker, and that they are the game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import razz
from razz import rl

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
adapter = pytest.importorskip("razz.adapters.gymnasium")

TABLES: dict[str, dict[str, Any]] = {
    "two": {},
    "six": {"seats": 6, "seat": 3},
    "short stacks": {"stacks": [5, 50, 7, 2], "opponents": ["random", lambda view: view.legal_actions[-1]]},
    "eight, TDA": {"rules": razz.Rules.preset("TDA", ante=5, bring_in=10, small_bet=25, big_bet=50), "seats": 8},
    "showdowns by choice": {"rules": razz.Rules(showdown_choice=True), "seats": 3, "opponents": "check_call"},
}


@pytest.mark.parametrize("table", TABLES)
def test_check_env(table: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make("razz/Razz-v0", render_mode="ansi", **TABLES[table]).unwrapped)


@pytest.mark.parametrize("table", TABLES)
def test_an_episode_is_a_hand(table: str) -> None:
    env = adapter.RazzEnv(**TABLES[table])
    choose = np.random.default_rng(1)
    ends = {"fold": 0, "showdown": 0}
    for seed in range(40):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            state = env.record.state
            assert seen in env.observation_space
            np.testing.assert_array_equal(seen, rl.observe(state.view(env.seat)))
            np.testing.assert_array_equal(info["action_mask"], env.action_masks())
            codes = np.flatnonzero(info["action_mask"])
            assert len(codes) or state.to_act is None
            seen, reward, over, truncated, info = env.step(choose.choice(codes) if len(codes) else 0)
            assert not truncated
            assert not info["illegal"]
            assert over or reward == 0
        state = env.record.state
        assert reward == state.payoffs[env.seat]
        ends["fold" if env.seat not in state.live else "showdown"] += 1
        assert state.phase == "END" or env.seat not in state.live
    assert min(ends.values()) > 0


def test_the_opponents_take_the_other_seats_in_order() -> None:
    asked: list[tuple[str, int | None]] = []

    def stay(name: str) -> Any:
        def policy(view: razz.View) -> razz.Action:
            asked.append((name, view.viewer))
            return next(action for action in view.legal_actions if action.kind != "FOLD")

        return policy

    env = adapter.RazzEnv(seats=4, seat=1, opponents=[stay("a"), stay("b"), stay("c")])
    for seed in range(5):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            code = rl.BRING_IN if info["action_mask"][rl.BRING_IN] else rl.CHECK_CALL
            _, _, over, _, info = env.step(code)
    assert set(asked) == {("a", 0), ("b", 2), ("c", 3)}


def test_policies_by_name_are_repeated() -> None:
    assert adapter.RazzEnv(seats=4, opponents="check_call,random").opponents[:3] == (
        "check_call",
        "random",
        "check_call",
    )
    assert adapter.RazzEnv(seats=4, opponents=["random"]).opponents == ("random",)


def test_the_same_seed_is_the_same_hand() -> None:
    def play(seed: int) -> Any:
        env = adapter.RazzEnv(seats=5, opponents="random")
        for options in ({"seed": seed}, {}):
            _, info = env.reset(**options)
            over = False
            while not over:
                codes = np.flatnonzero(info["action_mask"])
                _, _, over, _, info = env.step(int(codes[-1]) if len(codes) else 0)
        return env.record

    assert play(3) == play(3)
    assert play(3) != play(4)


def test_folding_ends_the_episode() -> None:
    env = adapter.RazzEnv(seats=3, opponents="check_call")
    for seed in range(20):
        _, info = env.reset(seed=seed)
        if info["action_mask"][rl.FOLD]:
            _, reward, over, _, info = env.step(rl.FOLD)
            assert (reward, over) == (-1.0, True)
            assert not info["action_mask"].any()
            return
    pytest.fail("the agent never had to answer a bring-in")


def test_an_illegal_code_is_a_time_out() -> None:
    env = adapter.RazzEnv(seats=2, opponents="check_call")
    seen = set()
    for seed in range(30):
        _, info = env.reset(seed=seed)
        state = env.record.state
        steps = len(env.record)
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[-1]))
        assert info["illegal"] is True
        expected = state.default_action
        assert expected is not None
        assert env.record.steps[steps] == expected
        seen.add(expected.kind)
    assert {"BRING_IN", "FOLD"} <= seen
    with pytest.raises(ValueError, match="expected a code 0 to 3, found 4"):
        env.step(4)


def test_where_nothing_is_to_be_decided_any_code_ends_the_episode() -> None:
    env = adapter.RazzEnv(stacks=[1, 100, 100], opponents="check_call")
    _, info = env.reset(seed=1)
    assert not info["action_mask"].any()
    _, reward, over, _, _ = env.step(0)
    assert over
    assert reward == env.record.state.payoffs[0]
    assert env.record.state.phase == "END"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seats": 9}, "stacks"),
        ({"seat": 2}, "seat: expected 0 to 1, found 2"),
        ({"opponents": "clever"}, "clever"),
        ({"opponents": ["clever"]}, "clever"),
        ({"opponents": []}, "opponents: expected at least one"),
        ({"render_mode": "human"}, "render_mode"),
    ],
)
def test_arguments_that_cannot_be(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        adapter.RazzEnv(**wrong)
