"""A page in memory: pixels, a scroll position, and a list of what was done to it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from autosweep.desktop.browser.page_dialogs import PageDialogs
from autosweep.desktop.browser.page_link import PageLayout
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Pixels


@dataclass
class FakePage:
    """A page whose pixel at x, y has the colours x and y, modulo 256."""

    size: tuple[int, int] = (400, 300)
    """The viewport."""
    content: tuple[int, int] = (400, 300)
    """The whole page."""
    scale: float = 1.0
    scrolled: tuple[int, int] = (0, 0)
    name: str = "http://page"
    done: list[tuple[object, ...]] = field(default_factory=list)
    dialogs: PageDialogs = field(default_factory=PageDialogs)
    shade: int = 0
    """The third colour of every pixel."""

    def layout(self) -> PageLayout:
        """Return the layout as a browser would."""
        wide, tall = (max(pair) for pair in zip(self.size, self.content, strict=True))
        page = Rect(-self.scrolled[0], -self.scrolled[1], wide, tall)
        return PageLayout(*self.size, self.scale, page)

    def title(self) -> str:
        """Return a title."""
        return "Mines"

    def capture(self, part: Rect, layout: PageLayout) -> Pixels:
        """Return the pixels of a part of the viewport; the page's own places are its colours."""
        assert layout.viewport.intersect(part) == part, "captured beyond the viewport"
        return self._pixels(part)

    def capture_page(self, part: Rect, layout: PageLayout) -> Pixels:
        """Return the pixels of any part of the page."""
        del layout
        return self._pixels(part)

    def _pixels(self, part: Rect) -> Pixels:
        left = round((part.x + self.scrolled[0]) * self.scale)
        top = round((part.y + self.scrolled[1]) * self.scale)
        x = np.arange(left, left + round(part.w * self.scale)) % 256
        y = np.arange(top, top + round(part.h * self.scale)) % 256
        pixels = np.empty((len(y), len(x), 3), np.uint8)
        pixels[..., 0], pixels[..., 1], pixels[..., 2] = x[None], y[:, None], self.shade
        return pixels

    def move(self, point: ScreenPoint) -> None:
        """Note it."""
        self.done.append(("move", point.x, point.y))

    def button(self, name: str, *, down: bool) -> None:
        """Note it."""
        self.done.append(("down" if down else "up", name))

    def click(self, point: ScreenPoint, name: str) -> None:
        """Note a click."""
        self.move(point)
        self.button(name, down=True)
        self.button(name, down=False)

    def press_keys(self, keys: str) -> None:
        """Note it."""
        self.done.append(("keys", keys))

    def reload(self) -> None:
        """Note it."""
        self.done.append(("reload",))

    def resize(self, width: int, height: int) -> None:
        """Change the viewport."""
        self.size = width, height
        self.scroll_to(*self.scrolled)

    def scroll_to(self, left: int, top: int) -> None:
        """Scroll as far as the page goes."""
        far = [max(0, page - shown) for page, shown in zip(self.content, self.size, strict=True)]
        self.scrolled = min(left, far[0]), min(top, far[1])

    def wait(self, seconds: float) -> None:
        """Note it."""
        self.done.append(("wait", seconds))
