"""Public fakes of the seams: a list of frames, a pointer that only remembers, a clock that jumps.

They carry the tests of everything between grab and perform, and let users of the library do the
same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from autosweep.errors import NothingToSee
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Action, Click, Frame, MoveTo


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
