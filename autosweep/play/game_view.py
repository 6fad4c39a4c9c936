"""What the game's window shows while a new game is started: its text, its board, its dialogs."""

from __future__ import annotations

from collections.abc import Collection

from autosweep.board import HIDDEN, MAX_NUMBER, QUESTION, SHOWN_MINES, UNREAD, Phase
from autosweep.errors import Refused
from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Window
from autosweep.play.controls import ShownWindow
from autosweep.play.fresh_board import is_fresh
from autosweep.play.live_board import LiveBoard
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.play.window_text import place_in, text_of_window
from autosweep.settings import PlaySettings
from autosweep.tracking.changes import same_pixels
from autosweep.tracking.observation import Observation
from autosweep.vision.ocr import TextLine, read_text
from autosweep.vision.reading import ACT_CONFIDENCE, Reading

_FOLLOW_INTERVAL = 0.2
"""Seconds between two captures while another window of the program is waited for."""
_REACH = 5
"""Cells round the board in which controls are searched for where the window is not known."""
_SAME_PLACE = 3
"""Pixels by which a board may be located otherwise at one place."""

MENU_TIME = 0.15
"""Seconds between two looks at a menu that opens or closes."""
_MENU_AREA = 0.01
"""Share of a window that an open menu covers at least; a title that lights up covers less."""


class GameView:
    """The game's window and the dialogs over it, after the end of a game."""

    def __init__(
        self, board: LiveBoard, guard: WindowGuard, waiting: Waiting, settings: PlaySettings
    ) -> None:
        self._capture = board.capture
        self._guard = guard
        self._waiting = waiting
        self._settings = settings
        self._known: frozenset[int] = frozenset()
        """Ids of the windows that were there when a new game was asked for."""
        self._playing: Frame | None = None
        self._anywhere = False
        """Whether a dialog counts that was there before, beside the game's window."""
        self._passed: set[int] = set()
        """Ids of dialogs in which nothing is left to try."""
        self._known_view: tuple[Observation, Frame, Reading | None, tuple[TextLine, ...]] | None = (
            None
        )
        """What was read last: the last board of the game, the window, its board and its text."""

    def begin(self, playing: Frame | None = None, *, anywhere: bool = False) -> None:
        """Take note of the windows that are there before anything is tried.

        `playing` is what the game's window showed while the game went on. With `anywhere` a dialog
        counts that was opened before that window, beside it.
        """
        self._playing, self._anywhere = playing, anywhere
        dialogs = {dialog.handle for dialog in self._guard.own_dialogs(anywhere=anywhere)}
        self._known = self._guard.windows_now() - dialogs
        self._passed = set()

    def pass_over(self, dialog: Window) -> None:
        """Leave a dialog alone from now on: nothing in it is left to try."""
        self._passed.add(dialog.handle)

    def shown(self, last: Observation, *, won: bool = False) -> tuple[ShownWindow, Reading | None]:
        """Return what the game's window shows, or the dialog over it, and the board in it.

        `won` says that the game was won: what is hidden on its board is a mine.
        """
        if self._guard.window is not None and self._guard.update_place() is None:
            dialog = self.follow(last)
        else:
            dialog = next(iter(self.dialogs()), None)
        if dialog is not None:
            frame = self._capture.grab(dialog.rect)
            cells = len(last.reading.board.cells)
            lines = read_text(frame)
            return ShownWindow(frame, lines, dialog, is_dialog=True, cells=cells), None
        frame = self.frame(last)
        reading, lines = self._read(frame, last)
        grid, mapping = last.reading.grid, last.frame.mapping
        if reading is None:
            place = place_in(frame, mapping.rect_to_screen(grid.bbox))
        else:
            place = frame.rect.intersect(reading.grid.bbox)
        was = place_in(frame, mapping.rect_to_screen(grid.bbox))
        in_place = max(abs(place.x - was.x), abs(place.y - was.y)) <= _SAME_PLACE
        shown = ShownWindow(
            frame,
            lines,
            self._guard.window,
            in_browser=self._guard.in_browser,
            board=place,
            board_visible=reading is not None,
            playing=self._playing if in_place else None,
            over=None if reading is None else cell_to_click(frame, last, reading),
            cells=len(last.reading.board.cells),
            mines=_left_hidden(last.reading, reading) if won and reading is not None else (),
        )
        return shown, reading

    def shows_board_of(self, last: Observation) -> bool:
        """Return True if a board of the size of the last one is visible; lists look like boards."""
        reading = self._capture.board_in(self.frame(last))
        size = last.reading.board.rows, last.reading.board.cols
        return reading is not None and (reading.board.rows, reading.board.cols) == size

    def await_board_of(self, last: Observation) -> None:
        """Wait until a board of the size of the last one is visible, but not for long."""
        until = self._waiting.now() + self._settings.answer_time
        while self._waiting.now() < until and not self.shows_board_of(last):
            self._waiting.pause(_FOLLOW_INTERVAL)

    def _read(self, frame: Frame, last: Observation) -> tuple[Reading | None, tuple[TextLine, ...]]:
        """Return the board and the text in a frame of the window.

        A window that looks as it did after the last try is not read again: that takes seconds.
        """
        known = self._known_view
        if known is not None and known[0] is last and same_pixels(known[1].pixels, frame.pixels):
            return known[2], known[3]
        reading = self._capture.board_in(frame)
        lines = text_of_window(frame, reading, last.reading)
        self._known_view = last, frame, reading, lines
        return reading, lines

    def await_menu(self, before: Frame, last: Observation) -> None:
        """Wait until a menu has opened, as a window of its own or drawn in the game's window.

        The pointer stays on the title: over another one it would open that menu.
        """
        until = self._waiting.now() + self._settings.answer_time
        previous = before
        while self._waiting.now() < until:
            self._waiting.pause(MENU_TIME)
            if self.dialogs():
                return
            frame = self.frame(last)
            changed = _area_changed(before, frame) >= _MENU_AREA
            if changed and same_pixels(frame.pixels, previous.pixels):
                return
            previous = frame

    def dialogs(self) -> list[Window]:
        """Return the dialogs over the game's window in which something is left to try."""
        found = self._guard.own_dialogs(anywhere=self._anywhere)
        return [dialog for dialog in found if dialog.handle not in self._passed]

    def follow(self, last: Observation) -> Window | None:
        """Wait for what the program opens in place of its closed window.

        A window with a fresh board is the game's from now on; any other one is returned as a
        dialog. Raises Refused where there is neither.
        """
        until = self._waiting.now() + self._settings.answer_time
        while True:
            opened = self._guard.successors(self._known)
            for window in opened:
                reading = self._capture.board_in(self._capture.grab(window.rect))
                if reading is not None and is_fresh(last.reading, reading):
                    self._guard.succeed(window)
                    return None
            if self._waiting.now() >= until:
                left = [window for window in opened if window.handle not in self._passed]
                if left:
                    return left[0]
                raise self._nothing_in(opened[0]) if opened else self._closed()
            self._waiting.pause(_FOLLOW_INTERVAL)

    def frame(self, last: Observation) -> Frame:
        """Return the pixels of the game's window; raises Refused where it is gone."""
        if self._guard.window is None:
            margin = round(_REACH * max(last.reading.grid.cell_size))
            box = last.reading.grid.bbox.grown(margin)
            return self._capture.grab(last.frame.mapping.rect_to_screen(box))
        rect = self._guard.update_place()
        if rect is None:
            raise self._closed()
        return self._capture.grab(rect)

    def _nothing_in(self, opened: Window) -> Refused:
        msg = f"The program shows the window {opened} now, and nothing in it started a new game."
        return Refused(msg, remedy="Start a new game there, then run `play` again.")

    def _closed(self) -> Refused:
        msg = f"The window {self._guard.window} was closed, so no new game can begin."
        return Refused(msg, remedy="Start the game again.")


