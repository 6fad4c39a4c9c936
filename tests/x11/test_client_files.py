"""Positions of the built-in game saved and loaded, by real keys on a virtual display."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.client_window import wait_for
from support.learner import Learner

from autosweep.board import FLAG, Board
from autosweep.client.scene import SceneLayout, render_counter
from autosweep.desktop.xvfb import xvfb_path
from autosweep.interfaces import Button
from autosweep.solver.analyze import analyze

pytestmark = [
    pytest.mark.x11,
    pytest.mark.usefixtures("authority"),
    pytest.mark.skipif(xvfb_path() is None, reason="Xvfb is not installed"),
    # python-xlib leaves its authority file open.
    pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning"),
]


def test_a_position_is_saved_and_loaded(screen_name: str, tmp_path: Path) -> None:
    """Save, go on to another game, load: the saved position is back and can be played on."""
    path = tmp_path / "position.txt"
    with Learner(screen_name, tmp_path, board_file=str(path)) as player:
        player.begin()
        saved = player.board()
        assert "Saved" in player.ask("save", "Control_L", "s")
        assert Board.parse(path.read_text()) == saved
        player.key("n")
        wait_for(lambda: player.lines()[-1]["event"] == "new", "a new game")
        assert "Loaded" in player.ask("load", "Control_L", "o")
        assert player.board() == saved
        player.ask("step", "s")
        assert player.board().count(range(9)) > saved.count(range(9))


def test_a_position_is_saved_and_loaded_by_a_name_that_is_typed(
    screen_name: str, tmp_path: Path
) -> None:
    """The file holds the board that is shown, and loading it shows that board again."""
    path = tmp_path / "Posn_1.txt"
    with Learner(screen_name, tmp_path) as player:
        player.begin()
        mine = min(analyze(player.board()).mines)
        player.click_cell(mine, Button.RIGHT)
        wait_for(lambda: player.board()[mine] == FLAG, "the flag")
        saved = player.board()
        player.ask("ask", "Control_L", "s")
        player.type(str(path))
        assert player.ask("save", "Return") == f"Saved to {path}."
        assert Board.parse(path.read_text()) == saved
        player.key("n")
        wait_for(lambda: player.board() == Board.hidden(9, 9, 10), "a new game")
        player.ask("ask", "Control_L", "o")
        player.type(str(path))
        assert player.ask("load", "Return") == f"Loaded {path.name}."
        assert player.board() == saved
        wait_for(player.agrees, "the saved board on the screen")
        events = {line["event"] for line in player.lines()}
        assert events == {"new", "open", "mark", "ask", "save", "load"}


def test_a_name_is_typed_without_giving_commands_and_can_be_given_up(
    screen_name: str, tmp_path: Path
) -> None:
    with Learner(screen_name, tmp_path) as player:
        player.ask("ask", "Control_L", "s")
        player.type("hsapowunlb")
        player.key("Escape")
        assert player.ask("hint", "h")
        assert [line["event"] for line in player.lines()] == ["new", "ask", "hint"]


def test_a_file_is_written_over_at_the_second_press_only(screen_name: str, tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old")
    with Learner(screen_name, tmp_path) as player:
        player.ask("ask", "Control_L", "s")
        player.type(str(path.with_suffix("")))
        assert "exists" in player.ask("ask", "Return")
        assert path.read_text() == "old"
        player.ask("save", "Return")
        assert Board.parse(path.read_text()) == player.board()


def test_a_wrong_name_is_said_and_can_be_mended(screen_name: str, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(str(Board.hidden(9, 9, 12)))
    with Learner(screen_name, tmp_path) as player:
        player.ask("ask", "Control_L", "o")
        player.type(str(path.with_suffix(".tx")))
        assert "No such file" in player.ask("load", "Return")
        player.type("t")
        assert "Loaded" in player.ask("load", "Return")
        assert player.board() == Board.hidden(9, 9, 12)


@pytest.mark.parametrize("key", ["s", "o"])
def test_a_file_can_be_searched_for(screen_name: str, tmp_path: Path, key: str) -> None:
    """Browse, two tabs from the name, opens a window of its own; closing it leads back."""
    with Learner(screen_name, tmp_path) as player:
        player.ask("ask", "Control_L", key)
        windows = player.shown_windows()
        for name in ("Tab", "Tab", "space"):
            player.key(name)
        wait_for(lambda: len(player.shown_windows()) > len(windows), "the file dialog")
        (dialog,) = player.shown_windows() - windows

        def closed() -> bool:
            # The dialog is on the screen some time before it listens.
            player.close_window(dialog)
            return player.shown_windows() == windows

        wait_for(closed, "the dialog to close")
        player.key("Escape")
        assert player.ask("hint", "h")


def test_a_board_without_a_mine_total_has_no_mine_counter(screen_name: str, tmp_path: Path) -> None:
    """Where the total is unknown the counter shows dashes, also after a flag."""
    path = tmp_path / "position.txt"
    path.write_text(str(Board.hidden(9, 9).with_cells({(0, 0): 1})))
    with Learner(screen_name, tmp_path, board_file=str(path)) as player:
        assert player.lines()[-1]["mines_left"] is None
        player.click_cell((0, 1), Button.RIGHT)
        wait_for(lambda: player.board()[0, 1] == FLAG, "the flag")
        wait_for(player.agrees, "the screen to agree with the journal")
        shown = player.seen()
        mines = player.layout.mines
        dashes = render_counter(player.skin, None, mines.h)
        assert np.array_equal(shown[mines.y : mines.bottom, mines.x : mines.right], dashes)


def test_a_position_of_another_size_changes_the_board(screen_name: str, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("4 6 3\n0 0 1 ? ? ?\n0 0 1 ? ? ?\n1 1 1 ? ? ?\n? ? ? ? ? ?\n")
    player = Learner(screen_name, tmp_path, board_file=str(path), cell_px=24)
    player.layout = SceneLayout.of(player.skin, 4, 6, 24)
    with player:
        assert player.lines()[-1]["message"] == "Loaded position.txt."
        assert player.board() == Board.parse(path.read_text())
        player.click_cell((3, 5), Button.RIGHT)
        wait_for(lambda: player.board().symbol((3, 5)) == "F", "the flag")


def test_a_board_that_cannot_be_is_refused_in_words(screen_name: str, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    with Learner(screen_name, tmp_path, board_file=str(path)) as player:
        path.write_text("2 2\n8 ?\n? ?\n")
        assert "No mine layout fits" in player.ask("load", "Control_L", "o")
        path.write_text("nonsense")
        assert "first line" in player.ask("load", "Control_L", "o")
        assert player.board() == Board.hidden(9, 9, 10)
