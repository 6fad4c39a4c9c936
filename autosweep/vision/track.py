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
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Frame, Pixels
from autosweep.vision.classify.by_theme import Bank, name_some
from autosweep.vision.phase import phase_of, standard_mines
from autosweep.vision.read import reread, still_there
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.resample import spans_of
from autosweep.vision.rules import broken_cells
from autosweep.vision.themes import Theme, load_themes

MAX_CHANGED = 0.5
"""Share of changed cells from which the whole board is read again."""
RING_CHANGED = 0.4
"""Share of changed pixels beside one side of the board from which it may have moved."""


class Tracker:
    """A board that is being watched."""

    def __init__(
        self, frame: Frame, reading: Reading, *, themes: Sequence[Theme] | None = None
    ) -> None:
        """Start from a reading of a frame; later frames must show the same part of the screen."""
        self._themes = tuple(load_themes() if themes is None else themes)
        self._bank = Bank.of([t for t in self._themes if t.name == reading.theme])
        self._seen = self._part(frame, reading).copy()
        self._ring = [side.copy() for side in self._beside(frame, reading)]
        self._reading = reading

    def update(self, frame: Frame, *, hasty: bool = False) -> Reading | None:
        """Return what the board shows now, or None when it is no longer where it was.

        In haste it is also None where the pack alone does not tell without doubt.
        """
        last = self._reading
        part = self._part(frame, last)
        if part.shape != self._seen.shape:
            return None
        differs = part != self._seen
        if not differs.any():
            return last
        ring = self._beside(frame, last)
        # A window moved by whole cells shows cells everywhere but at its new border.
        if _differ(ring, self._ring) and not still_there(frame.pixels, last.grid):
            return None
        self._ring = [side.copy() for side in ring]
        changed = self._changed(differs)
        reading = None
        if changed.mean() <= MAX_CHANGED and self._bank.themes:
            reading = self._partly(frame.pixels, changed)
        if reading is None:
            reading = reread(frame, last, themes=self._themes, hasty=hasty)
        if reading is not None:
            self._seen, self._reading = part.copy(), reading
        return reading

    def glance(self, frame: Frame, cell: Cell) -> int | None:
        """Return what a cell shows by the pack alone, None where that is not sure.

        Nothing is remembered: for a cell that only looks changed, under the mouse for instance.
        """
        grid, (r, c) = self._reading.grid, cell
        rows = spans_of(np.array(grid.row_edges))[r : r + 1]
        cols = spans_of(np.array(grid.col_edges))[c : c + 1]
        named = name_some(frame.pixels, rows, cols, self._bank)
        if named is None or named.confidence[0, 0] < ACT_CONFIDENCE:
            return None
        return int(named.codes[0, 0])

    @staticmethod
    def _part(frame: Frame, reading: Reading) -> Pixels:
        box = frame.rect.intersect(reading.grid.bbox)
        return frame.pixels[box.y : box.bottom, box.x : box.right]

    @staticmethod
    def _beside(frame: Frame, reading: Reading) -> list[Pixels]:
        """Return what is seen above, below, left and right of the board, up to a cell's width."""
        width, height = (round(size) for size in reading.grid.cell_size)
        box, seen = frame.rect.intersect(reading.grid.bbox), frame.rect
        parts = (
            Rect(box.x, box.y - height, box.w, height),
            Rect(box.x, box.bottom, box.w, height),
            Rect(box.x - width, box.y, width, box.h),
            Rect(box.right, box.y, width, box.h),
        )
        sides = [seen.intersect(part) for part in parts]
        return [frame.pixels[s.y : s.bottom, s.x : s.right] for s in sides]

    def _changed(self, part: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Tell which cells differ, given which values of the board's pixels do."""
        grid = self._reading.grid
        pixels = part.reshape(len(part), part.shape[1] * 3)
        lines = np.flatnonzero(pixels.any(axis=1))
        first, last = int(lines[0]), int(lines[-1]) + 1
        # A pixel on a border may belong to either cell: both count as changed.
        rows = np.clip(np.floor(np.array(grid.row_edges[:-1]) - grid.bbox.y), 0, part.shape[0] - 1)
        cols = np.clip(np.floor(np.array(grid.col_edges[:-1]) - grid.bbox.x), 0, part.shape[1] - 1)
        starts = rows.astype(int)
        found = np.zeros((grid.rows, grid.cols), bool)
        for row in range(
            int(np.searchsorted(starts, first, "right")) - 1, int(np.searchsorted(starts, last))
        ):
            end = starts[row + 1] if row + 1 < grid.rows else len(part)
            line = pixels[starts[row] : max(end, starts[row] + 1)].any(axis=0)
            found[row] = np.logical_or.reduceat(line, 3 * cols.astype(int))
        return found

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
            assumed_mines=standard_mines(board, last.assumed_mines),
        )


def _differ(ring: list[Pixels], before: list[Pixels]) -> bool:
    """Tell whether much of what lies beside one side of a board is not as it was."""
    return any(
        now.shape != old.shape or np.count_nonzero(now != old) > RING_CHANGED * now.size
        for now, old in zip(ring, before, strict=True)
    )
