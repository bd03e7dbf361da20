"""Every test of this folder that asks for `engine` runs on the plain twin and on razz."""

import pytest

from tests.game.engines import Engine, TwinEngine
from tests.game.razz_engine import RazzEngine


@pytest.fixture(params=[TwinEngine, RazzEngine], ids=["twin", "razz"])
def engine(request: pytest.FixtureRequest) -> Engine:
    found: Engine = request.param()
    return found
