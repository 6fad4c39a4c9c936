"""What the pure part asks of the world: FrameSource, Pointer, Windows, Clock, StopSignal.

Each is a small Protocol. The real implementations are in `desktop`, `client` and `replay`, the
public fakes in `testing`. A Frame is what a source gives, an Action is what a
pointer performs. Imports numpy for the pixels and nothing else from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from autosweep.geometry import Rect, ScreenMap, ScreenPoint

Pixels = npt.NDArray[np.uint8]
"""An image: height x width x 3, blue-green-red."""


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
    """The pixels there when the click was decided on; a pointer that can compare them withholds the
    click if they have changed. None: click in any case."""
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
    """Where frames come from."""

    def grab(self, region: Rect | None = None) -> Frame:
        """Return what is there now; `region` is in screen points, None means everything.

        Raises NoDisplay or DisplayLost where nothing can be seen.
        """
        ...


@runtime_checkable
class Scrollable(Protocol):
    """A source of which only a part is shown at a time: a page of a browser."""

    def grab_all(self) -> Frame | None:
        """Return everything where more than is shown can be scrolled to, else None."""
        ...

    def bring_into_view(self, place: Rect) -> bool:
        """Show a place, in screen points as they are now; return False if it does not fit."""
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


@dataclass(frozen=True, slots=True)
class Window:
    """A window as it is now."""

    handle: int
    """The system's id; ids are reused after a window is closed."""
    title: str
    kind: str
    """The window's class, such as `Gnome-mines`; empty where there is none."""
    rect: Rect
    """Where it is on the screen, in points, decoration excluded."""

    def __str__(self) -> str:
        return f"{self.title!r}" if self.title else f"a window without a title ({self.handle:#x})"


@runtime_checkable
class Windows(Protocol):
    """The windows of the screen and its monitors."""

    def visible(self) -> list[Window]:
        """Return the visible windows, topmost first."""
        ...

    def top_at(self, point: ScreenPoint) -> Window | None:
        """Return the window that a click at a point would reach, None for the background."""
        ...

    def survey(
        self, handle: int, points: Sequence[ScreenPoint]
    ) -> tuple[Rect | None, list[int | None]]:
        """Return where a window is and which windows lie under points, quickly: asked at each step.

        As `place_of` and the ids of `top_at`, at one time.
        """
        ...

    def place_of(self, handle: int) -> Rect | None:
        """Return where a window is now, None where it is closed or not shown."""
        ...

    def exists(self, handle: int) -> bool:
        """Return False if a window was closed; True for a minimised one, and where nobody knows."""
        ...

    def give_focus(self, handle: int) -> bool:
        """Let a window have the keyboard; return True if keys would reach it now.

        It may take the system a moment: ask again.
        """
        ...

    def belongs(self, handle: int, game: int) -> bool:
        """Return True if a window is one of the game's program, or a dialog over the game.

        False where that is not known: any window may have any title.
        """
        ...

    def monitors(self) -> list[Rect]:
        """Return where the monitors are now, in points; empty where that is not known."""
        ...

    def on_monitor(self, point: ScreenPoint) -> bool:
        """Return True if the mouse can reach a point; quick, to be asked before each click.

        On a desktop of several monitors there may be places that none of them shows.
        """
        ...


@dataclass(frozen=True, slots=True)
class PageMessage:
    """A message that a page has shown over itself, and that was answered."""

    kind: str
    """`alert`, `confirm` or `prompt`."""
    text: str
    agreed: bool
    """Whether the answer was OK; else it was Cancel."""


@runtime_checkable
class Messages(Protocol):
    """The messages of the page that is played, where the browser hands them over."""

    def answer_by(self, agrees: Callable[[str, str], bool]) -> None:
        """Ask `agrees` whether to agree to a question, by its kind and text."""
        ...

    def take(self) -> list[PageMessage]:
        """Return the messages since the last time, the oldest first."""
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
