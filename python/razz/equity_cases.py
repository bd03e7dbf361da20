"""Equity case by case: what a player's next card does, and how he stands against each part of a range."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from razz import _razz
from razz._arguments import integer, real
from razz._razz import Rank
from razz._rng import RNGLike
from razz._tables import counted
from razz.equities import BAR, CardLike, Equity, Floats, Players, Question, bar, frozen, how, html_table

#: More than what a mean of equities loses to rounding.
ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class NextCards:
    """What each rank does as a player's next card. Made by `equity_by_next_card`.

    Attributes
    ----------
    player : int
        Whose next card it is.
    ranks : tuple of Rank
        The ranks that can come, ace first.
    probability : ndarray of float64, shape (ranks,)
        How likely each is.
    equities : ndarray of float64, shape (ranks, players)
        Every player's equity afterwards.
    before : float
        The player's equity before the card: the mean of those afterwards.
    results : tuple of Equity
        The full answer for each rank.

    Examples
    --------
    >>> import razz
    >>> cards = razz.equity_by_next_card(["A238", "4569"], 0)
    >>> "".join(map(str, cards.outs)), "".join(map(str, cards.bricks))
    ('4567', 'A2389TJQK')
    >>> print(cards)
    next  probability  equity
    ----  -----------  ------  ----------------------------------------
    A            6.8%  52.43%  █████████████████████
    ...
    """

    player: int
    ranks: tuple[Rank, ...]
    probability: Floats
    equities: Floats
    before: float
    results: tuple[Equity, ...] = field(repr=False)

    @property
    def equity(self) -> Floats:
        """The player's own equity after each rank."""
        return self.equities[:, self.player]

    @property
    def outs(self) -> tuple[Rank, ...]:
        """The ranks that raise the player's equity."""
        # The mean is rounded: a player who wins whatever comes has no outs.
        level = self.before + ROUNDING
        return tuple(rank for rank, after in zip(self.ranks, self.equity, strict=True) if after > level)

    @property
    def bricks(self) -> tuple[Rank, ...]:
        """The ranks that do not."""
        return tuple(rank for rank in self.ranks if rank not in self.outs)

    def to_dict(self) -> dict[str, Any]:
        """The result in plain lists, numbers and texts."""
        return {
            "player": self.player,
            "ranks": [str(rank) for rank in self.ranks],
            "probability": self.probability.tolist(),
            "equities": self.equities.tolist(),
            "before": self.before,
        }

    def __repr__(self) -> str:
        """Say of whom, and what he has before."""
        return f"<NextCards of players[{self.player}]: {counted(len(self.ranks), 'rank')}, {self.before:.2%} before>"

    def __str__(self) -> str:
        """Lay the ranks out as a table with bars."""
        return _cases_table("next", [str(rank) for rank in self.ranks], self.probability, self.equity)

    def _repr_html_(self) -> str:
        """The table for a notebook."""
        return _cases_html("next", [str(rank) for rank in self.ranks], self.probability, self.equity)


@dataclass(frozen=True, eq=False)
class EquityDistribution:
    """A player's equity against each part of another's range. Made by `equity_distribution`.

    Attributes
    ----------
    holdings : tuple of str
        The parts, by rising equity: rank classes (``"A7"``), or holdings (``"As7d"``) where suits matter.
    probability : ndarray of float64, shape (holdings,)
        How likely each is, given all cards.
    equity : ndarray of float64, shape (holdings,)
        The equity against each, ascending.
    mean : float
        The equity against the whole range.

    Examples
    --------
    >>> import razz
    >>> spread = razz.equity_distribution(["A29", "{[A-7][A-7]/d}7"])
    >>> spread.holdings[0], spread.holdings[-1], len(spread.holdings)
    ('A2', '56', 15)
    >>> spread.quantile(0.5) > spread.quantile(0.1)
    True
    """

    holdings: tuple[str, ...]
    probability: Floats
    equity: Floats
    mean: float

    def quantile(self, share: float) -> float:
        """The equity that the player has at most against a share of the range, the best part of it first.

        Parameters
        ----------
        share : float
            0 to 1.
        """
        if not 0 <= real(share, "share", "0 to 1") <= 1:
            raise ValueError(f"share: expected 0 to 1, found {share}")
        place = int(np.searchsorted(np.cumsum(self.probability), share - 1e-12))
        return float(self.equity[min(place, len(self.equity) - 1)])

    def to_dict(self) -> dict[str, Any]:
        """The result in plain lists, numbers and texts."""
        return {
            "holdings": list(self.holdings),
            "probability": self.probability.tolist(),
            "equity": self.equity.tolist(),
            "mean": self.mean,
        }

    def __repr__(self) -> str:
        """Say of how many parts, and what they are on average."""
        return f"<EquityDistribution over {counted(len(self.holdings), 'holding')}, {self.mean:.2%} on average>"

    def __str__(self) -> str:
        """Lay the parts out as a table with bars."""
        return _cases_table("holding", list(self.holdings), self.probability, self.equity)

    def _repr_html_(self) -> str:
        """The table for a notebook."""
        return _cases_html("holding", list(self.holdings), self.probability, self.equity)


