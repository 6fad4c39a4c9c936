"""From game language to mouse language: the only code that turns moves into clicks.

A click lands in the middle of its cell and never outside the lattice; afterwards the pointer is
to be parked beside the board, where it hovers no cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.errors import ThemeError
from autosweep.geometry import FramePoint, Grid, Rect, ScreenMap, ScreenPoint
from autosweep.seams import Action, Button, Click, PressKey
from autosweep.solver.moves import Move, MoveKind

_PARK_DISTANCE = 6
"""Points between the board and the parked pointer."""


def plan(
    moves: Sequence[Move],
    grid: Grid,
    mapping: ScreenMap,
    *,
    chord: Button = Button.MIDDLE,
) -> list[Click]:
    """Return the clicks for moves on a lattice."""
    buttons = {MoveKind.OPEN: Button.LEFT, MoveKind.FLAG: Button.RIGHT, MoveKind.CHORD: chord}
    return [Click(mapping.to_screen(grid.center(move.cell)), buttons[move.kind]) for move in moves]


def parking_place(grid: Grid, mapping: ScreenMap, window: Rect | None = None) -> ScreenPoint:
    """Return a point beside the board that hovers no cell: inside the game's window if it can be.

    Some clients take keys only while the pointer is over their window.
    """
    box = grid.bbox
    corner = mapping.to_screen(FramePoint(box.x, box.y))
    end = mapping.to_screen(FramePoint(box.right, box.bottom))
    across, down = (corner.x + end.x) // 2, (corner.y + end.y) // 2
    beside = [
        ScreenPoint(corner.x - _PARK_DISTANCE, down),
        ScreenPoint(across, corner.y - _PARK_DISTANCE),
        ScreenPoint(end.x + _PARK_DISTANCE, down),
        ScreenPoint(across, end.y + _PARK_DISTANCE),
    ]
    if window is not None:
        inside = [point for point in beside if window.contains(point.x, point.y)]
        if inside:
            return inside[0]
    return next((point for point in beside if min(point.x, point.y) >= 0), beside[-1])


def new_game_action(control: str, window: Rect | None) -> Action:
    """Return what starts a new game: a key such as `ctrl+n`, or `click X Y` in the window.

    X is a share of the window's width, Y is in points below its top. Raises ThemeError where the
    control is not understood or the window is not known.
    """
    words = control.split()
    if words[:1] != ["click"]:
        return PressKey(control)
    try:
        share, below = float(words[1]), float(words[2])
    except (IndexError, ValueError):
        msg = f"The control `{control}` is neither a key nor `click X Y`."
        raise ThemeError(msg) from None
    if window is None:
        msg = "The new-game control is a place in the window, and the window is not known."
        raise ThemeError(msg, remedy="Play one game at a time.")
    point = ScreenPoint(window.x + round(window.w * share), window.y + round(below))
    if not window.contains(point.x, point.y):
        msg = f"The control `{control}` lies outside the window."
        raise ThemeError(msg)
    return Click(point)
