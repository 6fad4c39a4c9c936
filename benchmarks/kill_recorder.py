"""Kill a recorder with SIGKILL at random moments and load what is left.

    python benchmarks/kill_recorder.py [--kills 50] [--seed 1]

Every recording must load, hold every step that was reported as written, and at most one more.
Exits 1 where one does not.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from support.killing import kill_a_recorder


def main() -> int:
    """Kill and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = Random(options.seed)
    lost = kept = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.kills):
            said, loaded = kill_a_recorder(Path(folder) / str(number), number, random)
            kept += loaded
            lost += max(0, said - loaded)
            if not said <= loaded <= said + 1:
                print(f"kill {number}: {said} steps were written, {loaded} can be loaded")
    print(f"{options.kills} kills, {kept} steps loaded, {lost} written steps lost")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
