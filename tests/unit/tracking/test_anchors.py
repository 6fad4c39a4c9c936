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
