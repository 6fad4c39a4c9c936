"""The page as a window: it moves where it is scrolled, and is cut where it goes on."""

from __future__ import annotations

from support.fake_page import FakePage

from autosweep.desktop.browser.page_windows import PAGE_KIND, PageWindows
from autosweep.errors import DisplayLost
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Windows
from autosweep.play.browser_windows import is_browser


def test_the_page_is_the_one_window() -> None:
    windows: Windows = PageWindows(FakePage())
    (window,) = windows.visible()
    assert (window.title, window.kind, window.rect) == ("Mines", PAGE_KIND, Rect(0, 0, 400, 300))
    assert is_browser(window)
    assert windows.top_at(ScreenPoint(10, 10)) == window
    assert windows.top_at(ScreenPoint(10, 300)) is None
    assert windows.give_focus(window.handle)
    assert not windows.belongs(window.handle, window.handle)


def test_a_page_that_is_scrolled_has_moved() -> None:
    page = FakePage(content=(400, 900))
    windows = PageWindows(page)
    handle = windows.visible()[0].handle
    page.scrolled = (0, 150)
    rect, reached = windows.survey(handle, [ScreenPoint(5, 5), ScreenPoint(5, 350)])
    assert rect == Rect(0, -150, 400, 900)
    assert reached == [handle, None]


def test_a_page_that_was_closed_has_no_place() -> None:
    page = FakePage()
    windows = PageWindows(page)

    def gone() -> None:
        raise DisplayLost("The page was closed.")  # noqa: EM101, TRY003

    page.layout = gone  # type: ignore[assignment,method-assign]
    assert windows.place_of(1) is None
