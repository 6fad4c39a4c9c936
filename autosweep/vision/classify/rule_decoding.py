"""Labels for the cells of a board that the network finds likely and that obey the rules.

The network names every cell; where its names break a rule of the game, cells are named otherwise as
long as that costs less than the faults it mends. Costs are negative logarithms of the network's
probabilities. The search is bounded by counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from autosweep.board import HIDDEN, MAX_NUMBER, UNREAD
from autosweep.board import SYMBOLS as BOARD_SYMBOLS
from autosweep.vision.arrays import Bools, Codes, Floats, Ints, Samples
from autosweep.vision.classify.cell_network import SYMBOLS, CellOpinions
from autosweep.vision.classify.labelling_cost import Anchors
from autosweep.vision.classify.rule_faults import Faults, unseen_neighbours
from autosweep.vision.classify.thresholds import (
    ALIKE,
    CHANGED_COST,
    COVERED_COST,
    KNOWN_NOT,
    MAX_CELL_COST,
    MAX_CELL_ROUNDS,
    MAX_POOLED_COST,
    MAX_STRANGE_LOOK,
    MAX_ZERO_FAULTS,
    MIN_GAIN,
    POOLED_SHARE,
    RULE_COST,
    TEMPERATURE,
    UNSPREAD_SHARE,
    USUAL_STRANGENESS,
)
from autosweep.vision.cut_sides import NONE, Sides

_ORDER = np.array([SYMBOLS.index(symbol) for symbol in BOARD_SYMBOLS])
"""Places of the network's outputs in the order of codes."""


@dataclass(frozen=True, slots=True, eq=False)
class NamedCells:
    """A labelling of a board and what speaks for it; arrays of rows x columns."""

    codes: Codes
    second: Codes
    """The next best label of each cell."""
    gap: Floats
    """What the next best label would cost more, faults of the rules included."""
    group_gap: Floats
    """The mean of what it would cost more over the cells that look alike."""
    faults: Faults
    unspread: bool
    """True if the client leaves hidden cells beside empty ones."""
    overruled: Bools
    """Cells that the rules name otherwise than the network."""


def name_by_network(
    opinions: CellOpinions, cut: Sides = NONE, anchors: Anchors | None = None
) -> NamedCells:
    """Return the best labelling of the cells of a board."""
    return _Decoding(opinions, cut, anchors).run()


class _Decoding:
    """The search for the labels that cost least."""

    def __init__(self, opinions: CellOpinions, cut: Sides, anchors: Anchors | None) -> None:
        self.cost = _costs(opinions)
        self.anchors = anchors
        if anchors is not None:
            self.cost[anchors.unchanged] += KNOWN_NOT
            self.cost[anchors.unchanged, HIDDEN] = 0.0
            self.cost[anchors.changed, HIDDEN] += CHANGED_COST
        self.shape = opinions.kinds.shape
        self.unseen = unseen_neighbours(self.shape, cut)
        self.codes = self.cost.argmin(axis=2).astype(np.uint8)
        if anchors is None and not ((self.codes >= 1) & (self.codes <= MAX_NUMBER)).any():
            # Open cells always have numbers among them: without any, nothing was opened.
            self.cost[..., 0] += KNOWN_NOT
            self.codes = self.cost.argmin(axis=2).astype(np.uint8)
        self.first = self.codes
        self.groups = alike_cells(opinions.vectors, self.codes)

    def run(self) -> NamedCells:
        """Return the best labelling that is found."""
        return self._result(self._better_cells())

    def _better_cells(self) -> Faults:
        """Name single cells otherwise where that is better; return the faults that are left."""
        faults = Faults.of(self.codes, self.unseen)
        for _ in range(MAX_CELL_ROUNDS):
            if not (faults.numbers.any() or faults.zeros.any()):
                break
            change = self._changes(faults)
            best = change.min(axis=2)
            to = change.argmin(axis=2).astype(np.uint8)
            taken = _apart(best)
            if not taken.any():
                break
            self.codes = np.where(taken, to, self.codes)
            faults = Faults.of(self.codes, self.unseen)
        return faults

    def _changes(self, faults: Faults) -> Floats:
        """Return what every other label of every cell would cost more, faults included."""
        numbers, zeros = faults.changes()
        weight = RULE_COST if int(faults.zeros.sum()) <= MAX_ZERO_FAULTS else 0.0
        here = np.take_along_axis(self.cost, self.codes[..., None].astype(np.intp), axis=2)
        return np.asarray(self.cost - here + RULE_COST * numbers + weight * zeros, np.float64)

    def _result(self, faults: Faults) -> NamedCells:
        change = self._changes(faults)
        at = self.codes[..., None].astype(np.intp)
        np.put_along_axis(change, at, np.inf, axis=2)
        gap = change.min(axis=2)
        counts = np.bincount(self.groups.ravel())
        means = np.bincount(self.groups.ravel(), gap.ravel()) / np.maximum(counts, 1)
        zeros = max(1, int((self.codes == 0).sum()))
        broken = int(faults.zeros.sum())
        unspread = broken > MAX_ZERO_FAULTS and broken >= UNSPREAD_SHARE * zeros
        second = change.argmin(axis=2).astype(np.uint8)
        overruled = np.asarray(self.codes != self.first, bool)
        return NamedCells(self.codes, second, gap, means[self.groups], faults, unspread, overruled)


