"""Pictures: what lines and cells they hold; how they look is looked at by people (docs/draw.py)."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
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
