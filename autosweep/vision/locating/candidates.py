"""Where boards are in a frame: any client, theme and scale, without knowing it beforehand.

Flat patches vote for lattices (`lattice`), a lattice is grown to the border of the board
(`extent`), and tests reject other grids (`acceptance`). One pass over the frame finds almost every
board; the other passes (shaded, scaled, textured and near tiles) run when asked to be thorough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Bools, Floats, Mask
from autosweep.vision.image import step_map
from autosweep.vision.locating.acceptance import board_tests
from autosweep.vision.locating.extent import Extent, grow, smoothed
from autosweep.vision.locating.grid_edges import lattice_edges
from autosweep.vision.locating.lattice import Lattice, find_lattices
from autosweep.vision.locating.patches import Patches, flat_patches, stipple_mask
from autosweep.vision.locating.thresholds import (
    CLEARLY_MORE,
    COARSE_BOXES,
    COARSE_STEP,
    DENSE_BLOCK,
    DENSE_SHARE,
    DENSE_STEP,
    FIRST_STEP,
    HALF_STEPS,
    LATER_STEPS,
    MAX_CELLS,
    MAX_CELLS_A_PATCH,
    MAX_MOVED_PIXELS,
    MAX_OVERLAP,
    MAX_PATCHES,
    MAX_SMALL_CELLS,
    MIN_CELL_PIXELS,
    MIN_DENSE_BLOCKS,
    MIN_FRAME_SIDE,
    MIN_LATTICE_LINES,
    MIN_LINES,
    MIN_MANY_PIXELS,
    MIN_OWN_PATCHES,
    NEAR_STEP,
    NEW_PATCH,
    PHASE_SHARE,
    SURROUNDING_CELLS,
    TEXTURE_STEP,
)
from autosweep.vision.trace import GridTest, Trace, fails, passes


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A grid that may be a board."""

    grid: Grid
    extent: Extent
    patches: int
    """Cells that have a patch of their own: the evidence."""

    @property
    def thin(self) -> bool:
        """True if few cells have a patch of their own: the grid may be drawn over blank ground."""
        return self.patches < MIN_OWN_PATCHES * self.extent.kinds.size


@dataclass(frozen=True, slots=True, eq=False)
class PatchPass:
    """What one pass over a frame finds."""

    patches: Patches
    pixels: Pixels
    """The frame, smoothed where rims must be compared so."""
    alone: bool = False
    """True if its patches are too coarse, or too broken, to be joined with those of others."""
    last: bool = False
    """True if it finds nothing that another pass rejected."""


