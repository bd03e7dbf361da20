"""OpenSpiel's games_sim_test on our game alone: it reads the games when it is imported, so ours is registered first."""

from __future__ import annotations

import sys
import unittest


def main() -> bool:
    """Whether every test of games_sim_test on our game passes."""
    import razz.adapters.openspiel as adapter
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    names = [name for name in unittest.TestLoader().getTestCaseNames(GamesSimTest) if name.endswith(f"_{adapter.NAME}")]
    result = unittest.TextTestRunner().run(unittest.TestSuite(map(GamesSimTest, names)))
    print(f"{result.testsRun} tests of {', '.join(names)}")
    return result.wasSuccessful()


if __name__ == "__main__":
    sys.exit(not main())
