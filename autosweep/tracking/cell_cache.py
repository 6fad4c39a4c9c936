"""Cells by their exact pixels: what a cell of this window looked like, and what it was.

The same client draws the same symbol with the same pixels. So a cell whose pixels equal those of a
cell that was read with certainty has that symbol, and a board on which every changed cell is cached
need not be read again. Nothing becomes certain because of an uncertain cell, and pixels that were
ever read in two ways are no longer used. Pure.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

from autosweep.board import HIDDEN, MAX_NUMBER, OPENABLE, SHOWN_MINES, Board
from autosweep.geometry import Cell
from autosweep.interfaces import Frame
from autosweep.tracking.changes import (
    CellImage,
    cell_image,
    changed_cells,
    plain_color,
    same_color,
)
from autosweep.tracking.near_cells import NearCells
from autosweep.vision.phase import phase_of, standard_mines
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.rules import broken_cells

_CAPACITY = 8192
"""Images kept; the oldest are dropped first. A client has some dozens."""
_CACHED_CODES = OPENABLE | set(range(MAX_NUMBER + 1))
"""Not mines: they are shown when a game is over, and what they show then decides who won."""


class CellCache:
    """Maps the pixels of cells to their symbols."""

    def __init__(self) -> None:
        self._certain: OrderedDict[CellImage, int | None] = OrderedDict()
        """None where the same pixels were read in two ways."""
        self._uncertain: OrderedDict[CellImage, tuple[int, float]] = OrderedDict()
        self._near = NearCells()
        self._hidden_taught = False
        self._zero_colors: set[tuple[int, ...]] = set()
        """Colours of plain cells that are zeros. Not their pixels: on many boards the lines of a
        cell change with the cells beside it."""
        self._last: tuple[Frame, Reading] | None = None

    def learn(self, frame: Frame, reading: Reading, *, uncertain: bool = False) -> None:
        """Store the certain cells of a reading that is consistent.

        With `uncertain` those cells are stored as uncertain that reading again does not help.
        """
        if self._last is not None and self._last[1] is reading and not uncertain:
            return
        cells: Iterable[Cell] = _all_cells(reading.board)
        if self._last is not None and self._last[1].grid == reading.grid and not uncertain:
            old = self._last[1].board
            other = [c for c in _all_cells(old) if old[c] != reading.board[c]]
            changed = changed_cells(self._last[0].pixels, frame.pixels, reading.grid)
            cells = {*changed, *other}
        self._last = (frame, reading)
        for cell in cells:
            code, confidence = reading.board[cell], float(reading.confidence[cell])
            if code in _CACHED_CODES and confidence >= ACT_CONFIDENCE:
                image = cell_image(frame.pixels, reading.grid, cell)
                known = self._certain.get(image, code)
                if image not in self._certain or known != code:
                    self._near.learn(image, code)
                self._certain[image] = code if known == code else None
            elif uncertain and confidence < ACT_CONFIDENCE:
                image = cell_image(frame.pixels, reading.grid, cell)
                self._uncertain[image] = code, confidence
        for stored in (self._certain, self._uncertain):
            while len(stored) > _CAPACITY:
                stored.popitem(last=False)

    def teach(self, frame: Frame, reading: Reading, cell: Cell, code: int) -> None:
        """Store what a cell is that was read as uncertain, hidden or a mine and is `code`."""
        image = cell_image(frame.pixels, reading.grid, cell)
        uncertain = reading.confidence[cell] < ACT_CONFIDENCE
        correctable = uncertain or reading.board[cell] in SHOWN_MINES | {HIDDEN}
        if correctable and self._certain.get(image, code) == code:
            self._certain[image] = code
            self._hidden_taught |= reading.board[cell] == HIDDEN
            self._uncertain.pop(image, None)

    def teach_zero(self, frame: Frame, reading: Reading, cell: Cell) -> None:
        """Store that plain cells of the colour of this one are zeros, whatever lies beside them."""
        color = plain_color(frame.pixels, reading.grid, cell)
        if color is not None:
            self._zero_colors.add(color)

    def correct(self, frame: Frame, reading: Reading) -> Reading:
        """Return the reading with cached symbols where it is uncertain or shows mines.

        Mines, because some clients draw a flag as others draw a mine; hidden cells too once one of
        them was taught to be something else.
        """
        known: dict[Cell, tuple[int, float]] = {}
        also_hidden = self._hidden_taught or self._zero_colors
        mistaken = SHOWN_MINES | {HIDDEN} if also_hidden else SHOWN_MINES
        for cell in {*reading.uncertain, *reading.board.find(mistaken)}:
            code = self._certain.get(cell_image(frame.pixels, reading.grid, cell))
            if self._is_zero(frame, reading, cell):
                code = 0
            if code is not None:
                known[cell] = code, 1.0
        return _with_cells(reading, known) if known else reading

    def _is_zero(self, frame: Frame, reading: Reading, cell: Cell) -> bool:
        color = plain_color(frame.pixels, reading.grid, cell) if self._zero_colors else None
        return color is not None and any(same_color(color, zero) for zero in self._zero_colors)

    def update(self, before: Frame, reading: Reading, frame: Frame) -> Reading | None:
        """Return the reading of a frame if every changed cell is cached, else None.

        `reading` is that of the frame `before`.
        """
        if before.pixels.shape != frame.pixels.shape:
            return None
        known: dict[Cell, tuple[int, float]] = {}
        for cell in changed_cells(before.pixels, frame.pixels, reading.grid):
            image = cell_image(frame.pixels, reading.grid, cell)
            code = self._certain.get(image)
            found = self._uncertain.get(image) if code is None else (code, 1.0)
            if found is None and image not in self._certain:
                code = self._near.match(image)
                found = None if code is None else (code, 1.0)
            if found is None:
                return None
            known[cell] = found
        now = _with_cells(reading, known) if known else reading
        # A cell whose ground is drawn before its number looks empty for a moment.
        return None if broken_cells(now.board) else now

    def known_uncertain(self, frame: Frame, reading: Reading) -> list[Cell]:
        """Return the uncertain cells with pixels that were stored as uncertain."""
        return [
            cell
            for cell in reading.uncertain
            if cell_image(frame.pixels, reading.grid, cell) in self._uncertain
        ]

    def forget_uncertain(self) -> None:
        """Drop the uncertain images: with more cells open they may be certain."""
        self._uncertain.clear()


def _all_cells(board: Board) -> list[Cell]:
    return [board.cell(i) for i in range(len(board.cells))]


def _with_cells(reading: Reading, known: dict[Cell, tuple[int, float]]) -> Reading:
    """Return a reading with other symbols and confidences of some cells."""
    confidence = reading.confidence.copy()
    for cell, (_, certainty) in known.items():
        confidence[cell] = certainty
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
