"""A desktop of Windows in memory, for what Wine cannot show: it offers what the real libraries do.

Windows lie in the order of the list, the topmost first. The mouse moves by the events that are put
into the queue, as Windows moves it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from autosweep.desktop.win32.send_input import Input
from autosweep.geometry import Rect, ScreenMap, ScreenPoint
from autosweep.interfaces import Frame

MOVE, LEFT_DOWN, LEFT_UP, RIGHT_DOWN, RIGHT_UP = 0xC001, 0x2, 0x4, 0x8, 0x10
DESKTOP, SHELL = 1, 2
MIDDLE = ScreenPoint(900, 500)


@dataclass(frozen=True)
class Shown:
    """A window."""

    handle: int
    title: str
    kind: str
    rect: Rect
    process: int = 100
    owner: int | None = None
    hidden: bool = False
    """Whether it is invisible, minimised or cloaked."""
    parts: tuple[tuple[str, int, int], ...] = ()
    """Class, handle and process of each part."""


@dataclass
class WindowsDesktop:
    """Api, queue, rights and capture at once."""

    windows: list[Shown]
    places: list[Rect] = field(default_factory=lambda: [Rect(0, 0, 1920, 1080)])
    mouse: ScreenPoint = MIDDLE
    active: int | None = None
    locked_to: int | None = None
    """The window from which Windows gives the keyboard away only in its own name."""
    swapped: bool = False
    held: bool = False
    administrators: frozenset[int] = frozenset()
    calls: list[list[tuple[int, int]]] = field(default_factory=list)
    """For each call of SendInput the events: type and flags."""
    pressed: list[ScreenPoint] = field(default_factory=list)
    keys: list[tuple[int, bool]] = field(default_factory=list)
    on_motion: Callable[[WindowsDesktop], None] = lambda _: None
    pixels: np.ndarray = field(default_factory=lambda: np.zeros((1080, 1920, 3), np.uint8))

    # Api

    @property
    def api(self) -> WindowsDesktop:
        return self

    def _of(self, handle: int) -> Shown | None:
        return next((w for w in self.windows if w.handle == handle), None)

    def top_level(self) -> list[int]:
        return [*(w.handle for w in self.windows), SHELL]

    def is_shown(self, handle: int) -> bool:
        window = self._of(handle)
        return handle == SHELL or (window is not None and not window.hidden)

    def client_area(self, handle: int) -> Rect | None:
        window = self._of(handle)
        return self.all_monitors() if handle == SHELL else window and window.rect

    def title(self, handle: int) -> str:
        window = self._of(handle)
        return window.title if window else ""

    def kind(self, handle: int) -> str:
        window = self._of(handle)
        return window.kind if window else ""

    def owner(self, handle: int) -> int | None:
        window = self._of(handle)
        return window.owner if window else None

    def part(self, handle: int, kind: str) -> int | None:
        window = self._of(handle)
        return next((h for k, h, _ in (window.parts if window else ()) if k == kind), None)

    def process(self, handle: int) -> int | None:
        if handle == SHELL:
            return 7
        parts = {h: process for w in self.windows for _, h, process in w.parts}
        window = self._of(handle)
        return window.process if window else parts.get(handle)

    def window_at(self, point: ScreenPoint) -> int | None:
        found = (w for w in self.windows if not w.hidden and w.rect.contains(point.x, point.y))
        return next((w.handle for w in found), SHELL)

    def background(self) -> frozenset[int]:
        return frozenset({DESKTOP, SHELL})

    def foreground(self) -> int | None:
        return self.active

    def set_foreground(self, handle: int) -> None:
        if self.locked_to is None or self.active != self.locked_to:
            self.active = handle

    def set_foreground_as(self, active: int, handle: int) -> None:
        assert active == self.active
        self.active = handle

    def monitors(self) -> list[Rect]:
        return self.places

    def all_monitors(self) -> Rect:
        left, top = min(p.x for p in self.places), min(p.y for p in self.places)
        right, bottom = max(p.right for p in self.places), max(p.bottom for p in self.places)
        return Rect(left, top, right - left, bottom - top)

    def cursor(self) -> ScreenPoint:
        return self.mouse

    def button_is_down(self) -> bool:
        return self.held

    def buttons_are_swapped(self) -> bool:
        return self.swapped

    # Queue

    def send(self, events: Sequence[Input]) -> None:
        assert events
        whole = self.all_monitors()
        self.calls.append([(e.type, e.either.mouse.flags if e.type == 0 else -1) for e in events])
        for event in events:
            if event.type == 1:
                self.keys.append((event.either.keyboard.key, not event.either.keyboard.flags & 2))
                continue
            mouse = event.either.mouse
            if mouse.flags == MOVE:
                # As Windows computes it; the mouse stays on the monitors.
                x = whole.x + (mouse.dx * whole.w >> 16)
                y = whole.y + (mouse.dy * whole.h >> 16)
                if any(place.contains(x, y) for place in self.places):
                    self.mouse = ScreenPoint(x, y)
                self.on_motion(self)
            elif mouse.flags in (LEFT_DOWN, RIGHT_DOWN):
                self.pressed.append(self.mouse)

    def key_of(self, character: str) -> tuple[int, int] | None:
        table = {"n": (0x4E, 0), "?": (0xDB, 1), "+": (0xBB, 0), "@": (0x51, 6)}
        return table.get(character)

    def key_event(self, key: int, *, up: bool, extended: bool) -> Input:
        event = Input(1)
        event.either.keyboard.key = key
        event.either.keyboard.flags = (2 if up else 0) | (1 if extended else 0)
        return event

    # Rights

    def is_above_ours(self, process: int) -> bool:
        return process in self.administrators

    # Capture

    def open_source(self) -> WindowsDesktop:
        return self

    def grab(self, region: Rect) -> Frame:
        whole = self.all_monitors()
        left, top = region.x - whole.x, region.y - whole.y
        part = self.pixels[top : top + region.h, left : left + region.w]
        return Frame(part.copy(), 0.0, ScreenMap(region.x, region.y))

    def close(self) -> None:
        pass

    def change(self, handle: int, **changes: object) -> None:
        self.windows = [
            replace(w, **changes) if w.handle == handle else w  # type: ignore[arg-type]
            for w in self.windows
        ]
