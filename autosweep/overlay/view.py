"""What the overlay needs to see of a game: its window's place and picture, and when to look again.

A view belongs to one window once that is adopted. Whether its pictures can hold the overlay's own
ink is a property of the view (`clean`): the window's own memory never does, the screen does.
Protocols only, so that the loop can be tested without a screen.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Frame, Pixels

Inked = npt.NDArray[np.bool_]
"""Which pixels of a picture are drawn on."""


class State(Enum):
    """What can be seen of the game's window."""

    SHOWN = "shown"
    COVERED = "covered"
    """Something lies over the part that was asked for; only where that spoils the picture."""
    MINIMISED = "minimised"
    """Still there, but not on the screen."""
    GONE = "gone"


class View(Protocol):
    """A game's window, or the screen where windows cannot be told apart."""

    clean: bool
    """Whether pictures never hold what the overlay draws."""

    def screen(self, region: Rect | None) -> Frame:
        """Return part of the screen as it is, for finding a board; raises DisplayLost."""
        ...

    def bounds(self) -> Rect | None:
        """Return the whole screen, in points; None where that is not known."""
        ...

    def adopt(self, middle: ScreenPoint) -> bool:
        """Take the window at a point as the game's; tell whether there is one."""
        ...

    def release(self) -> None:
        """Let go of the window."""
        ...

    def state(self, part: Rect) -> State:
        """Tell how the window is; `part` is the part that matters, relative to its corner."""
        ...

    def place(self) -> Rect | None:
        """Return where the window is on the screen, in points."""
        ...

    def grab(self, part: Rect) -> Frame | None:
        """Return part of the window, relative to its corner; None where it cannot be seen."""
        ...

    def pointer(self) -> ScreenPoint | None:
        """Return where the mouse is, None where that is not known."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait until something may have changed, at most so long; tell whether something did.

        A view that cannot be told of changes sleeps a little and says yes.
        """
        ...

    def keep_above(self, handle: int) -> None:
        """Keep a window of ours right above the game's, below whatever covers the game."""
        ...


class Canvas(Protocol):
    """What hints are drawn on: a window that lets clicks through."""

    def show(self, picture: Pixels, inked: Inked, place: Rect) -> None:
        """Show the inked pixels of a picture at a place of the screen; returns when they are."""
        ...

    def move(self, place: Rect) -> None:
        """Show the same elsewhere."""
        ...

    def hide(self) -> None:
        """Show nothing; returns when nothing is shown."""
        ...

    @property
    def handle(self) -> int:
        """The system's id of the window, 0 where there is none."""
        ...
