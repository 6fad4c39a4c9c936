"""The game's log: one JSON line for each change of the board, added to a file.

A line holds what the player saw and nothing more: `event` (new, open, mark, chord), `rows`, `cols`,
`mines`, `mines_left` (both null where a loaded board has no total), `board` (a string a row),
`phase`, `seed`, `seconds` on the game's clock and `time` on the program's monotonic clock. Events
of help (hint, why, prove and so on) have `message` too: what was said.
"""

from __future__ import annotations

import json
from io import FileIO
from pathlib import Path
from typing import Self

from autosweep.client.game_session import GameSession
from autosweep.errors import SettingsError
from autosweep.interfaces import Clock
from autosweep.jsonshapes.game_lines import journal_json


class Journal:
    """A log that is open while its block runs; without a path it writes nothing."""

    def __init__(self, path: Path | None, clock: Clock) -> None:
        self._path = path
        self._clock = clock
        self._file: FileIO | None = None

    def __enter__(self) -> Self:
        """Open the file; raises SettingsError where it cannot be written."""
        if self._path is not None:
            try:
                # Without a buffer a line is complete or missing, and never late.
                self._file = self._path.open("ab", buffering=0)
            except OSError as error:
                raise self._cannot_write(error) from None
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, event: str, session: GameSession, message: str | None = None) -> None:
        """Add a line about the current game at once; raises SettingsError where it cannot."""
        if self._file is None:
            return
        line = journal_json(event, session, self._clock.now(), message)
        try:
            self._file.write(json.dumps(line).encode() + b"\n")
        except OSError as error:
            raise self._cannot_write(error) from None

    def _cannot_write(self, error: OSError) -> SettingsError:
        msg = f"The journal {str(self._path)!r} cannot be written: {error.strerror}."
        return SettingsError(
            msg, remedy="Give a file on a disk with room, in a folder that exists."
        )
