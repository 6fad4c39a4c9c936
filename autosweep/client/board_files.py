"""Positions in files: which file, reading and writing it, and what to say about it.

The player names a file in the panel unless the settings name one. Imports Tk.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import filedialog
from typing import Protocol

from autosweep.board.formats import parse_bytes
from autosweep.board.playable import read_playable
from autosweep.client.game_session import GameSession
from autosweep.client.pathbox import PathBox, PathQuestion
from autosweep.errors import AutosweepError
from autosweep.files import read_bounded, reason_of, write_file

_MAX_FILE = 10_000_000
_FILE_TYPES = (("Boards", "*.txt *.mine *.mbf *.json *.id *.url"), ("All files", "*"))
_FIRST_NAME = "board.txt"


class FilesWindow(Protocol):
    """What files need of the game's window."""

    root: tk.Tk
    canvas: tk.Canvas
    session: GameSession

    def show_session(self, event: str) -> None:
        """Show a session that was changed by other means than a click."""
        ...


class BoardFiles:
    """Saving and loading positions."""

    def __init__(self, window: FilesWindow, box: PathBox, say: Callable[[str, str], None]) -> None:
        """Use a window, the line that asks for a file, and a way to say something of an event."""
        self._window = window
        self._box = box
        self._say = say
        self._last: Path | None = None
        self._warned: Path | None = None

    def save(self) -> None:
        """Write the position as a text board; ask for the file where none was given."""
        path = self._window.session.settings.board_file
        if path is not None:
            self._write(path)
            return
        self._warned = None
        self._ask("Save to", self._save_as, self._browse_to_save)
        self._say("ask", "Name the file to save to and press Enter. Escape cancels.")

    def load(self) -> None:
        """Read a position and go on from it; ask for the file where none was given."""
        path = self._window.session.settings.board_file
        if path is not None:
            self.load_file(path)
            return
        self._ask("Load", self._load_from, self._browse_to_load)
        self._say("ask", "Name the file to load and press Enter. Escape cancels.")

    def load_file(self, path: Path) -> bool:
        """Go on from the position in a file, or begin the whole board in it.

        Shows why if that is impossible, and returns False.
        """
        try:
            data = read_bounded(path, _MAX_FILE, only_files=True)
            puzzle = read_playable(data, path.name)
            if puzzle is None:
                self._window.session.load(parse_bytes(data, path.name))
            else:
                self._window.session.play(puzzle)
        except OSError as error:
            self._say("load", f"{path} cannot be read: {reason_of(error)}.")
            return False
        except AutosweepError as error:
            self._say("load", f"{error} {error.remedy}".strip())
            return False
        self._window.show_session("load")
        self._say("load", f"Loaded {path.name}.")
        return True

    def _ask(self, label: str, accept: Callable[[str], None], browse: Callable[[], str]) -> None:
        start = str(self._last or Path.cwd() / _FIRST_NAME)
        self._box.ask(PathQuestion(label, start, accept, browse), self._window.canvas)

    def _save_as(self, name: str) -> None:
        path = _path(name)
        if path is None:
            return
        if not path.suffix:
            path = path.with_suffix(".txt")
        if path.exists() and path != self._warned:
            self._warned = path
            self._say("ask", f"{path} exists. Press Enter again to write over it.")
        elif self._write(path):
            self._last = path
            self._box.close()

    def _write(self, path: Path) -> bool:
        try:
            write_file(path, str(self._window.session.game.board).encode(), named=True)
        except OSError as error:
            self._say("save", f"{path} cannot be written: {error.strerror}.")
            return False
        self._say("save", f"Saved to {path}.")
        return True

    def _load_from(self, name: str) -> None:
        path = _path(name)
        if path is not None and self.load_file(path):
            self._last = path
            self._box.close()

    def _browse_to_save(self) -> str:
        # The line itself warns of a file that exists.
        return filedialog.asksaveasfilename(
            parent=self._window.root,
            defaultextension=".txt",
            filetypes=_FILE_TYPES,
            confirmoverwrite=False,
        )

    def _browse_to_load(self) -> str:
        return filedialog.askopenfilename(parent=self._window.root, filetypes=_FILE_TYPES)


def _path(name: str) -> Path | None:
    """Return the file that was named, `~` being the player's own folder; None for nothing."""
    name = name.strip()
    try:
        return Path(name).expanduser() if name else None
    except RuntimeError:
        return Path(name)
