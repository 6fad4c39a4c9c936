"""Reading a recording, of any version of the format, also one that a crash cut short.

Recordings may come from strangers, so every line is checked by `recording.schema.json` before
anything is made of it; fields and lines that the schema does not name are ignored. What a killed
recorder may leave (half a line, half a frame at the end) costs the last step at the most; anything
worse is refused.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import fastjsonschema

from autosweep.errors import RecordingError, SettingsError
from autosweep.files import inside, read_bounded, reason_of
from autosweep.geometry import Rect
from autosweep.replay.recording import FORMAT, SESSION
from autosweep.replay.schema_check import line_check
from autosweep.settings import PlaySettings, checked
from autosweep.vision.image import MAX_FILE_BYTES

_log = logging.getLogger(__name__)

_MAX_LINE = 50_000_000
_MAX_SESSION = 1_000_000_000
_JSON = json.JSONDecoder(parse_constant=str)
"""NaN and Infinity become texts, which the schema refuses as numbers."""
_PNG_END = b"IEND\xaeB`\x82"


_FRAME_LINES = ("step", "learned", "end")
"""Lines that have a frame."""


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One step as it was recorded."""

    game: int
    step: int
    """Number inside the game; -1 for the frame at its end."""
    frame: str
    """File name inside the recording."""
    reading: Mapping[str, Any]
    decision: Mapping[str, Any] | None
    actions: tuple[Mapping[str, Any], ...] = ()
    ended: str | None = None
    """`won` or `lost` on the line that ends a game."""
    time: float | None = None
    """Seconds since the recording began."""
    took: float | None = None
    """Seconds from the frame to the decision."""
    map: tuple[float, float, float, float] | None = None
    """Where the frame lies on the screen: x, y of its corner, pixels a point across and down."""
    controls: tuple[Mapping[str, Any], ...] = ()
    """What was dismissed or started since the step before."""
    learned: tuple[RecordedStep, ...] = ()
    """Frames that the reader learned from since the step before; nothing was decided on them."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording as it was read."""

    folder: Path
    header: Mapping[str, Any]
    steps: tuple[RecordedStep, ...]
    summary: Mapping[str, Any] | None
    """None where the recording was cut short."""
    damaged: int = 0
    """Lines that could not be used; a killed recorder leaves one at the end."""
    boards: tuple[Mapping[str, Any], ...] = ()
    """The boards that were read, in order: theme, size and place on the screen."""

    @property
    def settings(self) -> PlaySettings:
        """The settings it was played with, as far as they are known today."""
        known = set(PlaySettings.__dataclass_fields__)
        given = {key: value for key, value in self.header["settings"].items() if key in known}
        if given.get("new_game", "") is None:
            # Older versions wrote null where nothing was said.
            del given["new_game"]
        found: PlaySettings = checked("play", given)
        return found

    @property
    def theme(self) -> str | None:
        """The theme of the first board."""
        return str(self.boards[0]["theme"]) if self.boards else None

    @property
    def screen(self) -> Rect | None:
        """What was captured, in screen points, if that is known."""
        given = self.header.get("screen")
        return None if given is None else Rect(*given)

    def frame_path(self, step: RecordedStep) -> Path:
        """Return the path of a step's frame; raises RecordingError where it points elsewhere."""
        try:
            path = (self.folder / step.frame).resolve()
        except (OSError, ValueError, RuntimeError):  # RuntimeError: links in a circle
            path = Path("/")
        if not path.is_relative_to(self.folder.resolve()):
            msg = f"The frame {step.frame[:80]!r} lies outside the recording."
            raise RecordingError(msg)
        return path


def load_recording(folder: Path) -> Recording:
    """Read a recording; a cut end is passed over, anything worse raises RecordingError."""
    path = folder / SESSION
    if inside(folder, SESSION) is None:
        msg = f"There is no recording in {folder}: {SESSION} is no file inside it."
        raise RecordingError(msg)
    try:
        text = read_bounded(path, _MAX_SESSION, only_files=True)
    except OSError as error:
        msg = f"There is no recording in {folder}: {reason_of(error)}."
        raise RecordingError(msg) from None
    numbered, damaged = _objects(text)
    lines = [line for _, line in numbered]
    if not lines or lines[0].get("type") != "header":
        msg = f"{path} does not begin with a header."
        raise RecordingError(msg)
    header = lines[0]
    if type(header.get("format")) is not int or not 1 <= header["format"] <= FORMAT:
        msg = f"The recording has format {header.get('format')!r}; known is up to {FORMAT}."
        raise RecordingError(msg, remedy="Use a newer version of autosweep.")
    for number, line in numbered:
        _check_line(line, number)
    summary = next((line for line in lines if line.get("type") == "summary"), None)
    try:
        steps = tuple(_steps(lines))
        boards = tuple(line for line in lines if line["type"] == "board") or _seen_in(steps)
        found = Recording(folder, header, steps, summary, damaged, boards)
        _ = found.settings, found.screen
    except SettingsError as error:
        msg = f"The header of {path} has settings that cannot be: {error}"
        raise RecordingError(msg) from None
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        msg = f"{path} has a line that is not complete: {error}."
        raise RecordingError(msg) from None
    found = _without_torn_end(found)
    about = (folder, header["format"], len(found.steps), found.damaged)
    _log.info("recording %s: format %d, steps: %d, damaged lines: %d", *about)
    return found


