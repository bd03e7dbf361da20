"""The game of OpenSpiel: its own suites, the bounds it promises, and what a player may know."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import razz
from razz import rl

pyspiel = pytest.importorskip("pyspiel", reason="open-spiel is not installed")
adapter = pytest.importorskip("razz.adapters.openspiel")

GAMES = [
    "python_razz",
    "python_razz(players=3,stakes=5/10/25/50,stacks=1000/5/60)",
    "python_razz(players=8,stack=40)",
    "python_razz(players=8,stack=2000,preset=TDA)",
    "python_razz(players=4,stakes=0/2/4/8,stacks=300/300/30/3,preset=ROBERT)",
    "python_razz(players=2,stack=120,preset=WSOP_LIVE)",
    "python_razz(players=5,stack=100,preset=POKERKIT)",
]

Choose = Callable[[Any], int]


def play(game: Any, seed: int, choose: Callable[[random.Random, list[int]], int], steps: int = 10_000) -> Any:
    """A hand, or its first steps."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(choose(rng, state.legal_actions()))
    return state


def anything(rng: random.Random, legal: list[int]) -> int:
    return rng.choice(legal)


def stay(rng: random.Random, legal: list[int]) -> int:
    return rng.choice([code for code in legal if code != rl.FOLD])


def war(rng: random.Random, legal: list[int]) -> int:
    return legal[-1] if rng.random() < 0.9 else rng.choice(legal)


@pytest.mark.parametrize("name", GAMES)
def test_random_sim_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5, serialize=True, verbose=False)


def test_games_sim_test() -> None:
    runner = Path(__file__).with_name("games_sim.py")
    done = subprocess.run([sys.executable, str(runner)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "6 tests of test_game_sim_python_razz, test_multiplayer_game_2p_python_razz" in done.stdout


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("choose", [anything, stay, war], ids=["anything", "stay", "war"])
def test_no_hand_exceeds_the_bounds(name: str, choose: Callable[[random.Random, list[int]], int]) -> None:
    game = pyspiel.load_game(name)
    for seed in range(15):
        state = play(game, seed, choose)
        returns = state.returns()
        assert sum(returns) == 0
        assert max(returns) > 0 or not any(returns)
        assert game.min_utility() <= min(returns)
        assert max(returns) <= game.max_utility()
        assert len(state.codes) <= game.max_game_length()
        assert returns == [float(chips) for chips in state.record.state.payoffs]


def test_the_bound_of_what_can_be_lost_is_reached() -> None:
    """Everybody raises until the cap on every street and nobody folds."""
    game = pyspiel.load_game("python_razz(players=3)")
    least = [min(play(game, seed, lambda _, legal: legal[-1]).returns()) for seed in range(5)]
    assert set(least) == {game.min_utility()} == {-129.0}


def test_without_a_cap_two_players_raise_until_the_chips_are_in() -> None:
    game = pyspiel.load_game("python_razz(stack=600,preset=WSOP_LIVE)")
    state = play(game, 1, lambda _, legal: legal[-1])
    assert 100 < len(state.codes) <= game.max_game_length()
    assert sorted(state.returns()) in ([game.min_utility(), game.max_utility()], [0.0, 0.0])
    assert game.min_utility() == -600


def test_the_rules_of_the_preset_and_the_stakes_are_played() -> None:
    game = pyspiel.load_game("python_razz(players=3,stakes=2/3/10/20,stacks=90/80/70,preset=WSOP_LIVE)")
    assert game.rules == razz.Rules.preset("WSOP_LIVE", ante=2, bring_in=3, small_bet=10, big_bet=20)
    state = game.new_initial_state()
    assert state.record.state == razz.State.start(game.rules, [90, 80, 70])
    for card in razz.parse_cards("Ac 2c 3c 4c 5c 6c 7d Kd 8d"):
        state.apply_action(card.index)
    assert state.current_player() == 1
    assert state.legal_actions() == [rl.BRING_IN, rl.RAISE]
    assert state.legal_actions(0) == []
    assert state.action_to_string(rl.RAISE) == "complete 10"
    assert state.action_to_string(rl.FOLD) == "fold"
    assert str(state) == "Ac 2c 3c 4c 5c 6c 7d Kd 8d"


def test_chance_is_one_unseen_card_at_a_time() -> None:
    game = pyspiel.load_game("python_razz(players=4)")
    state = play(game, 3, stay, 40)
    while not state.is_chance_node():
        state.apply_action(rl.CHECK_CALL)
    outcomes = state.chance_outcomes()
    dealt = [card.index for hand in state.record.state.cards for card in hand]
    assert sorted([number for number, _ in outcomes] + dealt) == list(range(52))
    assert {share for _, share in outcomes} == {1 / len(outcomes)}
    before = sum(map(len, state.record.state.cards))
    state.apply_action(outcomes[0][0])
    assert sum(map(len, state.record.state.cards)) == before + 1


def test_another_hand_with_the_same_information_looks_the_same() -> None:
    """Hidden cards reach neither tensor nor text of a player, nor the public's; seen ones do."""
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    public = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    compared = 0
    for seed in range(30):
        game = pyspiel.load_game(GAMES[seed % len(GAMES)])
        state = play(game, seed, stay, 15 + 2 * seed)
        if state.is_terminal():
            continue
        observers = [game.make_py_observer(kind) for kind in (None, recall, public)]
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, random.Random(seed).random)
            mine, theirs = state.record.state.cards, other.record.state.cards
            assert mine[player] == theirs[player]
            for observer in observers:
                observer.set_from(state, player)
                tensor, text = observer.tensor.copy(), observer.string_from(state, player)
                observer.set_from(other, player)
                np.testing.assert_array_equal(observer.tensor, tensor)
                assert observer.string_from(other, player) == text
            changed = [seat for seat in range(game.num_players()) if set(mine[seat]) != set(theirs[seat])]
            for seat in changed:
                assert state.information_state_tensor(seat) != other.information_state_tensor(seat)
            compared += len(changed)
    assert compared > 100


def test_the_tensor_of_an_information_state() -> None:
    state = pyspiel.load_game("python_razz").new_initial_state()
    for card in razz.parse_cards("5c 2c 3c 4c 9c Kc"):
        state.apply_action(card.index)
    for code in (rl.BRING_IN, rl.RAISE):
        state.apply_action(code)
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 0)
    cards = observer.dict["cards"]
    assert [np.flatnonzero(place).tolist() for place in cards[0]] == [[8], [16], [32], [], [], [], []]
    assert [np.flatnonzero(place).tolist() for place in cards[1]] == [[52], [52], [48], [], [], [], []]
    assert observer.dict["player"].tolist() == [1, 0]
    assert observer.dict["actions"][:3].tolist() == [[0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]]
    assert observer.tensor.tolist() == state.information_state_tensor(0)
    assert observer.string_from(state, 0) == state.record.information_key(0)
    assert state.observation_tensor(1) == rl.observe(state.record.view(1)).tolist()


