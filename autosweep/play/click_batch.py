"""Which certain clicks may be sent together without waiting for the effect of each.

A click that opens an empty cell opens its neighbours too, and so on. Where a later click of the
same batch falls on a cell that is open by then, most clients ignore it; some open all its
neighbours, mines included. So a cell that an earlier click may open waits for the next frame,
unless the client is known to ignore such clicks. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.board import FLAG, MAX_NUMBER, SHOWN_MINES, Board
from autosweep.geometry import Cell
from autosweep.play.decision import UNOPENED
from autosweep.solver.analysis import Analysis
from autosweep.solver.moves import Move, MoveKind
from autosweep.vision.themes import OpenClick


def sent_together(
    moves: Sequence[Move], board: Board, analysis: Analysis, open_click: OpenClick
) -> list[Move]:
    """Return the moves that may be sent in one batch, in their order; at least the first."""
    if open_click is OpenClick.IGNORED:
        return list(moves)
    if open_click is OpenClick.CHORD and not _may_chord(moves, board, analysis):
        return list(moves)
    kept: list[Move] = []
    reached: set[Cell] = set()
    for move in moves:
        if move.cell in reached:
            continue
        kept.append(move)
        for cell in _opens(move, board, analysis):
            reached |= cascade(cell, board, analysis)
    return kept


def _may_chord(moves: Sequence[Move], board: Board, analysis: Analysis) -> bool:
    """Return True if a click on an open number could open cells: by flags that are not proven.

    Flags that are proven mines, and those of this batch are, open only what is safe.
    """
    flags = {*board.find({FLAG}), *(m.cell for m in moves if m.kind is MoveKind.FLAG)}
    return not flags <= analysis.mines


def _opens(move: Move, board: Board, analysis: Analysis) -> list[Cell]:
    """Return the cells that a move opens by itself."""
    if move.kind is MoveKind.OPEN:
        return [move.cell]
    if move.kind is MoveKind.CHORD:
        around = board.neighbors(move.cell)
        return [c for c in around if board[c] in UNOPENED and c not in analysis.mines]
    return []


def cascade(start: Cell, board: Board, analysis: Analysis) -> set[Cell]:
    """Return every cell that opening one may open, itself included.

    More than can be is no harm: a cell counts as possibly empty unless a mine beside it is proven.
    """
    reached = {start}
    edge = [start]
    while edge:
        cell = edge.pop()
        if not may_be_empty(cell, board, analysis):
            continue
        for other in board.neighbors(cell):
            if other not in reached and board[other] in UNOPENED and other not in analysis.mines:
                reached.add(other)
                edge.append(other)
    return reached


def may_be_empty(cell: Cell, board: Board, analysis: Analysis) -> bool:
    """Return True if a cell may have no mine round it."""
    around = frozenset(board.neighbors(cell))
    if any(c in analysis.mines or board[c] in SHOWN_MINES for c in around):
        return False
    # A clue that still lacks a mine, all of whose candidates are round the cell, puts one there.
    clues = {clue for other in around for clue in board.neighbors(other)} - {cell}
    return not any(
        board[clue] <= MAX_NUMBER and _lacks_only(clue, around, board, analysis) for clue in clues
    )


def _lacks_only(clue: Cell, around: frozenset[Cell], board: Board, analysis: Analysis) -> bool:
    """Return True if a clue lacks a mine that can only be among some cells."""
    near = board.neighbors(clue)
    known = sum(c in analysis.mines or board[c] in SHOWN_MINES for c in near)
    if board[clue] <= known:
        return False
    open_cells = [
        c for c in near if board[c] in UNOPENED and c not in analysis.mines | analysis.safe
    ]
    return bool(open_cells) and around.issuperset(open_cells)
