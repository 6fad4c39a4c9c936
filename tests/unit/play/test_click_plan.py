"""From moves to clicks: inside the cell, on the right button, parked beside the board."""

from __future__ import annotations

import pytest

from autosweep.geometry import FramePoint, Grid, Rect, ScreenMap
from autosweep.interfaces import Button, Click
from autosweep.play.click_plan import click_actions, parking_place
from autosweep.solver.moves import Move, MoveKind

GRIDS = [
    Grid.regular((100.0, 80.0), (16.0, 16.0), (16, 30)),
    Grid.regular((3.3, 2.7), (18.75, 17.4), (9, 9)),
    Grid((0.0, 30.0, 59.0), (0.0, 30.0, 60.0, 89.0)),
]


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_every_click_lands_inside_its_cell_with_a_margin(grid: Grid, scale: float) -> None:
    mapping = ScreenMap(-300.0, 25.0, scale, scale)
    for row in range(grid.rows):
        for col in range(grid.cols):
            (action,) = click_actions([Move(MoveKind.OPEN, (row, col))], grid, mapping)
            assert isinstance(action, Click)
            back = mapping.to_frame(action.point)
            assert grid.cell_at(back) == (row, col)
            rect = grid.cell_rect((row, col))
            margin = min(
                back.x - rect.x, rect.right - back.x, back.y - rect.y, rect.bottom - back.y
            )
            assert margin >= min(rect.w, rect.h) / 4


def test_buttons_follow_the_moves() -> None:
    moves = [
        Move(MoveKind.OPEN, (0, 0)),
        Move(MoveKind.FLAG, (0, 1)),
        Move(MoveKind.CHORD, (1, 0)),
    ]
    actions = click_actions(moves, GRIDS[0], ScreenMap(), chord=Button.BOTH)
    assert [click.button for click in actions] == [Button.LEFT, Button.RIGHT, Button.BOTH]
    assert click_actions([], GRIDS[0], ScreenMap()) == []


def test_the_pointer_is_parked_inside_the_window_where_it_can() -> None:
    grid = Grid.regular((5.0, 36.0), (50.0, 50.0), (8, 8))
    window = Rect(0, 0, 410, 472)
    place = parking_place(grid, ScreenMap(), window)
    assert window.contains(place.x, place.y)
    assert grid.cell_at(ScreenMap().to_frame(place)) is None


@pytest.mark.parametrize("grid", GRIDS)
def test_the_parked_pointer_hovers_no_cell(grid: Grid) -> None:
    mapping = ScreenMap()
    place = parking_place(grid, mapping)
    assert grid.cell_at(mapping.to_frame(place)) is None
    assert place.x >= 0
    assert place.y >= 0
    assert grid.cell_at(FramePoint(grid.col_edges[0], grid.row_edges[0])) == (0, 0)


@pytest.mark.parametrize("corner", [(1.0, 40.0), (40.0, 1.0), (1.0, 1.0), (719.0, 519.0)])
def test_the_pointer_is_parked_on_a_monitor(corner: tuple[float, float]) -> None:
    """A place off the screen is one that the pointer never reaches."""
    monitor = Rect(0, 0, 800, 600)
    grid = Grid.regular(corner, (20.0, 20.0), (4, 4))
    for turn in range(6):
        for window in (None, Rect(-50, -50, 900, 700)):
            place = parking_place(grid, ScreenMap(), window, turn, [monitor])
            assert monitor.contains(place.x, place.y)
            assert grid.cell_at(ScreenMap().to_frame(place)) is None


def test_a_board_that_fills_the_screen_is_parked_on_off_the_corners() -> None:
    grid = Grid.regular((0.0, 0.0), (100.0, 100.0), (6, 8))
    place = parking_place(grid, ScreenMap(), Rect(0, 0, 800, 600), 0, [Rect(0, 0, 800, 600)])
    assert 0 < place.x < 799
    assert 0 < place.y < 599
