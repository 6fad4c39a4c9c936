"""Help in the built-in game on a virtual display: real keys and clicks, pixels, the journal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest
from client_window import CORNER, Player, wait_for
from proof_checker import Position, Says, follows

from autosweep.board import FLAG, Board, Game
from autosweep.client.assist import MarkKind
from autosweep.client.drawing import bgr
from autosweep.client.looks import LOOKS
from autosweep.client.marks import COLOURS, frame_width
from autosweep.client.panel import LEAST_WIDTH
from autosweep.client.scene import SceneLayout, render_counter
from autosweep.geometry import Cell, Rect
from autosweep.screen.xvfb import VirtualDisplay, xvfb_path
from autosweep.seams import Button
from autosweep.solver.analyze import analyze
from autosweep.vision.read import read

pytestmark = [
    pytest.mark.x11,
    pytest.mark.skipif(xvfb_path() is None, reason="Xvfb is not installed"),
    # python-xlib leaves its authority file open.
    pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning"),
]

SEED = 5
"""A game of 9 x 9 with 10 mines that opens widely at 4,4 and needs no guess."""
GAME = {"rows": 9, "cols": 9, "mines": 10, "seed": SEED, "cell_px": 26, "first_click": "zero"}


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with VirtualDisplay(1000, 800) as virtual:
        yield virtual.name


@pytest.fixture(autouse=True)
def _authority(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give python-xlib the authority file it insists on, an empty one."""
    authority = tmp_path / "authority"
    authority.touch()
    monkeypatch.setenv("XAUTHORITY", str(authority))


