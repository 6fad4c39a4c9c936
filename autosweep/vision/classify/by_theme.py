"""Cells named by themes: every cell is compared with every image of every theme at once.

Cells and images are brought to the same small size, bevel included, so one matrix product gives
all differences. The theme that explains the whole board best is chosen; a cell is as certain as
its best image is close and its second-best symbol is far. What fits nothing is UNREAD.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from autosweep.board import HIDDEN, UNREAD
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Bools, Codes, Floats, Ints, Samples
from autosweep.vision.classify.confidence import SymbolEvidence, weigh
from autosweep.vision.classify.thresholds import (
    CERTAIN_AT_ONCE,
    FRAME_SHARE,
    HALF_PIXEL_ERROR,
    LIMIT_SHARE,
    MAX_DIFFERENCE,
    MIN_LIMIT,
    NEAR_BEST_FACTOR,
    NEAR_BEST_LEVELS,
    NEXT_SAMPLE,
    NUDGES,
    ROOM_PIXELS,
    SAME_RING_GROUND,
    SAMPLE_LINES,
    SHIFT_COST,
    SHIFTS,
    SIGNED_CONFIDENCE,
    STRENGTHS,
    STRICT_LIMIT,
    UNREADABLE_BELOW,
)
from autosweep.vision.classify.unknown_signs import carry_signs
from autosweep.vision.reading import ACT_CONFIDENCE
from autosweep.vision.resample import cut_cells, cut_kinds, cut_spans, spans_of
from autosweep.vision.themes import Theme

SIDE = 16
"""Samples of the side of a cell and of an image."""


@dataclass(frozen=True, slots=True, eq=False)
class Variants:
    """The images of one theme, each moved a little in every direction."""

    glyphs: Samples
    """Directions and images x values: what differs from the ground."""
    power: Samples
    """Squared length of each glyph."""
    overlap: Samples
    """Product of each glyph and its ground."""


@dataclass(frozen=True, slots=True, eq=False)
class Bank:
    """The images of all themes as one matrix."""

    themes: tuple[Theme, ...]
    vectors: Samples
    """Images x values."""
    squares: Samples
    """Squared length of each image."""
    limits: Samples
    """Levels by which a cell may differ from each image: a plain cell less than a bold glyph."""
    grounds: Samples
    """For each image the plain one (hidden or empty) of its theme that has the same border."""
    codes: Codes
    """Cell code of each image."""
    owner: Ints
    """Which theme each image belongs to."""
    variants: dict[int, Variants] = field(default_factory=dict)
    """For themes that were compared closely, made when first needed."""

    @classmethod
    def of(cls, themes: Sequence[Theme]) -> Bank:
        """Bring the images of themes to one size."""
        vectors = [normalised(image) for theme in themes for image in theme.images]
        matrix = np.array(vectors, np.float32).reshape(len(vectors), SIDE * SIDE * 3)
        codes = np.array([code for theme in themes for code in theme.codes], np.uint8)
        owner = np.array([k for k, theme in enumerate(themes) for _ in theme.codes], np.intp)
        grounds = _grounds(matrix, codes, owner)
        squares = (matrix**2).sum(axis=1)
        limits = _limits(matrix)
        for k, theme in enumerate(themes):
            # The ground round a board is plain too, so plain cells must fit well. And a number that
            # the theme does not have must not pass for one that it has.
            whole = set(range(1, 9)) <= set(theme.codes)
            strict = np.isin(codes, (0, HIDDEN)) if whole else np.ones(len(codes), bool)
            limits[(owner == k) & strict] *= STRICT_LIMIT
        return cls(tuple(themes), matrix, squares, limits, grounds, codes, owner)

    def only(self, which: Ints) -> Bank:
        """Return the bank of some of the themes."""
        kept = np.isin(self.owner, which)
        place = np.zeros(len(self.themes), np.intp)
        place[which] = np.arange(len(which))
        return Bank(
            tuple(self.themes[k] for k in which),
            self.vectors[kept],
            self.squares[kept],
            self.limits[kept],
            self.grounds[kept],
            self.codes[kept],
            place[self.owner[kept]],
        )

    def by_theme(self, distances: Samples) -> Samples:
        """Return the least difference of each cell to any image of each theme."""
        # Images of a theme lie side by side, so each theme is one range of columns.
        starts = np.searchsorted(self.owner, np.arange(len(self.themes)))
        return np.asarray(np.minimum.reduceat(distances, starts, axis=1), np.float32)

    def distances(self, cells: Samples) -> Samples:
        """Return the root mean square difference of each cell to each image, in levels."""
        squared = (cells**2).sum(axis=1)[:, None] + self.squares[None] - 2 * cells @ self.vectors.T
        return np.asarray(np.sqrt(np.maximum(squared, 0) / cells.shape[1]), np.float32)

    def close_distances(self, cells: Samples, theme: int) -> Samples:
        """Return the differences to the images of one theme, each allowed to vary a little.

        Clients place glyphs and stroke widths on whole pixels, so at other scales a glyph lies a
        part of a sample off and is a little stronger or weaker against its ground.
        """
        mine = self.owner == theme
        grounds = self.grounds[mine]
        if theme not in self.variants:
            self.variants[theme] = _variants(self.vectors[mine], grounds)
        varied = self.variants[theme]
        squared = (cells**2).sum(axis=1)[:, None]
        residual = squared - 2 * cells @ grounds.T + (grounds**2).sum(axis=1)[None]
        along = cells @ varied.glyphs.T - varied.overlap[None]
        strength = np.clip(along / varied.power[None], *STRENGTHS)
        gain = strength * (2 * along - strength * varied.power[None])
        most = gain.reshape(len(cells), -1, len(grounds)).max(axis=1)
        return np.asarray(np.sqrt(np.maximum(residual - most, 0) / cells.shape[1]), np.float32)


def _variants(images: Samples, grounds: Samples) -> Variants:
    """Return images moved by a part of a sample in all directions, less their grounds."""
    squares = images.reshape(-1, SIDE, SIDE, 3)
    moved = [_nudged(_nudged(squares, dy, 1), dx, 2) for dy in NUDGES for dx in NUDGES]
    glyphs = np.stack([m.reshape(images.shape) - grounds for m in moved])
    overlap = (glyphs * grounds[None]).sum(axis=2).ravel()
    glyphs = glyphs.reshape(-1, images.shape[1])
    return Variants(glyphs, np.maximum((glyphs**2).sum(axis=1), 1.0), overlap)


def _limits(matrix: Samples) -> Samples:
    """Return by how much a cell may differ from each image, from the image's own contrast."""
    pixels = matrix.reshape(len(matrix), SIDE * SIDE, 3)
    face = np.median(pixels, axis=1, keepdims=True) if len(matrix) else pixels
    contrast = np.sqrt(((pixels - face) ** 2).mean(axis=(1, 2)))
    return np.asarray(MIN_LIMIT + LIMIT_SHARE * contrast, np.float32)


