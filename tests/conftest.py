"""What all tests share: hypothesis profiles and the folder of data that is not part of the project."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

# A shell that starts the tests in the background makes them ignore Ctrl-C; some tests send it to themselves and to
# their children, so the ordinary handler has to be there.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("default", deadline=None, print_blob=True)
settings.register_profile("quick", settings.get_profile("default"), max_examples=10)
settings.register_profile("long", settings.get_profile("default"), max_examples=5000)
settings.load_profile(os.environ.get("RAZZ_HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Golden figures and real hands: RAZZ_SHARED_DATA, else ../shared/data beside the project's folder."""
    named = os.environ.get("RAZZ_SHARED_DATA")
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"no shared data: {folder} is not a folder (RAZZ_SHARED_DATA names another)")
    return folder
