"""Does it grow? Hours of play, a million readings, analyses and large screens in one process.

    python benchmarks/soak.py [--hours 8] [--readings 1000000] [--analyses 100000] [--screens 60]
                              [--allow 8] [--plot FILE] [--csv FILE] [--write]

Play runs on the in-process screen, whose clock jumps, with a client that takes a tenth of a second
to show a click and is looked at four times a second. Most readings are looks at a board that is
being followed, where nothing changed since the last one; a hundredth show other cells and a
thousandth begin from scratch. Memory and file handles are weighed a hundred times in each part,
each time after the garbage is collected: a player that has ended lies in a circle with its watcher
and its screen, a few objects with megabytes of pictures, for which Python's collector, that counts
objects, is in no hurry. What is left after the first tenth, when every skin, theme and buffer has
been seen, must be left at the end. Exits 1 where a part has grown by more than --allow megabytes
or leaves a file handle open.
`--write` puts the table into docs/research/robustness.md.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

from report import put

from autosweep.board import Board
from autosweep.board.text import cells_from_rows
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.client.simulated_desktop import render_desktop
from autosweep.interfaces import Frame
from autosweep.play.events import Event, GameEnded
from autosweep.play.player import Player
from autosweep.settings import PlaySettings
from autosweep.solver.analyze import analyze
from autosweep.testing import JumpingClock, StopAfter
from autosweep.tracking.incremental import IncrementalReader
from autosweep.vision.read import read

ROOT = Path(__file__).resolve().parent.parent
POINTS = 100
"""How often a part is weighed."""
WARM = 10
"""Points after which nothing new is seen any more."""
BARS = "▁▂▃▄▅▆▇█"
SCREENS = {"4K": (3840, 2160), "three monitors": (1920 + 2560 + 3840, 2160)}
Part = Iterator[float]
"""Work in small steps; yields the share that is done."""


class Scales:
    """Memory and file handles of this process, weighed at evenly spaced moments."""

    def __init__(self) -> None:
        self.megabytes: list[float] = []
        self.handles: list[int] = []

    def weigh(self, share: float) -> None:
        """Weigh where the next moment has come."""
        while len(self.megabytes) < POINTS and share * POINTS >= len(self.megabytes) + 1:
            gc.collect()
            pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
            self.megabytes.append(pages * os.sysconf("SC_PAGE_SIZE") / 2**20)
            self.handles.append(len(list(Path("/proc/self/fd").iterdir())))

    @property
    def grown(self) -> float:
        """Megabytes that the least of the last quarter is above that of the one after a tenth.

        The least, because a search holds large buffers for a moment.
        """
        early = self.megabytes[WARM : WARM + POINTS // 4]
        return min(self.megabytes[-POINTS // 4 :]) - min(early)

    @property
    def opened(self) -> int:
        """File handles more at the end than after the first tenth."""
        return self.handles[-1] - self.handles[WARM - 1]

    def curve(self, wide: int = 40) -> str:
        """Return the memory as a line of bars; the lowest is 5 MB below the least."""
        low = min(self.megabytes) - 5
        high = max(*self.megabytes, low + 20)
        step = len(self.megabytes) / wide
        values = [self.megabytes[int(i * step)] for i in range(wide)]
        return "".join(BARS[int((v - low) / (high - low) * (len(BARS) - 1))] for v in values)


def main() -> int:
    """Do every part, print what it weighed, judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hours", type=float, default=8.0, help="of play; 0 leaves a part out")
    parser.add_argument("--readings", type=int, default=1_000_000)
    parser.add_argument("--analyses", type=int, default=100_000)
    parser.add_argument("--screens", type=int, default=60, help="readings of each large screen")
    parser.add_argument("--allow", type=float, default=8.0, help="megabytes of growth")
    parser.add_argument("--plot", type=Path, help="draw the curves into this picture")
    parser.add_argument("--csv", type=Path, help="write what was weighed")
    parser.add_argument("--write", action="store_true", help="put the table into the docs")
    given = parser.parse_args()
    if not Path("/proc/self/statm").exists():
        print("memory can be weighed on Linux only")
        return 0
    weighed: dict[str, Scales] = {}
    lines = ["| part | work | CPU s | MB after a tenth | at the end | handles | memory over time |"]
    lines.append("|---|---|---:|---:|---:|---:|---|")
    print("\n".join(lines), flush=True)
    for name, part, tell in _parts(given):
        scales = weighed[name] = Scales()
        begun = time.process_time()
        for share in part:
            scales.weigh(share)
        lines.append(
            f"| {name} | {tell()} | {time.process_time() - begun:.0f} | "
            f"{scales.megabytes[WARM - 1]:.1f} | {scales.megabytes[-1]:.1f} ({scales.grown:+.1f}) "
            f"| {scales.handles[-1]} ({scales.opened:+d}) | `{scales.curve()}` |"
        )
        print(lines[-1], flush=True)
    if given.csv:
        _write_csv(given.csv, weighed)
    if given.plot:
        _plot(given.plot, weighed)
    if given.write:
        put(ROOT / "docs" / "research" / "robustness.md", "soak", "\n".join(lines))
    flat = all(s.grown <= given.allow and s.opened <= 0 for s in weighed.values())
    print("flat" if flat else "IT GROWS")
    return 0 if flat else 1


