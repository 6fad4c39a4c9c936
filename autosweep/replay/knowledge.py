"""What a player could know at a moment of a game: what is proven, and the chances of the rest.

The mine total is part of it: players see a counter, so a total that the game itself gives away at
any moment counts for all of it. A total that is merely usual for the size improves the chances and
proves nothing. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from autosweep.board import COVERED, FLAG, MAX_NUMBER, MINE, SHOWN_MINES, UNREAD, Board, Phase
from autosweep.geometry import Cell
from autosweep.overlay.annotate import Hints
from autosweep.play.decide import ANALYSIS_LIMIT
from autosweep.solver.analysis import Analysis
from autosweep.solver.analyze import analyze
from autosweep.vision.reading import Reading

_MAJORITY = 0.6
"""Share of the readings of a counter that must agree on the total."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known about a position."""

    board: Board
    """The board that was analysed, with the total where it is known; unsure cells are unread."""
    certain: Analysis
    """What is proven."""
    chances: Analysis
    """Where the chances come from; the same unless a usual total was assumed."""
    assumed: int | None = None
    """The total that the chances rest on, where it is merely usual."""

    def risk(self, cell: Cell) -> float | None:
        """Return the chance that a cell is a mine: exactly 0 or 1 only where that is proven."""
        if cell in self.certain.safe:
            return 0.0
        if cell in self.certain.mines:
            return 1.0
        return self.chances.probability[cell]

    def lowest(self) -> tuple[Cell, float] | None:
        """Return the covered cell of the least risk, or None where no risk is known."""
        if self.certain.safe:
            return min(self.certain.safe), 0.0
        return min(self.chances.probability.items(), key=lambda item: item[1], default=None)


def know(board: Board, total: int | None, assumed: int | None = None) -> Knowledge:
    """Analyse a position with what is known of the mine total."""
    if total is not None:
        counted = board.with_mines(total)
        analysis = analyze(counted, ANALYSIS_LIMIT)
        if analysis.consistent:
            return Knowledge(counted, analysis, analysis)
    plain = board.with_mines(None)
    certain = analyze(plain, ANALYSIS_LIMIT)
    if total is None and assumed is not None and certain.consistent:
        chances = analyze(board.with_mines(assumed), ANALYSIS_LIMIT)
        if chances.consistent and chances.exact:
            return Knowledge(plain, certain, chances, assumed)
    return Knowledge(plain, certain, certain)


def clear_board(reading: Reading) -> Board:
    """Return the board with every cell that was not read for certain as unreadable."""
    return reading.board.with_cells(dict.fromkeys(reading.uncertain, UNREAD))


def total_of(readings: Sequence[Reading]) -> int | None:
    """Return the mine total that a game gives away: its counter, or the mines it shows at the end.

    `readings` are those of one game. None where nothing tells.
    """
    known = [r.board.mines for r in readings if r.board.mines is not None]
    counted = [
        r.mines_left + r.board.count({FLAG})
        for r in readings
        if r.mines_left is not None and r.phase in (Phase.READY, Phase.PLAYING)
    ]
    for values in (known, counted):
        if values:
            value, times = Counter(values).most_common(1)[0]
            if times >= _MAJORITY * len(values) and value > 0:
                return value
    return next((t for t in map(_total_at_end, reversed(readings)) if t is not None), None)


def _total_at_end(reading: Reading) -> int | None:
    board = reading.board
    if reading.uncertain or UNREAD in board.cells:
        return None
    if reading.phase is Phase.WON:
        return board.count(COVERED | SHOWN_MINES)
    if reading.phase is Phase.LOST and board.count({MINE}):
        return board.count(SHOWN_MINES | {FLAG})
    return None


def hints_of(known: Knowledge, reading: Reading, guess: Cell | None) -> Hints:
    """Return what to draw on the picture of a position, as `hint` does."""
    board, certain = known.board, known.certain
    decided = certain.safe | certain.mines
    chances = {
        cell: chance
        for cell, chance in known.chances.probability.items()
        if cell not in decided
        and board[cell] != FLAG
        and (cell == guess or any(board[c] <= MAX_NUMBER for c in board.neighbors(cell)))
    }
    return Hints(
        certain.safe,
        frozenset(cell for cell in certain.mines if board[cell] != FLAG),
        guess,
        chances,
        frozenset(reading.uncertain),
        certain.wrong_flags,
    )
