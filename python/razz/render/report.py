"""One self-contained HTML file: tables, pictures and where they come from, without scripts and without a server."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

import razz
from razz._arguments import of_class

_STYLE = """
:root { color-scheme: light dark; --page: #fcfcfb; --text: #1b1f1d; --quiet: #5b6661; --line: #d9deda; }
@media (prefers-color-scheme: dark) {
  :root { --page: #141716; --text: #e8ecea; --quiet: #a3aeaa; --line: #343b38; }
}
body { background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif;
  margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .7rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .8rem; text-align: right; }
th { color: var(--quiet); font-weight: 600; }
th:first-child, td:first-child { text-align: left; }
caption { color: var(--quiet); text-align: left; padding-bottom: .3rem; }
figure { margin: 1rem 0; overflow-x: auto; } svg { max-width: 100%; height: auto; }
footer { border-top: 1px solid var(--line); color: var(--quiet); font-size: .85rem;
  margin-top: 2.5rem; padding-top: .6rem; }
code { overflow-wrap: anywhere; }
"""


def report(title: str, parts: Sequence[tuple[str, str]], *, command: str = "") -> str:
    """An HTML page that needs nothing but itself, legible on light and dark screens.

    Parameters
    ----------
    title : str
        What it is about; plain text.
    parts : sequence of (str, str)
        A heading as plain text, and HTML: what ``_repr_html_`` or ``_repr_svg_`` of a result gives.
    command : str, optional
        The command line that made it; plain text, shown at the end.

    Examples
    --------
    >>> import razz
    >>> from razz.render.report import report
    >>> summary = razz.simulate(100, seats=2, rng=1)
    >>> parts = [("Result", summary._repr_html_())]
    >>> page = report("Calling stations", parts, command="razz simulate")
    >>> page.startswith("<!doctype html>"), "<script" in page
    (True, False)
    """
    of_class(title, "title", str, "text")
    of_class(command, "command", str, "text")
    of_class(parts, "parts", Sequence, "pairs of a heading and HTML")
    part: Any
    for place, part in enumerate(parts):
        if not (isinstance(part, tuple | list) and len(part) == 2 and all(isinstance(text, str) for text in part)):
            raise TypeError(f"parts[{place}]: expected a heading and HTML, found {part!r}")
    body = "".join(f"<h2>{escape(heading)}</h2>\n<figure>{html}</figure>\n" for heading, html in parts)
    origin = f" by <code>{escape(command)}</code>" if command else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style></head>\n"
        f"<body><h1>{escape(title)}</h1>\n{body}"
        f"<footer>Made{origin} with razz {escape(razz.__version__)}.</footer></body></html>\n"
    )


def intervals_svg(rows: Sequence[tuple[str, float, float, float]], *, unit: str) -> str:
    """Means with their intervals, a line each, about zero.

    Parameters
    ----------
    rows : sequence of (str, float, float, float)
        A label, the mean, and the ends of its interval.
    unit : str
        What the numbers count.

    Examples
    --------
    >>> intervals_svg([("seat 1", 0.5, 0.2, 0.8)], unit="chips a hand")[:4]
    '<svg'
    """
    ends = [0.0, *(end for row in rows for end in row[1:])]
    low, high = min(ends), max(ends)
    room = (high - low) * 0.08 or 1.0
    low, high = low - room, high + room
    left, width, step = 150, 640, 30
    height = step * len(rows) + 46

    def place(value: float) -> float:
        return left + (width - left - 90) * (value - low) / (high - low)

    foot = step * len(rows) + 14
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        ' role="img" font-family="system-ui, sans-serif" font-size="14" fill="currentColor" stroke="currentColor">',
        f"<title>{escape(unit)}</title>",
        f'<path d="M{place(0):.1f} 6V{foot}" stroke-width="1" stroke-dasharray="3 3" opacity="0.6"/>',
        f'<text x="{place(0):.1f}" y="{foot + 20}" text-anchor="middle" stroke="none">0 {escape(unit)}</text>',
    ]
    for number, (label, mean, start, end) in enumerate(rows):
        y = 10 + step * number + step / 2
        parts += [
            f'<text x="{left - 12}" y="{y + 5}" text-anchor="end" stroke="none">{escape(label)}</text>',
            f'<path d="M{place(start):.1f} {y}H{place(end):.1f}" stroke-width="3" opacity="0.55"/>',
            f'<path d="M{place(start):.1f} {y - 7}v14M{place(end):.1f} {y - 7}v14" stroke-width="1.5"/>',
            f'<circle cx="{place(mean):.1f}" cy="{y}" r="4" stroke="none"/>',
            f'<text x="{width - 4}" y="{y + 5}" text-anchor="end" stroke="none">{mean:+.3f}</text>',
        ]
    return "".join([*parts, "</svg>"])


#: Colours of a heat table from low to high: even for the eye and for the colour-blind.
_LOW, _HIGH = (31, 46, 92), (250, 221, 92)


def heat_table(rows: Sequence[str], columns: Sequence[str], values: NDArray[np.float64], *, caption: str) -> str:
    r"""Shares as a table of coloured cells, in percent.

    Parameters
    ----------
    rows, columns : sequence of str
        What stands before each row and over each column.
    values : ndarray of float, shape (rows, columns)
        0 to 1; NaN for an empty cell.
    caption : str
        What stands over the table.

    Examples
    --------
    >>> import numpy as np
    >>> from razz.render.report import heat_table
    >>> heat_table(["A"], ["2"], np.array([[0.25]]), caption="equity")[:8]
    '<table>\n'
    """
    low, high = np.nanmin(values), np.nanmax(values)
    head = "".join(f"<th>{escape(column)}</th>" for column in ("", *columns))
    body = ""
    for name, shares in zip(rows, values, strict=True):
        cells = ""
        for share in shares:
            if np.isnan(share):
                cells += "<td></td>"
                continue
            part = (share - low) / (high - low) if high > low else 1.0
            color = [round(a + (b - a) * part) for a, b in zip(_LOW, _HIGH, strict=True)]
            ink = "#000" if part > 0.41 else "#fff"  # a contrast of 4.5 or more
            cells += f'<td style="background:rgb{tuple(color)};color:{ink}">{100 * share:.1f}</td>'
        body += f"<tr><th>{escape(name)}</th>{cells}</tr>\n"
    return f"<table>\n<caption>{escape(caption)}</caption><tr>{head}</tr>\n{body}</table>"
