"""Equity: what share of the pot each player wins on average, exactly where that can be had."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np

from razz import _razz
from razz._arguments import iterable, of_class
from razz._progress import Progress, reporter
from razz._razz import Card, Interrupted, Range, Rank, State, View
from razz._rng import RNGLike, resolve_seed
from razz._tables import LEFT, counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float64]"

#: One card as an argument: a Card, its number, a Rank, text; None or 255 where it is unknown.
CardLike: TypeAlias = Card | SupportsIndex | Rank | str | None
#: A player as an argument: text (``[ "{" range "}" ] cards``), cards, a range, or None for an unknown hand.
PlayerLike: TypeAlias = str | Iterable[CardLike] | Range | None
#: All players as an argument, or the view of a seat.
Players: TypeAlias = Sequence[PlayerLike] | View | State

DEFAULT_SAMPLES = 1_000_000


@dataclass(frozen=True, eq=False)
class Equity:
    """Who wins how much of the pot on average. Made by `equity`.

    Attributes
    ----------
    equity, win, tie, lose : ndarray of float64, shape (players,)
        Each player's share of the pot, and how often he wins alone, shares the pot, and gets nothing; 0 to 1. A tie is
        no win: ``win + tie + lose`` is 1, and the equities sum to 1. Read-only.
    std_error : ndarray of float64, shape (players,)
        The standard error of each equity; 0 when exact.
    counts : dict of tuple of int to int
        For players sharing the pot (ascending, from 0): the deals in which exactly they do. Sets that never do are left
        out. The counts sum to `deals`.
    deals : int
        All possible deals when exact (times the weights of ranges), else those dealt.
    exact : bool
        Whether every deal was counted.
    seed : int or None
        The seed of a sampled result: the same seed and ``samples=deals`` give it again, on any number of threads.
    ending : str
        How the players come to seven cards: own cards, or a community card when the deck runs out.
    players : tuple of str
        What was asked.
    seats : tuple of int or None
        The seat of each player when a View was asked about.

    Examples
    --------
    >>> import razz
    >>> result = razz.equity(["A23", "456"])
    >>> result.counts[0,], result.counts[1,], result.counts[0, 1], result.deals
    (9651514149, 8607267099, 6515802, 18265297050)
    >>> result.fractions[0]
    Fraction(278637, 527137)
    >>> print(result)
        player  equity     win    tie    lose
    ---  ------  ------  ------  -----  ------  ----------------------------------------
    1    A23     52.86%  52.84%  0.04%  47.12%  █████████████████████▏
    2    456     47.14%  47.12%  0.04%  52.84%  ██████████████████▉
    exact: all 18,265,297,050 deals
    """

    equity: Floats
    win: Floats
    tie: Floats
    lose: Floats
    std_error: Floats
    counts: dict[tuple[int, ...], int]
    deals: int
    exact: bool
    seed: int | None
    ending: str
    players: tuple[str, ...]
    seats: tuple[int, ...] | None
    _weights: tuple[_razz._Weights | dict[str, float] | None, ...] = field(repr=False)

    @property
    def range_weights(self) -> tuple[dict[str, float] | None, ...]:
        """For each player with a range: how likely each rank class or holding is, given all cards; None for others.

        Examples
        --------
        >>> import razz
        >>> razz.equity(["A23", "{AA,7c7d}7"]).range_weights
        (None, {'AA': 0.75, '7c7d': 0.25})
        """
        return tuple(part.as_dict() if isinstance(part, _razz._Weights) else part for part in self._weights)

    @property
    def fractions(self) -> tuple[Fraction, ...]:
        """The equities as fractions; exact ones when the result is.

        Examples
        --------
        >>> import razz
        >>> razz.equity(["23457KK", "23457QQ"]).fractions
        (Fraction(1, 2), Fraction(1, 2))
        """
        sums = [Fraction(0)] * len(self.players)
        for winners, deals in self.counts.items():
            for player in winners:
                sums[player] += Fraction(deals, len(winners))
        return tuple(total / self.deals for total in sums)

    def to_dict(self) -> dict[str, Any]:
        """The result in plain lists, numbers and texts, as ``razz equity --json`` prints it.

        Examples
        --------
        >>> import razz
        >>> razz.equity(["23457KK", "23457QQ"]).to_dict()["counts"]
        [{'players': [0, 1], 'deals': 1}]
        """
        return {
            "players": list(self.players),
            "seats": None if self.seats is None else list(self.seats),
            "equity": self.equity.tolist(),
            "win": self.win.tolist(),
            "tie": self.tie.tolist(),
            "lose": self.lose.tolist(),
            "std_error": self.std_error.tolist(),
            "counts": [{"players": list(winners), "deals": deals} for winners, deals in self.counts.items()],
            "deals": self.deals,
            "exact": self.exact,
            "seed": self.seed,
            "ending": self.ending,
            "range_weights": list(self.range_weights),
        }

    def __repr__(self) -> str:
        """Name the players with their equities."""
        shares = ", ".join(f"{t or '?'} {100 * e:.2f}%" for t, e in zip(self.players, self.equity, strict=True))
        return f"<Equity {shares}; {self._foot()}>"

    def __eq__(self, other: object) -> bool:
        """Compare all that the result says."""
        return self.to_dict() == other.to_dict() if isinstance(other, Equity) else NotImplemented

    def __hash__(self) -> int:
        """Hash the counts and the question."""
        return hash((self.players, self.exact, self.seed, tuple(self.counts.items())))

    def _rows(self) -> list[tuple[str, ...]]:
        rows = []
        for i, text in enumerate(self.players):
            label = str((i if self.seats is None else self.seats[i]) + 1)
            shares = [f"{100 * values[i]:.2f}%" for values in (self.equity, self.win, self.tie, self.lose)]
            error = () if self.exact else (f"± {100 * self.std_error[i]:.3f}",)
            rows.append((label, text or "(unknown)", *shares, *error))
        return rows

    def _header(self) -> tuple[str, ...]:
        head = ("" if self.seats is None else "seat", "player", "equity", "win", "tie", "lose")
        return head if self.exact else (*head, "std. error")

    def _foot(self) -> str:
        deals = counted(self.deals, "deal")
        how = f"exact: all {deals}" if self.exact else f"sampled: {deals}, seed {self.seed}"
        return how if self.ending == OWN_CARDS else f"{how}; {self.ending}"

    def __str__(self) -> str:
        """Lay the result out as a table with bars; players and seats are counted from 1."""
        rows = [self._header(), *self._rows()]
        widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
        widths[0] = max(widths[0], 3)
        bars = ["", *(bar(share) for share in self.equity)]
        lines = []
        for row, end in zip(rows, bars, strict=True):
            left = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
            right = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
            lines.append("  ".join([*left, *right, end]).rstrip())
        lines.insert(1, "  ".join("-" * width for width in [*widths, BAR]))
        return "\n".join([*lines, self._foot()])

    def _repr_html_(self) -> str:
        """The table for a notebook."""
        from html import escape

        return f"{html_table(self._header(), self._rows(), self.equity)}<p>{escape(self._foot())}</p>"


def html_table(header: Sequence[str], rows: Sequence[Sequence[str]], shares: Iterable[float]) -> str:
    """A table as HTML, escaped, with a bar for the share of each row."""
    from html import escape

    # Numbers of players and their cards are text: names of what the numbers are about.
    sides = [LEFT if name in ("", "seat", "player", "next", "holding") else "" for name in header]
    head = "".join(f"<th{side}>{escape(cell)}</th>" for cell, side in zip((*header, ""), (*sides, ""), strict=True))
    body = ""
    for row, share in zip(rows, shares, strict=True):
        cells = "".join(f"<td{side}>{escape(cell)}</td>" for cell, side in zip(row, sides, strict=True))
        style = f"background:currentColor;opacity:.6;height:.8em;width:{100 * share:.2f}%"
        body += f'<tr>{cells}<td style="width:12em"><div style="{style}"></div></td></tr>'
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


OWN_CARDS = "seven own cards each"
#: Characters of a full bar.
BAR = 40


def bar(share: float, width: int = BAR) -> str:
    """A bar of block characters, an eighth of a character being the smallest step.

    Examples
    --------
    >>> from razz.equities import bar
    >>> bar(0.5, 4)
    '██'
    """
    eighths = round(share * width * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def equity(
    players: Players,
    *,
    dead: str | Iterable[CardLike] = (),
    method: str = "auto",
    samples: int | None = None,
    target_se: float | None = None,
    max_time: float | None = None,
    max_states: float | None = None,
    rng: RNGLike = None,
    threads: int | None = None,
    progress: Progress = False,
    community: CardLike | str = "",
) -> Equity:
    """Each player's share of the pot, on average over all ways the unknown cards can fall.

    Suits never decide a showdown, so the deals can be counted by ranks: heads-up on third street that takes some
    microseconds, and it is exact, deals in which nobody has five distinct ranks included.

    Parameters
    ----------
    players : sequence of str, iterable of cards, Range or None; or View
        Two to eight players. Text is ``[ "{" range "}" ] cards``: ``"As2h3d"``; ``"A23"``, where suits are chosen so
        that nothing collides; ``"Kd"``, an unknown hand behind a king; ``""``, an unknown hand;
        ``"{[A-8][A-8]/d}5"``, a range (see `parse_range`) behind a five. ``?`` stands for an unknown card. Which cards
        are up or down does not matter. Cards may also be given as Cards, numbers, or None for an unknown one;
        a range as what `parse_range` gives.
        A View is asked about the players still in, with all that its seat knows.
    dead : str or iterable of cards
        Cards out of the deck. ``??`` is one that was dealt but not seen, which matters only for whether the
        deck runs out.
    method : {"auto", "exact", "sample"}
        "auto" is exact up to a fixed number of estimated transitions (10**8), the same on every machine, and samples
        beyond. "exact" refuses beyond, and takes no limits of samples.
    samples : int, optional
        Deals to sample, rounded up to whole draws; 1,000,000 unless another limit is given.
    target_se : float, optional
        Sample until no player's standard error is larger; looked at after fixed numbers of deals.
    max_time : float, optional
        Sample for about so many seconds.
    max_states : float, optional
        Estimated transitions up to which the answer is exact, instead of 10**8.
    rng : None, int, SeedSequence, BitGenerator or Generator
        Where the seed of a sample comes from (SPEC 7).
    threads : int, optional
        How many threads; by default RAZZ_NUM_THREADS or what the machine has. The result does not depend on it.
    progress : bool or callable
        For samples: True shows a bar or a line on standard error; a function is called with (deals done, deals to do).
    community : card, optional
        The community card, where the deck has run out and it is known. That it has is taken from this: cards that
        nobody saw change no odds and need not be told.

    Returns
    -------
    Equity

    Raises
    ------
    ParseError
        Text that is no such player; ``position`` counts characters from 0.
    ValueError
        Cards twice, too few cards in the deck, a range without a possible holding (the blocking cards are named),
        ranges that exclude each other, or nearly so that drawing finds no combination, or an exact answer that would
        take more than `max_states` transitions (the estimate is named) or more memory than there is.
    Interrupted
        Ctrl-C; its `partial` is the Equity sampled so far, or None.

    Notes
    -----
    With eight players, or seven and enough dead cards, the deck can run out on seventh street: then everybody plays six
    own cards and one shared card (the online procedure; of a View, what its rules say), and `Equity.ending` says so.
    Combinations of range holdings count with the product of their weights where their cards do not collide.

    Examples
    --------
    >>> import razz
    >>> result = razz.equity(["A23", "K"])
    >>> result.exact, result.equity.round(4).tolist()
    (True, [0.8264, 0.1736])
    >>> razz.equity(["As2s3s4s8dKdKh", "{A7,A9}2h3d4hKcQc"], dead="7c7d7h").fractions[0]
    Fraction(4, 5)
    >>> result = razz.equity(["A23", "456"], method="sample", rng=1)
    >>> result.exact, result.deals, result.seed
    (False, 1000000, 1)
    """
    asked = Question(players, dead, community)
    limited = target_se is not None or max_time is not None
    total = samples if samples is not None else 0 if limited else DEFAULT_SAMPLES
    options = how(method, samples, target_se, max_time, max_states, rng, threads)
    with reporter(progress, total, "deals") as tick:
        try:
            return asked.result(_razz._equity(asked.texts, asked.dead, asked.community, options, tick))
        except Interrupted as stop:
            if stop.partial is not None:
                stop.partial = asked.result(stop.partial)
            raise


def frozen(values: Sequence[float] | Sequence[Sequence[float]]) -> Floats:
    """A read-only array."""
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array


def how(
    method: str,
    samples: int | None,
    target_se: float | None,
    max_time: float | None,
    max_states: float | None,
    rng: RNGLike,
    threads: int | None,
) -> dict[str, Any]:
    """The options of a call as the core takes them."""
    of_class(method, "method", str, "'auto', 'exact' or 'sample'")
    limits = {"samples": samples, "target_se": target_se, "max_time": max_time}
    if method == "exact" and (given := [name for name, limit in limits.items() if limit is not None]):
        raise ValueError(f"{given[0]}: is for samples, not for method='exact', which counts every deal")
    return {
        "method": method,
        "samples": None if samples is None else whole("samples", samples),
        "target_se": None if target_se is None else _real("target_se", target_se),
        "max_time": None if max_time is None else _real("max_time", max_time),
        "max_states": None if max_states is None else _real("max_states", max_states),
        # Exact answers need no seed; one is drawn from a given source all the same, so that it moves on alike.
        # Fresh entropy straight from the system: NumPy's way to it takes longer than most exact answers.
        "seed": int.from_bytes(os.urandom(8), "little") if rng is None else resolve_seed(rng),
        "threads": None if threads is None else whole("threads", threads),
    }


def whole(name: str, value: SupportsIndex) -> int:
    """Read an argument that is a number of something."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected an integer of 1 or more or None, found {value!r}") from None
    if number < 1:
        raise ValueError(f"{name}: expected 1 or more, found {number}")
    if number >= 2**63:
        raise ValueError(f"{name}: expected less than 2**63, found {number}")
    return number


