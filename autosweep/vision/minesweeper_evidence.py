"""What speaks for a board without numbers being Minesweeper, and what against it.

A game that has not begun shows equal tiles and nothing else, and so do draughts, Connect Four, the
sea of Battleship or a tiled floor. Signs of the game beside the grid and the make of its tiles are
weighed; a board without enough of them is returned as one that is not proven. Equal tiles in usual
numbers are never enough: something must speak for Minesweeper and not for any grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import numpy as np

from autosweep.board import HIDDEN, MAX_NUMBER
from autosweep.geometry import Grid
from autosweep.interfaces import Frame, Pixels
from autosweep.vision.arrays import Bools, Samples
from autosweep.vision.combine import GENERIC
from autosweep.vision.counters.text_counter import says_mines
from autosweep.vision.icons import icons_beside
from autosweep.vision.phase import STANDARD_MINES
from autosweep.vision.reading import Reading
from autosweep.vision.resample import cut_cells
from autosweep.vision.thresholds import (
    CLEAR_LEVELS,
    EVIDENCE_WEIGHTS,
    FACE_REACH_CELLS,
    MAX_USUAL_LINES,
    MIN_EQUAL_TILES,
    MIN_EVIDENCE,
    MIN_GAME_EVIDENCE,
    MIN_USUAL_LINES,
    OUTSIDE_CELLS,
    SAME_TILE_LEVELS,
    SQUARE_CELL,
    USUAL_SIZES,
)
from autosweep.vision.trace import GridTest

SIDE = 12
"""Samples along each side of a cell."""
RIM, MIDDLE = slice(0, 2), slice(4, 8)
"""Samples at the upper or left side of a cell, and in its middle."""
GAME_SIGNS = ("known_level", "counter", "raised")
"""Signs of a grid that speak for Minesweeper and not for any game of equal tiles.

