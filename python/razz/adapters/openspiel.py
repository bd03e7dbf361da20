"""Razz as a game of OpenSpiel (``pip install 'razz[openspiel]'``), registered as ``python_razz`` by importing this.

>>> import pyspiel
>>> import razz.adapters.openspiel
>>> game = pyspiel.load_game("python_razz(players=3,stakes=1/2/4/8,stack=100)")
>>> state = game.new_initial_state()
>>> for card in razz.parse_cards("Ac 2c 3c  4c 5c 6c  7d Kd 8d"):    # a chance node each
...     state.apply_action(card.index)
>>> state.current_player(), [state.action_to_string(code) for code in state.legal_actions()]
(1, ['bring-in 2', 'complete 4'])
>>> for code in (razz.rl.RAISE, razz.rl.FOLD, razz.rl.FOLD):
...     state.apply_action(code)
>>> state.returns()
[-1.0, 2.0, -1.0]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

import razz
from razz import rl

try:
    import pyspiel
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        f"razz.adapters.openspiel needs OpenSpiel: pip install 'razz[openspiel]' ({_missing})"
    ) from None

if TYPE_CHECKING:  # OpenSpiel comes without types: what is used of it

    class _Game:
        def __init__(self, game_type: object, game_info: object, params: dict[str, Any]) -> None: ...

    class _State:
        def __init__(self, game: _Game) -> None: ...
        def get_game(self) -> Any: ...
        def apply_action(self, action: int) -> None: ...

else:
    _Game, _State = pyspiel.Game, pyspiel.State

__all__ = ["NAME", "RazzGame", "RazzObserver", "RazzState"]

NAME: Final = "python_razz"
"""The name of the game among OpenSpiel's."""

_DEFAULTS: Final[Mapping[str, Any]] = {
    "players": 2,
    "stakes": "1/2/4/8",
    "stack": 1000,
    "stacks": "",
    "preset": "DEFAULT",
}

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Razz (seven-card stud low)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=dict(_DEFAULTS),
)

_STREETS = 5
_CODES = ("FOLD", "CHECK_CALL", "BRING_IN", "RAISE")


