"""`python -m autosweep` is the command `autosweep`."""

import sys

from autosweep.cli.main import main

sys.exit(main())
