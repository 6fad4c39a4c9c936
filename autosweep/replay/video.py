"""A replay as a video: GIF by Pillow, MP4 by OpenCV.

Each frame shows the board with its hints, a ring round what was clicked, and two lines of text
below. All frames of a video have one size.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

from autosweep.board import Phase
from autosweep.errors import BadInput, EnvironmentFault, ImageError
from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.messages import count_of
from autosweep.overlay.annotate import draw_hints
from autosweep.replay.known_position import hints_of
from autosweep.replay.review import MISTAKES
from autosweep.replay.timeline import Progress, Timeline, TimelineStep, no_progress
from autosweep.replay.transcript import move_text, verdict_text
from autosweep.vision.image import load_file

HOLD = 2.0
"""Seconds that the last frame stays."""
MAX_SIDE = 1280
"""Pixels a side beyond which a video is made smaller."""
CAPTION = 56
"""Height of the text below the board, in pixels."""
_SMALL_CELL = 26
"""Pixels up to which cells are enlarged."""
_BACKGROUND = (43, 34, 26)
_TEXT = (243, 237, 232)
_WARNING = (92, 180, 242)
_WHITE = (255, 255, 255)
_RING = (181, 47, 122)
_PALETTE_FROM = 5
"""Frames from which the colours of a GIF are taken."""
_ROOM = 1_000_000
"""Free bytes below which a disk counts as full: OpenCV buffers about as many."""
_CODECS = ("vp09", "mp4v")
"""VP9 plays in every browser; MPEG-4 if OpenCV was built without it."""


def write_gif(
    timeline: Timeline, path: Path, *, fps: float = 2.0, progress: Progress = no_progress
) -> None:
    """Write a GIF; raises BadInput if no step shows a board."""
    steps, size = _shown_steps(timeline)
    chosen = np.linspace(0, len(steps) - 1, min(_PALETTE_FROM, len(steps))).astype(int)
    sample = [*_frames([steps[i] for i in chosen], size, 0, no_progress)]
    if not sample:
        msg = "The images of the boards cannot be read, so there is no video."
        raise BadInput(msg)
    _write_gif(path, _frames(steps, size, fps, progress), fps, np.vstack(sample))


def write_mp4(
    timeline: Timeline, path: Path, *, fps: float = 2.0, progress: Progress = no_progress
) -> None:
    """Write an MP4 file; raises BadInput if no step shows a board."""
    steps, size = _shown_steps(timeline)
    _write_mp4(path, _frames(steps, size, fps, progress), fps, size)


def _shown_steps(timeline: Timeline) -> tuple[list[TimelineStep], tuple[int, int]]:
    steps = [step for step in timeline.steps if step.reading is not None]
    if not steps:
        msg = "There is no image with a board to make a video of."
        raise BadInput(msg)
    return steps, _size(steps)


def _write_gif(path: Path, frames: Iterator[Pixels], fps: float, sample: Pixels) -> None:
    """Write the frames with one palette, that of the sample: then only changes are stored."""
    from PIL import Image

    def image(pixels: Pixels) -> Image.Image:
        return Image.fromarray(np.ascontiguousarray(pixels[:, :, ::-1]))

    # One colour is left for unchanged pixels.
    palette = image(sample).quantize(255, dither=Image.Dither.NONE)

    def images() -> Iterator[Image.Image]:
        for pixels in frames:
            yield image(pixels).quantize(palette=palette, dither=Image.Dither.NONE)

    rest = images()
    first = next(rest)
    length = round(1000 / fps)
    first.save(
        path, "GIF", save_all=True, append_images=rest, duration=length, loop=0, optimize=True
    )


def _write_mp4(path: Path, frames: Iterator[Pixels], fps: float, size: tuple[int, int]) -> None:
    path.touch()  # raises OSError with the reason, which OpenCV does not say
    writer = None
    for codec in _CODECS:
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), fps, size)
        if writer.isOpened():
            break
    if writer is None or not writer.isOpened():
        _require_room(path)
        msg = "The video cannot be written: this OpenCV has no writer for MP4."
        raise EnvironmentFault(msg, remedy="Use --gif, or install opencv-python-headless anew.")
    written = 0
    try:
        for written, pixels in enumerate(frames, start=1):  # noqa: B007 - it is counted
            writer.write(pixels)
    finally:
        writer.release()
    # OpenCV reports no full disk: the video is too short then, or has no index.
    video = cv2.VideoCapture(str(path))
    held = video.get(cv2.CAP_PROP_FRAME_COUNT) if video.isOpened() else 0
    video.release()
    if held < written:
        _require_room(path)
        raise OSError(errno.EIO, f"It holds {held:g} of {count_of(written, 'frame')}")


def _require_room(path: Path) -> None:
    if shutil.disk_usage(path.parent).free < _ROOM:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _size(steps: list[TimelineStep]) -> tuple[int, int]:
    """Return width and height of a video, both even as codecs require."""
    boxes = [_box(m.reading.grid) for m in steps if m.reading is not None]
    scale = _scale(steps)
    width = min(MAX_SIDE, max(scale * box.w for box in boxes))
    height = min(MAX_SIDE, max(scale * box.h for box in boxes))
    return max(360, width) // 2 * 2, (height + CAPTION) // 2 * 2


def _scale(steps: list[TimelineStep]) -> int:
    cells = [min(m.reading.grid.cell_size) for m in steps if m.reading is not None]
    return max(1, round(_SMALL_CELL / min(cells)))


def _box(grid: Grid) -> Rect:
    return grid.bbox.grown(round(min(grid.cell_size) * 0.6))


def _frames(
    steps: list[TimelineStep], size: tuple[int, int], fps: float, progress: Progress
) -> Iterator[Pixels]:
    scale = _scale(steps)
    last: Pixels | None = None
    for number, step in enumerate(steps):
        progress(number, len(steps))
        try:
            last = _frame(step, size, scale, f"{number + 1}/{len(steps)}")
        except ImageError:
            continue
        yield last
    if last is not None:
        yield from chain.from_iterable([last] for _ in range(max(1, round(HOLD * fps)) - 1))


def _frame(step: TimelineStep, size: tuple[int, int], scale: int, number: str) -> Pixels:
    out = np.full((size[1], size[0], 3), _BACKGROUND, np.uint8)
    reading, known = step.reading, step.known
    if reading is None:
        return out
    pixels = load_file(step.image)
    box = _box(reading.grid).intersect(Rect(0, 0, pixels.shape[1], pixels.shape[0]))
    part = pixels[box.y : box.bottom, box.x : box.right]
    part = np.ascontiguousarray(part.repeat(scale, axis=0).repeat(scale, axis=1))
    moved = reading.grid.moved(-box.x, -box.y)
    grid = Grid(
        tuple(scale * edge for edge in moved.row_edges),
        tuple(scale * edge for edge in moved.col_edges),
    )
    over = reading.phase in (Phase.WON, Phase.LOST)
    if known is not None and step.decision is not None and not over:
        part = draw_hints(part, grid, hints_of(known, reading, step.guess))
    for judged in step.clicks:
        rect = grid.cell_rect(judged.cell)
        side = min(rect.w, rect.h)
        centre = (rect.x + rect.w // 2, rect.y + rect.h // 2)
        pen = max(2, side // 14)
        for colour, thick in ((_WHITE, pen + 2), (_RING, pen)):
            cv2.circle(part, centre, side // 2 - 1, colour, thick, cv2.LINE_AA)
    room = (size[0], size[1] - CAPTION)
    shrink = min(1.0, room[0] / part.shape[1], room[1] / part.shape[0])
    if shrink < 1.0:
        small = (int(part.shape[1] * shrink), int(part.shape[0] * shrink))
        part = np.asarray(cv2.resize(part, small, interpolation=cv2.INTER_AREA), np.uint8)
    x, y = (room[0] - part.shape[1]) // 2, (room[1] - part.shape[0]) // 2
    out[y : y + part.shape[0], x : x + part.shape[1]] = part
    _write(out, step, number)
    return out


def _write(out: Pixels, step: TimelineStep, number: str) -> None:
    """Write the clicks and their verdict below the board."""
    first, second, colour = step.note, "", _TEXT
    if step.clicks:
        worst = max(step.clicks, key=lambda judged: judged.risk or 0.0)
        more = len(step.clicks) - 1
        first = move_text(worst) + (f" and {more} more" if more else "")
        second = verdict_text(worst)
        if worst.verdict in MISTAKES:
            second, colour = f"{second}!", _WARNING
    elif step.reading is not None and step.reading.phase in (Phase.WON, Phase.LOST):
        first = f"the game is {step.reading.phase.value}"
    base = out.shape[0] - CAPTION
    _line(out, f"{number}  {first}", base + 23, _TEXT)
    _line(out, second, base + 46, colour)


def _line(out: Pixels, text: str, base: int, colour: tuple[int, int, int]) -> None:
    plain = text.encode("ascii", "replace").decode()
    size = 0.55
    while size > 0.3 and cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, size, 1)[0][0] > (
        out.shape[1] - 20
    ):
        size -= 0.05
    cv2.putText(out, plain, (10, base), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
