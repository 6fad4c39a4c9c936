"""A button that started a new game, known again by its pixels and its place beside the board. Pure.

Its text was read when it was found; equal pixels have the same text, so nothing is read again.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from autosweep.geometry import Rect
from autosweep.interfaces import Frame

SLACK = 3
"""Pixels by which a board may be located otherwise than the last time, in each direction."""


@dataclass(frozen=True, slots=True)
class LearnedButton:
    """How a button looks that started a new game, and where it is."""

    name: str
    """For a sentence, such as `the button "Play again"`."""
    place: Rect
    """From the upper left corner of the board, in points."""
    digest: str
    """Of its pixels, in hexadecimal; see `digest_of`."""

    def place_beside(self, board: Rect) -> Rect:
        """Return where the button is on the screen, given where the board is."""
        return self.place.moved(board.x, board.y)

    def find(self, frame: Frame) -> Rect | None:
        """Return where in a frame of its place the button is, in pixels; None for nowhere.

        The frame shows the place and SLACK pixels round it.
        """
        density = round(frame.mapping.scale_x)
        width, height = self.place.w * density, self.place.h * density
        for y in range(frame.pixels.shape[0] - height + 1):
            for x in range(frame.pixels.shape[1] - width + 1):
                if digest_of(frame.pixels[y : y + height, x : x + width]) == self.digest:
                    return Rect(x, y, width, height)
        return None


def learned_button(name: str, frame: Frame, rect: Rect, board: Rect) -> LearnedButton | None:
    """Return a button of a frame as it is learned; None where a point is no number of pixels.

    `rect` is the button in pixels of the frame, `board` the board in points of the screen.
    """
    mapping = frame.mapping
    density = round(mapping.scale_x)
    if not mapping.scale_x == mapping.scale_y == density:
        return None
    # Whole points: its pixels begin where a point does.
    place = mapping.rect_to_screen(rect)
    left, top = (place.x - mapping.origin_x) * density, (place.y - mapping.origin_y) * density
    part = Rect(round(left), round(top), place.w * density, place.h * density)
    if frame.rect.intersect(part) != part:
        return None
    pixels = frame.pixels[part.y : part.bottom, part.x : part.right]
    return LearnedButton(name, place.moved(-board.x, -board.y), digest_of(pixels))


def digest_of(pixels: npt.NDArray[np.uint8]) -> str:
    """Return a digest of pixels."""
    shape = f"{pixels.shape[0]}x{pixels.shape[1]} ".encode()
    return hashlib.sha256(shape + np.ascontiguousarray(pixels).tobytes()).hexdigest()[:32]
