import cv2
import numpy as np
import pytest

from autosweep.board import Board
from autosweep.client.scene import SceneLayout, render_scene
from autosweep.client.skins import SKINS
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.counters.seven_segment import read_counter
from autosweep.vision.read import read


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("px", [18, 24, 36, 56])
def test_the_counter_is_read_right_or_not_at_all(skin: str, px: int) -> None:
    """Whatever it shows, a number that comes out is the number shown."""
    style = SKINS[skin]
    layout = SceneLayout.of(style, 9, 12, px)
    read_right = 0
    values = (0, 7, 10, 40, 99, 123, 256, 480, 789, -5)
    for value in values:
        scene = render_scene(style, layout, Board.hidden(9, 12), mines_left=value, seconds=314)
        got = read_counter(scene, layout.grid)
        assert got in (None, value)
        read_right += got == value
    assert read_right >= 7


def test_a_reading_tells_the_mines_left() -> None:
    style = SKINS["classic"]
    layout = SceneLayout.of(style, 9, 9, 30)
    scene = render_scene(style, layout, Board.hidden(9, 9), mines_left=10)
    assert read(scene, thorough=False)[0].mines_left == 10


def test_without_a_header_there_is_no_counter() -> None:
    style = SKINS["light"]
    layout = SceneLayout.of(style, 9, 9, 30)
    scene = render_scene(style, layout, Board.hidden(9, 9), mines_left=10)
    box = layout.grid.bbox
    crop = scene[box.y - 1 : box.bottom, box.x - 1 : box.right]
    assert read(crop, thorough=False)[0].mines_left is None


LIT = {
    "0": "abcdef", "1": "bc", "2": "abdeg", "3": "abcdg", "4": "bcfg",
    "5": "acdfg", "6": "acdefg", "7": "abc", "8": "abcdefg", "9": "abcdfg",
}  # fmt: skip


def panel(text: str) -> Pixels:
    """Return digits of 11 x 21 red pixels on black, unlit segments as every other dark pixel."""
    out = np.zeros((25, 13 * len(text) + 2, 3), np.uint8)
    places = {
        "a": np.s_[0:3, 2:9], "b": np.s_[2:10, 8:11], "c": np.s_[11:19, 8:11],
        "d": np.s_[18:21, 2:9], "e": np.s_[11:19, 0:3], "f": np.s_[2:10, 0:3],
        "g": np.s_[9:12, 2:9],
    }  # fmt: skip
    for k, digit in enumerate(text):
        box = out[2:23, 13 * k + 2 : 13 * k + 13]
        for segment, part in places.items():
            rows, cols = np.indices(box[part].shape[:2])
            dots = (rows + cols) % 2 == 0
            box[part][dots] = (0, 0, 128)
            if segment in LIT[digit]:
                box[part] = (0, 0, 255)
    return cv2.copyMakeBorder(out, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(128, 128, 128))


def under_panels(left: str, right: str) -> tuple[Pixels, Grid]:
    """Return a frame with panels above both ends of a board, and the board's grid."""
    frame = np.full((300, 300, 3), 192, np.uint8)
    shown, other = panel(left), panel(right)
    frame[20 : 20 + shown.shape[0], 30 : 30 + shown.shape[1]] = shown
    frame[20 : 20 + other.shape[0], 210 - other.shape[1] : 210] = other
    edges = tuple(30.0 + 20 * k for k in range(10))
    return frame, Grid(tuple(60.0 + 20 * k for k in range(10)), edges)


def test_segments_that_are_dotted_while_unlit_are_read() -> None:
    """As the oldest counter of all draws them; of three eights more is lit than is not."""
    for value in range(0, 1000, 37):
        assert read_counter(*under_panels(f"{value:03d}", "000")) == value


def test_a_counter_at_the_right_is_not_the_clock_at_the_left() -> None:
    for value in range(0, 1000, 37):
        frame, grid = under_panels("314", f"{value:03d}")
        assert read_counter(frame, grid, right=True) == value
        assert read_counter(frame, grid) == 314