class RazzGame(_Game):
    """The game: rules and stacks, and how long and how dear a hand can become.

    Parameters
    ----------
    params : dict, optional
        As in ``pyspiel.load_game``:

        ``players`` : int, default 2
            2 to 8.
        ``stakes`` : str, default "1/2/4/8"
            Ante, bring-in, small bet, big bet.
        ``stack`` : int, default 1000
            Everybody's chips.
        ``stacks`` : str, default ""
            Each seat's chips with a slash between, ``"100/60"``, in place of ``stack``.
        ``preset`` : str, default "DEFAULT"
            The preset of `razz.Rules.preset`.

    Raises
    ------
    ValueError
        A parameter that cannot be.

    Examples
    --------
    >>> import pyspiel, razz.adapters.openspiel
    >>> parameters = {"players": 3, "stacks": "100/60/5", "preset": "TDA"}
    >>> game = pyspiel.load_game("python_razz", parameters)
    >>> game.stacks, game.rules.board_tie
    ((100, 60, 5), 'HIGH_SUIT')
    >>> game.min_utility(), game.max_utility(), game.max_game_length()
    (-60.0, 120.0, 83)
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        players = given["players"]
        self.rules: razz.Rules = razz.Rules.preset(given["preset"], **_stakes(given["stakes"]))
        self.stacks: tuple[int, ...] = _stacks(given["stacks"], given["stack"], players)
        razz.State.start(self.rules, self.stacks)  # refuses what cannot be played
        at_risk, length = _bounds(self.rules, self.stacks)
        self.length: int = length
        info = pyspiel.GameInfo(
            num_distinct_actions=len(_CODES),
            max_chance_outcomes=52,
            num_players=players,
            min_utility=float(-max(at_risk)),
            max_utility=float(sum(at_risk) - min(at_risk)),
            utility_sum=0.0,
            max_game_length=length,
        )
        super().__init__(_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> RazzState:
        """A hand before its first card."""
        return RazzState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> RazzObserver:
        """An observer of a player's, or the public's, information."""
        return RazzObserver(self, iig_obs_type, params)


class RazzState(_State):
    """A hand: chance deals one card at a time, players act by the codes of `razz.rl`, showdowns are automatic.

    The outcomes of chance are the cards' numbers. `record` is the hand as razz has it.

    Examples
    --------
    >>> import pyspiel, razz.adapters.openspiel
    >>> state = pyspiel.load_game("python_razz").new_initial_state()
    >>> outcomes = state.chance_outcomes()
    >>> len(outcomes), outcomes[0]
    (52, (0, 0.019230769230769232))
    >>> state.apply_action(razz.Card("As").index)
    >>> state.record.state.cards
    ((Card('As'),), ())
    """

    def __init__(self, game: RazzGame) -> None:
        super().__init__(game)
        self.record: razz.Record = razz.Record(game.rules, game.stacks)
        self.codes: list[int] = []  # what the players did, for the tensor

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number of chance or of the end."""
        state = self.record.state
        if state.to_act is not None:
            return state.to_act
        return int(pyspiel.PlayerId.TERMINAL if state.phase == "END" else pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        state = self.record.state
        mask = rl.legal_mask(state).tolist() if player == state.to_act else []
        return [code for code, legal in enumerate(mask) if legal]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the cards that can come next, all equally likely."""
        cards = self.record.state.chance_outcomes()
        pairs = _pairs(len(cards))
        return [pairs[card] for card in cards]

    def _apply_action(self, action: int) -> None:
        state = self.record.state
        if state.to_act is None:
            self.record.deal([action])
        else:
            self.record.play(rl.to_action(state, action))
            self.codes.append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(razz.Card.from_index(action))
        state = self.record.state
        if state.to_act == player and rl.legal_mask(state)[action]:
            return str(rl.to_action(state, action))
        return _CODES[action].replace("_", " ").lower()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> RazzState:
        """A random hand that the player cannot tell from this one, for searches such as OpenSpiel's IS-MCTS."""
        drawn = self.record.view(player).determinize(int(sampler() * 2**53))
        piles: dict[int | str, list[razz.Card | None]] = dict(enumerate(map(list, drawn.cards)))
        piles[razz.BOARD] = [drawn.community]
        coming = {holder: iter([card.index for card in pile if card is not None]) for holder, pile in piles.items()}
        codes = iter(self.codes)
        again: RazzState = self.get_game().new_initial_state()
        for _ in self.record.steps:
            state = again.record.state
            again.apply_action(next(coming[state.pending[0][0]]) if state.to_act is None else next(codes))
        return again

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.record.state.phase == "END"

    def returns(self) -> list[float]:
        """What each player has won, in chips; nothing before the end."""
        state = self.record.state
        if state.phase != "END":
            return [0.0] * state.seats
        return [float(chips) for chips in state.payoffs]

    def __str__(self) -> str:
        return " ".join(map(str, self.record.steps))


class RazzObserver:
    """What a player or the public knows, as a tensor with named parts and as text.

    With perfect recall (information states) the text is `razz.Record.information_key`, and the tensor holds every card
    and the codes of all actions. Without it (observations) the text is the view's JSON, the tensor `razz.rl.observe`.

    Parameters
    ----------
    game : RazzGame
    iig_obs_type : pyspiel.IIGObservationType, optional
        By default an observation without perfect recall of one player.
    params : dict, optional
        None is known.

    Raises
    ------
    ValueError
        A kind of observation that is not offered: all players' cards, no public information, and the public's
        observation without perfect recall.

    Notes
    -----
    The key takes as equal what differs only in suits that decide nothing; the tensor keeps all suits. In ``cards`` the
    last number of a place is 1 for a card that lies there unseen.

    Examples
    --------
    >>> import pyspiel, razz.adapters.openspiel
    >>> game = pyspiel.load_game("python_razz")
    >>> observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    >>> {name: part.shape for name, part in observer.dict.items()}
    {'player': (2,), 'cards': (2, 7, 53), 'community': (52,), 'actions': (32, 4)}
    """

    def __init__(self, game: RazzGame, iig_obs_type: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"params: an observer of {NAME} takes none, found {dict(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        self.recall: bool = kind.perfect_recall
        self.private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError(f"iig_obs_type: {NAME} shows public information, with one player's own or without")
        if not self.recall and not self.private:
            raise ValueError(f"iig_obs_type: {NAME} shows public information alone only with perfect_recall=True")
        seats = len(game.stacks)
        shapes: dict[str, tuple[int, ...]] = {"observation": (rl.observation_size(),)}
        if self.recall:
            shapes = {"player": (seats,)} if self.private else {}
            shapes |= {"cards": (seats, 7, 53), "community": (52,), "actions": (game.length, len(_CODES))}
        self.tensor: NDArray[np.float32] = np.zeros(sum(map(int, map(np.prod, shapes.values()))), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, shape in shapes.items():
            stop = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:stop].reshape(shape)
            start = stop

    def set_from(self, state: RazzState, player: int) -> None:
        """Fill `tensor`, and so the parts in `dict`, with what the player knows."""
        if not self.recall:
            rl.observe(state.record.view(player), out=self.tensor)
            return
        self.tensor.fill(0)
        view = state.record.view(player) if self.private else state.record.public_view()
        if self.private:
            self.dict["player"][player] = 1
        for seat, hand in enumerate(view.cards):
            numbers = [52 if card is None else card.index for card in hand]
            numbers[:2] = sorted(numbers[:2])  # which of the two came first is no information
            self.dict["cards"][seat, range(len(numbers)), numbers] = 1
        if view.community is not None:
            self.dict["community"][view.community.index] = 1
        self.dict["actions"][range(len(state.codes)), state.codes] = 1

    def string_from(self, state: RazzState, player: int) -> str:
        """The same as text."""
        if not self.private:
            return repr(state.record.public_view().events)
        return state.record.information_key(player) if self.recall else state.record.view(player).to_json()


@cache
def _pairs(count: int) -> list[tuple[int, float]]:
    """Every card with its chance where so many are left; they are asked for at each chance node."""
    return [(card, 1 / count) for card in range(52)]


def _stakes(text: str) -> dict[str, int]:
    """The four amounts of ``1/2/4/8``."""
    names = ("ante", "bring_in", "small_bet", "big_bet")
    parts = text.split("/")
    if len(parts) != len(names) or not all(part.isdecimal() for part in parts):
        raise ValueError(f"stakes: expected ante/bring-in/small bet/big bet, such as 1/2/4/8, found {text!r}")
    return dict(zip(names, map(int, parts), strict=True))


def _stacks(text: str, stack: int, players: int) -> tuple[int, ...]:
    """Each seat's chips."""
    if not text:
        return (stack,) * players
    parts = text.split("/")
    if len(parts) != players or not all(part.isdecimal() for part in parts):
        raise ValueError(f"stacks: expected {players} numbers with a slash between, such as 100/60, found {text!r}")
    return tuple(map(int, parts))


def _bounds(rules: razz.Rules, stacks: tuple[int, ...]) -> tuple[list[int], int]:
    """What each player can lose at most, and how many decisions a hand can have at most.

    With a cap the level of a street ends at max_bets bets. Each wager gives every other player one more turn; wagers
    are full ones, of which at least half a bet is more than before, and short all-ins, at most one of each player.
    """
    seats = len(stacks)
    most = max(stacks)
    full = _STREETS * rules.max_bets
    if rules.heads_up_cap == "ALWAYS":
        most = rules.ante + rules.max_bets * (2 * rules.small_bet + 3 * rules.big_bet)
    else:
        full = max(full, 2 * sorted(stacks)[-2] // rules.small_bet + 1)
    at_risk = [min(own, most, max(stacks[:seat] + stacks[seat + 1 :])) for seat, own in enumerate(stacks)]
    return at_risk, _STREETS * seats + (full + seats) * (seats - 1)


pyspiel.register_game(_TYPE, RazzGame)