class Scene:
    """A frame in which boards are searched for; what one pass finds, the next does not repeat."""

    def __init__(self, pixels: Pixels, trace: Trace | None = None) -> None:
        self.pixels = pixels
        self.trace = trace
        self._passes = _passes(pixels) if min(pixels.shape[:2]) >= MIN_FRAME_SIDE else iter(())
        self._done: list[PatchPass] = []
        self._grown: dict[tuple[float, ...], Candidate | None] = {}
        self._first: list[Lattice] | None = None
        self._rejected: list[Candidate] = []

    def _patch_passes(self, *, thorough: bool) -> Iterator[PatchPass]:
        """Yield the passes, the surest first; without `thorough` the first alone."""
        count = 0
        while thorough or count == 0:
            if count == len(self._done):
                found = next(self._passes, None)
                if found is None:
                    return
                self._done.append(found)
            yield self._done[count]
            count += 1

    def _first_lattices(self, patches: Patches) -> list[Lattice]:
        """Return the lattices of all patches of the first pass."""
        if self._first is None:
            self._first = find_lattices(patches)
        return self._first

    def quick_lattices(self) -> list[Grid]:
        """Return the lattices of the first pass as grids, neither grown nor tested as boards."""
        found = []
        for one in self._patch_passes(thorough=False):
            patches = one.patches
            if len(patches) > MAX_PATCHES:
                break
            for lattice in self._first_lattices(patches):
                if self._fails(lattice, _line_tests(lattice, MIN_LINES)):
                    continue
                row_edges, col_edges = lattice_edges(patches, lattice)
                if not self._fails(lattice, _cell_tests(row_edges, col_edges)):
                    found.append(Grid(tuple(map(float, row_edges)), tuple(map(float, col_edges))))
        return found

    def _fails(self, lattice: Lattice, tests: Iterable[GridTest]) -> bool:
        """Return True if a lattice fails a test."""
        return fails(tests, self.trace, "lattice", lattice.outline() if self.trace else None)

    def candidates(
        self, *, thorough: bool = True, explained: Sequence[Rect] = ()
    ) -> list[Candidate]:
        """Return the grids of all boards with what their cells look like.

        Nothing is searched for in the parts of the frame that are already explained.
        """
        found: list[Candidate] = []
        known: Patches | None = None
        for one in self._patch_passes(thorough=thorough):
            fresh = one.patches.take(_outside(one.patches, explained))
            if one.alone:
                patches = fresh
            elif known is None:
                patches = known = fresh
            else:
                fresh = fresh.take(_unlike(fresh, known))
                patches = known = known.joined(fresh)
            if len(fresh) < 2 or len(patches) > MAX_PATCHES:
                continue
            whole = one is self._done[0] and len(fresh) == len(one.patches)
            lattices = self._first_lattices(patches) if whole else find_lattices(patches)
            more = self._candidates_of(one.pixels, patches, lattices)
            if one.alone:
                if one.last:
                    more = [candidate for candidate in more if not self._was_rejected(candidate)]
                more = _clearly_better(more, found, self.trace)
            found = _merge(found, more, self.trace)
        return sorted(found, key=_weight, reverse=True)

    def _was_rejected(self, candidate: Candidate) -> bool:
        """Return True if a grid there with cells of the same size looked like another game."""
        sizes = np.array([other.grid.cell_size for other in self._rejected]).reshape(-1, 2)
        alike = np.abs(sizes / candidate.grid.cell_size - 1).max(axis=1) <= PHASE_SHARE
        there = (self._rejected[k] for k in np.flatnonzero(alike))
        return any(not _overlap_test(candidate, other).passed for other in there)

    def rejected(self, explained: Sequence[Rect]) -> list[Grid]:
        """Return grids that failed the tests, outside explained parts, the largest first.

        Noise may hide what all boards have in common and leave enough for a theme.
        """
        return [
            candidate.grid
            for candidate in _merge(self._rejected, [], self.trace)
            if not fails(
                _retry_tests(candidate.grid, explained), self.trace, "retry", candidate.grid
            )
        ]

    def _candidates_of(
        self, pixels: Pixels, patches: Patches, lattices: list[Lattice]
    ) -> list[Candidate]:
        """Return the candidates among lattices of patches; those grown before are not repeated."""
        found = []
        for lattice in lattices:
            if self._fails(lattice, _line_tests(lattice, MIN_LATTICE_LINES)):
                continue
            key = (
                float(len(lattice.members)),
                *np.round(lattice.cols.centers[[0, -1]]),
                *np.round(lattice.rows.centers[[0, -1]]),
            )
            if key not in self._grown:
                known = next((one for one in self._grown.values() if _is_of(lattice, one)), None)
                self._grown[key] = known or self._grown_candidate(pixels, patches, lattice)
            candidate = self._grown[key]
            if candidate is not None:
                found.append(candidate)
        return found

    def _grown_candidate(
        self, pixels: Pixels, patches: Patches, lattice: Lattice
    ) -> Candidate | None:
        rows, cols = len(lattice.rows.centers), len(lattice.cols.centers)
        if self._fails(lattice, _size_tests(lattice)):
            return None
        row_edges, col_edges = lattice_edges(patches, lattice)
        if self._fails(lattice, _cell_tests(row_edges, col_edges)):
            return None
        occupied = np.zeros((rows, cols), bool)
        at_row = np.round(lattice.rows.positions(patches.y[lattice.members])).astype(int)
        at_col = np.round(lattice.cols.positions(patches.x[lattice.members])).astype(int)
        occupied[np.clip(at_row, 0, rows - 1), np.clip(at_col, 0, cols - 1)] = True
        extent = grow(pixels, row_edges, col_edges, occupied)
        grid = Grid(tuple(map(float, extent.row_edges)), tuple(map(float, extent.col_edges)))
        candidate = Candidate(grid, extent, int(occupied.sum()))
        # Thick and thin lines are measured on the frame as it is, not on a smoothed one.
        if not passes(board_tests(self.pixels, grid, extent), self.trace, "grid", grid):
            self._rejected.append(candidate)
            return None
        return candidate