def _costs(opinions: CellOpinions) -> Floats:
    """Return the cost of each code in each cell.

    What is strange on the whole board is its look; what is strange in places is covered.
    """
    scaled = _pooled(opinions)[..., _ORDER]
    look = min(max(opinions.strangeness - USUAL_STRANGENESS, 0.0), MAX_STRANGE_LOOK)
    scaled[..., UNREAD] -= COVERED_COST + look
    scaled /= TEMPERATURE
    scaled -= scaled.max(axis=2, keepdims=True)
    logs = scaled - np.log(np.exp(scaled).sum(axis=2, keepdims=True))
    return np.asarray(np.minimum(-logs, MAX_CELL_COST), np.float64)


def _pooled(opinions: CellOpinions) -> Floats:
    """Return the logits of cells, each with a share of those of all cells that look alike."""
    logits = opinions.logits.astype(np.float64)
    logits -= logits.max(axis=2, keepdims=True)
    logits -= np.log(np.exp(logits).sum(axis=2, keepdims=True))
    groups = alike_cells(opinions.vectors, np.zeros(opinions.kinds.shape, np.uint8)).ravel()
    counts = np.bincount(groups)
    told = np.maximum(logits, -MAX_POOLED_COST).reshape(len(groups), -1)
    means = [np.bincount(groups, column) / counts for column in told.T]
    pooled = np.stack(means, axis=1)[groups].reshape(logits.shape)
    return np.asarray((1 - POOLED_SHARE) * logits + POOLED_SHARE * pooled, np.float64)


def _apart(change: Floats) -> Bools:
    """Return the cells whose change gains most among all that would influence each other."""
    gain = np.where(change < -MIN_GAIN, -change, 0.0)
    # Each place breaks ties in its own way, so that two equal neighbours never change at once.
    order = np.argsort(np.argsort(-gain.ravel(), kind="stable"), kind="stable").reshape(gain.shape)
    rank = np.where(gain > 0, order, gain.size)
    wide = np.pad(rank, 2, constant_values=gain.size)
    rows, cols = gain.shape
    least = np.min(
        [wide[dy : dy + rows, dx : dx + cols] for dy in range(5) for dx in range(5)], axis=0
    )
    return np.asarray((gain > 0) & (rank == least), bool)


def alike_cells(vectors: Samples, codes: Codes) -> Ints:
    """Return the group of each cell: cells of one label whose vectors are near each other."""
    flat, labels = vectors.reshape(codes.size, -1), codes.ravel()
    near = ALIKE * float((flat * flat).sum(axis=1).mean())
    groups = np.full(codes.size, -1, np.intp)
    count = 0
    for label in np.unique(labels):
        rest = np.flatnonzero(labels == label)
        while len(rest):
            off = flat[rest] - flat[rest[0]]
            same = np.einsum("ij,ij->i", off, off) <= near
            groups[rest[same]] = count
            count += 1
            rest = rest[~same]
    return groups.reshape(codes.shape)
