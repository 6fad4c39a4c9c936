"""Writing a recording: a folder with `session.jsonl` and `frames/NNNN.png`, only ever appended to.

Each line is one JSON object with a `type`: `header` first, then `board` (theme, size
and place), `step` (what was seen and decided), `actions` (what the pointer was asked to do),
`withheld` (those of them that were not done because their place had changed), `control` (a new
game, a dialog put away), `end` of a game and `summary`. A line is written in one piece, its frame
before it, so that a crash at any moment loses the last step at the most. Frames show the board and
a margin, nothing else of the screen, and are stored only when they changed. The format carries a
version; docs/replay.md describes it and `loading` reads it.
"""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

import autosweep
from autosweep.closing import Closing
from autosweep.errors import RecordingError
from autosweep.files import create_file, open_to_append, reason_of, write_file, write_remedy
from autosweep.geometry import Rect
from autosweep.interfaces import Clock, Frame, Pixels
from autosweep.jsonshapes.game_lines import action_json, decision_json, evidence_json
from autosweep.jsonshapes.readings import recorded_reading_json
from autosweep.play.decision import Decision
from autosweep.play.events import (
    Acted,
    Controlled,
    Decided,
    Event,
    GameEnded,
    Learned,
    Seen,
    Summary,
    Withheld,
)
from autosweep.settings import PlaySettings
from autosweep.vision.reading import Reading

FORMAT = 2
"""Version of the format that is written; older ones are read too."""
SESSION = "session.jsonl"
FRAMES = "frames"


