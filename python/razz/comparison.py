"""Two policies on the same deals: the difference of their results with its paired error."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast, final

from razz import running
from razz._progress import Progress, reporter
from razz._razz import Interrupted, Rules, Sums
from razz._rng import RNGLike, resolve_seed
from razz._seating import rules_of, seats_of
from razz._tables import counted, html_table, text_table
from razz.policies import PolicyLike, made, resolve
from razz.running import ExecutorLike
from razz.simulation import Simulation
from razz.summary import Estimate, Summary, _number

_MAGIC = b"RAZZCMP\x01"

_Scores: TypeAlias = tuple[int, int, int, int, int]
"""Over the deals: the scores in both games, their squares, their products."""


@final
class Comparison:
    """What two policies won on the same deals; made by `compare`.

    Comparisons of parts of the same deals add up, as summaries do; all that is kept are integers.

    Examples
    --------
    >>> import razz
    >>> result = razz.compare("tight", "loose", hands=2000, seats=6, others="check_call", rng=1)
    >>> low, high = result.difference.interval(0.95)
    >>> low < result.difference.mean < high
    True
    >>> result.difference.std_error < result.unpaired.std_error
    True
    >>> print(result)
    deals ...
    """

    __slots__ = {  # noqa: RUF023
        "names": "The names of the two policies.",
        "summaries": "Summaries of the two games: with the first policy as player 0, and with the second; where both "
        "sit at one table, the second game has their places exchanged.",
        "together": "Whether both sit at one table; otherwise each plays against the others alone.",
        "_scores": "Over the deals: the scores in both games, their squares, their products.",
    }

    names: tuple[str, str]
    summaries: tuple[Summary, Summary]
    together: bool
    _scores: _Scores

    def __init__(
        self, names: tuple[str, str], summaries: tuple[Summary, Summary], together: bool, scores: _Scores
    ) -> None:
        self.names, self.summaries, self.together, self._scores = names, summaries, together, scores

    @classmethod
    def from_bytes(cls, data: bytes) -> Comparison:
        """The comparison of `to_bytes`; damaged bytes, or those of another format, are a ValueError."""
        try:
            data = memoryview(data).tobytes()
        except TypeError:
            raise TypeError(f"data: expected bytes, found {data!r}") from None
        if not data.startswith(_MAGIC):
            raise ValueError("comparison: these bytes are no comparison")
        checksum, body = data[len(_MAGIC) :][:32], data[len(_MAGIC) :][32:]
        try:
            if _checksum(body) != checksum:
                raise ValueError("another checksum")
            size = int.from_bytes(body[:8], "little")
            (a, b), together, scores, cut = json.loads(body[8 : 8 + size])
            rest = body[8 + size :]
            summaries = Summary.from_bytes(rest[:cut]), Summary.from_bytes(rest[cut:])
            first, second, first_squares, second_squares, products = map(int, scores)
        except (ValueError, TypeError) as error:
            raise ValueError("comparison: the bytes are damaged or cut short") from error
        return cls((a, b), summaries, together, (first, second, first_squares, second_squares, products))

    def to_bytes(self) -> bytes:
        """The comparison as bytes, version 1 of the format: equal comparisons have equal bytes."""
        parts = [summary.to_bytes() for summary in self.summaries]
        head = json.dumps([self.names, self.together, self._scores, len(parts[0])]).encode()
        body = b"".join([len(head).to_bytes(8, "little"), head, *parts])
        return _MAGIC + _checksum(body) + body

    @property
    def _sums(self) -> Sums:
        return self.summaries[0]._sums  # of the first game: both have the same hands

    @property
    def covered(self) -> tuple[range, ...]:
        """The deals that are in it, as ranges of indices."""
        return self.summaries[0].covered

    @property
    def deals(self) -> int:
        """How many deals; each was played twice."""
        return self.summaries[0].hands

    @property
    def seed(self) -> int | None:
        """The seed of the deals."""
        return self.summaries[0].seed

    @property
    def means(self) -> tuple[float, float]:
        """Chips a hand of each policy, in any of its seats."""
        players = [summary.players for summary in self.summaries]
        if self.together:
            nets = [
                sum(seat.net for game in (0, 1) for seat in players[game][(game + policy) % 2 :: 2])
                for policy in (0, 1)
            ]
        else:
            nets = [players[0][0].net, players[1][0].net]
        hands = self.deals * self._seats
        return (nets[0] / hands, nets[1] / hands) if hands else (math.nan, math.nan)

    @property
    def difference(self) -> Estimate:
        """Chips a hand that the first policy wins more than the second, with the error of the differences of deals."""
        first, second, first_squares, second_squares, products = self._scores
        squares = first_squares + second_squares - 2 * products
        return self._estimate(first - second, self._variance(first - second, squares))

    @property
    def unpaired(self) -> Estimate:
        """The same difference, with the error that as many games on different deals would have."""
        first, second, first_squares, second_squares, _ = self._scores
        variance = self._variance(first, first_squares) + self._variance(second, second_squares)
        return self._estimate(first - second, variance)

    @property
    def big_bets_per_100(self) -> Estimate:
        """The difference in big bets a hundred hands."""
        job = self.summaries[0].job
        factor = 100 / job["rules"]["big_bet"] if job is not None else math.nan
        return Estimate(self.difference.mean * factor, self.difference.std_error * factor)

    @property
    def _seats(self) -> int:
        """Seats of each policy a deal, both games together."""
        return len(self.summaries[0].players) if self.together else 1

    def _variance(self, total: int, squares: int) -> float:
        """The unbiased variance of a deal's score, from exact integers."""
        deals = self.deals
        return (deals * squares - total * total) / (deals * (deals - 1)) if deals > 1 else math.nan

    def _estimate(self, total: int, variance: float) -> Estimate:
        deals, seats = self.deals, self._seats
        mean = total / (deals * seats) if deals else math.nan
        return Estimate(mean, math.sqrt(variance / deals) / seats if deals else math.nan)

    def __add__(self, other: Comparison) -> Comparison:
        """Add other deals of the same comparison."""
        if not isinstance(other, Comparison):
            return NotImplemented
        if (self.names, self.together) != (other.names, other.together):
            raise ValueError(f"comparisons of {' and '.join(self.names)} and of {' and '.join(other.names)}")
        own, others = self.summaries, other.summaries
        scores = tuple(map(sum, zip(self._scores, other._scores, strict=True)))
        return Comparison(self.names, (own[0] + others[0], own[1] + others[1]), self.together, scores)  # type: ignore[arg-type]

    def __radd__(self, other: int) -> Comparison:
        """Let ``sum(parts)`` begin with its 0."""
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Compare games and scores."""
        return self._key() == other._key() if isinstance(other, Comparison) else NotImplemented

    def __hash__(self) -> int:
        """Hash what is compared."""
        return hash(self._key())

    def __reduce__(self) -> tuple[type[Comparison], tuple[Any, ...]]:
        """Pickle as the constructor's arguments."""
        return Comparison, self._key()

    def _key(self) -> tuple[tuple[str, str], tuple[Summary, Summary], bool, _Scores]:
        return self.names, self.summaries, self.together, self._scores

    def to_dict(self) -> dict[str, Any]:
        """The figures by name, as JSON can hold them (None where there are too few deals)."""
        first, second, first_squares, second_squares, products = self._scores
        low, high = self.difference.interval(0.95)
        figures: dict[str, float | list[float]] = {
            "means": list(self.means),
            "difference": self.difference.mean,
            "std_error": self.difference.std_error,
            "interval_95": [low, high],
            "unpaired_std_error": self.unpaired.std_error,
            "big_bets_per_100": self.big_bets_per_100.mean,
            "big_bets_per_100_std_error": self.big_bets_per_100.std_error,
        }
        return {
            "format": "razz.comparison",
            "version": 1,
            "policies": list(self.names),
            "together": self.together,
            "deals": self.deals,
            "seed": self.seed,
            "scores": [first, second],
            "squares": [first_squares, second_squares],
            "products": products,
            **{name: _finite(figure) for name, figure in figures.items()},
            "summaries": [summary.to_dict() for summary in self.summaries],
        }

    def __repr__(self) -> str:
        """Say who and how many deals."""
        deals = counted(self.deals, "deal", "d")
        return f"<Comparison of {self.names[0]} and {self.names[1]} on {deals}, seed {self.seed}>"

    def __str__(self) -> str:
        """Give the tables for people."""
        return "\n\n".join(text_table(table) for table in self._tables())

    def _repr_html_(self) -> str:
        return "".join(html_table(table) for table in self._tables())

    def _tables(self) -> list[list[list[str]]]:
        games = "both at one table, places exchanged" if self.together else "each against the others"
        facts = [["deals", f"{self.deals:,}, each played twice"], ["games", games], ["seed", str(self.seed)]]
        rows = [["", "chips a hand", "std. error", "95% interval", "big bets / 100"]]
        rows += [[name, _number(mean, "+.4f"), "", "", ""] for name, mean in zip(self.names, self.means, strict=True)]
        mean, error = map(_number, self.difference, ("+.4f", ".4f"))
        reach = " … ".join(_number(end, "+.4f") for end in self.difference.interval(0.95))
        big_bets = " ± ".join(map(_number, self.big_bets_per_100, ("+.2f", ".2f")))
        rows.append(["difference", mean, error, reach, big_bets])
        rows.append(["without pairing", mean, _number(self.unpaired.std_error, ".4f"), "", ""])
        return [facts, rows]


