"""The game's log: one JSON line for each change of the board, added to a file.

A line holds what the player saw and nothing more: `event` (new, open, mark, chord), `rows`, `cols`,
`mines`, `mines_left`, `board` (a string a row), `phase`, `seed`, `seconds` on the game's clock and
`time` on the program's monotonic clock.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from autosweep.client.session import Session
from autosweep.errors import SettingsError
from autosweep.seams import Clock


class Journal:
    """A log that is open while its block runs; without a path it writes nothing."""

    def __init__(self, path: Path | None, clock: Clock) -> None:
        self._path = path
        self._clock = clock
        self._file: TextIO | None = None

    def __enter__(self) -> Self:
        """Open the file; raises SettingsError where it cannot be written."""
        if self._path is not None:
            try:
                self._file = self._path.open("a", encoding="utf-8")
            except OSError as error:
                msg = f"The journal {str(self._path)!r} cannot be written: {error.strerror}."
                raise SettingsError(msg, remedy="Give a file in a folder that exists.") from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, event: str, session: Session) -> None:
        """Add a line about the current game; it is on the disk when this returns."""
        if self._file is None:
            return
        game = session.game
        board = game.board
        line = {
            "event": event,
            "rows": board.rows,
            "cols": board.cols,
            "mines": board.mines,
            "mines_left": game.mines_left,
            "board": board.row_symbols(),
            "phase": game.phase.value,
            "seed": session.seed,
            "seconds": session.seconds,
            "time": self._clock.now(),
        }
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
