"""Help in the built-in game on a virtual display: real keys and clicks, pixels, the journal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.client_window import CORNER, wait_for
from support.learner import SEED, Learner
from support.proof_checker import Position, Says, follows

from autosweep.board import Board, Game
from autosweep.client.assist import MarkKind
from autosweep.client.panel import LEAST_WIDTH
from autosweep.client.scene import SceneLayout
from autosweep.client.skins import SKINS
from autosweep.client.vector_shapes import bgr
from autosweep.desktop.xvfb import xvfb_path
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Button
from autosweep.results.scores import LevelScore, Scores
from autosweep.solver.analyze import analyze
from autosweep.vision.read import read

pytestmark = [
    pytest.mark.x11,
    pytest.mark.usefixtures("authority"),
    pytest.mark.skipif(xvfb_path() is None, reason="Xvfb is not installed"),
    # python-xlib leaves its authority file open.
    pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning"),
]


def cell_in(message: str, pattern: str) -> Cell:
    """Return the cell that a message speaks of."""
    match = re.search(pattern, message)
    assert match is not None, message
    return int(match[1]), int(match[2])


SAFE = r"^(\d+),(\d+) is safe"


def test_hint_marks_one_safe_cell_and_its_clues(screen_name: str, tmp_path: Path) -> None:
    with Learner(screen_name, tmp_path) as player:
        player.begin()
        before = player.board()
        message = player.ask("hint", "h")
        cell = cell_in(message, SAFE)
        assert cell in analyze(before).safe
        wait_for(lambda: player.marked(cell, MarkKind.SAFE), "the mark")
        clues = {(int(r), int(c)) for r, c in re.findall(r"[Tt]he \d at (\d+),(\d+)", message)}
        assert clues
        assert all(player.marked(clue, MarkKind.CLUE) for clue in clues)
        assert player.board() == before
        position = Position(before.row_symbols(), before.mines)
        premises = position.premises(clues, mine_count="to find" in message)
        assert follows(Says(frozenset({cell}), 0, 0), premises)


def test_step_opens_a_safe_cell_and_says_why(screen_name: str, tmp_path: Path) -> None:
    with Learner(screen_name, tmp_path) as player:
        player.begin()
        before = player.board()
        message = player.ask("step", "s")
        cell = cell_in(message, SAFE)
        assert cell in analyze(before).safe
        assert player.board()[cell] <= 8
        wait_for(lambda: player.marked(cell, MarkKind.SAFE), "the mark")


def test_a_guess_is_taken_at_the_second_press_only(screen_name: str, tmp_path: Path) -> None:
    with Learner(screen_name, tmp_path, first_click="none") as player:
        message = player.ask("step", "s")
        assert "best guess" in message
        assert player.board() == Board.hidden(9, 9, 10)
        player.key("s")
        wait_for(lambda: player.lines()[-1]["phase"] != "ready", "the guess")


def test_solve_wins_a_game_without_guessing_and_keeps_the_score(
    screen_name: str, tmp_path: Path
) -> None:
    kept = tmp_path / "leaderboard.csv"
    with Learner(screen_name, tmp_path, no_guess=True, leaderboard=str(kept)) as player:
        for _ in range(46):
            player.key("bracketright")
        player.key("a")
        wait_for(lambda: player.lines()[-1]["phase"] == "won", "the win")
        steps = [line for line in player.lines() if line["event"] == "solve"]
        assert len(steps) > 5
        wait_for(kept.exists, "the score")
    assert Scores(kept).of("9x9/10") == LevelScore("9x9/10", played=1, helped=1)


def test_solve_can_be_stopped(screen_name: str, tmp_path: Path) -> None:
    with Learner(screen_name, tmp_path, no_guess=True) as player:
        for _ in range(3):
            player.key("bracketleft")
        player.key("a")
        wait_for(lambda: any(line["event"] == "solve" for line in player.lines()), "a step")
        assert player.ask("stop", "a") == "Stopped."
        board = player.board()
        player.ask("best", "b")
        assert player.board() == board
        assert player.lines()[-1]["phase"] == "playing"


def test_prove_judges_the_flags(screen_name: str, tmp_path: Path) -> None:
    with Learner(screen_name, tmp_path) as player:
        player.begin()
        known = analyze(player.board())
        mine, safe = min(known.mines), min(known.safe)
        for cell in (mine, safe):
            player.click_cell(cell, Button.RIGHT)
        wait_for(lambda: player.board().count({10}) == 2, "the flags")
        message = player.ask("prove", "p")
        assert message.startswith("2 flags: 1 right, 1 wrong.")
        assert f"{safe[0]},{safe[1]} is wrong." in message
        wait_for(lambda: player.marked(safe, MarkKind.WRONG), "the mark of the wrong flag")
        assert player.marked(mine, MarkKind.RIGHT)


def test_hovering_shows_a_tooltip_and_marks_the_clues(screen_name: str, tmp_path: Path) -> None:
    with Learner(screen_name, tmp_path) as player:
        player.begin()
        player.ask("why", "w")
        cell = min(analyze(player.board()).mines)
        box = player.box(cell)
        before = len(player.lines())
        player.move(box.x + box.w // 2, box.y + box.h // 2)
        message = player.answer("why", before)
        assert message.startswith(f"{cell[0]},{cell[1]} is a mine")
        wait_for(lambda: player.marked(cell, MarkKind.MINE), "the mark")
        clue = cell_in(message, r"The \d at (\d+),(\d+)")
        assert player.marked(clue, MarkKind.CLUE)
        children = player.connection.screen().root.query_tree().children
        assert any(child.get_wm_name() == "autosweep why" for child in children)
        player.move(990, 5)
        wait_for(lambda: not player.marked(cell, MarkKind.MINE), "the mark to go")


def test_odds_are_shown_and_hidden(screen_name: str, tmp_path: Path) -> None:
    with Learner(screen_name, tmp_path) as player:
        player.begin()
        cell = min(analyze(player.board()).mines)
        box = player.box(cell)
        point = box.y + box.h // 4, box.x + box.w // 4
        player.ask("odds", "o")
        wait_for(lambda: tuple(player.screen()[point]) == bgr("#e5484d"), "a red cell")
        player.ask("odds", "o")
        wait_for(lambda: tuple(player.screen()[point]) != bgr("#e5484d"), "the cell as it was")


def test_the_losing_click_can_be_taken_back(screen_name: str, tmp_path: Path) -> None:
    twin = Game(9, 9, 10, seed=SEED)
    twin.open((0, 0))
    assert twin.layout is not None
    mine = divmod(min(twin.layout.mines), 9)
    with Learner(screen_name, tmp_path, undo=True, first_click="safe") as player:
        player.click_cell((0, 0))
        player.click_cell(mine)
        wait_for(lambda: player.lines()[-1]["phase"] == "lost", "the loss")
        assert "Taken back" in player.ask("undo", "u")
        assert player.lines()[-1]["phase"] == "playing"
        assert player.board() == twin.board


def test_buttons_do_what_keys_do(screen_name: str, tmp_path: Path) -> None:
    """The first button of the panel is Hint, the second Step."""
    with Learner(screen_name, tmp_path, panel=True) as player:
        player.click_cell((4, 4))
        wait_for(lambda: player.lines()[-1]["event"] == "open", "the opening")
        for number, event in enumerate(("hint", "step")):
            before = len(player.lines())
            x = LEAST_WIDTH * (2 * number + 1) // 12 - player.shift
            player.click(Rect(x, player.layout.height + 16, 1, 1))
            cell_in(player.answer(event, before), SAFE)


def test_without_help_the_window_stays_as_it_was(screen_name: str, tmp_path: Path) -> None:
    """When help is put away, not one pixel of it stays."""
    with Learner(screen_name, tmp_path) as player:
        player.begin()
        player.ask("hint", "h")
        player.ask("odds", "o")
        assert not player.agrees()
        player.key("F1")
        player.corner = CORNER
        wait_for(player.agrees, "the window as it was")
        wait_for(lambda: player.width() == player.layout.width, "its width")


def test_the_board_can_be_read_while_the_panel_is_open(screen_name: str, tmp_path: Path) -> None:
    with Learner(screen_name, tmp_path, panel=True) as player:
        player.click_cell((4, 4))
        wait_for(lambda: player.lines()[-1]["event"] == "open", "the opening")
        wait_for(player.agrees, "the screen to agree with the journal")
        found = read(player.screen())
        assert [reading.board.row_symbols() for reading in found] == [player.board().row_symbols()]


def test_skin_and_scale_can_be_changed(screen_name: str, tmp_path: Path) -> None:
    with Learner(screen_name, tmp_path) as player:
        player.key("l")
        player.skin = SKINS["light"]
        player.layout = SceneLayout.of(player.skin, 9, 9, 26)
        wait_for(player.agrees, "another look")
        wide = player.width()
        player.key("Control_L", "equal")
        wait_for(lambda: player.width() > wide, "larger cells")
