"""Games as arrays of numbers: observations, action codes, and many games stepped at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsIndex, final

import numpy as np

from razz import _razz
from razz._arguments import integer
from razz._razz import Action, Games, Rules, State, View
from razz._rng import RNGLike, resolve_seed
from razz._seating import table_of
from razz.hands import _action_codes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "BRING_IN",
    "CHECK_CALL",
    "FOLD",
    "LAYOUT",
    "OBSERVATION",
    "RAISE",
    "BatchEnv",
    "Decisions",
    "Step",
    "legal_mask",
    "observation_size",
    "observe",
    "to_action",
    "to_code",
]

FOLD: Final = 0
"""The code of FOLD."""
CHECK_CALL: Final = 1
"""The code of CHECK and CALL."""
BRING_IN: Final = 2
"""The code of BRING_IN."""
RAISE: Final = 3
"""The code of COMPLETE, BET and RAISE."""


def _slices() -> Mapping[str, slice]:
    parts, start = {}, 0
    for name, shape in _razz.observation_layout():
        parts[name] = slice(start, start + math.prod(shape))
        start += math.prod(shape)
    return MappingProxyType(parts)


OBSERVATION: Final[tuple[str, ...]] = tuple(_razz.observation_names())
"""The name of each number of an observation, by index."""
LAYOUT: Final[Mapping[str, slice]] = _slices()
"""The place of each part of an observation: ``observations[..., LAYOUT["stack"]]`` are the eight stacks."""


def observation_size() -> int:
    """How many numbers an observation has, whatever the number of seats.

    Examples
    --------
    >>> import razz
    >>> razz.rl.observation_size() == len(razz.rl.OBSERVATION)
    True
    """
    return len(OBSERVATION)


def observe(position: View | State, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """What a seat may know, as numbers; nothing else is in them. The page on learning explains each.

    Seats are counted clockwise from the viewer, who is 0. Chips are in big bets. A card is its number + 1; 0: no card
    lies there; -1: one that the viewer does not know.

    Parameters
    ----------
    position : View or State
        The view of a seat, whoever is to act; of a State, the seat to act is the viewer.
    out : ndarray of float32, shape (observation_size(),), optional
        Where the numbers go, contiguous; by default a new array.

    Returns
    -------
    ndarray of float32, shape (observation_size(),)

    Raises
    ------
    ValueError
        A state in which nobody is to act, or the public's view.

    Examples
    --------
    >>> import razz
    >>> state = razz.State.start(razz.Rules(), [100, 60])
    >>> state = state.deal("2c 3c 4c 5c 6c Kc").play("bring-in")
    >>> row = razz.rl.observe(state)
    >>> row[razz.rl.OBSERVATION.index("to_call")] * state.rules.big_bet, state.to_call
    (np.float32(2.0), 2)
    >>> row[razz.rl.LAYOUT["cards"]].reshape(8, 7)[:2]      # the own cards 2c 4c 6c, and a king
    array([[ 5., 13., 21.,  0.,  0.,  0.,  0.],
           [-1., -1., 49.,  0.,  0.,  0.,  0.]], dtype=float32)
    """
    given: Any = out
    if out is None:
        out = np.empty(len(OBSERVATION), dtype=np.float32)
    elif not isinstance(given, np.ndarray) or given.dtype != np.float32:
        raise TypeError(f"out: expected an array of float32, found {getattr(given, 'dtype', type(given).__name__)}")
    elif out.shape != (len(OBSERVATION),):
        raise ValueError(f"out: expected shape ({len(OBSERVATION)},), found shape {out.shape}")
    _razz.observe(position, out)
    return out


def legal_mask(position: View | State) -> NDArray[np.bool_]:
    """Which action codes are legal: all False unless a betting action of the viewer is due.

    Parameters
    ----------
    position : View or State
        As for `observe`.

    Returns
    -------
    ndarray of bool, shape (4,)
        By code: FOLD, CHECK_CALL, BRING_IN, RAISE.

    Examples
    --------
    >>> import razz
    >>> razz.rl.legal_mask(razz.State.start(razz.Rules(), [100, 60]).deal("2c 3c 4c 5c 6c Kc"))
    array([False, False,  True,  True])
    """
    bits = _razz.legal_codes(position)
    return np.array([bits >> code & 1 for code in range(4)], dtype=np.bool_)


def to_action(position: View | State, code: SupportsIndex) -> Action:
    """The legal action that a code stands for, with its amount.

    Raises
    ------
    IllegalActionError
        A code that is not legal here; the message names those that are.
    ValueError
        What is no code.

    Examples
    --------
    >>> import razz
    >>> state = razz.State.start(razz.Rules(), [100, 60]).deal("2c 3c 4c 5c 6c Kc")
    >>> razz.rl.to_action(state, razz.rl.RAISE)
    Action('COMPLETE', 4)
    >>> razz.rl.to_action(state, 0)
    Traceback (most recent call last):
    ...
    razz.IllegalActionError: code 0 (FOLD): expected 2 (BRING_IN) or 3 (RAISE)
    """
    return _razz.action_of_code(position, code)


def to_code(action: Action) -> int:
    """The code of a betting action; SHOW and MUCK have none.

    Raises
    ------
    ValueError
        SHOW or MUCK.

    Examples
    --------
    >>> import razz
    >>> razz.rl.to_code(razz.Action("BET")), razz.rl.to_code(razz.Action("CALL", 4))
    (3, 1)
    """
    return _razz.code_of(action)


class Decisions(NamedTuple):
    """The decision that each game waits for, as `BatchEnv.reset` gives it.

    Examples
    --------
    >>> import razz
    >>> decisions = razz.rl.BatchEnv(2).reset(7)
    >>> decisions.observations.shape, decisions.mask.shape, decisions.to_act.shape
    ((2, 168), (2, 4), (2,))
    """

    observations: NDArray[np.float32]
    """What the seat to act knows, shape (n, 168), as `observe` gives it."""
    mask: NDArray[np.bool_]
    """Which codes are legal, shape (n, 4)."""
    to_act: NDArray[np.uint8]
    """The seat to act, shape (n,)."""


class Step(NamedTuple):
    """What came of a step, as `BatchEnv.step` gives it.

    Examples
    --------
    >>> import razz
    >>> env = razz.rl.BatchEnv(2)
    >>> step = env.step(env.reset(7).mask.argmax(axis=1))      # the first legal action
    >>> step.rewards.shape, step.rewards.dtype, step.done.dtype
    ((2, 6), dtype('int64'), dtype('bool'))
    """

    observations: NDArray[np.float32]
    """What the seat to act knows, shape (n, 168); after the end of a hand that of the next one."""
    rewards: NDArray[np.int64]
    """What each seat won or lost in chips, shape (n, seats): 0 unless `done`."""
    done: NDArray[np.bool_]
    """Whether the hand is over, shape (n,)."""
    mask: NDArray[np.bool_]
    """Which codes are legal, shape (n, 4)."""
    to_act: NDArray[np.uint8]
    """The seat to act, shape (n,)."""


@final
class BatchEnv:
    """Many games at once, stepped by arrays of action codes: what learners train on.

    Every game waits for a betting decision. A step plays one action in each, deals the streets and shows the hands that
    follow without a decision, and begins the next hand where one has ended.

    Game g plays hands g, g + n, g + 2n, … of the seed, each with the cards that `Simulation` of the same rules, stacks
    and seed deals to it. So what a game sees does not depend on the other games, and ``Simulation.replay(index)`` shows
    the cards of any hand again.

    The five arrays are made once and overwritten by every step; what has to outlive it is to be copied, or the
    environment made with ``copy=True``.

    Parameters
    ----------
    n : int
        How many games, 1 to 65,536.
    rules : Rules, optional
        Stakes and options; by default ante 1, bring-in 2, bets 4 and 8. Showdowns are automatic.
    stacks : iterable of int, optional
        Chips of each seat before the ante; every hand starts with them.
    seats : int, optional
        Two to eight seats with stacks of 125 big bets, where `stacks` is not given; by default six.
    threads : int, optional
        How many threads a step uses; None: RAZZ_NUM_THREADS or what the machine has. Worth its while from some
        thousands of games on. The result does not depend on it.
    copy : bool
        Whether `reset` and `step` give new arrays each time.

    Raises
    ------
    ValueError
        Rules or stacks with which there is nothing to decide, a number of games out of range.

    Examples
    --------
    >>> import numpy as np, razz
    >>> env = razz.rl.BatchEnv(4096, seats=6)
    >>> observations, mask, to_act = env.reset(7)
    >>> rng, won = np.random.default_rng(7), np.zeros(6, dtype=np.int64)
    >>> for _ in range(20):
    ...     actions = (rng.random(mask.shape) * mask).argmax(axis=1)       # any legal action
    ...     observations, rewards, done, mask, to_act = env.step(actions)
    ...     won += rewards.sum(axis=0)
    >>> won.sum(), int(env.indices.max()) >= 4096
    (np.int64(0), True)
    """

    __slots__ = (
        "_copy",
        "_games",
        "_raw",
        "_rules",
        "_stacks",
        "_threads",
        "done",
        "mask",
        "observations",
        "rewards",
        "to_act",
    )

    observations: NDArray[np.float32]
    """What the seat to act of each game knows now, shape (n, 168)."""
    mask: NDArray[np.bool_]
    """Which codes are legal now, shape (n, 4)."""
    to_act: NDArray[np.uint8]
    """The seat to act now, shape (n,)."""
    rewards: NDArray[np.int64]
    """What the last step's hands brought to each seat, shape (n, seats)."""
    done: NDArray[np.bool_]
    """Which hands the last step ended, shape (n,)."""

    def __init__(
        self,
        n: int,
        rules: Rules | None = None,
        stacks: Iterable[int] | None = None,
        *,
        seats: int | None = None,
        threads: int | None = 1,
        copy: bool = False,
    ) -> None:
        rules, stacks = table_of(rules, stacks, seats)
        if threads is not None:
            threads = integer(threads, "threads", 1, optional=True)
        self._rules, self._stacks, self._threads, self._copy = rules, tuple(stacks), threads, copy
        self._games = Games(rules, self._stacks, n, resolve_seed())
        n = len(self._games.indices())  # a plain number, whatever it was
        self.observations = np.empty((n, len(OBSERVATION)), dtype=np.float32)
        self.mask = np.empty((n, 4), dtype=np.bool_)
        self.to_act = np.empty(n, dtype=np.uint8)
        self.rewards = np.empty((n, len(self._stacks)), dtype=np.int64)
        self.done = np.empty(n, dtype=np.bool_)
        mask, done = self.mask.view(np.uint8), self.done.view(np.uint8)
        self._raw = (self.observations, mask, self.to_act, self.rewards, done)
        self._games.show(self._raw)

    @property
    def n(self) -> int:
        """How many games."""
        return len(self.to_act)

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._rules

    @property
    def stacks(self) -> tuple[int, ...]:
        """The stacks with which every hand starts, in chips."""
        return self._stacks

    @property
    def seats(self) -> int:
        """How many seats a table has."""
        return len(self._stacks)

    @property
    def seed(self) -> int:
        """The seed of all cards."""
        return self._games.seed

    @property
    def indices(self) -> NDArray[np.uint64]:
        """Which hand of the seed each game plays, shape (n,); its next one is n further on."""
        return np.array(self._games.indices(), dtype=np.uint64)

    def reset(self, seed: RNGLike = None) -> Decisions:
        """Begin the first hand of every game.

        Parameters
        ----------
        seed : int, None, SeedSequence, BitGenerator or Generator
            The seed of all cards, 0 to 2^64 - 1, or where one is to come from (SPEC 7).

        Returns
        -------
        Decisions
            Observations (n, 168), mask (n, 4) and seats to act (n,).
        """
        self._games.reset(resolve_seed(seed, "seed"), self._raw)
        if self._copy:
            return Decisions(self.observations.copy(), self.mask.copy(), self.to_act.copy())
        return Decisions(self.observations, self.mask, self.to_act)

    def step(self, actions: ArrayLike) -> Step:
        """Play an action in each game.

        Parameters
        ----------
        actions : array_like of int, shape (n,)
            Action codes; uint8 is taken as it is.

        Returns
        -------
        Step
            Observations (n, 168), rewards (n, seats), done (n,), mask (n, 4) and seats to act (n,).

        Raises
        ------
        IllegalActionError
            A code that is not legal in its game; the first such game is named, and nothing has changed.
        ValueError, TypeError
            A wrong shape, or not integers.

        Examples
        --------
        >>> import razz
        >>> env = razz.rl.BatchEnv(3, seats=2)
        >>> env.reset(1).mask.tolist()
        [[False, False, True, True], [False, False, True, True], [False, False, True, True]]
        >>> env.step([2, 0, 2])
        Traceback (most recent call last):
        ...
        razz.IllegalActionError: actions[1]: code 0 in game 1: expected 2 (BRING_IN) or 3 (RAISE)
        >>> env.step([2, 3, 2]).to_act
        array([0, 0, 0], dtype=uint8)
        """
        codes = _action_codes(actions, "actions")
        if codes.shape != self.to_act.shape:
            raise ValueError(f"actions: expected shape ({self.n},), found shape {codes.shape}")
        self._games.step(codes, self._raw, self._threads)
        step = Step(self.observations, self.rewards, self.done, self.mask, self.to_act)
        if self._copy:
            copies = (step.observations.copy(), step.rewards.copy(), step.done.copy())
            return Step(*copies, step.mask.copy(), step.to_act.copy())
        return step

    def state(self, game: SupportsIndex) -> State:
        """The position of a game with all its cards, at a betting decision.

        Examples
        --------
        >>> import razz
        >>> env = razz.rl.BatchEnv(2, seats=3)
        >>> _ = env.reset(1)
        >>> state = env.state(1)
        >>> state.to_act == env.to_act[1], (razz.rl.observe(state) == env.observations[1]).all()
        (np.True_, np.True_)
        """
        return self._games.state(game)

    def set_state(self, game: SupportsIndex, state: State, *, index: SupportsIndex | None = None) -> None:
        """Let a game go on from a state, whatever its rules and stacks; it is dealt on to the next betting decision.

        The cards to come are in the order of the deck of the game's hand, those of the state taken out: a state of this
        very hand is followed by the cards that would have followed it. Observation, mask and seat to act are
        brought up to date; rewards are those of the state's hand, from its antes on.

        Parameters
        ----------
        game : int
            Which game.
        state : State
            As many seats as the table has, all cards known (`View.determinize` fills in unknown ones), with a betting
            decision to come.
        index : int, optional
            Which hand of the seed the game plays; by default the one that it is at.

        Raises
        ------
        ValueError
            Another state; nothing has changed.

        Examples
        --------
        >>> import razz
        >>> env = razz.rl.BatchEnv(2, seats=2)
        >>> state = razz.State.start(razz.Rules(), [40, 60]).deal("2c 3c 4c 5c 6c Kc")
        >>> env.set_state(0, state.play("complete"))
        >>> env.to_act[0], env.mask[0].tolist()
        (np.uint8(0), [True, True, False, True])
        """
        if not isinstance(state, State):
            raise TypeError(f"state: expected a State, found {state!r}")
        self._games.set_state(game, state, self._games.index(game) if index is None else index, self._raw)

    def __repr__(self) -> str:
        """Give the constructor's call."""
        return f"BatchEnv({self.n}, {self.rules!r}, {list(self.stacks)}, threads={self._threads}, copy={self._copy})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with the state of every game."""
        states = [self.state(game) for game in range(self.n)]
        made = (self.n, self.rules, self.stacks, self._threads, self._copy, self.seed)
        return _restore, (*made, self._games.indices(), states, self.rewards, self.done)


def _restore(
    n: int,
    rules: Rules,
    stacks: tuple[int, ...],
    threads: int | None,
    copy: bool,
    seed: int,
    indices: Sequence[int],
    states: Sequence[State],
    rewards: NDArray[np.int64],
    done: NDArray[np.bool_],
) -> BatchEnv:
    env = BatchEnv(n, rules, stacks, threads=threads, copy=copy)
    env.reset(seed)
    for game, (index, state) in enumerate(zip(indices, states, strict=True)):
        env.set_state(game, state, index=index)
    env.rewards[...], env.done[...] = rewards, done
    return env
