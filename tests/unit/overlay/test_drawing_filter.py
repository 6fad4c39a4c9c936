"""Removing our own drawing: cells with hints keep their last pixels without them."""

from __future__ import annotations

import numpy as np
import pytest

from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.overlay.drawing_filter import LATEST, REPAINTED, DrawingFilter
from autosweep.overlay.view import PixelMask

PX = 10
GRID = Grid.regular((5, 5), (PX, PX), (3, 3))
COLOUR = (10, 200, 30)


def plain(level: int = 180) -> Pixels:
    return np.full((40, 40, 3), level, np.uint8)


def part(cell: tuple[int, int]) -> tuple[slice, slice]:
    rect = GRID.cell_rect(cell)
    return slice(rect.y, rect.bottom), slice(rect.x, rect.right)


def with_bars(pixels: Pixels, *cells: tuple[int, int]) -> tuple[Pixels, PixelMask]:
    """Draw a bar on cells."""
    out, mask = pixels.copy(), np.zeros(pixels.shape[:2], bool)
    for cell in cells:
        rect = GRID.cell_rect(cell)
        mask[rect.y + 3 : rect.y + 6, rect.x + 1 : rect.x + 9] = True
    out[mask] = COLOUR
    return out, mask


def test_drawing_is_removed_from_the_frame() -> None:
    filtered = DrawingFilter(plain(), GRID)
    drawn, mask = with_bars(plain(), (0, 0), (1, 1))
    filtered.set_drawing(drawn, mask)
    found = filtered.remove(drawn)
    assert (found.pixels == 180).all()
    assert not found.changed_beneath


def test_drawing_that_is_not_on_the_screen_yet_is_no_change() -> None:
    filtered = DrawingFilter(plain(), GRID)
    filtered.set_drawing(*with_bars(plain(), (0, 0)))
    found = filtered.remove(plain())
    assert (found.pixels == 180).all()
    assert not found.changed_beneath


def test_a_free_cell_is_updated_at_once_and_a_drawn_one_keeps_its_pixels() -> None:
    filtered = DrawingFilter(plain(), GRID)
    filtered.set_drawing(*with_bars(plain(), (0, 0)))
    changed = plain()
    changed[part((0, 0))] = 90
    changed[part((2, 2))] = 60
    seen, _ = with_bars(changed, (0, 0))
    found = filtered.remove(seen)
    assert found.changed_beneath == {(0, 0)}
    assert (found.pixels[part((0, 0))] == 180).all()
    assert (found.pixels[part((2, 2))] == 60).all()


@pytest.mark.parametrize("lag", [0, 1, REPAINTED + 3])
def test_a_cell_is_updated_only_when_its_drawing_has_gone(lag: int) -> None:
    """The drawing was removed, but some more captures show it."""
    filtered = DrawingFilter(plain(), GRID)
    filtered.set_drawing(*with_bars(plain(), (0, 0)))
    changed = plain()
    changed[part((0, 0))] = 90
    still, _ = with_bars(changed, (0, 0))
    filtered.remove(still)
    filtered.set_drawing(plain(), np.zeros((40, 40), bool))
    for _ in range(lag):
        assert (filtered.remove(still).pixels[part((0, 0))] == 180).all()
    # What it covered may be painted in several steps.
    for _ in range(REPAINTED - lag):
        unpainted = changed.copy()
        unpainted[9, 8:12] = 0
        assert (filtered.remove(unpainted).pixels[part((0, 0))] == 180).all()
    found = filtered.remove(changed)
    assert (found.pixels[part((0, 0))] == 90).all()
    assert not found.changed_beneath


def test_drawing_over_other_drawing_is_no_change() -> None:
    """A few captures show the old mark where the new one should be."""
    filtered = DrawingFilter(plain(), GRID)
    first, mask = with_bars(plain(), (1, 1))
    filtered.set_drawing(first, mask)
    filtered.remove(first)
    second, more = plain(), np.zeros((40, 40), bool)
    rect = GRID.cell_rect((1, 1))
    more[rect.y + 2 : rect.y + 8, rect.x + 4 : rect.x + 6] = True
    second[more] = (0, 0, 255)
    filtered.set_drawing(second, more)
    assert not filtered.remove(first).changed_beneath
    assert not filtered.remove(second).changed_beneath
    assert (filtered.remove(second).pixels == 180).all()


def test_something_else_over_the_drawing_is_a_change() -> None:
    filtered = DrawingFilter(plain(), GRID)
    drawn, mask = with_bars(plain(), (1, 1))
    filtered.set_drawing(drawn, mask)
    filtered.remove(drawn)
    rect = GRID.cell_rect((1, 1))
    drawn[rect.y + 4, rect.x + 4] = (255, 255, 255)
    assert filtered.remove(drawn).changed_beneath == {(1, 1)}


@pytest.mark.parametrize("unpainted", [(0, 0, 0), (255, 255, 255), COLOUR[::-1]])
def test_drawing_that_is_not_painted_yet_is_no_change(unpainted: tuple[int, int, int]) -> None:
    """The window has its new shape already, in any colour; from its first sight on it counts."""
    filtered = DrawingFilter(plain(), GRID)
    drawn, mask = with_bars(plain(), (0, 0), (2, 1))
    filtered.set_drawing(drawn, mask)
    early = plain()
    early[mask] = unpainted
    for seen in (early, early, drawn):
        found = filtered.remove(seen)
        assert not found.changed_beneath
        assert (found.pixels == 180).all()
    assert filtered.remove(early).changed_beneath == {(0, 0), (2, 1)}


def test_a_change_beside_drawing_that_is_not_painted_yet_is_seen_at_once() -> None:
    filtered = DrawingFilter(plain(), GRID)
    drawn, mask = with_bars(plain(), (0, 0), (2, 1))
    filtered.set_drawing(drawn, mask)
    early = plain()
    early[part((2, 1))] = 90
    early[mask] = 0
    found = filtered.remove(early)
    assert found.changed_beneath == {(2, 1)}
    assert not found.never_shown


def test_drawing_that_is_never_shown_is_no_excuse_for_ever() -> None:
    filtered = DrawingFilter(plain(), GRID)
    drawn, mask = with_bars(plain(), (0, 0))
    filtered.set_drawing(drawn, mask)
    other = plain()
    other[mask] = 7
    for _ in range(LATEST):
        assert not filtered.remove(other).changed_beneath
    found = filtered.remove(other)
    assert found.changed_beneath == found.never_shown == {(0, 0)}


def test_what_lay_under_removed_drawing_may_be_painted_late() -> None:
    """The game gets its pixels back in two steps: the first is no change of the cell."""
    filtered = DrawingFilter(plain(), GRID)
    drawn, mask = with_bars(plain(), (0, 0))
    filtered.set_drawing(drawn, mask)
    filtered.remove(drawn)
    filtered.set_drawing(plain(), np.zeros((40, 40), bool))
    empty = plain()
    empty[mask] = 240
    for seen in (empty, plain()):
        found = filtered.remove(seen)
        assert (found.pixels == 180).all()
        assert not found.changed_beneath


def test_removed_drawing_is_forgotten_in_time() -> None:
    """A game may draw the very colour of a hint: after a while it counts as the game's."""
    filtered = DrawingFilter(plain(), GRID)
    drawn, mask = with_bars(plain(), (0, 0))
    filtered.set_drawing(drawn, mask)
    filtered.set_drawing(plain(), np.zeros((40, 40), bool))
    assert (filtered.remove(drawn).pixels == 180).all()
    filtered.forget_removed()
    assert (filtered.remove(drawn).pixels == drawn).all()
