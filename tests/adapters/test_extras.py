"""An adapter whose library is not there says which extra brings it."""

from __future__ import annotations

import importlib
import sys

import pytest
import razz.adapters

ADAPTERS = {"openspiel": "pyspiel", "pettingzoo": "pettingzoo", "gymnasium": "gymnasium"}


def test_importing_the_package_imports_no_library() -> None:
    assert razz.adapters.__doc__
    assert all(f"razz.adapters.{name} " in razz.adapters.__doc__ for name in ADAPTERS)


@pytest.mark.parametrize(("name", "library"), ADAPTERS.items())
def test_the_error_names_the_extra(name: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"razz.adapters.{name}", raising=False)
    with pytest.raises(ModuleNotFoundError, match=rf"pip install 'razz\[{name}\]'"):
        importlib.import_module(f"razz.adapters.{name}")
