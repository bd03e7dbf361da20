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

__all__ = ["session"]


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
