"""The control that started the last game, known by its place where its look has changed. Pure.

A button may show the result by now. It is used only while what is round it is as it was: else a
card lies over it. Nor is it used where nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from autosweep.geometry import Rect
from autosweep.interfaces import Action, Click, Frame
from autosweep.play.click_plan import new_game_action
from autosweep.play.control_words import is_denied
from autosweep.play.controls import Control, ControlKind, ShownWindow
from autosweep.play.obscured import is_drawn, is_obscured

_SAME_PLACE = 4
"""Pixels round a place that is clicked again which must not change until the press."""


@dataclass(frozen=True, slots=True)
class WorkedControl:
    """What was clicked in the game's window for the last new game."""

    way: str
    """Its place, as `--new-game` writes it."""
    name: str
    """For a sentence."""
    rect: Rect
    """Its box, in pixels of the frame."""
    frame: Frame
    """The window when it was clicked."""

    def found_in(self, shown: ShownWindow, controls: Iterable[Control]) -> Control | None:
        """Return the control in what the window shows now; None where it must not be used.

        Nor where it is among the controls that the window shows, perhaps at another place.
        """
        window, frame = shown.window, shown.frame
        if shown.is_dialog or window is None or shown.board is None:
            return None
        if frame.pixels.shape != self.frame.pixels.shape:
            return None
        if any(each.name == self.name for each in controls):
            return None
        control = control_at(new_game_action(self.way, window.rect), self.name, shown)
        if control is None or control.rect is None:
            return None
        # What was beside the board may be a cell of it by now.
        if shown.board_visible and control.rect.intersect(shown.board).area > 0:
            return None
        obscured = is_obscured(self.frame, frame, self.rect)
        return None if obscured or not is_drawn(frame, self.rect) else control


def control_at(action: Action, name: str, shown: ShownWindow) -> Control | None:
    """Return the control at a place that started a new game before; None where it must not be used.

    Its text may be another by now, such as the result. A text that is never clicked is not.
    """
    if not isinstance(action, Click):
        return None
    mapping = shown.frame.mapping
    x = round((action.point.x - mapping.origin_x) * mapping.scale_x)
    y = round((action.point.y - mapping.origin_y) * mapping.scale_y)
    if not shown.frame.rect.contains(x, y):
        return None
    at = [line for line in shown.lines if line.rect.contains(x, y)]
    if any(is_denied(line.text) for line in at):
        return None
    rect = Rect(x - _SAME_PLACE, y - _SAME_PLACE, 2 * _SAME_PLACE, 2 * _SAME_PLACE)
    return Control(ControlKind.BUTTON, name, rect=rect)
