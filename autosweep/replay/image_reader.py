"""Reading one board picture after picture: only what changed is read again.

A changed cell whose pixels are exactly those of a cell that was read for certain before is what
that cell was; the rest goes to the tracker that playing uses, and where that loses the board, it is
searched for in the whole picture.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from autosweep.board import Board
from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Frame, Pixels
from autosweep.tracking.incremental import IncrementalReader
from autosweep.vision.phase import phase_of, standard_mines
from autosweep.vision.read import read
from autosweep.vision.reading import Reading
from autosweep.vision.rules import broken_cells

MAX_LOOKS = 20_000
"""Cell pictures that are remembered."""


class ImageReader:
    """The eyes of a replay."""

    def __init__(self, *, careful: bool = True, may_be_cut: bool = True) -> None:
        """Begin; with `careful` a board that is not read for certain is read from scratch too.

        `may_be_cut` is as for `read`: False where it is known on which sides a board is cut off.
        """
        self._careful = careful
        self._may_be_cut = may_be_cut
        self._pixels: Pixels | None = None
        self._reading: Reading | None = None
        self._tracker: IncrementalReader | None = None
        self._unclear: Reading | None = None
        self._looks: dict[bytes, int] = {}

    def read(self, pixels: Pixels, size: tuple[int, int] | None = None) -> Reading | None:
        """Return what the board shows in the next picture, or None where there is no board.

        `size` is the number of rows and columns that are expected, where that is known.
        """
        reading = self._by_memory(pixels)
        if reading is not None:
            # Nothing to learn: every cell of it is known already.
            self._pixels, self._reading = pixels, reading
            return reading
        reading = self._by_tracking(pixels)
        if reading is None:
            return self.search(pixels, size)
        self._keep(pixels, reading)
        return reading

    def search(self, pixels: Pixels, size: tuple[int, int] | None = None) -> Reading | None:
        """Return the board as it is found and read from scratch."""
        last = self._reading
        if size is None and last is not None:
            size = (last.board.rows, last.board.cols)
        found = self._from_scratch(pixels)
        same = [r for r in found if (r.board.rows, r.board.cols) == size]
        best = next(iter(same or found), None)
        if best is not None:
            self._tracker = IncrementalReader(Frame(pixels), best)
            self._keep(pixels, best)
        return best

    def _from_scratch(self, pixels: Pixels) -> list[Reading]:
        return read(pixels, thorough=False, may_be_cut=self._may_be_cut)

    def _keep(self, pixels: Pixels, reading: Reading) -> None:
        before, self._pixels, self._reading = self._reading, pixels, reading
        if before is not None and before.board == reading.board and before.grid == reading.grid:
            return
        if len(self._looks) > MAX_LOOKS:
            self._looks.clear()
        unsure = set(reading.uncertain)
        for i, code in enumerate(reading.board.cells):
            cell = reading.board.cell(i)
            if cell not in unsure:
                self._looks[_look(pixels, reading.grid, cell)] = code

    def _by_memory(self, pixels: Pixels) -> Reading | None:
        """Read the changed cells by what looked exactly the same before, if all of them did."""
        last, before = self._reading, self._pixels
        if last is None or before is None or before.shape != pixels.shape:
            return None
        box = last.grid.bbox
        part = (slice(max(0, box.y), box.bottom), slice(max(0, box.x), box.right))
        differ = (pixels[part] != before[part]).any(axis=2)
        if not differ.any():
            return last
        changed = _changed(differ, last.grid, (part[0].start, part[1].start))
        if any(_near(cell, other) for cell in last.uncertain for other in changed):
            return None  # what is new there may clear up the doubt
        changes: dict[Cell, int] = {}
        for cell in changed:
            code = self._looks.get(_look(pixels, last.grid, cell))
            if code is None:
                return None
            changes[cell] = code
        board = last.board.with_cells(changes)
        if broken_cells(board) - set(last.uncertain):
            return None
        return _with_board(last, board)

    def _by_tracking(self, pixels: Pixels) -> Reading | None:
        if self._tracker is None or self._pixels is None or self._pixels.shape != pixels.shape:
            return None
        reading = self._tracker.update(Frame(pixels))
        if reading is None or not reading.uncertain or not self._careful:
            return reading
        if reading is self._unclear:
            return reading
        best = reading
        for other in self._from_scratch(pixels):
            same = (other.board.rows, other.board.cols) == (reading.board.rows, reading.board.cols)
            if same and len(other.uncertain) < len(best.uncertain):
                best = other
        if best is reading:
            self._unclear = reading
        else:
            self._tracker = IncrementalReader(Frame(pixels), best)
        return best


def _with_board(last: Reading, board: Board) -> Reading:
    return replace(
        last,
        board=board,
        phase=phase_of(board),
        alternatives={},
        assumed_mines=standard_mines(board, last.assumed_mines),
    )


def _near(cell: Cell, other: Cell) -> bool:
    """Tell whether two cells share a neighbour."""
    return max(abs(cell[0] - other[0]), abs(cell[1] - other[1])) <= 2


def _look(pixels: Pixels, grid: Grid, cell: Cell) -> bytes:
    """Return a cell's pixels with their width, so that equal bytes are equal pictures."""
    rect = grid.cell_rect(cell)
    part = pixels[max(0, rect.y) : rect.bottom, max(0, rect.x) : rect.right]
    return bytes(part.shape[1].to_bytes(4, "little") + part.tobytes())


def _changed(differ: npt.NDArray[np.bool_], grid: Grid, corner: tuple[int, int]) -> list[Cell]:
    """Return the cells in which pixels differ."""
    found = []
    for r in range(grid.rows):
        top, bottom = round(grid.row_edges[r]) - corner[0], round(grid.row_edges[r + 1]) - corner[0]
        line = differ[max(0, top) : bottom]
        if not line.any():
            continue
        for c in range(grid.cols):
            left = round(grid.col_edges[c]) - corner[1]
            right = round(grid.col_edges[c + 1]) - corner[1]
            if line[:, max(0, left) : right].any():
                found.append((r, c))
    return found
