"""Following a board from frame to frame: only cells whose pixels changed are read again.

Where nothing changed, a look costs one comparison of the board's region. Whenever something is not
as sure as before, the whole board is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from autosweep.board import Board
from autosweep.seams import Frame, Pixels
from autosweep.vision.cells import Bank, name_some
from autosweep.vision.cut import spans_of
from autosweep.vision.phase import phase_of, standard_mines
from autosweep.vision.read import reread
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.rules import broken_cells
from autosweep.vision.themes import Theme, load_themes

MAX_CHANGED = 0.5
"""Share of changed cells from which the whole board is read again."""


class Tracker:
    """A board that is being watched."""

    def __init__(
        self, frame: Frame, reading: Reading, *, themes: Sequence[Theme] | None = None
    ) -> None:
        """Start from a reading of a frame; later frames must show the same part of the screen."""
        self._themes = tuple(load_themes() if themes is None else themes)
        self._bank = Bank.of([t for t in self._themes if t.name == reading.theme])
        self._seen = self._part(frame, reading)
        self._reading = reading

    def update(self, frame: Frame) -> Reading | None:
        """Return what the board shows now, or None when it is no longer where it was."""
        last = self._reading
        part = self._part(frame, last)
        if part.shape != self._seen.shape:
            return None
        if np.array_equal(part, self._seen):
            return last
        changed = self._changed(part)
        reading = None
        if changed.mean() <= MAX_CHANGED and self._bank.themes:
            reading = self._partly(frame.pixels, changed)
        if reading is None:
            reading = reread(frame, last, themes=self._themes)
        if reading is not None:
            self._seen, self._reading = part, reading
        return reading

    @staticmethod
    def _part(frame: Frame, reading: Reading) -> Pixels:
        box = frame.rect.intersect(reading.grid.bbox)
        return frame.pixels[box.y : box.bottom, box.x : box.right].copy()

    def _changed(self, part: Pixels) -> npt.NDArray[np.bool_]:
        """Tell which cells differ from what was seen last."""
        grid = self._reading.grid
        pixels = (part != self._seen).any(axis=2)
        # A pixel on a border may belong to either cell: both count as changed.
        rows = np.clip(np.floor(np.array(grid.row_edges[:-1]) - grid.bbox.y), 0, part.shape[0] - 1)
        cols = np.clip(np.floor(np.array(grid.col_edges[:-1]) - grid.bbox.x), 0, part.shape[1] - 1)
        lines = np.logical_or.reduceat(pixels, rows.astype(int), axis=0)
        return np.asarray(np.logical_or.reduceat(lines, cols.astype(int), axis=1), bool)

    def _partly(self, pixels: Pixels, changed: npt.NDArray[np.bool_]) -> Reading | None:
        """Read the rows and columns with changes again, or return None where that is not sure."""
        last = self._reading
        rows = np.flatnonzero(changed.any(axis=1))
        cols = np.flatnonzero(changed.any(axis=0))
        named = name_some(
            pixels,
            spans_of(np.array(last.grid.row_edges))[rows],
            spans_of(np.array(last.grid.col_edges))[cols],
            self._bank,
        )
        if named is None or (named.confidence < ACT_CONFIDENCE).any():
            return None
        codes = np.frombuffer(last.board.cells, np.uint8).reshape(changed.shape).copy()
        confidence = last.confidence.copy()
        codes[np.ix_(rows, cols)] = named.codes
        confidence[np.ix_(rows, cols)] = named.confidence
        board = Board(last.board.rows, last.board.cols, codes.tobytes(), last.board.mines)
        if broken_cells(board) or (confidence < ACT_CONFIDENCE).any():
            return None
        return replace(
            last,
            board=board,
            confidence=confidence,
            phase=phase_of(board),
            alternatives={},
            assumed_mines=standard_mines(board),
        )
