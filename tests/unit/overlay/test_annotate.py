"""Hints on images: visible on any ground, told apart by shape, nothing drawn elsewhere."""

from itertools import combinations

import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep.board import Board
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.overlay.annotate import Hints, contact_sheet, draw_hints, draw_readings
from autosweep.vision.read import read

CELL = (1, 1)
MARKS = {
    "safe": Hints(safe=frozenset({CELL})),
    "mine": Hints(mines=frozenset({CELL})),
    "guess": Hints(guess=CELL),
    "chance": Hints(probability={CELL: 0.42}),
    "uncertain": Hints(uncertain=frozenset({CELL})),
    "wrong flag": Hints(safe=frozenset({CELL}), wrong_flags=frozenset({CELL})),
    "best": Hints(safe=frozenset({CELL}), best=CELL),
    "because": Hints(because=frozenset({CELL})),
    "guess with chance": Hints(guess=CELL, probability={CELL: 0.42}),
    "low heat": Hints(heat={CELL: 0.05}),
    "high heat": Hints(heat={CELL: 0.95}),
}


def marked(hints: Hints, px: int, level: int) -> tuple[Pixels, Pixels]:
    """Return a grey image before and after drawing on the middle of nine cells."""
    plain = np.full((3 * px, 3 * px, 3), level, np.uint8)
    return plain, draw_hints(plain, Grid.regular((0, 0), (px, px), (3, 3)), hints)


def grey(image: Pixels, px: int) -> np.ndarray:
    """Return the middle cell without colour."""
    return image[px : 2 * px, px : 2 * px].astype(np.float64).mean(axis=2)


@pytest.mark.parametrize("name", MARKS)
@pytest.mark.parametrize("px", [14, 64])
@pytest.mark.parametrize("level", [0, 40, 128, 192, 255])
def test_every_mark_shows_on_light_and_dark_and_stays_in_its_cell(
    name: str, px: int, level: int
) -> None:
    plain, drawn = marked(MARKS[name], px, level)
    assert plain.max() == level
    changed = np.abs(grey(drawn, px) - level) > 60
    assert changed.mean() > 0.06
    outside = drawn.copy()
    outside[px : 2 * px, px : 2 * px] = level
    assert (outside == level).all()


@pytest.mark.parametrize("px", [14, 64])
def test_marks_are_told_apart_without_colour(px: int) -> None:
    cells = {name: grey(marked(hints, px, 192)[1], px) for name, hints in MARKS.items()}
    for one, other in combinations(cells, 2):
        differ = np.abs(cells[one] - cells[other]) > 60
        assert differ.mean() > 0.1, (one, other)


@pytest.mark.parametrize("px", [14, 64])
def test_heat_grows_and_darkens_with_the_chance(px: int) -> None:
    """The order of chances can be seen by size and by brightness, on any ground."""
    for level in (40, 210):
        shares = [0.02, 0.25, 0.5, 0.75, 0.98]
        cells = [grey(marked(Hints(heat={CELL: share}), px, level)[1], px) for share in shares]
        covered = [(cell != level).mean() for cell in cells]
        middle = [cell[px // 2, px // 2] for cell in cells]
        assert covered == sorted(covered)
        assert middle == sorted(middle, reverse=True)
        assert middle[0] - middle[-1] > 120


@pytest.mark.parametrize("px", [14, 24, 64])
@pytest.mark.parametrize("skin", ["light", "dark"])
def test_a_ring_leaves_the_number_readable(skin: str, px: int) -> None:
    """The clue that a ring points at keeps the middle in which its number is."""
    plain, drawn = marked(Hints(because=frozenset({CELL})), px, 230 if skin == "light" else 30)
    third = slice(px + px // 3, 2 * px - px // 3)
    assert (plain[third, third] == drawn[third, third]).all()


def test_less_opacity_changes_less() -> None:
    """Half the opacity is half the difference to the image below."""
    for hints in MARKS.values():
        plain, full = marked(hints, 30, 128)
        grid = Grid.regular((0, 0), (30, 30), (3, 3))
        half = draw_hints(plain, grid, hints, opacity=0.5)
        none = draw_hints(plain, grid, hints, opacity=0.0)
        assert (none == plain).all()
        strong = np.abs(full.astype(int) - plain).sum()
        assert 0.35 < np.abs(half.astype(int) - plain).sum() / strong < 0.9


def test_chances_are_never_shown_as_certain() -> None:
    """Nothing between 0 and 1 is drawn as 0 or 100 percent."""
    tiny = marked(Hints(probability={CELL: 0.001}), 40, 192)[1]
    one = marked(Hints(probability={CELL: 0.01}), 40, 192)[1]
    nearly = marked(Hints(probability={CELL: 0.9999}), 40, 192)[1]
    assert (tiny == one).all()
    assert (nearly == marked(Hints(probability={CELL: 0.99}), 40, 192)[1]).all()


def test_a_cell_that_reaches_beyond_the_image_is_cut_off() -> None:
    plain = np.full((50, 50, 3), 100, np.uint8)
    grid = Grid.regular((-15, -15), (30, 30), (3, 3))
    drawn = draw_hints(plain, grid, Hints(mines=frozenset({(0, 0), (2, 2)})))
    assert drawn.shape == plain.shape
    assert (drawn != plain).any()


def test_a_drawn_reading_is_enlarged_and_marks_doubt() -> None:
    """Small cells are enlarged; a doubtful cell looks different from a sure one."""
    board = game_at("middle", 9, 9, 12, seed=2).board
    image, _ = draw(board, "light", 16)
    reading = read(image, thorough=False)[0]
    assert reading.board == Board(9, 9, board.cells)
    sure = draw_readings(image, [reading])
    assert sure.shape[0] % image.shape[0] == 0
    times = sure.shape[0] // image.shape[0]
    assert times >= 2
    reading.confidence[4, 4] = 0.3
    uncertain = draw_readings(image, [reading])
    rect = reading.grid.cell_rect((4, 4))
    changed = (sure != uncertain).any(axis=2)
    part = changed[times * rect.y : times * rect.bottom, times * rect.x : times * rect.right]
    assert part.mean() > 0.05
    assert part.sum() == changed.sum()


def test_a_sheet_shows_every_cell() -> None:
    """Ten images of different grey all appear, whatever their shape."""
    images = [np.full((20 + k, 30, 3), 10 + 20 * k, np.uint8) for k in range(10)]
    sheet = contact_sheet(images)
    for k in range(10):
        assert (sheet == 10 + 20 * k).all(axis=2).sum() > 3000
