"""The board on the screen: located, captured until it is stable, located again where it moved.

Between capture and the callers: what hides the board (a dialog, a message of a browser) is
dismissed here, and the window tells where the board is cut off.
"""

from __future__ import annotations

from autosweep.errors import NoBoardFound
from autosweep.geometry import Rect
from autosweep.interfaces import Clock, Frame, FrameSource, StopSignal
from autosweep.play.capture import BoardCapture, Changing, Early, NotVisible, Stable, Unread
from autosweep.play.client_control import ClientControl
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.settings import PlaySettings
from autosweep.tracking.observation import Observation
from autosweep.tracking.settle import Settling
from autosweep.vision.cut_sides import either
from autosweep.vision.reading import Reading

_SCROLLS = 2
"""Times that a page is scrolled to its board while that is searched for."""
_DRAWN_IN_STEPS = 3
"""Cells that may be half drawn in a frame. On a busy GNOME it was one, the score list hid 20."""
DISMISS_INTERVAL = 0.1
"""Seconds between two attempts to dismiss what may hide the board."""


class LiveBoard:
    """Observes one board on the screen."""

    def __init__(
        self,
        capture: BoardCapture,
        waiting: Waiting,
        guard: WindowGuard | None = None,
        control: ClientControl | None = None,
        *,
        patience: float,
    ) -> None:
        """Observe a board.

        `guard` tells where a board is cut off, else the end of the frame does; without `control`
        nothing is ever dismissed. `patience` is for how many seconds a board that is not visible is
        waited for.
        """
        self.capture = capture
        self.reader = capture.reader
        self._waiting = waiting
        self._guard = guard
        self._control = control
        self._patience = patience
        self._dismissed_at = 0.0
        self._dialog_seen = False

    def find(self) -> tuple[Observation, tuple[Rect, ...]]:
        """Locate the board; return it and where others are on the screen, in points.

        Waits up to the patience for one to appear. Raises NoBoardFound.
        """
        until = self._waiting.now() + self._patience
        may_be_cut = self.capture.whole_screen and self._guard is None
        thorough = False
        scrolls = _SCROLLS
        while True:
            found = self.capture.locate(
                thorough=thorough,
                may_be_cut=may_be_cut,
                names_game=None if self._guard is None else self._guard.names_game,
            )
            if not isinstance(found, NotVisible):
                located = self._take(found[0])
                if not (any(located.reading.cut) and scrolls and self.capture.scroll_to_board()):
                    return located, self.capture.margin_rects(found[1:])
                scrolls -= 1
                continue
            # On a busy machine one search may take longer than the patience.
            searched = thorough or not found.frame.pixels.any()
            if searched and self._waiting.now() >= until:
                raise _not_found(found, self.capture)
            # Most boards are found by the quick search; the thorough one is for the others.
            thorough = bool(found.frame.pixels.any()) and not thorough
            if scrolls and self.capture.scroll_to_board():
                scrolls -= 1
                continue
            self.dismiss()
            self._waiting.pause()

    def take(self, frame: Frame, reading: Reading) -> Observation:
        """Observe a board from now on that was read in a frame of another part of the screen."""
        self.capture.searched(frame)
        return self._take(reading)

    def _take(self, reading: Reading) -> Observation:
        """Capture a located board from now on."""
        located = self.capture.narrow(reading)
        cut = self.capture.beyond_region(located)
        if self._guard is not None:
            cut = either(cut, self._guard.cut_sides(located))
        return self.capture.start(located, cut)

    def observe(self, seconds: float | None = None) -> Observation:
        """Return a stable observation; locates the board again where it has moved.

        `seconds` is how long the frame must have stayed the same. Raises NoBoardFound where the
        board is gone, Interrupted where the user wants to stop.
        """
        if self.reader.last is None:
            return self.find()[0]
        result = self.next(self.capture.begin(), seconds)
        while isinstance(result, Early):
            result = self.next(result.settling, seconds)
        return result.observation

    def next(self, settling: Settling, seconds: float | None = None) -> Stable | Early:
        """Return the next thing that capture tells, with what hides the board out of the way."""
        while True:
            result: Stable | Early | Unread | Changing | NotVisible
            result = self.capture.settle(settling, seconds)
            if isinstance(result, Unread):
                covered = not settling.late and self._may_be_covered(settling)
                if covered and self._dialog_shown(settling):
                    continue
                result = self.capture.read(settling, search=not self._under_dialog())
            if isinstance(result, Stable | Early):
                return result
            if isinstance(result, NotVisible) and (settling.late or settling.stable):
                if settling.late or settling.helped or self._control is None:
                    return Stable(self.find()[0])
                # Under a dialog the board is where it was; to search the screen takes long.
                self.dismiss()
                settling.helped = True
                settling.restart(self._waiting.now())

    def dismiss(self) -> bool:
        """Dismiss what is known to hide the board; return True if a dialog is shown."""
        return self._control is not None and self._control.dismiss(self.capture)

    def _under_dialog(self) -> bool:
        """Return True if a dialog of the game lies over the board: it hides cells from any reader.

        To locate and read such a board from scratch takes seconds and shows no more.
        """
        last = self.reader.last
        if self._guard is None or last is None:
            return False
        place = last.frame.mapping.rect_to_screen(last.reading.grid.bbox)
        return any(dialog.rect.intersect(place).area for dialog in self._guard.new_dialogs())

    def _may_be_covered(self, settling: Settling) -> bool:
        """Return False if a frame that is not read yet shows too much of the board for a dialog.

        Where windows are not told, a dialog is known by its text, and to read that takes longer
        than to read the board. A busy client draws a cell in several steps.
        """
        if self._guard is None or self._guard.knows_windows:
            return True
        unnamed = self.reader.unnamed_cells(settling.frame)
        return unnamed is None or unnamed > _DRAWN_IN_STEPS

    def _dialog_shown(self, settling: Settling) -> bool:
        """Dismiss a dialog before a frame is read: reading what it covers takes seconds."""
        if self._dialog_seen and settling.now < self._dismissed_at + DISMISS_INTERVAL:
            return True
        before = self._dialog_seen
        self._dismissed_at, self._dialog_seen = self._waiting.now(), self.dismiss()
        if before or self._dialog_seen:
            # The frame was captured while the dialog was there.
            settling.restart(self._waiting.now())
            return True
        return False

    def confirm(self, observation: Observation) -> Observation:
        """Return a provisional observation once it is stable; another one if it was not."""
        confirmed = self.capture.confirm(observation)
        if confirmed is not None:
            return confirmed
        result = self.next(self.capture.begin(quick=True))
        while isinstance(result, Early):
            result = self.next(result.settling)
        return result.observation


def observe_board(  # noqa: PLR0913 - the interfaces are named one by one
    source: FrameSource,
    clock: Clock,
    stop: StopSignal,
    settings: PlaySettings,
    *,
    region: Rect | None = None,
    guard: WindowGuard | None = None,
) -> LiveBoard:
    """Return a board that is only observed: nothing is clicked, no key is pressed."""
    waiting = Waiting(clock, stop, settings.poll)
    capture = BoardCapture(source, waiting, patience=settings.patience, region=region)
    return LiveBoard(capture, waiting, guard, patience=settings.patience)


def _not_found(found: NotVisible, capture: BoardCapture) -> NoBoardFound:
    """Return the error that says what is wrong with a frame without a board."""
    place = capture.searched_place
    if found.doubt is not None:
        msg = f"No certain Minesweeper board is visible {place}. {found.doubt.sentence}"
        return NoBoardFound(msg, remedy=found.doubt.remedy)
    if found.frame.pixels.any():
        msg = f"No Minesweeper board is visible {place}."
        return NoBoardFound(msg, remedy="Bring the whole board into view and try again.")
    msg = f"No Minesweeper board is visible {place}: the captured frame is all black."
    return NoBoardFound(msg, remedy=capture.black_remedy)
