"""Signs that cannot be seen lose their label; those that can be seen keep it."""

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("playwright.sync_api")
from looks.dataset import LabelledBoard, LabelledImage, load, save
from looks.visible import put_right

PX = 20
CELLS = ("?F?", "0F1", "?*?")


def test_a_sign_in_the_colour_of_its_ground_gets_the_symbol_of_a_plain_cell(tmp_path: Path) -> None:
    pixels = np.full((3 * PX, 3 * PX, 3), 180, np.uint8)
    pixels[PX : 2 * PX, :PX] = 230  # empty
    pixels[PX : 2 * PX, 2 * PX :] = 230
    cv2.line(pixels, (2 * PX + 10, PX + 4), (2 * PX + 10, PX + 15), (200, 60, 20), 2)
    cv2.circle(pixels, (PX + 10, PX + 10), 5, (30, 30, 220), -1)  # the second flag can be seen
    cv2.circle(pixels, (PX + 10, 2 * PX + 10), 5, (178, 180, 181), -1)  # the mine cannot
    edges = tuple(float(k * PX) for k in range(4))
    board = LabelledBoard(edges, edges, CELLS)
    image = LabelledImage(tmp_path / "000000.png", "s", "bevel", "drawn", (board,), None, ())
    save(image, cv2.imencode(".png", pixels)[1].tobytes())
    assert put_right(tmp_path) == (2, 1)
    (again,) = load(tmp_path)
    assert again.boards[0].cells == ("???", "0F1", "???")
    assert put_right(tmp_path) == (0, 0)
