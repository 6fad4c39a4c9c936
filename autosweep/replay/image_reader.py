"""Reading screenshots one after the other: what did not change is not read again."""

from __future__ import annotations

from autosweep.interfaces import Frame, Pixels
from autosweep.tracking.reader import BoardReader
from autosweep.vision.read import read
from autosweep.vision.reading import Reading
from autosweep.vision.rules import broken_cells


class ImageReader:
    """Reads the largest board of each image; most images show the same board as the one before."""

    def __init__(self) -> None:
        self._reader = BoardReader()

    def read(self, pixels: Pixels) -> Reading | None:
        """Return the reading of the next image, or None if it shows no board."""
        frame, last = Frame(pixels), self._reader.last
        reading = None
        if last is not None and last.frame.pixels.shape == pixels.shape:
            reading = self._reader.update(frame)
        if reading is not None:
            observation = self._reader.observe(frame, reading)
        else:
            found = [reading.believed() for reading in read(frame, thorough=False)]
            if not found:
                return None
            size = None if last is None else (last.reading.board.rows, last.reading.board.cols)
            same = [r for r in found if (r.board.rows, r.board.cols) == size]
            best = (same or found)[0]
            observation = self._reader.start(frame, best, best.cut)
        if not broken_cells(observation.reading.board):
            self._reader.learn(observation)
        return observation.reading
