"""From patches to lattices: equal patches at equal distances vote for rows and columns.

A lattice is a table of column and row centres, not a straight line: it survives a pitch that the
client rounded per column. Arithmetic on patches only; no pixels are read here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from autosweep.geometry import Grid
from autosweep.vision.arrays import Bools, Floats, Ints
from autosweep.vision.locating.patches import Patches
from autosweep.vision.locating.thresholds import (
    ALIKE_SHARE,
    COLUMN_BREAK,
    COLUMN_SHARE,
    GOOD_LINE,
    LEVEL_SHARE,
    MAX_CELLS_APART,
    MAX_FACE,
    MAX_GAP_PIXELS,
    MAX_GAP_SHARE,
    MAX_OVERLAP,
    MAX_SCATTERED,
    MAX_TOUCH_PIXELS,
    MIN_ALIKE_PIXELS,
    MIN_BESIDE,
    MIN_COLUMN_PIXELS,
    MIN_CORE_LINES,
    MIN_FACE,
    MIN_LEVEL_PIXELS,
    MIN_LINKS,
    MIN_MEMBERS,
    MIN_PHASE_PIXELS,
    MIN_PITCH_PIXELS,
    MIN_RESONANCE,
    MIN_SCATTERED,
    MIN_SCATTERED_ON,
    MIN_SCATTERED_PIXELS,
    MIN_USUAL_PIXELS,
    MODE_WINDOW,
    PHASE_SHARE,
    PITCH_SHARE,
    RESONANCE_STEP,
    SCATTERED_SHARE,
    STRAY_SHARE,
    USUAL_MEMBERS,
    USUAL_SHARE,
    WELL_FILLED,
)


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """Centres of the columns (or rows) of a lattice."""

    centers: Floats
    """Rising, one for each column, gaps filled in."""
    pitch: float

    def positions(self, values: Floats) -> Floats:
        """Return where values lie, in columns from the first centre; beyond the ends by pitch."""
        n = len(self.centers)
        inside = np.interp(values, self.centers, np.arange(n, dtype=np.float64))
        before = (values - self.centers[0]) / self.pitch
        after = n - 1 + (values - self.centers[-1]) / self.pitch
        out = np.where(values < self.centers[0], before, inside)
        return np.asarray(np.where(values > self.centers[-1], after, out), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Rows and columns with the patches that vote for them."""

    cols: Axis
    rows: Axis
    members: Ints
    """Patches that lie on it."""

    def outline(self) -> Grid:
        """Return a grid with edges half a pitch round the centres."""
        edges = [
            [axis.centers[0] - axis.pitch / 2, *(axis.centers + axis.pitch / 2)]
            for axis in (self.rows, self.cols)
        ]
        return Grid(tuple(map(float, edges[0])), tuple(map(float, edges[1])))

    def covers(self) -> float:
        """Return the area that its patches explain: cells times cell area."""
        return len(self.members) * self.cols.pitch * self.rows.pitch


def find_lattices(patches: Patches) -> list[Lattice]:
    """Return the lattices the patches vote for, the one that explains most first."""
    seeds = _linked_seeds(patches)
    found = [lattice for seed in seeds if (lattice := _build(patches, *seed)) is not None]
    found.sort(key=Lattice.covers, reverse=True)
    merged: list[Lattice] = []
    for lattice in found:
        for i, other in enumerate(merged):
            joint = _merge(patches, other, lattice)
            if joint is not None:
                merged[i] = joint
                break
        else:
            merged.append(lattice)
    merged += _scattered(patches, _left_over(patches, merged))
    merged.sort(key=Lattice.covers, reverse=True)
    adopted = [_core(patches, _adopt(patches, lattice)) for lattice in _without_overlaps(merged)]
    adopted.sort(key=Lattice.covers, reverse=True)
    return _without_overlaps(adopted)


def _pairs_level(position: Floats, order_key: Floats, tolerance: Floats) -> tuple[Ints, Ints]:
    """Return pairs (i, j) with j beyond i along `position` and level with it along `order_key`."""
    order = np.argsort(order_key, kind="stable")
    sorted_key = order_key[order]
    low = np.searchsorted(sorted_key, order_key - tolerance, "left")
    high = np.searchsorted(sorted_key, order_key + tolerance, "right")
    counts = high - low
    first = np.repeat(np.arange(len(position)), counts)
    offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    second = order[np.repeat(low, counts) + offsets]
    ahead = position[second] > position[first]
    return first[ahead], second[ahead]


