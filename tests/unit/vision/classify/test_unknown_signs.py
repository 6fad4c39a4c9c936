"""Plain cells with a sign that a theme does not know are not plain."""

import cv2
import numpy as np
from support.vision_scenes import draw, game_at

from autosweep.board import HIDDEN
from autosweep.vision.classify.unknown_signs import carry_signs
from autosweep.vision.read import read
from autosweep.vision.themes import load_themes

SIDE = 16
CODES = np.array([0, HIDDEN], np.uint8)


def plain(level: float) -> np.ndarray:
    """Return a plain cell as a vector."""
    return np.full(SIDE * SIDE * 3, level, np.float32)


def with_stroke(level: float, by: float, width: int = 2) -> np.ndarray:
    """Return a plain cell with a vertical stroke in its middle."""
    cell = plain(level).reshape(SIDE, SIDE, 3).copy()
    cell[4:12, 7 : 7 + width] += by
    return cell.ravel()


IMAGES = np.stack([plain(220), plain(160)])


def test_a_thin_stroke_is_a_sign_and_a_shade_is_none() -> None:
    cells = np.stack([plain(160), plain(150), with_stroke(160, -60), with_stroke(220, -60)])
    best = np.array([HIDDEN, HIDDEN, HIDDEN, 0], np.uint8)
    assert carry_signs(cells, best, IMAGES, CODES).tolist() == [False, False, True, True]


def test_grain_is_no_sign() -> None:
    rng = np.random.default_rng(1)
    grain = plain(160) + rng.normal(0, 8, SIDE * SIDE * 3).astype(np.float32)
    assert not carry_signs(grain[None], CODES[1:], IMAGES, CODES)[0]


def test_only_cells_that_are_named_plain_are_looked_at() -> None:
    number = np.array([3], np.uint8)
    assert not carry_signs(with_stroke(160, -60)[None], number, IMAGES, CODES)[0]


def test_numbers_on_hidden_tiles_of_a_known_client_are_not_hidden() -> None:
    """Another client with the same hidden tiles: its numbers must not pass for hidden cells."""
    pixels, grid = draw(game_at("fresh", 9, 9, 10, seed=1).board, "classic", 60)
    cells = [(r, c) for r in range(2, 7) for c in range(2, 7)]
    for r, c in cells:
        box = grid.cell_rect((r, c))
        place = box.x + box.w // 2 - 6, box.y + box.h // 2 + 8
        cv2.putText(pixels, "1", place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (70, 70, 70), 2)
    (reading,) = read(pixels, themes=load_themes())
    assert reading.theme == "generic"
    assert not any(
        reading.board[cell] == HIDDEN and reading.confidence[cell] >= 0.9 for cell in cells
    )
