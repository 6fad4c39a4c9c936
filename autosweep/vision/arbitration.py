"""Two sources of grids, one answer: which of two grids of the same board is kept.

Where both sources agree the reading of the first one stays. Where they differ the same reader reads
both grids: fewer cells that break a rule win, then more certain cells, then the larger grid; the
first source wins where they are equal. Certain cells are counted, not uncertain
ones: a grid that lacks a line has fewer of both. A grid of the votes is never acted on unless it
holds certain numbers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from autosweep.board import MAX_NUMBER, Phase
from autosweep.errors import EnvironmentFault
from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.vision.combine import GENERIC
from autosweep.vision.cut_sides import NONE, Sides
from autosweep.vision.extent_evidence import doubtful_sides, same_grid, voted_doubts
from autosweep.vision.locating.acceptance import shape_tests
from autosweep.vision.reading import ACT_CONFIDENCE, Doubt, Reading
from autosweep.vision.rules import broken_cells
from autosweep.vision.thresholds import (
    MAX_AGREED,
    MAX_GRID_OUTSIDE,
    MAX_VOTED_UNCERTAIN,
    MIN_CERTAIN_NUMBERS,
)
from autosweep.vision.trace import GridTest, Trace, fails
from autosweep.vision.votes.refine import VotedGrid
from autosweep.vision.votes.search import shares, voted_grids

_log = logging.getLogger(__name__)

GridReader = Callable[[Grid], Reading | None]
"""Reads a grid; None if what is there is no board."""


@dataclass(frozen=True, slots=True, eq=False)
class _Opinion:
    """A reading and the sides on which its board may have more lines."""

    reading: Reading
    doubts: Sides

    @property
    def settled(self) -> bool:
        """True if no other opinion is needed.

        A board that a theme explains has its extent from what the theme knows. Any other must have
        a clear extent, and all its cells must be certain and obey the rules.
        """
        reading = self.reading
        if reading.theme != GENERIC:
            return True
        return not (any(self.doubts) or reading.uncertain or broken_cells(reading.board))

    @property
    def rank(self) -> tuple[int, int, int]:
        """What makes it worse than another opinion of the same board, first things first."""
        reading = self.reading
        cells = len(reading.board.cells)
        certain = cells - len(reading.uncertain)
        return len(broken_cells(reading.board)), -certain, -cells

    def result(self) -> Reading:
        """Return the reading; what is at a doubtful side is uncertain."""
        return self.reading.with_cut(self.doubts)


def arbitrated(
    pixels: Pixels, first: Sequence[Reading], read_grid: GridReader, trace: Trace | None = None
) -> list[Reading]:
    """Return the readings of the first source, bettered and completed by the votes where needed.

    The votes are asked if the first source found nothing or something that is not settled. Where
    the network cannot be used the first source goes on alone, and a warning says so.
    """
    kept = [_Opinion(reading, _doubts(pixels, reading)) for reading in first]
    if not kept or not all(opinion.settled for opinion in kept):
        explained = [opinion.reading.grid.bbox for opinion in kept if opinion.settled]
        try:
            tried: list[Grid] = []
            for voted in voted_grids(pixels, explained=explained, trace=trace):
                for grid in voted:
                    if not any(same_grid(grid.grid, other) for other in tried):
                        tried.append(grid.grid)
                        kept = _with_grid(pixels, kept, grid, read_grid, trace)
                if kept:
                    break
        except EnvironmentFault as fault:
            _warn_once(f"{fault} {fault.remedy}")
    return [opinion.result() for opinion in kept]


@lru_cache(maxsize=8)
def _warn_once(sentence: str) -> None:
    """Log a warning, once for all frames."""
    _log.warning(sentence)


def _doubts(pixels: Pixels, reading: Reading) -> Sides:
    return NONE if reading.theme != GENERIC else doubtful_sides(pixels, reading)


def _with_grid(
    pixels: Pixels,
    kept: list[_Opinion],
    voted: VotedGrid,
    read_grid: GridReader,
    trace: Trace | None,
) -> list[_Opinion]:
    """Return opinions with what a grid of the votes adds to them."""
    if fails(_grid_tests(pixels, voted.grid), trace, "votes", voted.grid):
        return kept
    rivals = [o for o in kept if shares(o.reading.grid.bbox, voted.grid.bbox)]
    if any(rival.settled for rival in rivals):
        return kept
    others = [o for o in kept if o not in rivals]
    confirmed = [_confirmed(rival, voted) for rival in rivals]
    if any(same_grid(rival.reading.grid, voted.grid) for rival in rivals):
        # Edges that differ by parts of a pixel would make other cells certain by chance.
        return [*others, *confirmed]
    reading = read_grid(voted.grid)
    if reading is None:
        return [*others, *confirmed]
    if not rivals and fails(_told_tests(reading), trace, "votes", voted.grid):
        return kept
    unclear = voted_doubts(voted)
    opinion = _Opinion(_capped(reading) if any(unclear) else numbered(reading), unclear)
    beaten = all(opinion.rank < rival.rank for rival in confirmed)
    return [*others, opinion] if beaten else [*others, *confirmed]


def _confirmed(opinion: _Opinion, voted: VotedGrid) -> _Opinion:
    """Return an opinion without the doubts that the votes for the same grid remove."""
    if not same_grid(opinion.reading.grid, voted.grid):
        return opinion
    unclear = voted_doubts(voted)
    above, below, left, right = (
        mine and theirs for mine, theirs in zip(opinion.doubts, unclear, strict=True)
    )
    return replace(opinion, doubts=(above, below, left, right))


def _grid_tests(pixels: Pixels, grid: Grid) -> Iterator[GridTest]:
    """Yield the tests of a grid that the votes found, before it is read."""
    height, width = pixels.shape[:2]
    frame = Rect(0, 0, width, height)
    yield GridTest("share of a cell outside", _outside(grid, frame), "<=", MAX_GRID_OUTSIDE)
    yield from shape_tests(pixels, grid)


def _told_tests(reading: Reading) -> Iterator[GridTest]:
    """Yield the test that a board which only the votes found can be read."""
    yield GridTest("unreadable board", reading.doubt is Doubt.UNREADABLE, "<=", 0)


def _outside(grid: Grid, frame: Rect) -> float:
    """Return how far a grid reaches over the border of the frame, in cells."""
    wide, high = grid.cell_size
    return max(
        (frame.x - grid.col_edges[0]) / wide,
        (frame.y - grid.row_edges[0]) / high,
        (grid.col_edges[-1] - frame.right) / wide,
        (grid.row_edges[-1] - frame.bottom) / high,
    )


def numbered(reading: Reading) -> Reading:
    """Return the reading of a grid of the votes: certain only with numbers and nearly whole.

    Other grids of tiles look like a game that has not begun, and a theme may take the empty cells
    of another client for its hidden ones; numbers that fit their neighbours are what these lack.
    """
    certain = reading.confidence >= ACT_CONFIDENCE
    numbers = sum(bool(certain[cell]) for cell in reading.board.find(range(1, MAX_NUMBER + 1)))
    few = len(reading.uncertain) <= MAX_VOTED_UNCERTAIN * len(reading.board.cells)
    if numbers >= MIN_CERTAIN_NUMBERS and few:
        return reading
    if reading.doubt is None and reading.phase is Phase.READY:
        return reading.with_doubt(Doubt.UNPROVEN)
    return _capped(reading)


def _capped(reading: Reading) -> Reading:
    """Return a reading without a certain cell."""
    confidence = np.minimum(reading.confidence, np.float32(MAX_AGREED))
    return replace(reading, confidence=confidence)