class Recorder(Closing):
    """Writes a recording, as an observer of the play loop; a context manager."""

    def __init__(
        self,
        folder: Path,
        settings: PlaySettings,
        *,
        source: str,
        clock: Clock | None = None,
        screen: Rect | None = None,
    ) -> None:
        """Begin a recording in a new or empty folder; raises RecordingError where it cannot.

        `clock` must be the one that stamps the frames; without it there are no times of decisions
        and clicks. `screen` is what is captured, if that is known.
        """
        self.folder = folder
        self._clock = clock
        self._begun = None if clock is None else clock.now()
        self._frames = 0
        self._last_pixels: Pixels | None = None
        self._last_name = ""
        self._last_board: dict[str, object] | None = None
        self._seen: Seen | None = None
        header = {
            "format": FORMAT,
            "version": autosweep.__version__,
            "platform": platform.platform(),
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "source": source,
            "screen": None if screen is None else [screen.x, screen.y, screen.w, screen.h],
            "seed": settings.seed,
            "settings": asdict(settings),
        }
        self._open(_line("header", header))

    def _open(self, header: bytes) -> None:
        """Make the folder; the session appears in it together with its header or not at all."""
        session = self.folder / SESSION
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if any(self.folder.iterdir()):
                held = "a recording" if session.exists() else "something"
                msg = f"{self.folder} already holds {held}."
                raise RecordingError(msg, remedy="Name a folder that is new or empty.")
            # Of two recorders that begin at once only one makes this folder.
            (self.folder / FRAMES).mkdir()
            unfinished = self.folder / (SESSION + ".part")
            with create_file(unfinished) as file:
                file.write(header)
            # Windows renames no file that is open.
            unfinished.replace(session)
            self._file = open_to_append(session)
        except OSError as error:
            msg = f"A recording cannot be written to {self.folder}: {reason_of(error)}."
            raise RecordingError(msg, remedy=write_remedy(error)) from None

    def __call__(self, event: Event) -> None:
        """Write what happened."""
        if isinstance(event, Seen):
            self._seen = event
        elif isinstance(event, Decided) and self._seen is not None:
            seen = self._seen
            self.step(seen.game, seen.step, seen.frame, seen.reading, event.decision)
        elif isinstance(event, Learned):
            self._board(event.game, event.frame, event.reading)
            self._write(
                "learned",
                game=event.game,
                step=event.step,
                time=self._since(event.frame),
                **self._frame(event.frame, event.reading),
            )
        elif isinstance(event, Acted):
            actions = [action_json(action) for action in event.actions]
            at = {"game": event.game, "step": event.step, "time": self._now()}
            self._write("actions", **at, retry=event.retry, actions=actions)
        elif isinstance(event, Withheld):
            actions = [action_json(action) for action in event.actions]
            at = {"game": event.game, "step": event.step, "time": self._now()}
            self._write("withheld", **at, actions=actions)
        elif isinstance(event, Controlled):
            at = {"game": event.game, "time": self._now()}
            said = {"what": event.what, "why": event.why}
            self._write("control", **at, **said, **action_json(event.action))
        elif isinstance(event, GameEnded):
            self._board(event.game, event.frame, event.reading)
            self._write(
                "end",
                game=event.game,
                time=self._since(event.frame),
                phase=event.phase.value,
                why=event.why,
                announced_guess=event.announced_guess,
                evidence=evidence_json(event.evidence),
                frame=self._store(event.frame),
                reading=recorded_reading_json(event.reading),
            )
        elif isinstance(event, Summary):
            self._write("summary", **asdict(event))

    def step(
        self, game: int, step: int, frame: Frame, reading: Reading, decision: Decision | None
    ) -> None:
        """Write one reading and, where there is one, what was decided on it."""
        self._board(game, frame, reading)
        time, now = self._since(frame), self._now()
        self._write(
            "step",
            game=game,
            step=step,
            time=time,
            took=None if now is None or decision is None else round(max(0.0, now - time), 4),
            **self._frame(frame, reading),
            decision=None if decision is None else decision_json(decision),
        )

    def summary(self, steps: int, why: str) -> None:
        """Write the end of a recording in which nothing was played."""
        self._write("summary", steps=steps, why=why)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _now(self) -> float | None:
        """Return the seconds since the recording began."""
        if self._clock is None or self._begun is None:
            return None
        return round(self._clock.now() - self._begun, 4)

    def _since(self, frame: Frame) -> float:
        """Return when a frame was taken, in seconds since the recording began."""
        if self._begun is None:
            self._begun = frame.time
        return round(max(0.0, frame.time - self._begun), 4)

    def _board(self, game: int, frame: Frame, reading: Reading) -> None:
        """Write a `board` line when theme, size or place changed."""
        place = frame.mapping.rect_to_screen(reading.grid.bbox)
        seen: dict[str, object] = {
            "theme": reading.theme,
            "rows": reading.board.rows,
            "cols": reading.board.cols,
            "place": [place.x, place.y, place.w, place.h],
        }
        if seen != self._last_board:
            self._last_board = seen
            self._write("board", game=game, **seen)

    def _frame(self, frame: Frame, reading: Reading) -> dict[str, object]:
        """Store a frame; return what a line says of it."""
        mapping = frame.mapping
        return {
            "frame": self._store(frame),
            "map": [mapping.origin_x, mapping.origin_y, mapping.scale_x, mapping.scale_y],
            "reading": recorded_reading_json(reading),
        }

    def _store(self, frame: Frame) -> str:
        """Write the frame as a file unless it equals the last one; return its name."""
        if self._last_pixels is not None and np.array_equal(frame.pixels, self._last_pixels):
            return self._last_name
        self._frames += 1
        name = f"{FRAMES}/{self._frames:04d}.png"
        good, data = cv2.imencode(".png", frame.pixels)
        if not good:
            msg = f"The frame {name} cannot be written as PNG."
            raise RecordingError(msg)
        try:
            write_file(self.folder / name, data.tobytes())
        except OSError as error:
            raise _write_fault(self.folder, error) from None
        self._last_pixels = frame.pixels.copy()
        self._last_name = name
        return name

    def _write(self, kind: str, **fields: object) -> None:
        rest = memoryview(_line(kind, fields))
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise _write_fault(self.folder, error) from None


def _line(kind: str, fields: dict[str, object]) -> bytes:
    return (json.dumps({"type": kind, **fields}, separators=(",", ":")) + "\n").encode()


def _write_fault(folder: Path, error: OSError) -> RecordingError:
    msg = f"The recording in {folder} cannot be continued: {error.strerror}."
    return RecordingError(msg, remedy="Make room or name another folder.")


def default_folder(parent: Path) -> Path:
    """Return a new folder name in `parent`, by date and time."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = parent / f"{stamp}-{os.getpid()}"
    number = 1
    while name.exists():
        number += 1
        name = parent / f"{stamp}-{os.getpid()}-{number}"
    return name
