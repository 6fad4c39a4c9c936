"""What follows from a loss on a move that was called certain. Pure.

A certain move loses only where a number was misread or where the client's own numbers are wrong:
some clients miscount at the border. Neither is to be seen before. So the end of such a game says
it, and for the rest of the run every move in this client is announced as a guess.
"""

from __future__ import annotations

from dataclasses import replace

from autosweep.board import MAX_NUMBER, SHOWN_MINES
from autosweep.geometry import Cell
from autosweep.play.decision import Decision
from autosweep.play.evidence import Evidence, Fact
from autosweep.play.state import GameState
from autosweep.solver.moves import Move, MoveKind
from autosweep.vision.reading import ACT_CONFIDENCE, Reading

_DISTRUSTED = (
    "It follows from the numbers, and such a move has opened a mine in this client before."
)


def after_certain_loss(
    state: GameState, reading: Reading, evidence: tuple[Evidence, ...]
) -> tuple[Evidence, ...]:
    """Return what a mine that certain moves opened tells of the client; empty for any other end.

    `reading` is the last one of the game, `evidence` why it is known to be over.
    """
    if state.guessed or not any(each.fact is Fact.MINE_CLICKED for each in evidence):
        return ()
    wrong = wrong_number(reading)
    if wrong is None:
        return (Evidence(Fact.CERTAIN_MOVE_LOST),)
    (row, col), count = wrong
    text = f"cell {row},{col} shows {reading.board[row, col]}, and {count} mines lie round it"
    return Evidence(Fact.CERTAIN_MOVE_LOST), Evidence(Fact.WRONG_NUMBER, text)


def wrong_number(reading: Reading) -> tuple[Cell, int] | None:
    """Return a number round which more mines are shown than it counts, and how many; None if none.

    Fewer tell nothing: not every client shows all mines at the end.
    """
    board, certain = reading.board, reading.confidence >= ACT_CONFIDENCE
    mines = {cell for cell in board.find(SHOWN_MINES) if certain[cell]}
    for cell in board.find(range(MAX_NUMBER + 1)):
        count = sum(other in mines for other in board.neighbors(cell))
        if certain[cell] and count > board[cell]:
            return cell, count
    return None


def as_guess(decision: Decision) -> Decision:
    """Return a decision whose first certain opening is announced as a guess, without the others."""
    if not decision.moves or decision.is_guess:
        return decision
    opens = [move.cell for move in decision.moves if move.kind is MoveKind.OPEN]
    hidden = sorted(decision.analysis.safe)
    if not opens and not hidden:
        return decision
    cell = (opens or hidden)[0]
    guess = Move(MoveKind.OPEN, cell, None, certain=False, why=_DISTRUSTED)
    return replace(decision, moves=(guess,))
