"""Does a player that plays for hours grow? Many games in one process, memory and handles watched.

    python benchmarks/leak.py [--games 400] [--allow 8]

Games on the in-process screen, whose clock jumps: a day of playing in minutes. Memory is looked at
after a tenth of the games, when every look and every pack has been seen, and at the end. Exits 1
where it has grown by more than --allow megabytes or where file handles are left open.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from autosweep.client.inprocess import InProcessScreen
from autosweep.client.settings import ClientSettings
from autosweep.fakes import JumpingClock, StopAfter
from autosweep.play.events import Event, GameEnded
from autosweep.play.loop import Player
from autosweep.settings import PlaySettings

_PAGE_KB = 4


class Scales:
    """An observer that weighs the process after each game."""

    def __init__(self) -> None:
        self.megabytes: list[float] = []
        self.handles: list[int] = []

    def __call__(self, event: Event) -> None:
        """Weigh."""
        if isinstance(event, GameEnded):
            pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
            self.megabytes.append(pages * _PAGE_KB / 1024)
            self.handles.append(len(list(Path("/proc/self/fd").iterdir())))


def main() -> int:
    """Play, weigh, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--allow", type=float, default=8.0, help="megabytes of growth")
    options = parser.parse_args()
    if not Path("/proc/self/statm").exists():
        print("memory can be weighed on Linux only")
        return 0
    clock, scales = JumpingClock(), Scales()
    screen = InProcessScreen(ClientSettings(rows=9, cols=9, mines=10, cell_px=24), clock=clock)
    settings = PlaySettings(games=options.games, countdown=0.0)
    player = Player(screen, screen, clock, StopAfter(), settings, observe=scales)
    summary = player.run()
    first = options.games // 10
    grown = scales.megabytes[-1] - scales.megabytes[first]
    handles = scales.handles[-1] - scales.handles[first]
    print(
        f"{summary.games} games ({summary.won} won, {summary.stopped} stopped): "
        f"{scales.megabytes[first]:.1f} MB after "
        f"{first + 1} games, {scales.megabytes[-1]:.1f} MB at the end ({grown:+.1f}), "
        f"{handles:+d} file handles"
    )
    return 1 if grown > options.allow or handles > 0 or summary.stopped else 0


if __name__ == "__main__":
    sys.exit(main())
