"""Start pages: what shows no board until a level, a key or a start button is used.

A page that the user named is worked if it calls itself Minesweeper. So is the window of a program:
the only one whose title is the game's name, or the only window there is if it names the game or
asks for a level. What may be used is what may be used for a new game: texts of the allow-list,
levels, and keys that a text names. No icon, no reload: what is a control is told by its text alone,
because there is no board beside it.
"""

from __future__ import annotations

from autosweep.errors import NoBoardFound
from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Window
from autosweep.play.click_sender import HOLD, LONG_HOLD
from autosweep.play.client_control import AUTO, ClientControl
from autosweep.play.control_tries import ControlTries, content_of
from autosweep.play.control_user import ControlUser
from autosweep.play.controls import ControlKind, ShownWindow, controls_in
from autosweep.play.live_board import LiveBoard
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard, may_name_minesweeper
from autosweep.settings import PlaySettings
from autosweep.tracking.changes import same_pixels
from autosweep.tracking.observation import Observation
from autosweep.vision.ocr import read_text
from autosweep.vision.reading import Reading

_KINDS = frozenset(
    {
        ControlKind.BUTTON,
        ControlKind.NAMED_KEY,
        ControlKind.CLICK_TEXT,
        ControlKind.STEP,
        ControlKind.LEVEL,
    }
)
"""Controls that a start page may have."""
_INTERVAL = 0.1
"""Seconds between two captures while a board is waited for."""


def is_pattern(reading: Reading) -> bool:
    """Return True if a grid goes on beyond what is seen on opposite sides.

    That is the ground of a page more likely than its board. A board of that size cannot be played.
    """
    top, bottom, left, right = reading.cut
    return (top and bottom) or (left and right)


class StartPage:
    """Brings a page that shows no board to show one."""

    def __init__(
        self,
        board: LiveBoard,
        control: ClientControl,
        guard: WindowGuard,
        waiting: Waiting,
        settings: PlaySettings,
    ) -> None:
        self._board = board
        self._capture = board.capture
        self._guard = guard
        self._waiting = waiting
        self._settings = settings
        self._user = ControlUser(board.capture, control, guard, waiting)
        self._tried: list[str] = []
        """The controls, in words, that were used."""
        self._program: Window | None = None
        """The first window of the program whose start page is worked; None for a page."""

    def find(self, *, dry_run: bool) -> tuple[Observation, tuple[Rect, ...]]:
        """Locate the board, behind its start page if it has one; return it as `LiveBoard.find`.

        Raises NoBoardFound.
        """
        may_open = not dry_run and self._settings.new_game == AUTO
        try:
            found = self._board.find()
        except NoBoardFound:
            if not may_open or (not self._opened() and not self._tried):
                raise
        else:
            if not may_open or not is_pattern(found[0].reading) or not self._opened():
                return found
            self._board.reader.forget()
        try:
            # A page may take its time to draw the board after its last control was used.
            return self._board.find()
        except NoBoardFound as error:
            tried = ", ".join(dict.fromkeys(self._tried))
            msg = f"{error} Tried on the page: {tried}."
            raise NoBoardFound(msg, remedy=error.remedy) from error

    def _opened(self) -> bool:
        """Use the controls as `_open`; leave the window of a start page that is none of a board."""
        try:
            return self._open()
        finally:
            if self._program is not None:
                # The board may be in another window of the program.
                self._guard.forget()
                self._program = None

    def _open(self) -> bool:
        """Use the controls of the page until it shows a board; return True if it does.

        Where none is left they are used once more, with longer presses.
        """
        self._tried = []
        self._program = None if self._guard.page() else self._guard.start_window()
        until = self._waiting.now() + self._settings.new_game_seconds
        tries, hold = ControlTries(frozenset()), HOLD
        while len(self._tried) < self._settings.new_game_tries and self._waiting.now() < until:
            shown = self._shown()
            if shown is None:
                return False
            content = content_of(shown)
            found = [control for control in controls_in(shown) if control.kind in _KINDS]
            control = next(iter(tries.untried(found, content)), None)
            if control is None and self._tried and hold == HOLD:
                tries, hold = ControlTries(frozenset()), LONG_HOLD
                continue
            if control is None:
                return False
            tries.note(control, content)
            if not self._user.use(control, shown, hold):
                continue
            self._tried.append(control.name)
            if self._shows_board(shown.frame):
                return True
        return False

    def _window(self) -> Window | None:
        """Return the page, or the program's window; None where neither is shown.

        Of several windows of a program it is the topmost one.
        """
        if self._program is None:
            return self._guard.page()
        return self._guard.follow_program(self._program)

    def _shown(self) -> ShownWindow | None:
        """Return what the window shows; None where there is none or it is no Minesweeper."""
        window = self._window()
        if window is None:
            return None
        frame = self._capture.grab(window.rect)
        lines = read_text(frame)
        large = read_text(frame, large=True)
        in_browser = self._program is None
        shown = ShownWindow(
            frame, (*lines, *large), window, in_browser=in_browser, board_visible=False
        )
        texts = (window.title, *(line.text for line in lines))
        known = any(map(may_name_minesweeper, texts)) or bool(self._tried)
        if not in_browser:
            known = known or any(c.kind is ControlKind.LEVEL for c in controls_in(shown))
        return shown if known else None

    def _shows_board(self, before: Frame) -> bool:
        """Wait until the window shows something else; return True if that is a board."""
        until = self._waiting.now() + self._settings.answer_time
        previous = judged = before
        while True:
            self._waiting.pause(_INTERVAL)
            late = self._waiting.now() >= until
            window = self._window()
            if window is None:
                # A program may close its window before it opens the next one.
                if late or self._program is None:
                    return False
                continue
            frame = self._capture.grab(window.rect)
            stable = same_pixels(frame.pixels, previous.pixels)
            if (stable or late) and not same_pixels(frame.pixels, judged.pixels):
                judged = frame
                reading = self._capture.board_in(frame)
                if reading is not None and not is_pattern(reading):
                    return True
            if late:
                return False
            previous = frame
