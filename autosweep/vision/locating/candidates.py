"""Where boards are in a picture: any client, theme and scale, without knowing it beforehand.

Flat patches vote for lattices (`lattice`), a lattice is grown to the border of the board
(`growth`), and a few laws of the game turn other grids away (`verify`). One pass over the picture
finds almost every board; the other passes (soft, shaded, scaled and textured tiles) run when asked
to be thorough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.vision.locating.acceptance import MIN_LINES, looks_like_minesweeper
from autosweep.vision.locating.extent import Grown, grow, smoothed
from autosweep.vision.locating.grid_edges import lattice_edges
from autosweep.vision.locating.lattice import Lattice, find_lattices
from autosweep.vision.locating.patches import Mask, Patches, flat_patches, step_map, stipple_mask

MIN_PICTURE = 40
MIN_LATTICE_LINES = 3
FIRST_THRESHOLD = 5
LATER_THRESHOLDS = (2, 12, 25)
HALF_THRESHOLDS = (3, 8, 18)
TEXTURE_STEP = 8
SOFT_THRESHOLD = 10
"""The noise that strong compression leaves round edges is flat in the mean, too."""
COARSE_BOXES = (2, 3)
COARSE_THRESHOLD = 8
"""Dither that was scaled with its screen, to dots of two or three pixels, is flat in the mean."""
CLEARLY = 1.08
"""How much more of the picture a coarse look must explain to replace what a sharper one found."""
OVERLAP = 0.3
"""Share of a lattice from which it lies on another one."""
NEW_PATCH = 3.0
"""Pixels by which a patch must differ in place or size from all others to count as new."""
MAX_PATCHES = 12_000
"""More patches than any board and any screen of text give: what is beyond is noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A lattice that may be a board."""

    grid: Grid
    grown: Grown
    patches: int
    """Cells that have a patch of their own: the evidence."""


@dataclass(frozen=True, slots=True, eq=False)
class PatchPass:
    """What one way of looking at a picture finds."""

    patches: Patches
    picture: Pixels
    """The picture to compare rims on."""
    alone: bool = False
    """Whether its patches are too coarse to be put among those of other looks."""


class Scene:
    """A picture in which boards are looked for; what one look finds, the next does not repeat."""

    def __init__(self, pixels: Pixels) -> None:
        self.pixels = pixels
        self._passes = _passes(pixels) if min(pixels.shape[:2]) >= MIN_PICTURE else iter(())
        self._seen: list[PatchPass] = []
        self._grown: dict[tuple[float, ...], Candidate | None] = {}
        self._first: list[Lattice] | None = None
        self._rejected: list[Candidate] = []

    def _looks(self, *, thorough: bool) -> Iterator[PatchPass]:
        """Yield what is found, the surest way of finding it first."""
        count = 0
        while thorough or count == 0:
            if count == len(self._seen):
                look = next(self._passes, None)
                if look is None:
                    return
                self._seen.append(look)
            yield self._seen[count]
            count += 1

    def _first_lattices(self, patches: Patches) -> list[Lattice]:
        """Return the lattices of all patches of the first look."""
        if self._first is None:
            self._first = find_lattices(patches)
        return self._first

    def quick_lattices(self) -> list[Grid]:
        """Return the lattices that one look finds, as patches say, neither grown nor judged."""
        found = []
        for look in self._looks(thorough=False):
            patches = look.patches
            if len(patches) > MAX_PATCHES:
                break
            for lattice in self._first_lattices(patches):
                if min(len(lattice.cols.centers), len(lattice.rows.centers)) < MIN_LINES:
                    continue
                row_edges, col_edges = lattice_edges(patches, lattice)
                if min(np.diff(row_edges).min(), np.diff(col_edges).min()) >= 4:
                    found.append(Grid(tuple(map(float, row_edges)), tuple(map(float, col_edges))))
        return found

    def candidates(
        self, *, thorough: bool = True, explained: Sequence[Rect] = ()
    ) -> list[Candidate]:
        """Return the lattices of all boards with what their cells look like.

        Nothing is looked for in the parts of the picture that are already explained.
        """
        found: list[Candidate] = []
        known: Patches | None = None
        for look in self._looks(thorough=thorough):
            fresh = look.patches.take(_outside(look.patches, explained))
            if look.alone:
                patches = fresh
            elif known is None:
                patches = known = fresh
            else:
                fresh = fresh.take(_unlike(fresh, known))
                patches = known = known.joined(fresh)
            if len(fresh) < 2 or len(patches) > MAX_PATCHES:
                continue
            whole = look is self._seen[0] and len(fresh) == len(look.patches)
            lattices = self._first_lattices(patches) if whole else find_lattices(patches)
            more = self._candidates_of(look.picture, patches, lattices)
            found = _merge(found, _clearly_better(more, found) if look.alone else more)
        return sorted(found, key=_weight, reverse=True)

    def rejected(self, explained: Sequence[Rect]) -> list[Grid]:
        """Return lattices that look like no board, outside explained parts, the largest first.

        Noise may hide what all boards have in common and leave enough to know one look by.
        """
        found = []
        for grid in (candidate.grid for candidate in _merge(self._rejected, [])):
            large = min(grid.rows, grid.cols) >= MIN_LINES
            shared = [grid.bbox.intersect(part).area for part in explained]
            if large and max(shared, default=0) <= OVERLAP * grid.bbox.area:
                found.append(grid)
        return found

    def _candidates_of(
        self, picture: Pixels, patches: Patches, lattices: list[Lattice]
    ) -> list[Candidate]:
        """Return the candidates among lattices of patches; those grown before are not repeated."""
        found = []
        for lattice in lattices:
            if min(len(lattice.cols.centers), len(lattice.rows.centers)) < MIN_LATTICE_LINES:
                continue
            key = (
                float(len(lattice.members)),
                *np.round(lattice.cols.centers[[0, -1]]),
                *np.round(lattice.rows.centers[[0, -1]]),
            )
            if key not in self._grown:
                self._grown[key] = self._grown_candidate(picture, patches, lattice)
            candidate = self._grown[key]
            if candidate is not None:
                found.append(candidate)
        return found

    def _grown_candidate(
        self, picture: Pixels, patches: Patches, lattice: Lattice
    ) -> Candidate | None:
        rows, cols = len(lattice.rows.centers), len(lattice.cols.centers)
        if rows * cols > 40 * len(lattice.members) or rows * cols > 20_000:
            return None
        row_edges, col_edges = lattice_edges(patches, lattice)
        if min(np.diff(row_edges).min(), np.diff(col_edges).min()) < 4:
            return None
        occupied = np.zeros((rows, cols), bool)
        at_row = np.round(lattice.rows.positions(patches.y[lattice.members])).astype(int)
        at_col = np.round(lattice.cols.positions(patches.x[lattice.members])).astype(int)
        occupied[np.clip(at_row, 0, rows - 1), np.clip(at_col, 0, cols - 1)] = True
        grown = grow(picture, row_edges, col_edges, occupied)
        grid = Grid(tuple(map(float, grown.row_edges)), tuple(map(float, grown.col_edges)))
        # Thick and thin lines are told apart on the picture as it is, not on a smoothed one.
        candidate = Candidate(grid, grown, int(occupied.sum()))
        if not looks_like_minesweeper(self.pixels, grid, grown):
            self._rejected.append(candidate)
            return None
        return candidate


def locate(pixels: Pixels, *, thorough: bool = True) -> list[Grid]:
    """Return the lattices of all boards in a picture, the largest first."""
    return [candidate.grid for candidate in Scene(pixels).candidates(thorough=thorough)]


def _outside(patches: Patches, explained: Sequence[Rect]) -> npt.NDArray[np.bool_]:
    """Tell which patches lie outside all explained parts."""
    outside = np.ones(len(patches), bool)
    for part in explained:
        across = (patches.x >= part.x) & (patches.x < part.right)
        outside &= ~(across & (patches.y >= part.y) & (patches.y < part.bottom))
    return outside


def _passes(pixels: Pixels) -> Iterator[PatchPass]:
    """Look at a picture in one way after the other, the surest first."""
    step = step_map(pixels)
    flat = (step <= FIRST_THRESHOLD).view(np.uint8)
    picture = pixels
    if _has_dense_texture(step):
        dither = stipple_mask(pixels, step)
        if dither is not None:
            flat = flat | dither
            picture = smoothed(pixels)
    yield PatchPass(flat_patches(flat), picture)
    for threshold in LATER_THRESHOLDS:
        mask = (step <= threshold).view(np.uint8)
        yield PatchPass(flat_patches(mask), picture)
    half = np.asarray(
        cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
    )
    half_step = step_map(half)
    for threshold in HALF_THRESHOLDS:
        mask = (half_step <= threshold).view(np.uint8)
        yield PatchPass(flat_patches(mask, 2.0), picture)
    busy = (step > TEXTURE_STEP).view(np.uint8)
    yield PatchPass(flat_patches(busy, diagonals=True), picture)
    for size in COARSE_BOXES:
        coarse = np.asarray(cv2.blur(half, (size, size)), np.uint8)
        mask = (step_map(coarse) <= COARSE_THRESHOLD).view(np.uint8)
        yield PatchPass(flat_patches(mask, 2.0), picture, alone=True)
    soft = np.asarray(cv2.blur(pixels, (3, 3)), np.uint8)
    mask = (step_map(soft) <= SOFT_THRESHOLD).view(np.uint8)
    yield PatchPass(flat_patches(mask), soft, alone=True)


def _has_dense_texture(step: Mask) -> bool:
    """Tell whether some part of the picture is steps all over."""
    strong = (step > 40).view(np.uint8)
    height, width = step.shape
    blocks = cv2.resize(
        strong * np.uint8(255),
        (max(1, width // 12), max(1, height // 12)),
        interpolation=cv2.INTER_AREA,
    )
    return bool(np.count_nonzero(blocks > 200) >= 4)


def _unlike(patches: Patches, known: Patches) -> npt.NDArray[np.bool_]:
    """Tell which patches are new: not at the place and of the size of a known one."""

    def keys(some: Patches) -> npt.NDArray[np.int64]:
        places = np.round(np.stack([some.x, some.y, some.w, some.h]) / NEW_PATCH).astype(np.int64)
        return np.asarray(places[0] + 6007 * (places[1] + 6007 * (places[2] + 131 * places[3])))

    return ~np.isin(keys(patches), keys(known))


def _weight(candidate: Candidate) -> float:
    """Return how much picture a candidate explains."""
    width, height = candidate.grid.cell_size
    return float(candidate.grown.explained.sum()) * width * height


def _merge(old: list[Candidate], new: list[Candidate]) -> list[Candidate]:
    """Return the best candidates of both, without those that lie on a better one."""
    kept: list[Candidate] = []
    for candidate in sorted(old + new, key=_weight, reverse=True):
        if not any(_overlap(candidate, other) for other in kept):
            kept.append(candidate)
    return kept


def _clearly_better(new: list[Candidate], old: list[Candidate]) -> list[Candidate]:
    """Return the candidates of a coarse look that explain clearly more than any known one there.

    Most of their cells must have been seen as such, not only be as blank as open ground.
    """
    found = []
    for candidate in new:
        known = [other for other in old if _overlap(candidate, other)]
        seen = 2 * candidate.patches >= candidate.grown.kinds.size
        if not known or (
            seen and all(_weight(candidate) >= CLEARLY * _weight(other) for other in known)
        ):
            found.append(candidate)
    return found


def _overlap(one: Candidate, other: Candidate) -> bool:
    """Tell whether two candidates share much of the smaller one."""
    first, second = one.grid.bbox, other.grid.bbox
    return first.intersect(second).area > OVERLAP * min(first.area, second.area)
