"""Pictures to readings: locate the lattices, name the cells, say how sure each one is.

`read` looks at a whole picture; `reread` looks again at a board whose place is known, which is what
playing does after every click. Uses numpy and cv2 and never touches the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from autosweep.board import Board
from autosweep.geometry import Cell, Grid
from autosweep.seams import Pixels
from autosweep.vision.cells import Bank, Named, name_cells
from autosweep.vision.image import Picture, load_picture
from autosweep.vision.locate import Candidate, candidates
from autosweep.vision.phase import phase_of, standard_mines
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.rules import broken_cells
from autosweep.vision.themes import Theme, load_themes

MIN_SURE = 0.5
"""Share of cells that must be sure before a lattice is called a board of a known look."""
MIN_TELLING = 0.03
"""Share of the sure cells that must not be empty."""
MAX_BROKEN = 0.4
"""Share of cells that may break a rule before the lattice is no board at all."""
BROKEN_FACTOR = 0.5
"""What is left of the confidence of a cell that breaks the rules of the game."""


def read(
    image: Picture, *, themes: Sequence[Theme] | None = None, thorough: bool = True
) -> list[Reading]:
    """Find and read every board in a picture, the best first.

    `themes` are the packs to use, None for all that are installed. Without `thorough` the search
    ends with the boards that the first look finds, if they are read well. Raises ImageError for
    what is no picture.
    """
    pixels = load_picture(image)
    bank = _bank(tuple(load_themes() if themes is None else themes))
    first = _readings(pixels, bank, candidates(pixels, thorough=False))
    complete = [reading for reading in first if _complete(reading)]
    if first and not thorough and len(complete) == len(first):
        return sorted(first, key=_quality, reverse=True)
    explained = [reading.grid.bbox for reading in complete]
    others = candidates(pixels, thorough=True, explained=explained)
    return sorted(complete + _readings(pixels, bank, others), key=_quality, reverse=True)


def reread(
    frame: Picture, reading: Reading, *, themes: Sequence[Theme] | None = None
) -> Reading | None:
    """Read a board again where it was, or return None when it is no longer there.

    The frame must show the same part of the screen as the one that was read.
    """
    pixels = load_picture(frame)
    packs = [t for t in (load_themes() if themes is None else themes) if t.name == reading.theme]
    bank = _bank(tuple(packs))
    rows, cols = np.array(reading.grid.row_edges), np.array(reading.grid.col_edges)
    if rows[-1] > pixels.shape[0] + 1 or cols[-1] > pixels.shape[1] + 1:
        return None
    named = name_cells(pixels, rows, cols, bank, register=False)
    if named is None or not _believable(named):
        return None
    again = _reading(named)
    if _complete(again):
        return again
    # Doubtful cells may mean that the board moved a little: then it must be located again.
    moved = name_cells(pixels, rows, cols, bank, register=True)
    shifted = moved is not None and (
        abs(moved.row_edges[0] - rows[0]) + abs(moved.col_edges[0] - cols[0]) >= 1
    )
    return None if shifted else again


@lru_cache(maxsize=16)
def _bank(themes: tuple[Theme, ...]) -> Bank:
    return Bank.of(themes)


def _readings(pixels: Pixels, bank: Bank, places: list[Candidate]) -> list[Reading]:
    found = []
    for candidate in places:
        rows = np.array(candidate.grid.row_edges)
        cols = np.array(candidate.grid.col_edges)
        named = name_cells(pixels, rows, cols, bank)
        if named is not None and _believable(named):
            found.append(_reading(named))
    return found


def _believable(named: Named) -> bool:
    """Tell whether a pack explains enough of the cells to call this a board.

    Blank paper can pass for empty cells, so some cells must be something else, and the cells must
    mostly obey the rules.
    """
    sure = named.confidence >= ACT_CONFIDENCE
    if sure.mean() < MIN_SURE:
        return False
    telling = sure & (named.codes != 0)
    if int(telling.sum()) < max(2, MIN_TELLING * int(sure.sum())):
        return False
    rows, cols = named.codes.shape
    broken = broken_cells(Board(rows, cols, named.codes.astype(np.uint8).tobytes()))
    return len(broken) <= MAX_BROKEN * named.codes.size


def _complete(reading: Reading) -> bool:
    return not reading.doubtful


def _quality(reading: Reading) -> float:
    """Return how much was read and how surely, for the order of readings."""
    return float(reading.confidence.sum())


def _reading(named: Named) -> Reading:
    rows, cols = named.codes.shape
    board = Board(rows, cols, named.codes.astype(np.uint8).tobytes())
    confidence = named.confidence.copy()
    for cell in broken_cells(board):
        confidence[cell] *= BROKEN_FACTOR
    return Reading(
        board,
        Grid(tuple(map(float, named.row_edges)), tuple(map(float, named.col_edges))),
        confidence,
        named.theme.name,
        phase_of(board),
        alternatives=_alternatives(named, confidence),
        assumed_mines=standard_mines(board),
    )


def _alternatives(
    named: Named, confidence: npt.NDArray[np.float32]
) -> dict[Cell, tuple[tuple[int, float], ...]]:
    """Return the two likeliest symbols of every cell that is not sure."""
    found: dict[Cell, tuple[tuple[int, float], ...]] = {}
    for r, c in zip(*np.nonzero(confidence < ACT_CONFIDENCE), strict=True):
        sure = float(confidence[r, c])
        best, second = int(named.first[r, c]), int(named.second[r, c])
        found[int(r), int(c)] = ((best, sure), (second, (1 - sure) / 2))
    return found
