"""Start pages: a page that shows no board until a level, a key or a start button is used.

Only a page that the user named is worked, and only if it calls itself Minesweeper. What may be used
is what may be used for a new game: texts of the allow-list, levels, and keys that a text names. No
icon, no reload: what is a control is told by its text alone, because there is no board beside it.
"""

from __future__ import annotations

from autosweep.errors import NoBoardFound
from autosweep.geometry import Rect
from autosweep.interfaces import Frame
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

    def find(self, *, dry_run: bool) -> tuple[Observation, tuple[Rect, ...]]:
        """Locate the board, behind its start page if it has one; return it as `LiveBoard.find`.

        Raises NoBoardFound.
        """
        try:
            return self._board.find()
        except NoBoardFound:
            if dry_run or self._settings.new_game != AUTO:
                raise
            if not self._open() and not self._tried:
                raise
        try:
            # A page may take its time to draw the board after its last control was used.
            return self._board.find()
        except NoBoardFound as error:
            tried = ", ".join(dict.fromkeys(self._tried))
            msg = f"{error} Tried on the page: {tried}."
            raise NoBoardFound(msg, remedy=error.remedy) from error

    def _open(self) -> bool:
        """Use the controls of the page until it shows a board; return True if it does."""
        self._tried = []
        until = self._waiting.now() + self._settings.new_game_seconds
        tries = ControlTries(frozenset())
        while len(self._tried) < self._settings.new_game_tries and self._waiting.now() < until:
            shown = self._shown()
            if shown is None:
                return False
            content = content_of(shown)
            found = [control for control in controls_in(shown) if control.kind in _KINDS]
            control = next(iter(tries.untried(found, content)), None)
            if control is None:
                return False
            tries.note(control, content)
            if not self._user.use(control, shown):
                continue
            self._tried.append(control.name)
            if self._shows_board(shown.frame):
                return True
        return False

    def _shown(self) -> ShownWindow | None:
        """Return what the page shows; None where there is no page or it is no Minesweeper."""
        page = self._guard.page()
        if page is None:
            return None
        frame = self._capture.grab(page.rect)
        lines = read_text(frame)
        if not any(may_name_minesweeper(text) for text in (page.title, *(x.text for x in lines))):
            return None
        large = read_text(frame, large=True)
        return ShownWindow(frame, (*lines, *large), page, in_browser=True, board_visible=False)

    def _shows_board(self, before: Frame) -> bool:
        """Wait until the page shows something else; return True if that is a board."""
        until = self._waiting.now() + self._settings.answer_time
        previous = judged = before
        while True:
            self._waiting.pause(_INTERVAL)
            page = self._guard.page()
            if page is None:
                return False
            frame = self._capture.grab(page.rect)
            late = self._waiting.now() >= until
            stable = same_pixels(frame.pixels, previous.pixels)
            if (stable or late) and not same_pixels(frame.pixels, judged.pixels):
                judged = frame
                if self._capture.board_in(frame) is not None:
                    return True
            if late:
                return False
            previous = frame
