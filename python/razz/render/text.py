"""The table as text, for terminals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from razz._razz import Card
from razz.render.table import Position, Seat, describe

_ESCAPE = re.compile("\x1b\\[\\d*m")
_RED, _BOLD, _DIM = "31", "1", "2"


def table_text(position: Position, *, players: Sequence[str] | None = None, color: bool = False) -> str:
    """The table as lines of text: one per seat, down cards in parentheses, ``??`` for an unknown card.

    Parameters
    ----------
    position : State, View or Record
        What to draw. A View shows only what its viewer knows; a Record also says what each seat did last.
    players : sequence of str, optional
        Names by seat; those of a Record by default. What could steer a terminal is taken out.
    color : bool, default False
        Colour hearts and diamonds, dim the hands that are out, mark who is to act (ANSI escape sequences).

    Returns
    -------
    str
        Lines without a newline at the end. Seats count from 1, chips in the smallest unit.

    Examples
    --------
    >>> import razz
    >>> from razz.render import table_text
    >>> state = razz.State.start(razz.Rules(), [100, 100])
    >>> state = state.deal("As 9c 2s 8c 3d Kd").play("bring-in")
    >>> print(table_text(state.view(0)))
    Third street: pot 4, 2 to match
      seat  stack  in  cards
    > 1        99      (As 2s) 3d
      2        97   2  (?? ??) Kd
    seat 1 to act: fold, call 2, complete to 4
    """
    table = describe(position, players)
    head = f"{table.title}: {', '.join([*table.facts, *table.pots])}"
    rows = [("seat", "", "stack", "in", "cards", ""), *map(_cells, table.seats)]
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = [_paint(head, _BOLD, color=color), _paint("  " + _align(rows[0], widths), _DIM, color=color)]
    for seat, row in zip(table.seats, rows[1:], strict=True):
        if color and not seat.out:
            row = (*row[:4], hand_text(seat.cards, color=True), row[5])
        line = ("> " if seat.to_act else "  ") + _align(row, widths)
        lines.append(_paint(line, _DIM if seat.out else _BOLD if seat.to_act else "", color=color))
    if table.community is not None:
        lines.append(f"community card: {_card(table.community, color=color)}")
    if table.prompt:
        lines.append(table.prompt)
    return "\n".join(lines)


def hand_text(cards: Sequence[tuple[Card | None, bool]], *, color: bool = False) -> str:
    """Cards in dealing order, those that lie face down in parentheses.

    Examples
    --------
    >>> import razz
    >>> hand_text([(razz.Card("As"), True), (None, True), (razz.Card("3d"), False)])
    '(As ??) 3d'
    """
    parts: list[str] = []
    for place, (card, down) in enumerate(cards):
        opens = down and (place == 0 or not cards[place - 1][1])
        closes = down and (place + 1 == len(cards) or not cards[place + 1][1])
        parts.append(f"{'(' * opens}{_card(card, color=color)}{')' * closes}")
    return " ".join(parts)


def _cells(seat: Seat) -> tuple[str, ...]:
    bet = f"{seat.bet:,}" if seat.bet else ""
    notes = ", ".join([*([seat.low] if seat.low else []), *seat.notes])
    return (str(seat.index + 1), seat.name, f"{seat.stack:,}", bet, hand_text(seat.cards), notes)


def _align(row: Sequence[str], widths: Sequence[int]) -> str:
    """Columns two spaces apart, chips to the right; a column without any text takes no room."""
    cells = []
    for column, (text, width) in enumerate(zip(row, widths, strict=True)):
        if width:
            space = " " * (width - _width(text))
            cells.append(space + text if column in (2, 3) else text + space)
    return "  ".join(cells).rstrip()


def _card(card: Card | None, *, color: bool) -> str:
    if card is None:
        return "??"
    return _paint(str(card), _RED if str(card.suit) in "hd" else "", color=color)


def _paint(text: str, code: str, *, color: bool) -> str:
    if not color or not code:
        return text
    # An inner reset would end the outer colour: what is outside starts again after it.
    return f"\x1b[{code}m" + text.replace("\x1b[0m", f"\x1b[0m\x1b[{code}m") + "\x1b[0m"


def _width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    text = _ESCAPE.sub("", text)
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    marks = sum(unicodedata.combining(character) > 0 for character in text)
    return len(text) + wide - marks
