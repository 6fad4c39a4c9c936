"""What a player could know about a position: what is proven, and the probabilities. Pure.

The mine total is part of it: players see a counter, so a total that a game shows at any time counts
for the whole game. A total that is only usual for the size improves probabilities and proves
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from autosweep.board import FLAG, MINE, OPENABLE, SHOWN_MINES, UNREAD, Board, Phase
from autosweep.geometry import Cell
from autosweep.overlay.advice import probabilities_to_show
from autosweep.overlay.hint_marks import Hints
from autosweep.play.decide import ANALYSIS_LIMIT
from autosweep.solver.analysis import Analysis
from autosweep.solver.analyze import analyze
from autosweep.vision.reading import Reading

_MAJORITY = 0.6
"""Share of the readings of a mine counter that must agree on the total."""


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """What is known about a position."""

    board: Board
    """The board that was analysed, with the total if it is known; uncertain cells are unread."""
    certain: Analysis
    """What is proven."""
    chances: Analysis
    """The probabilities; the same analysis unless a usual total was assumed."""
    assumed: int | None = None
    """The total that the probabilities rest on, if it is only the usual one."""

    def risk(self, cell: Cell) -> float | None:
        """Return the probability of a mine; exactly 0 or 1 only if that is proven."""
        if cell in self.certain.safe:
            return 0.0
        if cell in self.certain.mines:
            return 1.0
        return self.chances.probability[cell]

    def lowest(self) -> tuple[Cell, float] | None:
        """Return the hidden cell of the lowest risk with it, or None if no risk is known."""
        if self.certain.safe:
            return min(self.certain.safe), 0.0
        return min(self.chances.probability.items(), key=lambda item: item[1], default=None)


def analyze_position(board: Board, total: int | None, assumed: int | None = None) -> KnownPosition:
    """Analyse a position with the known or the assumed mine total."""
    if total is not None:
        counted = board.with_mines(total)
        analysis = analyze(counted, ANALYSIS_LIMIT)
        if analysis.consistent:
            return KnownPosition(counted, analysis, analysis)
    plain = board.with_mines(None)
    certain = analyze(plain, ANALYSIS_LIMIT)
    if total is None and assumed is not None and certain.consistent:
        chances = analyze(board.with_mines(assumed), ANALYSIS_LIMIT)
        if chances.consistent and chances.exact:
            return KnownPosition(plain, certain, chances, assumed)
    return KnownPosition(plain, certain, certain)


def certain_board(reading: Reading) -> Board:
    """Return the board with every uncertain cell as unreadable."""
    return reading.board.with_cells(dict.fromkeys(reading.uncertain, UNREAD))


def total_of(readings: Sequence[Reading]) -> int | None:
    """Return the mine total that a game shows: by its counter, or by its mines at the end.

    `readings` are those of one game. None if it shows neither.
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
        return board.count(OPENABLE | SHOWN_MINES)
    if reading.phase is Phase.LOST and board.count({MINE}):
        return board.count(SHOWN_MINES | {FLAG})
    return None


def hints_of(known: KnownPosition, reading: Reading, guess: Cell | None) -> Hints:
    """Return the hints for a position: what is proven, and the other probabilities."""
    board, certain = known.board, known.certain
    proven = certain.safe | certain.mines
    shown = probabilities_to_show(board, certain, known.chances, guess, proven)
    return Hints(
        certain.safe,
        frozenset(cell for cell in certain.mines if board[cell] != FLAG),
        guess,
        shown,
        frozenset(reading.uncertain),
        certain.wrong_flags,
    )
