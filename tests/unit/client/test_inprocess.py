from random import Random
from typing import Any

import numpy as np
import pytest

from autosweep.board import Board, FirstClick, Game, Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.client.scene import Mood, SceneLayout, render_scene
from autosweep.client.skins import SKINS, find_skin
from autosweep.errors import SettingsError
from autosweep.geometry import Cell, FramePoint, Rect, ScreenPoint
from autosweep.interfaces import (
    Action,
    Button,
    Click,
    Clock,
    FrameSource,
    MoveTo,
    Pixels,
    Pointer,
    PressKey,
)
from autosweep.testing import JumpingClock


def make(
    clock: Clock | None = None,
    scale: float = 1.0,
    delay: float = 0.0,
    background: Pixels | None = None,
    **settings: Any,
) -> InProcessScreen:
    return InProcessScreen(
        ClientSettings(**settings), clock=clock, scale=scale, delay=delay, background=background
    )


def click(screen: InProcessScreen, cell: Cell, button: Button = Button.LEFT) -> None:
    screen.perform([Click(screen.mapping.to_screen(screen.grid.center(cell)), button)])


def client_area(screen: InProcessScreen, board: Board, **header: Any) -> tuple[Pixels, Pixels]:
    """Cut the client area out of a grab, and draw the one that should be there."""
    settings = screen.session.settings
    skin = find_skin(settings.skin)
    px = round(screen.grid.cell_size[0])
    layout = SceneLayout.of(skin, settings.rows, settings.cols, px)
    x = screen.grid.bbox.x - layout.grid.bbox.x
    y = screen.grid.bbox.y - layout.grid.bbox.y
    seen = screen.grab().pixels[y : y + layout.height, x : x + layout.width]
    return seen, render_scene(skin, layout, board, **header)


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_clicks_and_images_follow_an_independent_game(skin: str, seed: int) -> None:
    """After each random click board and picture equal those of a game driven directly."""
    screen = make(rows=7, cols=8, mines=9, seed=seed, skin=skin, cell_px=17)
    twin = Game(7, 8, 9, seed=seed)
    moves = {
        Button.LEFT: twin.open,
        Button.RIGHT: twin.mark,
        Button.MIDDLE: twin.chord,
        Button.BOTH: twin.chord,
    }
    random = Random(seed)
    for _ in range(25):
        button, cell = random.choice(list(Button)), (random.randrange(7), random.randrange(8))
        moves[button](cell)
        click(screen, cell, button)
        assert screen.game.board == twin.board
        seen, wanted = client_area(
            screen, twin.board, mines_left=twin.mines_left, mood=Mood.of(twin.phase)
        )
        assert np.array_equal(seen, wanted)
    assert (screen.clicks, screen.stray_clicks) == (25, 0)


def test_it_is_a_frame_source_and_a_pointer() -> None:
    screen = make()
    assert isinstance(screen, FrameSource)
    assert isinstance(screen, Pointer)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_every_point_of_a_cell_hits_it(scale: float) -> None:
    """Points and pixels differ on a scaled display; points one within the edge of a cell hit it."""
    screen = make(rows=3, cols=4, mines=0, cell_px=20, scale=scale, position=(33, 47))
    assert screen.grab().mapping.scale_x == scale
    assert screen.grid.cell_size == (20 * scale, 20 * scale)
    for r in range(3):
        for c in range(4):
            rect = screen.grid.cell_rect((r, c))
            for x in (rect.x + scale, rect.right - scale):
                for y in (rect.y + scale, rect.bottom - scale):
                    point = screen.mapping.to_screen(FramePoint(x, y))
                    before = screen.game.board[r, c]
                    screen.perform([Click(point, Button.RIGHT)])
                    assert screen.game.board[r, c] != before
    assert screen.stray_clicks == 0


def test_the_window_is_where_it_was_asked_to_be() -> None:
    screen = make(position=(211, 123))
    assert (screen.window.x, screen.window.y) == (211, 123)
    retina = make(position=(211, 123), cell_px=20, scale=2.0)
    assert (retina.window.x, retina.window.y) == (422, 246)


def test_stray_clicks_are_counted_and_change_nothing() -> None:
    screen = make(rows=4, cols=20, mines=5)
    before, board = screen.grab().pixels, screen.game.board
    box, face = screen.grid.bbox, screen.face
    outside = [
        (0, 0),
        (box.x - 1, box.y + 5),
        (box.right, box.y + 5),
        (box.x + 5, box.y - 1),
        (box.x + 5, box.bottom),
        (face.x - 1, face.y + 2),
        (face.right, face.y + 2),
    ]
    for number, (x, y) in enumerate(outside, start=1):
        screen.perform([Click(ScreenPoint(x, y))])
        assert screen.stray_clicks == number
    assert screen.clicks == len(outside)
    assert screen.game.board == board
    assert np.array_equal(screen.grab().pixels, before)


