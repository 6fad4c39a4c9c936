"""Reading a board of an unknown client: group the cells, name the groups by shape and rules.

Nothing is known of the client. Also the last judge of what the locator found: a lattice whose cells
are no Minesweeper (clues above eight, letters, pieces, tiles that break the rules) is turned away
here.
"""

from __future__ import annotations

import numpy as np

from autosweep.board import FLAG, HIDDEN, OPENABLE, SHOWN_MINES, UNREAD, Board
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.classify.clusters import Clusters, cluster_cells
from autosweep.vision.classify.labelling_search import Decoded, decode
from autosweep.vision.cut_sides import NONE, Sides, clipped_sides, either
from autosweep.vision.reading import ACT_CONFIDENCE

MAX_UNREAD = 0.4
MAX_BROKEN = 0.12
MAX_STRANGE = 0.25
MAX_STRANGE_GLYPHS = 0.5
"""Largest shares of all cells, and of cells with glyphs, whose shape resembles nothing known."""
FRESH_ASPECTS = (0.6, 1.7)
FRESH_KINDS = 0.9
MAX_MINES = 0.35
"""Share of the cells that may be mines where there is no number."""
MIN_LINES = 5
UNREAD_BELOW = 0.5
SAME_COLOR = 14.0


def read_unknown(
    pixels: Pixels, grid: Grid, *, is_board: bool = False, cut: Sides = NONE
) -> Decoded | None:
    """Return the cells of a lattice as read without any theme, or None for no Minesweeper.

    A lattice that was a board a moment ago still `is_board`, however little of it can be read now.
    `cut` are sides that are known to be cut off.
    """
    if grid.rows < MIN_LINES or grid.cols < MIN_LINES:
        return None
    clusters = cluster_cells(pixels, np.array(grid.row_edges), np.array(grid.col_edges))
    decoded = decode(clusters, either(cut, clipped_sides(pixels, grid)))
    if not is_board and not _is_minesweeper(grid, clusters, decoded):
        return None
    return decoded


def _is_minesweeper(grid: Grid, clusters: Clusters, decoded: Decoded) -> bool:
    """Tell whether what was read can be a game."""
    size = decoded.codes.size
    if (decoded.codes == UNREAD).mean() > MAX_UNREAD:
        return False
    if decoded.broken > MAX_BROKEN * size:
        return False
    glyphs = ~clusters.plain[clusters.labels]
    unsure = (decoded.confidence < UNREAD_BELOW) | (decoded.codes == UNREAD)
    strange = int((glyphs & unsure).sum())
    if strange > MAX_STRANGE * size or strange > MAX_STRANGE_GLYPHS * max(4, int(glyphs.sum())):
        return False
    board = Board(grid.rows, grid.cols, decoded.codes.tobytes())
    if board.count(range(1, 9)) or decoded.written.any():
        return True
    mines = np.isin(decoded.codes, list(SHOWN_MINES))
    if mines.mean() > MAX_MINES or (mines & (decoded.confidence < ACT_CONFIDENCE)).any():
        return False
    # Nothing but tiles: a game that has not begun, or one that was lost by its first click.
    return board.count({*OPENABLE, *SHOWN_MINES}) == size and _is_fresh(grid, clusters, board)


def _is_fresh(grid: Grid, clusters: Clusters, board: Board) -> bool:
    """Tell whether a lattice of hidden cells only can be a game that has not begun."""
    width, height = grid.cell_size
    if not FRESH_ASPECTS[0] <= width / height <= FRESH_ASPECTS[1]:
        return False
    mines = board.count(SHOWN_MINES)
    if board.count({HIDDEN, FLAG}) + mines < FRESH_KINDS * len(board.cells):
        return False
    # One make of tile, or two that alternate; a palette or a map has more colours.
    colors = clusters.grounds[clusters.plain]
    counts = clusters.counts[clusters.plain]
    near = np.abs(colors[:, None] - colors[None]).max(axis=2) <= SAME_COLOR
    alike = (near * counts[None]).sum(axis=1)
    first = int(np.argmax(alike))
    others = np.where(near[first], 0, counts)
    second = int(
        ((near & ~near[first][None]) * counts[None]).sum(axis=1)[others > 0].max(initial=0)
    )
    return bool(alike[first] + second >= FRESH_KINDS * (len(board.cells) - mines))