def test_the_public_sees_no_down_card() -> None:
    game = pyspiel.load_game("python_razz(players=3)")
    kind = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    observer = game.make_py_observer(kind)
    state = play(game, 2, stay, 30)
    for player in range(3):
        observer.set_from(state, player)
        assert "player" not in observer.dict
        assert observer.dict["cards"][:, :2, 52].tolist() == [[1, 1]] * 3
        assert observer.dict["cards"][:, 2, :52].sum(axis=1).tolist() == [1] * 3


def test_the_order_of_the_hole_cards_is_no_information() -> None:
    texts = "2c 4c 3c 9c 5c Kc", "3c 4c 2c 9c 5c Kc"
    states = []
    for text in texts:
        states.append(pyspiel.load_game("python_razz").new_initial_state())
        for card in razz.parse_cards(text):
            states[-1].apply_action(card.index)
    assert states[0].information_state_tensor(0) == states[1].information_state_tensor(0)
    assert states[0].information_state_string(0) == states[1].information_state_string(0)


def test_a_clone_goes_its_own_way() -> None:
    state = play(pyspiel.load_game("python_razz"), 1, stay, 8)
    text = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[-1])
    assert str(state) == text != str(clone)


def test_ismcts_plays() -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    game = pyspiel.load_game("python_razz(stack=10)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=np.random.RandomState(1))
    state = play(game, 5, stay, 6)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("python_razz(stakes=1/2/4)", "stakes: expected ante/bring-in/small bet/big bet"),
        ("python_razz(stakes=1/9/4/8)", "bring_in"),
        ("python_razz(players=3,stacks=100/60)", "stacks: expected 3 numbers"),
        ("python_razz(stacks=100/x)", "stacks: expected 2 numbers"),
        ("python_razz(stack=0)", r"stacks\[0\] is 0"),
        ("python_razz(players=9)", "9"),
        ("python_razz(preset=NONE_SUCH)", "NONE_SUCH"),
    ],
)
def test_parameters_that_cannot_be(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pyspiel.load_game(text)


def test_observers_that_are_not_offered() -> None:
    game = pyspiel.load_game("python_razz")
    kind = pyspiel.IIGObservationType
    for wrong in (
        kind(public_info=False, perfect_recall=True),
        kind(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS),
        kind(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE),
    ):
        with pytest.raises(ValueError, match="iig_obs_type"):
            game.make_py_observer(wrong)
    with pytest.raises(ValueError, match="params"):
        game.make_py_observer(None, {"x": 1})
