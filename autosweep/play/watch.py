"""The eyes of the loop: find the board once, then look at its region only, until the picture rests.

Never a fixed sleep: a look is taken when two grabs in a row are equal, or, where something keeps
moving, when the board reads the same several times. A board that is no longer where it was is
located again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from autosweep.errors import Interrupted, NoBoardFound
from autosweep.geometry import Rect, ScreenPoint
from autosweep.play.plan import parking_place
from autosweep.seams import Clock, Frame, FrameSource, Pixels, StopSignal
from autosweep.settings import PlaySettings
from autosweep.vision import read as vision
from autosweep.vision.reading import Reading
from autosweep.vision.track import Tracker

_RESTLESS = 0.4
"""Seconds of movement after which equal readings count too, not equal pictures alone."""
_EQUAL_READINGS = 4
"""Readings in a row that count as rest where the picture never stops moving."""


@dataclass(frozen=True, slots=True)
class Look:
    """A settled view of the board."""

    frame: Frame
    reading: Reading
    """Its grid is in pixels of `frame`."""

    @property
    def middle(self) -> ScreenPoint:
        """The middle of the board on the screen."""
        grid = self.reading.grid
        return self.frame.mapping.to_screen(grid.center((grid.rows // 2, grid.cols // 2)))

    def park(self, window: Rect | None) -> ScreenPoint:
        """Return where the pointer hovers no cell, inside the game's window if it can be."""
        return parking_place(self.reading.grid, self.frame.mapping, window)


class Watcher:
    """Looks at one board."""

    def __init__(  # noqa: PLR0913 - the seams are named one by one
        self,
        source: FrameSource,
        clock: Clock,
        stop: StopSignal,
        settings: PlaySettings,
        region: Rect | None = None,
        *,
        on_trouble: Callable[[], None] = lambda: None,
    ) -> None:
        """Watch what `region` of the screen shows (points; None for the whole screen).

        `on_trouble` is called whenever the board cannot be seen, for what may help: a dialog may
        lie over it.
        """
        self._on_trouble = on_trouble
        self._source = source
        self._clock = clock
        self._stop = stop
        self._settings = settings
        self._where = region
        self._region: Rect | None = None
        self._tracker: Tracker | None = None
        self._unclear: Reading | None = None

    def find(self) -> tuple[Look, int]:
        """Locate the board; return the look at it and how many others were seen.

        Waits up to the patience for one to appear. Raises NoBoardFound.
        """
        until = self._clock.now() + self._settings.patience
        while True:
            frame = self._source.grab(self._where)
            readings = vision.read(frame, thorough=False)
            if readings:
                return self._keep(frame, readings[0]), len(readings) - 1
            if self._clock.now() >= until:
                place = "on the screen" if self._where is None else "in the given region"
                msg = f"No Minesweeper board is visible {place}."
                raise NoBoardFound(msg, remedy="Bring the whole board into view and try again.")
            self._on_trouble()
            self.pause()

    def look(self) -> Look:
        """Return the board once it rests; locates it again where it has moved.

        Raises NoBoardFound where it is gone, Interrupted where the user wants to stop.
        """
        if self._region is None or self._tracker is None:
            return self.find()[0]
        begun = self._clock.now()
        frame = self._source.grab(self._region)
        seen: list[bytes] = []
        while True:
            self.pause()
            again = self._source.grab(self._region)
            rests = _same(frame.pixels, again.pixels)
            frame = again
            late = self._clock.now() >= begun + self._settings.patience
            if not rests and not late and self._clock.now() < begun + _RESTLESS:
                continue
            reading = self._tracker.update(frame)
            if reading is None and (rests or late):
                return self.find()[0]
            if reading is not None:
                seen = [*seen, reading.board.cells][-_EQUAL_READINGS:]
                steady = len(seen) == _EQUAL_READINGS and len(set(seen)) == 1
                if rests or steady or late:
                    return Look(frame, self._clearer(frame, reading))

    def forget(self) -> None:
        """Locate the board anew at the next look."""
        self._region = None

    def pause(self) -> None:
        """Let one polling interval pass; raises Interrupted where the user wants to stop."""
        why = self._stop.reason()
        if why is not None:
            raise Interrupted(why)
        self._clock.sleep(self._settings.poll)

    def wait(self, until_true: Callable[[Look], bool], seconds: float) -> Look:
        """Look until a condition holds or the time is over; return the last look."""
        until = self._clock.now() + seconds
        while True:
            look = self.look()
            if until_true(look) or self._clock.now() >= until:
                return look

    def _keep(self, frame: Frame, reading: Reading) -> Look:
        """Narrow the view to the board and a margin that shows its border."""
        margin = round(min(reading.grid.cell_size))
        box = frame.rect.intersect(reading.grid.bbox.grown(margin))
        self._region = frame.mapping.rect_to_screen(box)
        mapping = frame.mapping
        # The screen rectangle is whole points, so on a scaled display it may begin a pixel earlier.
        left = round((self._region.x - mapping.origin_x) * mapping.scale_x)
        top = round((self._region.y - mapping.origin_y) * mapping.scale_y)
        part = frame.crop(Rect(left, top, box.right - left, box.bottom - top))
        kept = replace(reading, grid=reading.grid.moved(-left, -top))
        self._tracker = Tracker(part, kept)
        return Look(part, kept)

    def _clearer(self, frame: Frame, reading: Reading) -> Reading:
        """Read a board with unclear cells from scratch; return the better reading."""
        if not reading.doubtful or reading is self._unclear:
            return reading
        best = reading
        for other in vision.read(frame, thorough=False):
            same = (other.grid.rows, other.grid.cols) == (reading.grid.rows, reading.grid.cols)
            if same and len(other.doubtful) < len(best.doubtful):
                best = other
        if best is reading:
            self._unclear = reading
        else:
            self._tracker = Tracker(frame, best)
        return best


def _same(one: Pixels, other: Pixels) -> bool:
    return one.shape == other.shape and bool(np.array_equal(one, other))