def _checksum(body: bytes) -> bytes:
    from hashlib import sha256  # not needed by those who only import the package

    return sha256(body).digest()


def _finite(figure: float | list[float]) -> float | list[float | None] | None:
    if isinstance(figure, list):
        return [number if math.isfinite(number) else None for number in figure]
    return figure if math.isfinite(figure) else None


def compare(
    a: PolicyLike,
    b: PolicyLike,
    *,
    hands: int,
    rules: Rules | None = None,
    seats: int | None = None,
    stacks: int | None = None,
    others: PolicyLike | Sequence[PolicyLike] | None = None,
    first: int = 0,
    rng: RNGLike = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    progress: Progress = False,
) -> Comparison:
    """Compare two policies on the same deals, the seats going round.

    Every deal is played twice. With `others`, once with `a` and once with `b` in one place, against the same others.
    Without, both sit at one table in turn, and the second time their places are exchanged. Cards and random draws
    belong to places and not to players, so what both games have in common cancels out: the error of the difference is
    that of the differences deal by deal, often far below the one that as many independent hands would have.

    Parameters
    ----------
    a, b : str, policy or callable
        The two, as for `Simulation`.
    hands : int
        How many deals.
    rules : Rules, optional
        By default ante 1, bring-in 2, bets 4 and 8.
    seats : int, optional
        Two to eight, by default six. Without `others` an even number is fair; of an odd one both policies have as many
        seats over the two games.
    stacks : int, optional
        Everybody's stack, by default 125 big bets. Equal stacks, since players change seats.
    others : str, policy, callable, or a sequence of these, optional
        Who sits in the other places; a list shorter than they are is repeated.
    first : int
        The index of the first deal.
    rng : None, int, SeedSequence, BitGenerator or Generator
        Where the seed comes from (SPEC 7).
    threads, executor, progress
        As for `Simulation.run`; the result does not depend on them.

    Returns
    -------
    Comparison

    Raises
    ------
    ValueError
        A policy that is not known, a wrong number of seats or of others.
    Interrupted
        Ctrl-C; its `partial` is the Comparison so far. What a policy raises carries one too.

    Examples
    --------
    >>> import razz
    >>> razz.compare("tight", "tight", hands=500, rng=1).difference
    Estimate(mean=0.0, std_error=0.0)
    >>> result = razz.compare("tight", "check_call", hands=500, seats=2, rng=1)
    >>> result == razz.compare("tight", "check_call", hands=500, seats=2, rng=1, threads=2)
    True
    """
    first, hands = running.part_of(first, hands)
    rules, seats = rules_of(rules), seats_of(seats)
    chips = [125 * rules.big_bet if stacks is None else stacks] * seats
    word = resolve_seed(rng)
    a, b = made(a, "a"), made(b, "b")
    games = [
        Simulation(rules, chips, policies, word, rotate=True)
        for policies in (([a, b], [b, a]) if others is None else (_seated(a, others, seats), _seated(b, others, seats)))
    ]
    # The score of a game: what a wins less what b wins, in the second game with the sign turned; or what the one wins.
    signs = [1 - 2 * (seat % 2) if others is None else int(seat == 0) for seat in range(seats)]
    names = (games[0].policies[0], games[1].policies[0])

    pair = _Pair((games[0], games[1]), signs, names, others is None)
    if executor is None:
        with reporter(progress, hands, "deals") as tick:
            try:
                return pair._play(first, hands, threads, tick)
            except KeyboardInterrupt as stop:
                if isinstance(stop, Interrupted) or not hasattr(stop, "partial"):
                    raise
                raise running.interrupted(stop) from None
    played = running.run(
        cast("running.Job", pair),
        *(first, hands),
        threads=threads,
        executor=executor,
        batch_size=None,
        retries=3,
        checkpoint=None,
        checkpoint_every=60.0,
        progress=progress,
    )
    return cast("Comparison", played)


