"""Reads a board frame by frame: only cells whose pixels changed are read again.

An unchanged board costs one comparison. Whenever the changed cells alone are not certain, the whole
board is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from autosweep.board import Board
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Frame, Pixels
from autosweep.tracking.anchors import anchors_of
from autosweep.tracking.changes import board_pixels, board_rect, changed_cells, same_pixels
from autosweep.vision.classify.by_theme import Bank, name_some
from autosweep.vision.locating.candidates import still_there
from autosweep.vision.phase import phase_of, standard_mines
from autosweep.vision.read import reread
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.resample import spans_of
from autosweep.vision.rules import broken_cells
from autosweep.vision.themes import Theme, load_themes

MAX_CHANGED = 0.5
"""Share of changed cells above which the whole board is read again."""
MIN_UNCHANGED = 0.15
"""Share of unchanged cells that shows that the board is where it was, set by hand: an opening of
most of a board leaves more."""
MARGIN_CHANGED = 0.4
"""Share of changed values beside one side of the board above which it may have moved."""


class IncrementalReader:
    """Reads one board at one place by one theme."""

    def __init__(
        self, frame: Frame, reading: Reading, *, themes: Sequence[Theme] | None = None
    ) -> None:
        """Start from a reading of a frame; later frames must show the same part of the screen."""
        self._themes = tuple(load_themes() if themes is None else themes)
        self._bank = Bank.of([t for t in self._themes if t.name == reading.theme])
        self._frame = frame
        self._reading = reading

    def update(
        self, frame: Frame, *, hasty: bool = False, fresh: Frame | None = None
    ) -> Reading | None:
        """Return the reading of a frame, or None if the board is no longer where it was.

        With `hasty` None is returned also if the theme alone does not read it with certainty.
        `fresh` is a frame of the same place on which all cells were hidden.
        """
        last = self._reading
        if frame.pixels.shape != self._frame.pixels.shape:
            return None
        if same_pixels(board_pixels(frame, last.grid), board_pixels(self._frame, last.grid)):
            return last
        # A window moved by whole cells shows cells everywhere but at its new border.
        if self._margin_changed(frame) and not still_there(frame.pixels, last.grid):
            return None
        changed = changed_cells(self._frame.pixels, frame.pixels, last.grid)
        reading = None
        if len(changed) <= MAX_CHANGED * len(last.board.cells) and self._bank.themes:
            reading = self._reread_some(frame.pixels, changed)
        if reading is None:
            # Cells that have the very same pixels are still where they were.
            unchanged = 1 - len(changed) / len(last.board.cells)
            in_place = unchanged >= MIN_UNCHANGED
            reading = reread(
                frame,
                last,
                themes=self._themes,
                hasty=hasty,
                in_place=in_place,
                anchors=None if hasty or fresh is None else anchors_of(fresh, frame, last.grid),
            )
        if reading is not None:
            self._frame, self._reading = frame, reading
        return reading

    def unnamed_cells(self, frame: Frame) -> int:
        """Return how many changed cells the theme alone does not name with certainty.

        The state of the reader does not change.
        """
        last = self._reading
        if frame.pixels.shape != self._frame.pixels.shape:
            return len(last.board.cells)
        changed = changed_cells(self._frame.pixels, frame.pixels, last.grid)
        return sum(self.read_cell(frame, cell) is None for cell in changed)

    def read_cell(self, frame: Frame, cell: Cell) -> int | None:
        """Return the symbol of one cell by the theme alone, None if that is not certain.

        The state of the reader does not change.
        """
        grid, (r, c) = self._reading.grid, cell
        rows = spans_of(np.array(grid.row_edges))[r : r + 1]
        cols = spans_of(np.array(grid.col_edges))[c : c + 1]
        named = name_some(frame.pixels, rows, cols, self._bank)
        if named is None or named.confidence[0, 0] < ACT_CONFIDENCE:
            return None
        return int(named.codes[0, 0])

    def _reread_some(self, pixels: Pixels, changed: Sequence[Cell]) -> Reading | None:
        """Read the rows and columns with changes again; None if that is not certain."""
        last = self._reading
        rows, cols = (np.array(sorted(set(line))) for line in zip(*changed, strict=True))
        named = name_some(
            pixels,
            spans_of(np.array(last.grid.row_edges))[rows],
            spans_of(np.array(last.grid.col_edges))[cols],
            self._bank,
        )
        if named is None or (named.confidence < ACT_CONFIDENCE).any():
            return None
        shape = last.board.rows, last.board.cols
        codes = np.frombuffer(last.board.cells, np.uint8).reshape(shape).copy()
        confidence = last.confidence.copy()
        codes[np.ix_(rows, cols)] = named.codes
        confidence[np.ix_(rows, cols)] = named.confidence
        board = Board(*shape, codes.tobytes(), last.board.mines)
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

    def _margin_changed(self, frame: Frame) -> bool:
        """Return True if much of what lies beside one side of the board has changed."""
        for side in self._margin(frame):
            was, now = self._frame.crop(side).pixels, frame.crop(side).pixels
            if np.count_nonzero(now != was) > MARGIN_CHANGED * now.size:
                return True
        return False

    def _margin(self, frame: Frame) -> tuple[Rect, ...]:
        """Return the parts above, below, left and right of the board, up to a cell wide."""
        grid = self._reading.grid
        width, height = (round(size) for size in grid.cell_size)
        box = board_rect(frame, grid)
        return (
            Rect(box.x, box.y - height, box.w, height),
            Rect(box.x, box.bottom, box.w, height),
            Rect(box.x - width, box.y, width, box.h),
            Rect(box.right, box.y, width, box.h),
        )
