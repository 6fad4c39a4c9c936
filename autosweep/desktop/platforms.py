"""What a system requires before its screen can be used: permissions, units, no Wayland.

Each function takes the system's library as an argument, so that the parts for other systems are
tested too.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from autosweep.geometry import Rect

_XWAYLAND = "XWAYLAND"
_NEARLY = 0.02
"""Share by which two sizes may differ and still count as the same."""


def is_wayland_session(environ: Mapping[str, str]) -> bool:
    """Return True if the desktop is Wayland; an X server of one's own may still run inside it."""
    return bool(environ.get("WAYLAND_DISPLAY")) or environ.get("XDG_SESSION_TYPE") == "wayland"


def is_xwayland(extensions: Iterable[str], outputs: Iterable[str] = ()) -> bool:
    """Return True if an X server is the one inside a Wayland session, by what it offers.

    Newer ones say so by an extension, older ones by the names of their outputs.
    """
    if any(str(name).upper() == _XWAYLAND for name in extensions):
        return True
    return any(str(name).upper().startswith(_XWAYLAND) for name in outputs)


def mac_permissions(
    graphics: Any = None, accessibility: Any = None, *, system: str = sys.platform
) -> dict[str, bool]:
    """Return whether macOS lets this program see the screen and move the mouse.

    Both are permissions of the program that started Python, as a rule the terminal.

    Empty on other systems, and where an older macOS does not say.
    """
    if graphics is None or accessibility is None:
        if system != "darwin":
            return {}
        frameworks = "/System/Library/Frameworks"
        graphics = ctypes.CDLL(f"{frameworks}/CoreGraphics.framework/CoreGraphics")
        accessibility = ctypes.CDLL(
            f"{frameworks}/ApplicationServices.framework/ApplicationServices"
        )
    found = {}
    for name, library, function in (
        ("Screen Recording", graphics, "CGPreflightScreenCaptureAccess"),
        ("Accessibility", accessibility, "AXIsProcessTrusted"),
    ):
        ask = getattr(library, function, None)
        if ask is not None:
            # Without it the whole register counts, of which the answer is one byte.
            ask.restype = ctypes.c_bool
            found[name] = bool(ask())
    return found


@dataclass(frozen=True, slots=True)
class Units:
    """Capture units for each of the mouse's points.

    On X11 both count pixels of the same root window, so they are 1 there, whatever the monitors.
    """

    x: float = 1.0
    y: float = 1.0

    @classmethod
    def of(cls, monitor: tuple[int, int], pointer: tuple[int, int] | None) -> Units:
        """Measure them on one monitor: its size as captured and as the mouse sees it.

        For systems that scale. Equal shapes of two different monitors would be taken for a scale.
        """
        if pointer is None or min(*monitor, *pointer) <= 0:
            return cls()
        x, y = monitor[0] / pointer[0], monitor[1] / pointer[1]
        # Sizes that differ in one direction alone are those of two different monitors.
        alike = abs(x - y) <= _NEARLY * x
        return cls(x, y) if alike and abs(x - 1) > _NEARLY else cls()

    def to_capture(self, rect: Rect) -> Rect:
        """Return a rectangle of points in capture units; it covers all of it."""
        left, top = int(rect.x * self.x // 1), int(rect.y * self.y // 1)
        right, bottom = -int(-rect.right * self.x // 1), -int(-rect.bottom * self.y // 1)
        return Rect(left, top, right - left, bottom - top)

    def to_points(self, rect: Rect) -> Rect:
        """Return a rectangle of capture units in points; it holds nothing beyond it."""
        left, top = -int(-rect.x / self.x // 1), -int(-rect.y / self.y // 1)
        right, bottom = int(rect.right / self.x // 1), int(rect.bottom / self.y // 1)
        return Rect(left, top, max(0, right - left), max(0, bottom - top))


def untried(backend: str, environ: Mapping[str, str]) -> str:
    """Return a clause where this program was never run on such a Wayland desktop, else nothing."""
    desktops = environ.get("XDG_CURRENT_DESKTOP", "").split(":")
    if backend == "portal" and "KDE" in desktops:
        return "not tried on KDE, whose capture needs a graphics card with a render node"
    unknown = (backend == "portal" and "GNOME" not in desktops) or (
        backend == "wlr" and not environ.get("SWAYSOCK")
    )
    return "not tried on this desktop" if unknown else ""
