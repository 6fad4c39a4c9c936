"""Reading a recording or screenshots again: every image with the current program.

The steps that come out are divided into games and judged by `autosweep.replay.assess`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from autosweep.errors import BadInput, ImageError
from autosweep.replay.assess import assess
from autosweep.replay.differences import difference
from autosweep.replay.image_order import best_order, natural_key
from autosweep.replay.image_reader import ImageReader
from autosweep.replay.loading import RecordedStep, Recording
from autosweep.replay.recording_reader import reread
from autosweep.replay.timeline import Progress, Timeline, TimelineStep, no_progress
from autosweep.settings import PlaySettings
from autosweep.vision.image import load_file
from autosweep.vision.reading import Reading

IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".webp")


def replay_recording(
    recording: Recording, *, mines: int | None = None, progress: Progress = no_progress
) -> Timeline:
    """Read, decide and compare every step of a recording again."""
    # A step that was read from scratch when it was recorded is read so by `_reread`, too.
    reader = ImageReader(careful=False, may_be_cut=False)
    steps: list[TimelineStep] = []
    for number, recorded in enumerate(recording.steps):
        progress(number, len(recording.steps))
        steps.append(_reread(recording, recorded, reader, _before(steps, recorded)))
    settings = recording.settings
    if mines is not None:
        settings = replace(settings, mines=mines)
    assessed, reviews = assess(steps, settings, compare=mines is None)
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
    assessed, reviews = assess(ordered, PlaySettings(mines=mines), compare=False)
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
    return TimelineStep(path.name, path, reading=reading, note=_no_board(reading))


def _no_board(reading: Reading | None) -> str:
    return "No board is visible." if reading is None else ""


def _before(steps: Sequence[TimelineStep], recorded: RecordedStep) -> Reading | None:
    """Return the reading on which the last moves before a step were made, if no moves follow it.

    There the player trusts the cells that were open rather than a message that lies over them.
    """
    if (recorded.decision or {}).get("moves"):
        return None
    for step in reversed(steps):
        if step.recorded is None or step.recorded.game != recorded.game:
            return None
        if (step.recorded.decision or {}).get("moves"):
            return step.reading
    return None


def _reread(
    recording: Recording, recorded: RecordedStep, reader: ImageReader, before: Reading | None
) -> TimelineStep:
    path = recording.picture(recorded)
    at = (recorded.game, recorded.step, recorded.time)
    blank = TimelineStep(recorded.frame, path, *at, recorded=recorded)
    try:
        pixels = load_file(path)
    except ImageError as error:
        found = (difference(recorded, "frame", "an image", str(error)),)
        return replace(blank, note=str(error), differences=found)
    reading, differ = reread(pixels, recorded, reader, before, recording.screen)
    return replace(blank, reading=reading, note=_no_board(reading), differences=differ)
