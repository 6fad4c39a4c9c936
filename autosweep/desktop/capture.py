"""The screen as a FrameSource: mss, one connection kept open, only the wanted region grabbed.

A region costs 0.1 ms where the whole screen costs 5 ms, so the loop asks for the board alone once
it is located. Regions are in screen points; where the image comes back larger (Retina), the frame's
map holds the measured factor.
"""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import Callable
from time import monotonic
from typing import Any

import cv2
import numpy as np

from autosweep.closing import Closing
from autosweep.desktop.platforms import Units
from autosweep.errors import DisplayLost, NoDisplay, NothingToSee
from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Frame, FrameSource

BLACK_REMEDY = (
    "Wake and unlock the screen, and bring the game to the front; on macOS allow this terminal "
    "under Privacy & Security, Screen Recording, and start it again. `autosweep doctor` checks it."
)
"""What to do about frames that are all black."""


class ScreenFrames(Closing):
    """A FrameSource that knows the monitors; close it, or use it as a context manager."""

    shown_on = "on the screen"
    """Where a board is searched for, in words."""
    black_remedy = BLACK_REMEDY
    """What to do where all of it is black."""

    @abstractmethod
    def grab(self, region: Rect | None = None) -> Frame:
        """Return the region (or everything) as it is now.

        Raises NothingToSee for a region off the screen and DisplayLost where the display went away.
        """

    @abstractmethod
    def bounds(self) -> Rect:
        """Return all monitors together, in screen points; the origin may be negative."""

    @abstractmethod
    def monitors(self) -> list[Rect]:
        """Return each monitor, in screen points; some may lie left of or above the first."""

    @property
    def units(self) -> Units:
        """Capture units for each point of the mouse."""
        return Units()

    def main_monitor(self) -> Rect:
        """Return the main monitor: Windows and macOS have their origin in its corner."""
        monitors = self.monitors()
        return next((m for m in monitors if (m.x, m.y) == (0, 0)), monitors[0])


class ScreenSource(ScreenFrames):
    """Grabs the screen by mss."""

    def __init__(
        self, capture: Any, name: str = "", *, pointer_size: tuple[int, int] | None = None
    ) -> None:
        """Grab by `capture`, which offers what mss does, from the display of that name.

        `pointer_size` is the main monitor as the mouse sees it, where its points may not be those
        of the capture: they are those of all regions.
        """
        self._mss = capture
        self._name = name
        self._units = Units()
        if pointer_size is not None:
            main = self.main_monitor()
            self._units = Units.of((main.w, main.h), pointer_size)

    @property
    def units(self) -> Units:
        """Capture units for each point of the mouse."""
        return self._units

    def bounds(self) -> Rect:
        """Return all monitors together, in screen points; the origin may be negative."""
        return self._units.to_points(_rect(self._ask(lambda: self._mss.monitors[0])))

    def monitors(self) -> list[Rect]:
        """Return each monitor, in screen points; some may lie left of or above the first.

        As they were when the display was opened. `Windows.monitors` asks anew.
        """
        boxes = self._ask(lambda: self._mss.monitors)
        return [self._units.to_points(_rect(box)) for box in boxes[1:] or boxes]

    def grab(self, region: Rect | None = None) -> Frame:
        """Return the region (or everything) as it is now."""
        bounds = self.bounds()
        wanted = bounds if region is None else bounds.intersect(region)
        if wanted.area == 0:
            msg = f"The region {region} lies outside the screen."
            raise NothingToSee(msg, remedy=f"The screen is {bounds}.")
        raw = self._units.to_capture(wanted)
        box = {"left": raw.x, "top": raw.y, "width": raw.w, "height": raw.h}
        shot = self._ask(lambda: self._mss.grab(box))
        pixels = np.asarray(shot)
        if pixels.shape[2] == 4:
            pixels = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), np.uint8)
        # Where the image comes back larger than what was asked for, it has more pixels a point.
        dense_x, dense_y = pixels.shape[1] / raw.w, pixels.shape[0] / raw.h
        scale_x, scale_y = dense_x * self._units.x, dense_y * self._units.y
        mapping = ScreenMap(raw.x / self._units.x, raw.y / self._units.y, scale_x, scale_y)
        return Frame(pixels, monotonic(), mapping)

    def close(self) -> None:
        """Close the connection; one that has already ended is closed enough."""
        with contextlib.suppress(DisplayLost):
            self._ask(self._mss.close)

    def _ask(self, question: Callable[[], Any]) -> Any:
        from mss import ScreenShotError

        try:
            return question()
        except (ScreenShotError, AssertionError, OSError) as error:
            # mss answers a dead X connection with a failed assertion.
            msg = f"The display {self._name} went away."
            raise DisplayLost(msg) from error


def mss_capture() -> Any:
    """Return mss; raises NoDisplay for a display that it refuses."""
    from mss import MSS, ScreenShotError

    try:
        return MSS()
    except (ScreenShotError, AssertionError, OSError) as error:
        msg = f"The screen cannot be captured: {error}."
        raise NoDisplay(msg) from error


def _rect(box: Any) -> Rect:
    return Rect(box["left"], box["top"], box["width"], box["height"])


def monitors_of(source: FrameSource) -> list[Rect]:
    """Return what the pointer can reach on a source, in screen points; empty where unknown."""
    return source.monitors() if isinstance(source, ScreenFrames) else []


def bounds_of(source: FrameSource) -> Rect | None:
    """Return what a source can see, in screen points; None where it does not say."""
    return source.bounds() if isinstance(source, ScreenFrames) else None


def shown_on(source: FrameSource) -> str:
    """Return where a source shows its boards, in words."""
    return source.shown_on if isinstance(source, ScreenFrames) else ScreenFrames.shown_on


def black_remedy_of(source: FrameSource) -> str:
    """Return what to do where everything that a source shows is black."""
    return source.black_remedy if isinstance(source, ScreenFrames) else BLACK_REMEDY
