"""A replay as a film: GIF by Pillow, MP4 by OpenCV's writer.

Each picture shows the board with the hints of `hint` drawn on it, a ring round what was clicked,
and a line of text below. All pictures of a film have one size.
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
from autosweep.replay.knowledge import hints_of
from autosweep.replay.review import MISTAKES
from autosweep.replay.story import Moment, Progress, Story, ignore
from autosweep.replay.transcript import move_text, verdict_text
from autosweep.vision.image import load_file

HOLD = 2.0
"""Seconds that the last picture stays."""
MAX_SIDE = 1280
"""Pixels a side beyond which a film is made smaller."""
CAPTION = 56
"""Height of the text below the picture, in pixels."""
_SMALL_CELL = 26
_GROUND = (43, 34, 26)
_INK = (243, 237, 232)
_WARNING = (92, 180, 242)
_WHITE = (255, 255, 255)
_RING = (181, 47, 122)
_PALETTE_FROM = 5
"""Pictures from which the colours of a GIF are taken."""
_ROOM = 1_000_000
"""Bytes without which a disk counts as full: OpenCV buffers about as many."""
_CODECS = ("vp09", "mp4v")
"""VP9 plays in every browser; MPEG-4 only where OpenCV was built without it."""


def write_gif(story: Story, path: Path, *, fps: float = 2.0, progress: Progress = ignore) -> None:
    """Write a film as GIF; raises BadInput where there is nothing to show."""
    moments, size = _film(story)
    chosen = np.linspace(0, len(moments) - 1, min(_PALETTE_FROM, len(moments))).astype(int)
    sample = [*_frames([moments[i] for i in chosen], size, 0, ignore)]
    if not sample:
        msg = "The pictures of the boards cannot be read, so there is no film."
        raise BadInput(msg)
    _write_gif(path, _frames(moments, size, fps, progress), fps, np.vstack(sample))


def write_mp4(story: Story, path: Path, *, fps: float = 2.0, progress: Progress = ignore) -> None:
    """Write a film as MP4; raises BadInput where there is nothing to show."""
    moments, size = _film(story)
    _write_mp4(path, _frames(moments, size, fps, progress), fps, size)


def _film(story: Story) -> tuple[list[Moment], tuple[int, int]]:
    moments = [moment for moment in story.moments if moment.reading is not None]
    if not moments:
        msg = "There is no picture with a board to make a film of."
        raise BadInput(msg)
    return moments, _size(moments)


def _write_gif(path: Path, frames: Iterator[Pixels], fps: float, sample: Pixels) -> None:
    """Write the frames with one palette, that of the sample: then only changes are stored."""
    from PIL import Image

    def image(pixels: Pixels) -> Image.Image:
        return Image.fromarray(np.ascontiguousarray(pixels[:, :, ::-1]))

    # One colour is left for "as before".
    palette = image(sample).quantize(255, dither=Image.Dither.NONE)

    def images() -> Iterator[Image.Image]:
        for pixels in frames:
            yield image(pixels).quantize(palette=palette, dither=Image.Dither.NONE)

    pictures = images()
    first = next(pictures)
    length = round(1000 / fps)
    first.save(
        path, "GIF", save_all=True, append_images=pictures, duration=length, loop=0, optimize=True
    )


def _write_mp4(path: Path, frames: Iterator[Pixels], fps: float, size: tuple[int, int]) -> None:
    path.touch()  # says at once, as a sentence, what OpenCV would not
    writer = None
    for codec in _CODECS:
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), fps, size)
        if writer.isOpened():
            break
    if writer is None or not writer.isOpened():
        _require_room(path)
        msg = "The film cannot be written: this OpenCV has no writer for MP4."
        raise EnvironmentFault(msg, remedy="Use --gif, or install opencv-python-headless anew.")
    written = 0
    try:
        for written, pixels in enumerate(frames, start=1):  # noqa: B007 - it is counted
            writer.write(pixels)
    finally:
        writer.release()
    # OpenCV does not tell where the disk was full: the film is short or has no index
    film = cv2.VideoCapture(str(path))
    held = film.get(cv2.CAP_PROP_FRAME_COUNT) if film.isOpened() else 0
    film.release()
    if held < written:
        _require_room(path)
        raise OSError(errno.EIO, f"It holds {held:g} of {count_of(written, 'picture')}")


def _require_room(path: Path) -> None:
    if shutil.disk_usage(path.parent).free < _ROOM:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _size(moments: list[Moment]) -> tuple[int, int]:
    """Return width and height of a film, both even as video wants them."""
    boxes = [_box(m.reading.grid) for m in moments if m.reading is not None]
    scale = _scale(moments)
    width = min(MAX_SIDE, max(scale * box.w for box in boxes))
    height = min(MAX_SIDE, max(scale * box.h for box in boxes))
    return max(360, width) // 2 * 2, (height + CAPTION) // 2 * 2


def _scale(moments: list[Moment]) -> int:
    cells = [min(m.reading.grid.cell_size) for m in moments if m.reading is not None]
    return max(1, round(_SMALL_CELL / min(cells)))


def _box(grid: Grid) -> Rect:
    return grid.bbox.grown(round(min(grid.cell_size) * 0.6))


def _frames(
    moments: list[Moment], size: tuple[int, int], fps: float, progress: Progress
) -> Iterator[Pixels]:
    scale = _scale(moments)
    last: Pixels | None = None
    for number, moment in enumerate(moments):
        progress(number, len(moments))
        try:
            last = _frame(moment, size, scale, f"{number + 1}/{len(moments)}")
        except ImageError:
            continue
        yield last
    if last is not None:
        yield from chain.from_iterable([last] for _ in range(max(1, round(HOLD * fps)) - 1))


def _frame(moment: Moment, size: tuple[int, int], scale: int, number: str) -> Pixels:
    out = np.full((size[1], size[0], 3), _GROUND, np.uint8)
    reading, known = moment.reading, moment.known
    if reading is None:
        return out
    pixels = load_file(moment.picture)
    box = _box(reading.grid).intersect(Rect(0, 0, pixels.shape[1], pixels.shape[0]))
    part = pixels[box.y : box.bottom, box.x : box.right]
    part = np.ascontiguousarray(part.repeat(scale, axis=0).repeat(scale, axis=1))
    moved = reading.grid.moved(-box.x, -box.y)
    grid = Grid(
        tuple(scale * edge for edge in moved.row_edges),
        tuple(scale * edge for edge in moved.col_edges),
    )
    if known is not None and moment.decision is not None:
        moves = moment.decision.moves
        guess = moves[0].cell if moment.decision.is_guess else None
        if reading.phase not in (Phase.WON, Phase.LOST):
            part = draw_hints(part, grid, hints_of(known, reading, guess))
    for judged in moment.made:
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
    _write(out, moment, number)
    return out


def _write(out: Pixels, moment: Moment, number: str) -> None:
    """Write what happened below the picture."""
    first, second, colour = moment.note, "", _INK
    if moment.made:
        worst = max(moment.made, key=lambda judged: judged.risk or 0.0)
        more = len(moment.made) - 1
        first = move_text(worst) + (f" and {more} more" if more else "")
        second = verdict_text(worst)
        if worst.verdict in MISTAKES:
            second, colour = f"{second}!", _WARNING
    elif moment.reading is not None and moment.reading.phase in (Phase.WON, Phase.LOST):
        first = f"the game is {moment.reading.phase.value}"
    base = out.shape[0] - CAPTION
    _line(out, f"{number}  {first}", base + 23, _INK)
    _line(out, second, base + 46, colour)


def _line(out: Pixels, text: str, base: int, colour: tuple[int, int, int]) -> None:
    plain = text.encode("ascii", "replace").decode()
    size = 0.55
    while size > 0.3 and cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, size, 1)[0][0] > (
        out.shape[1] - 20
    ):
        size -= 0.05
    cv2.putText(out, plain, (10, base), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
