"""What a user can choose about the built-in game, checked at once and said in one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from autosweep.board import Ending, FirstClick
from autosweep.board.game import CLASSIC_ENDING
from autosweep.client.skins import MAX_PX, MIN_PX, find_skin
from autosweep.errors import SettingsError

WINDOW_TITLE = "autosweep"
"""Title of the game's window; its class is the same with a capital, as Tk wants it."""
MIN_SIDE = 2
"""Fewest rows or columns."""
MAX_SIDE = 100
"""Most rows or columns."""


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """The built-in game as a user asks for it; raises SettingsError where that cannot be."""

    rows: int = 9
    """Rows of the board, 2 to 100."""
    cols: int = 9
    """Columns of the board, 2 to 100."""
    mines: int = 10
    """Mines on the board; one cell at least stays free."""
    seed: int = 0
    """Seed of the first game; each new game takes the next number."""
    first_click: FirstClick = FirstClick.SAFE
    """What the first opening is spared."""
    question_marks: bool = True
    """Whether a second right click makes a question mark of a flag."""
    ending: Ending = CLASSIC_ENDING
    """How a finished game looks."""
    skin: str = "classic"
    """Name of the skin, as in `skins.SKINS`."""
    cell_px: int = 32
    """Side of a cell, 10 to 128 pixels."""
    no_guess: bool = False
    """Whether the mines are laid so that reasoning alone wins, where that is possible."""
    undo: bool = False
    """Whether the click that lost a game can be taken back."""
    panel: bool = False
    """Whether the panel with hints and explanations is open from the beginning."""
    board_file: Path | None = None
    """Text board to begin with and to save to; asked for where it is needed and not given."""
    leaderboard: Path | None = None
    """File to which finished games are added."""
    position: tuple[int, int] | None = None
    """Top left corner of the window on the screen, in points; None leaves the choice."""
    journal: Path | None = None
    """File to which each change of the game is added as a JSON line."""

    def __post_init__(self) -> None:
        _require("rows", self.rows, MIN_SIDE, MAX_SIDE)
        _require("columns", self.cols, MIN_SIDE, MAX_SIDE)
        _require("mines", self.mines, 0, self.rows * self.cols - 1)
        _require("pixels a cell", self.cell_px, MIN_PX, MAX_PX)
        if self.position is not None and min(self.position) < 0:
            msg = f"The window cannot be placed at {self.position[0]},{self.position[1]}."
            raise SettingsError(msg, remedy="Give a position of 0,0 or more.")
        find_skin(self.skin)


def _require(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        msg = f"{value} {what} cannot be; the range is {low} to {high}."
        raise SettingsError(msg, remedy=f"Ask for {low} to {high} {what}.")
