"""Policies that are not names: Python functions; and one decision of any policy, outside a simulation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Self, TypeAlias, TypeVar, final

import numpy as np

from razz._arguments import iterable
from razz._razz import Action, Draws, Policy, View, check_policy, choose_action, policy_names
from razz._rng import RNGLike
from razz.hands import _action_codes
from razz.table_policies import SITUATION_SHAPE, Situation, Table, situation, table

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "SITUATION_SHAPE",
    "Choose",
    "ChooseMany",
    "Draws",
    "FromArrays",
    "FromViews",
    "PolicyLike",
    "Situation",
    "Table",
    "batched",
    "choose",
    "from_views",
    "situation",
    "table",
]

Choose: TypeAlias = Callable[[View, Draws], Action | str]
"""A function that decides in a viewer's place: one of ``view.legal_actions``, or its text."""

ChooseMany: TypeAlias = "Callable[[NDArray[np.float32], NDArray[np.bool_], NDArray[np.float64]], ArrayLike]"
"""A function that decides many hands at once: a code for each row of observations, mask and draws."""
F = TypeVar("F")


class _FromFunction(Generic[F]):
    """A function as a policy: told apart, pickled and shown by the function and a name."""

    __slots__ = ("_policy", "choose")

    choose: F
    """The function."""

    def __init__(self, choose: F, policy: Policy) -> None:
        self._policy = policy
        self.choose = choose

    @property
    def name(self) -> str:
        """The name, which stands for the function in summaries and their fingerprints."""
        return self._policy.name

    def __eq__(self, other: object) -> bool:
        """Compare function and name."""
        return self._key() == other._key() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        """Hash what is compared."""
        return hash(self._key())

    def __repr__(self) -> str:
        """Give the constructor's call."""
        return f"{type(self).__name__}({self.choose!r}, {self.name!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[F, str]]:
        """Pickle as the constructor's arguments: a function of a module goes by its name."""
        return type(self), self._key()

    def _key(self) -> tuple[F, str]:
        return self.choose, self.name


@final
class FromViews(_FromFunction[Choose]):
    """A policy that asks a Python function; made by `from_views`.

    Examples
    --------
    >>> from razz.policies import FromViews
    >>> policy = FromViews(lambda view, rng: view.default_action, "timid")
    >>> policy.name
    'timid'
    """

    __slots__ = ()

    def __init__(self, choose: Choose, name: str) -> None:
        if not callable(choose):
            raise TypeError(f"choose: expected a function of a view and its random draws, found {choose!r}")
        super().__init__(choose, Policy.from_views(choose, _free(name)))


@final
class FromArrays(_FromFunction[ChooseMany]):
    """A policy that asks a Python function for many hands at once; made by `batched`.

    Examples
    --------
    >>> from razz.policies import FromArrays
    >>> policy = FromArrays(lambda observations, mask, draws: mask.argmax(axis=1), "first")
    >>> policy.name
    'first'
    """

    __slots__ = ()

    def __init__(self, choose: ChooseMany, name: str) -> None:
        if not callable(choose):
            raise TypeError(f"choose: expected a function of observations, mask and draws, found {choose!r}")
        super().__init__(choose, Policy.batched(partial(_codes, choose), _free(name)))


def _codes(
    choose: ChooseMany, observations: NDArray[np.float32], mask: NDArray[np.bool_], draws: NDArray[np.float64]
) -> NDArray[Any]:
    """What a function answers, as the compiled module takes it."""
    codes = _action_codes(choose(observations, mask, draws), "codes")
    if codes.shape != draws.shape:
        raise ValueError(f"codes: expected shape {draws.shape}, found shape {codes.shape}")
    return codes


PolicyLike: TypeAlias = "str | FromViews | FromArrays | Table | Choose"
"""What a seat can be given: the name of a built-in policy, a policy of this module, or a function for `from_views`."""


