"""A connection to the X server by python-xlib, and what every user of one needs.

Opening it without noise, noticing that it has ended, and asking where the monitors are. The screen
is the one that DISPLAY names: `:0.1` is the second screen of a server, with a root window of its
own. Must not import numpy: listing windows should not wait for it.
"""

from __future__ import annotations

import contextlib
import io
import os
import select
import socket
import sys
import warnings
from collections.abc import Iterable
from typing import Any

from autosweep.errors import DisplayLost, NoDisplay
from autosweep.geometry import Rect, ScreenPoint

_OPEN_REMEDY = "Check DISPLAY and XAUTHORITY, or unset DISPLAY."
_GET_SCREEN_RESOURCES_CURRENT = (1, 3)
"""RandR version that has it; the older request makes the server probe the hardware."""


def connect() -> Any:
    """Return a new connection to the display; raises NoDisplay with the reason where it fails."""
    from Xlib.display import Display
    from Xlib.error import DisplayError, XauthError

    from autosweep.desktop.display import ensure_xauthority

    ensure_xauthority()
    name = os.environ.get("DISPLAY", "")
    # It prints a warning about an empty authority file, which is of no use to anybody.
    with (
        contextlib.redirect_stderr(io.StringIO()),
        contextlib.redirect_stdout(io.StringIO()),
        warnings.catch_warnings(),
    ):
        # It does not close that file.
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            display = Display()
        except (DisplayError, XauthError, OSError) as error:
            msg = f"The display {name} cannot be opened: {_reason(error)}."
            raise NoDisplay(msg, remedy=_OPEN_REMEDY) from error
    # Errors of requests that nobody waits for: the library would print them.
    display.set_error_handler(lambda *_: None)
    count, wanted = display.screen_count(), _screen_number(name)
    if wanted >= count:
        display.close()
        has = "one screen" if count == 1 else f"{count} screens"
        msg = f"The display {name} cannot be opened: its server has {has}, and no screen {wanted}."
        raise NoDisplay(msg, remedy=f"Screens count from 0: use {name.rpartition('.')[0]}.0.")
    return display


def require_xtest(display: Any) -> None:
    """Raise NoDisplay where the server takes no clicks of programs."""
    if not display.has_extension("XTEST"):
        name = display.get_display_name()
        msg = f"The display {name} lacks the XTEST extension, so nothing can be clicked on it."
        raise NoDisplay(msg, remedy="Start the X server without `-tst` or `-extension XTEST`.")


def _screen_number(name: str) -> int:
    """Return the screen of a display's name: 1 for `:0.1`, 0 for `:0`."""
    _, _, screen = name.rpartition(":")[2].partition(".")
    return int(screen) if screen.isdigit() else 0


def _reason(error: Exception) -> str:
    """Return what the library gives as the reason, in one line without a full stop."""
    reason = getattr(error, "msg", error)
    text = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
    return " ".join(text.replace("\0", " ").split()).rstrip(". ") or type(error).__name__


def check_alive(connection: Any) -> None:
    """Raise DisplayLost where the X server closed the connection.

    The X library waits for ever on a connection that has ended, so it is not asked.
    """
    wire: socket.socket = connection.display.socket
    try:
        readable, _, _ = select.select([wire], [], [], 0)
        ended = bool(readable) and wire.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except (OSError, ValueError):
        ended = True
    if ended:
        msg = "The display went away."
        raise DisplayLost(msg)


def connection_faults() -> tuple[type[Exception], ...]:
    """Return what a connection that has ended raises."""
    faults: tuple[type[Exception], ...] = (OSError, TypeError, AttributeError)
    if sys.platform == "linux":
        from Xlib.error import ConnectionClosedError, XError

        faults += (ConnectionClosedError, XError)
    return faults


def monitors_of(display: Any) -> list[Rect]:
    """Return the parts of the screen that the pointer can reach, in points.

    These are the areas that are sent to monitors (RandR), else the heads of Xinerama, else the
    whole screen. Asked anew at each call, which takes about half a millisecond.
    """
    root = display.screen().root
    found: list[Rect] = []
    if display.has_extension("RANDR"):
        found = _by_randr(display, root)
    elif display.has_extension("XINERAMA"):
        found = _by_xinerama(display)
    if found:
        return found
    size = root.get_geometry()
    return [Rect(0, 0, int(size.width), int(size.height))]


def _by_randr(display: Any, root: Any) -> list[Rect]:
    from autosweep.desktop.xrequests import GetCrtcInfo

    version = display.xrandr_query_version()
    if (version.major_version, version.minor_version) < _GET_SCREEN_RESOURCES_CURRENT:
        return []
    resources = root.xrandr_get_screen_resources_current()
    opcode = display.display.get_extension_major("RANDR")
    asked = [
        GetCrtcInfo(
            display=display.display,
            defer=1,
            opcode=opcode,
            crtc=crtc,
            config_timestamp=resources.config_timestamp,
        )
        for crtc in resources.crtcs
    ]
    for question in asked:
        question.reply()
    shown = [Rect(q.x, q.y, q.width, q.height) for q in asked if q.mode and q.width and q.height]
    # Two monitors may show the same.
    return list(dict.fromkeys(shown))


def _by_xinerama(display: Any) -> list[Rect]:
    heads = display.xinerama_query_screens().screens
    return [Rect(head.x, head.y, head.width, head.height) for head in heads]


def on_monitor(monitors: Iterable[Rect], point: ScreenPoint) -> bool:
    """Return True if a point lies on one of the monitors: elsewhere the pointer cannot go."""
    return any(monitor.contains(point.x, point.y) for monitor in monitors)


def outer_corners(monitors: Iterable[Rect]) -> frozenset[ScreenPoint]:
    """Return the corners in which a mouse that is pushed on comes to rest.

    A corner counts where neither the point beyond it to the side nor the one above or below it lies
    on a monitor: between two monitors side by side the mouse does not stop.
    """
    places = list(monitors)
    found = set()
    for monitor in places:
        for x, out_x in ((monitor.x, -1), (monitor.right - 1, 1)):
            for y, out_y in ((monitor.y, -1), (monitor.bottom - 1, 1)):
                beyond = ScreenPoint(x + out_x, y), ScreenPoint(x, y + out_y)
                if not any(on_monitor(places, point) for point in beyond):
                    found.add(ScreenPoint(x, y))
    return frozenset(found)
