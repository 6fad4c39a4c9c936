"""Whether a board that is read again keeps the theme of its client."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from autosweep.geometry import Cell
from autosweep.interfaces import Pixels
from autosweep.vision.read import read, reread

TILE = Path(__file__).parents[3] / "templates" / "gnome-mines-bgcolors" / "hidden-2.png"
LIGHT, LIT = (244, 245, 246), (207, 215, 211)
CELLS = 8


def fresh_board(lit: Cell | None = None) -> Pixels:
    """Return the board of gnome-mines before the first click, with a tile under the pointer."""
    tile = np.asarray(cv2.imread(str(TILE)), np.uint8)
    side = len(tile)
    picture = np.full((CELLS * side + 120, CELLS * side + 200, 3), LIGHT, np.uint8)
    for row, col in np.ndindex(CELLS, CELLS):
        top, left = 50 + row * side, 60 + col * side
        drawn = picture[top : top + side, left : left + side]
        drawn[:] = tile
        if (row, col) == lit:
            drawn[(tile == tile[side // 2, side // 2]).all(axis=2)] = LIT
    return picture


def test_a_lit_tile_on_a_fresh_board_does_not_cost_its_theme() -> None:
    """No number is there that the theme does not know, so the client is the same as before."""
    (before,) = (each.believed() for each in read(fresh_board()))
    assert before.theme.startswith("gnome-mines")
    again = reread(fresh_board(lit=(3, 3)), before, in_place=True)
    assert again is not None
    assert (again.theme, again.board) == (before.theme, before.board)