def from_views(choose: Choose, *, name: str | None = None) -> FromViews:
    """A policy from a Python function: slow and exact.

    Parameters
    ----------
    choose : callable
        Called as ``choose(view, rng)`` for each decision: `view` is the `View` of the seat to act, `rng` its `Draws`,
        a stream that no other seat and no other hand shares. It returns one of ``view.legal_actions``, an `Action`
        without an amount, or text such as ``"call"``. So that hand i stays a function of seed and index it should
        depend on its arguments alone.
    name : str, optional
        What it is called in summaries; by default the function's module and name. A summary knows a policy by its name
        only: who changes the function should change the name, or results of both will add up.

    Returns
    -------
    FromViews
        For a seat of `Simulation` or `simulate`. Threads do not make it faster, since Python runs one at a time;
        pickled with its job it is found by its module in another process.

    Raises
    ------
    TypeError
        Not a function.
    ValueError
        A name that is empty, has a comma, or belongs to a built-in policy or a table.

    Notes
    -----
    An exception in the function ends the run. It carries ``index`` of the hand (in sessions ``hand`` too), ``seat``,
    and ``partial``, the `Summary` of the hands played; a note names them. An answer that is not legal is an
    `IllegalActionError` with the same attributes.

    The function may ask for equities and simulations of its own. Sixteen calls inside of each other are a `RazzError`:
    a policy that plays itself to decide never would.

    Examples
    --------
    >>> import razz
    >>> from razz.policies import from_views
    >>> def first_in(view, rng):
    ...     "Completes first in with three cards of eight or lower, otherwise checks or folds."
    ...     low = {card.rank for card in view.cards[view.viewer] if card.rank.index <= 7}
    ...     wanted = ["COMPLETE"] * (len(low) >= 3) + ["CHECK", "BRING_IN", "FOLD"]
    ...     legal = {action.kind: action for action in view.legal_actions}
    ...     return next(legal[kind] for kind in wanted if kind in legal)
    >>> policies = [from_views(first_in), "check_call"]
    >>> job = razz.Simulation(razz.Rules(), [1000] * 6, policies, seed=5)
    >>> summary = job.run(200)
    >>> list(summary.policies)
    ['...first_in', 'check_call']
    >>> job.replay(17).state.payoffs == tuple(seat.net for seat in job.batch(17, 1).seats)
    True
    """
    return FromViews(choose, _name_of(choose) if name is None else name)


def batched(choose: ChooseMany, *, name: str | None = None) -> FromArrays:
    """A policy from a Python function that decides many hands at once: fast.

    Parameters
    ----------
    choose : callable
        Called as ``choose(observations, mask, draws)`` with a row for each of some thousand hands that wait for the
        policy: `observations` (m, 168) float32 as `razz.rl.observe` gives them, `mask` (m, 4) bool of the legal codes,
        `draws` (m,) float64 from 0 to 1, a new number of the seat's own random stream. It returns m action codes. The
        arrays are its own to keep. Which rows come together is not specified, so that each answer should depend on its
        own row alone: then every result is the same to the bit for any number of threads, batches and workers.
    name : str, optional
        As for `from_views`.

    Returns
    -------
    FromArrays
        For a seat of `Simulation` or `simulate`, among any others. In sessions, and in `Simulation.replay`, it is asked
        for one row at a time.

    Raises
    ------
    TypeError
        Not a function.
    ValueError
        A name that is empty, has a comma, or belongs to a built-in policy or a table.

    Notes
    -----
    An exception in the function ends the run as it does for `from_views`; its ``index`` and ``seat`` are those of the
    first row. A code that is not legal is an `IllegalActionError` with the index and seat of its own row. The hands
    that were played side by side with it are not in ``partial``.

    Examples
    --------
    >>> import numpy as np, razz
    >>> from razz import rl
    >>> from razz.policies import batched
    >>> def low_cards(observations, mask, draws):
    ...     "Raises with four low ranks or more, else checks, calls one time in four, or folds."
    ...     low = (observations[:, rl.LAYOUT["own"]][:, :8] > 0).sum(axis=1)
    ...     free = observations[:, rl.LAYOUT["to_call"]][:, 0] == 0
    ...     stay = np.where(free | (draws < 0.25), rl.CHECK_CALL, rl.FOLD)
    ...     wish = np.where(low > 3, rl.RAISE, stay)
    ...     legal = mask[np.arange(len(wish)), wish]
    ...     other = np.where(mask[:, rl.CHECK_CALL], rl.CHECK_CALL, rl.BRING_IN)
    ...     return np.where(legal, wish, other)
    >>> policies = [batched(low_cards), "check_call"]
    >>> job = razz.Simulation(razz.Rules(), [1000] * 6, policies, seed=5)
    >>> job.run(2000) == job.run(999) + job.run(1001, first=999)
    True
    >>> job.replay(17).state.payoffs == tuple(seat.net for seat in job.batch(17, 1).seats)
    True
    """
    return FromArrays(choose, _name_of(choose) if name is None else name)


