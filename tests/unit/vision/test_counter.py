import pytest

from autosweep.board import Board
from autosweep.client.looks import LOOKS
from autosweep.client.scene import SceneLayout, render_scene
from autosweep.vision.counter import read_counter
from autosweep.vision.read import read


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("px", [18, 24, 36, 56])
def test_the_counter_is_read_right_or_not_at_all(look: str, px: int) -> None:
    """Whatever it shows, a number that comes out is the number shown."""
    style = LOOKS[look]
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
    style = LOOKS["classic"]
    layout = SceneLayout.of(style, 9, 9, 30)
    scene = render_scene(style, layout, Board.hidden(9, 9), mines_left=10)
    assert read(scene, thorough=False)[0].mines_left == 10


def test_without_a_header_there_is_no_counter() -> None:
    style = LOOKS["light"]
    layout = SceneLayout.of(style, 9, 9, 30)
    scene = render_scene(style, layout, Board.hidden(9, 9), mines_left=10)
    box = layout.grid.bbox
    crop = scene[box.y - 1 : box.bottom, box.x - 1 : box.right]
    assert read(crop, thorough=False)[0].mines_left is None
