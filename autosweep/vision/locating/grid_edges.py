"""From a lattice to the edges of its cells, to a part of a pixel.

Arithmetic on the centres of patches only; no pixels are read here.
"""

from __future__ import annotations

import numpy as np

from autosweep.vision.arrays import Floats, Ints
from autosweep.vision.locating.lattice import Axis, Lattice
from autosweep.vision.locating.patches import Patches
from autosweep.vision.locating.thresholds import (
    MAX_COLUMN_SPREAD,
    MAX_OFFSET,
    MAX_SLOPE_PAIRS,
    MAX_STRAIGHT_PIXELS,
    MIN_COLUMN_VOTES,
    MIN_GOOD_COLUMNS,
    MIN_OFFSET,
    OFFSET_SHARE,
    STRAIGHT_QUANTILE,
    WHOLE_PITCH_PIXELS,
)


def axis_edges(axis: Axis, values: Floats, at: Ints) -> Floats:
    """Return the edges of the columns of an axis, given patch centres and the column of each.

    A straight line where the columns agree with one (with a whole-pixel pitch where that fits),
    otherwise midpoints between the centres; outer edges by symmetry.
    """
    n = len(axis.centers)
    values, at = values[(at >= 0) & (at < n)], at[(at >= 0) & (at < n)]
    votes = np.bincount(at, minlength=n).astype(np.float64)
    middles = _column_medians(values, at, n)
    spread = _column_medians(np.abs(values - middles[at]), at, n)
    good = (votes >= MIN_COLUMN_VOTES) & (spread <= MAX_COLUMN_SPREAD)
    if good.sum() < MIN_GOOD_COLUMNS:
        good = votes >= 1
    index = np.arange(n)
    if good.sum() < 2:
        only = int(np.argmax(good))
        return np.asarray(middles[only] + axis.pitch * (np.arange(n + 1) - only - 0.5), np.float64)
    slope, start = _robust_line(index[good], middles[good], votes[good])
    residual = np.abs(middles[good] - (start + slope * index[good]))
    straight = np.quantile(residual, STRAIGHT_QUANTILE) <= MAX_STRAIGHT_PIXELS
    if good.sum() < MIN_GOOD_COLUMNS or straight:
        whole = round(slope)
        if n * abs(slope - whole) <= WHOLE_PITCH_PIXELS and whole > 0:
            start = _weighted_median(middles[good] - whole * index[good], votes[good])
            slope = float(whole)
        return np.asarray(start + slope * (np.arange(n + 1) - 0.5), np.float64)
    table = np.interp(index, index[good], middles[good])
    inner = (table[1:] + table[:-1]) / 2
    return np.concatenate([[2 * table[0] - inner[0]], inner, [2 * table[-1] - inner[-1]]])


def _robust_line(x: Ints, y: Floats, weights: Floats) -> tuple[float, float]:
    """Return slope and start of a line that a few bad columns do not change."""
    i, j = np.triu_indices(len(x), 1)
    if len(i) > MAX_SLOPE_PAIRS:
        far = np.argsort(x[i] - x[j])[:MAX_SLOPE_PAIRS]
        i, j = i[far], j[far]
    gaps = (x[j] - x[i]).astype(np.float64)
    slope = _weighted_median((y[j] - y[i]) / gaps, gaps * np.minimum(weights[i], weights[j]))
    return slope, _weighted_median(y - slope * x, weights)


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2)])


def lattice_edges(patches: Patches, lattice: Lattice) -> tuple[Floats, Floats]:
    """Return row edges and column edges of a lattice."""
    edges = []
    for axis, values, sizes in (
        (lattice.rows, patches.y, patches.h),
        (lattice.cols, patches.x, patches.w),
    ):
        mine = values[lattice.members]
        at = np.round(axis.positions(mine)).astype(int)
        level = _levelled(mine, sizes[lattice.members], at, axis.pitch)
        edges.append(axis_edges(axis, level, at))
    return edges[0], edges[1]


def _levelled(values: Floats, sizes: Floats, at: Ints, pitch: float) -> Floats:
    """Return centres with the offset of each kind of patch against the commonest taken out.

    Faces of hidden and of opened cells are of different size and may lie differently in their
    cells; a column of the one kind would otherwise lie off the columns of the other.
    """
    kinds = np.round(sizes)
    names, counts = np.unique(kinds, return_counts=True)
    if len(names) < 2:
        return values
    usual = kinds == names[np.argmax(counts)]
    n = int(at.max()) + 1
    reference = _column_means(values[usual], at[usual], n)
    most = max(MAX_OFFSET, OFFSET_SHARE * pitch)
    level = values.copy()
    for name in names:
        here = kinds == name
        offsets = _column_means(values[here], at[here], n) - reference
        offsets = offsets[~np.isnan(offsets)]
        if len(offsets) and MIN_OFFSET <= abs(np.median(offsets)) <= most:
            level[here] -= np.median(offsets)
    return level


def _column_medians(values: Floats, at: Ints, n: int) -> Floats:
    """Return the median of the values in each of n columns, nan where there is none."""
    ranked = values[np.lexsort((values, at))]
    counts = np.bincount(at, minlength=n)
    starts = np.cumsum(counts) - counts
    filled = np.flatnonzero(counts)
    medians = np.full(n, np.nan)
    low, high = (starts + (counts - 1) // 2)[filled], (starts + counts // 2)[filled]
    medians[filled] = (ranked[low] + ranked[high]) / 2
    return medians


def _column_means(values: Floats, at: Ints, n: int) -> Floats:
    """Return the mean of the values in each of n columns, nan where there is none."""
    counts = np.bincount(at, minlength=n).astype(np.float64)
    counts[counts == 0] = np.nan
    return np.asarray(np.bincount(at, values, minlength=n) / counts, np.float64)
