"""Stop the player with SIGSTOP at random moments of real games, and kill it now and then.

    python benchmarks/suspend.py [--stops 50] [--kills 5] [--seed 1]

A second connection measures how long the display does not answer while the player is stopped, and
whether a mouse button is down after the stop, after SIGCONT and after a kill. Exits 1 where the
display froze, a button stayed down, a process was left over or a player gave up.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from support.displayed import client
from support.suspending import Suspended

from autosweep.desktop.xvfb import VirtualDisplay

GAME = ("--rows", "16", "--cols", "16", "--mines", "40", "--cell-px", "20")


def main() -> int:
    """Stop, kill, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stops", type=int, default=50)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ["XAUTHORITY"] = os.devnull
    with tempfile.TemporaryDirectory() as name, VirtualDisplay() as display:
        folder = Path(name)
        environment = {**os.environ, "DISPLAY": display.name, "XDG_DATA_HOME": name}
        with client(environment, folder / "journal", *GAME):
            scene = Suspended(environment, folder, Random(options.seed))
            try:
                for number in range(options.stops):
                    scene.stop_and_go()
                    if options.kills and number % max(1, options.stops // options.kills) == 0:
                        scene.kill()
            finally:
                scene.end()
    figures = scene.figures
    took = sorted(figures.unanswered)
    print(f"stops                           {len(took)}")
    print(f"display frozen                  {figures.frozen}")
    print(f"answer, median and longest      {took[len(took) // 2] * 1e3:.1f} ms, ", end="")
    print(f"{took[-1] * 1e3:.1f} ms")
    print(f"button down after the stop      {figures.down_stopped}")
    print(f"button down after SIGCONT       {figures.down_continued}")
    print(f"kills                           {figures.kills}")
    print(f"button down after a kill        {figures.down_killed}")
    print(f"processes left over             {figures.left_over}")
    print(f"players that gave up            {len(figures.ends)}")
    for end in figures.ends:
        print(f"  {end}")
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