def _area_changed(before: Frame, now: Frame) -> float:
    """Return the share of a window that looks different; 1 where it has another size."""
    if before.pixels.shape != now.pixels.shape:
        return 1.0
    return float((before.pixels != now.pixels).any(axis=2).mean())


def cell_to_click(window: Frame, last: Observation, now: Reading) -> Rect | None:
    """Return a cell of an ended board on which a click can open nothing; None where none is seen.

    Where a message lies over a part of the board it is a cell of the last board that still looks as
    it did, open like all cells round it.
    """
    found = open_cell_of_ended(now)
    if found is not None:
        return found
    board, sure = last.reading.board, last.reading.confidence >= ACT_CONFIDENCE
    opened = {cell for cell in board.find(range(MAX_NUMBER + 1)) if sure[cell]}
    for cell in sorted(opened):
        place = last.reading.grid.cell_rect(cell)
        there = place_in(window, last.frame.mapping.rect_to_screen(place))
        looks_the_same = same_pixels(window.crop(there).pixels, last.frame.crop(place).pixels)
        if looks_the_same and opened.issuperset(board.neighbors(cell)):
            return there
    return None


def open_cell_of_ended(reading: Reading) -> Rect | None:
    """Return the cell of an ended board next to its middle on which a click can open nothing.

    Some programs begin the next game at any click. It is an open cell of a board that is fully
    shown. Where cells are hidden yet it is a mine that a lost game shows: if the end was told
    wrongly, a number might open the cells round it.
    """
    board, sure = reading.board, reading.confidence >= ACT_CONFIDENCE
    if reading.phase not in (Phase.WON, Phase.LOST):
        return None
    if not board.count({HIDDEN, QUESTION, UNREAD}):
        safe: Collection[int] = range(MAX_NUMBER + 1)
    elif reading.phase is Phase.LOST:
        safe = SHOWN_MINES
    else:
        return None
    cells = [cell for cell in board.find(safe) if sure[cell]]
    if not cells:
        return None
    middle = (board.rows - 1) / 2, (board.cols - 1) / 2
    nearest = min(cells, key=lambda cell: abs(cell[0] - middle[0]) + abs(cell[1] - middle[1]))
    return reading.grid.cell_rect(nearest)


def _left_hidden(ended: Reading, now: Reading) -> tuple[Rect, ...]:
    """Return the cells that a won game has left hidden; none where another board is shown."""
    hidden = set(now.board.find({HIDDEN}))
    same_size = (ended.board.rows, ended.board.cols) == (now.board.rows, now.board.cols)
    if not same_size or not hidden <= set(ended.board.find({HIDDEN})):
        return ()
    return tuple(now.grid.cell_rect(cell) for cell in sorted(hidden))
