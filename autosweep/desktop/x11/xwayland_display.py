"""The X programs of a Wayland session, by the X server inside it: XWayland.

Its root window is black: each window is captured by itself, and they are put together as they lie
upon each other. Windows of Wayland programs are neither seen nor clicked, also where they lie over
an X program. Clicks are XTest's, as on X11; the pointer that the desktop shows does not move.
"""

from __future__ import annotations

from autosweep.desktop.capture import ScreenSource
from autosweep.desktop.x11.display import X11Display
from autosweep.desktop.x11.window_mosaic import WindowMosaic


class XWaylandDisplay(X11Display):
    """The display that DISPLAY names, where that is the X server of a Wayland session."""

    backend = "xwayland"
    rootless = True

    def open_source(self) -> XWindowsSource:
        """Return the windows of X programs as frames; what is not covered by one is black."""
        return XWindowsSource(WindowMosaic(self.connection), self.name)


class XWindowsSource(ScreenSource):
    """The windows of X programs alone."""

    shown_on = "in the windows of X programs"
    black_remedy = (
        "Only windows of X programs are seen this way, and none shows anything: start the game as "
        "one (GDK_BACKEND=x11 for GTK, QT_QPA_PLATFORM=xcb for Qt), or use `--backend auto`."
    )