def _links(patches: Patches, *, down: bool) -> tuple[Ints, Ints]:
    """Return each patch and its next equal neighbour to the right (or below)."""
    along, across = (patches.y, patches.x) if down else (patches.x, patches.y)
    size, side = (patches.h, patches.w) if down else (patches.w, patches.h)
    a, b = _pairs_level(along, across, np.maximum(MIN_LEVEL_PIXELS, LEVEL_SHARE * side))
    gap = along[b] - along[a]
    larger = np.maximum(size[a], size[b])
    ok = gap >= larger - MAX_TOUCH_PIXELS
    ok &= gap <= MAX_GAP_SHARE * size[a] + MAX_GAP_PIXELS
    for one in (patches.w, patches.h):
        ok &= np.abs(one[a] - one[b]) <= np.maximum(MIN_ALIKE_PIXELS, ALIKE_SHARE * one[a])
    a, b, gap = a[ok], b[ok], gap[ok]
    order = np.lexsort((gap, a))
    a, b = a[order], b[order]
    nearest = np.ones(len(a), bool)
    nearest[1:] = a[1:] != a[:-1]
    return a[nearest], b[nearest]


def _groups(count: int, a: Ints, b: Ints) -> Ints:
    """Return a group label for each of `count` things joined by links."""
    label = np.arange(count)
    while len(a):
        low = np.minimum(label[a], label[b])
        before = label.copy()
        np.minimum.at(label, a, low)
        np.minimum.at(label, b, low)
        label = label[label]
        if np.array_equal(label, before):
            break
    return label


def _mode(distances: Floats) -> float:
    """Return the mean of the densest window of distances."""
    values = np.sort(distances)
    ends = np.searchsorted(values, values + MODE_WINDOW, "right")
    best = int(np.argmax(ends - np.arange(len(values))))
    return float(values[best : ends[best]].mean())


def _linked_seeds(patches: Patches) -> list[tuple[Ints, float, float]]:
    """Return groups of linked patches with their pitch across and down."""
    if len(patches) < MIN_MEMBERS:
        return []
    right = _links(patches, down=False)
    below = _links(patches, down=True)
    label = _groups(
        len(patches), np.concatenate([right[0], below[0]]), np.concatenate([right[1], below[1]])
    )
    seeds = []
    names, sizes = np.unique(label, return_counts=True)
    for name in names[sizes >= MIN_MEMBERS]:
        across = label[right[0]] == name
        down = label[below[0]] == name
        if across.sum() < MIN_LINKS or down.sum() < MIN_LINKS:
            continue
        px = _mode(patches.x[right[1][across]] - patches.x[right[0][across]])
        py = _mode(patches.y[below[1][down]] - patches.y[below[0][down]])
        seeds.append((np.flatnonzero(label == name), px, py))
    return seeds


