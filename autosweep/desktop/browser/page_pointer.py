"""The pointer of a page: events that the browser sends to the page alone.

The mouse of the machine does not move and no other window can get a press. The pixels at a click
are compared with those that were decided on in the newest frame, immediately before the press; what
the page draws within that frame is not seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.closing import Closing
from autosweep.desktop.browser.page_frames import PageFrames
from autosweep.desktop.browser.page_link import PageLink
from autosweep.desktop.key_names import split_keys
from autosweep.desktop.press_check import check_reachable, shows_now
from autosweep.errors import NothingToSee
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Action, Button, Click, Frame, MoveTo, PressKey

RELOAD_KEYS = ("f5", "ctrl+r")
"""Keys that load a page again: the browser's own, which a page does not get."""
_BUTTONS = {
    Button.LEFT: ("left",),
    Button.MIDDLE: ("middle",),
    Button.RIGHT: ("right",),
    Button.BOTH: ("left", "right"),
}
_KEYS = {
    "alt": "Alt",
    "backspace": "Backspace",
    "cmd": "Meta",
    "command": "Meta",
    "control": "Control",
    "ctrl": "Control",
    "del": "Delete",
    "delete": "Delete",
    "down": "ArrowDown",
    "end": "End",
    "enter": "Enter",
    "esc": "Escape",
    "escape": "Escape",
    "home": "Home",
    "insert": "Insert",
    "left": "ArrowLeft",
    "pagedown": "PageDown",
    "pageup": "PageUp",
    "pgdn": "PageDown",
    "pgup": "PageUp",
    "return": "Enter",
    "right": "ArrowRight",
    "shift": "Shift",
    "space": "Space",
    "super": "Meta",
    "tab": "Tab",
    "up": "ArrowUp",
    "win": "Meta",
}
"""Our names of keys that are no characters, with those of the web."""


class PagePointer(Closing):
    """Clicks in a page; raises DisplayLost where that is gone."""

    def __init__(self, link: PageLink) -> None:
        self._link = link
        self._source = PageFrames(link)
        self._at: ScreenPoint | None = None

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Do the actions in order; return the clicks that were withheld.

        A click is withheld if the pixels at its point have changed. Raises Refused for a point that
        the browser does not show.
        """
        withheld: list[Action] = []
        for action in actions:
            if isinstance(action, PressKey):
                self._press(action.keys)
                continue
            check_reachable(action.point, self._source.monitors())
            if isinstance(action, MoveTo):
                self._move(action.point)
            elif not self._click(action):
                withheld.append(action)
        return withheld

    def position(self) -> ScreenPoint | None:
        """Return where this pointer is in the page; None before its first move."""
        return self._at

    def resumed(self) -> None:
        """Do nothing: nobody else has this pointer."""

    def close(self) -> None:
        """Do nothing: the page is its display's."""

    def _click(self, click: Click) -> bool:
        """Click; return False where the click was withheld."""
        if click.seen is not None and not self._still_shows(click.seen):
            return False
        # After the look: many cells change their colour under the pointer.
        buttons = _BUTTONS[click.button]
        if len(buttons) == 1 and not click.hold:
            self._link.click(click.point, buttons[0])
            self._at = click.point
            return True
        self._move(click.point)
        pressed: list[str] = []
        try:
            for name in buttons:
                pressed.append(name)
                self._link.button(name, down=True)
            if click.hold:
                self._link.wait(click.hold)
        finally:
            for name in pressed:
                self._link.button(name, down=False)
        return True

    def _move(self, point: ScreenPoint) -> None:
        self._link.move(point)
        self._at = point

    def _still_shows(self, seen: Frame) -> bool:
        """Return True if the newest frame shows what was seen at a click's place."""
        try:
            return shows_now(self._source, seen)
        except NothingToSee:
            # The page was scrolled meanwhile.
            return False

    def _press(self, keys: str) -> None:
        if keys.lower() in RELOAD_KEYS:
            self._link.reload()
            return
        self._link.press_keys("+".join(map(_web_name, split_keys(keys))))


def _web_name(key: str) -> str:
    """Return the web's name of a key."""
    low = key.lower()
    return low.upper() if low[:1] == "f" and low[1:].isdigit() else _KEYS.get(low, key)
