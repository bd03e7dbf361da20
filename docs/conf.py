"""Sphinx: `make docs` builds the pages of this folder with warnings as errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import razz

if TYPE_CHECKING:
    from sphinx.application import Sphinx
project = "razz"
author = "The razz developers"
copyright = author  # noqa: A001
release = version = razz.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autosummary_generate = True
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings say what a parameter is
numpydoc_show_class_members = False
numpydoc_show_inherited_class_members = False

html_theme = "furo"
html_title = f"razz {release}"
html_copy_source = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    """Drop the blank line that ends an example: in the source it parts it from the fence, on the page it is a gap."""
    app.connect("source-read", _close_up)


def _close_up(_app: Sphinx, _page: str, source: list[str]) -> None:
    source[0] = source[0].replace("\n\n```\n", "\n```\n")