def _axis(values: Floats, pitch: float) -> tuple[Axis, Ints]:
    """Return a table of centres through values, and the column of each value (-1: on none)."""
    order = np.argsort(values)
    ranked = values[order]
    breaks = np.flatnonzero(np.diff(ranked) > COLUMN_BREAK * pitch)
    starts = np.concatenate([[0], breaks + 1])
    stops = np.concatenate([breaks + 1, [len(ranked)]])
    middles = (ranked[(starts + stops - 1) // 2] + ranked[(starts + stops) // 2]) / 2
    counts = stops - starts
    tolerance = max(MIN_COLUMN_PIXELS, COLUMN_SHARE * pitch)
    first = int(np.argmax(counts))
    walk = middles.tolist()
    known, at = [first], [0]
    for direction in (1, -1):
        last, place = walk[first], 0
        for k in range(first + direction, len(walk) if direction > 0 else -1, direction):
            gap = abs(walk[k] - last)
            steps = round(gap / pitch)
            if steps >= 1 and abs(gap - steps * pitch) <= tolerance * min(steps, 2):
                place += direction * steps
                known.append(k)
                at.append(place)
                last = walk[k]
    low = min(at)
    index = np.full(len(walk), -1)
    index[known] = np.array(at) - low
    taken = np.flatnonzero(index >= 0)
    centers = np.interp(np.arange(max(at) - low + 1), index[taken], middles[taken])
    columns = np.empty(len(values), np.intp)
    columns[order] = np.repeat(index, counts)
    return Axis(centers, pitch), columns


def _build(patches: Patches, members: Ints, px: float, py: float) -> Lattice | None:
    cols, at_col = _axis(patches.x[members], px)
    rows, at_row = _axis(patches.y[members], py)
    on = (at_col >= 0) & (at_row >= 0)
    if on.sum() < MIN_MEMBERS:
        return None
    return Lattice(cols, rows, members[on])


def _merge(patches: Patches, first: Lattice, second: Lattice) -> Lattice | None:
    """Return both lattices as one where pitch, phase and place agree."""
    within = True
    for a, b in ((first.cols, second.cols), (first.rows, second.rows)):
        if abs(a.pitch - b.pitch) > max(MIN_PITCH_PIXELS, PITCH_SHARE * a.pitch):
            return None
        at = a.positions(b.centers)
        if at[0] > len(a.centers) + MAX_CELLS_APART or at[-1] < -1 - MAX_CELLS_APART:
            return None
        inside = at[(at > -1.5) & (at < len(a.centers) + 0.5)]
        probe = inside if len(inside) else at[[0, -1]][np.argmin(np.abs(at[[0, -1]]))][None]
        if np.median(np.abs(probe - np.round(probe))) > PHASE_SHARE:
            return None
        within &= bool(at[0] > -0.5 and at[-1] < len(a.centers) - 0.5)
    members = np.union1d(first.members, second.members)
    if within:
        # No line is new, so the table need not be made again: edges come from all the members.
        return Lattice(first.cols, first.rows, members)
    return _build(patches, members, first.cols.pitch, first.rows.pitch)


def _left_over(patches: Patches, lattices: list[Lattice]) -> Ints:
    """Return the patches of no lattice that do not lie in one which is well filled either."""
    left = np.ones(len(patches), bool)
    for lattice in lattices:
        left[lattice.members] = False
        cells = len(lattice.cols.centers) * len(lattice.rows.centers)
        if len(lattice.members) >= max(WELL_FILLED, cells / 2):
            x0, y0, x1, y1 = _box(lattice)
            left &= (patches.x < x0) | (patches.x > x1) | (patches.y < y0) | (patches.y > y1)
    return np.flatnonzero(left)


def _scattered(patches: Patches, left: Ints) -> list[Lattice]:
    """Return lattices of single equal patches far apart: the last tiles of a nearly won game."""
    found = []
    left = left[np.argsort(-patches.w[left])]
    while len(left) >= MIN_SCATTERED:
        lead = left[0]
        alike = np.ones(len(left), bool)
        for size in (patches.w, patches.h):
            slack = max(MIN_SCATTERED_PIXELS, SCATTERED_SHARE * size[lead])
            alike &= np.abs(size[left] - size[lead]) <= slack
        group, left = left[alike], left[~alike]
        if not MIN_SCATTERED <= len(group) <= MAX_SCATTERED:
            continue
        px = _resonance(patches.x[group], float(np.median(patches.w[group])))
        py = _resonance(patches.y[group], float(np.median(patches.h[group])))
        if px is None or py is None:
            continue
        lattice = _build(patches, group, px, py)
        if lattice is not None and len(lattice.members) >= MIN_SCATTERED_ON * len(group):
            found.append(lattice)
    return found


def _resonance(values: Floats, size: float) -> float | None:
    """Return the pitch at which values agree in phase, or None."""
    pitches = np.arange(size, MAX_GAP_SHARE * size + MAX_GAP_PIXELS, RESONANCE_STEP)
    turns = values[None] / pitches[:, None]
    angles = (2 * np.pi * (turns - np.floor(turns))).astype(np.float32)
    strength = np.hypot(np.cos(angles).mean(axis=1), np.sin(angles).mean(axis=1))
    best = int(np.argmax(strength))
    return float(pitches[best]) if strength[best] >= MIN_RESONANCE else None


def _adopt(patches: Patches, lattice: Lattice) -> Lattice:
    """Return the lattice with all aligned patches of a cell's size inside it or next to it.

    Inside, any size a face could have will do; a new line beside the box needs two patches of a
    size that is common inside, or labels and buttons near a board would become part of it.
    """
    px, py = lattice.cols.pitch, lattice.rows.pitch
    fits = (patches.w <= MAX_FACE * px) & (patches.h <= MAX_FACE * py)
    fits &= (patches.w >= MIN_FACE * px) & (patches.h >= MIN_FACE * py)
    while True:
        at_col = lattice.cols.positions(patches.x)
        at_row = lattice.rows.positions(patches.y)
        near = np.abs(at_col - np.round(at_col)) <= max(PHASE_SHARE, MIN_PHASE_PIXELS / px)
        near &= np.abs(at_row - np.round(at_row)) <= max(PHASE_SHARE, MIN_PHASE_PIXELS / py)
        col, row = np.round(at_col).astype(int), np.round(at_row).astype(int)
        n_cols, n_rows = len(lattice.cols.centers), len(lattice.rows.centers)
        col_in, row_in = (col >= 0) & (col < n_cols), (row >= 0) & (row < n_rows)
        inside = near & fits & col_in & row_in
        usual = near & fits & _usual_size(patches, lattice.members)
        beside = np.zeros(len(patches), bool)
        for line, other_in in ((col, row_in), (row, col_in)):
            count = n_cols if line is col else n_rows
            for at in (-1, count):
                here = usual & other_in & (line == at)
                if here.sum() >= MIN_BESIDE:
                    beside |= here
        members = np.union1d(lattice.members, np.flatnonzero(inside | beside))
        if len(members) == len(lattice.members):
            return lattice
        grown = _build(patches, members, px, py)
        if grown is None or len(grown.members) <= len(lattice.members):
            return lattice
        lattice = grown


def _core(patches: Patches, lattice: Lattice) -> Lattice:
    """Return the lattice without outer lines that hold far fewer patches than the others.

    Strays in line with a board (labels, counters, another window) stretch it; true lines that are
    dropped with them come back by growth.
    """
    members = lattice.members
    col = np.round(lattice.cols.positions(patches.x[members])).astype(int)
    row = np.round(lattice.rows.positions(patches.y[members])).astype(int)
    full = np.zeros((len(lattice.rows.centers), len(lattice.cols.centers)), bool)
    full[np.clip(row, 0, full.shape[0] - 1), np.clip(col, 0, full.shape[1] - 1)] = True
    top, bottom, left, right = 0, full.shape[0], 0, full.shape[1]
    changed = True
    while changed and min(bottom - top, right - left) > MIN_CORE_LINES:
        part = full[top:bottom, left:right]
        rows, cols = part.sum(axis=1), part.sum(axis=0)
        few_rows = rows < STRAY_SHARE * np.quantile(rows[rows > 0], GOOD_LINE)
        few_cols = cols < STRAY_SHARE * np.quantile(cols[cols > 0], GOOD_LINE)
        changes = (int(few_rows[0]), int(few_rows[-1]), int(few_cols[0]), int(few_cols[-1]))
        top, bottom = top + changes[0], bottom - changes[1]
        left, right = left + changes[2], right - changes[3]
        changed = any(changes)
    inside = (row >= top) & (row < bottom) & (col >= left) & (col < right)
    return Lattice(
        Axis(lattice.cols.centers[left:right], lattice.cols.pitch),
        Axis(lattice.rows.centers[top:bottom], lattice.rows.pitch),
        members[inside],
    )


def _usual_size(patches: Patches, members: Ints) -> Bools:
    """Return which patches have a size that is common among the members."""
    w, h = patches.w[members], patches.h[members]
    usual = np.zeros(len(patches), bool)
    for width, height in np.unique(np.stack([np.round(w), np.round(h)], axis=1), axis=0):
        slack_w, slack_h = (max(MIN_USUAL_PIXELS, USUAL_SHARE * n) for n in (width, height))
        alike = (np.abs(w - width) <= slack_w) & (np.abs(h - height) <= slack_h)
        if alike.mean() >= USUAL_MEMBERS:
            usual |= (np.abs(patches.w - width) <= slack_w) & (
                np.abs(patches.h - height) <= slack_h
            )
    return usual


def _without_overlaps(lattices: list[Lattice]) -> list[Lattice]:
    """Return the lattices that do not lie on a better one: half pitches and partial copies go."""
    kept: list[Lattice] = []
    for lattice in lattices:
        box = _box(lattice)
        if all(_overlap(box, _box(other)) <= MAX_OVERLAP for other in kept):
            kept.append(lattice)
    return kept


def _box(lattice: Lattice) -> tuple[float, float, float, float]:
    cols, rows = lattice.cols, lattice.rows
    return (
        cols.centers[0] - cols.pitch / 2,
        rows.centers[0] - rows.pitch / 2,
        cols.centers[-1] + cols.pitch / 2,
        rows.centers[-1] + rows.pitch / 2,
    )


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    """Return the common area as a share of the smaller box."""
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    smaller = min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))
    return w * h / smaller
