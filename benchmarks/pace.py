"""How long a step of the player takes, against how long the client itself takes.

    python benchmarks/pace.py [--games 6] [--profile FILE] [--new-game KEY]

Plays what is on the display of the environment, as `autosweep play` does. Every other step is only
measured: after its clicks the board is grabbed as fast as can be, without looking at it, until
nothing has changed for a while; the time from the first click to the last changed pixel is the
client's own limit. The other steps are played freely: the time from the clicks of one step to the
clicks of the next is the player's. Both are counted where the next step is certain, so that they
are times of the same kind of step. Prints one JSON object; `benchmarks/real_clients.py` runs this
on each client.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean, median

# As the command does, before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np

from autosweep.geometry import Rect, ScreenPoint
from autosweep.play.events import Acted, Decided, Event, GameEnded
from autosweep.play.loop import Player
from autosweep.screen.capture import ScreenSource
from autosweep.screen.clock import StopRequest, SystemClock
from autosweep.screen.pointer import ScreenPointer
from autosweep.screen.windows import open_desk
from autosweep.seams import Action, Click, Frame
from autosweep.settings import PlaySettings

QUIET = 0.25
"""Seconds without a change after which the picture counts as stable."""
LONGEST = 2.0
"""Seconds after which a picture that never rests is given up."""


class Stopwatch:
    """Source, pointer and observer at once: measures the client in some steps, us in the others."""

    def __init__(self) -> None:
        self._source = ScreenSource()
        self._pointer = ScreenPointer()
        self._region: Rect | None = None
        self._measuring = False
        self._begun: float | None = None
        self._limit: float | None = None
        self._clicks = 0
        self.limits: list[tuple[float, int]] = []
        """Seconds from the first click of a step to the last changed pixel, and clicks."""
        self.steps: list[tuple[float, int]] = []
        """Seconds from the clicks of a step to those of the next, and clicks."""
        self.guesses: list[tuple[float, int]] = []
        """The same where the next move was a guess that had to be searched for."""

    def grab(self, region: Rect | None = None) -> Frame:
        """Grab, and note which part of the screen is watched."""
        self._region = region
        return self._source.grab(region)

    def position(self) -> ScreenPoint | None:
        """Return where the mouse is."""
        return self._pointer.position()

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Do the actions; in a measured step wait until the picture is stable."""
        clicks = sum(isinstance(action, Click) for action in actions)
        if not self._measuring or self._begun is None or not clicks:
            return self._pointer.perform(actions)
        before = self._source.grab(self._region).pixels
        begun = time.monotonic()
        withheld = self._pointer.perform(actions)
        changed: float | None = None
        now = begun
        while now < max(begun + QUIET, (changed or begun) + QUIET) and now < begun + LONGEST:
            pixels = self._source.grab(self._region).pixels
            now = time.monotonic()
            if not np.array_equal(pixels, before):
                before, changed = pixels, now
        if changed is not None:
            self._limit = (self._limit or 0.0) + changed - begun
        return withheld

    def __call__(self, event: Event) -> None:
        """Measure a step from action to action."""
        now = time.monotonic()
        if isinstance(event, Acted) and not event.retry:
            self._close(now, self.steps, self.limits)
            self._measuring = not self._measuring
            self._begun, self._clicks = now, len(event.actions)
        elif isinstance(event, Decided) and event.decision.is_guess:
            # What a guess takes is thought, not waiting; it is told apart.
            self._close(now, self.guesses, None)
        elif isinstance(event, GameEnded):
            self._close(now, None, None)
            # Not the same steps in every game.
            self._measuring = bool(event.game % 2)

    def _close(
        self,
        now: float,
        free: list[tuple[float, int]] | None,
        measured: list[tuple[float, int]] | None,
    ) -> None:
        """Count the step that is over, as the player's or as the client's."""
        if self._begun is not None and not self._measuring and free is not None:
            free.append((now - self._begun, self._clicks))
        if self._limit is not None and measured is not None:
            measured.append((self._limit, self._clicks))
        self._begun = self._limit = None


def main() -> int:
    """Play, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--profile", help="write a profile of the player's own work here")
    parser.add_argument("--new-game", help="as of `autosweep play`")
    options = parser.parse_args()
    watch = Stopwatch()
    settings = replace(
        PlaySettings(), games=options.games, countdown=0.0, patience=15.0, new_game=options.new_game
    )
    player = Player(
        watch, watch, SystemClock(), StopRequest(), settings, observe=watch, desk=open_desk()
    )
    profile = cProfile.Profile()
    if options.profile:
        profile.enable()
    summary = player.run()
    profile.disable()
    if options.profile:
        profile.dump_stats(options.profile)
    figures: dict[str, object] = {
        "games": summary.games,
        "stopped": summary.stopped,
        "why": summary.why,
    }
    for name, steps in (("limit", watch.limits), ("step", watch.steps), ("guess", watch.guesses)):
        seconds = [taken for taken, _ in steps]
        figures[name] = {
            "count": len(steps),
            "clicks": round(mean(clicks for _, clicks in steps), 1) if steps else None,
            "mean": round(mean(seconds), 5) if steps else None,
            "median": round(median(seconds), 5) if steps else None,
        }
    json.dump(figures, sys.stdout)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
