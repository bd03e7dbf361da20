"""The environments of Gymnasium: its checker, and that they are the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import razz
from razz import rl
from razz.policies import SITUATION_SHAPE, Table, batched, from_views

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
adapter = pytest.importorskip("razz.adapters.gymnasium")

TABLES: dict[str, dict[str, Any]] = {
    "two": {"seats": 2},
    "six": {"seats": 6, "seat": 3},
    "short stacks": {"stacks": [5, 50, 7, 2], "opponents": ["random", lambda view, _rng: view.legal_actions[-1]]},
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


@pytest.mark.parametrize(("names", "seated"), [("abc", "abc"), ("ab", "aba")])
def test_the_opponents_take_the_other_seats_in_order(names: str, seated: str) -> None:
    asked: list[tuple[str, int | None]] = []

    def stay(name: str) -> Any:
        def policy(view: razz.View, _rng: object) -> razz.Action:
            asked.append((name, view.viewer))
            return next(action for action in view.legal_actions if action.kind != "FOLD")

        return policy

    env = adapter.RazzEnv(seats=4, seat=1, opponents=[from_views(stay(name), name=name) for name in names])
    for seed in range(5):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            code = rl.BRING_IN if info["action_mask"][rl.BRING_IN] else rl.CHECK_CALL
            _, _, over, _, info = env.step(code)
    assert set(asked) == set(zip(seated, (0, 2, 3), strict=True))


def test_policies_by_name(tmp_path: Path) -> None:
    assert adapter.RazzEnv(seats=4, opponents="check_call,random").opponents == ("check_call", "random")
    assert adapter.RazzEnv(seats=4, opponents=["random"]).opponents == ("random",)
    np.save(tmp_path / "even.npy", np.full((*SITUATION_SHAPE, 4), 0.25))
    env = adapter.RazzEnv(seats=4, opponents=f"table:{tmp_path / 'even.npy'}")
    env.reset(seed=1)
    assert env.opponents == (Table(np.full((*SITUATION_SHAPE, 4), 0.25)),)


def test_policies_of_arrays_and_single_functions_play() -> None:
    def first(_observations: Any, mask: Any, _draws: Any) -> Any:
        return mask.argmax(axis=1)

    for opponents in (batched(first, name="first"), lambda view, _rng: view.legal_actions[0]):
        env = adapter.RazzEnv(seats=3, opponents=opponents)
        env.reset(seed=1)
        kinds = {event.action.kind for event in env.record.events if event.kind == "ACTION"}
        assert kinds <= {"FOLD", "BRING_IN"}


def test_random_opponents_do_not_always_do_the_same() -> None:
    env = adapter.RazzEnv(seats=2, seat=0, opponents="random")
    answers = set()
    for seed in range(40):
        env.reset(seed=seed)
        answers |= {event.action.kind for event in env.record.events if event.kind == "ACTION"}
    assert answers == {"BRING_IN", "COMPLETE"}


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
            assert env.record.state.phase != "END", "the others need not play on"
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
        ({"seats": 9}, "seats"),
        ({"seat": 6}, "seat: expected 0 to 5, found 6"),
        ({"opponents": "clever"}, 'opponents: policy "clever"'),
        ({"opponents": ["tight", "clever"]}, r'opponents\[1\]: policy "clever"'),
        ({"opponents": []}, "opponents: expected 1 to 7 policies, found 0"),
        ({"render_mode": "human"}, "render_mode"),
    ],
)
def test_arguments_that_cannot_be(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        adapter.RazzEnv(**wrong)


def vector(n: int, **table: Any) -> Any:
    return gymnasium.make_vec("razz/SelfPlay-v0", num_envs=n, **table)


def any_legal(choose: np.random.Generator, infos: dict[str, Any]) -> Any:
    return (choose.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(axis=1)


@pytest.mark.parametrize("table", [{"seats": 2}, {"seats": 6}, {"stacks": [5, 50, 7, 2]}], ids=["two", "six", "short"])
def test_the_contract_of_vector_environments(table: dict[str, Any]) -> None:
    """Spaces, shapes, dtypes, own arrays every time, the mode of reset, infos with their masks."""
    from gymnasium.vector import AutoresetMode, VectorEnv

    n = 7
    envs = vector(n, **table)
    seats = table.get("seats", 4)
    assert isinstance(envs.unwrapped, VectorEnv)
    assert envs.num_envs == n
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert envs.single_observation_space.shape == (rl.observation_size(),)
    assert envs.observation_space.shape == (n, rl.observation_size())
    assert envs.single_action_space == gymnasium.spaces.Discrete(4)
    assert envs.action_space == gymnasium.spaces.MultiDiscrete([4] * n)
    choose = np.random.default_rng(1)
    seen, infos = envs.reset(seed=3, options={})
    kept = [(seen, seen.copy())]
    ended = 0
    for _ in range(100):
        assert seen in envs.observation_space
        assert seen.dtype == np.float32
        assert infos["action_mask"].dtype == np.int8
        for name, values in infos.items():
            assert len(values) == n
            assert name.startswith("_") or infos[f"_{name}"].all()
        seen, rewards, terminations, truncations, infos = envs.step(any_legal(choose, infos))
        assert (rewards.shape, rewards.dtype) == ((n,), np.float64)
        assert (terminations.shape, terminations.dtype) == ((n,), np.bool_)
        assert (truncations.shape, truncations.dtype) == ((n,), np.bool_)
        assert not truncations.any()
        assert not rewards[~terminations].any()
        assert infos["rewards"].shape == (n, seats)
        assert not infos["rewards"][~terminations].any()
        assert not infos["rewards"].sum(axis=1).any()
        assert not infos["illegal"].any()
        kept.append((seen, seen.copy()))
        ended += int(terminations.sum())
    assert ended > n
    assert all(np.array_equal(given, copy) for given, copy in kept)
    envs.close()


def test_the_rewards_are_those_of_the_hands() -> None:
    """Table g plays hands g, g + n, … of the seed; what is paid at their ends is what a State pays."""
    n = 3
    envs = vector(n, stacks=[40, 200, 90]).unwrapped
    choose = np.random.default_rng(2)
    _, infos = envs.reset(seed=9)
    ended = 0
    for _ in range(200):
        states = [envs.batch.state(table) for table in range(n)]
        assert infos["to_act"].tolist() == [state.to_act for state in states]
        codes = any_legal(choose, infos)
        _, rewards, terminations, _, infos = envs.step(codes)
        for table in np.flatnonzero(terminations):
            state = states[table].play(rl.to_action(states[table], codes[table]))
            assert rewards[table] == infos["rewards"][table, states[table].to_act]
            if state.phase == "END":
                assert infos["rewards"][table].tolist() == list(state.payoffs)
                ended += 1
    assert ended > 10


def test_seeds_of_the_vector_environment() -> None:
    one, two = vector(4, seats=3), vector(4, seats=3)
    np.testing.assert_array_equal(one.reset(seed=5)[0], two.reset(seed=5)[0])
    again, other = one.reset()[0], two.reset()[0]
    np.testing.assert_array_equal(again, other)
    assert not np.array_equal(again, two.reset()[0])
    first = one.reset(seed=5)[0]
    assert not np.array_equal(first, again)
    assert not np.array_equal(first, one.reset(seed=6)[0])
    assert one.unwrapped.batch.seed == 6
    expected = razz.rl.BatchEnv(4, seats=3).reset(5).observations
    np.testing.assert_array_equal(first, expected)


def test_illegal_codes_of_the_vector_environment_are_time_outs() -> None:
    envs = vector(40, seats=3).unwrapped
    _, infos = envs.reset(seed=1)
    codes = np.full(40, rl.BRING_IN)
    codes[::2] = rl.FOLD
    states = [envs.batch.state(table) for table in range(40)]
    _, _, _, _, infos = envs.step(codes)
    assert infos["illegal"].tolist() == [True, False] * 20
    for table, state in enumerate(states):
        assert envs.batch.state(table) == state.play("bring-in")
    states = [envs.batch.state(table) for table in range(40)]
    _, _, _, _, infos = envs.step(np.full(40, rl.BRING_IN))
    assert infos["illegal"].all()
    assert all(envs.batch.state(table) == state.play("fold") for table, state in enumerate(states))
    with pytest.raises(ValueError, match="actions: expected 40 codes 0 to 3"):
        envs.step(np.full(40, 4))


def test_the_tables_are_drawn() -> None:
    envs = adapter.RazzVectorEnv(2, seats=2, render_mode="ansi")
    envs.reset(seed=1)
    texts = envs.render()
    assert len(texts) == 2
    assert texts[0] != texts[1]
    assert "??" in texts[0]
    assert adapter.RazzVectorEnv(2).render() is None


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"num_envs": 0}, "games"),
        ({"stacks": [1, 1]}, "nobody ever has a choice"),
        ({"render_mode": "human"}, "render_mode"),
    ],
)
def test_vector_environments_that_cannot_be(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        adapter.RazzVectorEnv(**wrong)
