"""Questions about the places of monitors: can the mouse reach a point, where does it come to rest.

For every system: the monitors are rectangles in screen points, whose origins may be negative.
"""

from __future__ import annotations

from collections.abc import Iterable

from autosweep.geometry import Rect, ScreenPoint


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
