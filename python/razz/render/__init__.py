"""The table as a picture and as text: what `_repr_svg_` of State, View and Record and the command line show."""

from razz.render.svg import table_svg
from razz.render.text import table_text

__all__ = ["table_svg", "table_text"]
