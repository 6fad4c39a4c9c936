"""The windows of Windows: which are there, in their order, where, and which a click would reach.

A window's rectangle is its inside, without title bar and border. Hidden, minimised and cloaked
windows (of other virtual desktops, of suspended apps) are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.desktop.monitor_layout import on_monitor
from autosweep.desktop.win32.api import Win32Api
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window

_APP_FRAME, _APP = "ApplicationFrameWindow", "Windows.UI.Core.CoreWindow"
"""Classes of the frame round an app of the Store, which one process shows for all apps, and of the
app's own window in it."""
_WALLPAPER = "WorkerW"
"""Class of the window that the shell puts behind the icons of the desktop."""


class Win32Windows:
    """The windows of this session."""

    def __init__(self, api: Win32Api) -> None:
        """Ask by `api`."""
        self._api = api
        self._monitors: list[Rect] = []

    def visible(self) -> list[Window]:
        """Return the visible windows, topmost first."""
        found = (self._describe(handle) for handle in self._api.top_level())
        return [window for window in found if window is not None]

    def top_at(self, point: ScreenPoint) -> Window | None:
        """Return the window that a click at a point would reach."""
        handle = self._at(point)
        return None if handle is None else self._describe(handle)

    def survey(
        self, handle: int, points: Sequence[ScreenPoint]
    ) -> tuple[Rect | None, list[int | None]]:
        """Return where a window is and the ids of those under points."""
        return self.place_of(handle), [self._at(point) for point in points]

    def place_of(self, handle: int) -> Rect | None:
        """Return where the inside of a window is now."""
        rect = self._api.client_area(handle)
        return rect if rect is not None and rect.area and self._api.is_shown(handle) else None

    def exists(self, handle: int) -> bool:
        """Return False if a window was closed."""
        return self._api.exists(handle)

    def give_focus(self, handle: int) -> bool:
        """Ask for the keyboard for a window, in the name of its present owner where that is needed.

        Windows grants it to the program that has the keyboard, or had the last input.
        """
        active = self._api.foreground()
        if active == handle:
            return True
        self._api.set_foreground(handle)
        if active is not None and self._api.foreground() != handle:
            self._api.set_foreground_as(active, handle)
        return self._api.foreground() == handle

    def belongs(self, handle: int, game: int) -> bool:
        """Return True if a window is owned by the game's window, or of the same process."""
        seen: set[int] = set()
        above: int | None = handle
        while above is not None and above not in seen:
            if above == game:
                return True
            seen.add(above)
            above = self._api.owner(above)
        process = self._process(handle)
        return process is not None and process == self._process(game)

    def monitors(self) -> list[Rect]:
        """Return where the monitors are now."""
        self._monitors = self._api.monitors()
        return self._monitors

    def on_monitor(self, point: ScreenPoint) -> bool:
        """Return True if a monitor shows a point.

        Asks Windows only where the monitors as last known do not.
        """
        return on_monitor(self._monitors, point) or on_monitor(self.monitors(), point)

    def _at(self, point: ScreenPoint) -> int | None:
        handle = self._api.window_at(point)
        return None if handle is None or self._is_background(handle) else handle

    def _describe(self, handle: int) -> Window | None:
        """Return a window with its title, class and place; None if it is hidden or closed."""
        rect = self.place_of(handle)
        if rect is None or self._is_background(handle):
            return None
        return Window(handle, self._api.title(handle), self._api.kind(handle), rect)

    def _is_background(self, handle: int) -> bool:
        background = self._api.background()
        if handle in background:
            return True
        if self._api.kind(handle) != _WALLPAPER:
            return False
        return self._api.process(handle) in {self._api.process(other) for other in background}

    def _process(self, handle: int) -> int | None:
        """Return the process of the program that a window shows."""
        if self._api.kind(handle) == _APP_FRAME:
            app = self._api.part(handle, _APP)
            return None if app is None else self._api.process(app)
        return self._api.process(handle)
