"""Pictures with Matplotlib (``pip install 'razz[plot]'``): every function draws on `ax`, or new axes, and returns them.

>>> import matplotlib
>>> matplotlib.use("agg")
>>> import razz.plot
>>> ax = razz.plot.session([4, -2, -2, 10, -3])
>>> ax.get_ylabel()
'chips'
"""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from razz.equity_cases import EquityDistribution, NextCards
    from razz.starting import StartingHands

__all__ = ["equity_distribution", "next_cards", "session", "starting_matrix"]


def _axes(ax: Axes | None, size: tuple[float, float] = (7.0, 4.2)) -> Axes:
    """The axes to draw on."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(f"razz.plot needs Matplotlib: pip install 'razz[plot]' ({missing})") from None
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
    >>> ax = razz.plot.session([job.replay(hand).state.payoffs[1] for hand in range(200)], big_bet=8)
    """
    gains = np.asarray(results, dtype=float)
    if gains.ndim != 1 or not len(gains):
        raise ValueError(f"results: expected one number for each of one or more hands, found shape {gains.shape}")
    if not 0 < level < 1:
        raise ValueError(f"level: expected more than 0 and less than 1, found {level}")
    gains = gains / (big_bet or 1)
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
    ax = _axes(ax)
    share = 100 * np.concatenate([[0.0], np.cumsum(spread.probability)])
    ax.stairs(100 * spread.equity, share, fill=True, alpha=0.35, baseline=0, color="C0")
    ax.stairs(100 * spread.equity, share, baseline=None, color="C0")
    ax.axhline(100 * spread.mean, color="grey", linewidth=0.8, linestyle="--")
    ax.annotate(f"mean {100 * spread.mean:.1f} %", (1, 100 * spread.mean), xytext=(2, 3), textcoords="offset points")
    ax.set_xlim(0, 100)
    ax.set_ylim(0, 100)
    ax.set_xlabel("share of the range, best part first, %")
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
