"""What clicks on cells that were open by then did: evidence for a learned profile. Pure.

A later click of one batch may fall on a cell that an earlier one has opened. It is counted only
where that is beyond doubt for every way in which clients open zeros: across sides only, or also
across corners.
"""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.board import HIDDEN, MAX_NUMBER, OPENABLE, Board
from autosweep.geometry import Cell


def open_click_evidence(before: Board, after: Board, clicked: Sequence[Cell]) -> tuple[int, int]:
    """Return how many clicks on open cells changed nothing, and how many opened other cells.

    `clicked` are the cells of one batch of left clicks in their order.
    """
    if all(after[cell] for cell in clicked[:-1]):
        return 0, 0  # only a zero opens other cells
    new = {
        cell
        for cell in before.find(OPENABLE)
        if after[cell] <= MAX_NUMBER  # opened by this batch
    }
    surely, explained = set[Cell](), set[Cell]()
    on_open = []
    for cell in clicked:
        if cell in surely:
            on_open.append(cell)
        surely |= _opened(cell, after, new, corners=False)
        explained |= _opened(cell, after, new, corners=True)
    if not (new - set(clicked)) & surely:
        # Nothing opened by itself: this client may not open the neighbours of zeros at all.
        return 0, 0
    ignored = opened = 0
    for cell in on_open:
        around = after.neighbors(cell)
        if any(other in new and other not in explained for other in around):
            opened += 1
        elif after[cell] and any(after[other] == HIDDEN for other in around):
            ignored += 1
    return ignored, opened


def _opened(start: Cell, after: Board, new: set[Cell], *, corners: bool) -> set[Cell]:
    """Return what a click on a cell opened, itself included: on from every zero."""
    reached, edge = {start} & new, [start]
    while edge:
        cell = edge.pop()
        if after[cell]:
            continue
        near = [
            other
            for other in after.neighbors(cell)
            if other in new
            and other not in reached
            and (corners or cell[0] == other[0] or cell[1] == other[1])
        ]
        reached.update(near)
        edge += near
    return reached
