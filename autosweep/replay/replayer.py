"""Reading a recording or screenshots again: every image with the current program.

The steps that come out are divided into games and judged by `autosweep.replay.assess`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from autosweep.errors import BadInput, ImageError
from autosweep.replay.assess import assess
from autosweep.replay.differences import decisions_differ, difference, readings_differ
from autosweep.replay.image_order import best_order, natural_key
from autosweep.replay.image_reader import ImageReader
from autosweep.replay.loading import RecordedStep, Recording
from autosweep.replay.step_replayer import StepReplayer
from autosweep.replay.timeline import Progress, Timeline, TimelineStep, no_progress
from autosweep.settings import PlaySettings
from autosweep.vision.image import load_file

_NO_BOARD = "No board is visible."
IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".webp")


def replay_recording(
    recording: Recording, *, mines: int | None = None, progress: Progress = no_progress
) -> Timeline:
    """Read, decide and compare every step of a recording again."""
    settings = recording.settings
    if mines is not None:
        settings = replace(settings, mines=mines)
    replayer = StepReplayer(settings, recording.screen)
    steps = []
    for number, recorded in enumerate(recording.steps):
        progress(number, len(recording.steps))
        step = _replayed(recording, recorded, replayer)
        steps.append(step if mines is None else replace(step, differences=()))
    assessed, reviews = assess(steps, settings)
    return Timeline(
        str(recording.folder),
        assessed,
        reviews,
        order="recording",
        recording=recording,
        facts=recording.header,
    )


def replay_images(
    paths: Sequence[Path], *, mines: int | None = None, progress: Progress = no_progress
) -> Timeline:
    """Read screenshots, in the order in which fewest boards contradict the one before."""
    sorted_paths = sorted(dict.fromkeys(paths), key=natural_key)
    reader = ImageReader()
    steps = []
    for number, path in enumerate(sorted_paths):
        progress(number, len(sorted_paths))
        steps.append(_read_image(path, reader))
    boards = [None if step.reading is None else step.reading.board for step in steps]
    order, by = best_order(boards, [_modified(step.image) for step in steps])
    ordered = [steps[i] for i in order]
    assessed, reviews = assess(ordered, PlaySettings(mines=mines))
    folder = sorted_paths[0].parent if sorted_paths else Path()
    return Timeline(str(folder), assessed, reviews, order=by)


def find_images(paths: Sequence[Path]) -> list[Path]:
    """Return the images in files and folders; raises BadInput if there are none."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            images = (p for p in path.iterdir() if p.suffix.lower() in IMAGE_SUFFIXES)
            found += [p for p in images if p.is_file()]
        elif path.exists():
            found.append(path)
        else:
            msg = f"{path} cannot be read: there is no such file."
            raise BadInput(msg, remedy="Give a recording's folder or screenshots.")
    if not found:
        msg = f"{paths[0]} holds neither a recording nor images."
        raise BadInput(msg, remedy="Give a recording's folder or screenshots.")
    return found


def _modified(path: Path) -> float:
    """Return when a file was modified; 0 if the system does not say."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _read_image(path: Path, reader: ImageReader) -> TimelineStep:
    try:
        reading = reader.read(load_file(path))
    except ImageError as error:
        # One damaged file must not stop the work on the others.
        return TimelineStep(path.name, path, note=str(error))
    return TimelineStep(path.name, path, reading=reading, note="" if reading else _NO_BOARD)


def _replayed(recording: Recording, recorded: RecordedStep, replayer: StepReplayer) -> TimelineStep:
    path = recording.frame_path(recorded)
    at = (recorded.game, recorded.step, recorded.time)
    blank = TimelineStep(recorded.frame, path, *at, recorded=recorded)
    try:
        pixels = load_file(path)
        learned = [load_file(recording.frame_path(other)) for other in recorded.learned]
    except ImageError as error:
        missing = difference(recorded, "frame", "an image", str(error))
        return replace(blank, note=str(error), differences=(missing,))
    step = replayer.replay(recorded, pixels, learned)
    if step is None:
        missing = difference(recorded, "board", "found", "not found")
        return replace(blank, note=_NO_BOARD, differences=(missing,))
    found = tuple(readings_differ(recorded, step.reading))
    if not found and step.decision is not None:
        found = tuple(decisions_differ(recorded, step.decision))
    return replace(blank, reading=step.reading, decision=step.decision, differences=found)
