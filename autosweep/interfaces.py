"""The four seams between the pure line and the world: FrameSource, Pointer, Clock, StopSignal.

A seam is a Protocol with one or two verbs; its real implementations live at the edges (`screen`,
`client`, `replay`) and its fakes in `fakes`. A Frame is what a source gives, an Action is what a
pointer performs. Imports numpy for the pixels and nothing else from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from autosweep.geometry import Rect, ScreenMap, ScreenPoint

Pixels = npt.NDArray[np.uint8]
"""A picture: height x width x 3, blue-green-red."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """What was seen at one moment."""

    pixels: Pixels
    """Height x width x 3, blue-green-red, never written to after capture."""
    time: float = 0.0
    """Seconds on the source's monotonic clock."""
    mapping: ScreenMap = field(default_factory=ScreenMap)
    """Where these pixels are on the screen."""

    def __post_init__(self) -> None:
        shape = self.pixels.shape
        if len(shape) != 3 or shape[2] != 3 or self.pixels.dtype != np.uint8:
            msg = f"a frame needs height x width x 3 bytes, got {shape} {self.pixels.dtype}"
            raise ValueError(msg)

    @property
    def rect(self) -> Rect:
        """The whole frame, in its own pixels."""
        return Rect(0, 0, int(self.pixels.shape[1]), int(self.pixels.shape[0]))

    def crop(self, region: Rect) -> Frame:
        """Return a view of a part of the frame; the part is cut to what the frame holds."""
        part = self.rect.intersect(region)
        view = self.pixels[part.y : part.bottom, part.x : part.right]
        return Frame(view, self.time, self.mapping.cropped(part))


class Button(Enum):
    """Mouse buttons; BOTH presses left and right together, as some clients chord."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Click:
    """Press and release a button at a point of the screen."""

    point: ScreenPoint
    button: Button = Button.LEFT
    seen: Frame | None = field(default=None, compare=False, repr=False)
    """What was there when the click was decided on; where the screen shows something else by now,
    a pointer that can tell withholds the click. None: click in any case."""
    hold: float = field(default=0.0, compare=False)
    """Seconds between press and release: a program that asks now and then whether the button is
    down, instead of waiting for events, sees no shorter click."""


@dataclass(frozen=True, slots=True)
class MoveTo:
    """Bring the pointer to a point of the screen without a click."""

    point: ScreenPoint


@dataclass(frozen=True, slots=True)
class PressKey:
    """Press and release a key or a combination such as `ctrl+n`."""

    keys: str


Action = Click | MoveTo | PressKey
"""Mouse language: what a Pointer can do."""


@runtime_checkable
class FrameSource(Protocol):
    """Something that can be looked at."""

    def grab(self, region: Rect | None = None) -> Frame:
        """Return what is there now; `region` is in screen points, None means everything.

        Raises NoDisplay or DisplayLost where nothing can be seen.
        """
        ...


@runtime_checkable
class Pointer(Protocol):
    """Something that can click."""

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Do the actions in order, as fast as is safe; return those that were withheld.

        Raises Interrupted at the fail-safe corner and DisplayLost where the display went away.
        """
        ...

    def position(self) -> ScreenPoint | None:
        """Return where the pointer is, or None where there is no such thing."""
        ...


@runtime_checkable
class Clock(Protocol):
    """Time, so that tests need not wait."""

    def now(self) -> float:
        """Return monotonic seconds."""
        ...

    def sleep(self, seconds: float) -> None:
        """Let that much time pass."""
        ...


@runtime_checkable
class StopSignal(Protocol):
    """Asked between steps whether to stop."""

    def reason(self) -> str | None:
        """Return why to stop, as a sentence, or None to go on."""
        ...
