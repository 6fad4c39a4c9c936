"""What becomes of a drawing where the window system stretches the window that shows it. Pure.

On GNOME a window of XWayland has pixels of its own: as many as points, or a whole multiple of them,
whatever the scale of its monitor is. Mutter stretches it to the monitor's pixels by linear
interpolation. So a drawing in the pixels of a frame is resampled to the window's pixels, and what a
capture will show of it is computed as Mutter does it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from autosweep.geometry import Grid, Rect, ScreenMap
from autosweep.interfaces import Pixels
from autosweep.overlay.view import PixelMask

STRETCH_ERROR = 6
"""Levels of a channel by which a pixel may differ from the computed one: graphics cards interpolate
in steps of 1/256, and colours are rounded twice. llvmpipe on GNOME 48: at most 2."""
_HALF = 0.5
_Floats = npt.NDArray[np.float32]
_Places = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CanvasDrawing:
    """A drawing as it is sent to a canvas, and as captured frames will show it."""

    pixels: Pixels
    """In the canvas's own pixels."""
    mask: PixelMask
    place: Rect
    """On the screen, in points."""
    shown: Pixels
    """A whole frame."""
    shown_mask: PixelMask
    """The pixels of that frame that have some of the drawing."""
    error: int
    """Levels of a channel by which captured pixels may differ from `shown`."""


def exact_drawing(drawn: Pixels, mask: PixelMask, box: Rect, place: Rect) -> CanvasDrawing:
    """Return the drawing of a canvas whose pixels are the frame's; `box` is drawn on."""
    part = np.s_[box.y : box.bottom, box.x : box.right]
    return CanvasDrawing(drawn[part], mask[part], place, drawn, mask, 0)


def stretched_drawing(  # noqa: PLR0913, PLR0917 - the parts of a drawing are named one by one
    clean: Pixels,
    drawn: Pixels,
    mask: PixelMask,
    grid: Grid,
    mapping: ScreenMap,
    place: Rect,
    pixels_per_point: float,
) -> CanvasDrawing:
    """Return the drawing of a canvas with other pixels than the frame's.

    `clean` is the frame without drawing, `place` the canvas's in points. Each cell's drawing stays
    in the frame's pixels of that cell, as it does without stretching: a pixel of the canvas that
    would colour another cell is left out.
    """
    down = _Axis(len(clean), mapping.origin_y, mapping.scale_y, place.y, place.h, pixels_per_point)
    across = _Axis(
        clean.shape[1], mapping.origin_x, mapping.scale_x, place.x, place.w, pixels_per_point
    )
    four = np.dstack([drawn, np.full(mask.shape, 255, np.uint8)]).astype(np.float32)
    four[~mask] = 0
    there = sampled(four, down.canvas_in_frame, across.canvas_in_frame)
    whole = there[:, :, 3] >= _HALF * 255
    whole &= down.inside(grid.row_edges)[:, None] & across.inside(grid.col_edges)[None, :]
    there[:, :, :3] *= 255 / np.maximum(there[:, :, 3:], 1)
    there[:, :, 3] = 255
    there[~whole] = 0
    sent = np.asarray(there.round(), np.uint8)
    back = sampled(sent.astype(np.float32), down.frame_in_canvas, across.frame_in_canvas)
    covered = down.covered[:, None] & across.covered[None, :]
    back[~covered] = 0
    shown_mask = back[:, :, 3] >= 1
    blended = back[:, :, :3] + clean * (1 - back[:, :, 3:] / 255)
    shown = np.where(shown_mask[:, :, None], np.asarray(blended.round(), np.uint8), clean)
    return CanvasDrawing(sent[:, :, :3], whole, place, shown, shown_mask, STRETCH_ERROR)


class _Axis:
    """One axis of a frame and of a canvas over it."""

    def __init__(  # noqa: PLR0913, PLR0917 - the same for both axes
        self, pixels: int, origin: float, scale: float, corner: int, points: int, fine: float
    ) -> None:
        count = round(points * fine)
        middles = np.arange(pixels) + _HALF
        self._canvas_middles = np.arange(count) + _HALF
        self._frame_in_canvas = (middles / scale + origin - corner) * fine
        self._canvas_in_frame = (self._canvas_middles / fine + corner - origin) * scale
        self.covered = (self._frame_in_canvas >= 0) & (self._frame_in_canvas < count)
        """Which of the frame's pixels lie under the canvas."""

    @property
    def frame_in_canvas(self) -> _Places:
        """The place of each of the frame's pixels, counted in pixels of the canvas from 0."""
        return np.asarray(self._frame_in_canvas - _HALF)

    @property
    def canvas_in_frame(self) -> _Places:
        """The place of each of the canvas's pixels, counted in pixels of the frame from 0."""
        return np.asarray(self._canvas_in_frame - _HALF)

    def inside(self, edges: tuple[float, ...]) -> npt.NDArray[np.bool_]:
        """Return which pixels of the canvas colour pixels of one cell alone."""
        lines = np.array([round(edge) for edge in edges])
        cell_of = np.searchsorted(lines, np.arange(len(self._frame_in_canvas)), side="right")
        cell_of[(cell_of == 0) | (cell_of == len(lines))] = 0
        # Linear interpolation reaches less than one pixel of the canvas.
        first = np.searchsorted(self._frame_in_canvas, self._canvas_middles - 1, side="right")
        last = np.searchsorted(self._frame_in_canvas, self._canvas_middles + 1, side="left") - 1
        most = len(cell_of) - 1
        first, last = np.clip(first, 0, most), np.clip(last, 0, most)
        return np.asarray((cell_of[first] == cell_of[last]) & (cell_of[first] > 0))


def sampled(image: _Floats, rows: _Places, cols: _Places) -> _Floats:
    """Return an image at some rows and columns between its pixels, by linear interpolation."""
    for axis, places in ((0, rows), (1, cols)):
        most = image.shape[axis] - 1
        at = np.clip(places, 0, most)
        low = np.floor(at).astype(int)
        share = (at - low).astype(np.float32).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        before, after = image.take(low, axis), image.take(np.minimum(low + 1, most), axis)
        image = before + (after - before) * share
    return image


def pixels_per_point(monitors: list[Rect], shown: Rect) -> float | None:
    """Return how many pixels a point has on an X screen; None where that is not known.

    `monitors` are those of the X screen, in its pixels, `shown` is one of the desktop's, in points:
    it is the one whose corner and size are the same multiple of the other's.
    """
    for monitor in monitors:
        fine = monitor.w / shown.w
        theirs = (monitor.x, monitor.y, monitor.h)
        if all(
            abs(one - fine * other) <= 1
            for one, other in zip(theirs, (shown.x, shown.y, shown.h), strict=True)
        ):
            return fine
    return None
