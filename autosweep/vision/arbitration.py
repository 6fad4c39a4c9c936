"""Two sources of grids, one answer: which of two grids of the same board is kept.

Where both sources agree the reading of the first one stays. Where they differ the same reader reads
both grids: fewer cells that break a rule win, then more certain cells, then the larger grid; the
first source wins where they are equal. Certain cells are counted, not uncertain
ones: a grid that lacks a line has fewer of both. A grid of the votes is never acted on unless it
holds certain numbers. A grid that both sources found, or the votes alone without any doubt, is a
board that cannot be read rather than nothing.
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
from autosweep.vision.classify.thresholds import MAX_BROKEN
from autosweep.vision.combine import GENERIC
from autosweep.vision.cut_sides import NONE, Sides, either
from autosweep.vision.extent_evidence import added_lines, doubtful_sides, same_grid, voted_doubts
from autosweep.vision.locating.acceptance import shape_tests
from autosweep.vision.reading import ACT_CONFIDENCE, Doubt, Reading
from autosweep.vision.rules import broken_cells, cells_at_fault
from autosweep.vision.thresholds import (
    MAX_AGREED,
    MAX_GRID_OUTSIDE,
    MAX_SMALL_CELL,
    MAX_VOTED_UNCERTAIN,
    MIN_CERTAIN_NUMBERS,
    MIN_TOLD_SCORE,
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
    uncapped: Reading | None = None
    """The reading before a grid of the votes lost its certain cells; None where it lost none."""
    unproven: Reading | None = None
    """The reading before a thin grid lost its certain cells, which votes for it give back."""

    @property
    def settled(self) -> bool:
        """True if no other opinion is needed.

        A board that a theme explains has its extent from what the theme knows. Any other must have
        a clear extent, and all its cells must be certain, but at a cut, and obey the rules.
        """
        reading = self.reading
        if reading.theme != GENERIC:
            return True
        certain = bool((reading.at_cut | (reading.confidence >= ACT_CONFIDENCE)).all())
        doubts = any(doubt and not cut for doubt, cut in zip(self.doubts, reading.cut, strict=True))
        return certain and not (doubts or broken_cells(reading.board))

    @property
    def rank(self) -> tuple[int, int, int]:
        """What makes it worse than another opinion of the same board, first things first."""
        reading = self.uncapped or self.reading
        cells = len(reading.board.cells)
        certain = cells - len(reading.uncertain)
        return len(broken_cells(reading.board)), -certain, -cells

    def result(self) -> Reading:
        """Return the reading; what is at a doubtful side is uncertain."""
        return self.reading.with_cut(self.doubts)


def arbitrated(  # noqa: PLR0913 - each is named at the call
    pixels: Pixels,
    first: Sequence[Reading],
    read_grid: GridReader,
    trace: Trace | None = None,
    *,
    refused: list[Reading] | None = None,
    rejected: Callable[[], Sequence[Grid]] = tuple,
    thin: Sequence[Grid] = (),
) -> list[Reading]:
    """Return the readings of the first source, bettered and completed by the votes where needed.

    The votes are asked if the first source found nothing or something that is not settled; those
    for small cells only where nothing was found, or a board of small cells is not settled. Where
    the network cannot be used the first source goes on alone, and a warning says so.

    `refused` holds grids of the first source that are no game, as boards that cannot be read;
    `read_grid` may add those that it refuses. `rejected` returns grids that look like another
    game: the votes alone do not make a board of them. `thin` are grids of the first source that
    few cells speak for: without a theme or votes for them no cell is certain.
    """
    refused = [] if refused is None else refused
    kept = [_first_opinion(pixels, reading, thin) for reading in first]
    if not kept or not all(opinion.settled for opinion in kept):
        explained = [opinion.reading.grid.bbox for opinion in kept if opinion.settled]
        try:
            tried: list[VotedGrid] = []
            by_first = len(refused)
            for voted in voted_grids(pixels, explained=explained, trace=trace):
                for grid in voted:
                    if not any(same_grid(grid.grid, other.grid) for other in tried):
                        tried.append(grid)
                        kept = _with_grid(pixels, kept, grid, (read_grid, refused), trace)
                if kept and not any(_has_small_cells(opinion) for opinion in kept):
                    break
            if refused:
                others = rejected()
                tried = [v for v in tried if not any(same_grid(v.grid, one) for one in others)]
                kept = _with_told(kept, tried, refused, by_first, trace)
        except EnvironmentFault as fault:
            _warn_once(f"{fault} {fault.remedy}")
    return [opinion.result() for opinion in kept]


@lru_cache(maxsize=8)
def _warn_once(sentence: str) -> None:
    """Log a warning, once for all frames."""
    _log.warning(sentence)


def _first_opinion(pixels: Pixels, reading: Reading, thin: Sequence[Grid]) -> _Opinion:
    doubts = _doubts(pixels, reading)
    if reading.theme != GENERIC or reading.grid not in thin:
        return _Opinion(reading, doubts)
    return _Opinion(_capped(reading), doubts, unproven=reading)


def _doubts(pixels: Pixels, reading: Reading) -> Sides:
    return NONE if reading.theme != GENERIC else doubtful_sides(pixels, reading)


def _with_grid(
    pixels: Pixels,
    kept: list[_Opinion],
    voted: VotedGrid,
    reader: tuple[GridReader, list[Reading]],
    trace: Trace | None,
) -> list[_Opinion]:
    """Return opinions with what a grid of the votes adds to them."""
    if fails(_grid_tests(pixels, voted.grid), trace, "votes", voted.grid):
        return kept
    rivals = [o for o in kept if shares(o.reading.grid.bbox, voted.grid.bbox)]
    settled = sum(rival.settled for rival in rivals)
    if fails([GridTest("settled boards there", settled, "<=", 0)], trace, "votes", voted.grid):
        return kept
    others = [o for o in kept if o not in rivals]
    confirmed = [_confirmed(rival, voted) for rival in rivals]
    if any(same_grid(rival.reading.grid, voted.grid) for rival in rivals):
        # Edges that differ by parts of a pixel would make other cells certain by chance.
        return [*others, *confirmed]
    read_grid, refused = reader
    if any(same_grid(voted.grid, other.grid) for other in refused):
        return [*others, *confirmed]
    reading = read_grid(voted.grid)
    if reading is None:
        return [*others, *confirmed]
    if reading.doubt is Doubt.UNREADABLE:
        refused.append(reading)
        # Of two grids that cannot be read that of the first source is kept, unless it is a piece.
        beaten = all(_is_piece(rival, voted.grid) for rival in rivals) and bool(rivals)
        return (
            [*others, _Opinion(reading, voted_doubts(voted))] if beaten else [*others, *confirmed]
        )
    opinion = _voted_opinion(reading, voted, confirmed)
    better = (_better_test(opinion, rival) for rival in confirmed)
    beaten = not fails(better, trace, "votes", voted.grid)
    return [*others, opinion] if beaten else [*others, *confirmed]


def _better_test(opinion: _Opinion, rival: _Opinion) -> GridTest:
    """Return the test that a grid of the votes is better than one of the first source."""
    mine, other = opinion.rank, rival.rank
    at = next((k for k in range(len(mine)) if mine[k] != other[k]), len(mine) - 1)
    if at == 0:
        return GridTest("cells that break a rule", mine[0], "<", other[0])
    return GridTest(("certain cells", "cells")[at - 1], -mine[at], ">=", 1 - other[at])


def _voted_opinion(reading: Reading, voted: VotedGrid, rivals: Sequence[_Opinion]) -> _Opinion:
    """Return the opinion on a grid of the votes, given those of the same board.

    A grid that adds lines to one of the first source is found by both as far as that one goes:
    where the lines were added it is in doubt.
    """
    unclear = voted_doubts(voted)
    for rival in rivals:
        added = added_lines(rival.reading.grid, voted.grid)
        if added is not None:
            return _Opinion(reading, either(unclear, added))
    if any(unclear):
        return _Opinion(_capped(reading), unclear)
    return _Opinion(numbered(reading), unclear, uncapped=reading)


def _is_piece(opinion: _Opinion, grid: Grid) -> bool:
    """Return True if a board is a small part of a grid, or one that breaks rules.

    A board with certain cells is one only if it is small and lies on the lines of the grid.
    """
    reading = opinion.reading
    small = 2 * reading.grid.bbox.area <= grid.bbox.area
    if reading.confidence.max() >= ACT_CONFIDENCE:
        return small and added_lines(reading.grid, grid, max(grid.rows, grid.cols)) is not None
    return small or len(broken_cells(reading.board)) > MAX_BROKEN * len(reading.board.cells)


def _has_small_cells(opinion: _Opinion) -> bool:
    """Return True if the votes for small cells may say more of a board that is not settled."""
    return not opinion.settled and min(opinion.reading.grid.cell_size) < MAX_SMALL_CELL


def _confirmed(opinion: _Opinion, voted: VotedGrid) -> _Opinion:
    """Return an opinion without the doubts that the votes for the same grid remove."""
    if not same_grid(opinion.reading.grid, voted.grid):
        return opinion
    unclear = voted_doubts(voted)
    above, below, left, right = (
        mine and theirs for mine, theirs in zip(opinion.doubts, unclear, strict=True)
    )
    proven = opinion.unproven or opinion.reading
    return replace(opinion, reading=proven, doubts=(above, below, left, right), unproven=None)


def _grid_tests(pixels: Pixels, grid: Grid) -> Iterator[GridTest]:
    """Yield the tests of a grid that the votes found, before it is read."""
    height, width = pixels.shape[:2]
    frame = Rect(0, 0, width, height)
    yield GridTest("share of a cell outside", _outside(grid, frame), "<=", MAX_GRID_OUTSIDE)
    yield from shape_tests(pixels, grid)


def _with_told(
    kept: list[_Opinion],
    tried: Sequence[VotedGrid],
    refused: Sequence[Reading],
    by_first: int,
    trace: Trace | None,
) -> list[_Opinion]:
    """Return opinions with the best grid of the votes that cannot be read, if it is told.

    `by_first` is how many of those that were refused are of the first source. What both sources
    found takes the place of pieces of it that have no certain cell.
    """
    found = []
    for voted in tried:
        for at, reading in enumerate(refused):
            first = at < by_first
            if same_grid(reading.grid, voted.grid) or (
                first and _is_most_of(voted.grid, reading.grid)
            ):
                found.append((first, voted.score * voted.grid.bbox.area, voted, reading))
                break
    for both, _, voted, reading in sorted(found, key=lambda one: one[:2], reverse=True):
        box = reading.grid.bbox
        rivals = [o for o in kept if shares(o.reading.grid.bbox, box)]
        others = [o for o in kept if o not in rivals]
        if rivals and not (both and all(_is_piece(rival, reading.grid) for rival in rivals)):
            continue
        # A part of a regular grid of like cells is no board, whatever the whole is.
        kept = others
        tests = _told_tests(voted, reading, both=both, beside=bool(others), parts=bool(rivals))
        if not fails(tests, trace, "votes", voted.grid):
            return [*others, _Opinion(reading, voted_doubts(voted))]
    return kept


def _is_most_of(grid: Grid, larger: Grid) -> bool:
    """Return True if a grid is half or more of another one and lies on its lines."""
    lines = max(larger.rows, larger.cols)
    half = 2 * grid.rows * grid.cols >= larger.rows * larger.cols
    return half and added_lines(grid, larger, lines) is not None


def _told_tests(
    voted: VotedGrid, reading: Reading, *, both: bool, beside: bool, parts: bool
) -> Iterator[GridTest]:
    """Yield the tests that a grid is told though it cannot be read.

    Few of its cells break a rule, which those of calendars do; where `parts` of it were read as
    boards their neighbours do not count. Both sources found it, or the votes are strong and clear
    of the border on every side. Beside another board it must be both: it may be a picture or a
    text.
    """
    most = MAX_BROKEN * len(reading.board.cells)
    broken = cells_at_fault(reading.board) if parts else broken_cells(reading.board)
    yield GridTest("cells that break a rule", len(broken), "<=", most)
    if beside:
        yield GridTest("sources of a grid beside a board", 1 + both, ">=", 2)
    if beside or not both:
        yield GridTest("score of the votes", voted.score, ">=", MIN_TOLD_SCORE)
        yield GridTest("sides in doubt", sum(voted_doubts(voted)), "<=", 0)


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
