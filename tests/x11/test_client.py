"""The window of the built-in game on a virtual display: real clicks, real pixels, its journal."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from support.client_window import CORNER, PATIENCE, Player, wait_for

from autosweep.board import Board, Game
from autosweep.client.scene import SceneLayout, largest_layout
from autosweep.client.skins import SKINS
from autosweep.desktop.xvfb import VirtualDisplay, xvfb_path
from autosweep.geometry import Rect
from autosweep.interfaces import Button

pytestmark = [
    pytest.mark.x11,
    pytest.mark.usefixtures("authority"),
    pytest.mark.skipif(xvfb_path() is None, reason="Xvfb is not installed"),
    # python-xlib leaves its authority file open.
    pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning"),
]

FULL = Path("/dev/full")


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with VirtualDisplay(1000, 700) as virtual:
        yield virtual.name


@pytest.mark.parametrize("skin", SKINS)
def test_clicks_change_journal_and_screen_as_they_change_a_game(
    display: str, tmp_path: Path, skin: str
) -> None:
    """After each real click journal and screen agree with a game driven directly."""
    twin = Game(7, 9, 10, seed=4)
    moves = {Button.LEFT: twin.open, Button.RIGHT: twin.mark, Button.MIDDLE: twin.chord}
    random = Random(skin)
    with Player(display, tmp_path, skin=skin, seed=4, cell_px=21) as player:
        for _ in range(14):
            button = random.choice([Button.LEFT, Button.RIGHT, Button.RIGHT, Button.MIDDLE])
            cell = random.randrange(7), random.randrange(9)
            moves[button](cell)
            player.click_cell(cell, button)
            wait_for(lambda: player.board() == twin.board, f"{button} {cell}")
            wait_for(player.agrees, "the screen to agree with the journal")
        assert player.lines()[-1]["phase"] == twin.phase.value


@pytest.mark.parametrize("button", [Button.MIDDLE, Button.BOTH])
def test_middle_and_both_buttons_chord(display: str, tmp_path: Path, button: Button) -> None:
    twin = Game(7, 9, 10, seed=1)
    twin.open((3, 3))
    assert twin.layout is not None
    number = next(c for c in twin.board.find({1}))
    mine = next(c for c in twin.board.neighbors(number) if twin.layout.is_mine(c))
    with Player(display, tmp_path, seed=1) as player:
        player.click_cell((3, 3))
        player.click_cell(mine, Button.RIGHT)
        twin.mark(mine)
        wait_for(lambda: player.board() == twin.board, "the flag")
        before = twin.board
        twin.chord(number)
        assert twin.board != before
        player.click_cell(number, button)
        wait_for(lambda: player.board() == twin.board, "the chord")
        assert [line["event"] for line in player.lines()] == ["new", "open", "mark", "chord"]


def test_face_and_keys_begin_new_games(display: str, tmp_path: Path) -> None:
    with Player(display, tmp_path, seed=30) as player:
        begin: list[Callable[[], None]] = [
            lambda: player.click(player.layout.face),
            lambda: player.key("F2"),
            lambda: player.key("n"),
        ]
        for seed, act in enumerate(begin, start=31):
            player.click_cell((2, 2))
            wait_for(lambda: player.lines()[-1]["event"] == "open", "the opening")
            act()
            wait_for(lambda seed=seed: player.lines()[-1]["seed"] == seed, "the new game")
            assert player.board() == Board.hidden(7, 9, 10)
            wait_for(player.agrees, "the screen to agree with the journal")


def test_a_click_beside_the_board_does_nothing(display: str, tmp_path: Path) -> None:
    with Player(display, tmp_path) as player:
        frame = player.layout.frame
        for rect in (Rect(frame.x, frame.y - 4, 1, 1), player.layout.mines, Rect(1, 1, 1, 1)):
            for button in Button:
                player.click(rect, button)
        player.click_cell((6, 8), Button.RIGHT)
        wait_for(lambda: len(player.lines()) > 1, "the mark")
        assert [line["event"] for line in player.lines()] == ["new", "mark"]
        wait_for(player.agrees, "the screen to agree with the journal")


def test_the_clock_runs(display: str, tmp_path: Path) -> None:
    with Player(display, tmp_path, mines=30, first_click="safe") as player:
        clock = player.layout.clock
        cut = slice(clock.y, clock.bottom), slice(clock.x, clock.right)
        before = player.seen()[cut]
        player.click_cell((0, 0))
        wait_for(lambda: not np.array_equal(player.seen()[cut], before), "a second")


def test_resizing_resizes_the_cells(display: str, tmp_path: Path) -> None:
    """Board and clicks follow the size of the window; what is left over lies on all sides."""
    with Player(display, tmp_path) as player:
        grown = SceneLayout.of(player.skin, 7, 9, 40)
        room = grown.width + 70, grown.height + 5
        assert largest_layout(player.skin, 7, 9, room) == grown
        player.window().configure(width=room[0], height=room[1])
        player.connection.sync()
        player.layout, player.corner = grown, (CORNER[0] + 35, CORNER[1] + 2)
        wait_for(player.agrees, "larger cells")
        player.click_cell((6, 8), Button.RIGHT)
        wait_for(lambda: player.board().symbol((6, 8)) == "F", "the flag")
        wait_for(player.agrees, "the screen to agree with the journal")


def test_the_window_can_be_recognised(display: str, tmp_path: Path) -> None:
    with Player(display, tmp_path) as player:
        assert player.window().get_wm_class() == ("autosweep", "Autosweep")


def test_control_q_quits(display: str, tmp_path: Path) -> None:
    with Player(display, tmp_path) as player:
        player.click_cell((0, 0), Button.RIGHT)
        player.key("Control_L", "q")
        assert player.process.wait(PATIENCE) == 0


def test_control_c_in_the_terminal_ends_the_game(display: str, tmp_path: Path) -> None:
    with Player(display, tmp_path) as player:
        player.process.send_signal(signal.SIGINT)
        assert player.process.wait(PATIENCE) != 0


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
def test_an_error_during_the_game_ends_it_with_a_sentence(display: str, tmp_path: Path) -> None:
    player = Player(display, tmp_path, journal=FULL)
    out, _ = player.process.communicate(timeout=PATIENCE)
    player.__exit__()
    assert player.process.returncode == 2
    assert "No space left" in out


def test_a_window_that_does_not_fit_is_refused(display: str, tmp_path: Path) -> None:
    player = Player(display, tmp_path, rows=30, cols=30, cell_px=64)
    out, _ = player.process.communicate(timeout=PATIENCE)
    player.__exit__()
    assert player.process.returncode == 2
    assert "1000 x 700" in out
