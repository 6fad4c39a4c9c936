"""The game's window: still there, in place, and the one that a click would reach.

A frame alone cannot tell a board from a screenshot of one, nor a dialog from the game. Before each
batch of clicks the guard asks which window lies under every click; any other answer than the game's
own window is an objection. Systems that cannot tell raise no objection.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from autosweep.desktop.browser.page_windows import PAGE_KIND
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window, Windows
from autosweep.play.browser_windows import is_browser
from autosweep.play.control_words import compact, words_of
from autosweep.tracking.observation import Observation
from autosweep.vision.cut_sides import NONE, Sides, hidden_sides, on_screen

_GAME = re.compile(
    r"mine\W?sweep|\b(?:mines|mine\W?fields?|minen|saper|mineiro|prato fiorito)\b|busca\W?minas"
    r"|aknakeres|miinaharava|minr(?:\u00f6j|ydder)|hled\u00e1n\u00ed min|d\u00f2 m\u00ecn"
    r"|d[\u00e9e]mineur|campo minado|mijnenveger|minesveiper|may\u0131n tarlas"
    r"|\u0441\u0430\u043f[\u0451\u0435]\u0440"
    r"|\u626b\u96f7|\u6383\u96f7|\u8e29\u5730\u96f7|\u30de\u30a4\u30f3\u30b9\u30a4\u30fc\u30d1|\uc9c0\ub8b0",
    re.IGNORECASE,
)
"""Titles of windows of the game: its names in many languages."""


_NAMES = ("minesweeper", "buscaminas", "demineur", "campominado")
"""Names of the game that are long enough to be known when they are varied."""
_LIKE_NAME = 0.85
"""Least likeness (0 to 1) of a word and such a name: "MindWeeper" has 0.86, "Timekeeper" 0.67."""


def names_minesweeper(text: str) -> bool:
    """Return True if a title or a text names the game, in one of many languages."""
    return bool(_GAME.search(text))


def may_name_minesweeper(text: str) -> bool:
    """Return True if a text names the game, perhaps written apart or with another letter or two."""
    if names_minesweeper(text) or any(name in compact(text) for name in _NAMES):
        return True
    matcher = difflib.SequenceMatcher
    words = words_of(text)
    return any(matcher(None, w, name).ratio() >= _LIKE_NAME for w in words for name in _NAMES)


_TITLE_WORDS = 4
"""Words of the title of a game's window at most."""
_PATH = re.compile(r"[/\\\\~@]|\.\w{1,5}\b(?<!\d)")
"""What a title of a terminal, a file manager or an editor holds: a path, a host, a file."""


def _is_title_of_game(title: str) -> bool:
    """Return True if a title is a name of the game, perhaps with a few words more."""
    if _PATH.search(title) or len(words_of(title)) > _TITLE_WORDS:
        return False
    return may_name_minesweeper(title)


