"""How many mines a few clues can take: every number of mines with which all of them are met.

Cells that the same clues touch are exchangeable, so a table over the clues' open demands suffices.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from autosweep.solver.constraints import Constraint

_MAX_STATES = 50_000


def attainable_mines(clues: Sequence[Constraint]) -> frozenset[int]:
    """Return every number of mines in all cells of the clues together with which all are met.

    Empty where none can be met, and where there are too many ways to go through.
    """
    groups: dict[tuple[int, ...], int] = {}
    for cell in sorted(frozenset().union(*(clue.cells for clue in clues))):
        touched = tuple(i for i, clue in enumerate(clues) if cell in clue.cells)
        groups[touched] = groups.get(touched, 0) + 1
    order = sorted(groups)
    last = {i: at for at, touched in enumerate(order) for i in touched}
    # for the mines of each open clue so far, the bits say which mine counts are possible
    states: dict[tuple[int, ...], int] = {(0,) * len(clues): 1}
    for at, touched in enumerate(order):
        closing = [i for i in touched if last[i] == at]
        following: dict[tuple[int, ...], int] = {}
        for state, counts in states.items():
            for mines in range(groups[touched] + 1):
                after = _after(state, mines, clues, touched, closing)
                if after is not None:
                    following[after] = following.get(after, 0) | counts << mines
        states = following
        if len(states) > _MAX_STATES:
            return frozenset()
    bits = reduce(int.__or__, states.values(), 0)
    return frozenset(i for i in range(bits.bit_length()) if bits >> i & 1)


def _after(
    state: tuple[int, ...],
    mines: int,
    clues: Sequence[Constraint],
    touched: tuple[int, ...],
    closing: list[int],
) -> tuple[int, ...] | None:
    """Return the mines of each open clue after some more, or None where a clue forbids them."""
    after = list(state)
    for i in touched:
        after[i] += mines
        if after[i] > clues[i].high or (i in closing and after[i] < clues[i].low):
            return None
    for i in closing:
        after[i] = 0
    return tuple(after)
