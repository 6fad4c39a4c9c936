"""The eyes of the loop: find the board once, then look at its region only, until the picture rests.

Never a fixed sleep: a look is taken when two grabs in a row are equal, or, where something keeps
moving, when the board reads the same several times. A board that is no longer where it was is
located again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from autosweep.desktop.capture import BLACK_REMEDY
from autosweep.errors import Interrupted, NoBoardFound
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Clock, Frame, FrameSource, StopSignal
from autosweep.settings import PlaySettings
from autosweep.tracking.changes import same_pixels
from autosweep.tracking.observation import Observation
from autosweep.tracking.reader import BoardReader
from autosweep.tracking.settle import DrawingPauses, Settling
from autosweep.vision import read as vision
from autosweep.vision.cut_sides import NONE, Sides, either, more_lines, on_screen
from autosweep.vision.reading import Reading

_RESTLESS = 0.4
"""Seconds of movement after which equal readings count too, not equal pictures alone."""
_SOON = 0.02
_LATER = 0.2
_SHARE = 0.15
"""The time between two looks while a click is not answered yet: this share of how long it has been
waited for, at least and at most so many polling intervals. More looks would slow the client."""
_BEYOND = 2.5
"""Cells beyond the given region that are looked at where a board comes close to its end."""
_BLINK = 0.0001
"""Seconds between two looks at least."""
_WORTH = 2.0
"""A picture is read before it has rested where the last one took at most so many times the rest:
what is still being drawn must be read again."""
_HOVER = 0.15
"""Seconds after which the pointer leaves the board though the clicks do not show yet."""
_TROUBLE = 0.1
"""Seconds between two attempts to put away what may hide the answer to a click."""


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
        on_trouble: Callable[[], bool] | None = None,
        cut_sides: Callable[[Observation], Sides] | None = None,
    ) -> None:
        """Watch what `region` of the screen shows (points; None for the whole screen).

        `cut_sides` is asked of each board that was located where it may go on unseen; without it
        the end of the frame decides.

        `on_trouble` is called whenever the board cannot be seen, for what may help: a dialog may
        lie over it. It returns True if one does.
        """
        self._on_trouble = on_trouble
        self._cut_sides = cut_sides
        self._source = source
        self._clock = clock
        self._stop = stop
        self._settings = settings
        self._where = region
        self._region: Rect | None = None
        self._before: Observation | None = None
        self._seen_at = 0.0
        self._reading_takes = 0.0
        self._drawn: list[float] = []
        self._drawing = DrawingPauses()
        self._reader = BoardReader()
        self._helped_at = 0.0
        self._dialog = False

    def find(self) -> tuple[Observation, tuple[Rect, ...]]:
        """Locate the board; return the look at it and where others are, in points.

        Waits up to the patience for one to appear. Raises NoBoardFound.
        """
        until = self._clock.now() + self._settings.patience
        whole = self._where is None
        thorough = False
        while True:
            frame = self._source.grab(self._where)
            readings = vision.read(
                frame, thorough=thorough, may_be_cut=self._cut_sides is None and whole
            )
            if readings:
                return self._keep(frame, readings[0]), tuple(
                    frame.mapping.rect_to_screen(_with_margin(frame, other))
                    for other in readings[1:]
                )
            if self._clock.now() >= until:
                raise _not_found(frame, "on the screen" if whole else "in the given region")
            # Most boards are found at a glance; one that is not deserves a better look.
            thorough = bool(frame.pixels.any()) and not thorough
            self._help()
            self.pause()

    def look(
        self,
        rest: float | None = None,
        *,
        quick: bool = False,
        at_once: Callable[[Observation], None] | None = None,
    ) -> Observation:
        """Return the board once it rests; locates it again where it has moved.

        `rest` is how long the picture must have stayed the same. With `quick` a part of a polling
        interval is enough where every changed cell looks exactly as one that was seen before: that
        is no cell half drawn; other pictures are read while they have to rest, and `at_once` is
        told what was read, before it is known to last.
        Raises NoBoardFound where the board is gone, Interrupted where the user wants to stop.
        """
        last = self._reader.last
        if last is None:
            return self.find()[0]
        poll = self._settings.poll
        view = Settling(self._source.grab(self._region), self._clock.now())
        view.is_answer = at_once is not None
        view.begins_changed = quick and not same_pixels(view.frame.pixels, last.frame.pixels)
        # What the picture shows is found out while it has to rest.
        known = self._by_sight(view.frame) if quick else None
        gap = self._drawing.needed_cached(poll) if quick else poll
        while True:
            wanted = self._needed(view, rest) if known is None else gap
            self.pause(min(gap, max(_BLINK, self._rest_of(wanted, since=view.changed))))
            equal = view.add(self._source.grab(self._region), self._clock.now())
            if equal and known is not None:
                return self._saw(view.frame, known, by_sight=True)
            if quick and not equal:
                known = self._by_sight(view.frame)
            elif quick and not view.attempted:
                self._attempt(view, self._needed(view, rest), at_once)
            look = self._settled(view, self._needed(view, rest))
            if look is not None:
                return look

    def _needed(self, view: Settling, rest: float | None) -> float:
        """Return for how long a picture must stay the same, by what is known of it by now."""
        if rest is not None:
            return rest
        return self._drawing.needed(self._settings.poll, certain=view.attempt is not None)

    def _attempt(
        self, view: Settling, rest: float, at_once: Callable[[Observation], None] | None
    ) -> None:
        """Read a picture that has yet to rest, where that takes about as long."""
        view.attempted = True
        if self._reading_takes > _WORTH * rest:
            return
        with self._timed_reading():
            view.attempt = self._reader.attempt(view.frame)
        if view.attempt is not None and at_once is not None:
            at_once(Observation(view.frame, view.attempt.reading))

    def _settled(self, view: Settling, rest: float) -> Observation | None:
        """Return what a picture shows that has come to rest, None where it has not."""
        rests = view.now - view.changed >= rest
        late = view.now >= view.begun + self._settings.patience
        if not rests and not late and view.now < view.begun + _RESTLESS:
            return None
        if view.attempt is None and not late and self._dialog_shown(view):
            return None
        reading = self._read(view)
        if reading is not None:
            if not view.add_reading(reading) and not rests and not late:
                return None
            self._drawn = view.changes if view.is_answer else []
            return self._saw(view.frame, reading, restless=not rests)
        if late or (rests and (view.helped or self._on_trouble is None)):
            return self.find()[0]
        if rests:
            # Under a dialog the board is where it was; to search the screen for it takes long.
            self._help()
            view.helped, view.changed = True, self._clock.now()
        return None

    def _read(self, view: Settling) -> Reading | None:
        """Return what a picture shows, None where the board is not there."""
        if view.attempt is not None:
            return self._reader.accept(view.attempt)
        if self._reader.last is None:
            return None
        with self._timed_reading():
            return self._reader.update(view.frame)

    @contextmanager
    def _timed_reading(self) -> Iterator[None]:
        begun = self._clock.now()
        yield
        self._reading_takes = self._clock.now() - begun

    def _by_sight(self, frame: Frame) -> Reading | None:
        return self._reader.cached(frame)

    def _dialog_shown(self, view: Settling) -> bool:
        """Put away a dialog before a frame is read: reading what it covers takes seconds."""
        if self._dialog and view.now < self._helped_at + _TROUBLE:
            return True
        before = self._dialog
        self._helped_at, self._dialog = self._clock.now(), self._help()
        if before or self._dialog:
            # The frame was captured while the dialog was there.
            view.changed = self._clock.now()
            return True
        return False

    def _help(self) -> bool:
        return self._on_trouble is not None and self._on_trouble()

    def _rest_of(self, seconds: float, since: float) -> float:
        return max(0.0, seconds - (self._clock.now() - since))

    def glance(self, before: Observation) -> Frame:
        """Return what is now at the place of an earlier look, rested or not."""
        frame = before.frame
        return self._source.grab(frame.mapping.rect_to_screen(frame.rect))

    def _saw(
        self,
        frame: Frame,
        reading: Reading,
        *,
        by_sight: bool = False,
        restless: bool = False,
        provisional: bool = False,
    ) -> Observation:
        self._seen_at = self._clock.now()
        return self._reader.observe(
            frame, reading, from_cache=by_sight, unstable=restless, provisional=provisional
        )

    def answer(
        self,
        answered: Callable[[Observation], bool],
        seconds: float,
        leave: Callable[[], None],
        last: Cell,
    ) -> Observation:
        """Look after clicks until they show, or the time is over; return the last look.

        The time begins anew whenever something shows, for no longer than the patience lasts.
        `leave` takes the pointer off the board where a cell under it may look different: not
        before the clicks show, because a client may look where the pointer is when it handles a
        release. Where all cells are known by sight there is no need to; the first picture that
        shows the answer is then returned as provisional, so that what follows from it can be found
        out while it has to rest. Until the `last` cell that was clicked changes, nothing else is
        looked at.
        """
        # What a client draws when a game is over is no answer to a move.
        self._drawing.add(self._drawn)
        self._drawn = []
        self._before = self._reader.last
        begun = helped = self._clock.now()
        until = begun + seconds
        shown: bytes | None = None
        left = False
        self._await_change(last, begun)
        while (sight := self._at_first_sight()) is not None and self._clock.now() < begun + _HOVER:
            if answered(sight):
                return sight
            self._pause_briefly(begun)

        def leave_at_once(seen: Observation) -> None:
            nonlocal left
            if answered(seen):
                leave()
                left = True

        while True:
            look = self.look(quick=True, at_once=None if left else leave_at_once)
            now = self._clock.now()
            done = answered(look)
            if shown is not None and look.reading.board.cells != shown:
                until = min(now, begun + self._settings.patience) + seconds
            shown = look.reading.board.cells
            if (done and (left or look.from_cache)) or (left and now >= until):
                return look
            if not left and (done or now >= begun + _HOVER):
                leave()
                left = True
            elif not done and now >= helped + _TROUBLE:
                # The answer may be a dialog.
                self._help()
                helped = now

    def _await_change(self, cell: Cell, begun: float) -> None:
        """Wait until a cell has other pixels than at the last look, but not for long."""
        last = self._reader.last
        if last is None:
            return
        seen = last.frame.crop(last.reading.grid.cell_rect(cell))
        place = seen.mapping.rect_to_screen(seen.rect)
        while same_pixels(self._source.grab(place).pixels, seen.pixels):
            if self._clock.now() >= begun + _HOVER:
                return
            self._pause_briefly(begun)

    def _pause_briefly(self, begun: float) -> None:
        """Let a moment pass, the shorter the less has been waited."""
        waited, poll = self._clock.now() - begun, self._settings.poll
        self.pause(min(max(_SOON * poll, _SHARE * waited), _LATER * poll))

    def _at_first_sight(self) -> Observation | None:
        """Return a provisional look where all that a single picture shows is known by sight."""
        frame = self._source.grab(self._region)
        known = self._by_sight(frame)
        return None if known is None else self._saw(frame, known, by_sight=True, provisional=True)

    def confirm(self, look: Observation) -> Observation:
        """Return a look once its picture has rested; another one where it has not."""
        if not look.provisional:
            return look
        glance = self._drawing.needed_cached(self._settings.poll)
        self.pause(self._rest_of(glance, since=self._seen_at))
        # The rest of it was seen before the clicks.
        seen = look.frame.crop(look.changed_rect(self._before))
        place = seen.mapping.rect_to_screen(seen.rect)
        if (place.w, place.h) != (seen.rect.w, seen.rect.h):
            # Where a point has several pixels, a part may not begin at whole points.
            seen, place = look.frame, look.frame.mapping.rect_to_screen(look.frame.rect)
        finished = same_pixels(self._source.grab(place).pixels, seen.pixels)
        self._drawing.add_cached(stable=finished)
        if not finished:
            return self.look(quick=True)
        return replace(look, provisional=False)

    def remember(self, look: Observation, *, unclear: bool = False) -> None:
        """Keep in mind what the cells of a believed look are."""
        self._reader.learn(look, uncertain=unclear)

    def teach(self, look: Observation, cells: Iterable[Cell], code: int) -> Observation:
        """Keep in mind what unclear cells are; return the look with them named."""
        taught = self._reader.teach(look, cells, code)
        if taught is not look:
            self._seen_at = self._clock.now()
        return taught

    def hopeless(self, look: Observation) -> list[Cell]:
        """Return the unclear cells of a look that are known to stay so."""
        return self._reader.known_uncertain(look)

    def reconsider(self) -> None:
        """Read unclear cells anew at the next look, as if they had never been seen."""
        self._reader.reconsider()

    def forget(self, *, moved: bool = False) -> None:
        """Locate the board anew at the next look, where it was unless the window has `moved`."""
        self._reader.forget(moved=moved)

    def pause(self, seconds: float | None = None) -> None:
        """Let one polling interval pass; raises Interrupted where the user wants to stop."""
        why = self._stop.reason()
        if why is not None:
            raise Interrupted(why)
        self._clock.sleep(self._settings.poll if seconds is None else seconds)

    def wait(self, until_true: Callable[[Observation], bool], seconds: float) -> Observation:
        """Look until a condition holds or the time is over; return the last look."""
        until = self._clock.now() + seconds
        while True:
            look = self.look()
            if until_true(look) or self._clock.now() >= until:
                return look

    def _keep(self, frame: Frame, reading: Reading) -> Observation:
        """Narrow the view to the board and a margin that shows its border."""
        mapping = frame.mapping
        reading = self._reader.locate(frame, reading)
        box = _with_margin(frame, reading)
        self._region = mapping.rect_to_screen(box)
        # The screen rectangle is whole points, so on a scaled display it may begin a pixel earlier.
        left = round((self._region.x - mapping.origin_x) * mapping.scale_x)
        top = round((self._region.y - mapping.origin_y) * mapping.scale_y)
        size = (
            round(self._region.w * mapping.scale_x),
            round(self._region.h * mapping.scale_y),
        )
        part = frame.crop(Rect(left, top, *size))
        kept = replace(reading, grid=reading.grid.moved(-left, -top))
        cut = either(self._beyond_region(frame, reading), self._told_cut(part, kept))
        self._seen_at = self._clock.now()
        return self._reader.start(part, kept, cut)

    def _told_cut(self, frame: Frame, reading: Reading) -> Sides:
        """Return the sides on which somebody who knows the window says that the board goes on."""
        return NONE if self._cut_sides is None else self._cut_sides(Observation(frame, reading))

    def _beyond_region(self, frame: Frame, reading: Reading) -> Sides:
        """Return the sides on which the given region ends inside the board.

        Where a board comes close to the end of the region, more of the screen is looked at: to
        know whether it goes on, not to click there.
        """
        if self._where is None:
            return NONE
        board, pitch = on_screen(reading.grid, frame.mapping)
        if self._where.intersect(board.grown(round(pitch))) == board.grown(round(pitch)):
            return NONE
        larger = self._source.grab(self._where.grown(round(_BEYOND * pitch)))
        for other in vision.read(larger, thorough=False, may_be_cut=False):
            seen = larger.mapping.rect_to_screen(other.grid.bbox)
            if seen.intersect(board).area >= board.area / 2:
                return more_lines(board, seen, pitch)
        return NONE


def _with_margin(frame: Frame, reading: Reading) -> Rect:
    """Return the board in a frame with a cell's width round it."""
    margin = round(min(reading.grid.cell_size))
    return frame.rect.intersect(reading.grid.bbox.grown(margin))


def _not_found(frame: Frame, place: str) -> NoBoardFound:
    """Return the error that says what is wrong with a picture without a board."""
    if frame.pixels.any():
        msg = f"No Minesweeper board is visible {place}."
        return NoBoardFound(msg, remedy="Bring the whole board into view and try again.")
    msg = f"No Minesweeper board is visible {place}: the captured picture is all black."
    return NoBoardFound(msg, remedy=BLACK_REMEDY)
