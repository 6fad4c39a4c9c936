"""Values of the program from the JSON of a recorded step. Pure."""

from __future__ import annotations

from itertools import pairwise

from autosweep.board import Board
from autosweep.errors import BoardFormatError, RecordingError
from autosweep.geometry import Cell, Grid, ScreenMap, ScreenPoint
from autosweep.interfaces import Pixels
from autosweep.play.page_messages import PUT_AWAY
from autosweep.replay.loading import RecordedStep
from autosweep.solver.moves import Move, MoveKind


def recorded_board(step: RecordedStep) -> Board:
    """Return the recorded board; raises RecordingError if it is damaged."""
    try:
        return Board.from_rows(step.reading["board"], step.reading.get("mines"))
    except (KeyError, TypeError, AttributeError, BoardFormatError) as error:
        msg = f"Step {step.step} of game {step.game} has a damaged board: {error}"
        raise RecordingError(msg) from None


def recorded_grid(step: RecordedStep, pixels: Pixels) -> Grid | None:
    """Return the recorded grid; None if there is none that fits the recorded board and its frame.

    At a cut, cells may reach beyond the frame, but no further than by their own size.
    """
    board = recorded_board(step)
    lines = step.reading.get("row_edges", ()), step.reading.get("col_edges", ())
    for edges, count, size in zip(lines, (board.rows, board.cols), pixels.shape, strict=False):
        if len(edges) != count + 1 or any(b < a + 1 for a, b in pairwise(edges)):
            return None
        if edges[1] < 0 or edges[-2] > size:
            return None
    rows, cols = (tuple(map(float, edges)) for edges in lines)
    return Grid(rows, cols)


def recorded_moves(step: RecordedStep) -> list[Move]:
    """Return the moves that were decided; raises RecordingError if they are damaged."""
    try:
        return [
            Move(
                MoveKind(move["action"]),
                (move["cell"][0], move["cell"][1]),
                move.get("probability"),
                move.get("certain", True),
            )
            for move in (step.decision or {}).get("moves", [])
        ]
    except (KeyError, TypeError, ValueError) as error:
        msg = f"Step {step.step} of game {step.game} has a damaged decision: {error}"
        raise RecordingError(msg) from None


def made_moves(step: RecordedStep, grid: Grid) -> list[Move]:
    """Return the moves that were clicked."""
    clicked = clicked_cells(step, grid)
    return [move for move in recorded_moves(step) if move.cell in clicked]


def clicked_cells(step: RecordedStep, grid: Grid) -> list[Cell]:
    """Return the cells that were clicked."""
    if step.map is None:
        return []
    mapping = ScreenMap(*step.map)
    points = [a["click"] for a in step.actions if isinstance(a.get("click"), list)]
    cells = [grid.cell_at(mapping.to_frame(ScreenPoint(int(x), int(y)))) for x, y in points]
    return [cell for cell in cells if cell is not None]


def message_texts(step: RecordedStep) -> list[str]:
    """Return what the messages said that were dismissed since the step before, where known."""
    put_away = [control for control in step.controls if control.get("what") == PUT_AWAY]
    return [str(control.get("why", "")) for control in put_away]