def equity_by_next_card(
    players: Players,
    player: int = 0,
    *,
    dead: str | Iterable[CardLike] = (),
    method: str = "auto",
    samples: int | None = None,
    max_states: float | None = None,
    rng: RNGLike = None,
    threads: int | None = None,
    community: CardLike | str = "",
) -> NextCards:
    """What each rank does as a player's next card: outs and bricks.

    Parameters
    ----------
    players, dead, method, samples, max_states, rng, threads, community
        As for `equity`; every rank is a question of its own.
    player : int, default 0
        Whose next card.

    Returns
    -------
    NextCards

    Raises
    ------
    ValueError
        A player who gets no further card, and as for `equity`.

    Examples
    --------
    >>> import razz
    >>> cards = razz.equity_by_next_card(["A23", "456"])
    >>> round(float(cards.probability @ cards.equity), 6) == round(cards.before, 6)
    True
    """
    asked = Question(players, dead, community)
    options = how(method, samples, None, None, max_states, rng, threads)
    index = _player_index(player, asked)
    cases = _razz._by_next_card(asked.texts, asked.dead, asked.community, index, options)
    results = tuple(asked.result(raw) for _, _, raw in cases)
    probability = frozen([share for _, share, _ in cases])
    equities = np.array([result.equity for result in results])
    equities.flags.writeable = False
    ranks = tuple(Rank(rank) for rank, _, _ in cases)
    return NextCards(index, ranks, probability, equities, float(probability @ equities[:, index]), results)


def equity_distribution(
    players: Players,
    player: int = 0,
    against: int = 1,
    *,
    dead: str | Iterable[CardLike] = (),
    method: str = "auto",
    samples: int | None = None,
    max_states: float | None = None,
    rng: RNGLike = None,
    threads: int | None = None,
    community: CardLike | str = "",
) -> EquityDistribution:
    """A player's equity against each part of another's range.

    Parameters
    ----------
    players, dead, method, samples, max_states, rng, threads, community
        As for `equity`; every part of the range is a question of its own.
    player : int, default 0
        Whose equity.
    against : int, default 1
        Whose range.

    Returns
    -------
    EquityDistribution

    Raises
    ------
    ValueError
        A player without a range, and as for `equity`.

    Examples
    --------
    >>> import razz
    >>> spread = razz.equity_distribution(["A29", "{[A-7][A-7]/d}7"], dead="5566 43A")
    >>> round(spread.mean, 5)
    0.39932
    """
    asked = Question(players, dead, community)
    options = how(method, samples, None, None, max_states, rng, threads)
    index = _player_index(player, asked)
    cases = _razz._by_holding(
        asked.texts, asked.dead, asked.community, _player_index(against, asked, "against"), options
    )
    found = sorted((float(asked.result(raw).equity[index]), name, share) for name, share, raw in cases)
    probability, values = frozen([share for *_, share in found]), frozen([value for value, *_ in found])
    return EquityDistribution(tuple(name for _, name, _ in found), probability, values, float(probability @ values))


def _cases_rows(names: list[str], probability: Floats, values: Floats) -> list[tuple[str, str, str]]:
    return [(name, f"{100 * p:.1f}%", f"{100 * e:.2f}%") for name, p, e in zip(names, probability, values, strict=True)]


def _cases_html(what: str, names: list[str], probability: Floats, values: Floats) -> str:
    return html_table((what, "probability", "equity"), _cases_rows(names, probability, values), values)


def _cases_table(what: str, names: list[str], probability: Floats, values: Floats) -> str:
    rows = [(what, "probability", "equity"), *_cases_rows(names, probability, values)]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].rjust(widths[2]), end]).rstrip()
        for row, end in zip(rows, ["", *map(bar, values)], strict=True)
    ]
    lines.insert(1, "  ".join("-" * width for width in [*widths, BAR]))
    return "\n".join(lines)


def _player_index(player: int, asked: Question, name: str = "player") -> int:
    return integer(player, name, 0, len(asked.texts) - 1)
