"""Uses a control of the client: presses its key, clicks it, or flags the mines of a won game.

A click is made only where the window of the control is under it and its text is still there.
"""

from __future__ import annotations

from autosweep.geometry import FramePoint, Rect
from autosweep.interfaces import Button, Click, Frame
from autosweep.play.capture import BoardCapture
from autosweep.play.click_sender import HOLD
from autosweep.play.client_control import ClientControl
from autosweep.play.control_words import is_same_text
from autosweep.play.controls import Control, ControlKind, ShownWindow
from autosweep.play.menus import is_title
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.play.window_text import place_in
from autosweep.tracking.changes import same_pixels
from autosweep.vision.ocr import read_text

_HOVER_TIME = 0.12
"""Seconds that a control is given to change its colour under the pointer."""
_MAX_WITHHELD = 3
"""Attempts at a click that is withheld because its place changed: on a busy machine a button takes
longer to change its colour."""
_FLAG_TIME = 0.4
"""Seconds after the first of several flags until it is looked at."""


class ControlUser:
    """Uses controls that were found in the game's window or in a dialog of it."""

    def __init__(
        self,
        capture: BoardCapture,
        control: ClientControl,
        guard: WindowGuard,
        waiting: Waiting,
    ) -> None:
        self._capture = capture
        self._control = control
        self._guard = guard
        self._waiting = waiting

    def use(self, control: Control, shown: ShownWindow, hold: float = HOLD) -> bool:
        """Click or press a control; return False if that was not done.

        The pointer stays on it as long as the button was held: some programs ask for both only when
        they draw.
        """
        why = f"{control.name} in {'a dialog' if shown.is_dialog else 'the window'}"
        dialog = shown.window if shown.is_dialog else None
        if control.keys:
            return self._control.press(control.keys, why=why, window=dialog)
        if control.kind is ControlKind.FLAGS:
            return self._flag(shown, why)
        point = control.point(shown)
        if point is None or control.rect is None:
            return False
        if self._guard.objection([point], window=dialog) is not None:
            return False
        # Many buttons change their colour under the pointer. What is compared in the instant of
        # the press is what they look like then.
        self._control.hover(point)
        place = shown.frame.mapping.rect_to_screen(control.rect)
        for _ in range(_MAX_WITHHELD):
            self._waiting.pause(_HOVER_TIME)
            if not self._is_there(control, place):
                continue
            if self._guard.objection([point], window=dialog) is not None:
                return False
            click = Click(point, seen=self._capture.grab(place), hold=hold)
            if self._control.do_new_game(click, why=why):
                self._waiting.pause(hold)
                return True
        return False

    def _is_there(self, control: Control, place: Rect) -> bool:
        """Return True if the text of a control, if it has one, is still at its place."""
        if not control.text:
            return True
        if control.kind is ControlKind.MENU:
            # Titles of a bar are often read as one line; the ends of this one may be cut.
            lines = read_text(self._capture.grab(place.grown(3 * place.h)))
            return any(is_title(line.text, control.text) for line in lines)
        frame = self._capture.grab(place.grown(place.h))
        lines = read_text(frame)
        # In a small frame the words of a line are often read apart.
        within = place_in(frame, place)
        words = [line for line in lines if within.contains(*_middle(line.rect))]
        whole = " ".join(line.text for line in sorted(words, key=lambda line: line.rect.x))
        return any(is_same_text(text, control.text) for text in (whole, *(x.text for x in lines)))

    def _flag(self, shown: ShownWindow, why: str) -> bool:
        """Flag the mines of a game that was won; return False if that was not done.

        Some programs call a game won only when all mines carry flags.
        """
        middles = [FramePoint(r.x + r.w / 2, r.y + r.h / 2) for r in shown.mines]
        points = [shown.frame.mapping.to_screen(middle) for middle in middles]
        if self._guard.objection(points) is not None:
            return False
        before = shown.frame
        for number, point in enumerate(points):
            click = Click(point, Button.RIGHT, seen=before.crop(shown.mines[number]))
            if not self._control.do_new_game(click, why=why):
                return False
            if number == 0:
                self._waiting.pause(_FLAG_TIME)
                now = self._capture.grab(before.mapping.rect_to_screen(before.rect))
                if _changed(before, now, shown.mines[1:]):
                    # The button means something else here: what it did is looked at first.
                    return True
        return True


def _middle(rect: Rect) -> tuple[int, int]:
    return rect.x + rect.w // 2, rect.y + rect.h // 2


def _changed(before: Frame, now: Frame, cells: tuple[Rect, ...]) -> bool:
    """Return True if any of some cells looks different."""
    if before.pixels.shape != now.pixels.shape:
        return True
    crops = [(before.crop(rect).pixels, now.crop(rect).pixels) for rect in cells]
    return not all(same_pixels(one, two) for one, two in crops)
