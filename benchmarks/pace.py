"""How long a step of the player takes, against how long the client itself takes.

    python benchmarks/pace.py [--games 6] [--profile FILE] [--new-game KEY]

Plays what is on the display of the environment, as `autosweep play` does. A step lasts from its
clicks to the clicks of the next. A witness of its own notes when pixels of the board change
(`benchmarks/changes.py`): the time from the clicks to the last change before the next clicks is the
client's own limit in that very step. Steps whose next move is a guess are told apart: what those
take is thought. Prints one JSON object; `benchmarks/real_clients.py` runs this on each client.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import subprocess
import sys
import time
from bisect import bisect_right
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

# As the command does, before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from autosweep.desktop.clock import StopRequest, SystemClock
from autosweep.desktop.open import Desktop, open_desktop
from autosweep.desktop.pointing import open_pointer
from autosweep.play.events import Acted, BoardFound, Decided, Event, GameEnded
from autosweep.play.player import Player
from autosweep.settings import PlaySettings

WITNESS = Path(__file__).with_name("changes.py")


@dataclass(frozen=True)
class Step:
    """From the clicks of a step to those of the next, by the system's monotonic clock."""

    begun: float
    ended: float
    clicks: int
    guess: bool
    """Whether the next move was a guess that had to be searched for."""


class Stopwatch:
    """Notes the steps of a player and lets a witness note when the board changes."""

    def __init__(self) -> None:
        self._witness = subprocess.Popen(
            [sys.executable, str(WITNESS), os.environ["DISPLAY"]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._witness.stdout is not None
        # The X library has its own words about an empty authority file.
        while self._witness.stdout.readline() != "ready\n":
            assert self._witness.poll() is None
        self._watches = False
        self._begun: float | None = None
        self._clicks = 0
        self.steps: list[Step] = []

    def __call__(self, event: Event) -> None:
        """Take note of a step from action to action."""
        now = time.monotonic()
        if isinstance(event, BoardFound) and not self._watches:
            board = event.frame.mapping.rect_to_screen(event.reading.grid.bbox)
            assert self._witness.stdin is not None
            print(board.x, board.y, board.w, board.h, file=self._witness.stdin, flush=True)
            self._watches = True
        elif isinstance(event, Acted) and not event.retry:
            self._close(now)
            self._begun, self._clicks = now, len(event.actions)
        elif isinstance(event, Decided) and event.decision.is_guess:
            self._close(now, guess=True)
        elif isinstance(event, GameEnded):
            self._begun = None

    def changes(self) -> list[float]:
        """End the witness and return when it saw the board change."""
        out, _ = self._witness.communicate()
        found: list[float] = json.loads(out or "[]")
        return found

    def _close(self, now: float, *, guess: bool = False) -> None:
        if self._begun is not None:
            self.steps.append(Step(self._begun, now, self._clicks, guess))
        self._begun = None


def limit_of(step: Step, changes: list[float]) -> float | None:
    """Return the seconds from the clicks of a step to the last change in it, None without one."""
    after = bisect_right(changes, step.ended)
    if not after or changes[after - 1] <= step.begun:
        return None
    return changes[after - 1] - step.begun


def summary_of(steps: list[Step], changes: list[float]) -> dict[str, object]:
    """Return the figures of some steps, in seconds."""
    pairs = [
        (limit, step.ended - step.begun)
        for step in steps
        if (limit := limit_of(step, changes)) is not None
    ]
    if not pairs:
        return {"count": 0}
    limits, taken = zip(*pairs, strict=True)
    return {
        "count": len(pairs),
        "without_change": len(steps) - len(pairs),
        "clicks": round(sum(step.clicks for step in steps) / len(steps), 1),
        "limit": round(median(limits), 5),
        "step": round(median(taken), 5),
        "ratio": round(median(step / limit for limit, step in pairs), 3),
        "ratio_of_all": round(sum(taken) / sum(limits), 3),
    }


def main() -> int:
    """Play, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--profile", help="write a profile of the player's own work here")
    parser.add_argument("--new-game", default="auto", help="as of `autosweep play`")
    options = parser.parse_args()
    watch = Stopwatch()
    settings = replace(
        PlaySettings(), games=options.games, countdown=0.0, patience=15.0, new_game=options.new_game
    )
    with open_desktop(open_pointer) as desktop:
        return _measure(options, settings, watch, desktop)


def _measure(
    options: argparse.Namespace, settings: PlaySettings, watch: Stopwatch, desktop: Desktop
) -> int:
    """Play on a desktop and print the figures."""
    player = Player(
        desktop.source,
        desktop.pointer,
        SystemClock(),
        StopRequest(),
        settings,
        observe=watch,
        windows=desktop.windows,
    )
    profile = cProfile.Profile()
    if options.profile:
        profile.enable()
    summary = player.run()
    profile.disable()
    if options.profile:
        profile.dump_stats(options.profile)
    changes = watch.changes()
    json.dump(
        {
            "games": summary.games,
            "stopped": summary.stopped,
            "why": summary.why,
            "certain": summary_of([step for step in watch.steps if not step.guess], changes),
            "guess": summary_of([step for step in watch.steps if step.guess], changes),
        },
        sys.stdout,
    )
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
