"""Pictures: what lines and cells they hold; how they look is looked at by people (docs/draw.py)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import razz
from razz import plot

figure = pytest.importorskip("matplotlib.figure")


def test_a_session() -> None:
    ax = figure.Figure().subplots()
    gains = [8, -4, -4, 16]
    assert plot.session(gains, big_bet=4, label="Ann", ax=ax) is ax
    line = ax.lines[0]
    assert np.asarray(line.get_xdata()).tolist() == [0, 1, 2, 3, 4]
    assert np.asarray(line.get_ydata()).tolist() == [0, 2, 1, 0, 4]
    [band] = ax.collections
    low, high = np.array(band.get_paths()[0].vertices)[:, 1].min(), np.array(band.get_paths()[0].vertices)[:, 1].max()
    spread = 1.959964 * np.std([2, -1, -1, 4], ddof=1) * 2
    assert (low, high) == pytest.approx((4 - spread, 4 + spread), abs=1e-5)


@pytest.mark.parametrize("results", [[], [[1, 2]], 3])
def test_sessions_that_are_none(results: object) -> None:
    with pytest.raises(ValueError, match="results: expected one number for each"):
        plot.session(results)  # type: ignore[arg-type]


def test_without_matplotlib_the_extra_is_named() -> None:
    code = "import sys; sys.modules['matplotlib'] = None; from razz import plot; plot.session([1])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "pip install 'razz[plot]'" in done.stderr


def test_starting_hands_by_door_card() -> None:
    hands = razz.starting_hands()
    ax = plot.starting_hands("3", behind="K", hands=hands, ax=figure.Figure().subplots())
    shown = {(text.get_position(), text.get_text()) for text in ax.texts}
    assert len(shown) == 13 * 14 // 2
    # The two and the ace in the hole: row 1, column 0.
    exact = razz.equity(["A23", "K"]).equity[0]
    assert ((0, 1), f"{100 * exact:.0f}") in shown
    assert np.asarray(ax.images[0].get_array())[1, 0] == pytest.approx(100 * exact)
    with pytest.raises(ValueError, match="X"):
        plot.starting_hands("X", hands=hands)


def test_equity_street_by_street() -> None:
    record = razz.Record(razz.Rules(), [100] * 3)
    record.deal("As 9c Jh  2s 8c Jd  3d Kd 7s")
    for action in ("bring-in", "fold", "call"):
        record.play(action)
    with pytest.raises(ValueError, match="a street dealt to its end"):
        plot.equity_by_street(razz.Record(razz.Rules(), [100] * 3))
    record.deal("4d Qc")
    ax = plot.equity_by_street(record, players=["Ann"], ax=figure.Figure().subplots())
    lines = {line.get_label(): np.asarray(line.get_ydata()) for line in ax.lines}
    assert list(lines) == ["Ann", "seat 2", "seat 3"]
    third = 100 * razz.equity(["As2s3d", "9c8cKd", "JhJd7s"]).equity
    fourth = 100 * razz.equity(["As2s3d4d", "9c8cKdQc"], dead="JhJd7s").equity
    assert lines["Ann"].tolist() == pytest.approx([third[0], fourth[0]])
    assert lines["seat 2"].tolist() == pytest.approx([third[1], fourth[1]])
    assert lines["seat 3"][0] == pytest.approx(third[2])
    assert np.isnan(lines["seat 3"][1])


def test_names_of_files_are_shown_in_a_legend_as_they_are(tmp_path: Path) -> None:
    """They are no formulas, neither steer nor fill the picture, and none is left out."""
    record = razz.Simulation(razz.Rules(), [1000] * 3, "check_call", seed=1).replay(0)
    axes = figure.Figure().subplots()
    plot.equity_by_street(record, players=["$\\frac{$ \x1b", "_Ann", "long " * 20], ax=axes)
    axes.figure.savefig(tmp_path / "a.png")
    legend = axes.get_legend()
    assert legend is not None
    told = [text.get_text().strip("\N{ZERO WIDTH SPACE}") for text in legend.get_texts()]
    assert told[:2] == [r"\$\frac{\$ �", "_Ann"]
    assert len(told[2]) < 24
    with pytest.raises(ValueError, match="players: expected at most 3 names, found 4"):
        plot.equity_by_street(record, players=["Ann"] * 4)
