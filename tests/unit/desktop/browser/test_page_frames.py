"""A page as frames: points and pixels at every scale, scrolled pages, large boards."""

from __future__ import annotations

import pytest
from support.fake_page import FakePage

from autosweep.desktop.browser.page_frames import MAX_VIEWPORT, PageFrames
from autosweep.errors import NothingToSee
from autosweep.geometry import FramePoint, Rect, ScreenPoint


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("region", [Rect(0, 0, 40, 40), Rect(13, 7, 31, 22), Rect(390, 291, 9, 7)])
def test_a_region_is_shown_in_the_pixels_of_its_points(scale: float, region: Rect) -> None:
    frame = PageFrames(FakePage(scale=scale)).grab(region)
    left, top = frame.mapping.origin_x * scale, frame.mapping.origin_y * scale
    assert left == round(left), "the frame begins inside a pixel"
    # the page's own colours tell where the first pixel is
    assert tuple(frame.pixels[0, 0][:2]) == (round(left) % 256, round(top) % 256)
    shown = frame.mapping.rect_to_screen(frame.rect)
    assert shown.intersect(region) == region


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_a_pixel_is_clicked_where_it_was_captured(scale: float) -> None:
    frame = PageFrames(FakePage(scale=scale)).grab(Rect(40, 60, 80, 80))
    point = frame.mapping.to_screen(FramePoint(33, 50))
    blue, green = (int(value) for value in frame.pixels[50, 33][:2])
    assert point == ScreenPoint(int(blue / scale), int(green / scale))


def test_a_region_beyond_the_view_is_cut_or_refused() -> None:
    source = PageFrames(FakePage())
    assert source.grab(Rect(380, 280, 100, 100)).rect == Rect(0, 0, 20, 20)
    with pytest.raises(NothingToSee, match="outside the page"):
        source.grab(Rect(900, 0, 10, 10))


def test_a_page_that_fits_has_nothing_to_scroll_to() -> None:
    assert PageFrames(FakePage()).grab_all() is None


def test_the_whole_page_is_captured_where_it_is() -> None:
    page = FakePage(content=(400, 1000), scrolled=(0, 200))
    frame = PageFrames(page).grab_all()
    assert frame is not None
    assert frame.rect == Rect(0, 0, 400, 1000)
    assert frame.mapping.to_screen(FramePoint(0, 0)) == ScreenPoint(0, -200)


def test_a_place_is_scrolled_into_view() -> None:
    page = FakePage(content=(400, 1000))
    assert PageFrames(page).bring_into_view(Rect(50, 700, 200, 200))
    assert page.scrolled == (0, 660)
    assert page.size == (400, 300)


def test_a_board_larger_than_the_view_gets_a_larger_view() -> None:
    page = FakePage(content=(900, 1000))
    assert PageFrames(page).bring_into_view(Rect(20, 100, 800, 700))
    assert page.size[0] >= 800
    assert page.size[1] >= 700


def test_a_board_larger_than_any_view_does_not_fit() -> None:
    page = FakePage(content=(9000, 1000))
    assert not PageFrames(page).bring_into_view(Rect(0, 0, MAX_VIEWPORT + 1, 500))
    assert page.size == (400, 300)
