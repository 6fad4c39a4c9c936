"""From game language to mouse language: the only code that turns moves into clicks.

A click lands in the middle of its cell and never outside the grid; afterwards the pointer is
to be parked beside the board, where it hovers no cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from autosweep.errors import ThemeError
from autosweep.geometry import Cell, FramePoint, Grid, Rect, ScreenMap, ScreenPoint
from autosweep.interfaces import Action, Button, Click, Frame, PressKey
from autosweep.solver.moves import Move, MoveKind

_PARK_DISTANCE = 6
"""Points between the board and the parked pointer."""

_RIM = 0.2
"""The rim of a cell, as a share of its shorter side."""
_POINT = re.compile(r"(\d{1,5})\s*,\s*(\d{1,5})")
_ALONG = 0.05
"""How far along a side of the board the pointer is parked, as a share of the side."""


def click_actions(
    moves: Sequence[Move],
    grid: Grid,
    mapping: ScreenMap,
    *,
    chord: Button = Button.MIDDLE,
    seen: Frame | None = None,
) -> list[Click]:
    """Return the clicks for moves on a grid.

    Where the frame is given, each click carries what that shows of the inside of its cell.
    """
    buttons = {
        MoveKind.OPEN: Button.LEFT,
        MoveKind.FLAG: Button.RIGHT,
        MoveKind.CLEAR: Button.RIGHT,
        MoveKind.CHORD: chord,
    }
    return [
        Click(
            mapping.to_screen(grid.center(move.cell)),
            buttons[move.kind],
            None if seen is None else seen_in_cell(seen, grid, move.cell),
        )
        for move in moves
    ]


def seen_in_cell(frame: Frame, grid: Grid, cell: Cell) -> Frame:
    """Return what a frame shows of a cell without its rim: a neighbour's shadow may fall there."""
    rect = grid.cell_rect(cell)
    return frame.crop(rect.grown(-round(min(rect.w, rect.h) * _RIM)))


def parking_place(
    grid: Grid,
    mapping: ScreenMap,
    window: Rect | None = None,
    turn: int = 0,
    monitors: Sequence[Rect] = (),
) -> ScreenPoint:
    """Return a point beside the board that hovers no cell: inside the game's window if it can be.

    Always on a monitor: the pointer cannot leave them, and would be found elsewhere.

    Some clients take keys only while the pointer is over their window. Not in the middle of a side:
    clients show messages there, which stay for as long as the pointer is on them. Another `turn`
    gives another place.
    """
    box = grid.bbox
    corner = mapping.to_screen(FramePoint(box.x, box.y))
    end = mapping.to_screen(FramePoint(box.right, box.bottom))
    across, down = round((end.x - corner.x) * _ALONG), round((end.y - corner.y) * _ALONG)
    left, right = corner.x - _PARK_DISTANCE, end.x + _PARK_DISTANCE
    above, below = corner.y - _PARK_DISTANCE, end.y + _PARK_DISTANCE
    beside = [
        ScreenPoint(left, end.y - down),
        ScreenPoint(corner.x + across, above),
        ScreenPoint(right, end.y - down),
        ScreenPoint(corner.x + across, below),
    ]
    if monitors:
        reachable = [p for p in beside if any(m.contains(p.x, p.y) for m in monitors)]
        # A board that fills the screen has no place beside it.
        beside = reachable or [_onto(beside[0], monitors)]
    if window is not None:
        inside = [point for point in beside if window.contains(point.x, point.y)]
        if inside:
            return inside[turn % len(inside)]
    # A monitor may lie left of or above the first one; a board that does has its sides there too.
    seen = [
        point
        for point in beside
        if (point.x >= 0 or corner.x < 0) and (point.y >= 0 or corner.y < 0)
    ] or beside[-1:]
    return seen[turn % len(seen)]


def _onto(point: ScreenPoint, monitors: Sequence[Rect]) -> ScreenPoint:
    """Return the place on a monitor that is nearest to a point, off its outermost pixels.

    The corners of a screen stop the program, so the pointer is not put into one.
    """
    places = []
    for monitor in monitors:
        room = monitor.grown(-_PARK_DISTANCE)
        x = min(max(point.x, room.x), max(room.x, room.right - 1))
        y = min(max(point.y, room.y), max(room.y, room.bottom - 1))
        places.append(ScreenPoint(x, y))
    return min(places, key=lambda p: (p.x - point.x) ** 2 + (p.y - point.y) ** 2)


def new_game_action(control: str, window: Rect | None) -> Action:
    """Return what starts a new game: a key such as `ctrl+n`, or a place in the window.

    `X,Y` are points from the window's upper left corner. In `click X Y`, X is a share of the
    window's width and Y is in points below its top: a window may be of another width next time.
    Raises ThemeError where the control is not understood or the window is not known.
    """
    words = control.split()
    in_points = _POINT.fullmatch(control.strip())
    if words[:1] != ["click"] and in_points is None:
        return PressKey(control)
    try:
        # Rounding refuses what is not finite.
        if in_points is not None:
            across, below = int(in_points[1]), int(in_points[2])
        else:
            across = round(float(words[1]) * (1 if window is None else window.w))
            below = round(float(words[2]))
    except (IndexError, OverflowError, ValueError):
        msg = f"The control `{control}` is neither a key nor `X,Y` nor `click X Y`."
        raise ThemeError(msg) from None
    if window is None:
        msg = "The new-game control is a place in the window, and the window is not known."
        raise ThemeError(msg, remedy="Play one game at a time.")
    point = ScreenPoint(window.x + across, window.y + below)
    if not window.contains(point.x, point.y):
        msg = f"The control `{control}` lies outside the window."
        raise ThemeError(msg)
    return Click(point)


def leads_into(place: Rect, control: str, window: Rect | None) -> bool:
    """Return True if what starts a new game is a click in a place of the screen."""
    if window is None:
        return False
    action = new_game_action(control, window)
    return isinstance(action, Click) and place.contains(action.point.x, action.point.y)
