"""The extent of a board: grow a lattice to the border, and say what each cell looks like.

Patches miss opened areas without lines and tiles that merge with their surroundings. Every cell of
the lattice and of a margin is compared with the rims inside: it is a tile, a glyph on open ground
or blank open ground. A rule of the game stops growth into padding: a blank open cell never touches
a hidden one.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Bools, Floats, Ints, Samples
from autosweep.vision.locating.thresholds import (
    BORDER_STEP,
    GLYPH_HEIGHTS,
    GLYPH_LEVEL,
    GLYPH_OFF_ACROSS,
    GLYPH_OFF_DOWN,
    GLYPH_STEP,
    GROUND_CONTRAST,
    LINE_SHARE,
    MARGINS,
    MAX_BLANK_BORDER,
    MAX_BLANK_LINES,
    MAX_FLAT,
    MAX_PROTOTYPES,
    MAX_RING_STEPS,
    MAX_SIDE_STEPS,
    MIN_BORDER_LONG,
    MIN_BORDER_SHORT,
    MIN_CALM_SIDES,
    MIN_GLYPH_SAMPLES,
    MIN_OPEN,
    MIN_PROTOTYPE,
    MIN_RELIEF,
    MIN_RELIEF_FOUND,
    MIN_RELIEF_TOLERANCE,
    MIN_SIDE_ALIKE,
    MIN_SIDES_ALIKE,
    MIN_STRONG,
    MIN_STRUCTURE,
    MIN_STRUCTURE_ALIKE,
    MIN_TRIMMED_LINES,
    OPEN_SHARE,
    OPEN_TOLERANCE,
    PROTOTYPE_RIM,
    PROTOTYPE_SHARE,
    RELIEF_BOUND,
    RELIEF_SHARE,
    RING_STEP,
    ROOM_PIXELS,
    SIDE_TOLERANCE,
    SURE_LINE_SHARE,
    TRIM_BELOW,
    TRIM_PATCHES,
)
from autosweep.vision.resample import cut_kinds

SIDE = 12
"""Samples of the side of a cell here: enough for rims."""

_RIM = np.ones((SIDE, SIDE), bool)
_RIM[3:-3, 3:-3] = False
_RING2 = np.zeros((SIDE, SIDE), bool)
_RING2[1:-1, 1:-1] = True
_RING2[3:-3, 3:-3] = False
_SIDES = np.zeros((4, SIDE, SIDE), bool)
_SIDES[0, :3] = _SIDES[1, -3:] = _SIDES[2, :, :3] = _SIDES[3, :, -3:] = True


@dataclass(frozen=True, slots=True, eq=False)
class Extent:
    """A lattice grown to the border of its board."""

    row_edges: Floats
    col_edges: Floats
    tile: Bools
    """Rows x columns: looks like a tile."""
    glyph: Bools
    """A glyph on open ground."""
    blank: Bools
    """Blank open ground."""
    cells: Samples
    """Different cells, SIDE x SIDE x 3 each."""
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


def grow(pixels: Pixels, row_edges: Floats, col_edges: Floats, occupied: Bools) -> Extent:
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
) -> tuple[Extent, Floats, Floats, Bools]:
    pads = _room(pixels, row_edges, col_edges, margin)
    rows = extend_edges(row_edges, pads[0], pads[1])
    cols = extend_edges(col_edges, pads[2], pads[3])
    has_patch = np.pad(occupied, (pads[:2], pads[2:]))
    # Rims are compared sample by sample, so cells are cut from edges rounded to pixels.
    cells, kinds = cut_kinds(pixels, np.floor(rows + 0.5), np.floor(cols + 0.5), SIDE)
    box = [pads[0], len(rows) - 1 - pads[1], pads[2], len(cols) - 1 - pads[3]]
    seen = _Appearance(cells, kinds, has_patch, tuple(box))
    seen.extend(box)
    seen.extend_blank(box)
    seen.trim(box)
    inside = np.s_[box[0] : box[1], box[2] : box[3]]
    grown = Extent(
        rows[box[0] : box[1] + 1],
        cols[box[2] : box[3] + 1],
        seen.tile[inside],
        seen.glyph[inside],
        seen.blank[inside],
        cells,
        kinds[inside],
    )
    return grown, grown.row_edges, grown.col_edges, has_patch[inside]


def _room(
    pixels: Pixels, row_edges: Floats, col_edges: Floats, margin: int
) -> tuple[int, int, int, int]:
    """Return how many more cells fit into the frame above, below, left and right."""
    height, width = pixels.shape[:2]
    room = []
    for edges, end in ((row_edges, height), (col_edges, width)):
        pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
        room.append(int(np.clip((edges[0] + ROOM_PIXELS) // pitch, 0, margin)))
        room.append(int(np.clip((end - edges[-1] + ROOM_PIXELS) // pitch, 0, margin)))
    return room[0], room[1], room[2], room[3]


class _Appearance:
    """What every cell of a box and its margin looks like; equal cells are compared once."""

    def __init__(self, cells: Samples, kinds: Ints, has_patch: Bools, box: tuple[int, ...]) -> None:
        self.cells = cells
        """One of each kind."""
        self.kinds = kinds
        """The kind of each cell, rows x columns."""
        self.has_patch = has_patch
        inside = np.zeros(has_patch.shape, bool)
        inside[box[0] : box[1], box[2] : box[3]] = True
        flatness = cells.max(axis=(1, 2)) - cells.min(axis=(1, 2))
        self.flat = (flatness.max(axis=1) <= MAX_FLAT)[kinds]
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
        """Return the cells with a blob in the middle of flat ground."""
        off = np.abs(self.cells - self.grounds[:, None, None]).max(axis=3)
        steps = off > RING_STEP
        calm_ring = steps[:, _RING2].mean(axis=1) <= MAX_RING_STEPS
        calm_sides = sum(
            (steps[:, side].mean(axis=1) <= MAX_SIDE_STEPS).astype(int) for side in _SIDES
        )
        blob = off > GLYPH_STEP
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
        centred = np.abs(mean_x - SIDE / 2) < GLYPH_OFF_ACROSS * SIDE
        centred &= np.abs(mean_y - SIDE / 2) < GLYPH_OFF_DOWN * SIDE
        good = calm_ring & (np.asarray(calm_sides) >= MIN_CALM_SIDES) & centred
        good &= count >= MIN_GLYPH_SAMPLES
        good &= (height >= GLYPH_HEIGHTS[0]) & (height <= GLYPH_HEIGHTS[1])
        found = good[self.kinds]
        top, bottom = top[self.kinds], bottom[self.kinds]
        if (found & inside).sum() >= 2:
            # Outside the box only what has the height and place of the digits inside.
            tops, bottoms = top[found & inside], bottom[found & inside]
            level = np.abs(top - np.median(tops)) <= GLYPH_LEVEL
            found &= inside | (level & (np.abs(bottom - np.median(bottoms)) <= GLYPH_LEVEL))
        return np.asarray(found, bool)

    def _tiles(self, inside: Bools) -> Bools:
        """Return the cells whose rim is like that of cells with a patch."""
        source = inside & self.has_patch
        found = source & ~self.flat
        asked = ~found
        which, place = np.unique(self.kinds[asked], return_inverse=True)
        cells, ground = self.cells[which], self.grounds[which]
        lone = (self.flat | self.glyph)[asked] & self._contrasts()[asked]
        fits_any = np.zeros(len(place), bool)
        for prototype, members in _prototypes(self.cells, self.kinds[source]):
            if members < max(MIN_PROTOTYPE, PROTOTYPE_SHARE * source.sum()):
                continue
            face = np.median(prototype[_RING2], axis=0)
            relief = np.abs(prototype - face).max(axis=2)
            structure = (relief > MIN_RELIEF) & _RIM
            # Thin lines of large cells are faint here, so the tolerance is in proportion.
            tolerance = np.where(
                structure,
                np.clip(RELIEF_SHARE * relief, MIN_RELIEF_TOLERANCE, SIDE_TOLERANCE),
                SIDE_TOLERANCE,
            )
            same = np.abs(cells - prototype).max(axis=3) <= tolerance
            sides = sum(
                (same[:, side].mean(axis=1) >= MIN_SIDE_ALIKE).astype(int) for side in _SIDES
            )
            fits = np.asarray(sides) >= MIN_SIDES_ALIKE
            if structure.sum() >= MIN_STRUCTURE:
                fits &= same[:, structure].mean(axis=1) >= MIN_STRUCTURE_ALIKE
                fits &= _has_relief(cells, ground, prototype - face, structure)
                fits_any |= fits[place]
            else:
                fits_any |= fits[place] & lone
        found[asked] = fits_any
        return np.asarray(found, bool)

    def _contrasts(self) -> Bools:
        """Return which cells differ in ground from a horizontal and a vertical neighbour."""
        ground = self.ground
        across = np.abs(np.diff(ground, axis=1)).max(axis=2) > GROUND_CONTRAST
        down = np.abs(np.diff(ground, axis=0)).max(axis=2) > GROUND_CONTRAST
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
        least = max(MIN_OPEN, OPEN_SHARE * len(source))
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
        # Blank ground beside a tile, along or across the line, is not open ground of this board.
        beside = np.pad(tile, 1)
        lawful = blank & ~beside[2:] & ~beside[:-2] & ~self.tile[near]
        return tile, self.glyph[index], lawful

    def extend(self, box: list[int]) -> None:
        """Add lines that look like the board, over a few blank ones, until nothing changes."""
        changed = True
        while changed:
            changed = False
            for side in range(4):
                for ahead in range(MAX_BLANK_LINES + 1):
                    line = self._line(box, side, ahead)
                    if line is None:
                        break
                    tile, glyph, blank = line
                    share = (tile | glyph | blank).mean()
                    strong = int((tile | glyph).sum())
                    sure = strong >= MIN_STRONG or (strong == 1 and share >= SURE_LINE_SHARE)
                    if share >= LINE_SHARE and sure:
                        box[side] += (ahead + 1) if side % 2 else -(ahead + 1)
                        changed = True
                        break
                    if blank.mean() < LINE_SHARE:
                        break

    def extend_blank(self, box: list[int]) -> None:
        """Add blank lines that end at a visible border on the outer side and at both ends."""
        for side in range(4):
            axis, end = divmod(side, 2)
            for ahead in range(MAX_BLANK_BORDER):
                line = self._line(box, side, ahead)
                if line is None or line[2].mean() < SURE_LINE_SHARE:
                    break
                if self._bordered(box, axis, box[side] + (ahead if end else -1 - ahead), end):
                    box[side] += (ahead + 1) if end else -(ahead + 1)
                    break

    def _bordered(self, box: list[int], axis: int, at: int, end: int) -> bool:
        """Return True if a blank line ends at a border outside and at both of its ends."""
        cells = self.cells if axis == 0 else self.cells.transpose(0, 2, 1, 3)
        kinds = self.kinds if axis == 0 else self.kinds.T
        ground = self.ground if axis == 0 else self.ground.transpose(1, 0, 2)
        low, high = (box[2], box[3]) if axis == 0 else (box[0], box[1])
        beyond = at + 1 if end else at - 1
        if not 0 <= beyond < kinds.shape[0] or low == 0 or high >= kinds.shape[1]:
            return False
        outer = cells[kinds[beyond, low:high], 0 if end else -1]
        step = np.abs(outer - ground[at, low:high, None]).max(axis=2) > BORDER_STEP
        first = np.abs(cells[kinds[at, low - 1], :, -1] - ground[at, low]).max(axis=1) > BORDER_STEP
        last = np.abs(cells[kinds[at, high], :, 0] - ground[at, high - 1]).max(axis=1) > BORDER_STEP
        ends = min(first.mean(), last.mean())
        return bool(step.mean() >= MIN_BORDER_LONG and ends >= MIN_BORDER_SHORT)

    def trim(self, box: list[int]) -> None:
        """Drop outer lines of which little is explained."""
        for side in range(4):
            axis, end = divmod(side, 2)
            while box[axis * 2 + 1] - box[axis * 2] > MIN_TRIMMED_LINES:
                at = box[side] - 1 if end else box[side]
                span = slice(box[2], box[3]) if axis == 0 else slice(box[0], box[1])
                index = (at, span) if axis == 0 else (span, at)
                explained = (self.tile | self.glyph | self.blank)[index].mean()
                if explained >= TRIM_BELOW or self.has_patch[index].mean() >= TRIM_PATCHES:
                    break
                box[side] += -1 if end else 1


def _has_relief(cells: Samples, ground: Samples, relief: Samples, structure: Bools) -> Bools:
    """Return which cells have a prototype's relief on each side that has any, or all but one.

    One side may differ where there are three or more: a neighbour may cast its shadow there.
    """
    wanted_sides = 0
    found = np.zeros(len(cells), int)
    for side in _SIDES:
        here = structure & side
        if here.sum() < MIN_STRUCTURE:
            continue
        wanted_sides += 1
        wanted = relief[here]
        there = cells[:, here] - ground[:, None]
        bound = RELIEF_BOUND * np.abs(wanted)
        share = (np.clip(there, -bound, bound) * wanted).sum(axis=(1, 2)) / (wanted**2).sum()
        found += share >= MIN_RELIEF_FOUND
    return np.asarray(found >= wanted_sides - (wanted_sides >= 3), bool)


def _prototypes(cells: Samples, kinds: Ints) -> list[tuple[Samples, int]]:
    """Return the commonest rims with how many cells have each, by leader clustering.

    Given one cell of each kind, and the kinds of the cells to compare.
    """
    rest = kinds
    found: list[tuple[Samples, int]] = []
    while len(rest) and len(found) < MAX_PROTOTYPES:
        lead = rest[len(rest) // 2]
        which, counts = np.unique(rest, return_counts=True)
        off = np.abs(cells[which] - cells[lead]).max(axis=3)
        near = (off <= SIDE_TOLERANCE)[:, _RIM].mean(axis=1) >= PROTOTYPE_RIM
        found.append((_median(cells[which[near]], counts[near]), int(counts[near].sum())))
        rest = rest[~np.isin(rest, which[near])]
    return sorted(found, key=lambda item: -item[1])


def _median(cells: Samples, counts: Ints) -> Samples:
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


def _any_near(colors: Samples, known: Floats, tolerance: float) -> Bools:
    """Return which colours are close to one of the known ones."""
    if not len(known):
        return np.zeros(len(colors), bool)
    distance = np.abs(colors[:, None] - known[None]).max(axis=2)
    return np.asarray(distance.min(axis=1) <= tolerance, bool)


def smoothed(pixels: Pixels) -> Pixels:
    """Return the frame with one-pixel dither averaged out, for comparing rims."""
    return np.asarray(cv2.blur(pixels, (2, 2), anchor=(0, 0)), np.uint8)
