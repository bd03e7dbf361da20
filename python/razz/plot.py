"""Pictures with Matplotlib (``pip install 'razz[plot]'``): every function draws on `ax`, or new axes, and returns them.

>>> import matplotlib
>>> matplotlib.use("agg")
>>> import razz.plot
>>> ax = razz.plot.session([4, -2, -2, 10, -3])
>>> ax.get_ylabel()
'chips'
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

import razz
from razz._arguments import integer, of_class, real, texts
from razz.equity_cases import EquityDistribution, NextCards
from razz.render.table import clean
from razz.starting import StartingHands

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from razz import Record

__all__ = ["equity_by_street", "equity_distribution", "next_cards", "session", "starting_hands", "starting_matrix"]

RANKS = "A23456789TJQK"


def _axes(ax: Axes | None, size: tuple[float, float] = (7.0, 4.2)) -> Axes:
    """The axes to draw on."""
    try:
        from matplotlib import axes, pyplot
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(f"razz.plot needs Matplotlib: pip install 'razz[plot]' ({missing})") from None
    if ax is not None:
        of_class(ax, "ax", axes.Axes, "Axes of Matplotlib")
        return ax
    return pyplot.subplots(figsize=size, layout="constrained")[1]


def session(
    results: ArrayLike,
    *,
    level: float = 0.95,
    big_bet: int | None = None,
    label: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """What a player has won after each hand, with the band in which luck alone would have left him.

    Parameters
    ----------
    results : array_like, shape (hands,)
        Chips won or lost in each hand, as ``record.state.payoffs[seat]``.
    level : float, default 0.95
        The band holds the total after each hand with this probability, were the hands independent with the mean and
        variance of the results.
    big_bet : int, optional
        Count in big bets of this many chips.
    label : str, optional
        For a legend.
    ax : matplotlib Axes, optional

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        No results, or not one number a hand.
    ModuleNotFoundError
        Matplotlib is not installed.

    Examples
    --------
    >>> import razz, razz.plot
    >>> job = razz.Simulation(razz.Rules(), [1000] * 2, "random,check_call", seed=1)
    >>> results = [job.replay(hand).state.payoffs[1] for hand in range(200)]
    >>> ax = razz.plot.session(results, big_bet=8)
    """
    try:
        gains = np.asarray(results, dtype=float)
    except TypeError:
        raise TypeError(f"results: expected numbers, found {results!r}") from None
    if gains.ndim != 1 or not len(gains):
        raise ValueError(f"results: expected one number for each of one or more hands, found shape {gains.shape}")
    if not 0 < real(level, "level", "more than 0 and less than 1") < 1:
        raise ValueError(f"level: expected more than 0 and less than 1, found {level}")
    if big_bet is not None:
        gains = gains / integer(big_bet, "big_bet", 1)
    hands = np.arange(len(gains) + 1)
    expected = gains.mean() * hands
    reach = NormalDist().inv_cdf(0.5 + level / 2) * (gains.std(ddof=1) if len(gains) > 1 else 0.0) * np.sqrt(hands)
    ax = _axes(ax)
    (line,) = ax.plot(hands, np.concatenate([[0.0], np.cumsum(gains)]), label=label)
    ax.fill_between(hands, expected - reach, expected + reach, color=line.get_color(), alpha=0.15, linewidth=0)
    ax.axhline(0, color="grey", linewidth=0.8)
    ax.set_xlabel("hands")
    ax.set_ylabel("big bets" if big_bet else "chips")
    ax.margins(x=0)
    if label:
        ax.legend(loc="upper left", frameon=False)
    return ax


def starting_hands(
    door: str, *, behind: str | None = None, hands: StartingHands | None = None, ax: Axes | None = None
) -> Axes:
    """A heat map of one's equity with a door card, by the ranks of the two cards in the hole.

    Parameters
    ----------
    door : str
        The rank of one's own door card, ``"A"`` to ``"K"``.
    behind : str, optional
        Against an unknown hand behind a door card of this rank; by default against a wholly unknown hand.
    hands : StartingHands, optional
        From `razz.starting_hands`, which is called if they are not given.
    ax : matplotlib Axes, optional

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        What is no rank.
    ModuleNotFoundError
        Matplotlib is not installed.

    Notes
    -----
    The equities are exact, and heads-up.

    Examples
    --------
    >>> import razz.plot
    >>> ax = razz.plot.starting_hands("3", behind="K")
    >>> ax.get_title()
    '(x y) 3 against an unknown hand behind a king'
    """
    of_class(door, "door", str, "the letter of a rank")
    own = razz.Rank(door)
    of_class("" if behind is None else behind, "behind", str, "the letter of a rank")
    other = None if behind is None else razz.Rank(behind)
    hands = razz.starting_hands() if hands is None else hands
    of_class(hands, "hands", StartingHands, "what razz.starting_hands returns")
    grid = hands.by_door(own, other)
    ax = _axes(ax, (6.4, 5.6))
    image = ax.imshow(100 * grid, cmap="cividis")
    ax.figure.colorbar(image, ax=ax, label="equity, %", shrink=0.85)
    ax.set_xticks(range(13), RANKS)
    ax.set_yticks(range(13), RANKS)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    for first, second in np.argwhere(~np.isnan(grid)):
        share = grid[first, second]
        ink = "white" if share < 0.53 * np.nanmin(grid) + 0.47 * np.nanmax(grid) else "black"  # contrast of 4.5 or more
        ax.text(second, first, f"{100 * share:.0f}", ha="center", va="center", color=ink, fontsize=8)
    ax.set_xlabel("lower card in the hole")
    ax.set_ylabel("higher card in the hole")
    against = "an unknown hand" if other is None else f"an unknown hand behind {_NAMES[other.index]}"
    ax.set_title(f"(x y) {own} against {against}")
    return ax


_NAMES = (
    *("an ace", "a two", "a three", "a four", "a five", "a six", "a seven", "an eight", "a nine", "a ten", "a jack"),
    *("a queen", "a king"),
)


def starting_matrix(hands: StartingHands, *, ax: Axes | None = None) -> Axes:
    """The equity of every start against every other as a heat map, the starts in order of their strength.

    Parameters
    ----------
    hands : StartingHands
        What `razz.starting_hands` returns.
    ax : matplotlib Axes, optional

    Returns
    -------
    Axes
        Blank cells are pairs that would need more than four cards of a rank.

    Examples
    --------
    >>> import razz, razz.plot
    >>> ax = razz.plot.starting_matrix(razz.starting_hands())
    """
    of_class(hands, "hands", StartingHands, "what razz.starting_hands returns")
    ax = _axes(ax, (8.0, 6.6))
    order = np.argsort(-hands.random, kind="stable")
    shares = 100 * hands.matrix[np.ix_(order, order)]
    image = ax.imshow(shares, cmap="RdBu", vmin=0, vmax=100, interpolation="nearest")
    ax.figure.colorbar(image, ax=ax, label="equity of the row, %")
    places = np.linspace(0, len(order) - 1, 14).round().astype(int)
    names = [hands.labels[order[place]] for place in places]
    ax.set_xticks(places, names, rotation=90)
    ax.set_yticks(places, names)
    ax.set_xlabel("against")
    ax.set_ylabel("start, best against a random hand first")
    return ax


def equity_distribution(spread: EquityDistribution, *, ax: Axes | None = None) -> Axes:
    """A hand's equity against a range, part by part: how much of the range it does at most so well against.

    Parameters
    ----------
    spread : EquityDistribution
        What `razz.equity_distribution` returns.
    ax : matplotlib Axes, optional

    Returns
    -------
    Axes

    Examples
    --------
    >>> import razz, razz.plot
    >>> ax = razz.plot.equity_distribution(razz.equity_distribution(["A29", "{[A-7][A-7]/d}7"]))
    """
    of_class(spread, "spread", EquityDistribution, "what razz.equity_distribution returns")
    ax = _axes(ax)
    share = 100 * np.concatenate([[0.0], np.cumsum(spread.probability)])
    ax.stairs(100 * spread.equity, share, fill=True, alpha=0.35, baseline=0, color="C0")
    ax.stairs(100 * spread.equity, share, baseline=None, color="C0")
    ax.axhline(100 * spread.mean, color="grey", linewidth=0.8, linestyle="--")
    ax.annotate(f"mean {100 * spread.mean:.1f} %", (1, 100 * spread.mean), xytext=(2, 3), textcoords="offset points")
    ax.set_xlim(0, 100)
    ax.set_ylim(0, 100)
    ax.set_xlabel("share of the range, its strongest part first, %")
    ax.set_ylabel("equity, %")
    return ax


def next_cards(cards: NextCards, *, ax: Axes | None = None) -> Axes:
    """A player's equity after each rank that he can get next, the bars as wide as the rank is likely.

    Parameters
    ----------
    cards : NextCards
        What `razz.equity_by_next_card` returns.
    ax : matplotlib Axes, optional

    Returns
    -------
    Axes

    Examples
    --------
    >>> import razz, razz.plot
    >>> ax = razz.plot.next_cards(razz.equity_by_next_card(["A238", "4569"]))
    """
    of_class(cards, "cards", NextCards, "what razz.equity_by_next_card returns")
    ax = _axes(ax)
    places = np.arange(len(cards.ranks))
    colours = ["C0" if rank in cards.outs else "C7" for rank in cards.ranks]
    ax.bar(places, 100 * cards.equity, width=0.9 * cards.probability / cards.probability.max(), color=colours)
    ax.axhline(100 * cards.before, color="grey", linewidth=0.8, linestyle="--")
    ax.annotate(
        f"before {100 * cards.before:.1f} %", (-0.5, 100 * cards.before), xytext=(2, 3), textcoords="offset points"
    )
    ax.set_xticks(places, [str(rank) for rank in cards.ranks])
    ax.set_ylim(0, 100)
    ax.set_xlim(-0.6, len(places) - 0.4)
    ax.set_xlabel("next card")
    ax.set_ylabel("equity afterwards, %")
    return ax


def equity_by_street(record: Record, *, players: Sequence[str] | None = None, ax: Axes | None = None) -> Axes:
    """Each player's equity in a hand whose cards are known, after the cards of each street.

    Parameters
    ----------
    record : Record
        A hand; the live players' cards must be known when a street is dealt, or count as unknown.
    players : sequence of str, optional
        Names by seat; those of the record, or seats counted from 1, by default.
    ax : matplotlib Axes, optional

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        A hand in which no street was dealt to its end.
    ModuleNotFoundError
        Matplotlib is not installed.

    Notes
    -----
    Equity is each live player's share of the pot if all cards to come are dealt and nobody folds, all hands being
    open; the cards of folded hands are dead. A line ends where the player folds.

    Examples
    --------
    >>> import razz, razz.plot
    >>> job = razz.Simulation(razz.Rules(), [1000] * 3, "check_call", seed=1)
    >>> ax = razz.plot.equity_by_street(job.replay(0))
    >>> len(ax.lines)
    3
    """
    of_class(record, "record", razz.Record, "a Record")
    texts(() if players is None else players, "players", "names")
    names = [_label(name) for name in (record.players if players is None else players) or ()]
    if len(names) > record.state.seats:
        raise ValueError(f"players: expected at most {record.state.seats} names, found {len(names)}")
    names += [f"seat {seat + 1}" for seat in range(len(names), record.state.seats)]
    streets: dict[int, list[float]] = {}
    for steps in range(1, len(record) + 1):
        state = record.replay(steps).state
        if state.phase == "DEAL" or state.street in streets or len(state.live) < 2:
            continue
        answer = razz.equity(state, rng=0)
        shares = dict(zip(state.live, answer.equity.tolist(), strict=True))
        streets[state.street] = [shares.get(seat, np.nan) for seat in range(state.seats)]
    if not streets:
        raise ValueError("record: expected a hand with a street dealt to its end")
    ax = _axes(ax)
    values = np.array(list(streets.values()))
    for seat, name in enumerate(names):
        ax.plot(list(streets), 100 * values[:, seat], marker="o", label=name)
    ax.set_xticks(list(streets))
    ax.set_xlabel("street")
    ax.set_ylabel("equity, %")
    ax.set_ylim(-3, 103)
    ax.legend(frameon=False)
    return ax


def _label(name: str) -> str:
    """A player's name for a legend: short, no formula, and not left out because of how it begins."""
    shown = clean(name).replace("$", r"\$")
    return f"\N{ZERO WIDTH SPACE}{shown}" if shown.startswith("_") else shown
