"""The real FrameSource: mss, one connection kept open, only the wanted region grabbed.

A region costs 0.1 ms where the whole screen costs 5 ms, so the loop asks for the board alone once
it is located. Regions are in screen points; where the picture comes back larger (Retina), the
frame's map carries the measured factor.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from time import monotonic
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np

from autosweep.errors import DisplayLost, NothingToSee
from autosweep.geometry import Rect, ScreenMap
from autosweep.screen.display import require_display
from autosweep.seams import Frame, Pixels


class ScreenSource:
    """Grabs the screen; close it, or use it as a context manager."""

    def __init__(self, monotonic_time: Callable[[], float] = monotonic) -> None:
        """Connect to the display; raises NoDisplay where there is none."""
        self._name = require_display()
        from mss import MSS

        self._mss = MSS()
        self._now = monotonic_time

    def bounds(self) -> Rect:
        """Return all monitors together, in screen points; the origin may be negative."""
        box = self._ask(lambda: self._mss.monitors[0])
        return Rect(box["left"], box["top"], box["width"], box["height"])

    def grab(self, region: Rect | None = None) -> Frame:
        """Return the region (or everything) as it is now.

        Raises NothingToSee for a region off the screen and DisplayLost where the display went away.
        """
        bounds = self.bounds()
        wanted = bounds if region is None else bounds.intersect(region)
        if wanted.area == 0:
            msg = f"The region {region} lies outside the screen."
            raise NothingToSee(msg, remedy=f"The screen is {bounds.w} x {bounds.h} points large.")
        box = {"left": wanted.x, "top": wanted.y, "width": wanted.w, "height": wanted.h}
        shot = self._ask(lambda: self._mss.grab(box))
        pixels: Pixels = np.asarray(cv2.cvtColor(np.asarray(shot), cv2.COLOR_BGRA2BGR), np.uint8)
        mapping = ScreenMap(
            wanted.x, wanted.y, pixels.shape[1] / wanted.w, pixels.shape[0] / wanted.h
        )
        return Frame(pixels, self._now(), mapping)

    def close(self) -> None:
        """Close the connection; one that has already ended is closed enough."""
        with contextlib.suppress(DisplayLost):
            self._ask(self._mss.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _ask(self, question: Callable[[], Any]) -> Any:
        from mss import ScreenShotError

        try:
            return question()
        except (ScreenShotError, AssertionError, OSError) as error:
            # mss answers a dead X connection with a failed assertion.
            name = os.environ.get("DISPLAY", self._name)
            msg = f"The display {name} went away."
            raise DisplayLost(msg) from error
