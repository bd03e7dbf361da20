"""Razz as environments of Gymnasium (``pip install 'razz[gymnasium]'``): one seat, or every seat of many tables.

Importing this registers ``razz/Razz-v0`` (`RazzEnv`) and ``razz/SelfPlay-v0`` (`RazzVectorEnv`, by ``make_vec``).

>>> import gymnasium
>>> import razz.adapters.gymnasium
>>> env = gymnasium.make("razz/Razz-v0", seats=3, opponents="tight,loose")
>>> seen, info = env.reset(seed=1)
>>> terminated = False
>>> while not terminated:
...     code = env.action_space.sample(info["action_mask"])
...     seen, reward, terminated, truncated, info = env.step(code)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, SupportsFloat, SupportsIndex

import numpy as np
from numpy.typing import NDArray

import razz
from razz import rl
from razz.policies import PolicyLike, choose, resolve
from razz.render import table_text

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        f"razz.adapters.gymnasium needs Gymnasium: pip install 'razz[gymnasium]' ({_missing})"
    ) from None

from razz.adapters import _spaces

__all__ = ["RazzEnv", "RazzVectorEnv"]


class RazzEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat of a table whose other seats play built-in policies; one hand an episode.

    Parameters
    ----------
    rules : Rules, optional
        Stakes and options; by default ante 1, bring-in 2, bets 4 and 8.
    stacks : iterable of int, optional
        Chips of each seat before the ante.
    seats : int, optional
        Two to eight seats with stacks of 125 big bets, where `stacks` is not given; by default six.
    seat : int, default 0
        The agent's own.
    opponents : str, policy, callable or a sequence of these, default "tight,loose"
        The other seats in their order, repeated as often as needed: what `razz.Simulation` takes as policies.
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
    >>> def timid(view, rng):
    ...     return view.default_action
    >>> env = RazzEnv(stacks=[1000, 1000, 400], opponents=["tight", timid])
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
        opponents: PolicyLike | Sequence[PolicyLike] = "tight,loose",
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
        self.opponents: tuple[PolicyLike, ...] = _policies(opponents)
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
            record.play(choose(record.view(turn), policy, self.np_random))

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        view = self.record.view(self.seat)
        return rl.observe(view), {"action_mask": _spaces.mask(view)}


class RazzVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Many tables at once, every seat played by the caller (self-play): `razz.rl.BatchEnv` as a vector environment.

    Parameters
    ----------
    num_envs : int, default 1
        How many tables.
    rules, stacks, seats
        As for `RazzEnv`.
    threads : int, optional
        As for `razz.rl.BatchEnv`.
    render_mode : {"ansi"}, optional
        `render` gives each table as text, as the seat to act sees it.

    Attributes
    ----------
    batch : razz.rl.BatchEnv
        The tables.

    Raises
    ------
    ValueError
        Stacks with which there is nothing to decide, a number of tables or a mode that cannot be.

    Notes
    -----
    The observation of a table is that of the seat to act, whose number is ``infos["to_act"]``; the legal codes are
    ``infos["action_mask"]``, shape (num_envs, 4). ``rewards`` are what the seat that acted has won or lost where this
    ends the hand, else 0; ``infos["rewards"]`` has those of all seats, shape (num_envs, seats). Illegal codes are
    time-outs as in `RazzEnv`, and marked in ``infos["illegal"]``.

    The next hand begins in the step that ends one (``AutoresetMode.SAME_STEP``): where ``terminations`` is True, the
    observation is already that of the next hand; the last one of a hand over is not kept. Nothing is ever truncated.
    ``reset(seed=...)`` plays the hands of that seed (`razz.rl.BatchEnv.reset`).

    Examples
    --------
    >>> import numpy as np
    >>> from razz.adapters.gymnasium import RazzVectorEnv
    >>> envs = RazzVectorEnv(64, seats=3)
    >>> seen, infos = envs.reset(seed=1)
    >>> won = np.zeros(3)
    >>> for _ in range(50):
    ...     codes = infos["action_mask"].argmax(axis=1)                # the first legal code
    ...     seen, rewards, terminations, truncations, infos = envs.step(codes)
    ...     won += infos["rewards"].sum(axis=0)
    >>> seen.shape, won.sum()
    ((64, 168), np.float64(0.0))
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi"],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        rules: razz.Rules | None = None,
        stacks: Iterable[int] | None = None,
        *,
        seats: int | None = None,
        threads: int | None = 1,
        render_mode: str | None = None,
    ) -> None:
        rules, chips = _spaces.table(rules, stacks, seats)
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode: expected None or "ansi", found {render_mode!r}')
        self.render_mode = render_mode
        self.batch: rl.BatchEnv = rl.BatchEnv(num_envs, rules, chips, threads=threads, copy=True)
        self.num_envs = num_envs
        self.single_observation_space: spaces.Box[np.float32] = _spaces.observation_space(rules, chips)
        self.single_action_space: spaces.Discrete[np.int64] = _spaces.action_space()
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin the first hand of every table; no option is known, and none is refused."""
        super().reset(seed=seed, options=options)
        seen, mask, to_act = self.batch.reset(self.np_random if seed is None else seed)
        return seen, _infos(mask, to_act)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Act with a code at each table."""
        codes = np.array(actions)
        if not self.action_space.contains(codes):
            raise ValueError(f"actions: expected {self.num_envs} codes 0 to 3, found {actions!r}")
        tables = np.arange(self.num_envs)
        illegal = ~self.batch.mask[tables, codes]
        for table in np.flatnonzero(illegal):
            action = self.batch.state(table).default_action
            codes[table] = rl.CHECK_CALL if action is None else rl.to_code(action)
        actors = self.batch.to_act.copy()
        seen, rewards, done, mask, to_act = self.batch.step(codes)
        infos = _infos(mask, to_act, rewards=rewards, illegal=illegal)
        return seen, rewards[tables, actors].astype(np.float64), done, np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[str, ...] | None:
        """Each table as text."""
        if self.render_mode is None:
            return None
        states = [self.batch.state(table) for table in range(self.num_envs)]
        return tuple(table_text(state.view(state.to_act or 0)) for state in states)


def _infos(mask: NDArray[np.bool_], to_act: NDArray[np.uint8], **more: NDArray[Any]) -> dict[str, Any]:
    """What a vector environment says beside, each with the array of Gymnasium that says for which tables."""
    infos: dict[str, NDArray[Any]] = {"action_mask": mask.astype(np.int8), "to_act": to_act, **more}
    return {**infos, **{f"_{name}": np.ones(len(mask), np.bool_) for name in infos}}


def _policies(opponents: PolicyLike | Sequence[PolicyLike]) -> tuple[PolicyLike, ...]:
    """The policies one by one."""
    found = tuple(resolve(opponents, "opponents"))
    if not 1 <= len(found) <= 7:
        raise ValueError(f"opponents: expected 1 to 7 policies, found {len(found)}")
    return found


gymnasium.register(id="razz/Razz-v0", entry_point="razz.adapters.gymnasium:RazzEnv")
gymnasium.register(id="razz/SelfPlay-v0", vector_entry_point="razz.adapters.gymnasium:RazzVectorEnv")
