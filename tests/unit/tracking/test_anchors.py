"""What the frame before the first click tells of later ones."""

from __future__ import annotations

import numpy as np

from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Frame
from autosweep.tracking.anchors import anchors_of

SIDE = 20
GRID = Grid.regular((0.0, 0.0), (SIDE, SIDE), (6, 6))
FRESH = np.full((6 * SIDE, 6 * SIDE, 3), 120, np.uint8)


def painted(cells: dict[Cell, int], rim: dict[Cell, int] | None = None) -> Frame:
    """Return a frame with some cells filled, and the rims of others."""
    pixels = FRESH.copy()
    for (r, c), level in cells.items():
        pixels[r * SIDE : (r + 1) * SIDE, c * SIDE : (c + 1) * SIDE] = level
    for (r, c), level in (rim or {}).items():
        pixels[r * SIDE, c * SIDE : (c + 1) * SIDE] = level
    return Frame(pixels)


def test_unchanged_cells_are_hidden_and_changed_ones_are_not() -> None:
    anchors = anchors_of(Frame(FRESH), painted({(0, 0): 200, (2, 3): 128}), GRID)
    assert anchors is not None
    assert np.argwhere(anchors.changed).tolist() == [[0, 0], [2, 3]]
    assert np.argwhere(~anchors.unchanged).tolist() == [[0, 0], [2, 3]]


def test_a_cell_of_which_only_the_rim_changed_may_be_either() -> None:
    anchors = anchors_of(Frame(FRESH), painted({(0, 0): 200}, rim={(0, 1): 30}), GRID)
    assert anchors is not None
    assert not anchors.unchanged[0, 1]
    assert not anchors.changed[0, 1]


def test_a_board_that_is_tinted_as_a_whole_tells_nothing() -> None:
    tinted = {(r, c): 100 for r in range(6) for c in range(6)}
    assert anchors_of(Frame(FRESH), painted(tinted), GRID) is None
    assert anchors_of(Frame(FRESH), Frame(FRESH[:-1]), GRID) is None


def bevelled(opened: set[Cell]) -> Frame:
    """Return a board whose hidden cells have a bevel; the ground of open cells is nearly theirs."""
    pixels = FRESH.copy()
    for r in range(6):
        for c in range(6):
            part = pixels[r * SIDE : (r + 1) * SIDE, c * SIDE : (c + 1) * SIDE]
            if (r, c) in opened:
                part[:] = 118
                continue
            part[:3], part[:, :3], part[-3:], part[:, -3:] = 250, 250, 40, 40
    return Frame(pixels)


def test_a_cell_that_lost_its_bevel_is_no_hidden_one() -> None:
    """The ground alone differs too little to tell: the classic look has the same for both."""
    opened = {(r, c) for r in range(3) for c in range(6)}
    anchors = anchors_of(bevelled(set()), bevelled(opened), GRID)
    assert anchors is not None
    assert {(int(r), int(c)) for r, c in np.argwhere(anchors.changed)} == opened


def test_lines_of_a_neighbour_are_no_change_where_the_grid_is_a_pixel_off() -> None:
    """Only one cell is hidden still, and its neighbours below and beside it are open."""
    off = Grid.regular((1.0, 1.0), (SIDE, SIDE), (5, 5))
    opened = {(r, c) for r in range(6) for c in range(6)} - {(2, 2)}
    before, now = bevelled(set()), bevelled(opened)
    now.pixels[:SIDE, :SIDE] = 30
    anchors = anchors_of(before, now, off)
    assert anchors is not None
    assert np.argwhere(anchors.unchanged).tolist() == [[2, 2]]


def test_colours_that_drift_between_the_cells_change_no_cell() -> None:
    """Rounded cells show the page at their corners, and its colours change all the time."""
    before, now = bevelled(set()).pixels, bevelled({(0, 0), (3, 3)}).pixels
    now[::SIDE], now[:, ::SIDE] = 90, 90
    now[10::SIDE] += 1
    anchors = anchors_of(Frame(before), Frame(now), GRID)
    assert anchors is not None
    assert np.argwhere(~anchors.unchanged).tolist() == [[0, 0], [3, 3]]
    assert np.argwhere(anchors.changed).tolist() == [[0, 0], [3, 3]]
