"""The cells of an unknown theme in groups: few plain tiles, and glyphs on them.

Equal cells are compared once. Plain cells are grouped by ground and border, because a bevel is
often the only difference between hidden and empty. A glyph is what is left of a cell after the
plain tile with the same border is subtracted, so bevels, dither and patterns on tiles vanish. Too
many groups do no harm (several may get one label); one group of different glyphs does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Bools, Floats, Ints, Samples
from autosweep.vision.classify import glyph_network as glyphs
from autosweep.vision.classify.glyph_network import INNER, OTHER, PLAIN, SIDE
from autosweep.vision.classify.thresholds import (
    CLEAR_CLASS,
    COMMON_GLYPH,
    COMMON_SHARE,
    FAINT_GLYPH,
    FAINT_RESIDUE,
    FAINT_SAMPLES,
    FLAT_QUANTILE,
    GLYPH_JOIN,
    GLYPH_PEAK,
    GRAIN_WEIGHT,
    MARK_QUANTILE,
    MAX_GLYPH_GROUPS,
    MAX_PLAIN_GROUPS,
    MAX_PLAIN_JOIN,
    MEMBERS_CLASSIFIED,
    MIN_TINT_SAMPLES,
    NO_GLYPH_CLASS,
    PATTERNED_SHARE,
    PEAK_SAMPLES,
    PLAIN_CLASS,
    PLAIN_COLOR_WEIGHT,
    PLAIN_JOIN,
    PLAIN_JOIN_GROWTH,
    SAME_PLAIN,
    SAME_RING,
    SAME_TILE_GROUND,
    SAME_TINT,
    STRONG_SAMPLE,
    TILE_SHARE,
)
from autosweep.vision.resample import cut_cells

_BAND = np.zeros((SIDE, SIDE), bool)
_BAND[4:-4, 4:-4] = True
_BAND[8:-8, 8:-8] = False
_RING = np.ones((SIDE, SIDE), bool)
_RING[3:-3, 3:-3] = False


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Groups of cells that look alike."""

    labels: Ints
    """Rows x columns: the group of each cell."""
    plain: Bools
    """Which groups are plain tiles."""
    patterned: Bools
    """Which plain groups are tiles with a pattern, taken for plain because they are many."""
    counts: Ints
    cells: Samples
    """First cell of each group, 32 x 32 x 3."""
    grounds: Samples
    """Ground colour of each group."""
    borders: Samples
    """Mean colour of each group along its border, where no glyph hides the ground."""
    logits: Samples
    """What the network says of each group; zeros for plain ones."""
    tile: Ints
    """The plain group on which each group's glyph lies, -1 where that is not clear."""
    tints: Samples
    """Colour of each group's glyph, less its brightness."""
    splits: Samples
    """How much the colours of the upper and the lower half of each group's glyph differ."""
    centred: Samples
    """How far each group's glyph is from the middle of its cell, as a share of the cell."""


@dataclass(frozen=True, slots=True, eq=False)
class DifferentCells:
    """The cells of a grid, equal ones once."""

    images: Samples
    places: Ints
    """Rows x columns: which image each cell has."""
    counts: Ints
    """How many cells have each image."""


def different_cells(pixels: Pixels, row_edges: Floats, col_edges: Floats) -> DifferentCells:
    """Cut the cells of a grid out of an image."""
    rows, cols = len(row_edges) - 1, len(col_edges) - 1
    # Without the outermost pixel of the board: there its own frame often shows.
    cells = cut_cells(pixels, np.floor(row_edges + 0.5), np.floor(col_edges + 0.5), SIDE, inset=1.0)
    flat = cells.reshape(rows * cols, SIDE, SIDE, 3)
    unique, inverse, counts = _unique(flat)
    return DifferentCells(unique, inverse.reshape(rows, cols), counts)


def cluster_cells(cells: DifferentCells) -> Clusters:
    """Group the cells of a grid by how they look."""
    grouping = _Grouping(cells.images, cells.counts)
    grouping.group_plain()
    grouping.group_glyphs()
    if grouping.adopt_patterned(cells.places.size):
        grouping.group_glyphs()
    return grouping.result(cells.places)


def _unique(cells: Samples) -> tuple[Samples, Ints, Ints]:
    """Return different cells, the place of each cell among them, and how often each occurs."""
    data = np.ascontiguousarray(cells.reshape(len(cells), -1).astype(np.uint8))
    keys = data.view(np.dtype((np.void, data.shape[1]))).ravel()
    _, first, inverse, counts = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    return cells[first], inverse.astype(np.intp), counts.astype(np.intp)


