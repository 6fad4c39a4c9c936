"""Windows that exist in a test only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from autosweep.desktop.windows import Window
from autosweep.geometry import Rect, ScreenPoint


@dataclass
class FakeDesk:
    """Windows in a list, topmost first."""

    shown: list[Window] = field(default_factory=list)
    obeys: bool = True
    asked_for: list[int] = field(default_factory=list)
    strangers: set[int] = field(default_factory=set)
    """Windows of other programs than the game's."""

    def windows(self) -> list[Window]:
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
        """Tell whether neither is a stranger."""
        return not self.strangers & {handle, game}