class _Pair:
    """Two games on the same deals, as a run takes them."""

    session = None

    def __init__(
        self, games: tuple[Simulation, Simulation], signs: list[int], names: tuple[str, str], together: bool
    ) -> None:
        self._games, self._signs, self._names, self._together = games, signs, names, together

    def _play(self, first: int, count: int, threads: int | None, tick: Callable[[int], object] | None) -> Comparison:
        a, b = (game._job for game in self._games)
        try:
            return self._made(a.compare(b, self._signs, first, count, threads, tick))
        except BaseException as stop:
            partial = getattr(stop, "partial", None)
            if isinstance(partial, tuple):
                stop.partial = self._made(partial)  # type: ignore[attr-defined]
            raise

    def _made(self, result: tuple[Sums, Sums, _Scores]) -> Comparison:
        games = Summary._of(result[0]), Summary._of(result[1])
        return Comparison(self._names, games, self._together, result[2])


def _seated(hero: PolicyLike, others: PolicyLike | Sequence[PolicyLike], seats: int) -> list[PolicyLike]:
    """The policies of a table with one hero."""
    rest = resolve(others, "others")
    if not 1 <= len(rest) < seats:
        raise ValueError(f"others: expected 1 to {seats - 1}, found {len(rest)}")
    return [hero, *(rest[place % len(rest)] for place in range(seats - 1))]
