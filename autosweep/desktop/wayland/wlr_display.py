"""The display of a wlroots compositor: sway, Hyprland, labwc, river, niri and others.

These let programs copy the screen and click by protocols of their own, without asking the user.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from autosweep.closing import Closing
from autosweep.desktop.wayland.outputs import Outputs
from autosweep.desktop.wayland.protocols import SCREENCOPY, VIRTUAL_POINTER
from autosweep.desktop.wayland.screencopy import ScreencopySource
from autosweep.desktop.wayland.sway_windows import SwayWindows
from autosweep.desktop.wayland.wire import WaylandConnection
from autosweep.errors import NoDisplay
from autosweep.geometry import ScreenPoint

_REMEDY = (
    "Use a compositor that offers it (sway, Hyprland, labwc, river, niri), or log in to an X11 "
    "session."
)


class WlrDisplay(Closing):
    """The display that WAYLAND_DISPLAY names, over one connection."""

    backend = "wlr"

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        """Connect; raises NoDisplay where the compositor lets nobody capture its screen."""
        self.connection = WaylandConnection(environ)
        """Shared by everything in this process that asks the compositor."""
        self.name = self.connection.name
        self._environ = environ
        self._windows: SwayWindows | None = None
        try:
            self._require(SCREENCOPY, "does not let programs copy the screen")
            self.outputs = Outputs(self.connection)
            if environ.get("SWAYSOCK"):
                self._windows = SwayWindows(self.outputs, environ)
        except BaseException:
            self.close()
            raise

    def mouse_position(self) -> ScreenPoint | None:
        """Return None: compositors tell nobody."""
        return None

    def mouse_size(self) -> tuple[int, int]:
        """Return the size of all monitors together, on which the mouse moves."""
        bounds = self.outputs.bounds()
        return bounds.w, bounds.h

    def mouse_points(self) -> tuple[int, int] | None:
        """Return None: the mouse and the capture count the same points."""
        return None

    def require_clicks(self) -> None:
        """Raise NoDisplay where the compositor takes no clicks of programs."""
        self._require(VIRTUAL_POINTER, "takes no clicks of programs")

    def open_source(self) -> ScreencopySource:
        """Return the screen as frames."""
        return ScreencopySource(self.connection, self.outputs)

    def open_windows(self) -> SwayWindows | None:
        """Return the windows, None where the compositor does not tell them."""
        return self._windows

    def close(self) -> None:
        """Leave the compositor."""
        if self._windows is not None:
            self._windows.close()
        self.connection.close()

    def _require(self, interface: str, without: str) -> None:
        """Raise NoDisplay where the compositor does not offer an interface."""
        if not self.connection.offers(interface):
            msg = f"The compositor of {self.name} {without}."
            raise NoDisplay(msg, remedy=_REMEDY)
