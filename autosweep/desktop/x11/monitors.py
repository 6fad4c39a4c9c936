"""Where the monitors of an X screen are, and the corners in which the mouse comes to rest."""

from __future__ import annotations

from collections.abc import Iterable

from autosweep.desktop.x11.connection import XConnection
from autosweep.geometry import Rect, ScreenPoint


def monitors_of(connection: XConnection) -> list[Rect]:
    """Return the parts of the screen that the pointer can reach, in points; raises DisplayLost.

    These are the areas that are sent to monitors (RandR), else the heads of Xinerama, else the
    whole screen. Asked anew at each call, in two round trips.
    """
    with connection.faults():
        found = _by_randr(connection) or _by_xinerama(connection)
    return found or [Rect(0, 0, *connection.size())]


def _by_randr(connection: XConnection) -> list[Rect]:
    randr = connection.extension("RANDR")
    if randr is None:
        return []
    resources = randr.GetScreenResourcesCurrent(connection.root).reply()
    asked = [randr.GetCrtcInfo(crtc, resources.config_timestamp) for crtc in resources.crtcs]
    areas = [question.reply() for question in asked]
    shown = [Rect(a.x, a.y, a.width, a.height) for a in areas if a.mode and a.width and a.height]
    # Two monitors may show the same.
    return list(dict.fromkeys(shown))


def _by_xinerama(connection: XConnection) -> list[Rect]:
    xinerama = connection.extension("XINERAMA")
    if xinerama is None:
        return []
    heads = xinerama.QueryScreens().reply().screen_info
    return [Rect(head.x_org, head.y_org, head.width, head.height) for head in heads]


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
