"""The result of simulated hands: integer sums that add up, and what can be read off them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from razz._arguments import real
from razz._razz import Sums
from razz._tables import counted, html_table, text_table


class Estimate(NamedTuple):
    """A mean with its standard error.

    Examples
    --------
    >>> from razz.summary import Estimate
    >>> low, high = Estimate(mean=2.0, std_error=0.5).interval(0.95)
    >>> round(low, 3), round(high, 3)
    (1.02, 2.98)
    """

    mean: float
    """The arithmetic mean; NaN without hands."""
    std_error: float
    """Its standard error, from the unbiased sample variance; NaN with fewer than two hands."""

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """The confidence interval of a level, 0 to 1, by the normal distribution."""
        expected = "more than 0 and less than 1"
        if not 0 < real(level, "level", expected) < 1:
            raise ValueError(f"level: expected {expected}, found {level}")
        from statistics import NormalDist

        reach = NormalDist().inv_cdf(0.5 + level / 2) * self.std_error
        return self.mean - reach, self.mean + reach


@dataclass(frozen=True, slots=True)
class Tally:
    """What happened to one seat, or to all seats of one policy, over the hands of a summary.

    Examples
    --------
    >>> import razz
    >>> seat = razz.simulate(100, seats=2, rng=1).seats[0]
    >>> seat.hands, seat.net, seat.result.mean == seat.net / 100
    (100, ..., True)
    """

    hands: int
    """Hands dealt to it; a policy in two seats counts two."""
    rounds: int
    """Hands in which it took part; a policy in two seats counts one."""
    net: int
    """Chips won less chips lost."""
    net_squares: int
    """The sum, over the hands in which it took part, of the square of its net result."""
    paid: int
    """Chips put into the pots and not returned."""
    won: int
    """Hands in which it got chips from a pot."""
    main_pots: int
    """Shares of main pots in 840ths: a pot alone counts 840, one split in two 420."""
    showdowns: int
    """Hands in which it was at the showdown, its hand mucked or shown."""
    showdowns_won: int
    """Of these, the hands in which it got chips from a pot."""
    streets: tuple[int, ...]
    """Hands in which it was live when cards of third, fourth … seventh street came."""
    bring_ins: int
    """Hands in which it had to open third street."""
    held: Mapping[str, int]
    """Hands held at showdowns, by class ("wheel", "six-low" … "king-low", "pair" …)."""
    held_won: Mapping[str, int]
    """Of these, hands that got chips from a pot."""
    sessions: int
    """Sessions played; 0 where there are none."""
    session_squares: int
    """The sum of the squares of its net result of each session."""
    busts: int
    """Sessions that it left without chips."""
    result: Estimate = field(compare=False)
    """Chips won or lost a hand and seat. The standard error of a policy in several seats respects that their results
    depend on each other; in a session the hands do too: there see `session_result`."""
    session_result: Estimate = field(compare=False)
    """Chips won or lost a session, all seats of a policy together."""

    @classmethod
    def _of(cls, facts: dict[str, Any]) -> Tally:
        estimates = {name: Estimate(*facts[name]) for name in ("result", "session_result")}
        return cls(**{**facts, "streets": tuple(facts["streets"]), **estimates})

    def to_dict(self) -> dict[str, Any]:
        """The sums by name, with `mean` and `std_error` of the result (None where there are too few hands)."""
        facts = {name: getattr(self, name) for name in self.__slots__}
        result, session_result = facts.pop("result"), facts.pop("session_result")
        sessions = {"session_result": _finite(session_result)} if self.sessions else {}
        return facts | {"streets": list(self.streets)} | _finite(result) | sessions


class Summary:
    """Simulated hands, added up: which job they belong to, which of its hands they are, and integer sums.

    Summaries of parts of a job add up to that of the whole, in any order; `Summary.empty` changes nothing. The sums are
    integers, so the result is the same to the bit for any number of threads, workers or batches. Adding a summary of
    another job, or one that holds a hand that is there already, is a ValueError.

    Examples
    --------
    >>> import razz
    >>> job = razz.Simulation(razz.Rules(), [1000] * 6, "check_call,random", seed=7)
    >>> part = job.batch(0, 60) + job.batch(60, 40)
    >>> part == job.run(100), part.hands, part.covered
    (True, 100, (range(0, 100),))
    >>> razz.Summary.from_bytes(part.to_bytes()) == part
    True
    >>> part + job.batch(99, 2)
    Traceback (most recent call last):
    ValueError: summaries overlap: hand 99 is in both
    """

    __slots__ = ("_facts", "_sums")

    _sums: Sums
    _facts: dict[str, Any] | None

    @classmethod
    def _of(cls, sums: Sums) -> Summary:
        summary = object.__new__(cls)
        summary._sums = sums
        summary._facts = None
        return summary

    def __new__(cls) -> Summary:
        """Make the empty summary."""
        return cls._of(Sums.empty())

    @classmethod
    def empty(cls) -> Summary:
        """No hand of any job: adding it changes nothing."""
        return cls()

    @classmethod
    def from_bytes(cls, data: bytes) -> Summary:
        """The summary of `to_bytes`; damaged bytes, or those of another format, are a ValueError."""
        return cls._of(Sums.from_bytes(data))

    def to_bytes(self) -> bytes:
        """The summary as bytes, version 1 of the format: equal summaries have equal bytes."""
        return self._sums.to_bytes()

    def __add__(self, other: Summary) -> Summary:
        """Add the hands of another summary of the same job."""
        if not isinstance(other, Summary):
            return NotImplemented
        return Summary._of(self._sums + other._sums)

    def __radd__(self, other: int) -> Summary:
        """Let ``sum(parts)`` begin with its 0."""
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Compare job, hands and sums."""
        return self._sums == other._sums if isinstance(other, Summary) else NotImplemented

    def __hash__(self) -> int:
        """Hash what is compared."""
        return hash(self.to_bytes())

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        """Pickle as bytes."""
        return Summary.from_bytes, (self.to_bytes(),)

    @property
    def _all(self) -> dict[str, Any]:
        if self._facts is None:
            self._facts = self._sums.to_dict()
        return self._facts

    @property
    def job(self) -> dict[str, Any] | None:
        """What was played: seed, rules, stacks and policies; None for the empty summary."""
        import json

        text = self._sums.job
        return None if text is None else json.loads(text)

    @property
    def seed(self) -> int | None:
        """The seed of the hands; None for the empty summary."""
        job = self.job
        return None if job is None else job["seed"]

    @property
    def fingerprint(self) -> str:
        """A short name of the job, 16 hexadecimal digits."""
        return f"{self._sums.fingerprint:016x}"

    @property
    def covered(self) -> tuple[range, ...]:
        """The hands, or sessions, that are in it, as ranges of indices."""
        return tuple(range(first, last + 1) for first, last in self._sums.covered)

    @property
    def hands(self) -> int:
        """How many hands."""
        count: int = self._all["hands"]
        return count

    @property
    def sessions(self) -> int:
        """How many sessions; 0 where every hand starts with the same stacks."""
        count: int = self._all["sessions"]
        return count

    @property
    def showdowns(self) -> int:
        """Hands in which two or more were live at the end."""
        count: int = self._all["showdowns"]
        return count

    @property
    def streets(self) -> tuple[int, ...]:
        """Hands in which cards of third, fourth … seventh street were dealt."""
        return tuple(self._all["streets"])

    @property
    def pot(self) -> Estimate:
        """Chips in the pots at the end of a hand, uncalled bets excluded."""
        return Estimate(*self._all["pot"])

    @property
    def rake(self) -> int:
        """Chips taken by the house."""
        chips: int = self._all["rake"]
        return chips

    @property
    def community_cards(self) -> int:
        """Hands that ended with a community card."""
        count: int = self._all["community_cards"]
        return count

    @property
    def winners(self) -> dict[str, int]:
        """The class of hand that won the main pot of each showdown; best first."""
        return dict(self._all["winners"])

    @property
    def openers(self) -> dict[str, int]:
        """The door card that had to open third street, by card ("Ac" … "Ks")."""
        return dict(self._all["openers"])

    @property
    def seats(self) -> tuple[Tally, ...]:
        """By seat in dealing order."""
        return tuple(map(Tally._of, self._all["seats"]))

    @property
    def players(self) -> tuple[Tally, ...]:
        """By player, as the job's stacks and policies are listed; the seats where players do not change them."""
        return tuple(map(Tally._of, self._all["players"])) or self.seats

    @property
    def policies(self) -> dict[str, Tally]:
        """By policy, its players added up."""
        return {name: Tally._of(facts) for name, facts in self._all["policies"].items()}

    def to_dict(self) -> dict[str, Any]:
        """All sums by name, and the estimates, as JSON can hold them."""
        sums = {key: value for key, value in self._all.items() if key not in ("seats", "players", "policies")}
        return {
            "format": "razz.summary",
            "version": 1,
            "job": self.job,
            "fingerprint": self.fingerprint,
            "covered": [[part.start, part.stop - 1] for part in self.covered],
            **sums,
            "pot": _finite(self.pot),
            "seats": [tally.to_dict() for tally in self.seats],
            "players": [tally.to_dict() for tally in self.players],
            "policies": {name: tally.to_dict() for name, tally in self.policies.items()},
        }

    def __repr__(self) -> str:
        """Say which job and how many hands."""
        return f"<Summary of {counted(self.hands, 'hand', 'd')}, seed {self.seed}, job {self.fingerprint}>"

    def __str__(self) -> str:
        """Give the tables for people; seats count from 1."""
        return "\n\n".join(text_table(table) for table in self._tables())

    def _repr_html_(self) -> str:
        return "".join(html_table(table) for table in self._tables())

    def _tables(self) -> list[list[list[str]]]:
        job = self.job
        if job is None:
            return [[["hands", "0"]]]
        hands = self.hands
        facts = [
            ["hands", f"{hands:,}"],
            ["average pot", _plus_minus(self.pot)],
            ["reach showdown", _percent(self.showdowns, hands)],
            ["seed", str(job["seed"])],
        ]
        if self.rake:
            facts.insert(2, ["rake a hand", f"{self.rake / hands:.4f}"])
        if self.sessions:
            facts.insert(1, ["sessions", f"{self.sessions:,}"])
        return [facts, *self._player_tables(job["policies"]), self._class_table()]

    def _player_tables(self, names: list[str]) -> list[list[list[str]]]:
        lines = [(str(i), name, tally) for i, (name, tally) in enumerate(zip(names, self.players, strict=True), 1)]
        if len(set(names)) > 1:
            lines += [("all", name, tally) for name, tally in self.policies.items()]
        moved = self.job is not None and (self.job["rotate"] or self.job["session"] is not None)
        who = "player" if moved else "seat"
        rows = [[who, "policy", "chips a hand", "std. error", "wins", "showdowns", "of them won", "brings in"]]
        for seat, name, tally in lines:
            shares = [
                _percent(tally.won, tally.hands),
                _percent(tally.showdowns, tally.hands),
                _percent(tally.showdowns_won, tally.showdowns),
                _percent(tally.bring_ins, tally.hands),
            ]
            rows.append([seat, name, *_mean_and_error(tally.result), *shares])
        tables = [rows]
        if self.sessions:
            tables.append([[who, "policy", "chips a session", "std. error", "hands a session", "broke"]])
            for seat, name, tally in lines:
                share = [f"{tally.hands / tally.sessions:.1f}", _percent(tally.busts, tally.sessions)]
                tables[-1].append([seat, name, *_mean_and_error(tally.session_result), *share])
        return tables

    def _class_table(self) -> list[list[str]]:
        rows = [["hand that won", "showdowns", "share"]]
        for name, count in self.winners.items():
            if count:
                rows.append([name, f"{count:,}", _percent(count, self.showdowns)])
        return rows


def _finite(value: Estimate) -> dict[str, float | None]:
    return {name: number if math.isfinite(number) else None for name, number in value._asdict().items()}


def _number(value: float, form: str) -> str:
    return format(value, form) if math.isfinite(value) else "-"


def _mean_and_error(value: Estimate) -> list[str]:
    return [_number(value.mean, "+.4f"), _number(value.std_error, ".4f")]


def _plus_minus(value: Estimate) -> str:
    return f"{_number(value.mean, '.3f')} ± {_number(value.std_error, '.3f')}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}%" if whole else "-"
