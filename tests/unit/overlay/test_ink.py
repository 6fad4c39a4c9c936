"""What lies under the hints: cells with ink keep what was last seen of them without it."""

from __future__ import annotations

import numpy as np
import pytest

from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.overlay.ink import Underneath
from autosweep.overlay.view import Inked

PX = 10
GRID = Grid.regular((5, 5), (PX, PX), (3, 3))
INK = (10, 200, 30)


def plain(level: int = 180) -> Pixels:
    return np.full((40, 40, 3), level, np.uint8)


def part(cell: tuple[int, int]) -> tuple[slice, slice]:
    rect = GRID.cell_rect(cell)
    return slice(rect.y, rect.bottom), slice(rect.x, rect.right)


def inked(picture: Pixels, *cells: tuple[int, int]) -> tuple[Pixels, Inked]:
    """Draw a bar on cells."""
    out, ink = picture.copy(), np.zeros(picture.shape[:2], bool)
    for cell in cells:
        rect = GRID.cell_rect(cell)
        ink[rect.y + 3 : rect.y + 6, rect.x + 1 : rect.x + 9] = True
    out[ink] = INK
    return out, ink


def test_ink_is_taken_out_of_the_picture() -> None:
    under = Underneath(plain(), GRID)
    drawn, ink = inked(plain(), (0, 0), (1, 1))
    under.drawn(drawn, ink)
    sight = under.look(drawn)
    assert (sight.pixels == 180).all()
    assert not sight.stale


def test_ink_that_is_not_on_the_screen_yet_is_no_change() -> None:
    under = Underneath(plain(), GRID)
    under.drawn(*inked(plain(), (0, 0)))
    sight = under.look(plain())
    assert (sight.pixels == 180).all()
    assert not sight.stale


def test_a_free_cell_is_seen_at_once_and_an_inked_one_keeps_what_it_was() -> None:
    under = Underneath(plain(), GRID)
    under.drawn(*inked(plain(), (0, 0)))
    changed = plain()
    changed[part((0, 0))] = 90
    changed[part((2, 2))] = 60
    seen, _ = inked(changed, (0, 0))
    sight = under.look(seen)
    assert sight.stale == {(0, 0)}
    assert (sight.pixels[part((0, 0))] == 180).all()
    assert (sight.pixels[part((2, 2))] == 60).all()


@pytest.mark.parametrize("lag", [0, 1, 5])
def test_a_cell_is_believed_only_when_its_ink_is_seen_to_be_gone(lag: int) -> None:
    """The ink was taken away, but the screen shows it for some looks more."""
    under = Underneath(plain(), GRID)
    under.drawn(*inked(plain(), (0, 0)))
    changed = plain()
    changed[part((0, 0))] = 90
    still, _ = inked(changed, (0, 0))
    under.look(still)
    under.drawn(plain(), np.zeros((40, 40), bool))
    for _ in range(lag):
        assert (under.look(still).pixels[part((0, 0))] == 180).all()
    sight = under.look(changed)
    assert (sight.pixels[part((0, 0))] == 90).all()
    assert not sight.stale


def test_ink_drawn_over_other_ink_is_no_change() -> None:
    """For a few looks the screen shows the old mark where the new one should be."""
    under = Underneath(plain(), GRID)
    first, ink = inked(plain(), (1, 1))
    under.drawn(first, ink)
    under.look(first)
    second, more = plain(), np.zeros((40, 40), bool)
    rect = GRID.cell_rect((1, 1))
    more[rect.y + 2 : rect.y + 8, rect.x + 4 : rect.x + 6] = True
    second[more] = (0, 0, 255)
    under.drawn(second, more)
    assert not under.look(first).stale
    assert not under.look(second).stale
    assert (under.look(second).pixels == 180).all()


def test_something_else_over_the_ink_is_a_change() -> None:
    under = Underneath(plain(), GRID)
    drawn, ink = inked(plain(), (1, 1))
    under.drawn(drawn, ink)
    rect = GRID.cell_rect((1, 1))
    drawn[rect.y + 4, rect.x + 4] = (255, 255, 255)
    assert under.look(drawn).stale == {(1, 1)}


def test_former_ink_is_forgotten_in_time() -> None:
    """A game may draw the very colour of the ink: after a while it is believed."""
    under = Underneath(plain(), GRID)
    drawn, ink = inked(plain(), (0, 0))
    under.drawn(drawn, ink)
    under.drawn(plain(), np.zeros((40, 40), bool))
    assert (under.look(drawn).pixels == 180).all()
    under.gone()
    assert (under.look(drawn).pixels == drawn).all()