class WindowGuard:
    """Watches the window of the game."""

    def __init__(
        self, windows: Windows | None, screen: Rect | None = None, monitors: Sequence[Rect] = ()
    ) -> None:
        """Watch a window on a screen.

        `screen` is all that is captured, `monitors` what the pointer can reach; in points, where
        that is known.
        """
        self._windows = windows
        self._screen = screen
        self.monitors = tuple(monitors)
        """What the pointer can reach; empty where that is not known."""
        self._window: Window | None = None
        self._earlier: frozenset[int] = frozenset()
        """Ids of the windows that were there when the game's window was taken."""

    @property
    def knows_windows(self) -> bool:
        """Whether the system tells which windows there are."""
        return self._windows is not None

    @property
    def window(self) -> Window | None:
        """The game's window, None where the system cannot tell."""
        return self._window

    def adopt(self, places: Sequence[ScreenPoint]) -> None:
        """Take the window under most of these places of the board as the game's.

        A window that was the game's before stays it where it still holds them all, at whatever
        place or size: what lies over it may be a dialog.
        """
        if self._windows is None:
            return
        before = self._window
        rect = None if before is None else self._windows.place_of(before.handle)
        if before is not None and rect and all(rect.contains(p.x, p.y) for p in places):
            self._window = replace(before, rect=rect)
            return
        tops = [top for place in places if (top := self._windows.top_at(place)) is not None]
        counts = Counter(top.handle for top in tops)
        self._take(max(tops, key=lambda top: counts[top.handle], default=None))

    def names_game(self, place: Rect) -> bool:
        """Return True if the window in the middle of a place has a title that names the game."""
        if self._windows is None:
            return False
        middle = ScreenPoint(place.x + place.w // 2, place.y + place.h // 2)
        top = self._windows.top_at(middle)
        return top is not None and names_minesweeper(top.title)

    @property
    def rect(self) -> Rect | None:
        """Where the game's window is."""
        return None if self._window is None else self._window.rect

    @property
    def in_browser(self) -> bool:
        """Whether the game is a page in a browser, where Escape puts a message away."""
        return self._window is not None and is_browser(self._window)

    def page(self) -> Window | None:
        """Return the page that is played in a browser which is driven by its protocol, if any."""
        shown = [] if self._windows is None else self._windows.visible()
        return next((window for window in shown if window.kind == PAGE_KIND), None)

    def start_window(self) -> Window | None:
        """Take the window in which a program may offer to begin a game; None where it is not known.

        The only window whose title is a name of the game, without a path or a sentence round it;
        or the only window that is shown at all.
        """
        shown = [] if self._windows is None else self._windows.visible()
        programs = [window for window in shown if not is_browser(window)]
        named = [window for window in programs if _is_title_of_game(window.title)]
        found = named[0] if len(named) == 1 else None
        if found is None and len(shown) == len(programs) == 1:
            found = programs[0]
        if found is not None:
            self._take(found)
        return found

    def follow_program(self, window: Window) -> Window | None:
        """Take the topmost window of the program that a window is or was of; None for none."""
        if self._windows is None:
            return None
        for other in self._windows.visible():
            if other.handle == window.handle or self._windows.belongs(other.handle, window.handle):
                self._take(other)
                return other
        return None

    def forget(self) -> None:
        """Forget which window is the game's: the board that is located next tells."""
        self._window, self._earlier = None, frozenset()

    def cut_sides(self, located: Observation) -> Sides:
        """Take the window under a board that was just located; return where that is cut off.

        The frame alone cannot tell: a cut along a line between two cells looks like the end of the
        board. The window's rectangle against the screen can.
        """
        self.adopt(located.sample_points)
        if self._windows is not None:
            # A monitor may have been plugged in or out since.
            self.monitors = tuple(self._windows.monitors()) or self.monitors
        if self._screen is None:
            return NONE
        board, cell = on_screen(located.reading.grid, located.frame.mapping)
        return hidden_sides(board, cell, self._screen, self.rect)

    @property
    def closed(self) -> bool:
        """Whether the game's window is gone, or is not shown any more."""
        if self._windows is None or self._window is None:
            return False
        return self._windows.place_of(self._window.handle) is None

    @property
    def gone(self) -> bool:
        """Whether the game's window does not exist any more; a minimised one does."""
        if self._windows is None or self._window is None:
            return False
        return not self._windows.exists(self._window.handle)

    def moved(self) -> bool:
        """Return True if the window is elsewhere, of another size, or gone."""
        if self._windows is None or self._window is None:
            return False
        return self._windows.place_of(self._window.handle) != self._window.rect

    def update_place(self) -> Rect | None:
        """Take note of where the game's window is now; return that, None where it is gone."""
        if self._windows is None or self._window is None:
            return None
        rect = self._windows.place_of(self._window.handle)
        if rect is not None:
            self._window = replace(self._window, rect=rect)
        return rect

    def objection(
        self, points: Sequence[ScreenPoint], *, window: Window | None = None
    ) -> str | None:
        """Return why these points must not be clicked, or None where they may.

        `window` is a dialog of the game whose points they are; None for the game's own window.
        """
        wanted = window or self._window
        if self._windows is None or wanted is None or not points:
            return None
        rect, reached = self._windows.survey(wanted.handle, points)
        if rect is None:
            return f"The window {wanted} is closed or minimised."
        for point, handle in zip(points, reached, strict=True):
            if handle != wanted.handle:
                top = self._windows.top_at(point)
                what = "The background" if top is None else f"The window {top}"
                return f"{what} lies over the board."
        return None if rect == wanted.rect else f"The window {wanted} has moved."

    def is_free(self, points: Sequence[ScreenPoint]) -> bool:
        """Return True if nothing lies over those points that the game's window holds.

        The window may have grown or shrunk, as some do when a game ends, but it must be on the
        screen as a whole: elsewhere the board may only be out of view.
        """
        if not self.moved():
            return self.objection(points) is None
        rect = self.update_place()
        if rect is None or (self._screen is not None and rect.intersect(self._screen) != rect):
            return False
        held = [point for point in points if rect.contains(point.x, point.y)]
        return bool(held) and self.objection(held) is None

    def takes_keys(self, window: Window | None = None) -> bool:
        """Give the game's window, or a dialog of it, the keyboard; return True if it has it."""
        wanted = window or self._window
        return self._windows is None or wanted is None or self._windows.give_focus(wanted.handle)

    def own_dialogs(self, *, anywhere: bool = False) -> list[Window]:
        """Return the dialogs of the game's program, topmost first.

        They lie over the game's window, or were opened after it, wherever that was: some programs
        ask beside it whether to play again. With `anywhere` all other windows of the program count:
        one that was there before may keep the clicks from the board. In a browser there are none:
        every other page belongs to the same program.
        """
        if self._window is None:
            return []
        place = self._window.rect
        return [
            window
            for window in self._possible_dialogs(below=anywhere)
            if anywhere
            or window.rect.intersect(place).area > 0
            or window.handle not in self._earlier
        ]

    def new_dialogs(self) -> list[Window]:
        """Return the dialogs that the program opened after the game's window, topmost first."""
        return [window for window in self.own_dialogs() if window.handle not in self._earlier]

    def _possible_dialogs(self, *, below: bool = False) -> list[Window]:
        """Return other windows of the program: those over the game's and newer ones, topmost first.

        With `below` also older ones under it. Some compositors raise a window above its own dialog
        when it gets the keyboard; it takes no clicks until the dialog is put away.
        """
        if self._windows is None or self._window is None or self.in_browser:
            return []
        shown = self._windows.visible()
        handles = [window.handle for window in shown]
        if self._window.handle not in handles:
            return []
        above = handles[: handles.index(self._window.handle)]
        return [
            window
            for window in shown
            if window.handle != self._window.handle
            and (below or window.handle in above or window.handle not in self._earlier)
            and self._windows.belongs(window.handle, self._window.handle)
        ]

    def windows_now(self) -> frozenset[int]:
        """Return the ids of all visible windows: a window that is not among them is new later."""
        shown = [] if self._windows is None else self._windows.visible()
        return frozenset(window.handle for window in shown)

    def successors(self, known: frozenset[int]) -> list[Window]:
        """Return new windows of the program whose window was closed, topmost first.

        Some programs open another window for each game. `known` are the ids of the windows that
        were there before. A new window must have the class and the process of the closed one. In a
        browser every page has both, so there none is a successor.
        """
        game = self._window
        if self._windows is None or game is None or self.in_browser:
            return []
        if self._windows.place_of(game.handle) is not None or not game.kind:
            return []
        new = [window for window in self._windows.visible() if window.handle not in known]
        alike = [window for window in new if window.kind == game.kind and not is_browser(window)]
        return [w for w in alike if self._windows.belongs(w.handle, game.handle)]

    def succeed(self, window: Window) -> None:
        """Take another window as the game's."""
        self._take(window)

    def _take(self, window: Window | None) -> None:
        """Make a window the game's; what is there now is no dialog that opens later."""
        self._window = window
        self._earlier = self.windows_now() if window is not None else frozenset()

    def dialog(self, dialogs: Mapping[str, str]) -> tuple[Window, str] | None:
        """Return a known dialog over the game and the key that dismisses it, None for none.

        A title is not enough: the window must be of the game's own program. In a browser that is
        any page, so nothing there is known for a dialog of the game.
        """
        for window in self._possible_dialogs() if dialogs else []:
            for part, key in dialogs.items():
                if part.lower() in window.title.lower():
                    return window, key
        return None
