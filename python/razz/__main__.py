"""``python -m razz`` is the command line."""

import sys

from razz.cli import main

sys.exit(main())