class _Grouping:
    """The grouping of one board, step by step."""

    def __init__(self, cells: Samples, counts: Ints) -> None:
        self.cells = cells
        self.counts = counts
        self.planes = glyphs.plane_ground(cells)
        self.colors = self.planes[:, SIDE // 2, SIDE // 2]
        self.borders = cells[:, _RING].mean(axis=1)
        strength = glyphs.largest(cells - self.planes)[:, INNER, INNER]
        flat = np.quantile(strength.reshape(len(cells), -1), FLAT_QUANTILE, axis=1) < FAINT_GLYPH
        self.is_plain = np.asarray(flat, bool)
        self.group = np.full(len(cells), -1, np.intp)
        self.plain_groups: list[Ints] = []
        self.patterned: list[bool] = []
        self.glyph_groups: list[Ints] = []
        self.inputs = np.zeros((len(cells), 4, SIDE, SIDE), np.float32)
        self.boxes = np.zeros((len(cells), 4), np.int32)
        self.logits = np.zeros((0, len(glyphs.CLASSES)), np.float32)

    def group_plain(self) -> None:
        """Group plain cells by relief and, less strictly, by colour."""
        which = np.flatnonzero(self.is_plain)
        if not len(which):
            return
        relief = self.cells[which] - self.colors[which][:, None, None]
        small = np.stack([cv2.resize(r, (16, 16), interpolation=cv2.INTER_AREA) for r in relief])
        # A stipple may have the colour of a flat tile: its grain is one more value to compare.
        grain = np.abs(relief - np.stack([cv2.blur(r, (3, 3)) for r in relief])).mean(
            axis=(1, 2, 3)
        )
        small = small.reshape(len(which), -1)
        colors = np.concatenate([self.colors[which], GRAIN_WEIGHT * grain[:, None]], axis=1)
        order = np.argsort(-self.counts[which], kind="stable")
        join = PLAIN_JOIN
        while True:
            groups = _leaders(order, partial(_plain_near, small, colors, join))
            if len(groups) <= MAX_PLAIN_GROUPS or join > MAX_PLAIN_JOIN:
                break
            join *= PLAIN_JOIN_GROWTH
        self.plain_groups = [which[g] for g in groups]
        self.patterned = [False] * len(groups)
        self._find_faint_glyphs()

    def _find_faint_glyphs(self) -> None:
        """Remove cells with a faint glyph in the middle from plain groups."""
        kept = []
        for group in self.plain_groups:
            lead = self.cells[group[0]]
            residue = glyphs.largest(self.cells[group] - lead)[:, INNER, INNER]
            offset = np.median(residue.reshape(len(group), -1), axis=1)
            top = np.sort(residue.reshape(len(group), -1), axis=1)[:, -FAINT_SAMPLES:].mean(axis=1)
            glyph = top - offset > FAINT_RESIDUE
            self.is_plain[group[glyph]] = False
            kept.append(group[~glyph])
        self.plain_groups = kept

    def group_glyphs(self) -> None:
        """Subtract the ground from all other cells and group what is left."""
        rest = np.flatnonzero(~self.is_plain)
        self.glyph_groups = []
        if not len(rest):
            self.logits = np.zeros((0, len(glyphs.CLASSES)), np.float32)
            return
        grounds = self._reference_grounds(rest)
        self.inputs[rest] = glyphs.features(self.cells[rest], grounds)
        self.boxes[rest] = glyphs.glyph_boxes(glyphs.largest(self.cells[rest] - grounds))
        soft = np.stack([cv2.blur(f.transpose(1, 2, 0), (3, 3)) for f in self.inputs[rest]])
        soft = soft.reshape(len(rest), -1)
        # A large glyph hides its ground: there only the border tells an exploded mine from others.
        colors = np.concatenate([self.colors[rest], self.borders[rest]], axis=1)
        order = np.argsort(-self.counts[rest], kind="stable")
        groups = _leaders(order, partial(_glyph_near, soft, colors))
        self.glyph_groups = [rest[g] for g in groups]
        seen = [g[:MEMBERS_CLASSIFIED] for g in self.glyph_groups]
        logits = glyphs.classify(self.inputs[np.concatenate(seen)])
        parts = np.split(logits, np.cumsum([len(s) for s in seen])[:-1])
        self.logits = np.stack([part.mean(axis=0) for part in parts])
        if len(self.glyph_groups) > MAX_GLYPH_GROUPS:
            self._join_by_class()

    def _join_by_class(self) -> None:
        """Join groups that have one clear class and nearly one colour."""
        odds = softmax(self.logits)
        kinds, clear = odds.argmax(axis=1), odds.max(axis=1) > CLEAR_CLASS
        tints = np.stack([self._tint(g[0]) for g in self.glyph_groups])
        first = np.array([g[0] for g in self.glyph_groups])
        colors = np.concatenate([self.colors[first], self.borders[first]], axis=1)
        joined: list[Ints] = []
        logits = []
        taken = np.zeros(len(kinds), bool)
        for k in range(len(kinds)):
            if taken[k]:
                continue
            same = clear & clear[k] & (kinds == kinds[k]) & ~taken
            # Hidden and empty are both plain: there only the ground tells them apart.
            limit = SAME_PLAIN if kinds[k] == PLAIN else SAME_TINT
            same &= np.abs(tints - tints[k]).max(axis=1) < SAME_TINT
            same &= np.abs(colors - colors[k]).max(axis=1) < limit
            same[k] = True
            taken |= same
            joined.append(np.concatenate([self.glyph_groups[i] for i in np.flatnonzero(same)]))
            logits.append(self.logits[same].mean(axis=0))
        self.glyph_groups = joined
        self.logits = np.stack(logits)

    def _reference_grounds(self, rest: Ints) -> Samples:
        """Return the ground of cells: the plain tile with the nearest border, or a plane."""
        grounds = self.planes[rest].copy()
        tiles = [
            group[0]
            for group, patterned in zip(self.plain_groups, self.patterned, strict=True)
            if len(group) and not (patterned and self._is_mark(group[0]))
        ]
        if not tiles:
            return grounds
        nearest = self._nearest(rest, np.array(tiles))
        for i in np.flatnonzero(nearest >= 0):
            tile = self.cells[tiles[nearest[i]]]
            offset = np.median((self.cells[rest[i]] - tile)[_RING], axis=0)
            grounds[i] = tile + offset
        return grounds

    def _is_mark(self, which: np.intp) -> bool:
        """Return True if the pattern of a tile lies in its middle only, as a letter does.

        A symbol replaces such a mark; it lies on a pattern that fills the tile.
        """
        strength = glyphs.largest(self.cells[which] - self.planes[which])
        return bool(np.quantile(strength[_BAND], MARK_QUANTILE) < FAINT_GLYPH)

    def _nearest(self, which: Ints, tiles: Ints) -> Ints:
        """Return for each cell the place of the tile with the nearest border, or -1.

        Where tiles are apart the border is the page between them, and the same for all: a cell
        that has the ground of some tiles is never put on one with another ground.
        """
        rings = self.cells[tiles][:, _RING]
        distance = np.abs(self.cells[which][:, _RING][:, None] - rings[None]).mean(axis=(2, 3))
        grounds = np.median(self.cells[which][:, _BAND], axis=1)
        others = np.median(self.cells[tiles][:, _BAND], axis=1)
        alike = np.abs(grounds[:, None] - others[None]).max(axis=2) < SAME_TILE_GROUND
        distance[~alike & alike.any(axis=1)[:, None]] = np.inf
        best = np.argmin(distance, axis=1)
        near = distance[np.arange(len(which)), best] < SAME_RING
        return np.where(near, best, -1).astype(np.intp)

    def adopt_patterned(self, total: int) -> bool:
        """Make frequent groups that are no glyph plain tiles; return True if there were any."""
        if not len(self.glyph_groups):
            return False
        odds = softmax(self.logits)
        adopted = []
        for k, group in enumerate(self.glyph_groups):
            share = self.counts[group].sum() / total
            plain = bool(odds[k, PLAIN] > PLAIN_CLASS)
            patterned = (
                share >= PATTERNED_SHARE and odds[k, OTHER] + odds[k, PLAIN] > NO_GLYPH_CLASS
            )
            patterned |= share >= COMMON_SHARE and odds[k].max() < COMMON_GLYPH
            patterned |= share >= TILE_SHARE
            if plain or patterned:
                adopted.append((group, not plain))
        for group, patterned in adopted:
            self.plain_groups.append(group)
            self.patterned.append(patterned)
            self.is_plain[group] = True
        return bool(adopted)

    def result(self, places: Ints) -> Clusters:
        """Return the groups as arrays."""
        plain = [(g, p) for g, p in zip(self.plain_groups, self.patterned, strict=True) if len(g)]
        groups = [g for g, _ in plain] + self.glyph_groups
        of_unique = np.zeros(len(self.cells), np.intp)
        for k, group in enumerate(groups):
            of_unique[group] = k
        labels = of_unique[places]
        logits = np.zeros((len(groups), len(glyphs.CLASSES)), np.float32)
        if self.glyph_groups:
            logits[len(plain) :] = self.logits
        centred = np.zeros(len(groups), np.float32)
        for k, group in enumerate(groups[len(plain) :], len(plain)):
            box = self.boxes[group[0]]
            offset = np.abs([(box[0] + box[2]) / 2 - SIDE / 2, (box[1] + box[3]) / 2 - SIDE / 2])
            centred[k] = offset.max() / SIDE
        return Clusters(
            labels,
            np.arange(len(groups)) < len(plain),
            np.array([p for _, p in plain] + [False] * len(self.glyph_groups), bool),
            np.bincount(labels.ravel(), minlength=len(groups)).astype(np.intp),
            np.stack([self.cells[g[0]] for g in groups]),
            np.stack([np.median(self.cells[g[0]][_BAND], axis=0) for g in groups]),
            np.stack([self.borders[g[0]] for g in groups]),
            logits,
            self._tiles(groups, [p for _, p in plain]),
            np.stack([self._tint(g[0]) for g in groups]),
            np.array([self._split(g[0]) for g in groups], np.float32),
            centred,
        )

    def _tiles(self, groups: list[Ints], patterned: list[bool]) -> Ints:
        """Return for each group the plain group with clearly the nearest border, or -1."""
        plain = len(patterned)
        tile = np.full(len(groups), -1, np.intp)
        tile[:plain] = np.arange(plain)
        if not plain or plain == len(groups):
            return tile
        # Other groups as near are of the same make; the decoder keeps them together.
        leads = np.array([group[0] for group in groups])
        bare = np.array([k for k in range(plain) if not (patterned[k] and self._is_mark(leads[k]))])
        if len(bare):
            nearest = self._nearest(leads[plain:], leads[bare])
            tile[plain:] = np.where(nearest >= 0, bare[nearest], -1)
        return tile

    def _tint(self, which: np.intp) -> Samples:
        """Return the colour of a cell's glyph, less its brightness."""
        cell = self.cells[which]
        return _tint_of(cell[INNER, INNER][_strong(cell)])

    def _split(self, which: np.intp) -> float:
        """Return how much the upper half of a cell's glyph differs in colour from the lower."""
        cell = self.cells[which]
        strong = _strong(cell)
        lines = np.flatnonzero(strong.any(axis=1))
        if not len(lines):
            return 0.0
        inner, middle = cell[INNER, INNER], (lines[0] + lines[-1] + 1) // 2
        upper, lower = inner[:middle][strong[:middle]], inner[middle:][strong[middle:]]
        if min(len(upper), len(lower)) < MIN_TINT_SAMPLES:
            return 0.0
        return float(np.abs(_tint_of(upper) - _tint_of(lower)).max())


def _strong(cell: Samples) -> Bools:
    """Return which inner samples of a cell differ clearly from its ground."""
    ground = np.median(cell[_BAND], axis=0)
    return np.asarray(np.abs(cell[INNER, INNER] - ground).max(axis=2) > STRONG_SAMPLE, bool)


def _tint_of(samples: Samples) -> Samples:
    """Return the middle colour of some samples less its brightness, none where they are few."""
    if len(samples) < MIN_TINT_SAMPLES:
        return np.zeros(3, np.float32)
    color = np.median(samples, axis=0)
    return np.asarray(color - color.mean(), np.float32)


def _plain_near(small: Samples, colors: Samples, limit: float, i: np.intp, j: Ints) -> Bools:
    relief = np.abs(small[j] - small[i]).mean(axis=1)
    color = np.abs(colors[j] - colors[i]).max(axis=1)
    return np.asarray(relief + PLAIN_COLOR_WEIGHT * color < limit, bool)


def _glyph_near(soft: Samples, colors: Samples, i: np.intp, j: Ints) -> Bools:
    difference = np.abs(soft[j] - soft[i])
    near = difference.mean(axis=1) < GLYPH_JOIN
    near &= np.abs(colors[j] - colors[i]).max(axis=1) < SAME_TILE_GROUND
    peaks = np.partition(difference[near], -PEAK_SAMPLES, axis=1)[:, -PEAK_SAMPLES:].mean(axis=1)
    near[near] = peaks < GLYPH_PEAK
    return np.asarray(near, bool)


def _leaders(order: Ints, near: Callable[[np.intp, Ints], Bools]) -> list[Ints]:
    """Return groups by leader clustering: each group is what is near its first cell."""
    rest = order
    groups: list[Ints] = []
    while len(rest):
        lead = rest[0]
        joined = near(lead, rest)
        joined[0] = True
        groups.append(rest[joined])
        rest = rest[~joined]
    return groups


def softmax(logits: Samples) -> Samples:
    """Return probabilities of logits."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)
