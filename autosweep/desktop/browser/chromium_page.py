"""A page by the protocol of Chromium's developer tools: Chromium, Chrome, Edge and their kin.

A capture of a region takes two frames of the browser (33 ms at 60 Hz), whatever its size. The
scale and the size of the page are set on the connection that captures: another one would get
images without the scale.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from autosweep.desktop.browser.page_link import PageLayout
from autosweep.desktop.browser.playwright_page import PlaywrightPage, decoded
from autosweep.geometry import Rect
from autosweep.interfaces import Pixels

if TYPE_CHECKING:
    from playwright.sync_api import Page


class ChromiumPage(PlaywrightPage):
    """A page of a browser with Chromium's protocol."""

    def __init__(self, page: Page, *, scale: float | None, size: tuple[int, int] | None) -> None:
        """Use a page; give it a scale and a size, None for those that the browser gives it."""
        super().__init__(page)
        with self._asking():
            self._protocol = page.context.new_cdp_session(page)
        self._set_scale = scale
        self._scale = scale
        self._resized = False
        if size is not None:
            self.resize(*size)
        elif scale is not None:
            shown = self.layout()
            self.resize(shown.width, shown.height)

    def layout(self) -> PageLayout:
        """Return what of the page is shown now."""
        shown, page, _ = self._metrics()
        scale = self._scale
        if scale is None:
            # Told by an image alone: the browser's own scale, and how far its user has zoomed in.
            side = 64
            scale = self._capture(Rect(0, 0, side, side)).shape[1] / side
            self._scale = scale
        return PageLayout(shown.w, shown.h, scale, page)

    def capture(self, part: Rect, layout: PageLayout) -> Pixels:
        """Return a part of the viewport."""
        del layout
        return self._capture(part)

    def capture_page(self, part: Rect, layout: PageLayout) -> Pixels:
        """Return a part of the page that need not be shown."""
        del layout
        return self._capture(part, captureBeyondViewport=True)

    def resize(self, width: int, height: int) -> None:
        """Give the page another viewport."""
        self._resized = True
        self._ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=self._set_scale or 0,
            mobile=False,
        )

    def restore(self) -> None:
        """Give the page back its own size and scale."""
        if self._resized:
            self._ask("Emulation.clearDeviceMetricsOverride")
            self._resized = False

    def _metrics(self) -> tuple[Rect, Rect, tuple[float, float]]:
        """Return the viewport, the page around it and how far that is scrolled; in points."""
        found = self._ask("Page.getLayoutMetrics")
        shown, content = found["cssLayoutViewport"], found["cssContentSize"]
        left, top = found["cssVisualViewport"]["pageX"], found["cssVisualViewport"]["pageY"]
        wide, tall = shown["clientWidth"], shown["clientHeight"]
        page = Rect(
            -round(left),
            -round(top),
            max(wide, round(content["width"])),
            max(tall, round(content["height"])),
        )
        return Rect(0, 0, wide, tall), page, (left, top)

    def _capture(self, part: Rect, **more: Any) -> Pixels:
        _, _, (left, top) = self._metrics()
        answer = self._ask(
            "Page.captureScreenshot",
            format="png",
            optimizeForSpeed=True,
            clip={
                "x": left + part.x,
                "y": top + part.y,
                "width": part.w,
                "height": part.h,
                "scale": 1,
            },
            **more,
        )
        return decoded(base64.b64decode(answer["data"]))

    def _ask(self, method: str, **arguments: Any) -> Any:
        with self._asking():
            return self._protocol.send(method, arguments)
