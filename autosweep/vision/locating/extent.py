"""Growing a lattice to the true border of the board, and saying what each cell looks like.

Patches miss opened areas without lines and tiles that run into their surroundings. Every cell of
the box and of a margin is compared with the rims seen inside: T is a tile like those inside, D a
glyph on open ground, Z blank open ground. A law of the game stops growth into padding: a blank open
cell never touches a tile.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.interfaces import Pixels
from autosweep.vision.locating.patches import Floats
from autosweep.vision.resample import Cells, Ints, cut_kinds

Bools = npt.NDArray[np.bool_]

SIDE = 12
MARGINS = (3, 8, 26)
LINE_SHARE = 0.85
SIDE_TOLERANCE = 16.0
MAX_PROTOTYPES = 6
OPEN_TOLERANCE = 10.0

_RIM = np.ones((SIDE, SIDE), bool)
_RIM[3:-3, 3:-3] = False
_RING2 = np.zeros((SIDE, SIDE), bool)
_RING2[1:-1, 1:-1] = True
_RING2[3:-3, 3:-3] = False
_SIDES = np.zeros((4, SIDE, SIDE), bool)
_SIDES[0, :3] = _SIDES[1, -3:] = _SIDES[2, :, :3] = _SIDES[3, :, -3:] = True


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """A lattice after growth."""

    row_edges: Floats
    col_edges: Floats
    tile: Bools
    """Rows x columns: looks like a tile."""
    glyph: Bools
    """A glyph on open ground."""
    blank: Bools
    """Blank open ground."""
    cells: Cells
    """Different cells, 12 x 12 x 3 each."""
    kinds: Ints
    """Rows x columns: which of them each cell is."""

    @property
    def explained(self) -> Bools:
        """Cells that look like something."""
        return self.tile | self.glyph | self.blank


def extend_edges(edges: Floats, before: int, after: int) -> Floats:
    """Return the edges with more cells at either end, at the pitch of the nearest ones."""
    near = min(4, len(edges) - 1)
    first, last = (edges[near] - edges[0]) / near, (edges[-1] - edges[-1 - near]) / near
    return np.concatenate(
        [
            edges[0] - first * np.arange(before, 0, -1),
            edges,
            edges[-1] + last * np.arange(1, after + 1),
        ]
    )


def grow(pixels: Pixels, row_edges: Floats, col_edges: Floats, occupied: Bools) -> Grown:
    """Return the lattice grown (or trimmed) to the border of the board.

    `occupied` says which cells have a patch of their own.
    """
    for margin in MARGINS:
        before = (len(row_edges), len(col_edges))
        grown, row_edges, col_edges, occupied = _grow_once(
            pixels, row_edges, col_edges, occupied, margin
        )
        if max(len(row_edges) - before[0], len(col_edges) - before[1]) < margin:
            break
    return grown


def _grow_once(
    pixels: Pixels, row_edges: Floats, col_edges: Floats, occupied: Bools, margin: int
) -> tuple[Grown, Floats, Floats, Bools]:
    pads = _room(pixels, row_edges, col_edges, margin)
    rows = extend_edges(row_edges, pads[0], pads[1])
    cols = extend_edges(col_edges, pads[2], pads[3])
    has_patch = np.pad(occupied, (pads[:2], pads[2:]))
    # Rims are compared sample by sample, so cells are cut from edges rounded to pixels.
    cells, kinds = cut_kinds(pixels, np.floor(rows + 0.5), np.floor(cols + 0.5), SIDE)
    box = [pads[0], len(rows) - 1 - pads[1], pads[2], len(cols) - 1 - pads[3]]
    looks = _Looks(cells, kinds, has_patch, tuple(box))
    looks.extend(box)
    looks.extend_blank(box)
    looks.trim(box)
    inside = np.s_[box[0] : box[1], box[2] : box[3]]
    grown = Grown(
        rows[box[0] : box[1] + 1],
        cols[box[2] : box[3] + 1],
        looks.tile[inside],
        looks.glyph[inside],
        looks.blank[inside],
        cells,
        kinds[inside],
    )
    return grown, grown.row_edges, grown.col_edges, has_patch[inside]


def _room(
    pixels: Pixels, row_edges: Floats, col_edges: Floats, margin: int
) -> tuple[int, int, int, int]:
    """Return how many more cells fit into the picture above, below, left and right."""
    height, width = pixels.shape[:2]
    room = []
    for edges, end in ((row_edges, height), (col_edges, width)):
        pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
        room.append(int(np.clip((edges[0] + 0.6) // pitch, 0, margin)))
        room.append(int(np.clip((end - edges[-1] + 0.6) // pitch, 0, margin)))
    return room[0], room[1], room[2], room[3]


class _Looks:
    """What every cell of a box and its margin looks like; equal cells are looked at once."""

    def __init__(self, cells: Cells, kinds: Ints, has_patch: Bools, box: tuple[int, ...]) -> None:
        self.cells = cells
        """One of each kind."""
        self.kinds = kinds
        """The kind of each cell, rows x columns."""
        self.has_patch = has_patch
        inside = np.zeros(has_patch.shape, bool)
        inside[box[0] : box[1], box[2] : box[3]] = True
        flatness = cells.max(axis=(1, 2)) - cells.min(axis=(1, 2))
        self.flat = (flatness.max(axis=1) <= 12)[kinds]
        self.grounds = np.median(cells[:, _RING2], axis=1)
        self.ground = self.grounds[kinds]
        self.glyph = self._glyphs(inside)
        self.tile = self._tiles(inside)
        self.tile |= has_patch & inside & ~self.flat & ~self.glyph
        open_grounds = self._open_grounds(inside)
        on_open = _any_near(self.grounds, open_grounds, OPEN_TOLERANCE)[kinds]
        self.blank = self.flat & on_open & ~self.tile
        self.glyph &= on_open | (inside & has_patch)

    def _glyphs(self, inside: Bools) -> Bools:
        """Find blobs in the middle of flat ground."""
        off = np.abs(self.cells - self.grounds[:, None, None]).max(axis=3)
        calm_ring = (off[:, _RING2] > 20).mean(axis=1) <= 0.2
        calm_sides = sum(((off[:, side] > 20).mean(axis=1) <= 0.12).astype(int) for side in _SIDES)
        blob = off > 40
        blob[:, [0, -1]] = False
        blob[:, :, [0, -1]] = False
        count = blob.sum(axis=(1, 2))
        lines = np.arange(SIDE) + 0.5
        with np.errstate(invalid="ignore", divide="ignore"):
            mean_y = (blob.sum(axis=2) * lines).sum(axis=1) / count
            mean_x = (blob.sum(axis=1) * lines).sum(axis=1) / count
        used = np.asarray(blob.max(axis=2), bool)
        top = np.where(used.max(axis=1), used.argmax(axis=1), SIDE)
        bottom = SIDE - np.where(used.max(axis=1), used[:, ::-1].argmax(axis=1), SIDE)
        height = np.maximum(bottom - top, 0)
        centred = (np.abs(mean_x - SIDE / 2) < 0.15 * SIDE) & (
            np.abs(mean_y - SIDE / 2) < 0.2 * SIDE
        )
        good = calm_ring & (np.asarray(calm_sides) >= 2) & (count >= 4) & centred
        good &= (height >= 4) & (height <= 11)
        found = good[self.kinds]
        top, bottom = top[self.kinds], bottom[self.kinds]
        if (found & inside).sum() >= 2:
            # Outside the box only what has the height and place of the digits inside.
            tops, bottoms = top[found & inside], bottom[found & inside]
            found &= inside | (
                (np.abs(top - np.median(tops)) <= 1) & (np.abs(bottom - np.median(bottoms)) <= 1)
            )
        return np.asarray(found, bool)

    def _tiles(self, inside: Bools) -> Bools:
        """Find cells whose rim is like that of cells with a patch."""
        source = inside & self.has_patch
        found = source & ~self.flat
        asked = ~found
        which, place = np.unique(self.kinds[asked], return_inverse=True)
        cells, ground = self.cells[which], self.grounds[which]
        lone = (self.flat | self.glyph)[asked] & self._contrasts()[asked]
        fits_any = np.zeros(len(place), bool)
        for prototype, members in _prototypes(self.cells, self.kinds[source]):
            if members < max(2, 0.01 * source.sum()):
                continue
            face = np.median(prototype[_RING2], axis=0)
            relief = np.abs(prototype - face).max(axis=2)
            structure = (relief > 8) & _RIM
            # Thin lines of large cells are faint here: what is asked of a sample is in proportion.
            tolerance = np.where(
                structure, np.clip(0.45 * relief, 4, SIDE_TOLERANCE), SIDE_TOLERANCE
            )
            same = np.abs(cells - prototype).max(axis=3) <= tolerance
            sides = sum((same[:, side].mean(axis=1) >= 0.8).astype(int) for side in _SIDES)
            fits = np.asarray(sides) >= 3
            if structure.sum() >= 6:
                fits &= same[:, structure].mean(axis=1) >= 0.6
                fits &= _has_relief(cells, ground, prototype - face, structure)
                fits_any |= fits[place]
            else:
                fits_any |= fits[place] & lone
        found[asked] = fits_any
        return np.asarray(found, bool)

    def _contrasts(self) -> Bools:
        """Tell which cells differ in ground from a horizontal and a vertical neighbour."""
        ground = self.ground
        across = np.abs(np.diff(ground, axis=1)).max(axis=2) > 5
        down = np.abs(np.diff(ground, axis=0)).max(axis=2) > 5
        side = np.pad(across, ((0, 0), (1, 0))) | np.pad(across, ((0, 0), (0, 1)))
        over = np.pad(down, ((1, 0), (0, 0))) | np.pad(down, ((0, 1), (0, 0)))
        return np.asarray(side & over, bool)

    def _open_grounds(self, inside: Bools) -> Floats:
        """Return colours of open ground: round glyphs, and blank cells without a tile's rim."""
        source = self.kinds[inside & (self.glyph | (self.flat & ~self.tile))]
        which, first, times = np.unique(source, return_index=True, return_counts=True)
        kept: list[Floats] = []
        counts: list[int] = []
        for k in np.argsort(first):
            ground = self.grounds[which[k]]
            for j, known in enumerate(kept):
                if np.abs(known - ground).max() <= OPEN_TOLERANCE:
                    counts[j] += int(times[k])
                    break
            else:
                kept.append(ground)
                counts.append(int(times[k]))
        least = max(2, 0.05 * len(source))
        return np.array([k for k, n in zip(kept, counts, strict=True) if n >= least]).reshape(-1, 3)

    def _line(self, box: list[int], side: int, ahead: int) -> tuple[np.ndarray, ...] | None:
        """Return tile, glyph and blank of the line `ahead` cells beyond one side of the box."""
        axis, end = divmod(side, 2)
        at = box[side] + (ahead if end else -1 - ahead)
        if not 0 <= at < self.tile.shape[axis]:
            return None
        span = slice(box[2], box[3]) if axis == 0 else slice(box[0], box[1])
        index = (at, span) if axis == 0 else (span, at)
        inner = at - 1 if end else at + 1
        near = (inner, span) if axis == 0 else (span, inner)
        tile, blank = self.tile[index], self.blank[index]
        # The law: blank ground beside a tile, along or across the line, is no ground of this board.
        beside = np.pad(tile, 1)
        lawful = blank & ~beside[2:] & ~beside[:-2] & ~self.tile[near]
        return tile, self.glyph[index], lawful

    def extend(self, box: list[int]) -> None:
        """Add lines that look like the board, over up to two blank ones, until nothing changes."""
        changed = True
        while changed:
            changed = False
            for side in range(4):
                for ahead in range(3):
                    line = self._line(box, side, ahead)
                    if line is None:
                        break
                    tile, glyph, blank = line
                    share = (tile | glyph | blank).mean()
                    strong = int((tile | glyph).sum())
                    if share >= LINE_SHARE and (strong >= 2 or (strong == 1 and share >= 0.97)):
                        box[side] += (ahead + 1) if side % 2 else -(ahead + 1)
                        changed = True
                        break
                    if blank.mean() < LINE_SHARE:
                        break

    def extend_blank(self, box: list[int]) -> None:
        """Add blank lines that end at a visible border on the outer side and at both ends."""
        for side in range(4):
            axis, end = divmod(side, 2)
            for ahead in range(5):
                line = self._line(box, side, ahead)
                if line is None or line[2].mean() < 0.97:
                    break
                if self._bordered(box, axis, box[side] + (ahead if end else -1 - ahead), end):
                    box[side] += (ahead + 1) if end else -(ahead + 1)
                    break

    def _bordered(self, box: list[int], axis: int, at: int, end: int) -> bool:
        """Tell whether a blank line ends in a contrast outside and at both of its ends."""
        cells = self.cells if axis == 0 else self.cells.transpose(0, 2, 1, 3)
        kinds = self.kinds if axis == 0 else self.kinds.T
        ground = self.ground if axis == 0 else self.ground.transpose(1, 0, 2)
        low, high = (box[2], box[3]) if axis == 0 else (box[0], box[1])
        beyond = at + 1 if end else at - 1
        if not 0 <= beyond < kinds.shape[0] or low == 0 or high >= kinds.shape[1]:
            return False
        outer = cells[kinds[beyond, low:high], 0 if end else -1]
        step = np.abs(outer - ground[at, low:high, None]).max(axis=2) > 8
        first = np.abs(cells[kinds[at, low - 1], :, -1] - ground[at, low]).max(axis=1) > 8
        last = np.abs(cells[kinds[at, high], :, 0] - ground[at, high - 1]).max(axis=1) > 8
        return bool(step.mean() >= 0.9 and first.mean() >= 0.85 and last.mean() >= 0.85)

    def trim(self, box: list[int]) -> None:
        """Drop outer lines of which little is explained."""
        for side in range(4):
            axis, end = divmod(side, 2)
            while box[axis * 2 + 1] - box[axis * 2] > 5:
                at = box[side] - 1 if end else box[side]
                span = slice(box[2], box[3]) if axis == 0 else slice(box[0], box[1])
                index = (at, span) if axis == 0 else (span, at)
                explained = (self.tile | self.glyph | self.blank)[index].mean()
                if explained >= 0.5 or self.has_patch[index].mean() >= 0.15:
                    break
                box[side] += -1 if end else 1


