"""Where hints are drawn on Windows: a window of the system's own functions, no toolkit."""

from __future__ import annotations

from collections.abc import Callable

from autosweep.desktop.win32.click_through import ClickThroughWindow
from autosweep.overlay.view import Canvas

_PAUSE = 0.1
"""Seconds between two looks whether to go on."""


class Win32Stage:
    """A window for the hints; the hint loop's thread draws on it by itself."""

    def __init__(self) -> None:
        """Make the window; raises NoDisplay where Windows refuses."""
        self._window = ClickThroughWindow()

    @property
    def canvas(self) -> Canvas:
        """What to draw on."""
        return self._window

    @property
    def excluded(self) -> bool:
        """Whether the system excludes the window from every capture."""
        return self._window.excluded

    def run(self, still: Callable[[], bool]) -> None:
        """Answer Windows until `still` returns False."""
        while still():
            self._window.serve(_PAUSE)

    def close(self) -> None:
        """Destroy the window."""
        self._window.close()
