"""What the overlay needs of the desktop: the game's window to capture, and a canvas to draw on.

A view belongs to one window once that is adopted. Whether captured frames can contain our drawing
is a property of the view (`clean`): the window's own memory never does, the screen does. Protocols
only, so that the loop can be tested without a screen.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Frame, Pixels

PixelMask = npt.NDArray[np.bool_]
"""Which pixels of a frame are marked, for instance drawn on."""


class WindowState(Enum):
    """The visibility of the game's window."""

    SHOWN = "shown"
    COVERED = "covered"
    """Something lies over the requested part; only if that spoils the captured frame."""
    MINIMISED = "minimised"
    """Still there, but not on the screen."""
    GONE = "gone"


class View(Protocol):
    """A game's window, or the screen if the system does not know windows."""

    clean: bool
    """Whether captured frames never contain what the overlay draws."""

    def screen(self, region: Rect | None) -> Frame:
        """Return part of the screen, to search for a board; raises DisplayLost."""
        ...

    def bounds(self) -> Rect | None:
        """Return the whole screen, in points; None if that is not known."""
        ...

    def adopt(self, middle: ScreenPoint) -> bool:
        """Take the window at a point as the game's; return False if there is none."""
        ...

    def release(self) -> None:
        """Release the window."""
        ...

    def state(self, part: Rect) -> WindowState:
        """Return the visibility of `part` of the window, relative to its corner."""
        ...

    def place(self) -> Rect | None:
        """Return where the window is on the screen, in points."""
        ...

    def grab(self, part: Rect) -> Frame | None:
        """Return part of the window, relative to its corner; None if it cannot be captured."""
        ...

    def pointer(self) -> ScreenPoint | None:
        """Return where the mouse is, None if that is not known."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait until something may have changed, at most `seconds`; return False if nothing has.

        A view without notifications sleeps for a short time and returns True.
        """
        ...

    def keep_above(self, handle: int) -> None:
        """Keep our window right above the game's, below any window that covers the game."""
        ...


class Canvas(Protocol):
    """What hints are drawn on: a window that lets clicks through."""

    def pixels_per_point(self, place: Rect) -> float | None:
        """Return how many pixels of its own it has for a point at a place of the screen.

        The system stretches these to the pixels of the monitor. None where they are the same.
        """
        ...

    def show(self, pixels: Pixels, mask: PixelMask, place: Rect) -> None:
        """Show the masked pixels at a place of the screen; return when they are visible."""
        ...

    def move(self, place: Rect) -> None:
        """Show the same elsewhere."""
        ...

    def hide(self) -> None:
        """Show nothing; return when nothing is visible."""
        ...

    @property
    def handle(self) -> int:
        """The system's id of the window, 0 if there is none."""
        ...
