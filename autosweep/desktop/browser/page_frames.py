"""A page as a FrameSource: regions in the page's points, frames in its pixels."""

from __future__ import annotations

from time import monotonic

from autosweep.desktop.browser.page_link import PageLink
from autosweep.desktop.capture import ScreenFrames
from autosweep.desktop.scaled_regions import aligned, cut_to
from autosweep.errors import NothingToSee
from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Frame, Pixels

MAX_PAGE = 20_000_000
"""Pixels of a page that are captured at once, at most: about 20 screens."""
MAX_VIEWPORT = 4096
"""Points to which the viewport is enlarged for a board, at most."""
MARGIN = 40
"""Points shown round a board that is scrolled to, where there is room."""


class PageFrames(ScreenFrames):
    """Captures a page; raises DisplayLost where that is gone."""

    shown_on = "in the page"

    def __init__(self, link: PageLink) -> None:
        self._link = link

    def bounds(self) -> Rect:
        """Return what the browser shows of the page."""
        return self._link.layout().viewport

    def monitors(self) -> list[Rect]:
        """Return the same: there is one."""
        return [self.bounds()]

    def grab(self, region: Rect | None = None) -> Frame:
        """Return the region (or everything) as the browser draws it next."""
        layout = self._link.layout()
        bounds = layout.viewport
        wanted = bounds if region is None else bounds.intersect(region)
        if wanted.area == 0:
            msg = f"The region {region} lies outside the page that is shown."
            raise NothingToSee(msg, remedy=f"The page shows {bounds}.")
        around = aligned(wanted, layout.scale).intersect(bounds)
        pixels = self._link.capture(around, layout)
        return cut_to(wanted, around, _frame(pixels, around, layout.scale))

    def grab_all(self) -> Frame | None:
        """Return the whole page where more of it can be scrolled to, else None."""
        layout = self._link.layout()
        page = layout.page
        most = round(MAX_PAGE / (layout.scale**2 * max(1, page.w)))
        whole = Rect(page.x, page.y, page.w, min(page.h, most))
        if layout.viewport.intersect(whole) == whole:
            return None
        around = aligned(whole, layout.scale)
        return _frame(self._link.capture_page(around, layout), around, layout.scale)

    def bring_into_view(self, place: Rect) -> bool:
        """Show a part of the page, in points of the viewport; return False if it does not fit.

        Scrolls to it; what is larger than the viewport gets a larger viewport.
        """
        layout = self._link.layout()
        wanted = place.grown(MARGIN)
        page = layout.page
        # On the page, whose corner may be left of and above the viewport's.
        left, top = max(0, wanted.x - page.x), max(0, wanted.y - page.y)
        if place.w > MAX_VIEWPORT or place.h > MAX_VIEWPORT:
            return False
        wide, tall = max(layout.width, wanted.w), max(layout.height, wanted.h)
        if (wide, tall) != (layout.width, layout.height):
            self._link.resize(min(wide, MAX_VIEWPORT), min(tall, MAX_VIEWPORT))
        self._link.scroll_to(left, top)
        now = self._link.layout()
        here = place.moved(now.page.x - page.x, now.page.y - page.y)
        return now.viewport.intersect(here) == here

    def close(self) -> None:
        """Do nothing: the page is its display's."""


def _frame(pixels: Pixels, place: Rect, scale: float) -> Frame:
    return Frame(pixels, monotonic(), ScreenMap(place.x, place.y, scale, scale))