def _free(name: str) -> str:
    """A name that a function may have: a summary would add it up with the table of that name."""
    if str(name).startswith("table:"):
        raise ValueError(f"name {name!r}: those of tables begin like this")
    return name


def _name_of(choose: object) -> str:
    owner = choose if hasattr(choose, "__qualname__") else type(choose)
    return f"{owner.__module__}.{owner.__qualname__}".replace(",", "")


def resolve(
    policies: PolicyLike | Sequence[PolicyLike], name: str = "policies"
) -> list[str | FromViews | FromArrays | Table]:
    """The policies of an argument of that name, as `Job` takes them after `raw`."""
    if isinstance(policies, str):
        return [_named(policy, name) for policy in policy_names(policies, name)]
    if callable(policies) or isinstance(policies, FromViews | FromArrays | Table):
        return [made(policies, name)]
    iterable(policies, name, "names, policies or functions")
    found = [made(policy, f"{name}[{place}]") for place, policy in enumerate(policies)]
    called: dict[str, FromViews | FromArrays | Table] = {}
    for policy in found:  # compared and not hashed: a callable object need not have a hash
        if not isinstance(policy, str) and called.setdefault(policy.name, policy) != policy:
            raise ValueError(f"{name}: two of them are called {policy.name!r}, give them names")
    return found


def made(policy: PolicyLike, name: str) -> str | FromViews | FromArrays | Table:
    """One policy, of an argument of that name."""
    if isinstance(policy, str):
        return _named(policy, name)
    if isinstance(policy, FromViews | FromArrays | Table):
        return policy
    if not callable(policy):
        raise TypeError(f"{name}: expected a name, a policy or a function, found {policy!r}")
    return from_views(policy)


def _named(policy: str, name: str) -> str | Table:
    path = policy.strip()
    if path.startswith("table:"):
        try:
            return table(path.removeprefix("table:"))
        except (ValueError, TypeError) as fault:
            raise type(fault)(f"{name}: {path}: {fault}") from None
    check_policy(policy, name)
    return policy


def raw(policy: str | FromViews | FromArrays | Table) -> str | Policy:
    """A policy as the compiled module takes it."""
    return policy if isinstance(policy, str) else policy._policy


def choose(view: View, policy: PolicyLike, rng: RNGLike = None) -> Action:
    """What a policy does in the viewer's place.

    Parameters
    ----------
    view : View
        The view of the seat to act; the policy knows nothing else.
    policy : str, policy or callable
        A policy as `Simulation` takes it, such as ``"check_call"`` or ``"random"``.
    rng : None, int, SeedSequence, BitGenerator or Generator
        Where the policy's random choices come from (SPEC 7).

    Returns
    -------
    Action
        One of ``view.legal_actions``.

    Raises
    ------
    ValueError
        A policy that is not known.
    IllegalActionError
        It is not the viewer's turn.

    Examples
    --------
    >>> import razz
    >>> from razz.policies import choose
    >>> view = razz.State.start(razz.Rules(), [100, 100]).deal("2c 3c 4c 5c 6c Kc").view(1)
    >>> choose(view, "check_call")
    Action('BRING_IN', 2)
    """
    return choose_action(view, raw(made(policy, "policy")), rng)
