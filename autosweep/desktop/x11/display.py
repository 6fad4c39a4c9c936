"""The X display of this session: whether it can be used, its capture, its windows, its mouse."""

from __future__ import annotations

import os

from autosweep.closing import Closing
from autosweep.desktop.capture import ScreenSource, mss_capture
from autosweep.desktop.platforms import is_wayland_session, is_xwayland
from autosweep.desktop.x11.connection import XConnection
from autosweep.desktop.x11.pixels import XCapture
from autosweep.desktop.x11.windows import XWindows
from autosweep.errors import NoDisplay
from autosweep.geometry import ScreenPoint

_WAYLAND_REMEDY = (
    "Use `--backend auto`, which finds the way to a Wayland desktop, or `--backend xwayland` for a "
    "game that is an X program."
)


class X11Display(Closing):
    """The display that DISPLAY names, over one connection."""

    backend = "x11"
    rootless = False
    """Whether the server draws no screen, only windows: that of a Wayland session."""

    def __init__(self) -> None:
        """Connect; raises NoDisplay with what to do where that is not possible."""
        wayland = is_wayland_session(os.environ)
        if not os.environ.get("DISPLAY"):
            if wayland:
                msg = "This Wayland session has no X server (DISPLAY is not set)."
                raise NoDisplay(msg, remedy="Use `--backend auto`.")
            msg = "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)."
            raise NoDisplay(msg)
        self.connection = XConnection()
        """Shared by everything in this process that asks the server."""
        self.name = self.connection.name
        if not self.rootless and not wayland:
            return
        serves_wayland = self._serves_wayland()
        if self.rootless and not serves_wayland:
            self.close()
            msg = f"The display {self.name} is not that of a Wayland session."
            raise NoDisplay(msg, remedy="Use `--backend x11`.")
        if serves_wayland and not self.rootless:
            self.close()
            msg = (
                f"The display {self.name} is that of a Wayland session, "
                "which shows only black frames."
            )
            raise NoDisplay(msg, remedy=_WAYLAND_REMEDY)

    def mouse_position(self) -> ScreenPoint:
        """Return where the mouse is; raises DisplayLost."""
        return self.connection.mouse_position()

    def mouse_size(self) -> tuple[int, int]:
        """Return the size of the whole screen, on which the mouse moves; raises DisplayLost."""
        return self.connection.size()

    def mouse_points(self) -> tuple[int, int] | None:
        """Return None: the mouse and the capture count the pixels of the same root window."""
        return None

    def require_clicks(self) -> None:
        """Raise NoDisplay where the server takes no clicks of programs."""
        self.connection.require_xtest()

    def open_source(self) -> ScreenSource:
        """Return the screen as frames: by mss, or by our own capture where mss refuses."""
        try:
            capture = mss_capture()
        except NoDisplay:
            capture = XCapture(self.connection)
        return ScreenSource(capture, self.name)

    def open_windows(self) -> XWindows:
        """Return the windows of the screen."""
        return XWindows(self.connection)

    def close(self) -> None:
        """Leave the display."""
        self.connection.close()

    def _serves_wayland(self) -> bool:
        """Return True if the X server is the one inside a Wayland session."""
        outputs: list[str] = []
        with self.connection.faults():
            randr = self.connection.extension("RANDR")
            if randr is not None:
                found = randr.GetScreenResourcesCurrent(self.connection.root).reply()
                asked = [randr.GetOutputInfo(o, found.config_timestamp) for o in found.outputs]
                outputs = [question.reply().name.to_string() for question in asked]
            return is_xwayland(self.connection.extensions(), outputs)