def _objects(text: bytes) -> tuple[list[tuple[int, dict[str, Any]]], int]:
    """Return the objects with their line numbers, and how many lines are none."""
    found: list[tuple[int, dict[str, Any]]] = []
    damaged = 0
    for number, line in enumerate(text.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            value = _JSON.decode(line.decode()) if len(line) <= _MAX_LINE else None
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            found.append((number, value))
        else:
            damaged += 1
    return found, damaged


def _check_line(line: Mapping[str, Any], number: int) -> None:
    """Raise RecordingError if a line is not as the schema says."""
    kind = line.get("type")
    if not isinstance(kind, str):
        msg = f"Line {number} of the recording does not say of which type it is."
        raise RecordingError(msg)
    try:
        line_check()({kind: line})
    except fastjsonschema.JsonSchemaValueException as error:
        msg = f"Line {number} of the recording, a line of type {kind}, "
        path = error.path[2:]
        if path:
            msg += f"has a {path[0]!r} that cannot be used."
        else:
            missing = [key for key in error.rule_definition if key not in line]
            msg += f"is not complete: {missing[0]!r} is missing."
        raise RecordingError(msg) from None


def _steps(lines: Sequence[Mapping[str, Any]]) -> Iterator[RecordedStep]:
    """Yield the steps and ends, each with what happened since the one before."""
    actions = _actions(lines)
    begun: float | None = None
    controls: list[Mapping[str, Any]] = []
    learned: list[RecordedStep] = []
    for line in lines:
        kind = line["type"]
        if kind == "control":
            controls.append(line)
        if kind not in _FRAME_LINES or (kind == "end" and line["phase"] not in ("won", "lost")):
            continue
        time = line.get("time")
        if lines[0]["format"] == 1 and time is not None:
            # Format 1 has the source's own clock, which begins anywhere.
            begun = time if begun is None else begun
            time = max(0.0, time - begun)
        step = _step(line, None if time is None else float(time))
        if kind == "learned":
            learned.append(step)
            continue
        made = tuple(actions.get((step.game, step.step), ()))
        yield replace(step, actions=made, controls=tuple(controls), learned=tuple(learned))
        controls.clear()
        learned.clear()


def _step(line: Mapping[str, Any], time: float | None) -> RecordedStep:
    """Return the frame of a line with what was read and decided."""
    is_end = line["type"] == "end"
    where = line.get("map")
    return RecordedStep(
        int(line["game"]),
        -1 if is_end else int(line["step"]),
        str(line["frame"]),
        dict(line["reading"]),
        line.get("decision"),
        ended=line["phase"] if is_end else None,
        time=time,
        took=line.get("took"),
        map=None if where is None else (where[0], where[1], where[2], where[3]),
    )


def _actions(
    lines: Sequence[Mapping[str, Any]],
) -> dict[tuple[int, int], list[Mapping[str, Any]]]:
    """Return the actions that were made, by game and step."""
    actions: dict[tuple[int, int], list[Mapping[str, Any]]] = {}
    for line in lines:
        if line["type"] == "actions":
            actions.setdefault((line["game"], line["step"]), []).extend(line["actions"])
        elif line["type"] == "withheld":
            made = actions.get((line["game"], line["step"]), [])
            for action in line["actions"]:
                if action in made:
                    made.remove(action)
    return actions


def _seen_in(steps: Sequence[RecordedStep]) -> tuple[Mapping[str, Any], ...]:
    """Return what format 1 tells of the boards: it has no lines for them."""
    keys = ("theme", "rows", "cols")
    return tuple({key: step.reading[key] for key in keys} for step in steps[:1])


def _without_torn_end(recording: Recording) -> Recording:
    """Leave out a last step whose frame was not written to its end."""
    if recording.summary is not None or not recording.steps:
        return recording
    try:
        path = recording.frame_path(recording.steps[-1])
        whole = read_bounded(path, MAX_FILE_BYTES, only_files=True).endswith(_PNG_END)
    except OSError:
        whole = False
    if whole:
        return recording
    return Recording(
        recording.folder,
        recording.header,
        recording.steps[:-1],
        None,
        recording.damaged + 1,
        recording.boards,
    )
