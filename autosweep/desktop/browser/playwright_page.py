"""A page by what Playwright offers for every browser; Firefox uses nothing else."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import cv2
import numpy as np

from autosweep.desktop.browser.answer_time import ANSWER_TIME, Overdue, answered_in_time
from autosweep.desktop.browser.page_dialogs import PageDialogs
from autosweep.desktop.browser.page_link import PageLayout
from autosweep.errors import DisplayLost, Interrupted
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Pixels

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOAD_TIME = 30.0
"""Seconds that a page is given to load."""
_MILLISECONDS = 1000
_LAYOUT = """() => {
  const root = document.documentElement;
  return [root.clientWidth || innerWidth, innerHeight, devicePixelRatio, scrollX, scrollY,
          root.scrollWidth, root.scrollHeight];
}"""
"""Sizes of the window and of the whole page: no element of it is looked for."""
_SCROLL = "([left, top]) => window.scrollTo({left, top, behavior: 'instant'})"
_REMEDY = "Open the page again; the recording up to this point is intact."


class PlaywrightPage:
    """A page of any browser; raises DisplayLost where the page is gone."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.name = page.url
        self.dialogs = PageDialogs()
        self._crashed = False
        self.patience = ANSWER_TIME
        """Seconds after which a question is given up."""
        self._silent = False
        """Whether the page left a question without an answer: it gets no further ones."""
        self.stopping: Callable[[], bool] = lambda: False
        """Whether somebody asked to stop; looked at while the page does not answer."""
        self.loads = 0
        """Times that the page was loaded since."""
        page.on("dialog", self.dialogs.on_dialog)
        page.on("crash", self._on_crash)
        page.on("domcontentloaded", self._on_load)

    def layout(self) -> PageLayout:
        """Return what of the page is shown now."""
        with self._asking():
            found = self._page.evaluate(_LAYOUT)
        wide, tall, scale, left, top, all_wide, all_tall = map(float, found)
        page = Rect(
            -round(left), -round(top), round(max(wide, all_wide)), round(max(tall, all_tall))
        )
        return PageLayout(round(wide), round(tall), scale, page)

    def title(self) -> str:
        """Return the title of the tab."""
        with self._asking():
            return self._page.title()

    def capture(self, part: Rect, layout: PageLayout) -> Pixels:
        """Return a part of the viewport."""
        del layout
        return self._screenshot(part, full_page=False)

    def capture_page(self, part: Rect, layout: PageLayout) -> Pixels:
        """Return a part of the page that need not be shown."""
        return self._screenshot(part.moved(-layout.page.x, -layout.page.y), full_page=True)

    def move(self, point: ScreenPoint) -> None:
        """Bring the page's own pointer to the middle of a point."""
        with self._asking():
            self._page.mouse.move(point.x + 0.5, point.y + 0.5)

    def click(self, point: ScreenPoint, name: str) -> None:
        """Move to the middle of a point, press a button and release it.

        The three are sent at once. A move alone is answered with the browser's next frame.
        """
        with self._asking():
            self._page.mouse.click(
                point.x + 0.5,
                point.y + 0.5,
                button=name,  # type: ignore[arg-type]
            )

    def button(self, name: str, *, down: bool) -> None:
        """Press or release a button."""
        mouse = self._page.mouse
        with self._asking():
            # The protocol's own three names; the types are narrower than a string.
            (mouse.down if down else mouse.up)(button=name)  # type: ignore[arg-type]

    def press_keys(self, keys: str) -> None:
        """Press a key or a combination."""
        with self._asking():
            self._page.keyboard.press(keys)

    def reload(self) -> None:
        """Load the page again; its question whether to leave it is agreed to."""
        from playwright.sync_api import TimeoutError as PlaywrightTimeout

        self.dialogs.leaving = True
        try:
            # A page whose advertisements never end is there long before it is complete.
            with self._asking(LOAD_TIME), contextlib.suppress(PlaywrightTimeout):
                self._page.reload(timeout=LOAD_TIME * _MILLISECONDS)
        finally:
            self.dialogs.leaving = False

    def resize(self, width: int, height: int) -> None:
        """Give the page another viewport."""
        with self._asking():
            self._page.set_viewport_size({"width": width, "height": height})

    def scroll_to(self, left: int, top: int) -> None:
        """Show the page from a point of it on."""
        with self._asking():
            self._page.evaluate(_SCROLL, [left, top])

    def wait(self, seconds: float) -> None:
        """Wait while the page goes on."""
        with self._asking(seconds):
            self._page.wait_for_timeout(seconds * _MILLISECONDS)

    def run_own(self, script: str, arguments: list[object]) -> None:
        """Run a script of ours that draws on the page; it returns nothing."""
        with self._asking():
            self._page.evaluate(script, arguments)

    def ask_own(self, script: str, arguments: list[object]) -> bool:
        """Run a script of ours that tells about what we drew ourselves."""
        with self._asking():
            return bool(self._page.evaluate(script, arguments))

    def _screenshot(self, part: Rect, *, full_page: bool) -> Pixels:
        clip = {"x": part.x, "y": part.y, "width": part.w, "height": part.h}
        with self._asking():
            data = self._page.screenshot(
                clip=clip,  # type: ignore[arg-type]
                full_page=full_page,
                animations="allow",
                caret="initial",
            )
        return decoded(data)

    def _on_crash(self, page: Page) -> None:
        del page
        self._crashed = True

    def _on_load(self, page: Page) -> None:
        del page
        self.loads += 1

    @contextlib.contextmanager
    def _asking(self, longer: float = 0.0) -> Iterator[None]:
        """Turn a failed question to the browser, or one without an answer, into an error.

        Raises DisplayLost, or Interrupted where somebody asked to stop meanwhile. `longer` are
        seconds that the question itself takes.
        """
        from playwright.sync_api import Error

        if self._silent:
            raise self._no_answer()
        try:
            with answered_in_time(self.patience + longer, self.stopping):
                yield
        except Overdue:
            self._silent = True
            raise self._no_answer() from None
        except Error as error:
            raise self._lost(error) from None

    def _no_answer(self) -> DisplayLost | Interrupted:
        if self.stopping():
            return Interrupted(f"Stopped while the page {self.name} did not answer.")
        msg = f"The page {self.name} does not answer: a script of it does not end."
        return DisplayLost(msg, remedy=_REMEDY)

    def _lost(self, error: Exception) -> DisplayLost:
        if self._crashed:
            return DisplayLost(f"The page {self.name} crashed.", remedy=_REMEDY)
        if self._page.is_closed() or "closed" in str(error).lower():
            return DisplayLost(f"The page {self.name} was closed.", remedy=_REMEDY)
        return DisplayLost(f"The browser does not answer: {first_line(error)}.", remedy=_REMEDY)


def decoded(data: bytes) -> Pixels:
    """Return the pixels of a PNG file of the browser."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        msg = "The browser sent an image that cannot be decoded."
        raise DisplayLost(msg, remedy=_REMEDY)
    return np.asarray(image, np.uint8)


def first_line(error: Exception) -> str:
    """Return what an error of Playwright says, in one line without its call."""
    text = str(error).strip().splitlines()
    line = text[0].strip() if text else type(error).__name__
    head, _, rest = line.partition(": ")
    return (rest if "." in head and " " not in head and rest else line).rstrip(".")