A theme that explains hidden cells only knows one tile: other programs draw the same grey button. So
it counts where the size is a level of nearly every client, too.
"""


@dataclass(frozen=True, slots=True)
class GridSigns:
    """What is seen of a grid and its tiles; 0 to 1, each with a weight of the same name."""

    theme: float
    """A theme knows the tiles."""
    known_level: float
    """A theme knows the tiles, and nearly every client has a level of this size."""
    counter: float
    """A mine counter was read."""
    usual_size: float
    """Many clients have boards of this size."""
    usual_lines: float
    """It has neither fewer lines than the smallest usual board nor more than the largest."""
    square: float
    """Its cells are squares."""
    raised: float
    """Its tiles are lighter at the upper left and darker at the lower right."""
    equal: float
    """Its cells are hidden and of one make, or of two that alternate; marks do not count."""
    apart: float
    """Its tiles have another colour than what lies beyond the border."""
    chequered: float
    """Tiles of two clearly different colours alternate."""

    @property
    def weight(self) -> float:
        """The sum of what the signs weigh."""
        return float(sum(EVIDENCE_WEIGHTS[name] * value for name, value in asdict(self).items()))

    @property
    def of_the_game(self) -> float:
        """The sum of what those signs weigh that other games of equal tiles do not have."""
        values = asdict(self)
        return float(sum(EVIDENCE_WEIGHTS[name] * values[name] for name in GAME_SIGNS))


def shows_no_number(reading: Reading) -> bool:
    """Return True if a board shows no number but perhaps zeros, so that it can be any grid."""
    return not reading.board.count(range(1, MAX_NUMBER + 1))


def evidence_tests(pixels: Pixels, reading: Reading) -> Iterator[GridTest]:
    """Yield the tests that enough speaks for a board without numbers being Minesweeper."""
    signs = grid_signs(pixels, reading)
    weight, of_the_game = signs.weight, signs.of_the_game
    # The signs beside the board take longer and are looked for where they can decide.
    beside = {"words": says_mines, "face": has_face}
    for name, seen in beside.items():
        missing = weight < MIN_EVIDENCE or of_the_game < MIN_GAME_EVIDENCE
        if missing and seen(pixels, reading.grid):
            weight += EVIDENCE_WEIGHTS[name]
            of_the_game += EVIDENCE_WEIGHTS[name]
    yield GridTest("evidence of Minesweeper", weight, ">=", MIN_EVIDENCE)
    yield GridTest("signs of no other game", of_the_game, ">=", MIN_GAME_EVIDENCE)


def grid_signs(pixels: Pixels, reading: Reading) -> GridSigns:
    """Return what is seen of the grid and the tiles of a board without numbers."""
    grid = reading.grid
    cells = cut_cells(pixels, np.array(grid.row_edges), np.array(grid.col_edges), SIDE)
    codes = np.frombuffer(reading.board.cells, np.uint8).reshape(grid.rows, grid.cols)
    tiles, equal = _tiles(cells, codes == HIDDEN, codes <= MAX_NUMBER)
    width, height = grid.cell_size
    lines = min(grid.rows, grid.cols)
    known = reading.theme != GENERIC
    return GridSigns(
        theme=float(known),
        known_level=float(known and (grid.rows, grid.cols) in STANDARD_MINES),
        counter=float(reading.mines_left is not None),
        usual_size=float(tuple(sorted((grid.rows, grid.cols))) in USUAL_SIZES),
        usual_lines=float(MIN_USUAL_LINES <= lines <= MAX_USUAL_LINES),
        square=float(abs(width / height - 1) <= SQUARE_CELL),
        raised=max(_raised(tile) for tile in tiles),
        equal=max(0.0, equal - MIN_EQUAL_TILES) / (1 - MIN_EQUAL_TILES),
        apart=_apart(pixels, grid, tiles),
        chequered=_clear(float(np.abs(tiles[0] - tiles[1])[MIDDLE, MIDDLE].mean())),
    )


def _clear(levels: float) -> float:
    """Return a difference in levels as a share of one that is clear, 0 to 1."""
    return float(np.clip(levels / CLEAR_LEVELS, 0, 1))


def _tiles(cells: Samples, hidden: Bools, opened: Bools) -> tuple[tuple[Samples, Samples], float]:
    """Return the tiles of both colours of a checkerboard, and the share of cells like them.

    Where nothing alternates, both tiles are the same. A shade that changes evenly across the board
    makes no tile different from others.
    """
    places = np.stack([*np.indices(hidden.shape), np.ones(hidden.shape)], axis=-1)
    parity = np.indices(hidden.shape).sum(axis=0) % 2
    sides = [hidden & (parity == side) for side in (0, 1)]
    if not all(side.any() for side in sides):
        return (cells[0, 0], cells[0, 0]), 0.0
    tiles = np.median(cells[sides[0]], axis=0), np.median(cells[sides[1]], axis=0)
    equal = 0
    for side, tile in zip(sides, tiles, strict=True):
        off = cells[side] - tile
        shade = off.mean(axis=(1, 2))
        slope, *_ = np.linalg.lstsq(places[side], shade, rcond=None)
        off -= (places[side] @ slope)[:, None, None].astype(off.dtype)
        equal += int((np.abs(off).mean(axis=(1, 2, 3)) <= SAME_TILE_LEVELS).sum())
    return tiles, equal / int((hidden | opened).sum())


def _raised(tile: Samples) -> float:
    """Return how clearly a tile is lighter at the upper left and darker at the lower right."""
    grey = tile.mean(axis=2)
    turned = grey[::-1, ::-1]
    light = min(grey[RIM, MIDDLE].max(axis=0).mean(), grey[MIDDLE, RIM].max(axis=1).mean())
    dark = max(turned[RIM, MIDDLE].min(axis=0).mean(), turned[MIDDLE, RIM].min(axis=1).mean())
    face = float(np.median(grey[MIDDLE, MIDDLE]))
    return _clear(2 * min(float(light) - face, face - float(dark)))


def _apart(pixels: Pixels, grid: Grid, tiles: tuple[Samples, Samples]) -> float:
    """Return how clearly the tiles differ in colour from what lies beyond the border."""
    box = grid.bbox
    reach = max(2, round(OUTSIDE_CELLS * min(grid.cell_size)))
    top, left = max(0, box.y), max(0, box.x)
    strips = (
        pixels[max(0, box.y - reach) : top, left : box.right],
        pixels[box.bottom : box.bottom + reach, left : box.right],
        pixels[top : box.bottom, max(0, box.x - reach) : left],
        pixels[top : box.bottom, box.right : box.right + reach],
    )
    colors = [np.median(strip.reshape(-1, 3), axis=0) for strip in strips if strip.size]
    faces = [np.median(tile[MIDDLE, MIDDLE].reshape(-1, 3), axis=0) for tile in tiles]
    off = [min(float(np.abs(color - face).max()) for face in faces) for color in colors]
    return _clear(float(np.median(off))) if off else 0.0


def has_face(pixels: Pixels, grid: Grid) -> bool:
    """Return True if a square element lies right above the middle of a board."""
    box = grid.bbox
    reach = FACE_REACH_CELLS * max(grid.cell_size)
    middle = box.x + box.w / 2
    return any(
        0 <= box.y - icon.bottom <= reach and abs(icon.x + icon.w / 2 - middle) <= icon.w / 2
        for icon in icons_beside(Frame(pixels), box)
    )
