"""Hands played by policies: a job that is a function of its seed, and the shortcut for one run of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import cycle
from os import PathLike
from typing import Any, final

import numpy as np

from razz import running
from razz._arguments import iterable
from razz._progress import Progress, reporter
from razz._razz import Interrupted, Job, Record, Rules, Sums
from razz._rng import RNGLike, resolve_seed
from razz._seating import table_of
from razz.log import LogLike, run_logged
from razz.policies import PolicyLike, raw, resolve
from razz.running import ExecutorLike
from razz.summary import Summary


@final
class Simulation:
    """Every hand, or session, of a seed between players with stacks and policies.

    Hand `index` is a function of the seed and the index alone (the page on the random stream says how): any part can be
    played by itself, on any machine, and parts add up.

    Parameters
    ----------
    rules : Rules
        Stakes and options.
    stacks : iterable of int
        Chips of each player before the ante, two to eight players. Seat i is dealt to before seat i + 1.
    policies : str, policy, callable, or a sequence of these
        The policy of each player, a list or text with commas; a list shorter than the table is repeated. The page on
        simulation lists the names: ``check_call``, ``fold_to_bet``, ``random``, ``tight``, ``loose``, ``board(8,1)``,
        ``equity(1,500)``. A function is what `razz.policies.from_views` takes; `razz.policies.batched` makes a policy
        of one that decides many hands at once.
    seed : int, None, SeedSequence, BitGenerator or Generator
        The seed of all random choices, 0 to 2^64 - 1, or where one is to come from.
    rotate : bool
        Whether the first-dealt seat moves on clockwise by a player every hand; otherwise player i keeps seat i.
    session : int, optional
        Carry the stacks on from hand to hand, at most so many hands and until one player has all the chips; the indices
        then count sessions. By default every hand starts with the same stacks.

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
    >>> evening = razz.Simulation(
    ...     razz.Rules(), [100, 100], "tight,random", seed=7, rotate=True, session=50
    ... )
    >>> evenings = evening.run(20)
    >>> evenings.sessions, evenings.hands <= 20 * 50, evenings.players[0].sessions
    (20, True, 20)
    """

    __slots__ = ("_job", "_key")

    def __init__(
        self,
        rules: Rules,
        stacks: Iterable[int],
        policies: PolicyLike | Sequence[PolicyLike] = "check_call",
        seed: RNGLike = None,
        *,
        rotate: bool = False,
        session: int | None = None,
    ) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules: expected Rules, found {rules!r}")
        if not isinstance(rotate, bool | np.bool_):
            raise TypeError(f"rotate: expected a bool, found {rotate!r}")
        chips, word, rotate = _chips(stacks), resolve_seed(seed, "seed"), bool(rotate)
        given = resolve(policies)
        self._job = Job(rules, chips, [raw(policy) for policy in given], word, rotate, session)
        chips = tuple(map(int, chips))  # of NumPy's integers, too
        # Names in their usual form; what is no name as it is.
        seated = zip(self._job.policies, cycle(given))
        players = tuple(name if isinstance(policy, str) else policy for name, policy in seated)
        self._key = (rules, chips, players, word, rotate, session)

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._key[0]

    @property
    def stacks(self) -> tuple[int, ...]:
        """The stacks of the players at the start, in chips."""
        return self._key[1]

    @property
    def policies(self) -> tuple[str, ...]:
        """The name of each player's policy."""
        return tuple(self._job.policies)

    @property
    def seed(self) -> int:
        """The seed of all random choices."""
        return self._key[3]

    @property
    def rotate(self) -> bool:
        """Whether the first-dealt seat moves on every hand."""
        return self._key[4]

    @property
    def session(self) -> int | None:
        """The most hands of a session; None where every hand starts with the same stacks."""
        return self._key[5]

    def run(
        self,
        hands: int,
        *,
        first: int = 0,
        threads: int | None = None,
        executor: ExecutorLike | None = None,
        batch_size: int | None = None,
        retries: int = 3,
        checkpoint: str | PathLike[str] | None = None,
        checkpoint_every: float = 60.0,
        progress: Progress = False,
        log: LogLike | None = None,
    ) -> Summary:
        """Play hands `first` to `first + hands - 1`; of a job with sessions, as many sessions.

        The result is the same to the bit for any number of threads, any executor and batch size, and whatever workers
        are lost on the way.

        Parameters
        ----------
        hands, first : int
            How many hands, and the index of the first.
        threads : int, optional
            How many threads; by default RAZZ_NUM_THREADS or what the machine has. With an executor, the threads of each
            worker, one by default.
        executor : concurrent.futures.Executor, or a function that makes one, optional
            Who plays: a pool of processes, a cluster (the page on clusters has examples). Only its `submit` is used.
            One that the function makes is shut down at the end; if it breaks, since a worker was killed, the run
            goes on with a new one.
        batch_size : int, optional
            Hands that a worker of the executor is sent at a time; by default as many as take it half a second.
        retries : int
            How often a batch that failed is sent again before the run gives up.
        checkpoint : str or path-like, optional
            A file for what has been played. If it is there, the run goes on from it; it has to be of the same job, with
            no other hands than those asked for now. It is replaced in one step, so that a run that is killed loses
            nothing but the time since then.
        checkpoint_every : float
            Seconds between two writings of the checkpoint.
        progress : bool or callable
            True: a bar (tqdm, where installed) or a line on standard error; a function is called with the number of
            hands played and `hands` about 20 times a second.
        log : HandLog, str or path, optional
            Keep every hand too: add it to a `HandLog`, or write it to a Parquet file (extra ``arrow``), which appears
            when the run ends, also when Ctrl-C ends it. Memory does not grow with the hands in a file. Not together
            with an executor or a checkpoint: log parts of the hands by themselves, with `first`.

        Returns
        -------
        Summary

        Raises
        ------
        Interrupted
            Ctrl-C, within 0.1 seconds; its `partial` is the Summary of the hands played, which is in the checkpoint,
            too. With an executor, batches that are not done are cancelled or left to themselves and not waited for.
        RunError
            A batch failed too often, the executor takes no work, or the checkpoint cannot be written; its `partial`
            is the Summary of the hands played.
        Exception
            Whatever a policy that is a function raises, with `partial` as well, and `index` and `seat` of the decision;
            with an executor it is the cause of a RunError. What `progress` raises has `partial`, too.
        ValueError
            A checkpoint that is damaged, of another job, with other hands, or in use by another run. A `HandLog` of
            another job, or that holds one of these hands already. A path that is a folder, a device or a pipe. Hands
            that are none of a seed.
        OSError
            A checkpoint or log in a folder that is not there or in which nothing can be written.

        Examples
        --------
        >>> import razz
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> job = razz.Simulation(razz.Rules(), [1000] * 6, "random", seed=7)
        >>> with ThreadPoolExecutor(2) as pool:
        ...     job.run(2000, executor=pool, batch_size=300) == job.run(2000)
        True
        """
        if log is not None:
            if executor is not None or checkpoint is not None:
                raise ValueError("log: not together with executor= or checkpoint=, whose hands come in any order")
            return self._play_logged(*running.part_of(first, hands), threads, log, progress)
        return running.run(
            self,
            first,
            hands,
            threads=threads,
            executor=executor,
            batch_size=batch_size,
            retries=retries,
            checkpoint=checkpoint,
            checkpoint_every=checkpoint_every,
            progress=progress,
        )

    def _play(self, first: int, count: int, threads: int | None, tick: Callable[[int], object] | None) -> Summary:
        """Play a part here; an exception (of a signal, of `tick`, of a policy) carries what was played as `partial`."""
        try:
            return Summary._of(self._job.run(first, count, threads, tick))
        except BaseException as stop:
            partial = getattr(stop, "partial", None)
            if isinstance(partial, Sums):
                stop.partial = Summary._of(partial)  # type: ignore[attr-defined]
            raise

    def _play_logged(self, first: int, hands: int, threads: int | None, log: LogLike, progress: Progress) -> Summary:
        with reporter(progress, hands, "hands") as tick:
            try:
                return Summary._of(run_logged(self._job, first, hands, threads, log, tick))
            except BaseException as stop:
                partial = getattr(stop, "partial", None)
                if isinstance(partial, Sums):
                    stop.partial = Summary._of(partial)  # type: ignore[attr-defined]
                    if isinstance(stop, KeyboardInterrupt) and not isinstance(stop, Interrupted):
                        raise running.interrupted(stop) from None
                raise

    def batch(self, first: int, count: int) -> Summary:
        """Play `count` hands from index `first` on, on this thread: a piece of work to send to a worker."""
        return self._play(first, count, 1, None)

    def replay(self, index: int, hand: int = 0) -> Record:
        """Hand `index` again, as a record with all its events; of session `index` its hand `hand`, from 0.

        Examples
        --------
        >>> import razz
        >>> record = razz.Simulation(razz.Rules(), [1000] * 2, "random", seed=1).replay(0)
        >>> record.state.phase
        <Phase.END: 'END'>
        """
        return self._job.replay(index, hand)

    def __eq__(self, other: object) -> bool:
        """Compare what the hands follow from."""
        return self._key == other._key if isinstance(other, Simulation) else NotImplemented

    def __hash__(self) -> int:
        """Hash what is compared."""
        return hash(self._key)

    def __repr__(self) -> str:
        """Give the constructor's call."""
        rules, stacks, policies, seed, rotate, session = self._key
        rest = "".join(
            f", {name}={value!r}"
            for name, value in (("rotate", rotate), ("session", session))
            if value not in (False, None)
        )
        return f"Simulation({rules!r}, {list(stacks)}, {list(policies)}, seed={seed}{rest})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the constructor's arguments."""
        return _rebuild, self._key


