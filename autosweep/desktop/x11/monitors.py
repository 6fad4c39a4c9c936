"""Where the monitors of an X screen are."""

from __future__ import annotations

from autosweep.desktop.x11.connection import XConnection
from autosweep.geometry import Rect


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
