"""The `progress=` argument of long calls: nothing, a line on standard error, or a callback."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = bool | Callable[[int, int], object]
"""False: nothing; True: tqdm's bar where installed, else a line on standard error; or a function of (done, total), the
total being 0 where nobody knows it."""


@contextmanager
def reporter(progress: Progress, total: int, unit: str, initial: int = 0) -> Iterator[Callable[[int], object] | None]:
    """A function to be called with what is done so far, or None where nothing is to be reported.

    What is done from the start (`initial`) counts for the share, not for the rate.
    """
    if callable(progress):
        report = progress
        yield lambda done: report(done, total)
        if total:
            report(total, total)
    elif not progress:
        yield None
    else:
        try:
            from tqdm import tqdm
        except ModuleNotFoundError:
            with _line(total, unit, initial) as show:
                yield show
        else:
            with tqdm(total=total or None, unit=f" {unit}", unit_scale=True, initial=initial) as bar:
                yield lambda done: bar.update(done - bar.n)
                bar.update(total - bar.n if total else 0)


@contextmanager
def _line(total: int, unit: str, initial: int) -> Iterator[Callable[[int], object]]:
    start = shown = time.monotonic()

    def show(done: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown < 0.25:
            return
        shown = now
        rate = (done - initial) / (now - start)
        share = f" of {total:,} {unit} ({100 * done / total:.0f}%)" if total else f" {unit}"
        text = f"\r{done:,}{share}, {rate:,.0f}/s"
        sys.stderr.write(text.ljust(72))
        sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write("\n")
