"""Tables of results, as text and as HTML."""

from __future__ import annotations


def counted(count: int, what: str, form: str = ",") -> str:
    """A number of things that are one or many.

    Examples
    --------
    >>> counted(1, "hand"), counted(1000, "hand"), counted(1000, "hand", "d")
    ('1 hand', '1,000 hands', '1000 hands')
    """
    return f"{count:{form}} {what}{'s' * (count != 1)}"


def text_table(rows: list[list[str]]) -> str:
    """Columns; text to the left, numbers to the right.

    Examples
    --------
    >>> print(text_table([["seat", "net", "share"], ["one", "-5", "20%"]]))
    seat  net  share
    ----  ---  -----
    one    -5    20%
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    left = _texts(rows)
    lines = [
        "  ".join(
            cell.ljust(width) if is_left else cell.rjust(width)
            for cell, width, is_left in zip(row, widths, left, strict=True)
        ).rstrip()
        for row in rows
    ]
    if len(rows[0]) > 2:
        lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def _texts(rows: list[list[str]]) -> list[bool]:
    """Which columns hold text rather than numbers."""
    return [any(cell[:1].isalpha() for cell in column[1:] or column) for column in zip(*rows, strict=True)]


LEFT = ' style="text-align:left"'


def html_table(rows: list[list[str]]) -> str:
    """The same as HTML; what the cells hold is escaped.

    Examples
    --------
    >>> html_table([["seed", "<7>"]])
    '<table><tbody><tr><td style="text-align:left">seed</td><td>&lt;7&gt;</td></tr></tbody></table>'
    """
    from html import escape

    sides = [LEFT * text for text in _texts(rows)]

    def line(cells: list[str], tag: str) -> str:
        both = zip(cells, sides, strict=True)
        return "<tr>" + "".join(f"<{tag}{side}>{escape(cell)}</{tag}>" for cell, side in both) + "</tr>"

    head = line(rows[0], "th") if len(rows[0]) > 2 else ""
    body = "".join(line(row, "td") for row in (rows[1:] if head else rows))
    return f"<table>{f'<thead>{head}</thead>' if head else ''}<tbody>{body}</tbody></table>"