def _chips(stacks: Iterable[int]) -> tuple[int, ...]:
    iterable(stacks, "stacks", "the chips of each player")
    return tuple(stacks)


def _rebuild(
    rules: Rules,
    stacks: tuple[int, ...],
    policies: tuple[PolicyLike, ...],
    seed: int,
    rotate: bool,
    session: int | None,
) -> Simulation:
    return Simulation(rules, stacks, policies, seed, rotate=rotate, session=session)


def simulate(
    hands: int,
    *,
    rules: Rules | None = None,
    stacks: Iterable[int] | None = None,
    seats: int | None = None,
    policies: PolicyLike | Sequence[PolicyLike] = "check_call",
    rng: RNGLike = None,
    rotate: bool = False,
    session: int | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress = False,
    log: LogLike | None = None,
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
    policies : str, policy, callable, or a sequence of these
        The policy of each player, as for `Simulation`.
    rng : None, int, SeedSequence, BitGenerator or Generator
        Where the seed comes from (SPEC 7); the seed itself is on the result. None takes that of the checkpoint, if
        there is one.
    rotate, session
        As for `Simulation`; with a session, `hands` is the number of sessions.
    threads, executor, checkpoint, progress, log
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
    rules, stacks = table_of(rules, stacks, seats)
    if rng is None and checkpoint is not None:
        from razz._checkpoint import seed_of

        rng = seed_of(checkpoint)
    job = Simulation(rules, stacks, policies, resolve_seed(rng), rotate=rotate, session=session)
    return job.run(hands, threads=threads, executor=executor, checkpoint=checkpoint, progress=progress, log=log)
