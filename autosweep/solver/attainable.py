"""How many mines a few clues can take: every number of mines with which all of them are met.

Cells that the same clues touch are exchangeable, so a table over the clues' open demands suffices.
"""

from __future__ import annotations

from collections.abc import Sequence

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
    # for each choice so far, per clue its mines, the bits say which mine counts are possible
    states: dict[tuple[int, ...], int] = {(0,) * len(clues): 1}
    for at, touched in enumerate(order):
        closing = [i for i in touched if last[i] == at]
        following: dict[tuple[int, ...], int] = {}
        for state, counts in states.items():
            for mines in range(groups[touched] + 1):
                after = list(state)
                for i in touched:
                    after[i] += mines
                if any(after[i] > clues[i].high for i in touched):
                    break
                if any(after[i] < clues[i].low for i in closing):
                    continue
                for i in closing:
                    after[i] = 0
                key = tuple(after)
                following[key] = following.get(key, 0) | counts << mines
        states = following
        if len(states) > _MAX_STATES:
            return frozenset()
    bits = 0
    for counts in states.values():
        bits |= counts
    return frozenset(i for i in range(bits.bit_length()) if bits >> i & 1)
