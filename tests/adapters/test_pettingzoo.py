"""The environment of PettingZoo: its own tests, and that it is the game."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import razz
from razz import rl

pettingzoo = pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
adapter = pytest.importorskip("razz.adapters.pettingzoo")

TABLES: dict[str, dict[str, Any]] = {
    "two": {"seats": 2},
    "six": {"seats": 6},
    "short stacks": {"stacks": [5, 50, 7, 2]},
    "eight, TDA": {"rules": razz.Rules.preset("TDA", ante=5, bring_in=10, small_bet=25, big_bet=50), "seats": 8},
    "showdowns by choice": {"rules": razz.Rules(showdown_choice=True), "seats": 3},
}

#: What api_test warns of where observations are dictionaries with an action mask, as in all card games of PettingZoo.
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
)


@pytest.mark.parametrize("table", TABLES)
def test_api_test(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import api_test

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(adapter.env(**TABLES[table], render_mode="ansi"), num_cycles=100)
    assert [str(entry.message) for entry in caught if not str(entry.message).startswith(EXPECTED)] == []
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("table", TABLES)
def test_seed_test(table: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: adapter.env(**TABLES[table]), num_cycles=100)


def test_it_is_not_parallel() -> None:
    from pettingzoo.utils import aec_to_parallel

    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(adapter.env())


@pytest.mark.parametrize("table", TABLES)
def test_an_episode_is_a_hand(table: str) -> None:
    env = adapter.env(**TABLES[table])
    base = env.unwrapped
    choose = np.random.default_rng(1)
    decisions = 0
    for seed in range(20):
        env.reset(seed=seed)
        rewards: dict[str, float] = {}
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            assert not truncated
            if terminated:
                rewards[agent] = reward
                env.step(None)
                continue
            assert reward == 0
            state = base.record.state
            assert agent == f"player_{state.to_act}"
            np.testing.assert_array_equal(seen["observation"], rl.observe(state.view(state.to_act)))
            np.testing.assert_array_equal(seen["action_mask"], rl.legal_mask(state))
            assert all(seen in env.observation_space(agent) for seen in map(env.observe, env.agents))
            assert not any(env.observe(other)["action_mask"].any() for other in env.agents if other != agent)
            env.step(choose.choice(np.flatnonzero(seen["action_mask"])))
            decisions += 1
        state = base.record.state
        assert state.phase == "END"
        assert list(rewards.values()) == list(state.payoffs)
        assert list(rewards) == env.possible_agents
        assert sum(state.payoffs) == 0
    assert decisions > 20


def test_the_same_seed_is_the_same_hands() -> None:
    envs = [adapter.env(seats=3) for _ in range(3)]
    for env, seed in zip(envs, (5, 5, 6), strict=True):
        env.reset(seed=seed)
    first = [env.unwrapped.record.state for env in envs]
    for env in envs:
        env.reset()
    second = [env.unwrapped.record.state for env in envs]
    assert first[0] == first[1] != first[2]
    assert second[0] == second[1] != first[0]
    assert razz.deck(np.random.default_rng(5))[0] == first[0].cards[0][0]


def test_an_illegal_code_changes_nothing() -> None:
    env = adapter.env()
    env.reset(seed=1)
    before = env.unwrapped.record.copy()
    for code, error in ((rl.FOLD, razz.IllegalActionError), (4, ValueError), (-1, ValueError), (None, ValueError)):
        with pytest.raises(error):
            env.step(code)
    assert env.unwrapped.record == before
    assert env.agent_selection == f"player_{before.state.to_act}"


def test_a_hand_without_decisions_is_over_at_once() -> None:
    env = adapter.env(stacks=[1, 1])
    env.reset(seed=1)
    rewards = {}
    for agent in env.agent_iter():
        _, rewards[agent], terminated, _, _ = env.last()
        assert terminated
        env.step(None)
    assert sum(rewards.values()) == 0
    assert env.unwrapped.record.state.payoffs == tuple(rewards.values())


def test_the_table_is_drawn_as_the_agent_sees_it() -> None:
    env = adapter.env(seats=2, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    state = env.unwrapped.record.state
    own, other = state.cards[state.to_act], state.cards[1 - state.to_act]
    assert str(own[0]) in text
    assert str(other[2]) in text
    assert str(other[0]) not in text


@pytest.mark.parametrize(
    "wrong",
    [{"seats": 9}, {"stacks": [100]}, {"stacks": [0, 1]}, {"render_mode": "human"}],
)
def test_arguments_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"seats|stacks|render_mode"):
        adapter.env(**wrong)
    with pytest.raises(TypeError, match="either seats or stacks"):
        adapter.env(seats=2, stacks=[1, 1])