def locate(pixels: Pixels, *, thorough: bool = True) -> list[Grid]:
    """Return the grids of all boards in a frame, the largest first."""
    return [candidate.grid for candidate in Scene(pixels).candidates(thorough=thorough)]


def still_there(pixels: Pixels, grid: Grid) -> bool:
    """Return True if a grid is found where it was: any blank area would pass for a new game."""
    height, width = pixels.shape[:2]
    box = grid.bbox.grown(round(SURROUNDING_CELLS * max(grid.cell_size)))
    part = box.intersect(Rect(0, 0, width, height))
    here = np.ascontiguousarray(pixels[part.y : part.bottom, part.x : part.right])
    for thorough in (False, True):
        for found in locate(here, thorough=thorough):
            if (found.rows, found.cols) != (grid.rows, grid.cols):
                continue
            moved = found.moved(part.x, part.y)
            off = (
                abs(moved.row_edges[0] - grid.row_edges[0]),
                abs(moved.row_edges[-1] - grid.row_edges[-1]),
                abs(moved.col_edges[0] - grid.col_edges[0]),
                abs(moved.col_edges[-1] - grid.col_edges[-1]),
            )
            if max(off) <= MAX_MOVED_PIXELS:
                return True
    return False


def _is_of(lattice: Lattice, known: Candidate | None) -> bool:
    """Return True if a lattice is a part of a grid of which every cell is explained.

    The passes find most boards again; to grow one again would give the same grid.
    """
    if known is None or not known.extent.explained.all():
        return False
    for axis, edges in ((lattice.rows, known.grid.row_edges), (lattice.cols, known.grid.col_edges)):
        at = np.interp(axis.centers, edges, np.arange(len(edges)), left=-1, right=-1) - 0.5
        off = np.abs(at - np.round(at)) > PHASE_SHARE
        if at.min() < -0.5 or off.any() or not (np.diff(np.round(at)) == 1).all():
            return False
    return True


def _line_tests(lattice: Lattice, least: int) -> Iterator[GridTest]:
    yield GridTest("rows", len(lattice.rows.centers), ">=", least)
    yield GridTest("columns", len(lattice.cols.centers), ">=", least)


def _size_tests(lattice: Lattice) -> Iterator[GridTest]:
    cells = len(lattice.rows.centers) * len(lattice.cols.centers)
    yield GridTest("cells", cells, "<=", MAX_CELLS_A_PATCH * len(lattice.members))
    yield GridTest("cells", cells, "<=", MAX_CELLS)


def _cell_tests(row_edges: Floats, col_edges: Floats) -> Iterator[GridTest]:
    heights, widths = np.diff(row_edges), np.diff(col_edges)
    smallest = float(min(heights.min(), widths.min()))
    yield GridTest("pixels of the smallest cell", smallest, ">=", MIN_CELL_PIXELS)
    if len(heights) * len(widths) > MAX_SMALL_CELLS:
        yield GridTest("pixels of the smallest of many cells", smallest, ">=", MIN_MANY_PIXELS)


def _retry_tests(grid: Grid, explained: Sequence[Rect]) -> Iterator[GridTest]:
    yield GridTest("lines", min(grid.rows, grid.cols), ">=", MIN_LINES)
    shared = max((grid.bbox.intersect(part).area for part in explained), default=0)
    yield GridTest("area on known boards", shared, "<=", MAX_OVERLAP * grid.bbox.area)


def _outside(patches: Patches, explained: Sequence[Rect]) -> Bools:
    """Return which patches lie outside all explained parts."""
    outside = np.ones(len(patches), bool)
    for part in explained:
        across = (patches.x >= part.x) & (patches.x < part.right)
        outside &= ~(across & (patches.y >= part.y) & (patches.y < part.bottom))
    return outside


