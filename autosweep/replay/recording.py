"""A recording: a folder with `session.jsonl` and `frames/NNNN.png`, only ever appended to.

Each line is one JSON object with a `type`: `header` first, then `step` (what was seen and decided),
`actions` (what the pointer was asked to do), `control` (a new game, a dialog put away), `end` of
a game and `summary`. A line is written whole and flushed, its frame before it, so that a crash at
any moment loses the last step at the most. Frames show the board and a margin, nothing else of
the screen, and are stored only when they changed. The format carries a version; readers ignore
fields that they do not know.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np

import autosweep
from autosweep.errors import RecordingError
from autosweep.play.decide import Decision
from autosweep.play.events import Acted, Controlled, Decided, Event, GameEnded, Seen, Summary
from autosweep.seams import Action, Click, Frame, MoveTo, Pixels
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move
from autosweep.vision.reading import Reading

FORMAT = 1
"""Version of the format that is written; older ones are read too."""
SESSION = "session.jsonl"
FRAMES = "frames"
_MAX_LINE = 50_000_000


class Recorder:
    """Writes a recording, as an observer of the play loop; a context manager."""

    def __init__(self, folder: Path, settings: PlaySettings, *, source: str) -> None:
        """Begin a recording in a new or empty folder; raises RecordingError where it cannot."""
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if (folder / SESSION).exists():
                msg = f"{folder} already holds a recording."
                raise RecordingError(msg, remedy="Name another folder.")
            (folder / FRAMES).mkdir(exist_ok=True)
            self._file = (folder / SESSION).open("x", encoding="utf-8")
        except OSError as error:
            msg = f"A recording cannot be written to {folder}: {error.strerror}."
            raise RecordingError(msg, remedy="Name a folder that you may write to.") from None
        self._frames = 0
        self._last_pixels: Pixels | None = None
        self._last_name = ""
        self._seen: Seen | None = None
        self._write(
            "header",
            format=FORMAT,
            version=autosweep.__version__,
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            source=source,
            settings=asdict(settings),
        )

    def __call__(self, event: Event) -> None:
        """Write what happened."""
        if isinstance(event, Seen):
            self._seen = event
        elif isinstance(event, Decided) and self._seen is not None:
            seen = self._seen
            self.step(seen.game, seen.step, seen.frame, seen.reading, event.decision)
        elif isinstance(event, Acted):
            actions = [action_json(action) for action in event.actions]
            self._write(
                "actions", game=event.game, step=event.step, retry=event.retry, actions=actions
            )
        elif isinstance(event, Controlled):
            self._write("control", game=event.game, what=event.what, **action_json(event.action))
        elif isinstance(event, GameEnded):
            self._write(
                "end",
                game=event.game,
                phase=event.phase.value,
                why=event.why,
                announced_guess=event.announced_guess,
                frame=self._store(event.frame),
                reading=reading_json(event.reading),
            )
        elif isinstance(event, Summary):
            self._write("summary", **asdict(event))

    def step(
        self, game: int, step: int, frame: Frame, reading: Reading, decision: Decision | None
    ) -> None:
        """Write one reading and, where there is one, what was decided on it."""
        mapping = frame.mapping
        self._write(
            "step",
            game=game,
            step=step,
            time=round(frame.time, 4),
            frame=self._store(frame),
            map=[mapping.origin_x, mapping.origin_y, mapping.scale_x, mapping.scale_y],
            reading=reading_json(reading),
            decision=None if decision is None else decision_json(decision),
        )

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _store(self, frame: Frame) -> str:
        """Write the frame's picture unless it is the last one again; return its name."""
        if self._last_pixels is not None and np.array_equal(frame.pixels, self._last_pixels):
            return self._last_name
        self._frames += 1
        name = f"{FRAMES}/{self._frames:04d}.png"
        good, data = cv2.imencode(".png", frame.pixels)
        if not good:
            msg = f"The frame {name} cannot be written as PNG."
            raise RecordingError(msg)
        try:
            unfinished = self.folder / (name + ".part")
            unfinished.write_bytes(data.tobytes())
            unfinished.replace(self.folder / name)
        except OSError as error:
            raise _write_fault(self.folder, error) from None
        self._last_pixels = frame.pixels.copy()
        self._last_name = name
        return name

    def _write(self, kind: str, **fields: object) -> None:
        try:
            self._file.write(json.dumps({"type": kind, **fields}, separators=(",", ":")) + "\n")
            self._file.flush()
        except OSError as error:
            raise _write_fault(self.folder, error) from None


def _write_fault(folder: Path, error: OSError) -> RecordingError:
    msg = f"The recording in {folder} cannot be continued: {error.strerror}."
    return RecordingError(msg, remedy="Make room or name another folder.")


def reading_json(reading: Reading) -> dict[str, object]:
    """Return a reading as the recording and `read --json` hold it."""
    return {
        "rows": reading.board.rows,
        "cols": reading.board.cols,
        "mines": reading.board.mines,
        "board": reading.board.row_symbols(),
        "row_edges": [round(edge, 3) for edge in reading.grid.row_edges],
        "col_edges": [round(edge, 3) for edge in reading.grid.col_edges],
        "theme": reading.theme,
        "phase": reading.phase.value,
        "mines_left": reading.mines_left,
        "doubtful": [list(cell) for cell in reading.doubtful],
    }


