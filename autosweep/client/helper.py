"""Help in the window: keys, buttons, marks, tooltips, the animated solution, files and scores.

Asks `assist` and shows the answers. Nothing is drawn until the player asks, so the window stays a
plain Minesweeper for everybody who only looks at it.
"""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from typing import Any, Protocol

from autosweep.board import Board, FirstClick, Phase
from autosweep.client.assist import Answer, Assistant, CellMark, MarkKind
from autosweep.client.board_files import BoardFiles
from autosweep.client.cell_marks import draw_heat, draw_marks
from autosweep.client.game_session import GameSession
from autosweep.client.panel import LEAST_WIDTH, SPEEDS, Command, Panel
from autosweep.client.skins import Skin
from autosweep.client.study import NoGuessGame
from autosweep.client.tooltip import Tooltip
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Button
from autosweep.results.leaderboard import PERSON, finished, level_name
from autosweep.results.scores import Scores

_HOVER_MS = 250
"""The pointer rests so long on a cell before its reason appears."""
_SPEED = 4


class HelpWindow(Protocol):
    """What help needs of the game's window."""

    root: tk.Tk
    canvas: tk.Canvas
    session: GameSession
    skin: Skin

    def board_size(self) -> tuple[int, int]:
        """Return width and height that the board with its head needs."""
        ...

    def least_size(self) -> tuple[int, int]:
        """Return width and height that it needs at the least."""
        ...

    def boxes(self) -> dict[Cell, Rect]:
        """Return where each cell is on the canvas."""
        ...

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a point of the canvas."""
        ...

    def press(self, button: Button, cell: Cell) -> None:
        """Click a cell."""
        ...

    def begin(self) -> None:
        """Begin a new game."""
        ...

    def next_skin(self) -> None:
        """Change to the next skin."""
        ...

    def scale(self, step: int) -> None:
        """Make the cells larger or smaller."""
        ...

    def show_session(self, event: str) -> None:
        """Show a session that was changed by other means than a click."""
        ...

    def note(self, event: str, message: str) -> None:
        """Write down that help was given."""
        ...


class Helper:
    """Everything the window offers beyond the game itself."""

    def __init__(self, window: HelpWindow) -> None:
        self._window = window
        self._assistant = Assistant()
        self._scores = Scores(window.session.settings.leaderboard)
        self._tooltip = Tooltip(window.root)
        self._speed = tk.IntVar(window.root, _SPEED)
        self._marks: tuple[CellMark, ...] = ()
        self._heat = False
        self._hovering = False
        self._hover_job: str | None = None
        self._hover_cell: Cell | None = None
        self._solve_job: str | None = None
        self._dared: Board | None = None
        self._last: Cell | None = None
        self._counted: object = None
        self._commands = self._list_commands()
        self._panel = Panel(window.root, self._commands, window.skin, self._speed)
        self._files = BoardFiles(window, self._panel.box, self._say)
        self._open = False
        self._bind()

    def _list_commands(self) -> list[Command]:
        return [
            Command("Hint", "H", self.hint),
            Command("Step", "S", self.step),
            Command("Solve", "A", self.solve),
            Command("Flags", "P", self.prove_flags),
            Command("Odds", "O", self.toggle_odds),
            Command("Why", "W", self.toggle_why),
            Command("New", "N", self._window.begin),
            Command("Undo", "U", self.undo),
            Command("Load", "^O", self.load),
            Command("Save", "^S", self.save),
            Command("Skin", "L", self._window.next_skin),
            Command("Best", "B", self.best),
        ]

    def _bind(self) -> None:
        root, canvas = self._window.root, self._window.canvas
        for command in self._commands:
            for event in command.events:
                root.bind(event, lambda _event, run=command.run: run())  # type: ignore[misc]
        root.bind("<F1>", lambda _event: self.toggle_panel())
        root.bind("<Escape>", lambda _event: self.clear())
        for key, step in (("plus", 2), ("equal", 2), ("KP_Add", 2), ("minus", -2)):
            root.bind(f"<Control-{key}>", lambda _event, by=step: self._window.scale(by))  # type: ignore[misc]
        root.bind("<Key-bracketleft>", lambda _event: self._faster(-1))
        root.bind("<Key-bracketright>", lambda _event: self._faster(1))
        canvas.bind("<Motion>", self._moved, add="+")
        canvas.bind("<Leave>", lambda _event: self._leave(), add="+")

    @property
    def _board(self) -> Board:
        return self._window.session.game.board

    # what is shown

    def toggle_panel(self) -> None:
        """Open the panel, or close it and take all marks away."""
        if self._open:
            self._open = False
            self.clear()
            self._panel.box.close()
            self._panel.frame.pack_forget()
        else:
            self._open = True
            self._panel.frame.pack(side="bottom", fill="x", before=self._window.canvas)
        self.fit_window()

    def fit_window(self) -> None:
        """Give the panel its room and leave the board its own."""
        root = self._window.root
        wide, tall = self._window.board_size()
        least_wide, least_tall = self._window.least_size()
        if self._open:
            extra = self._panel.height
            wide, least_wide = max(wide, LEAST_WIDTH), max(least_wide, LEAST_WIDTH)
            tall, least_tall = tall + extra, least_tall + extra
        root.minsize(least_wide, least_tall)
        root.geometry(f"{wide}x{min(tall, root.winfo_screenheight())}")

    def dress(self) -> None:
        """Take on the window's skin."""
        self._panel.dress(self._window.skin)

    def redraw(self) -> None:
        """Draw marks and heat map again, as after a change of size."""
        boxes = self._window.boxes()
        heat = self._assistant.probabilities(self._board) if self._shows_heat() else {}
        draw_heat(self._window.canvas, heat, boxes)
        draw_marks(self._window.canvas, self._marks, boxes)

    def _shows_heat(self) -> bool:
        return self._heat and not self._window.session.game.over

    def clear(self) -> None:
        """Take marks, heat map and tooltip away and stop the solution."""
        self.stop()
        self._heat = False
        self._hovering = False
        self._leave()
        self._marks = ()
        self.redraw()

    def _show(self, event: str, advice: Answer) -> None:
        """Say something, mark cells and write it down."""
        self._marks = advice.marks
        self._window.session.helped = True
        if not self._open:
            self.toggle_panel()
        self._panel.say(advice.message)
        self.redraw()
        self._window.root.update_idletasks()
        self._window.note(event, advice.message)

    def _say(self, event: str, message: str) -> None:
        if not self._open:
            self.toggle_panel()
        self._panel.say(message)
        self._window.note(event, message)

    def board_changed(self, event: str) -> None:
        """Forget what was said about the board before."""
        if event == "new":
            self.stop()
            self._last = None
        self._marks = ()
        self._leave()
        session = self._window.session
        game = session.game
        if event == "open" and isinstance(game, NoGuessGame) and game.needs_guess:
            self._panel.say("No layout without guessing was found: a guess may be needed.")
        if game.over and self._counted is not game and not session.studied:
            self._counted = game
            result = finished(
                game.board,
                game.phase,
                theme=session.settings.skin,
                layout=game.layout,
                total=game.board.mines,
                seconds=session.elapsed,
                player=PERSON,
                helped=session.helped,
            )
            self._panel.say(self._scores.add(result))
        self.redraw()

    # what can be asked for

    def _advice(self) -> Answer:
        session = self._window.session
        board = self._board
        if session.game.over:
            return Answer("The game is over. New begins another one.")
        spared = session.settings.first_click is not FirstClick.NONE
        if session.game.phase is Phase.READY and spared:
            cell = board.rows // 2, board.cols // 2
            message = f"Nothing is open yet, and the first click is never a mine: open {_at(cell)}."
            return Answer(
                message, (CellMark(cell, MarkKind.SAFE),), (Button.LEFT, cell), certain=True
            )
        return self._assistant.hint(board, self._last)

    def hint(self) -> None:
        """Mark one safe cell and say why it is safe."""
        self._show("hint", self._advice())

    def step(self) -> None:
        """Open a safe cell and say why; a guess is taken at the second press only."""
        self._do(self._advice(), "step")

    def _do(self, advice: Answer, event: str) -> bool:
        """Follow an advice and keep its marks; return True if a click was made."""
        board = self._board
        if advice.move is None:
            self._show(event, advice)
            return False
        if not advice.certain and self._dared != board:
            self._dared = board
            again = " Press again to take it."
            self._show(event, Answer(advice.message + again, advice.marks))
            return False
        button, cell = advice.move
        self._last = cell
        self._window.session.helped = True
        self._window.press(button, cell)
        if not self._window.session.game.over:
            self._show(event, advice)
        return True

    def solve(self) -> None:
        """Solve step by step until a guess is needed, or stop doing so."""
        if self._solve_job is not None:
            self.stop()
            self._say("stop", "Stopped.")
            return
        self._solve_on()

    def _solve_on(self) -> None:
        self._solve_job = None
        if not self._do(self._advice(), "solve") or self._window.session.game.over:
            return
        delay = max(1, round(1000 / self._speed.get()))
        self._solve_job = self._window.root.after(delay, self._solve_on)

    def stop(self) -> None:
        """Stop the animated solution."""
        if self._solve_job is not None:
            self._window.root.after_cancel(self._solve_job)
            self._solve_job = None

    def _faster(self, by: int) -> None:
        self._speed.set(min(SPEEDS[1], max(SPEEDS[0], self._speed.get() + by)))

    def prove_flags(self) -> None:
        """Judge all flags."""
        self._show("prove", self._assistant.prove_flags(self._board))

    def toggle_odds(self) -> None:
        """Show or hide the mine probabilities."""
        self._heat = not self._heat
        message = "Mine probabilities in percent." if self._heat else "Probabilities are off."
        self._show("odds", Answer(message))

    def toggle_why(self) -> None:
        """Explain the cell under the pointer from now on, or stop it."""
        self._hovering = not self._hovering
        self._leave()
        message = (
            "Rest the pointer on a hidden cell to see its reason."
            if self._hovering
            else "Reasons under the pointer are off."
        )
        self._show("why", Answer(message))

    def undo(self) -> None:
        """Take back the click that lost the game."""
        session = self._window.session
        if session.undo():
            self._counted = None
            self._window.show_session("undo")
            self._say("undo", "Taken back. That cell is a mine.")
        elif not session.settings.undo:
            self._say("undo", "Taking back is off. Start with --undo to allow it.")
        else:
            self._say("undo", "There is nothing to take back.")

    def best(self) -> None:
        """Say what was achieved on this level."""
        board = self._board
        level = level_name(board.rows, board.cols, board.mines)
        self._say("best", str(self._scores.of(level)))

    def save(self) -> None:
        """Write the position as a text board."""
        if not self._open:
            self.toggle_panel()
        self._files.save()

    def load(self) -> None:
        """Read a position and go on from it."""
        if not self._open:
            self.toggle_panel()
        self._files.load()

    def load_file(self, path: Path) -> None:
        """Go on from the position in a file, or say why that cannot be."""
        self._files.load_file(path)

    # the pointer

    def _moved(self, event: tk.Event[Any]) -> None:
        if not self._hovering:
            return
        cell = self._window.cell_at(event.x, event.y)
        if cell == self._hover_cell:
            return
        self._leave()
        self._hover_cell = cell
        if cell is not None:
            place = (event.x_root, event.y_root)
            self._hover_job = self._window.root.after(_HOVER_MS, lambda: self._rest(cell, place))

    def _rest(self, cell: Cell, place: tuple[int, int]) -> None:
        """Show the reason of the cell on which the pointer rests."""
        self._hover_job = None
        if self._window.session.game.over:
            return
        advice = self._assistant.why(self._board, cell)
        if advice.message:
            self._marks = advice.marks
            self._window.session.helped = True
            self.redraw()
            # below everything that is marked, so that it hides none of it
            boxes = self._window.boxes()
            lowest = max(boxes[mark.cell].bottom for mark in advice.marks) if advice.marks else 0
            below = self._window.canvas.winfo_rooty() + lowest
            self._tooltip.show(advice.message, place[0], max(place[1], below))
            self._window.root.update_idletasks()
            self._window.note("why", advice.message)

    def _leave(self) -> None:
        """Forget the cell under the pointer and take its reason away."""
        self._tooltip.hide()
        if self._hover_job is not None:
            self._window.root.after_cancel(self._hover_job)
            self._hover_job = None
        if self._hover_cell is not None:
            self._hover_cell = None
            self._marks = ()
            self.redraw()


def _at(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
