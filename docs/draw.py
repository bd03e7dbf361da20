"""Draws the pictures of these pages: ``python docs/draw.py`` after a change of how something looks.

``python docs/draw.py --look FOLDER`` renders them and the built pages to PNG with a headless Chromium, on a light and
on a dark page, to be looked at.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

import razz
import razz.plot
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from razz.cli import main as main_of_razz
from razz.render import table_svg

DOCS = Path(__file__).parent
STATIC = DOCS / "_static"


def table() -> str:
    """A hand on fifth street, seen from seat 1."""
    record = razz.Record(razz.Rules(), [100] * 4)
    record.deal("As 9c Jh 7d  2s 8c Jd 6h  3d Kd Qs 5c")
    for action in ("bring-in", "fold", "complete", "call", "call"):
        record.play(action)
    for cards in ("7s Tc 6c", "Kh 4d 8d"):
        while record.state.phase == "BET":
            record.play("check")
        record.deal(cards)
    record.play("bet")
    record.play("call")
    return table_svg(record.view(0), players=["Ann", "Bob", "Cleo", "Dev"]) + "\n"


def session() -> Figure:
    """A thousand hands of somebody who always calls."""
    job = razz.Simulation(razz.Rules(), [1000] * 2, "random,check_call", seed=1)
    results = [job.replay(hand).state.payoffs[1] for hand in range(1000)]
    return figure(razz.plot.session(results, big_bet=8, label="check_call"))


def heat_map() -> Figure:
    """Starts with a three showing."""
    return figure(razz.plot.starting_hands("3"))


def streets() -> Figure:
    """Four players who all stay."""
    job = razz.Simulation(razz.Rules(), [1000] * 4, "check_call", seed=5)
    return figure(razz.plot.equity_by_street(job.replay(0), players=["Ann", "Bob", "Cleo", "Dev"]))


def distribution() -> Figure:
    """A good start against any hand behind an eight."""
    return figure(razz.plot.equity_distribution(razz.equity_distribution(["A27", "{[A-K][A-K]}8"])))


def figure(ax: Axes) -> Figure:
    """The figure of axes."""
    found = ax.figure
    assert isinstance(found, Figure)
    return found


PICTURES = {"table.svg": table}
GRAPHS = {
    "session.png": session,
    "starting-hands.png": heat_map,
    "streets.png": streets,
    "distribution.png": distribution,
}


def look(folder: Path) -> None:
    """Render every picture and page to PNG, on light and on dark."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        sys.exit("docs/draw.py: needs Chromium to render")
    folder.mkdir(parents=True, exist_ok=True)
    pages = sorted((DOCS / "_build" / "html").glob("*.html"))
    reports = {
        "report-simulate": ["simulate", "--hands", "100000", "--policy", "tight,loose", "--seed", "1"],
        "report-chart": ["chart", "--top", "1"],
        "report-equity": ["equity", "A23", "456", "K"],
    }
    for name, words in reports.items():
        pages.append(folder / f"{name}.html")
        main_of_razz([*words, "--html", str(pages[-1])])
    for source in [*(STATIC / name for name in PICTURES), *pages]:
        for scheme in ("light", "dark"):
            target = folder / f"{source.stem}-{scheme}.png"
            page = source
            if source.suffix == ".svg":
                page = folder / f"{source.stem}-{scheme}.html"
                ground = "#ffffff" if scheme == "light" else "#131416"
                page.write_text(f'<body style="background:{ground};margin:20px">{source.read_text("utf-8")}', "utf-8")
            options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1200,1600"]
            options += [f"--screenshot={target}", *(["--force-dark-mode"] if scheme == "dark" else [])]
            options += [f"--blink-settings=preferredColorScheme={0 if scheme == 'dark' else 1}"]
            subprocess.run([browser, *options, page.as_uri()], check=True, capture_output=True)


def main() -> None:
    """Write the pictures, or render them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--look", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    if args.look:
        look(args.look.resolve())
        return
    STATIC.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        (STATIC / name).write_text(draw(), "utf-8")
    for name, plot in GRAPHS.items():
        plot().savefig(STATIC / name, dpi=110, metadata={"Software": None})


if __name__ == "__main__":
    main()
