"""Public fakes of the interfaces: frames and windows in lists, a pointer that only remembers.

Everything between grab and perform is tested with them, and users of the library can do the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from autosweep.errors import NothingToSee
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Action, Click, Frame, MoveTo, Window


class FrameList:
    """A FrameSource that shows given frames in turn; the last one stays."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        self._frames = list(frames)
        self._next = 0
        if not self._frames:
            msg = "there is no frame to show"
            raise NothingToSee(msg)

    def grab(self, region: Rect | None = None) -> Frame:
        """Return the next frame, cut to `region` of the screen."""
        frame = self._frames[min(self._next, len(self._frames) - 1)]
        self._next += 1
        if region is None:
            return frame
        mapping = frame.mapping
        return frame.crop(
            Rect(
                round((region.x - mapping.origin_x) * mapping.scale_x),
                round((region.y - mapping.origin_y) * mapping.scale_y),
                round(region.w * mapping.scale_x),
                round(region.h * mapping.scale_y),
            )
        )


class MemoryPointer:
    """A Pointer that moves nothing and remembers what it was asked to do; also the dry run."""

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self._at: ScreenPoint | None = None

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Remember the actions."""
        self.actions.extend(actions)
        for action in actions:
            if isinstance(action, Click | MoveTo):
                self._at = action.point
        return []

    def position(self) -> ScreenPoint | None:
        """Return where the last action would have left the pointer."""
        return self._at


@dataclass
class WindowList:
    """Windows in a list, topmost first."""

    shown: list[Window] = field(default_factory=list)
    obeys: bool = True
    """Whether windows take the focus at the second time of asking."""
    asked_for: list[int] = field(default_factory=list)
    """Windows that were to have the focus."""
    strangers: set[int] = field(default_factory=set)
    """Windows of other programs than the game's."""
    minimised: set[int] = field(default_factory=set)
    """Windows that exist though they are not shown."""

    def visible(self) -> list[Window]:
        """Return the list."""
        return self.shown

    def top_at(self, point: ScreenPoint) -> Window | None:
        """Return the first window that holds the point."""
        return next((w for w in self.shown if w.rect.contains(point.x, point.y)), None)

    def survey(
        self, handle: int, points: Sequence[ScreenPoint]
    ) -> tuple[Rect | None, list[int | None]]:
        """Return where a window is and the ids of those under points."""
        tops = [self.top_at(point) for point in points]
        return self.place_of(handle), [None if top is None else top.handle for top in tops]

    def place_of(self, handle: int) -> Rect | None:
        """Return where a window is."""
        return next((w.rect for w in self.shown if w.handle == handle), None)

    def exists(self, handle: int) -> bool:
        """Return True if a window is shown or minimised."""
        return handle in self.minimised or self.place_of(handle) is not None

    def give_focus(self, handle: int) -> bool:
        """Give it at the second time of asking."""
        self.asked_for.append(handle)
        return self.obeys and self.asked_for.count(handle) > 1

    def monitors(self) -> list[Rect]:
        """Return nothing: not known."""
        return []

    def on_monitor(self, point: ScreenPoint) -> bool:
        """Return True: every point can be reached."""
        del point
        return True

    def belongs(self, handle: int, game: int) -> bool:
        """Return True if neither is of another program."""
        return not self.strangers & {handle, game}


class JumpingClock:
    """A Clock whose sleep takes no time."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """Return the pretended time."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Jump forward."""
        self._now += max(0.0, seconds)


class StopAfter:
    """A StopSignal that fires after being asked a number of times; -1 for never."""

    def __init__(self, questions: int = -1, why: str = "The test asked to stop.") -> None:
        self._left = questions
        self._why = why

    def reason(self) -> str | None:
        """Return the reason once the questions are used up."""
        if self._left == 0:
            return self._why
        self._left -= 1
        return None
