"""Hands played by policies: a job that is a function of its seed, and the shortcut for one run of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, final

from razz._progress import Progress, reporter
from razz._razz import Interrupted, Job, Record, Rules
from razz._rng import RNGLike, resolve_seed
from razz.summary import Summary


@final
class Simulation:
    """Every hand of a seed between the same stacks, played by a policy for each seat.

    Hand `index` is a function of the seed and the index alone (the page on the random stream says how): any part can be
    played by itself, on any machine, and parts add up.

    Parameters
    ----------
    rules : Rules
        Stakes and options.
    stacks : iterable of int
        Chips of each seat before the ante, two to eight seats; every hand starts with them.
    policies : str or sequence of str
        The policy of each seat by name, a list or text with commas; a list shorter than the table is repeated over the
        seats. ``check_call`` checks or calls, and brings in; ``random`` takes each legal action with equal probability.
    seed : int, None, SeedSequence, BitGenerator or Generator
        The seed of all random choices, 0 to 2^64 - 1, or where one is to come from.

    Raises
    ------
    ValueError
        Rules or stacks with which no game can be played, a policy that is not known, a wrong number of policies.

    Examples
    --------
    >>> import razz
    >>> job = razz.Simulation(razz.Rules(), [1000] * 6, ["check_call", "random"], seed=7)
    >>> summary = job.run(1000, threads=2)
    >>> summary.hands, sum(seat.net for seat in summary.seats)
    (1000, 0)
    >>> record = job.replay(17)
    >>> sum(record.state.payoffs)
    0
    """

    __slots__ = ("_job", "_rules", "_seed", "_stacks")

    def __init__(
        self, rules: Rules, stacks: Iterable[int], policies: str | Sequence[str] = "check_call", seed: RNGLike = None
    ) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules: expected Rules, found {rules!r}")
        names = policies.split(",") if isinstance(policies, str) else policies
        self._rules = rules
        self._stacks = tuple(stacks)
        self._seed = resolve_seed(seed)
        self._job = Job(rules, self._stacks, list(names), self._seed)

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._rules

    @property
    def stacks(self) -> tuple[int, ...]:
        """The stacks with which every hand starts, in chips."""
        return self._stacks

    @property
    def policies(self) -> tuple[str, ...]:
        """The name of each seat's policy."""
        return tuple(self._job.policies)

    @property
    def seed(self) -> int:
        """The seed of all random choices."""
        return self._seed

    def run(self, hands: int, *, first: int = 0, threads: int | None = None, progress: Progress = False) -> Summary:
        """Play hands `first` to `first + hands - 1`.

        Parameters
        ----------
        hands, first : int
            How many hands, and the index of the first.
        threads : int, optional
            How many threads; by default RAZZ_NUM_THREADS or what the machine has. The result does not depend on it.
        progress : bool or callable
            True: a bar (tqdm, where installed) or a line on standard error; a function is called with the number of
            hands played and `hands` about 20 times a second.

        Returns
        -------
        Summary

        Raises
        ------
        Interrupted
            Ctrl-C; its `partial` is the Summary of the hands played.
        """
        with reporter(progress, hands, "hands") as tick:
            try:
                return Summary._of(self._job.run(first, hands, threads, tick))
            except Interrupted as stop:
                stop.partial = Summary._of(stop.partial)
                raise

    def batch(self, first: int, count: int) -> Summary:
        """Play `count` hands from index `first` on, on this thread: a piece of work to send to a worker."""
        return self.run(count, first=first, threads=1)

    def replay(self, index: int) -> Record:
        """Hand `index` again, as a record with all its events.

        Examples
        --------
        >>> import razz
        >>> record = razz.Simulation(razz.Rules(), [1000] * 2, "random", seed=1).replay(0)
        >>> record.state.phase
        <Phase.END: 'END'>
        """
        return self._job.replay(index)

    def __eq__(self, other: object) -> bool:
        """Compare what the hands follow from."""
        return self._key == other._key if isinstance(other, Simulation) else NotImplemented

    def __hash__(self) -> int:
        """Hash what is compared."""
        return hash(self._key)

    def __repr__(self) -> str:
        """Give the constructor's call."""
        return f"Simulation({self._rules!r}, {list(self._stacks)}, {list(self.policies)}, seed={self._seed})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the constructor's arguments."""
        return Simulation, self._key

    @property
    def _key(self) -> tuple[Rules, tuple[int, ...], tuple[str, ...], int]:
        return self._rules, self._stacks, self.policies, self._seed


def simulate(
    hands: int,
    *,
    rules: Rules | None = None,
    stacks: Iterable[int] | None = None,
    seats: int | None = None,
    policies: str | Sequence[str] = "check_call",
    rng: RNGLike = None,
    threads: int | None = None,
    progress: Progress = False,
) -> Summary:
    """Play hands and add them up.

    Parameters
    ----------
    hands : int
        How many.
    rules : Rules, optional
        Stakes and options; by default ante 1, bring-in 2, bets 4 and 8.
    stacks : iterable of int, optional
        Chips of each seat before the ante; every hand starts with them.
    seats : int, optional
        Two to eight seats with stacks of 125 big bets (1,000 by the default rules), where `stacks` is not given;
        by default six.
    policies : str or sequence of str
        The policy of each seat, as for `Simulation`.
    rng : None, int, SeedSequence, BitGenerator or Generator
        Where the seed comes from (SPEC 7); the seed itself is on the result.
    threads, progress
        As for `Simulation.run`.

    Returns
    -------
    Summary

    Examples
    --------
    >>> import razz
    >>> summary = razz.simulate(1000, seats=6, policies="check_call,random", rng=7)
    >>> summary.hands, summary.seed
    (1000, 7)
    >>> print(summary)
    hands ...
    """
    rules = Rules() if rules is None else rules
    if stacks is None:
        stacks = [125 * rules.big_bet] * (6 if seats is None else seats)
    elif seats is not None:
        raise TypeError("seats: give either seats or stacks")
    return Simulation(rules, stacks, policies, resolve_seed(rng)).run(hands, threads=threads, progress=progress)
