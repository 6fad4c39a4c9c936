"""Frames of the screen: units, monitors, regions, with mss faked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autosweep.desktop.capture import ScreenSource
from autosweep.desktop.platforms import Units
from autosweep.errors import NothingToSee
from autosweep.geometry import FramePoint, Rect, ScreenMap, ScreenPoint


class FakeCapture:
    """Monitors as mss describes them, and images of any density."""

    def __init__(self, *monitors: Rect, density: int = 1) -> None:
        left, top = min(m.x for m in monitors), min(m.y for m in monitors)
        right, bottom = max(m.right for m in monitors), max(m.bottom for m in monitors)
        every = (Rect(left, top, right - left, bottom - top), *monitors)
        self.monitors = [{"left": m.x, "top": m.y, "width": m.w, "height": m.h} for m in every]
        self._density = density
        self.asked: list[dict[str, int]] = []

    def grab(self, box: dict[str, int]) -> Any:
        self.asked.append(box)
        shape = (box["height"] * self._density, box["width"] * self._density, 4)
        return np.zeros(shape, np.uint8)

    def close(self) -> None:
        """Nothing to do."""


def test_the_retina_factor_is_measured_from_the_image() -> None:
    source = ScreenSource(FakeCapture(Rect(0, 0, 1440, 900), density=2))
    frame = source.grab(Rect(100, 50, 200, 100))
    assert (frame.rect.w, frame.rect.h) == (400, 200)
    assert frame.mapping == ScreenMap(100, 50, 2.0, 2.0)
    assert frame.mapping.to_screen(FramePoint(20, 30)) == ScreenPoint(110, 65)


def test_monitors_left_of_and_above_the_first_have_negative_places() -> None:
    capture = FakeCapture(Rect(0, 0, 1920, 1080), Rect(-1280, -300, 1280, 1024))
    source = ScreenSource(capture)
    assert source.bounds() == Rect(-1280, -300, 3200, 1380)
    assert source.monitors()[1] == Rect(-1280, -300, 1280, 1024)
    frame = source.grab(Rect(-1000, -200, 300, 200))
    assert capture.asked[-1] == {"left": -1000, "top": -200, "width": 300, "height": 200}
    assert frame.mapping.to_screen(FramePoint(10.5, 0.2)) == ScreenPoint(-990, -200)


def test_a_mouse_that_counts_in_other_units_than_the_capture_is_met() -> None:
    """Captured 3840 x 2160, the mouse moves on 2560 x 1440: one and a half units a point."""
    capture = FakeCapture(Rect(0, 0, 3840, 2160))
    source = ScreenSource(capture, pointer_size=(2560, 1440))
    assert source.units == Units(1.5, 1.5)
    assert source.bounds() == Rect(0, 0, 2560, 1440)
    frame = source.grab(Rect(101, 50, 200, 100))
    box = capture.asked[-1]
    assert (box["left"], box["top"]) == (151, 75)
    # The pixel that is captured at 300 lies under the mouse's point 200.
    at = FramePoint(300 - box["left"] + 0.5, 150 - box["top"] + 0.5)
    assert frame.mapping.to_screen(at) == ScreenPoint(200, 100)


def test_elsewhere_the_main_monitor_is_compared_and_not_the_first() -> None:
    capture = FakeCapture(Rect(-1280, 0, 1280, 720), Rect(0, 0, 2560, 1440))
    source = ScreenSource(capture, pointer_size=(2560, 1440))
    assert source.units == Units()


def test_a_region_off_the_screen_is_named_in_words() -> None:
    source = ScreenSource(FakeCapture(Rect(0, 0, 1280, 800)))
    with pytest.raises(NothingToSee) as raised:
        source.grab(Rect(-100, 900, 50, 60))
    assert "50 x 60 at -100,900" in str(raised.value)
    assert "1280 x 800 at 0,0" in raised.value.remedy
