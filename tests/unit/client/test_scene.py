from itertools import combinations

import numpy as np
import pytest

from autosweep.board import Board, Phase
from autosweep.client.scene import (
    Mood,
    SceneLayout,
    counter_text,
    largest_layout,
    render_backdrop,
    render_counter,
    render_face,
    render_scene,
)
from autosweep.client.skins import DRAWN_CODES, SKINS, Skin, render_tile
from autosweep.geometry import Rect
from autosweep.interfaces import Pixels

SHAPES = [(2, 2, 10), (9, 9, 24), (16, 30, 14), (2, 40, 33), (40, 2, 128), (9, 9, 64)]


def inside(inner: Rect, outer: Rect) -> bool:
    return inner.intersect(outer) == inner


@pytest.mark.parametrize("skin", SKINS.values(), ids=SKINS)
@pytest.mark.parametrize(("rows", "cols", "px"), SHAPES)
def test_everything_has_its_own_place(skin: Skin, rows: int, cols: int, px: int) -> None:
    layout = SceneLayout.of(skin, rows, cols, px)
    assert (layout.grid.rows, layout.grid.cols) == (rows, cols)
    assert layout.grid.cell_size == (px, px)
    area = Rect(0, 0, *layout.size)
    assert inside(layout.frame, area)
    assert inside(layout.header, area)
    assert inside(layout.grid.bbox, layout.frame)
    assert layout.grid.bbox != layout.frame
    assert all(inside(part, layout.header) for part in (layout.mines, layout.face, layout.clock))
    apart = (layout.mines, layout.face, layout.clock, layout.frame)
    assert all(a.intersect(b).area == 0 for a, b in combinations(apart, 2))


@pytest.mark.parametrize("skin", SKINS.values(), ids=SKINS)
def test_the_scene_holds_each_cell_at_its_place(skin: Skin) -> None:
    """Cells, counters and face are drawn where the layout says, and nothing else changes."""
    board = Board(3, 5, bytes(DRAWN_CODES))
    layout = SceneLayout.of(skin, 3, 5, 21)
    picture = render_scene(skin, layout, board, mines_left=12, seconds=345, mood=Mood.SAD)
    assert picture.shape == (layout.height, layout.width, 3)

    def cut(rect: Rect) -> Pixels:
        part = picture[rect.y : rect.bottom, rect.x : rect.right].copy()
        picture[rect.y : rect.bottom, rect.x : rect.right] = 0
        return part

    for i, code in enumerate(board.cells):
        r, c = board.cell(i)
        tile = cut(layout.grid.cell_rect((r, c)))
        assert np.array_equal(tile, render_tile(skin, code, 21, (r + c) % 2))
    assert np.array_equal(cut(layout.mines), render_counter(skin, 12, layout.mines.h))
    assert np.array_equal(cut(layout.clock), render_counter(skin, 345, layout.clock.h))
    assert np.array_equal(cut(layout.face), render_face(skin, Mood.SAD, layout.face.h))
    rest = render_backdrop(skin, layout)
    assert np.array_equal(picture[picture.any(axis=2)], rest[picture.any(axis=2)])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "000"),
        (7, "007"),
        (999, "999"),
        (5000, "999"),
        (-3, "-03"),
        (-99, "-99"),
        (-500, "-99"),
        (None, "---"),
    ],
)
def test_counter_shows_three_characters(value: int | None, text: str) -> None:
    assert counter_text(value) == text


@pytest.mark.parametrize("skin", SKINS.values(), ids=SKINS)
@pytest.mark.parametrize("height", [23, 47])
def test_digits_of_counters_differ(skin: Skin, height: int) -> None:
    pictures = [render_counter(skin, value, height) for value in (*range(10), -1)]
    for a, b in combinations(pictures, 2):
        assert (np.abs(a.astype(int) - b.astype(int)).max(axis=2) > 60).sum() > 4


def test_faces_differ_by_mood() -> None:
    for a, b in combinations(Mood, 2):
        assert not np.array_equal(
            render_face(SKINS["classic"], a, 30), render_face(SKINS["classic"], b, 30)
        )


def test_mood_follows_the_phase() -> None:
    moods = {phase: Mood.of(phase) for phase in Phase}
    assert moods[Phase.WON] is Mood.HAPPY
    assert moods[Phase.LOST] is Mood.SAD
    assert moods[Phase.READY] is moods[Phase.PLAYING] is Mood.CALM


@pytest.mark.parametrize("room", [(1280, 800), (500, 900), (333, 222)])
def test_largest_layout_fits_and_nothing_larger_does(room: tuple[int, int]) -> None:
    skin = SKINS["light"]
    layout = largest_layout(skin, 8, 12, room)
    assert layout.fits(room)
    assert not SceneLayout.of(skin, 8, 12, layout.cell_px + 1).fits(room)


def test_largest_layout_stops_at_the_limits_of_cells() -> None:
    skin = SKINS["light"]
    assert largest_layout(skin, 4, 4, (9000, 9000)).cell_px == 128
    assert largest_layout(skin, 99, 99, (300, 300)).cell_px == 10
