"""The table as an SVG picture, built as text."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from html import escape

from razz._razz import Card
from razz.render.table import Position, Seat, describe
from razz.render.text import table_text

# The picture brings its own background, so it reads the same on a light and on a dark page.
_GROUND, _FELT, _PANEL, _RAIL = "#0d3326", "#17614a", "#0a241b", "#3f8068"
_TEXT, _QUIET, _TURN = "#f4f7f5", "#b4cdc1", "#f7c948"
_FACE, _BACK, _RED, _BLACK = "#fdfdfb", "#39588f", "#c01f2e", "#16191c"

_WIDTH, _GAP = 720, 12
_SEAT_WIDTH, _SEAT_HEIGHT = 224, 108
_CARD_WIDTH, _CARD_HEIGHT, _CARD_STEP = 27, 38, 30

#: Columns and rows of the places of seats, clockwise from the middle of the near side, by number of seats.
_PLACES = ((1, 2), (0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (2, 1), (2, 2))
_TAKEN = {
    2: (0, 4),
    3: (0, 3, 5),
    4: (0, 2, 4, 6),
    5: (0, 2, 3, 5, 6),
    6: (0, 1, 3, 4, 5, 7),
    7: (0, 1, 2, 3, 5, 6, 7),
    8: (0, 1, 2, 3, 4, 5, 6, 7),
}

#: Outlines of the suits in a box of ten by ten, since not every font has them.
_SUITS = {
    "c": "M5 .6a2.2 2.2 0 0 1 2 3.3a2.2 2.2 0 1 1-1.3 3.4L6.5 9.5h-3L4.4 7.3a2.2 2.2 0 1 1-1.3-3.4A2.2 2.2 0 0 1 5 .6",
    "d": "M5 .4L9 5L5 9.6L1 5",
    "h": "M5 9.2C1.6 6.4.5 4.8.5 3.1A2.3 2.3 0 0 1 5 2.2A2.3 2.3 0 0 1 9.5 3.1C9.5 4.8 8.4 6.4 5 9.2",
    "s": "M5 .5C8.2 3.4 9.5 4.7 9.5 6A2.1 2.1 0 0 1 5.6 7.2L6.5 9.5h-3L4.4 7.2A2.1 2.1 0 0 1 .5 6.2C.5 4.7 2 3.3 5 .5",
}


def table_svg(position: Position, *, players: Sequence[str] | None = None) -> str:
    """The table as an SVG document: a panel per seat, clockwise, with its cards, chips and state.

    Down cards that are known have the frame of a card back, unknown ones show their back. A View is drawn from its
    viewer's chair and shows only what he knows. Notebooks call this through ``_repr_svg_``.

    Parameters
    ----------
    position : State, View or Record
        What to draw; a Record also says what each seat did last.
    players : sequence of str, optional
        Names by seat, escaped; those of a Record by default.

    Returns
    -------
    str
        One ``<svg>`` element without scripts, styles or references; its ``<desc>`` holds the table as text.

    Examples
    --------
    >>> import razz
    >>> from razz.render import table_svg
    >>> state = razz.State.start(razz.Rules(), [100, 100]).deal("As 9c 2s 8c 3d Kd")
    >>> table_svg(state, players=["Ann", "<Bob>"])[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'
    """
    table = describe(position, players)
    near = table.viewer or 0
    # A pot stays on one line: textwrap breaks at plain spaces only.
    pots = ", ".join(pot.replace(" ", "\N{NO-BREAK SPACE}") for pot in table.pots)
    footer = [line for text in (table.prompt, pots) if text for line in textwrap.wrap(text, 100)]
    ground = 4 * _GAP + 3 * _SEAT_HEIGHT
    height = ground + (20 * len(footer) + 4 if footer else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"',
        ' role="img" font-family="Helvetica, Arial, sans-serif" font-size="13">',
        f"<title>{_xml(table.title)}</title>",
        f"<desc>{_xml(table_text(position, players=players))}</desc>",
        _box(0, 0, _WIDTH, height, _GROUND, radius=14),
        f'<ellipse cx="{_WIDTH // 2}" cy="{ground // 2}" rx="330" ry="150" fill="{_FELT}"',
        f' stroke="{_RAIL}" stroke-width="6"/>',
        *_middle([table.title, *table.facts], table.community, ground // 2),
    ]
    for seat in table.seats:
        column, row = _PLACES[_TAKEN[len(table.seats)][(seat.index - near) % len(table.seats)]]
        x = _GAP + column * (_SEAT_WIDTH + _GAP)
        parts += _seat(seat, x, _GAP + row * (_SEAT_HEIGHT + _GAP))
    for number, line in enumerate(footer):
        place = ground + 10 + 20 * number
        parts.append(_text(line, _WIDTH // 2, place, fill=_TEXT, anchor="middle", bold=number == 0))
    parts.append("</svg>")
    return "".join(parts)


def _middle(lines: Sequence[str], community: Card | None, centre: int) -> Iterator[str]:
    """The street, the facts and the community card, in the middle of the table."""
    block = 20 * len(lines) + (_CARD_HEIGHT + 4 if community is not None else 0)
    top = centre - block // 2 + 14
    for number, line in enumerate(lines):
        heading = number == 0
        size, fill = (16, _TEXT) if heading else (14, _QUIET)
        yield _text(line, _WIDTH // 2, top + 20 * number, fill=fill, anchor="middle", bold=heading, size=size)
    if community is not None:
        yield from _card(community, (_WIDTH - _CARD_WIDTH) // 2, top + 20 * len(lines) - 8, down=False)


def _seat(seat: Seat, x: int, y: int) -> Iterator[str]:
    """A panel: number, name and stack; the cards; the low and the chips put in; what else is to be said."""
    stroke = f'stroke="{_TURN}" stroke-width="3"' if seat.to_act else f'stroke="{_RAIL}" stroke-width="1"'
    fill = _QUIET if seat.out else _TEXT
    left, right = x + 10, x + _SEAT_WIDTH - 10
    yield _box(x, y, _SEAT_WIDTH, _SEAT_HEIGHT, _PANEL, radius=9, more=stroke)
    stack = f"{seat.stack:,}"
    name = _fit(f"{seat.index + 1}  {seat.name}".rstrip(), _SEAT_WIDTH - 32 - _length(stack))
    yield _text(name, left, y + 19, fill=fill, bold=True)
    yield _text(stack, right, y + 19, fill=fill, anchor="end")
    yield '<g opacity="0.45">' if seat.out else "<g>"
    for place, (card, down) in enumerate(seat.cards):
        yield from _card(card, left + place * _CARD_STEP - 2, y + 27, down=down)
    yield "</g>"
    yield _text(seat.low, left, y + 82, fill=_TEXT, bold=True)
    yield _text(f"{seat.bet:,} in" if seat.bet else "", right, y + 82, fill=_TURN, anchor="end")
    yield _text(", ".join(seat.notes), left, y + 99, fill=_QUIET, size=12)


def _card(card: Card | None, x: int, y: int, *, down: bool) -> Iterator[str]:
    edge = f'stroke="{_BLACK}" stroke-width="0.7"'
    yield _box(x, y, _CARD_WIDTH, _CARD_HEIGHT, _BACK if down else _FACE, radius=4, more=edge)
    if card is None:
        frame = f'stroke="{_FACE}" stroke-width="1.2"'
        yield _box(x + 4, y + 4, _CARD_WIDTH - 8, _CARD_HEIGHT - 8, "none", radius=2, more=frame)
        return
    if down:
        yield _box(x + 3, y + 3, _CARD_WIDTH - 6, _CARD_HEIGHT - 6, _FACE, radius=2)
    rank, suit = str(card.rank), str(card.suit)
    ink = _RED if suit in "hd" else _BLACK
    yield _text(rank, x + _CARD_WIDTH / 2, y + 18, fill=ink, anchor="middle", bold=True, size=15)
    yield f'<path transform="translate({x + 8} {y + 21}) scale(1.1)" fill="{ink}" d="{_SUITS[suit]}"/>'


def _length(text: str) -> float:
    """About how long a text in bold is at most, in whichever of the fonts."""

    def width(character: str) -> float:
        if character in "mMwW@%—" or unicodedata.east_asian_width(character) in "WF":
            return 1.1
        return 0.42 if character in " ,.:;'|!ijl()[]" else 0.82 if character.isupper() else 0.7

    return 13 * sum(map(width, text))


def _fit(text: str, room: float) -> str:
    """The text, or its beginning, so that it is not longer than the room."""
    if _length(text) <= room:
        return text
    while text and _length(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _box(x: int, y: int, width: int, height: int, fill: str, *, radius: int, more: str = "") -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{fill}" {more}/>'


def _text(text: str, x: float, y: float, *, fill: str, anchor: str = "start", bold: bool = False, size: int = 0) -> str:
    if not text:
        return ""
    more = (' font-weight="bold"' if bold else "") + (f' font-size="{size}"' if size else "")
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}" text-anchor="{anchor}"{more}>{_xml(text)}</text>'


def _xml(text: str) -> str:
    return escape(text, quote=False)