def _grounds(matrix: Samples, codes: Codes, owner: Ints) -> Samples:
    """Return for each image the plain image of its theme whose border is nearest."""
    ring = np.ones((SIDE, SIDE, 3), bool)
    ring[2:-2, 2:-2] = False
    rings = matrix[:, ring.ravel()]
    grounds = matrix.copy()
    for k in np.unique(owner):
        mine = np.flatnonzero(owner == k)
        plain = mine[np.isin(codes[mine], (0, HIDDEN))]
        difference = np.abs(rings[mine][:, None] - rings[plain][None]).mean(axis=2)
        nearest = plain[np.argmin(difference, axis=1)]
        # An image on a ground of its own (an exploded mine on red) stands for itself.
        shares = difference.min(axis=1) < SAME_RING_GROUND
        grounds[mine[shares]] = matrix[nearest[shares]]
    return grounds


def _nudged(images: Samples, by: float, axis: int) -> Samples:
    """Return images moved by a part of a sample along an axis, the border repeated."""
    if by == 0:
        return images
    near = np.take(images, np.clip(np.arange(SIDE) - np.sign(by).astype(int), 0, SIDE - 1), axis)
    return np.asarray((1 - abs(by)) * images + abs(by) * near, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """Cells as one theme names them."""

    theme: Theme
    codes: Codes
    """Rows x columns; UNREAD where nothing fits."""
    confidence: Samples
    """0 to 1."""
    first: Codes
    """The best symbol of each cell, however uncertain."""
    second: Codes
    """The next best symbol of each cell."""
    fit: float
    """Mean difference between cells and images, in levels; each cell counts up to a limit."""
    row_edges: Floats
    col_edges: Floats
    signed: Bools
    """Cells that would be hidden ones but for a sign that the theme does not know."""


def normalised(image: Pixels) -> Samples:
    """Return a whole cell as a vector of fixed length."""
    height, width = image.shape[:2]
    edges = np.array([0.0, height]), np.array([0.0, width])
    return _softened(cut_cells(image, *edges, SIDE)).reshape(-1)


def _softened(cells: Samples) -> Samples:
    """Return cells a little blurred: stroke widths snap to pixels and differ between scales."""
    for axis in (-3, -2):
        lines = np.moveaxis(cells, axis, 0)
        soft = (1 - 2 * NEXT_SAMPLE) * cells
        out = np.moveaxis(soft, axis, 0)
        out[1:] += NEXT_SAMPLE * lines[:-1]
        out[0] += NEXT_SAMPLE * lines[0]
        out[:-1] += NEXT_SAMPLE * lines[1:]
        out[-1] += NEXT_SAMPLE * lines[-1]
        cells = soft
    return cells


def name_cells(
    pixels: Pixels, row_edges: Floats, col_edges: Floats, bank: Bank, *, register: bool = True
) -> Named | None:
    """Return the cells as the best theme names them, or None where there are no themes.

    With `register` the grid is first moved, by up to a pixel and a half, to where the images fit
    best.
    """
    if not bank.themes:
        return None
    if register:
        at_once = _named(*cut_kinds(pixels, row_edges, col_edges, SIDE), bank, row_edges, col_edges)
        if at_once.confidence.min() >= CERTAIN_AT_ONCE:
            return at_once
        row_edges, col_edges = _registered(pixels, row_edges, col_edges, bank)
    named = _named(*cut_kinds(pixels, row_edges, col_edges, SIDE), bank, row_edges, col_edges)
    if not (_on_border(named) & (named.confidence < ACT_CONFIDENCE)).any():
        return named
    return _inside_frame(pixels, named, bank)


def _on_border(named: Named) -> Bools:
    """Return which cells lie at the edge of the board."""
    border = np.ones(named.codes.shape, bool)
    border[1:-1, 1:-1] = False
    return border


def _inside_frame(pixels: Pixels, named: Named, bank: Bank) -> Named:
    """Name the outer cells again without their outermost pixels.

    Where tiles have gaps, half a gap belongs to each cell; at the edge of the board that half is
    often the board's own frame instead.
    """
    widths = float(np.diff(named.col_edges).mean()), float(np.diff(named.row_edges).mean())
    inset = max(1, round(FRAME_SHARE * min(widths)))
    cut = cut_kinds(pixels, named.row_edges, named.col_edges, SIDE, inset=inset)
    again = _named(*cut, bank, named.row_edges, named.col_edges)
    better = _on_border(named) & (again.confidence > named.confidence)
    if again.theme is not named.theme or not better.any():
        return named
    return replace(
        named,
        codes=np.where(better, again.codes, named.codes),
        confidence=np.where(better, again.confidence, named.confidence),
        first=np.where(better, again.first, named.first),
        second=np.where(better, again.second, named.second),
    )


def certain_beyond(pixels: Pixels, named: Named, bank: Bank) -> list[tuple[float, int]]:
    """Return for the lines above, below, left and right of a board how much of them is certain.

    The share of cells that the board's theme is certain of, and how many of these are not empty.
    """
    edges, shown = [], []
    for line, end in ((named.row_edges, pixels.shape[0]), (named.col_edges, pixels.shape[1])):
        before, after = 2 * line[0] - line[1], 2 * line[-1] - line[-2]
        room = bool(before >= -ROOM_PIXELS), bool(after <= end + ROOM_PIXELS)
        shown.append(room)
        edges.append(np.concatenate([[before][: room[0]], line, [after][: room[1]]]))
    cells, kinds = cut_kinds(pixels, edges[0], edges[1], SIDE)
    inside = [slice(int(room[0]), kinds.shape[k] - int(room[1])) for k, room in enumerate(shown)]
    lines = (
        kinds[:1, inside[1]][: shown[0][0]],
        kinds[-1:, inside[1]][: shown[0][1]],
        kinds[inside[0], :1].T[: shown[1][0]],
        kinds[inside[0], -1:].T[: shown[1][1]],
    )
    used, places = np.unique(np.concatenate([k.ravel() for k in lines]), return_inverse=True)
    if not len(used):
        return [(0.0, 0)] * 4
    outside = _named(cells[used], places[None], bank, edges[0], edges[1])
    certain = outside.confidence[0] >= ACT_CONFIDENCE
    telling = certain & (outside.codes[0] != 0)
    found, at = [], 0
    for line_kinds in lines:
        part = slice(at, at + line_kinds.size)
        share = float(certain[part].mean()) if line_kinds.size else 0.0
        found.append((share, int(telling[part].sum())))
        at += line_kinds.size
    return found


def name_some(pixels: Pixels, row_spans: Floats, col_spans: Floats, bank: Bank) -> Named | None:
    """Return the cells where some rows and some columns meet, as the best theme names them."""
    if not bank.themes:
        return None
    cells = cut_spans(pixels, row_spans, col_spans, SIDE)
    kinds = np.arange(cells.shape[0] * cells.shape[1]).reshape(cells.shape[:2])
    flat = cells.reshape(-1, SIDE, SIDE, 3)
    return _named(flat, kinds, bank, row_spans[:, 0], col_spans[:, 0])


def _named(raw: Samples, kinds: Ints, bank: Bank, row_edges: Floats, col_edges: Floats) -> Named:
    """Name cells, given one of each kind and the kind of each cell."""
    cells = _softened(raw).reshape(len(raw), -1)
    weights = np.bincount(kinds.ravel(), minlength=len(cells)).astype(np.float64)
    best = 0
    if len(bank.themes) > 1:
        best = _best_theme(bank.distances(cells), weights, bank)
    found = _weighed(cells, bank, best)
    mine = bank.owner == best
    signed = carry_signs(cells, found.best, bank.vectors[mine], bank.codes[mine])
    hidden = signed & (found.best == HIDDEN) & (found.confidence >= ACT_CONFIDENCE)
    confidence = np.where(signed, SIGNED_CONFIDENCE, 1.0).astype(np.float32)
    confidence = np.minimum(found.confidence, confidence)
    codes = np.where(confidence < UNREADABLE_BELOW, np.uint8(UNREAD), found.best)
    nearest = np.minimum(found.near, MAX_DIFFERENCE)
    return Named(
        bank.themes[best],
        codes[kinds],
        confidence[kinds],
        found.best[kinds],
        found.second[kinds],
        float((nearest * weights).sum() / weights.sum()),
        row_edges,
        col_edges,
        hidden[kinds],
    )


def _best_theme(distances: Samples, weights: Floats, bank: Bank) -> int:
    """Return the theme from whose images the whole board differs least."""
    nearest = np.minimum(bank.by_theme(distances), MAX_DIFFERENCE)
    return int(np.argmin((nearest * weights[:, None]).sum(axis=0)))


def weigh_cells(raw: Samples, bank: Bank, theme: int = 0) -> SymbolEvidence:
    """Compare cells, as `cut_cells` cuts them to SIDE x SIDE x 3, with the images of a theme."""
    return _weighed(_softened(raw).reshape(len(raw), -1), bank, theme)


def _weighed(cells: Samples, bank: Bank, theme: int) -> SymbolEvidence:
    mine = bank.owner == theme
    return weigh(bank.close_distances(cells, theme), bank.codes[mine], bank.limits[mine])


def _registered(
    pixels: Pixels, row_edges: Floats, col_edges: Floats, bank: Bank
) -> tuple[Floats, Floats]:
    """Return the grid moved to where the images fit best."""
    row_edges, col_edges = _on_half_pixels(row_edges), _on_half_pixels(col_edges)
    rows = _some_spans(row_edges)
    cols = _some_spans(col_edges)

    def mean_differences(dy: float, dx: float, some: Bank) -> Floats:
        cells = _softened(cut_spans(pixels, rows + dy, cols + dx, SIDE))
        distances = some.distances(cells.reshape(len(rows) * len(cols), -1))
        return np.asarray(
            some.by_theme(np.minimum(distances, MAX_DIFFERENCE)).mean(axis=0), np.float64
        )

    # Only themes that fit about as well as the best one are compared further.
    costs = mean_differences(0.0, 0.0, bank)
    least = float(costs.min())
    few = bank.only(np.flatnonzero(costs <= least * NEAR_BEST_FACTOR + NEAR_BEST_LEVELS))
    dx, least = _best_shift(lambda shift: float(mean_differences(0.0, shift, few).min()), least)
    dy, least = _best_shift(lambda shift: float(mean_differences(shift, dx, few).min()), least)
    if dy and not dx:
        dx, _ = _best_shift(lambda shift: float(mean_differences(dy, shift, few).min()), least)
    return row_edges + dy, col_edges + dx


def _on_half_pixels(edges: Floats) -> Floats:
    """Return edges on half pixels where they are whole or half pixels apart.

    The lines between cells are on whole pixels; no shift by halves reaches them from a quarter.
    """
    apart = 2 * (edges - edges[0])
    if np.abs(apart - np.round(apart)).max() > HALF_PIXEL_ERROR:
        return edges
    return np.asarray(edges + (round(2 * edges[0]) / 2 - edges[0]), np.float64)


def _best_shift(cost: Callable[[float], float], least: float) -> tuple[float, float]:
    """Return the shift of least cost and that cost, given the cost of none.

    Goes on in a direction as long as it gets better.
    """
    best, best_cost = 0.0, least
    for direction in (1, -1):
        for size in SHIFTS:
            here = cost(direction * size)
            if here + SHIFT_COST * size >= least:
                break
            best, best_cost, least = direction * size, here, here + SHIFT_COST * size
        if best:
            break
    return best, best_cost


def _some_spans(edges: Floats) -> Floats:
    """Return the spans of a few lines spread over the board."""
    spans = spans_of(edges)
    which = np.unique(np.linspace(0, len(spans) - 1, SAMPLE_LINES).round().astype(int))
    return np.asarray(spans[which], np.float64)
