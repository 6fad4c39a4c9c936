"""The screen of Windows: its capture, its windows, its mouse."""

from __future__ import annotations

from autosweep.desktop.capture import ScreenSource, mss_capture
from autosweep.desktop.win32.api import Win32Api
from autosweep.desktop.win32.windows import Win32Windows
from autosweep.geometry import ScreenPoint


class Win32Display:
    """The desktop of this session."""

    name = "win32"
    backend = "win32"

    def __init__(self) -> None:
        """Open the system's libraries."""
        self.api = Win32Api()
        """Shared by everything in this process that asks Windows."""

    def mouse_position(self) -> ScreenPoint:
        """Return where the mouse is; raises DisplayLost."""
        return self.api.cursor()

    def mouse_size(self) -> tuple[int, int]:
        """Return the size of all monitors together, on which the mouse moves."""
        whole = self.api.all_monitors()
        return whole.w, whole.h

    def mouse_points(self) -> tuple[int, int] | None:
        """Return None: with DPI awareness mouse and capture count the same pixels."""
        return None

    def require_clicks(self) -> None:
        """Do nothing: which windows take clicks is asked before each of them."""

    def open_source(self) -> ScreenSource:
        """Return the screen as frames."""
        return ScreenSource(mss_capture(), self.name)

    def open_windows(self) -> Win32Windows:
        """Return the windows."""
        return Win32Windows(self.api)

    def close(self) -> None:
        """Do nothing: the libraries hold no connection."""