def _real(name: str, value: SupportsFloat) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: expected a number above 0 or None, found {value!r}") from None
    if not number > 0:
        raise ValueError(f"{name}: expected a number above 0, found {number}")
    return number


class Question:
    """The players, dead cards and community card of a call as the text that the core reads."""

    def __init__(self, players: Players, dead: str | Iterable[CardLike], community: CardLike | str) -> None:
        self.seats: tuple[int, ...] | None = None
        self.dead: str = dead if isinstance(dead, str) else _text(dead, "dead", "??")
        self.community: str = community if isinstance(community, str) else _text([community], "community", "??")
        if isinstance(players, View | State):
            self._from_view(players)
            return
        expected = "a sequence such as ['A23', '456'] or a View"
        if isinstance(players, str | Mapping):  # of which the names would be read
            raise TypeError(f"players: expected {expected}, found {players!r}")
        iterable(players, "players", expected)
        self.texts: list[str] = [_player_text(player, f"players[{i}]") for i, player in enumerate(players)]

    def _from_view(self, view: View | State) -> None:
        if self.dead or self.community:
            raise ValueError("dead, community: a View knows these itself: leave them out")
        self.seats = view.live
        self.texts = [_text(view.cards[seat], f"seat {seat}", "?") for seat in self.seats]
        folded = (card for seat in range(view.seats) if seat not in self.seats for card in view.cards[seat])
        self.dead = _text(folded, "folded cards", "??")
        if view.rules.short_deck == "TDA":
            # The burn before seventh street and the deck's last card are never dealt: that much sooner it runs out.
            self.dead += "????"
        self.community = "" if view.community is None else str(view.community)

    def result(self, raw: _razz._Raw) -> Equity:
        """The answer of the core as a result."""
        sets, exact, std_error, seed, weights, ending = raw
        n = len(self.texts)
        counts = {tuple(i for i in range(n) if winners >> i & 1): deals for winners, deals in sets}
        total = sum(counts.values())
        # Whole numbers up to the last division: shares in parts of 840, which every number of players divides.
        alone, shared, parts = [0] * n, [0] * n, [0] * n
        for winners, deals in counts.items():
            for player in winners:
                parts[player] += deals * (840 // len(winners))
                if len(winners) == 1:
                    alone[player] += deals
                else:
                    shared[player] += deals
        # Rows of one read-only array: making an array takes as long as a good part of an exact answer.
        equities, wins, ties, losses, errors = frozen(
            [
                [part / (840 * total) for part in parts],
                [deals / total for deals in alone],
                [deals / total for deals in shared],
                [(total - w - t) / total for w, t in zip(alone, shared, strict=True)],
                std_error,
            ]
        )
        return Equity(
            equity=equities,
            win=wins,
            tie=ties,
            lose=losses,
            std_error=errors,
            counts=counts,
            deals=total,
            exact=exact,
            seed=seed,
            ending=ending,
            players=tuple(self.texts),
            seats=self.seats,
            _weights=tuple(weights),
        )


def _player_text(player: PlayerLike, name: str) -> str:
    if isinstance(player, str):
        return player
    if isinstance(player, Range):
        text = str(player)  # as it was parsed: the suits of cards behind it are still free
        return text if "{" in text else f"{{{text}}}"
    if player is not None and not isinstance(player, Iterable):
        raise TypeError(f"{name}: expected text, cards, a Range or None, found {player!r}")
    return _text(() if player is None else player, name, "?")


def _text(cards: Iterable[CardLike], name: str, unknown: str) -> str:
    iterable(cards, name, "text, Cards or card numbers")
    return "".join(_card_text(card, name, place, unknown) for place, card in enumerate(cards))


def _card_text(card: CardLike, name: str, place: int, unknown: str) -> str:
    if card is None:
        return unknown
    if isinstance(card, str | Card | Rank):
        return str(card)
    try:
        index = operator.index(card)
    except TypeError:
        raise TypeError(f"{name}: {card!r} at position {place} is no card: expected a Card, 0 to 51 or text") from None
    if index == 255:
        return unknown
    if not 0 <= index < 52:
        raise ValueError(f"{name}: {index} at position {place} is no card: expected 0 to 51, or 255 for an unknown one")
    return str(Card.from_index(index))