class Learner(Player):
    """A player who asks for help."""

    def __init__(self, display: str, folder: Path, **wish: Any) -> None:
        super().__init__(display, folder, **{**GAME, **wish})

    def __enter__(self) -> Self:
        # Without a window manager the window under the pointer gets the keys.
        self.move(CORNER[0] + 3, CORNER[1] + 3)
        given = Path(self.wish.get("board_file", "-")).exists()
        if not self.wish.get("panel") and not given:
            return super().__enter__()
        first = "load" if given else "new"
        try:
            wait_for(lambda: first in [line["event"] for line in self.lines()], "the first board")
            self.wait_for_panel()
        except BaseException:
            self.__exit__()
            raise
        return self

    def wait_for_panel(self) -> None:
        """Wait until the board has its place above the panel."""
        self.corner = (CORNER[0] + self.shift, CORNER[1])
        wait_for(self.agrees, "the board above the panel")

    def begin(self) -> None:
        """Open the panel and the middle of the board."""
        self.key("F1")
        self.wait_for_panel()
        self.click_cell((4, 4))
        wait_for(lambda: self.lines()[-1]["event"] == "open", "the opening")

    def ask(self, event: str, *keys: str) -> str:
        """Press keys and return what the game says about it."""
        before = len(self.lines())
        self.key(*keys)
        return self.answer(event, before)

    def answer(self, event: str, before: int) -> str:
        """Wait for an event after so many lines; return its message."""

        def found() -> list[str]:
            new = self.lines()[before:]
            return [line["message"] for line in new if line["event"] == event and "message" in line]

        wait_for(lambda: bool(found()), f"the answer to {event}")
        return found()[0]

    def width(self) -> int:
        """Return the width of the window."""
        return int(self.window().get_geometry().width)

    def shown_windows(self) -> set[int]:
        """Return the windows that are on the screen, by their numbers."""
        children = self.connection.screen().root.query_tree().children
        return {child.id for child in children if child.get_attributes().map_state}

    def close_window(self, window: int) -> None:
        """Ask a window to close, as a window manager does."""
        from Xlib import X
        from Xlib.protocol.event import ClientMessage

        protocols, delete = map(self.connection.intern_atom, ("WM_PROTOCOLS", "WM_DELETE_WINDOW"))
        target = self.connection.create_resource_object("window", window)
        message = (32, [delete, X.CurrentTime, 0, 0, 0])
        event = ClientMessage(window=target, client_type=protocols, data=message)
        target.send_event(event, onerror=lambda *_: None)
        self.connection.sync()

    @property
    def shift(self) -> int:
        """How far the panel moves the board to the right."""
        return max(0, (LEAST_WIDTH - self.layout.width) // 2)

    def box(self, cell: Cell) -> Rect:
        """Return where a cell is on the screen while the panel is open."""
        return self.layout.grid.cell_rect(cell).moved(*self.corner)

    def marked(self, cell: Cell, kind: MarkKind) -> bool:
        """Tell whether a cell has a frame in the colour of a kind, on all four sides."""
        box, screen = self.box(cell), self.screen()
        half = frame_width(box.w) // 2
        x, y = box.x + box.w // 2, box.y + box.h // 2
        points = [(box.x + half, y), (box.right - 1 - half, y)]
        points += [(x, box.y + half), (x, box.bottom - 1 - half)]
        return all(tuple(screen[py, px]) == bgr(COLOURS[kind]) for px, py in points)


def cell_in(message: str, pattern: str) -> Cell:
    """Return the cell that a message speaks of."""
    match = re.search(pattern, message)
    assert match is not None, message
    return int(match[1]), int(match[2])


SAFE = r"^(\d+),(\d+) is safe"


def test_hint_marks_one_safe_cell_and_its_clues(display: str, tmp_path: Path) -> None:
    with Learner(display, tmp_path) as player:
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


def test_step_opens_a_safe_cell_and_says_why(display: str, tmp_path: Path) -> None:
    with Learner(display, tmp_path) as player:
        player.begin()
        before = player.board()
        message = player.ask("step", "s")
        cell = cell_in(message, SAFE)
        assert cell in analyze(before).safe
        assert player.board()[cell] <= 8
        wait_for(lambda: player.marked(cell, MarkKind.SAFE), "the mark")


def test_a_guess_is_taken_at_the_second_press_only(display: str, tmp_path: Path) -> None:
    with Learner(display, tmp_path, first_click="none") as player:
        message = player.ask("step", "s")
        assert "best guess" in message
        assert player.board() == Board.hidden(9, 9, 10)
        player.key("s")
        wait_for(lambda: player.lines()[-1]["phase"] != "ready", "the guess")


def test_solve_wins_a_game_without_guessing_and_keeps_the_score(
    display: str, tmp_path: Path
) -> None:
    scores = tmp_path / "scores.json"
    with Learner(display, tmp_path, no_guess=True, scores=str(scores)) as player:
        for _ in range(46):
            player.key("bracketright")
        player.key("a")
        wait_for(lambda: player.lines()[-1]["phase"] == "won", "the win")
        steps = [line for line in player.lines() if line["event"] == "solve"]
        assert len(steps) > 5
        wait_for(scores.exists, "the score")
    level = json.loads(scores.read_text())["levels"]["9x9/10"]
    assert level == {"played": 1, "won": 0, "helped": 1, "best": []}


def test_solve_can_be_stopped(display: str, tmp_path: Path) -> None:
    with Learner(display, tmp_path, no_guess=True) as player:
        for _ in range(3):
            player.key("bracketleft")
        player.key("a")
        wait_for(lambda: any(line["event"] == "solve" for line in player.lines()), "a step")
        assert player.ask("stop", "a") == "Stopped."
        board = player.board()
        player.ask("best", "b")
        assert player.board() == board
        assert player.lines()[-1]["phase"] == "playing"


def test_prove_judges_the_flags(display: str, tmp_path: Path) -> None:
    with Learner(display, tmp_path) as player:
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


def test_hovering_shows_a_tooltip_and_marks_the_clues(display: str, tmp_path: Path) -> None:
    with Learner(display, tmp_path) as player:
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


def test_odds_are_shown_and_hidden(display: str, tmp_path: Path) -> None:
    with Learner(display, tmp_path) as player:
        player.begin()
        cell = min(analyze(player.board()).mines)
        box = player.box(cell)
        point = box.y + box.h // 4, box.x + box.w // 4
        player.ask("odds", "o")
        wait_for(lambda: tuple(player.screen()[point]) == bgr("#e5484d"), "a red cell")
        player.ask("odds", "o")
        wait_for(lambda: tuple(player.screen()[point]) != bgr("#e5484d"), "the cell as it was")


def test_a_position_is_saved_and_loaded(display: str, tmp_path: Path) -> None:
    """Save, go on to another game, load: the saved position is back and can be played on."""
    path = tmp_path / "position.txt"
    with Learner(display, tmp_path, board_file=str(path)) as player:
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
    display: str, tmp_path: Path
) -> None:
    """The file holds the board that is shown, and loading it shows that board again."""
    path = tmp_path / "Posn_1.txt"
    with Learner(display, tmp_path) as player:
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
    display: str, tmp_path: Path
) -> None:
    with Learner(display, tmp_path) as player:
        player.ask("ask", "Control_L", "s")
        player.type("hsapowunlb")
        player.key("Escape")
        assert player.ask("hint", "h")
        assert [line["event"] for line in player.lines()] == ["new", "ask", "hint"]


