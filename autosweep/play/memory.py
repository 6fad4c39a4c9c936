"""What cells of this window looked like, and what they turned out to be.

The same client draws the same symbol with the same pixels. So a cell whose pixels equal those of
cells that were read without doubt is that symbol: a number that is rare on one board may have been
clear on another, and a board of known pictures need not be read again to be followed; there a shade
less or more is the same picture (`autosweep.play.likeness`). Nothing is taken for clear because of
a doubtful cell, and a picture that was ever read in two ways says nothing. Pure: knows neither
screen nor solver.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from autosweep.board import COVERED, HIDDEN, MAX_NUMBER, SHOWN_MINES, Board
from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Frame, Pixels
from autosweep.play.likeness import Likeness, Picture
from autosweep.vision.phase import phase_of, standard_mines
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.rules import broken_cells

_MOST = 8192
"""Pictures kept; the oldest are forgotten first. A client has some dozens."""
_CHANNELS = 3
_KEPT = COVERED | set(range(MAX_NUMBER + 1))
"""Not mines: they are shown when a game is over, and what they show then decides who won."""


class LookMemory:
    """Remembers the pixels of cells and what they were."""

    def __init__(self) -> None:
        self._clear: OrderedDict[Picture, int | None] = OrderedDict()
        self._unclear: OrderedDict[Picture, tuple[int, float]] = OrderedDict()
        self._alike = Likeness()
        self._taught = False
        self._last: tuple[Frame, Reading] | None = None

    def learn(self, frame: Frame, reading: Reading, *, unclear: bool = False) -> None:
        """Remember the clear cells of a reading that was believed: it fits some mine layout.

        With `unclear` those that looking again does not help are remembered as unclear.
        """
        if self._last is not None and self._last[1] is reading and not unclear:
            return
        cells: Iterable[Cell] = _all_cells(reading.board)
        if self._last is not None and self._last[1].grid == reading.grid and not unclear:
            old = self._last[1].board
            other = [c for c in _all_cells(old) if old[c] != reading.board[c]]
            cells = {*changed_cells(self._last[0], frame, reading.grid), *other}
        self._last = (frame, reading)
        for cell in cells:
            code, sure = reading.board[cell], float(reading.confidence[cell])
            if code in _KEPT and sure >= ACT_CONFIDENCE:
                picture = picture_of(frame, reading.grid, cell)
                known = self._clear.get(picture, code)
                if picture not in self._clear or known != code:
                    self._alike.learn(picture, code)
                self._clear[picture] = code if known == code else None
            elif unclear and sure < ACT_CONFIDENCE:
                self._unclear[picture_of(frame, reading.grid, cell)] = code, sure
        for kept in (self._clear, self._unclear):
            while len(kept) > _MOST:
                kept.popitem(last=False)

    def teach(self, frame: Frame, reading: Reading, cell: Cell, code: int) -> None:
        """Remember what a cell is that was read as unclear, covered or a mine, and is otherwise."""
        picture = picture_of(frame, reading.grid, cell)
        unclear = reading.confidence[cell] < ACT_CONFIDENCE
        strange = unclear or reading.board[cell] in SHOWN_MINES | {HIDDEN}
        if strange and self._clear.get(picture, code) == code:
            self._clear[picture] = code
            self._taught |= reading.board[cell] == HIDDEN
            self._unclear.pop(picture, None)

    def recall(self, frame: Frame, reading: Reading) -> Reading:
        """Return the reading with cells named that look exactly as known ones did.

        These are unclear ones, and mines: some clients draw a flag as others draw a mine. Covered
        ones as well once a flag was taken for one.
        """
        known: dict[Cell, tuple[int, float]] = {}
        mistaken = SHOWN_MINES | {HIDDEN} if self._taught else SHOWN_MINES
        for cell in {*reading.uncertain, *reading.board.find(mistaken)}:
            code = self._clear.get(picture_of(frame, reading.grid, cell))
            if code is not None:
                known[cell] = code, 1.0
        return _changed(reading, known) if known else reading

    def follow(self, before: Frame, reading: Reading, frame: Frame) -> Reading | None:
        """Return what the board shows now where every changed cell is known by sight, else None."""
        if before.pixels.shape != frame.pixels.shape:
            return None
        known: dict[Cell, tuple[int, float]] = {}
        for cell in changed_cells(before, frame, reading.grid):
            picture = picture_of(frame, reading.grid, cell)
            code = self._clear.get(picture)
            seen = self._unclear.get(picture) if code is None else (code, 1.0)
            if seen is None and picture not in self._clear:
                code = self._alike.code(picture)
                seen = None if code is None else (code, 1.0)
            if seen is None:
                return None
            known[cell] = seen
        now = _changed(reading, known) if known else reading
        return None if broken_cells(now.board) else now

    def unclear_cells(self, frame: Frame, reading: Reading) -> list[Cell]:
        """Return the doubtful cells that look exactly as some for which waiting was of no use."""
        return [c for c in reading.uncertain if picture_of(frame, reading.grid, c) in self._unclear]

    def forget_unclear(self) -> None:
        """Give unclear pictures another chance: with more cells open they may be clear."""
        self._unclear.clear()


def changed_cells(before: Frame, frame: Frame, grid: Grid) -> list[Cell]:
    """Return the cells whose pixels differ between two frames of the same place."""
    if before.pixels.shape != frame.pixels.shape:
        return [(r, c) for r in range(grid.rows) for c in range(grid.cols)]
    # A cell is the whole pixels of its rectangle; rectangles of neighbours share no pixel.
    # Cells at a cut may reach beyond the frame.
    height, width = frame.pixels.shape[:2]
    tops = [min(max(0, round(edge)), height) for edge in grid.row_edges]
    lefts = np.clip(np.round(grid.col_edges).astype(int), 0, width)
    found: list[Cell] = []
    for row, (top, bottom) in enumerate(pairwise(tops)):
        was, now = before.pixels[top:bottom], frame.pixels[top:bottom]
        # Most rows are as they were, which is seen soonest without noting where they differ.
        if not same_pixels(was, now):
            differ = np.bitwise_xor(was, now).reshape(len(now), -1)
            line = np.bitwise_or.reduce(differ, axis=0).reshape(width, _CHANNELS).any(axis=1)
            before_pixel = np.concatenate([[0], np.cumsum(line)])
            cells = np.diff(before_pixel[lefts])
            found.extend((row, col) for col in np.flatnonzero(cells).tolist())
    return found


def same_pixels(one: Pixels, other: Pixels) -> bool:
    """Tell whether two pictures are the same in every pixel; the fastest way to, asked often."""
    if one is other or one.shape != other.shape:
        return one is other
    return one.size == 0 or cv2.norm(one, other, cv2.NORM_INF) == 0


def picture_of(frame: Frame, grid: Grid, cell: Cell) -> Picture:
    """Return a cell's pixels as something to look up."""
    row, col = cell
    # As its rectangle, without making one: this is asked for every cell that changed.
    top, left = max(0, round(grid.row_edges[row])), max(0, round(grid.col_edges[col]))
    bottom, right = round(grid.row_edges[row + 1]), round(grid.col_edges[col + 1])
    part = frame.pixels[top:bottom, left:right]
    return part.shape[1], part.shape[0], part.tobytes()


def _all_cells(board: Board) -> list[Cell]:
    return [board.cell(i) for i in range(len(board.cells))]


def _changed(reading: Reading, known: dict[Cell, tuple[int, float]]) -> Reading:
    """Return a reading with some cells named anew."""
    confidence = reading.confidence.copy()
    for cell, (_, sure) in known.items():
        confidence[cell] = sure
    board = reading.board.with_cells({cell: code for cell, (code, _) in known.items()})
    others = {cell: some for cell, some in reading.alternatives.items() if cell not in known}
    return replace(
        reading,
        board=board,
        confidence=confidence,
        alternatives=others,
        phase=phase_of(board),
        assumed_mines=standard_mines(board, reading.assumed_mines),
    )