def _passes(pixels: Pixels) -> Iterator[PatchPass]:
    """Yield the passes over a frame, the surest first."""
    step = step_map(pixels)
    flat = (step <= FIRST_STEP).view(np.uint8)
    smooth = pixels
    if _has_dense_texture(step):
        dither = stipple_mask(pixels, step)
        if dither is not None:
            flat = flat | dither
            smooth = smoothed(pixels)
    yield PatchPass(flat_patches(flat), smooth)
    for most in LATER_STEPS:
        mask = (step <= most).view(np.uint8)
        yield PatchPass(flat_patches(mask), smooth)
    half = np.asarray(
        cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
    )
    half_step = step_map(half)
    for most in HALF_STEPS:
        mask = (half_step <= most).view(np.uint8)
        yield PatchPass(flat_patches(mask, 2.0), smooth)
    busy = (step > TEXTURE_STEP).view(np.uint8)
    yield PatchPass(flat_patches(busy, diagonals=True), smooth)
    for size in COARSE_BOXES:
        coarse = np.asarray(cv2.blur(half, (size, size)), np.uint8)
        mask = (step_map(coarse) <= COARSE_STEP).view(np.uint8)
        yield PatchPass(flat_patches(mask, 2.0), smooth, alone=True)
    mask = (step <= NEAR_STEP).view(np.uint8)
    yield PatchPass(flat_patches(mask), smooth, alone=True, last=True)


def _has_dense_texture(step: Mask) -> bool:
    """Return True if some part of the frame steps nearly everywhere."""
    strong = (step > DENSE_STEP).view(np.uint8)
    height, width = step.shape
    blocks = cv2.resize(
        strong * np.uint8(255),
        (max(1, width // DENSE_BLOCK), max(1, height // DENSE_BLOCK)),
        interpolation=cv2.INTER_AREA,
    )
    return bool(np.count_nonzero(blocks > DENSE_SHARE) >= MIN_DENSE_BLOCKS)


def _unlike(patches: Patches, known: Patches) -> Bools:
    """Return which patches are new: not at the place and of the size of a known one."""

    def keys(some: Patches) -> npt.NDArray[np.int64]:
        places = np.round(np.stack([some.x, some.y, some.w, some.h]) / NEW_PATCH).astype(np.int64)
        return np.asarray(places[0] + 6007 * (places[1] + 6007 * (places[2] + 131 * places[3])))

    return ~np.isin(keys(patches), keys(known))


def _weight(candidate: Candidate) -> float:
    """Return the area that a candidate explains, in pixels."""
    width, height = candidate.grid.cell_size
    return float(candidate.extent.explained.sum()) * width * height


def _merge(old: list[Candidate], new: list[Candidate], trace: Trace | None) -> list[Candidate]:
    """Return the best candidates of both, without those that lie on a better one."""
    kept: list[Candidate] = []
    for candidate in sorted(old + new, key=_weight, reverse=True):
        if candidate in kept:
            continue  # found by an earlier pass as well
        tests = (_overlap_test(candidate, other) for other in kept)
        if not fails(tests, trace, "overlap", candidate.grid):
            kept.append(candidate)
    return kept


def _clearly_better(
    new: list[Candidate], old: list[Candidate], trace: Trace | None
) -> list[Candidate]:
    """Return the candidates of a coarse pass that explain clearly more than any known one there."""
    found = []
    for candidate in new:
        known = [other for other in old if not _overlap_test(candidate, other).passed]
        tests = _better_tests(candidate, known)
        if not known or not fails(tests, trace, "coarse pass", candidate.grid):
            found.append(candidate)
    return found


def _better_tests(candidate: Candidate, known: list[Candidate]) -> Iterator[GridTest]:
    # Most cells must have a patch of their own, not only be as blank as open ground.
    yield GridTest("cells with a patch", candidate.patches, ">=", candidate.extent.kinds.size / 2)
    for other in known:
        least = CLEARLY_MORE * _weight(other)
        yield GridTest("pixels explained", _weight(candidate), ">=", least)


def _overlap_test(one: Candidate, other: Candidate) -> GridTest:
    """Return the test that two candidates share little of the smaller one."""
    first, second = one.grid.bbox, other.grid.bbox
    most = MAX_OVERLAP * min(first.area, second.area)
    return GridTest("pixels shared with a better grid", first.intersect(second).area, "<=", most)