def _parts(given: argparse.Namespace) -> Iterator[tuple[str, Part, Callable[[], str]]]:
    """Yield each part with its name and what is to be told of it."""
    if given.hours:
        played = Played(given.hours)
        yield "play", played.part(), played.told
    if given.readings:
        yield "read", _readings(given.readings), lambda: f"{given.readings:,} readings"
    if given.analyses:
        yield "analyse", _analyses(given.analyses), lambda: f"{given.analyses:,} analyses"
    for name, size in SCREENS.items() if given.screens else ():
        told = f"{given.screens} searches of {size[0]} x {size[1]}"
        yield name, _screens(size, given.screens), lambda told=told: told


class Played:
    """Games one after the other until the pretended hours are over."""

    def __init__(self, hours: float) -> None:
        self._seconds = hours * 3600
        self._clock = JumpingClock()
        self._games = self._won = self._stopped = 0

    def part(self) -> Part:
        """Play a row of games at a time, on boards of three sizes."""
        sizes = cycle([(9, 9, 10)] * 8 + [(16, 16, 40), (16, 30, 99)])
        for seed, (rows, cols, mines) in enumerate(sizes):
            game = ClientSettings(rows=rows, cols=cols, mines=mines, cell_px=24, seed=seed * 100)
            screen = InProcessScreen(game, clock=self._clock, delay=0.1)
            settings = PlaySettings(games=10, countdown=0.0, poll=0.25, seed=seed)
            player = Player(screen, screen, self._clock, StopAfter(), settings, observe=self._note)
            self._stopped += player.run().stopped
            yield min(1.0, self._clock.now() / self._seconds)
            if self._clock.now() >= self._seconds:
                return

    def _note(self, event: Event) -> None:
        if isinstance(event, GameEnded):
            self._games += 1
            self._won += event.phase.value == "won"

    def told(self) -> str:
        """Return what was played."""
        hours = self._clock.now() / 3600
        stopped = f", {self._stopped} STOPPED" if self._stopped else ""
        return f"{hours:.1f} hours, {self._games:,} games, {self._won:,} won{stopped}"


def _readings(count: int) -> Part:
    screen = InProcessScreen(ClientSettings(rows=16, cols=30, mines=99, cell_px=24, seed=5))
    frames = list(_game_frames(screen))
    at = 0
    tracker: IncrementalReader | None = None
    for number in range(count):
        if number % 100 == 99:
            at = (at + 1) % len(frames)
        frame = frames[at]
        if tracker is None or number % 1000 == 999:
            reading = read(frame, thorough=False)[0]
            tracker = IncrementalReader(frame, reading)
        elif tracker.update(frame) is None:
            tracker = None
        yield (number + 1) / count


def _game_frames(screen: InProcessScreen) -> Iterator[Frame]:
    """Yield pictures of a game that goes on."""
    game = screen.game
    game.open((8, 15))
    yield screen.grab()
    assert game.layout is not None
    order = [i for i in range(len(game.board.cells)) if i not in game.layout.mines]
    Random(3).shuffle(order)
    for i in order[:40]:
        game.open(divmod(i, game.board.cols))
        yield screen.grab()


def _analyses(count: int) -> Part:
    path = ROOT / "fixtures" / "boards" / "positions-200.jsonl.gz"
    boards: list[Board] = []
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        position = json.loads(line)
        rows, cols, cells = cells_from_rows(list(position["board"]))
        boards.append(Board(rows, cols, cells, position["mines"]))
    for number, board in enumerate(islice(cycle(boards), count)):
        analyze(board)
        yield (number + 1) / count


def _screens(size: tuple[int, int], count: int) -> Part:
    """Search a whole large screen again and again; the board is somewhere else each time."""
    wide, tall = size
    random = Random(7)
    background = render_desktop(wide, tall, 1.0)
    screen = InProcessScreen(ClientSettings(rows=16, cols=30, mines=99, cell_px=24, seed=5))
    frames = [frame.pixels for frame in islice(_game_frames(screen), 10)]
    for number in range(count):
        shot = background.copy()
        game = frames[number % len(frames)]
        y, x = random.randrange(tall - game.shape[0]), random.randrange(wide - game.shape[1])
        shot[y : y + game.shape[0], x : x + game.shape[1]] = game
        if not any(reading.board.rows == 16 for reading in read(shot, thorough=False)):
            sys.exit(f"The board at {x},{y} of a {wide} x {tall} screen was not found.")
        yield (number + 1) / count


def _write_csv(path: Path, weighed: dict[str, Scales]) -> None:
    rows = ["part,percent,megabytes,handles"]
    for name, scales in weighed.items():
        for i, (mass, handles) in enumerate(zip(scales.megabytes, scales.handles, strict=True)):
            rows.append(f"{name},{i + 1},{mass:.2f},{handles}")
    path.write_text("\n".join(rows) + "\n", "utf-8")


def _plot(path: Path, weighed: dict[str, Scales]) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    for name, scales in weighed.items():
        axes.plot(range(1, len(scales.megabytes) + 1), scales.megabytes, label=name)
    axes.set(xlabel="percent of the work", ylabel="resident memory, MB", ylim=(0, None))
    axes.legend()
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    sys.exit(main())
