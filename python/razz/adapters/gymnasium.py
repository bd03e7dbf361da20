"""Razz as environments of Gymnasium (``pip install 'razz[gymnasium]'``), registered as ``razz/Razz-v0``.

>>> import gymnasium
>>> import razz.adapters.gymnasium
>>> env = gymnasium.make("razz/Razz-v0", seats=3, opponents="tight,loose")
>>> seen, info = env.reset(seed=1)
>>> terminated = False
>>> while not terminated:
...     seen, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, SupportsFloat, SupportsIndex

import numpy as np
from numpy.typing import NDArray

import razz
from razz import rl
from razz.policies import choose
from razz.render import table_text

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        f"razz.adapters.gymnasium needs Gymnasium: pip install 'razz[gymnasium]' ({_missing})"
    ) from None

from razz.adapters import _spaces

__all__ = ["RazzEnv"]

Policy = str | Callable[[razz.View], razz.Action]


class RazzEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat of a table whose other seats play built-in policies; one hand an episode.

    Parameters
    ----------
    rules : Rules, optional
        Stakes and options; by default ante 1, bring-in 2, bets 4 and 8.
    stacks : iterable of int, optional
        Chips of each seat before the ante.
    seats : int, optional
        Two to eight seats with stacks of 125 big bets, where `stacks` is not given; by default two.
    seat : int, default 0
        The agent's own.
    opponents : str or sequence, default "tight,loose"
        Policies of the other seats in their order, repeated as often as needed: names as for `razz.Simulation`, or
        functions from a View to one of its legal actions.
    render_mode : {"ansi"}, optional
        `render` gives the table as text, as the agent sees it.

    Attributes
    ----------
    record : Record
        The hand so far.

    Raises
    ------
    ValueError
        A seat, stack, policy or mode that cannot be.

    Notes
    -----
    Observations are `razz.rl.observe`, actions the codes of `razz.rl`; ``info["action_mask"]`` and `action_masks` say
    which are legal. A code that is not legal counts as running out of time: `State.default_action` is played, and
    ``info["illegal"]`` is True. The reward comes at the end: chips won or lost. Folding is the end for the agent.
    Where nothing is to be decided, all-in from the ante on, no code is legal and any ends the episode.

    Examples
    --------
    >>> from razz.adapters.gymnasium import RazzEnv
    >>> env = RazzEnv(stacks=[1000, 1000, 400], opponents=["tight", lambda view: view.legal_actions[0]])
    >>> seen, info = env.reset(seed=3)
    >>> seen in env.observation_space, info["action_mask"].sum() >= 2
    (True, np.True_)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        rules: razz.Rules | None = None,
        stacks: Iterable[int] | None = None,
        *,
        seats: int | None = None,
        seat: int = 0,
        opponents: str | Sequence[Policy] = "tight,loose",
        render_mode: str | None = None,
    ) -> None:
        rules, chips = _spaces.table(rules, stacks, seats)
        self.rules: razz.Rules = rules
        self.stacks: tuple[int, ...] = chips
        if not 0 <= seat < len(self.stacks):
            raise ValueError(f"seat: expected 0 to {len(self.stacks) - 1}, found {seat}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode: expected None or "ansi", found {render_mode!r}')
        self.render_mode = render_mode
        self.seat: int = seat
        self.opponents: tuple[Policy, ...] = _policies(self.rules, opponents)
        self.observation_space: spaces.Box[np.float32] = _spaces.observation_space(self.rules, self.stacks)
        self.action_space: spaces.Discrete[np.int64] = _spaces.action_space()
        self.record: razz.Record = razz.Record(self.rules, self.stacks)
        self._deck = razz.deck(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a new hand and play it to the agent's first decision; no option is known, and none is refused."""
        super().reset(seed=seed, options=options)
        self._deck = razz.deck(self.np_random)
        self.record = razz.Record(self.rules, self.stacks)
        self._play_on()
        return self._seen()

    def step(self, action: SupportsIndex) -> tuple[NDArray[np.float32], SupportsFloat, bool, bool, dict[str, Any]]:
        """Act with a code and play on to the agent's next decision, or to the end."""
        if not self.action_space.contains(action):
            raise ValueError(f"action: expected a code 0 to 3, found {action!r}")
        illegal = False
        if self._turn():
            state = self.record.state
            illegal = not rl.legal_mask(state)[action]
            played = state.default_action if illegal else rl.to_action(state, action)
            self.record.play(played or state.legal_actions[0])
            self._play_on()
        seen, info = self._seen()
        over = not self._turn()
        info["illegal"] = illegal
        return seen, float(self.record.state.payoffs[self.seat]) if over else 0.0, over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which codes are legal now, under the name that libraries with masked policies look for."""
        return rl.legal_mask(self.record.view(self.seat))

    def render(self) -> str | None:
        """The table as text, as the agent sees it."""
        return table_text(self.record.view(self.seat)) if self.render_mode == "ansi" else None

    def _turn(self) -> bool:
        return self.record.state.to_act == self.seat

    def _play_on(self) -> None:
        """Deal, and let the others act, until the agent is to act or has no more part in the hand."""
        record = self.record
        while record.state.phase != "END" and not self._turn() and self.seat in record.state.live:
            turn = record.state.to_act
            if turn is None:
                record.deal_from(self._deck)
                continue
            policy = self.opponents[(turn - (turn > self.seat)) % len(self.opponents)]
            view = record.view(turn)
            record.play(choose(view, policy, self.np_random) if isinstance(policy, str) else policy(view))

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        view = self.record.view(self.seat)
        return rl.observe(view), {"action_mask": _spaces.mask(view)}


def _policies(rules: razz.Rules, opponents: str | Sequence[Policy]) -> tuple[Policy, ...]:
    """The policies one by one, names checked."""
    eight = [rules.big_bet] * 8  # a job reads the names
    if isinstance(opponents, str):
        return razz.Simulation(rules, eight, opponents, seed=0).policies
    found = [
        entry if callable(entry) else razz.Simulation(rules, eight, [entry] * 8, seed=0).policies[0]
        for entry in opponents
    ]
    if not found:
        raise ValueError("opponents: expected at least one policy")
    return tuple(found)


gymnasium.register(id="razz/Razz-v0", entry_point="razz.adapters.gymnasium:RazzEnv")
