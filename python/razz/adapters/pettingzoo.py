"""Razz as an environment of PettingZoo (``pip install 'razz[pettingzoo]'``), agents acting one after the other (AEC).

>>> from razz.adapters import pettingzoo
>>> env = pettingzoo.env(seats=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, terminated, truncated, info = env.last()
...     space = env.action_space(agent)
...     env.step(None if terminated else space.sample(seen["action_mask"]))
>>> sum(env.unwrapped.record.state.payoffs)
0
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

import numpy as np
from numpy.typing import NDArray

import razz
from razz import rl
from razz.render import table_text

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        f"razz.adapters.pettingzoo needs PettingZoo: pip install 'razz[pettingzoo]' ({_missing})"
    ) from None

from razz.adapters import _spaces

if TYPE_CHECKING:  # PettingZoo comes without types: what is used of it

    class _AEC:
        def _was_dead_step(self, action: None) -> None: ...
        def _clear_rewards(self) -> None: ...
        def _accumulate_rewards(self) -> None: ...

else:
    _AEC = AECEnv

__all__ = ["RazzAEC", "env"]

Observation = dict[str, NDArray[Any]]


def env(
    rules: razz.Rules | None = None,
    stacks: Iterable[int] | None = None,
    *,
    seats: int | None = None,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper[str, Observation, int]:
    """A `RazzAEC` in PettingZoo's wrapper that refuses calls out of order.

    Parameters
    ----------
    rules, stacks, seats, render_mode
        As for `RazzAEC`.

    Returns
    -------
    OrderEnforcingWrapper

    Examples
    --------
    >>> from razz.adapters import pettingzoo
    >>> pettingzoo.env(seats=2).possible_agents
    ['player_0', 'player_1']
    """
    return OrderEnforcingWrapper(RazzAEC(rules, stacks, seats=seats, render_mode=render_mode))


class RazzAEC(_AEC):
    """One hand an episode; agent ``player_i`` sits in seat i.

    Parameters
    ----------
    rules : Rules, optional
        Stakes and options; by default ante 1, bring-in 2, bets 4 and 8.
    stacks : iterable of int, optional
        Chips of each seat before the ante.
    seats : int, optional
        Two to eight seats with stacks of 125 big bets, where `stacks` is not given; by default six.
    render_mode : {"ansi"}, optional
        `render` gives the table as text, as the agent to act sees it.

    Attributes
    ----------
    record : Record
        The hand so far.

    Raises
    ------
    IllegalActionError
        From `step`: a code that is not legal; nothing has changed.

    Notes
    -----
    An observation is a dict: ``observation`` is `razz.rl.observe` of the agent's view, ``action_mask`` the legal codes,
    all 0 unless the agent is to act. Rewards come at the end of the hand: chips won or lost. The deck of a hand is
    ``razz.deck(generator)`` with the generator that ``reset(seed=...)`` starts; a reset without a seed goes on with it.

    Examples
    --------
    >>> import razz
    >>> from razz.adapters import pettingzoo
    >>> rules = razz.Rules.preset("TDA", ante=1, bring_in=2, small_bet=10, big_bet=20)
    >>> env = pettingzoo.RazzAEC(rules, [400, 300])
    >>> env.reset(seed=7)
    >>> env.agent_selection == f"player_{env.record.state.to_act}"
    True
    >>> env.observe(env.agent_selection)["action_mask"]
    array([0, 0, 1, 1], dtype=int8)
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "razz_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: razz.Rules | None = None,
        stacks: Iterable[int] | None = None,
        *,
        seats: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        rules, chips = _spaces.table(rules, stacks, seats)
        self.rules: razz.Rules = rules
        self.stacks: tuple[int, ...] = chips
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode: expected None or "ansi", found {render_mode!r}')
        self.render_mode: str | None = render_mode
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(len(self.stacks))]
        self.agents: list[str] = []
        self._seats: Mapping[str, int] = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = _spaces.observation_space(self.rules, self.stacks)
        self.observation_spaces: dict[str, Any] = {
            agent: spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (4,), np.int8)})
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {agent: _spaces.action_space() for agent in self.possible_agents}
        self.record: razz.Record = razz.Record(self.rules, self.stacks)
        self.agent_selection: str = self.possible_agents[0]
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self._skip_agent_selection: str | None = None
        self._rng = np.random.default_rng()
        self._deck = razz.deck(self._rng)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's codes."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new hand; no option is known, and none is refused."""
        del options
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._deck = razz.deck(self._rng)
        self.record = razz.Record(self.rules, self.stacks)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._deal()
        self._accumulate_rewards()

    def step(self, action: SupportsIndex | None) -> None:
        """Act with a code for the agent selected; None where its game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError(f"action: expected None, the hand is over, found {action!r}")
            self._was_dead_step(None)
            return
        if action is None:
            raise ValueError("action: expected a code 0 to 3, found None before the end of the hand")
        self.record.play(rl.to_action(self.record.state, action))
        self._clear_rewards()
        self._deal()
        self._accumulate_rewards()

    def _deal(self) -> None:
        """Deal until somebody is to act, or the hand is over and paid."""
        while self.record.state.phase == "DEAL":
            self.record.deal_from(self._deck)
        state = self.record.state
        if state.to_act is not None:
            self.agent_selection = self.possible_agents[state.to_act]
            return
        self.agent_selection = self.agents[0]
        for agent, seat in self._seats.items():
            self.terminations[agent] = True
            self.rewards[agent] = float(state.payoffs[seat])

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and which codes are legal for it."""
        view = self.record.view(self._seats[agent])
        return {"observation": rl.observe(view), "action_mask": _spaces.mask(view)}

    def render(self) -> str | None:
        """The table as text, as the agent to act sees it."""
        if self.render_mode is None:
            return None
        state = self.record.state
        return table_text(state.public_view() if state.to_act is None else state.view(state.to_act))

    def close(self) -> None:
        """Nothing is held."""