def decision_json(decision: Decision) -> dict[str, object]:
    """Return a decision as the recording holds it."""
    analysis = decision.analysis
    return {
        "mines": decision.board.mines,
        "consistent": analysis.consistent,
        "exact": analysis.exact,
        "safe": sorted(map(list, analysis.safe)),
        "mine": sorted(map(list, analysis.mines)),
        "phase": decision.phase.value,
        "refusal": decision.refusal,
        "moves": [move_json(move) for move in decision.moves],
    }


def move_json(move: Move) -> dict[str, object]:
    """Return a move as JSON."""
    return {
        "action": move.kind.value,
        "cell": list(move.cell),
        "probability": move.probability,
        "certain": move.certain,
        "why": move.why,
    }


def action_json(action: Action) -> dict[str, object]:
    """Return an action as JSON."""
    if isinstance(action, Click):
        return {"click": [action.point.x, action.point.y], "button": action.button.value}
    if isinstance(action, MoveTo):
        return {"move": [action.point.x, action.point.y]}
    return {"key": action.keys}


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One step as it was recorded."""

    game: int
    step: int
    frame: str
    """File name inside the recording."""
    reading: Mapping[str, Any]
    decision: Mapping[str, Any] | None
    actions: tuple[Mapping[str, Any], ...] = ()
    ended: str | None = None
    """`won` or `lost` on the line that ends a game."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording as it was read."""

    folder: Path
    header: Mapping[str, Any]
    steps: tuple[RecordedStep, ...]
    summary: Mapping[str, Any] | None
    """None where the recording was cut short."""
    damaged: int = 0
    """Lines that could not be read; a killed recorder leaves one at the end."""
    notes: tuple[str, ...] = field(default=())

    @property
    def settings(self) -> PlaySettings:
        """The settings it was played with, as far as they are known today."""
        known = set(PlaySettings.__dataclass_fields__)
        given = {key: value for key, value in self.header["settings"].items() if key in known}
        return PlaySettings(**given)

    def picture(self, step: RecordedStep) -> Path:
        """Return the path of a step's frame; raises RecordingError where it points elsewhere."""
        path = (self.folder / step.frame).resolve()
        if not path.is_relative_to(self.folder.resolve()):
            msg = f"The frame {step.frame!r} lies outside the recording."
            raise RecordingError(msg)
        return path


def load_recording(folder: Path) -> Recording:
    """Read a recording; a cut last line is passed over, anything worse raises RecordingError."""
    path = folder / SESSION
    try:
        text = path.read_bytes()
    except OSError as error:
        msg = f"There is no recording in {folder}: {error.strerror}."
        raise RecordingError(msg) from None
    lines, damaged = _objects(text)
    if not lines or lines[0].get("type") != "header":
        msg = f"{path} does not begin with a header."
        raise RecordingError(msg)
    header = lines[0]
    if not isinstance(header.get("format"), int) or not 1 <= header["format"] <= FORMAT:
        msg = f"The recording has format {header.get('format')!r}; known is up to {FORMAT}."
        raise RecordingError(msg, remedy="Use a newer version of autosweep.")
    if not isinstance(header.get("settings"), dict):
        msg = f"The header of {path} has no settings."
        raise RecordingError(msg)
    summary = next((line for line in lines if line.get("type") == "summary"), None)
    try:
        steps = _steps(lines)
    except (KeyError, TypeError, ValueError) as error:
        msg = f"{path} has a step that is not complete: {error}."
        raise RecordingError(msg) from None
    return Recording(folder, header, steps, summary, damaged)


def _objects(text: bytes) -> tuple[list[dict[str, Any]], int]:
    found: list[dict[str, Any]] = []
    damaged = 0
    for line in text.split(b"\n"):
        if not line.strip():
            continue
        try:
            value = json.loads(line) if len(line) <= _MAX_LINE else None
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            found.append(value)
        else:
            damaged += 1
    return found, damaged


def _steps(lines: Sequence[Mapping[str, Any]]) -> tuple[RecordedStep, ...]:
    actions: dict[tuple[int, int], list[Mapping[str, Any]]] = {}
    for line in lines:
        if line["type"] == "actions":
            actions.setdefault((line["game"], line["step"]), []).extend(line["actions"])
    steps = []
    for line in lines:
        if line["type"] == "step":
            at = (int(line["game"]), int(line["step"]))
            steps.append(
                RecordedStep(
                    *at,
                    str(line["frame"]),
                    dict(line["reading"]),
                    line["decision"],
                    tuple(actions.get(at, ())),
                )
            )
        elif line["type"] == "end" and line["phase"] in ("won", "lost"):
            reading = dict(line["reading"])
            steps.append(
                RecordedStep(
                    int(line["game"]), -1, str(line["frame"]), reading, None, (), line["phase"]
                )
            )
    return tuple(steps)


def default_folder(parent: Path) -> Path:
    """Return a new folder name in `parent`, by date and time."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = parent / f"{stamp}-{os.getpid()}"
    number = 1
    while name.exists():
        number += 1
        name = parent / f"{stamp}-{os.getpid()}-{number}"
    return name
