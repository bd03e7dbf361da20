"""Every test of this folder that asks for `engine` runs on the plain twin and on razz."""

import importlib
from typing import Any

import pytest

from tests.game.engines import Engine, TwinEngine


@pytest.fixture(params=["twin", "razz"])
def engine(request: pytest.FixtureRequest) -> Engine:
    if request.param == "twin":
        return TwinEngine()
    razz: Any = importlib.import_module("razz")
    if not hasattr(razz, "State"):
        pytest.skip("razz has no State yet")
    found: Engine = importlib.import_module("tests.game.razz_engine").RazzEngine()
    return found
