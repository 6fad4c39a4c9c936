"""Cells of an unknown client named by shape, rules and the network.

Nothing is known of the client. The last tests of a grid are here: one whose cells are no
Minesweeper (pieces, palettes, tiles that break the rules) is rejected. One that breaks no rule, but
of which too much looks like nothing known, is a board that is not clear.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from autosweep.board import FLAG, HIDDEN, OPENABLE, SHOWN_MINES, UNREAD, Board
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.classify.clusters import Clusters, cluster_cells, different_cells
from autosweep.vision.classify.labelling_cost import Anchors
from autosweep.vision.classify.labelling_search import Decoded, decode
from autosweep.vision.classify.network_opinion import with_network
from autosweep.vision.classify.thresholds import (
    FRESH_ASPECTS,
    FRESH_SHARE,
    MAX_BROKEN,
    MAX_DIFFERENT,
    MAX_SHOWN_MINES,
    MAX_UNKNOWN,
    MAX_UNKNOWN_GLYPHS,
    MAX_UNREAD,
    MIN_CLEAR_CERTAIN,
    MIN_GLYPHS,
    MIN_LINES,
    MIN_UNREADABLE_CELL,
    SAME_MAKE_COLOR,
    UNREADABLE_BELOW,
)
from autosweep.vision.cut_sides import NONE, Sides, clipped_sides, either
from autosweep.vision.reading import ACT_CONFIDENCE
from autosweep.vision.trace import GridTest, Trace, fails, passes


def read_unknown(  # noqa: PLR0913 - each is named at the call
    pixels: Pixels,
    grid: Grid,
    *,
    is_board: bool = False,
    cut: Sides = NONE,
    anchors: Anchors | None = None,
    trace: Trace | None = None,
    network: bool = True,
    refused: list[Decoded] | None = None,
) -> Decoded | None:
    """Return the cells of a grid as read without any theme, or None for no Minesweeper.

    A grid that was a board a moment ago still `is_board`, however little of it can be read now.
    `cut` are sides that are known to be cut off, `anchors` what is known by an earlier frame.
    Without `network` shape and rules go on alone. `refused` collects what was read of a grid that
    is no Minesweeper.
    """
    few = (GridTest("lines", n, ">=", MIN_LINES) for n in (grid.rows, grid.cols))
    if fails(few, trace, "shape", grid):
        return None
    cells = different_cells(pixels, np.array(grid.row_edges), np.array(grid.col_edges))
    different = [GridTest("different cells", len(cells.images), "<=", MAX_DIFFERENT)]
    if not is_board and fails(different, trace, "shape", grid):
        return None
    clusters = cluster_cells(cells)
    shaped = decode(clusters, either(cut, clipped_sides(pixels, grid)), anchors)
    decoded = shaped
    if network:
        decoded = with_network(pixels, grid, shaped, clusters.labels, anchors)
    if is_board:
        return decoded
    certain = float((decoded.confidence >= ACT_CONFIDENCE).mean())
    clear = network and certain >= MIN_CLEAR_CERTAIN
    clear = clear or not fails(_clear_tests(clusters, shaped), trace, "clear", grid)
    if not passes(_game_tests(grid, clusters, decoded, clear=clear), trace, "shape", grid):
        if refused is not None:
            refused.append(replace(decoded, clear=False))
        return None
    return replace(decoded, clear=clear)


def _clear_tests(clusters: Clusters, decoded: Decoded) -> Iterator[GridTest]:
    """Yield the tests that enough of the cells look like something known."""
    size = decoded.codes.size
    glyphs = ~clusters.plain[clusters.labels]
    unreadable = (decoded.confidence < UNREADABLE_BELOW) | (decoded.codes == UNREAD)
    unknown, most = int((glyphs & unreadable).sum()), max(MIN_GLYPHS, int(glyphs.sum()))
    yield GridTest("unknown glyphs", unknown, "<=", MAX_UNKNOWN * size)
    yield GridTest("unknown glyphs", unknown, "<=", MAX_UNKNOWN_GLYPHS * most)


def _game_tests(
    grid: Grid, clusters: Clusters, decoded: Decoded, *, clear: bool
) -> Iterator[GridTest]:
    """Yield the tests that what was read can be a game; one that is not clear breaks no rule."""
    size = decoded.codes.size
    unread = float((decoded.codes == UNREAD).mean())
    yield GridTest("share of cells unreadable", unread, "<=", MAX_UNREAD)
    most = MAX_BROKEN * size if clear else 0
    yield GridTest("cells that break a rule", decoded.broken, "<=", most)
    if not clear:
        yield GridTest("pixels of a cell", min(grid.cell_size), ">=", MIN_UNREADABLE_CELL)
    board = Board(grid.rows, grid.cols, decoded.codes.tobytes())
    if board.count(range(1, 9)) or decoded.written.any():
        return
    mines = np.isin(decoded.codes, list(SHOWN_MINES))
    yield GridTest("share of mines without a number", mines.mean(), "<=", MAX_SHOWN_MINES)
    if clear:
        uncertain = int((mines & (decoded.confidence < ACT_CONFIDENCE)).sum())
        yield GridTest("uncertain mines", uncertain, "<=", 0)
    # Nothing but tiles: a game that has not begun, or one that was lost by its first click.
    others = size - board.count({*OPENABLE, *SHOWN_MINES})
    yield GridTest("open cells without a number", others, "<=", 0)
    yield from _fresh_tests(grid, clusters, board)


def _fresh_tests(grid: Grid, clusters: Clusters, board: Board) -> Iterator[GridTest]:
    """Yield the tests that a grid of hidden cells only can be a game that has not begun."""
    width, height = grid.cell_size
    yield GridTest("width over height of a cell", width / height, ">=", FRESH_ASPECTS[0])
    yield GridTest("width over height of a cell", width / height, "<=", FRESH_ASPECTS[1])
    mines = board.count(SHOWN_MINES)
    hidden = board.count({HIDDEN, FLAG}) + mines
    yield GridTest("hidden cells", hidden, ">=", FRESH_SHARE * len(board.cells))
    # One make of tile, or two that alternate; a palette or a map has more colours.
    colors = clusters.grounds[clusters.plain]
    counts = clusters.counts[clusters.plain]
    near = np.abs(colors[:, None] - colors[None]).max(axis=2) <= SAME_MAKE_COLOR
    alike = (near * counts[None]).sum(axis=1)
    first = int(np.argmax(alike))
    others = np.where(near[first], 0, counts)
    second = int(
        ((near & ~near[first][None]) * counts[None]).sum(axis=1)[others > 0].max(initial=0)
    )
    least = FRESH_SHARE * (len(board.cells) - mines)
    yield GridTest("cells of two makes of tile", int(alike[first]) + second, ">=", least)
