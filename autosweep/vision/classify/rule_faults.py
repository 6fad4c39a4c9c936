"""Faults of a labelling by the rules of the game, and what the change of any one cell would do.

A number needs enough possible mines round it and not more shown ones than it says; an empty cell
touches no hidden one. All counts are of whole boards at once: one change of a cell concerns its
eight neighbours only, so the faults that every possible change makes or mends are sums over them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from autosweep.board import EXPLODED, FLAG, HIDDEN, MAX_NUMBER, MINE, QUESTION, UNREAD
from autosweep.vision.arrays import Bools, Codes, Ints32
from autosweep.vision.cut_sides import Sides
from autosweep.vision.rules import around

CODES = 16
"""Codes of cells: the numbers, and the symbols after them."""
_ALL = np.arange(CODES)
POSSIBLE = np.isin(_ALL, [HIDDEN, FLAG, QUESTION, MINE, EXPLODED, UNREAD]).astype(np.int32)
"""For each code: may be a mine."""
SHOWN = np.isin(_ALL, [MINE, EXPLODED]).astype(np.int32)
"""For each code: is a mine."""
CLOSED = np.isin(_ALL, [HIDDEN, MINE, EXPLODED]).astype(np.int32)
"""For each code: touches no empty cell."""


def unseen_neighbours(shape: tuple[int, ...], cut: Sides) -> Ints32:
    """Return how many neighbours of each cell lie beyond a cut."""
    above, below, left, right = cut
    beyond = np.zeros((shape[0] + 2, shape[1] + 2), np.int32)
    beyond[0] |= above
    beyond[-1] |= below
    beyond[:, 0] |= left
    beyond[:, -1] |= right
    return around(beyond)[1:-1, 1:-1]


@dataclass(frozen=True, slots=True, eq=False)
class Faults:
    """The faults of a labelling; arrays of rows x columns."""

    codes: Codes
    possible: Ints32
    """Neighbours that may be mines, unseen ones included."""
    shown: Ints32
    """Neighbours that are shown as mines."""
    closed: Ints32
    """Neighbours that no empty cell touches."""
    numbers: Bools
    """Numbers that are at fault."""
    zeros: Bools
    """Empty cells that are at fault."""

    @classmethod
    def of(cls, codes: Codes, unseen: Ints32) -> Faults:
        """Count the faults of a labelling."""
        possible = around(POSSIBLE[codes]) + unseen
        shown, closed = around(SHOWN[codes]), around(CLOSED[codes])
        number = (codes >= 1) & (codes <= MAX_NUMBER)
        return cls(
            codes,
            possible,
            shown,
            closed,
            np.asarray(number & ((codes > possible) | (codes < shown)), bool),
            np.asarray((codes == 0) & (closed > 0), bool),
        )

    @property
    def concerned(self) -> Bools:
        """The cells of which at least one must be wrong for each fault."""
        tiles = (CLOSED[self.codes] > 0) & (around(self.zeros) > 0)
        return np.asarray(self.numbers | self.zeros | tiles, bool)

    def changes(self) -> tuple[Ints32, Ints32]:
        """Return how many faults each code would add in each cell: of numbers and of zeros.

        Both are rows x columns x codes, negative where faults would be mended.
        """
        codes = self.codes.astype(np.int32)
        number = (codes >= 1) & (codes <= MAX_NUMBER)
        fewer = around(number & (codes == self.possible) & (codes >= self.shown))
        more_mended = around(number & (codes == self.possible + 1) & (codes >= self.shown))
        shown_broken = around(number & (codes == self.shown) & (codes <= self.possible))
        shown_mended = around(number & (codes == self.shown - 1) & (codes <= self.possible))
        zero = codes == 0
        closed_broken = around(zero & (self.closed == 0))
        closed_mended = around(zero & (self.closed == 1))
        gain_possible = POSSIBLE[None, None] - POSSIBLE[codes][..., None]
        gain_shown = SHOWN[None, None] - SHOWN[codes][..., None]
        gain_closed = CLOSED[None, None] - CLOSED[codes][..., None]
        numbers = (
            (gain_possible < 0) * fewer[..., None]
            - (gain_possible > 0) * more_mended[..., None]
            + (gain_shown > 0) * shown_broken[..., None]
            - (gain_shown < 0) * shown_mended[..., None]
        )
        own = (_ALL >= 1) & (_ALL <= MAX_NUMBER)
        own_broken = own & ((self.possible[..., None] < _ALL) | (self.shown[..., None] > _ALL))
        numbers = numbers + own_broken - self.numbers[..., None]
        zeros = (gain_closed > 0) * closed_broken[..., None]
        zeros = zeros - (gain_closed < 0) * closed_mended[..., None]
        zeros = zeros + ((_ALL == 0) & (self.closed[..., None] > 0)) - self.zeros[..., None]
        return np.asarray(numbers, np.int32), np.asarray(zeros, np.int32)