def test_a_file_is_written_over_at_the_second_press_only(display: str, tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old")
    with Learner(display, tmp_path) as player:
        player.ask("ask", "Control_L", "s")
        player.type(str(path.with_suffix("")))
        assert "exists" in player.ask("ask", "Return")
        assert path.read_text() == "old"
        player.ask("save", "Return")
        assert Board.parse(path.read_text()) == player.board()


def test_a_wrong_name_is_said_and_can_be_mended(display: str, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(str(Board.hidden(9, 9, 12)))
    with Learner(display, tmp_path) as player:
        player.ask("ask", "Control_L", "o")
        player.type(str(path.with_suffix(".tx")))
        assert "No such file" in player.ask("load", "Return")
        player.type("t")
        assert "Loaded" in player.ask("load", "Return")
        assert player.board() == Board.hidden(9, 9, 12)


@pytest.mark.parametrize("key", ["s", "o"])
def test_a_file_can_be_looked_for(display: str, tmp_path: Path, key: str) -> None:
    """Browse, two tabs from the name, opens a window of its own; closing it leads back."""
    with Learner(display, tmp_path) as player:
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


def test_a_board_without_a_mine_total_has_no_mine_counter(display: str, tmp_path: Path) -> None:
    """Where the total is unknown the counter shows dashes, also after a flag."""
    path = tmp_path / "position.txt"
    path.write_text(str(Board.hidden(9, 9).with_cells({(0, 0): 1})))
    with Learner(display, tmp_path, board_file=str(path)) as player:
        assert player.lines()[-1]["mines_left"] is None
        player.click_cell((0, 1), Button.RIGHT)
        wait_for(lambda: player.board()[0, 1] == FLAG, "the flag")
        wait_for(player.agrees, "the screen to agree with the journal")
        shown = player.seen()
        mines = player.layout.mines
        dashes = render_counter(player.look, None, mines.h)
        assert np.array_equal(shown[mines.y : mines.bottom, mines.x : mines.right], dashes)


def test_a_position_of_another_size_changes_the_board(display: str, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("4 6 3\n0 0 1 ? ? ?\n0 0 1 ? ? ?\n1 1 1 ? ? ?\n? ? ? ? ? ?\n")
    player = Learner(display, tmp_path, board_file=str(path), cell_px=24)
    player.layout = SceneLayout.of(player.look, 4, 6, 24)
    with player:
        assert player.lines()[-1]["message"] == "Loaded position.txt."
        assert player.board() == Board.parse(path.read_text())
        player.click_cell((3, 5), Button.RIGHT)
        wait_for(lambda: player.board().symbol((3, 5)) == "F", "the flag")


def test_a_board_that_cannot_be_is_refused_in_words(display: str, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    with Learner(display, tmp_path, board_file=str(path)) as player:
        path.write_text("2 2\n8 ?\n? ?\n")
        assert "No mine layout fits" in player.ask("load", "Control_L", "o")
        path.write_text("nonsense")
        assert "first line" in player.ask("load", "Control_L", "o")
        assert player.board() == Board.hidden(9, 9, 10)


def test_the_losing_click_can_be_taken_back(display: str, tmp_path: Path) -> None:
    twin = Game(9, 9, 10, seed=SEED)
    twin.open((0, 0))
    assert twin.layout is not None
    mine = divmod(min(twin.layout.mines), 9)
    with Learner(display, tmp_path, undo=True, first_click="safe") as player:
        player.click_cell((0, 0))
        player.click_cell(mine)
        wait_for(lambda: player.lines()[-1]["phase"] == "lost", "the loss")
        assert "Taken back" in player.ask("undo", "u")
        assert player.lines()[-1]["phase"] == "playing"
        assert player.board() == twin.board


def test_buttons_do_what_keys_do(display: str, tmp_path: Path) -> None:
    """The first button of the panel is Hint, the second Step."""
    with Learner(display, tmp_path, panel=True) as player:
        player.click_cell((4, 4))
        wait_for(lambda: player.lines()[-1]["event"] == "open", "the opening")
        for number, event in enumerate(("hint", "step")):
            before = len(player.lines())
            x = LEAST_WIDTH * (2 * number + 1) // 12 - player.shift
            player.click(Rect(x, player.layout.height + 16, 1, 1))
            cell_in(player.answer(event, before), SAFE)


def test_without_help_the_window_looks_as_ever(display: str, tmp_path: Path) -> None:
    """When help is put away, not one pixel of it stays."""
    with Learner(display, tmp_path) as player:
        player.begin()
        player.ask("hint", "h")
        player.ask("odds", "o")
        assert not player.agrees()
        player.key("F1")
        player.corner = CORNER
        wait_for(player.agrees, "the window as it was")
        wait_for(lambda: player.width() == player.layout.width, "its width")


def test_the_board_can_be_read_while_the_panel_is_open(display: str, tmp_path: Path) -> None:
    with Learner(display, tmp_path, panel=True) as player:
        player.click_cell((4, 4))
        wait_for(lambda: player.lines()[-1]["event"] == "open", "the opening")
        wait_for(player.agrees, "the screen to agree with the journal")
        found = read(player.screen())
        assert [reading.board.row_symbols() for reading in found] == [player.board().row_symbols()]


def test_look_and_scale_can_be_changed(display: str, tmp_path: Path) -> None:
    with Learner(display, tmp_path) as player:
        player.key("l")
        player.look = LOOKS["light"]
        player.layout = SceneLayout.of(player.look, 9, 9, 26)
        wait_for(player.agrees, "another look")
        wide = player.width()
        player.key("Control_L", "equal")
        wait_for(lambda: player.width() > wide, "larger cells")
