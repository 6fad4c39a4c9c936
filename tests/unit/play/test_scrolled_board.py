"""Boards that are out of view are scrolled to; one that does not fit is said so."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest
from support.screen_boards import window

from autosweep.errors import NoBoardFound
from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Frame, Pixels
from autosweep.play.scrolled_board import scroll_to_board


@dataclass
class LongPage:
    """A page whose lower part is out of view."""

    page: Pixels
    fits: bool = True
    asked: list[Rect] = field(default_factory=list)

    def grab(self, region: Rect | None = None) -> Frame:
        """Return nothing of interest."""
        del region
        return Frame(np.zeros((10, 10, 3), np.uint8))

    def grab_all(self) -> Frame | None:
        """Return the whole page, which was scrolled by 100 points."""
        return Frame(self.page, mapping=ScreenMap(0, -100))

    def bring_into_view(self, place: Rect) -> bool:
        """Note it."""
        self.asked.append(place)
        return self.fits


def long_page(*, fits: bool = True) -> LongPage:
    """Return a page with a board far down."""
    shown = window("sgt-mines/sgt-b-mid")
    page = np.full((1200 + shown.shape[0], 200 + shown.shape[1], 3), 255, np.uint8)
    page[1200:, 200:] = shown
    return LongPage(page, fits)


def test_a_board_out_of_view_is_brought_into_view() -> None:
    source = long_page()
    assert scroll_to_board(source)
    (place,) = source.asked
    # In points of the view, which begins 100 points down the page.
    assert place.y > 1000
    assert place.x >= 200


def test_a_board_that_does_not_fit_is_refused() -> None:
    with pytest.raises(NoBoardFound, match="does not fit"):
        scroll_to_board(long_page(fits=False))


def test_a_page_without_a_board_is_left_where_it_is() -> None:
    source = LongPage(np.full((900, 500, 3), 255, np.uint8))
    assert not scroll_to_board(source)
    assert source.asked == []


def test_a_screen_cannot_be_scrolled() -> None:
    class Screen:
        """A source of which everything is shown."""

        def grab(self, region: Rect | None = None) -> Frame:
            """Return a frame."""
            del region
            return Frame(np.zeros((10, 10, 3), np.uint8))

    assert not scroll_to_board(Screen())
