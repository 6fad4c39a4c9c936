"""Which certain clicks may be sent together without waiting for the effect of each.

A click that opens an empty cell opens its neighbours too, and so on. Where a later click of the
same batch falls on a cell that is open by then, most clients ignore it; some open all its
neighbours, mines included. So a cell that an earlier click may open waits for the next frame,
unless the client is known to ignore such clicks, or its empty cells open nothing else. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from autosweep.board import FLAG, HIDDEN, MAX_NUMBER, QUESTION, SHOWN_MINES, Board
from autosweep.board.topology import neighbors
from autosweep.geometry import Cell
from autosweep.play.decision import UNOPENED
from autosweep.solver.analysis import Analysis
from autosweep.solver.moves import Move, MoveKind
from autosweep.vision.themes import OpenClick

_LONE_ZEROS = 2
"""Empty cells with a hidden cell at a side from which a client's empty cells open nothing else: a
single one may be one of a client that opens an area bit by bit."""


def sent_together(
    moves: Sequence[Move], board: Board, analysis: Analysis, open_click: OpenClick
) -> list[Move]:
    """Return the moves that may be sent in one batch, in their order; at least the first."""
    if open_click is OpenClick.IGNORED:
        return list(moves)
    if open_click is OpenClick.CHORD and not _may_chord(moves, board, analysis):
        return list(moves)
    kept: list[Move] = []
    spread = _Spread(board, analysis)
    for move in moves:
        if board.index(move.cell) not in spread.reached:
            kept.append(move)
            spread.open(_opens(move, board, analysis))
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


def cascade(starts: Iterable[Cell], board: Board, analysis: Analysis) -> set[Cell]:
    """Return every cell that opening some cells may open, those included.

    More than can be is no harm: a cell counts as possibly empty unless a mine beside it is proven.
    """
    spread = _Spread(board, analysis)
    spread.open(starts)
    return {board.cell(i) for i in spread.reached}


class _Spread:
    """The cells that clicks may open. Counts cells by index: this is worked out at every step."""

    def __init__(self, board: Board, analysis: Analysis) -> None:
        self._board = board
        self._around = neighbors(board.rows, board.cols)
        never = {*map(board.index, analysis.mines)}
        self._may_open = [code in UNOPENED and i not in never for i, code in enumerate(board.cells)]
        self._never_empty = {*map(board.index, touching_mines(board, analysis))}
        self._stays = len(lone_zeros(board)) >= _LONE_ZEROS
        self.reached: set[int] = set()

    def open(self, cells: Iterable[Cell]) -> None:
        """Add some cells and all that opening them may open."""
        reached, may_open, around = self.reached, self._may_open, self._around
        edge = [i for i in map(self._board.index, cells) if i not in reached]
        reached.update(edge)
        while edge and not self._stays:
            cell = edge.pop()
            if cell in self._never_empty:
                continue
            new = [other for other in around[cell] if may_open[other] and other not in reached]
            reached.update(new)
            edge += new


def lone_zeros(board: Board) -> list[Cell]:
    """Return the empty cells that opened nothing: a cell at a side of theirs is hidden.

    Clients that open only crosswise leave cells at the corners hidden, never at the sides.
    """
    hidden = {*board.find({HIDDEN, QUESTION})}
    zeros = board.find({0}) if hidden else ()
    return [cell for cell in zeros if hidden.intersection(_sides(cell))]


def _sides(cell: Cell) -> tuple[Cell, ...]:
    row, col = cell
    return (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)


def touching_mines(board: Board, analysis: Analysis) -> set[Cell]:
    """Return the cells that certainly have a mine beside them.

    They touch a known mine, or all candidates of a clue that still lacks one.
    """
    mines = {*analysis.mines, *board.find(SHOWN_MINES)}
    found = {other for mine in mines for other in board.neighbors(mine)}
    settled = mines | analysis.safe
    for clue in board.find(range(1, MAX_NUMBER + 1)):
        around = board.neighbors(clue)
        candidates = [c for c in around if board[c] in UNOPENED and c not in settled]
        if candidates and board[clue] > sum(c in mines for c in around):
            found |= set.intersection(*(set(board.neighbors(c)) for c in candidates))
    return found