def new_game_actions(screen: InProcessScreen) -> dict[str, Action]:
    face = screen.face
    return {
        "face": Click(ScreenPoint(face.x + face.w // 2, face.y + face.h // 2)),
        "f2": PressKey("f2"),
        "N": PressKey("N"),
    }


@pytest.mark.parametrize("how", ["face", "f2", "N"])
def test_a_new_game_takes_the_next_seed(how: str) -> None:
    screen = make(seed=10, mines=12)
    click(screen, (4, 4))
    screen.perform([new_game_actions(screen)[how]])
    assert screen.session.seed == 11
    assert screen.game.board == Board.hidden(9, 9, 12)
    assert screen.stray_clicks == 0
    click(screen, (4, 4))
    twin = Game(9, 9, 12, seed=11)
    twin.open((4, 4))
    assert screen.game.board == twin.board


def test_other_keys_and_buttons_begin_no_new_game() -> None:
    screen = make(seed=10)
    face = screen.face
    middle = ScreenPoint(face.x + face.w // 2, face.y + face.h // 2)
    screen.perform([PressKey("x"), Click(middle, Button.RIGHT)])
    assert screen.session.seed == 10
    assert screen.stray_clicks == 0


def test_the_pointer_stays_where_it_was_brought() -> None:
    screen = make()
    screen.perform([MoveTo(ScreenPoint(5, 6))])
    assert screen.position() == ScreenPoint(5, 6)
    assert screen.clicks == 0
    screen.perform([Click(ScreenPoint(7, 8)), PressKey("f2")])
    assert screen.position() == ScreenPoint(7, 8)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_region_is_a_cut_of_the_whole(scale: float) -> None:
    screen = make(cell_px=20, scale=scale)
    whole = screen.grab()
    part = screen.grab(Rect(101, 77, 50, 30))
    assert part.pixels.shape == (30 * scale, 50 * scale, 3)
    x, y = round(101 * scale), round(77 * scale)
    h, w = part.pixels.shape[:2]
    assert np.array_equal(part.pixels, whole.pixels[y : y + h, x : x + w])
    assert part.mapping.to_screen(FramePoint(0.5, 0.5)) == ScreenPoint(101, 77)


def test_a_region_is_cut_to_the_screen() -> None:
    screen = make()
    height, width = screen.grab().pixels.shape[:2]
    part = screen.grab(Rect(width - 10, height - 20, 500, 500))
    assert part.pixels.shape == (20, 10, 3)


def test_a_frame_does_not_change_after_it_was_taken() -> None:
    screen = make(first_click=FirstClick.ZERO)
    frame = screen.grab()
    kept = frame.pixels.copy()
    click(screen, (4, 4))
    assert not np.array_equal(screen.grab().pixels, kept)
    assert np.array_equal(frame.pixels, kept)


def test_the_desktop_grows_with_the_board_only() -> None:
    assert make().grab().pixels.shape == (800, 1280, 3)
    large = make(rows=30, cols=60, mines=300, cell_px=32)
    height, width = large.grab().pixels.shape[:2]
    assert width > large.window.right
    assert height > large.window.bottom
    assert large.window.w > 1920


def test_a_background_replaces_the_desktop() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (700, 900, 3), dtype=np.uint8)
    screen = make(background=noise, position=(40, 50))
    pixels = screen.grab().pixels
    window = screen.window
    assert pixels.shape == noise.shape
    outside = np.ones(noise.shape[:2], bool)
    outside[window.y : window.bottom, window.x : window.right] = False
    assert np.array_equal(pixels[outside], noise[outside])
    assert not np.array_equal(pixels, noise)


def test_a_background_that_is_too_small_is_refused() -> None:
    with pytest.raises(SettingsError, match="does not fit"):
        make(background=np.zeros((100, 100, 3), np.uint8))


@pytest.mark.parametrize(
    "settings", [{"scale": 0.0}, {"scale": 9.0}, {"delay": -1.0}, {"delay": 1.0}], ids=str
)
def test_a_display_that_cannot_be_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        make(**settings)


def test_a_delayed_change_appears_bit_by_bit() -> None:
    """Old at first, mixed on the way with one cell half drawn, new when the delay is over."""
    clock = JumpingClock(3.0)
    screen = make(clock, rows=6, cols=6, mines=0, cell_px=20, delay=0.08)
    old = screen.game.board
    click(screen, (0, 0))
    new = screen.game.board
    assert screen.game.phase is Phase.WON
    seen, wanted = client_area(screen, old)
    assert np.array_equal(seen, wanted)

    clock.sleep(0.041)
    middle = old.with_cells({old.cell(i): new.cells[i] for i in range(18)})
    seen, wanted = client_area(screen, middle)
    differs = np.argwhere((seen != wanted).any(axis=2))
    layout = SceneLayout.of(find_skin("classic"), 6, 6, 20)
    rect = layout.grid.cell_rect((3, 0))
    assert len(differs)
    assert differs[:, 0].min() >= rect.y
    assert differs[:, 0].max() < rect.y + rect.h // 2
    assert rect.x <= differs[:, 1].min() <= differs[:, 1].max() < rect.right

    clock.sleep(0.05)
    seen, wanted = client_area(screen, new, mood=Mood.HAPPY)
    assert np.array_equal(seen, wanted)


def test_a_change_during_a_delayed_change_begins_with_what_is_visible() -> None:
    clock = JumpingClock()
    screen = make(clock, rows=6, cols=6, mines=0, cell_px=20, delay=1.0)
    old = screen.game.board
    click(screen, (0, 0))
    new = screen.game.board
    clock.sleep(0.5)
    screen.perform([PressKey("f2")])
    middle = old.with_cells({old.cell(i): new.cells[i] for i in range(18)})
    seen, wanted = client_area(screen, middle)
    assert np.array_equal(seen, wanted)
    clock.sleep(1.0)
    seen, wanted = client_area(screen, old)
    assert np.array_equal(seen, wanted)


def test_the_clock_of_the_game_is_shown() -> None:
    clock = JumpingClock()
    screen = make(clock, mines=30)
    click(screen, (0, 0))
    clock.sleep(12.5)
    seen, wanted = client_area(screen, screen.game.board, mines_left=30, seconds=12)
    assert np.array_equal(seen, wanted)
    assert screen.grab().time == 12.5


def test_a_game_changed_directly_is_seen_too() -> None:
    screen = make(mines=0)
    screen.game.open((0, 0))
    seen, wanted = client_area(screen, screen.game.board, mood=Mood.HAPPY)
    assert np.array_equal(seen, wanted)
