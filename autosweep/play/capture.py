"""Captures frames of one board until one is stable. Every outcome is a value; nobody is called.

Never a fixed sleep: a frame is stable when it stays the same for as long as this client's way to
draw demands (`tracking.settle`); where something never stops moving, equal readings count instead.
A frame whose changed cells are all cached, or that a theme reads with certainty, is read while it
settles. Any other needs a full reading, which may take long: the caller is told first (`Unread`),
because a dialog over the board should be dismissed before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from autosweep.desktop.capture import black_remedy_of, shown_on
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Frame, FrameSource, Scrollable
from autosweep.play.scrolled_board import scroll_to_board
from autosweep.play.waiting import Waiting
from autosweep.tracking.changes import same_pixels
from autosweep.tracking.observation import Observation
from autosweep.tracking.reader import BoardReader
from autosweep.tracking.settle import DrawingPauses, Settling
from autosweep.vision import read as vision
from autosweep.vision.cut_sides import NONE, Sides, more_lines, on_screen
from autosweep.vision.reading import Doubt, Reading, believed_boards

UNSTABLE = 0.4
"""Seconds of change after which equal readings count too, not only equal frames."""
HOVER = 0.15
"""Seconds after which the pointer leaves the board although the clicks do not show yet."""
_SOON = 0.02
_LATER = 0.2
_SHARE = 0.15
"""Back-off while a click is not answered: 15 % of the elapsed time, clamped to [0.02, 0.2] polling
intervals. More captures would slow the client down."""
_BEYOND = 2.5
"""Cells beyond the given region that are captured where a board comes close to its end."""
_SHORTEST = 0.0001
"""Least seconds between two captures."""
_WORTH_READING = 2.0
"""Longest reading before a frame is stable, as a multiple of the wait: a frame that is still being
drawn must be read again."""


@dataclass(frozen=True, slots=True)
class Stable:
    """A stable frame was read."""

    observation: Observation


@dataclass(frozen=True, slots=True)
class Early:
    """A frame was read with certainty that is not known to be stable yet."""

    observation: Observation
    settling: Settling


@dataclass(frozen=True, slots=True)
class Unread:
    """A frame that only a full reading can tell, which takes long."""

    settling: Settling


@dataclass(frozen=True, slots=True)
class Changing:
    """A frame was read while it kept changing; one reading is not enough."""

    settling: Settling


@dataclass(frozen=True, slots=True)
class NotVisible:
    """No board is where it was, or none anywhere."""

    frame: Frame
    settling: Settling | None = None
    doubt: Doubt | None = None
    """Why something that may be a board is not taken for one; None where there is nothing."""


class BoardCapture:
    """Captures the region of one board."""

    def __init__(
        self,
        source: FrameSource,
        waiting: Waiting,
        *,
        patience: float,
        region: Rect | None = None,
    ) -> None:
        """Capture from `region` of the screen (points; None for the whole screen).

        `patience` is for how many seconds at most a frame may go on changing.
        """
        self._source = source
        self._waiting = waiting
        self._patience = patience
        self._given_region = region
        self._region: Rect | None = None
        self._before_clicks: Observation | None = None
        self._captured_at = 0.0
        self._searched = Frame(np.zeros((1, 1, 3), np.uint8))
        self._reading_takes = 0.0
        self._drawn: list[float] = []
        self._pauses = DrawingPauses()
        self.reader = BoardReader()

    @property
    def whole_screen(self) -> bool:
        """Whether boards are searched for on the whole screen."""
        return self._given_region is None

    @property
    def _pointed_at(self) -> bool:
        """Whether the user pointed at where the board is: at a part of the screen, or at a page."""
        return not self.whole_screen or isinstance(self._source, Scrollable)

    @property
    def searched_place(self) -> str:
        """Where boards are searched for, in words."""
        return shown_on(self._source) if self.whole_screen else "in the given region"

    @property
    def black_remedy(self) -> str:
        """What to do where everything is black there."""
        return black_remedy_of(self._source)

    # ------------------------------------------------------------------ locating

    def locate(
        self,
        *,
        thorough: bool,
        may_be_cut: bool,
        names_game: Callable[[Rect], bool] | None = None,
    ) -> list[Reading] | NotVisible:
        """Search once for boards; return their readings, the best first. See `take`.

        `names_game` says whether the window at a place of the screen is called like the game: a
        sign beside those that the frame shows.
        """
        frame = self._source.grab(self._given_region)
        found = vision.read(frame, thorough=thorough, may_be_cut=may_be_cut)
        known = [self._known(frame, reading, names_game) for reading in found]
        boards = believed_boards(known, pointed_at=self._pointed_at)
        if not boards and thorough and [each.doubt for each in known] == [Doubt.PLAIN]:
            # The user says that there is a game, and nothing else can be it.
            boards = [known[0].believed()]
        if not boards:
            return NotVisible(frame, doubt=found[0].doubt if found else None)
        self._searched = frame
        return boards

    def scroll_to_board(self) -> bool:
        """Bring a board into view that is out of it; return True if one was."""
        return self.whole_screen and scroll_to_board(self._source)

    def _known(
        self, frame: Frame, reading: Reading, names_game: Callable[[Rect], bool] | None
    ) -> Reading:
        """Return a reading, believed where the board that is played was before.

        And where only a sign of Minesweeper is missing, in a window that is called like it.
        """
        if reading.doubt is None:
            return reading
        here = frame.mapping.rect_to_screen(reading.grid.bbox)
        if reading.doubt is not Doubt.UNREADABLE and names_game is not None and names_game(here):
            return reading.believed()
        if self._region is None:
            return reading
        shared = here.intersect(self._region).area
        return reading.believed() if shared >= here.area / 2 else reading

    def board_in(self, frame: Frame) -> Reading | None:
        """Return the best board in a frame of the game's window; None if there is none."""
        for thorough in (False, True):
            found = vision.read(frame, thorough=thorough, may_be_cut=False)
            boards = believed_boards(found, pointed_at=True)
            if boards:
                return boards[0]
        return None

    def searched(self, frame: Frame) -> None:
        """Take note of the frame in which the board was located; see `narrow`."""
        self._searched = frame

    def margin_rects(self, readings: list[Reading]) -> tuple[Rect, ...]:
        """Return where located boards are on the screen, with a margin of a cell."""
        frame = self._searched
        return tuple(frame.mapping.rect_to_screen(_with_margin(frame, each)) for each in readings)

    def narrow(self, reading: Reading) -> Observation:
        """Capture only the region of a located board from now on; return it cropped to that."""
        frame, mapping = self._searched, self._searched.mapping
        reading = self.reader.locate(frame, reading)
        margin = _whole_points(frame, _with_margin(frame, reading))
        self._region = region = mapping.rect_to_screen(margin)
        # At some scales no pixel near it begins a point: then a grab begins a pixel earlier.
        cut = frame.rect.intersect(mapping.pixels_of(region))
        part, grid = frame.crop(cut), reading.grid.moved(-cut.x, -cut.y)
        if (mapping.scale_x, mapping.scale_y) != (1, 1):
            # A frame of several monitors is as fine as the finest; the board's may be coarser.
            alone = self._source.grab(region)
            there = part.mapping.grid_in(alone.mapping, grid)
            if alone.pixels.shape != part.pixels.shape and (
                again := vision.reread(alone, replace(reading, grid=there))
            ):
                return Observation(alone, again)
        return Observation(part, replace(reading, grid=grid))

    def start(self, located: Observation, cut: Sides) -> Observation:
        """Read a located board from now on; `cut` are the sides on which it may go on."""
        self._captured_at = self._waiting.now()
        return self.reader.start(located.frame, located.reading, cut)

    def beyond_region(self, located: Observation) -> Sides:
        """Return the sides on which the given region ends inside the board.

        Where a board comes close to the end of the region, more of the screen is captured: to know
        whether it goes on, not to click there.
        """
        if self._given_region is None:
            return NONE
        board, cell = on_screen(located.reading.grid, located.frame.mapping)
        pitch = min(cell)
        needed = board.grown(round(pitch))
        if self._given_region.intersect(needed) == needed:
            return NONE
        larger = self._source.grab(self._given_region.grown(round(_BEYOND * pitch)))
        for other in vision.read(larger, thorough=False, may_be_cut=False):
            seen = larger.mapping.rect_to_screen(other.grid.bbox)
            if seen.intersect(board).area >= board.area / 2:
                return more_lines(board, seen, pitch)
        return NONE

    # ------------------------------------------------------------------ stable frames

    def begin(self, *, quick: bool = False) -> Settling:
        """Capture the first frame of a wait for a stable one.

        With `quick` frames are read while they settle.
        """
        settling = Settling(self._source.grab(self._region), self._waiting.now(), quick=quick)
        last = self.reader.last
        if quick and last is not None:
            settling.begins_changed = not same_pixels(settling.frame.pixels, last.frame.pixels)
            # What the frame shows is found out while it has to settle.
            settling.cached = self.reader.cached(settling.frame)
        return settling

    def settle(self, settling: Settling, seconds: float | None = None) -> Stable | Early | Unread:
        """Capture until a frame is stable, or is read early and that was not told yet.

        `seconds` is how long the frame must stay the same; None for as long as this client needs.
        """
        poll = self._waiting.poll
        gap = self._pauses.needed_cached(poll) if settling.quick else poll
        while True:
            wanted = gap if settling.cached is not None else self._needed(settling, seconds)
            rest = max(0.0, wanted - (self._waiting.now() - settling.changed))
            self._waiting.pause(min(gap, max(_SHORTEST, rest)))
            equal = settling.add(self._source.grab(self._region), self._waiting.now())
            if equal and settling.cached is not None:
                return Stable(self._observe(settling.frame, settling.cached, from_cache=True))
            if settling.quick and not equal:
                settling.cached = self.reader.cached(settling.frame)
            elif settling.quick and not settling.attempted:
                self._attempt(settling, self._needed(settling, seconds))
                if settling.attempt is not None:
                    early = Observation(settling.frame, settling.attempt.reading)
                    return Early(early, settling)
            settling.stable = settling.unchanged >= self._needed(settling, seconds)
            settling.late = settling.elapsed >= self._patience
            if not (settling.stable or settling.late or settling.elapsed >= UNSTABLE):
                continue
            if settling.attempt is None:
                return Unread(settling)
            accepted = self._observed(settling, settling.attempt.reading)
            if isinstance(accepted, Stable):
                self.reader.accept(settling.attempt)
                return accepted

    def read(self, settling: Settling, *, search: bool = True) -> Stable | Changing | NotVisible:
        """Read the last frame of a wait in full.

        Without `search` what is uncertain is not read from scratch: something is known to lie over
        it.
        """
        with self._timed_reading():
            reading = self.reader.update(settling.frame, search=search)
        if reading is None:
            return NotVisible(settling.frame, settling)
        return self._observed(settling, reading)

    def _observed(self, settling: Settling, reading: Reading) -> Stable | Changing:
        """Return the reading of a frame as an observation, if it is stable enough."""
        equal = settling.add_reading(reading)
        if not (equal or settling.stable or settling.late):
            return Changing(settling)
        self._drawn = settling.changes if settling.is_answer else []
        return Stable(self._observe(settling.frame, reading, unstable=not settling.stable))

    def _needed(self, settling: Settling, seconds: float | None) -> float:
        """Return for how long a frame must stay the same, by what is known of it by now."""
        if seconds is not None:
            return seconds
        return self._pauses.needed(self._waiting.poll, certain=settling.attempt is not None)

    def _attempt(self, settling: Settling, needed: float) -> None:
        """Read a frame that is not stable yet, where that takes about as long as the wait."""
        settling.attempted = True
        if self._reading_takes <= _WORTH_READING * needed:
            with self._timed_reading():
                settling.attempt = self.reader.attempt(settling.frame)

    @contextmanager
    def _timed_reading(self) -> Iterator[None]:
        begun = self._waiting.now()
        yield
        self._reading_takes = self._waiting.now() - begun

    def _observe(
        self,
        frame: Frame,
        reading: Reading,
        *,
        from_cache: bool = False,
        unstable: bool = False,
        provisional: bool = False,
    ) -> Observation:
        self._captured_at = self._waiting.now()
        return self.reader.observe(
            frame, reading, from_cache=from_cache, unstable=unstable, provisional=provisional
        )

    # ------------------------------------------------------------------ after clicks

    def clicks_sent(self) -> None:
        """Take note that the frames from now on answer clicks."""
        # What a client draws when a game is over is no answer to a move.
        self._pauses.add(self._drawn)
        self._drawn = []
        self._before_clicks = self.reader.last

    def await_change(self, cell: Cell, begun: float) -> None:
        """Wait until a cell has other pixels than at the last observation, but not for long.

        Capturing one cell is quick, and does not slow the client down.
        """
        last = self.reader.last
        if last is None:
            return
        part = last.frame.crop(_whole_points(last.frame, last.reading.grid.cell_rect(cell)))
        place = part.mapping.rect_to_screen(part.rect)
        while same_pixels(self._source.grab(place).pixels, part.pixels):
            if self._waiting.now() >= begun + HOVER:
                return
            self.back_off(begun)

    def back_off(self, begun: float) -> None:
        """Pause, the shorter the less was waited since a moment."""
        waited, poll = self._waiting.now() - begun, self._waiting.poll
        self._waiting.pause(min(max(_SOON * poll, _SHARE * waited), _LATER * poll))

    def provisional(self) -> Observation | None:
        """Return what a single frame shows if all of it is cached, else None."""
        frame = self._source.grab(self._region)
        known = self.reader.cached(frame)
        if known is None:
            return None
        return self._observe(frame, known, from_cache=True, provisional=True)

    def confirm(self, observation: Observation) -> Observation | None:
        """Return a provisional observation as a stable one; None if its frame has changed since."""
        if not observation.provisional:
            return observation
        needed = self._pauses.needed_cached(self._waiting.poll)
        self._waiting.pause_until(self._captured_at, needed)
        # The rest of it was stable before the clicks.
        frame = observation.frame
        part = frame.crop(_whole_points(frame, observation.changed_rect(self._before_clicks)))
        place = part.mapping.rect_to_screen(part.rect)
        if (place.w, place.h) != (part.rect.w, part.rect.h):
            # Where a point has several pixels, a part may not begin at whole points.
            part = frame
            place = part.mapping.rect_to_screen(part.rect)
        stable = same_pixels(self._source.grab(place).pixels, part.pixels)
        self._pauses.add_cached(stable=stable)
        return replace(observation, provisional=False) if stable else None

    def grab_again(self, before: Observation) -> Frame:
        """Return what is now at the place of an earlier observation, stable or not."""
        frame = before.frame
        return self._source.grab(frame.mapping.rect_to_screen(frame.rect))

    def grab(self, rect: Rect) -> Frame:
        """Return what is now at some place of the screen, in points."""
        return self._source.grab(rect)


def _with_margin(frame: Frame, reading: Reading) -> Rect:
    """Return the board in a frame with a cell's width round it."""
    margin = round(min(reading.grid.cell_size))
    return frame.rect.intersect(reading.grid.bbox.grown(margin))


def _whole_points(frame: Frame, rect: Rect) -> Rect:
    """Return the part of a frame round another that the screen can be asked for, if there is one.

    On a scaled monitor not every pixel begins a point.
    """
    return frame.rect.intersect(frame.mapping.whole_points(rect))