def _has_relief(cells: Cells, ground: Cells, relief: Cells, structure: Bools) -> Bools:
    """Tell which cells have a prototype's relief on each side that has any, or all but one.

    One side may differ where there are three or more: a neighbour may cast its shadow there.
    """
    wanted_sides = 0
    found = np.zeros(len(cells), int)
    for side in _SIDES:
        here = structure & side
        if here.sum() < 6:
            continue
        wanted_sides += 1
        wanted = relief[here]
        there = cells[:, here] - ground[:, None]
        bound = 1.5 * np.abs(wanted)
        share = (np.clip(there, -bound, bound) * wanted).sum(axis=(1, 2)) / (wanted**2).sum()
        found += share >= 0.5
    return np.asarray(found >= wanted_sides - (wanted_sides >= 3), bool)


def _prototypes(cells: Cells, kinds: Ints) -> list[tuple[Cells, int]]:
    """Return the commonest rims with how many cells have each, by leader clustering.

    Given one cell of each kind, and the kinds of the cells to look at.
    """
    rest = kinds
    found: list[tuple[Cells, int]] = []
    while len(rest) and len(found) < MAX_PROTOTYPES:
        lead = rest[len(rest) // 2]
        which, counts = np.unique(rest, return_counts=True)
        off = np.abs(cells[which] - cells[lead]).max(axis=3)
        near = (off <= SIDE_TOLERANCE)[:, _RIM].mean(axis=1) >= 0.85
        found.append((_median(cells[which[near]], counts[near]), int(counts[near].sum())))
        rest = rest[~np.isin(rest, which[near])]
    return sorted(found, key=lambda item: -item[1])


def _median(cells: Cells, counts: Ints) -> Cells:
    """Return the median of cells, each of which stands for several."""
    if len(cells) == 1:
        return np.asarray(cells[0], np.float32)
    order = np.argsort(cells, axis=0)
    below = np.cumsum(counts[order], axis=0)
    total = int(counts.sum())
    middle = [
        np.take_along_axis(order, (below <= rank).sum(axis=0)[None], axis=0)
        for rank in ((total - 1) // 2, total // 2)
    ]
    low, high = (np.take_along_axis(cells, m, axis=0)[0] for m in middle)
    return np.asarray((low + high) / 2, np.float32)


def _any_near(colors: npt.NDArray[np.float32], known: Floats, tolerance: float) -> Bools:
    """Tell which colours are close to one of the known ones."""
    if not len(known):
        return np.zeros(len(colors), bool)
    distance = np.abs(colors[:, None] - known[None]).max(axis=2)
    return np.asarray(distance.min(axis=1) <= tolerance, bool)


def smoothed(pixels: Pixels) -> Pixels:
    """Return the picture with one-pixel dither averaged out, for comparing rims."""
    return np.asarray(cv2.blur(pixels, (2, 2), anchor=(0, 0)), np.uint8)
