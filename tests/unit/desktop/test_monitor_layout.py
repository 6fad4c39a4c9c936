"""Monitors as rectangles: where the pointer can go and where it comes to rest."""

from __future__ import annotations

from autosweep.desktop.monitor_layout import on_monitor, outer_corners
from autosweep.geometry import Rect, ScreenPoint

WIDE, TALL = Rect(0, 0, 1920, 1200), Rect(1920, 0, 1200, 1920)


def test_a_place_beside_a_shorter_monitor_is_on_none() -> None:
    assert on_monitor([WIDE, TALL], ScreenPoint(1919, 1199))
    assert on_monitor([WIDE, TALL], ScreenPoint(1920, 1919))
    assert not on_monitor([WIDE, TALL], ScreenPoint(1919, 1200))
    assert not on_monitor([], ScreenPoint(0, 0))


def test_corners_are_where_a_mouse_that_is_pushed_on_stops() -> None:
    """Not between two monitors, where it goes on to the other one."""
    assert outer_corners([Rect(0, 0, 100, 50)]) == {
        ScreenPoint(0, 0),
        ScreenPoint(99, 0),
        ScreenPoint(0, 49),
        ScreenPoint(99, 49),
    }
    assert outer_corners([WIDE, TALL]) == {
        ScreenPoint(0, 0),
        ScreenPoint(3119, 0),
        ScreenPoint(0, 1199),
        ScreenPoint(1920, 1919),
        ScreenPoint(3119, 1919),
    }
