"""From game language to mouse language: the only code that turns moves into clicks.

A click lands in the middle of its cell and never outside the lattice; afterwards the pointer is
parked beside the board, where it hovers no cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.geometry import FramePoint, Grid, ScreenMap, ScreenPoint
from autosweep.seams import Action, Button, Click, MoveTo
from autosweep.solver.moves import Move, MoveKind

_PARK_DISTANCE = 6
"""Points between the board and the parked pointer."""


def plan(
    moves: Sequence[Move],
    grid: Grid,
    mapping: ScreenMap,
    *,
    chord: Button = Button.MIDDLE,
    park: ScreenPoint | None = None,
) -> list[Action]:
    """Return the clicks for moves on a lattice, and the parking of the pointer."""
    buttons = {MoveKind.OPEN: Button.LEFT, MoveKind.FLAG: Button.RIGHT, MoveKind.CHORD: chord}
    actions: list[Action] = [
        Click(mapping.to_screen(grid.center(move.cell)), buttons[move.kind]) for move in moves
    ]
    if actions and park is not None:
        actions.append(MoveTo(park))
    return actions


def parking_place(grid: Grid, mapping: ScreenMap) -> ScreenPoint:
    """Return a point just left of or above the board, kept on the screen and out of its corners."""
    box = grid.bbox
    corner = mapping.to_screen(FramePoint(box.x, box.y))
    end = mapping.to_screen(FramePoint(box.right, box.bottom))
    if corner.x >= _PARK_DISTANCE:
        return ScreenPoint(corner.x - _PARK_DISTANCE, (corner.y + end.y) // 2)
    if corner.y >= _PARK_DISTANCE:
        return ScreenPoint((corner.x + end.x) // 2, corner.y - _PARK_DISTANCE)
    # A board that fills the top left of the screen: below it there is most room.
    return ScreenPoint((corner.x + end.x) // 2, end.y + _PARK_DISTANCE)
