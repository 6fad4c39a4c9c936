"""Marks in a square table, a fixed number in every row and column: is there a way, and which.

A flow by augmenting paths, for the reference meaning of rules with a secret.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet

Mark = tuple[int, int]


def spread(
    size: int,
    per: int,
    forced: AbstractSet[Mark],
    allowed: Callable[[int, int], bool],
    rank: Callable[[int, int], float] | None = None,
) -> set[Mark] | None:
    """Return marks, `per` in each row and column, that include the forced ones; None if none do.

    Other marks are put only where allowed, those of low rank first.
    """
    if any(not allowed(r, c) for r, c in forced):
        return None
    marks = set(forced)
    for k in range(size):
        if sum(r == k for r, _ in marks) > per or sum(c == k for _, c in marks) > per:
            return None
    places = [(r, c) for r in range(size) for c in range(size) if allowed(r, c)]
    if rank is not None:
        places.sort(key=lambda place: rank(*place))
    free: dict[int, list[int]] = {r: [] for r in range(size)}
    for r, c in places:
        if (r, c) not in forced:
            free[r].append(c)
    for r in range(size):
        while sum(row == r for row, _ in marks) < min(per, size):
            if not _augment(r, marks, free, per, set()):
                return None
    return marks


def _augment(
    r: int, marks: set[Mark], free: dict[int, list[int]], per: int, seen: set[int]
) -> bool:
    """Give a row one more mark, moving others where needed."""
    for c in free[r]:
        if c in seen or (r, c) in marks:
            continue
        seen.add(c)
        holders = [other for other, column in marks if column == c]
        marks.add((r, c))
        if len(holders) < per:
            return True
        for other in holders:
            if c in free[other]:
                marks.discard((other, c))
                if _augment(other, marks, free, per, seen):
                    return True
                marks.add((other, c))
        marks.discard((r, c))
    return False
