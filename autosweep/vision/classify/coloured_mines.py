"""Classes of cells with a ground of their own, such as the red cells of a lost game.

Alone such a cell may be a mine, a flag, a number or a hidden cell with a mark. Together they tell
more: the mines that an ended game shows are as many round each number as it says, and some of them
lie among hidden cells, where nobody sets a flag. So a class is named as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from autosweep.board import HIDDEN, MAX_NUMBER, SHOWN_MINES
from autosweep.vision.arrays import Bools, Codes, Ints, Samples
from autosweep.vision.classify.clusters import Clusters
from autosweep.vision.classify.thresholds import (
    ALTERNATING_SHARE,
    MAX_CLASS_FAULTS,
    MAX_SHOWN_MINES,
    MIN_ALTERNATING_CELLS,
    MIN_CLASS_MINES,
    MIN_CLASS_NUMBERS,
    MIN_CLASS_SATISFIED,
    MIN_DEEP_CELLS,
    MIN_OTHER_HIDDEN,
    OWN_TINT,
    SAME_MAKE,
)
from autosweep.vision.rules import around


@dataclass(frozen=True, slots=True, eq=False)
class MineClass:
    """Cells of one ground that may be mines."""

    cells: Bools
    signed: bool
    """True if their signs look like mines."""

    def fits(self, codes: Codes) -> bool:
        """Return True if what the other cells say fits a class that is all mines, and only that.

        The numbers beside it are satisfied by it, and some of its cells touch nothing open; one of
        the two is enough where its signs look like mines. If its own numbers count the marks round
        them it is open ground, on which an ended game shows its mines.
        """
        if self._counts_marks(codes):
            return False
        near, beyond = around(self.cells), ~self.cells
        touching = (codes >= 1) & (codes <= MAX_NUMBER) & beyond & (near > 0)
        beside = int(np.count_nonzero(touching))
        faults = np.count_nonzero(touching & (codes < near))
        faults += np.count_nonzero((codes == 0) & beyond & (near > 0))
        if faults > MAX_CLASS_FAULTS * max(beside, 1):
            return False
        marked = around(beyond & (codes > HIDDEN))
        satisfied = np.count_nonzero(touching & (codes <= near + marked))
        counted = beside >= MIN_CLASS_NUMBERS and satisfied >= MIN_CLASS_SATISFIED * beside
        open_ = around((codes <= MAX_NUMBER) & beyond) > 0
        deep = np.count_nonzero(self.cells & ~open_) >= MIN_DEEP_CELLS
        return bool(counted or deep) if self.signed else bool(counted and deep)

    def _counts_marks(self, codes: Codes) -> bool:
        numbers = (codes >= 1) & (codes <= MAX_NUMBER) & self.cells
        right = np.count_nonzero(numbers & (codes == around(codes > HIDDEN)))
        found = np.count_nonzero(numbers)
        return bool(found >= MIN_CLASS_NUMBERS and right >= MIN_CLASS_SATISFIED * found)


@dataclass(frozen=True, slots=True, eq=False)
class ColouredCells:
    """Cells with a ground of their own beside hidden cells of another one."""

    odd: Bools
    """Rows x columns: cells of any such class. None of them is a hidden cell for certain."""
    classes: tuple[MineClass, ...] = ()
    """The classes that are mines."""

    @classmethod
    def none(cls, shape: tuple[int, ...]) -> ColouredCells:
        """Return the classes of a board that has none."""
        return cls(np.zeros(shape, bool))

    @classmethod
    def of(cls, clusters: Clusters, codes: Codes) -> ColouredCells:
        """Find the classes of a board whose cells have been named once, well or badly."""
        odd, mines = np.zeros(codes.shape, bool), []
        for cells in _classes(clusters):
            if not _others_hidden(cells, codes):
                continue
            odd |= cells
            signs = float(np.isin(codes[cells], list(SHOWN_MINES)).mean())
            found = MineClass(cells, signed=signs >= MIN_CLASS_MINES)
            if found.fits(codes):
                mines.append(found)
        return cls(odd, tuple(mines))

    @property
    def mines(self) -> Bools:
        """Rows x columns: cells of the classes that are mines."""
        return self.mines_by(None)

    def mines_by(self, codes: Codes | None) -> Bools:
        """Return the cells of those classes that are mines by other names of the cells, too."""
        found = np.zeros(self.odd.shape, bool)
        for one in self.classes:
            if codes is None or (_others_hidden(one.cells, codes) and one.fits(codes)):
                found |= one.cells
        return found

    def mine_groups(self, clusters: Clusters) -> Bools:
        """Return the groups of the mines."""
        found = np.zeros(len(clusters.counts), bool)
        found[np.unique(clusters.labels[self.mines])] = True
        return found


def _classes(clusters: Clusters) -> list[Bools]:
    """Return the cells of each ground that differs from all commoner ones by its colour."""
    family, leads = _families(clusters.grounds, clusters.counts)
    counts = np.bincount(family, clusters.counts).astype(np.intp)
    tints = np.stack([_tint(clusters.grounds[lead]) for lead in leads])
    most = MAX_SHOWN_MINES * clusters.labels.size
    parity = np.indices(clusters.labels.shape).sum(axis=0) % 2
    found = []
    for k, count in enumerate(counts):
        others = counts > count
        if count > most or not others.any():
            continue
        if np.abs(tints[others] - tints[k]).max(axis=1).min() <= OWN_TINT:
            continue
        cells = np.asarray(family[clusters.labels] == k, bool)
        odd = float(parity[cells].mean())
        if count < MIN_ALTERNATING_CELLS or max(odd, 1 - odd) < ALTERNATING_SHARE:
            found.append(cells)
    return found


def _families(grounds: Samples, counts: Ints) -> tuple[Ints, list[np.intp]]:
    """Return for each group which ground it has, and of each ground its commonest group."""
    family = np.full(len(counts), -1, np.intp)
    leads: list[np.intp] = []
    for lead in np.argsort(-counts, kind="stable"):
        if family[lead] < 0:
            near = np.abs(grounds - grounds[lead]).max(axis=1) <= SAME_MAKE
            family[near & (family < 0)] = len(leads)
            leads.append(lead)
    return family, leads


def _others_hidden(cells: Bools, codes: Codes) -> bool:
    """Return True if cells beyond a class are hidden; else this may be how hidden cells look."""
    others = np.count_nonzero((codes == HIDDEN) & ~cells)
    return bool(others >= MIN_OTHER_HIDDEN * np.count_nonzero(cells))


def _tint(color: Samples) -> Samples:
    """Return a colour less its brightness."""
    return np.asarray(color - color.mean(), np.float32)
