"""Points, rectangles, lattices and the map between frame and screen."""

from __future__ import annotations

import pytest

from autosweep.geometry import FramePoint, Grid, Rect, ScreenMap, ScreenPoint


def test_a_rectangle_holds_its_first_and_not_its_last_edge() -> None:
    rect = Rect(10, 20, 5, 4)
    assert rect.contains(10, 20)
    assert not rect.contains(15, 20)
    assert not rect.contains(10, 24)
    assert rect.grown(1) == Rect(9, 19, 7, 6)
    assert rect.moved(-1, 2) == Rect(9, 22, 5, 4)


def test_intersections_may_be_empty() -> None:
    assert Rect(0, 0, 5, 5).intersect(Rect(3, 3, 5, 5)) == Rect(3, 3, 2, 2)
    assert Rect(0, 0, 5, 5).intersect(Rect(9, 9, 2, 2)).area == 0
    with pytest.raises(ValueError, match="negative"):
        Rect(0, 0, -1, 1)


def test_an_uneven_lattice_finds_cells_and_centres() -> None:
    grid = Grid((0.0, 10.0, 21.0), (100.0, 130.0, 159.0, 188.0))
    assert (grid.rows, grid.cols) == (2, 3)
    assert grid.center((1, 1)) == FramePoint(144.5, 15.5)
    assert grid.cell_at(FramePoint(130.0, 20.9)) == (1, 1)
    assert grid.cell_at(FramePoint(188.0, 5.0)) is None
    assert grid.cell_at(FramePoint(99.9, 5.0)) is None
    assert grid.bbox == Rect(100, 0, 88, 21)
    assert grid.cell_rect((0, 2)) == Rect(159, 0, 29, 10)


def test_every_centre_lies_in_its_own_cell() -> None:
    grid = Grid.regular((3.25, 7.5), (18.75, 17.2), (16, 30))
    for row in range(16):
        for col in range(30):
            assert grid.cell_at(grid.center((row, col))) == (row, col)


def test_edges_must_rise() -> None:
    with pytest.raises(ValueError, match="rise"):
        Grid((0.0, 0.0), (0.0, 1.0))
    with pytest.raises(ValueError, match="rise"):
        Grid((0.0,), (0.0, 1.0))


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0, 3.0])
def test_the_map_leads_there_and_back(scale: float) -> None:
    """The screen point of a frame position holds that position again."""
    mapping = ScreenMap(-1920.0, 40.0, scale, scale)
    for x in (0.0, 7.3, 500.9):
        point = mapping.to_screen(FramePoint(x, 33.0))
        back = mapping.to_frame(point)
        assert abs(back.x - x) <= scale / 2 + 1e-9


def test_a_crop_keeps_the_place_on_the_screen() -> None:
    mapping = ScreenMap(100.0, 50.0, 2.0, 2.0)
    part = mapping.cropped(Rect(40, 60, 10, 10))
    assert part.to_screen(FramePoint(0, 0)) == ScreenPoint(120, 80)
    assert mapping.rect_to_screen(Rect(1, 1, 3, 3)) == Rect(100, 50, 2, 2)


def test_a_rectangle_is_told_in_words() -> None:
    assert str(Rect(-100, 0, 50, 40)) == f"{Rect(-100, 0, 50, 40)}" == "50 x 40 at -100,0"


def test_the_distance_of_two_grids_is_that_of_their_farthest_lines() -> None:
    grid = Grid.regular((10, 20), (16, 16), (3, 4))
    assert grid.distance(grid) == 0
    assert grid.distance(grid.moved(1, -2)) == 2
    assert grid.distance(Grid.regular((10, 20), (17, 16), (3, 4))) == 4
    assert grid.distance(Grid.regular((10, 20), (16, 16), (4, 4))) == float("inf")
