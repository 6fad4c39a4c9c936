"""Neighbourhoods: the only code that knows which cells touch.

Cells are positions in reading order (`row * cols + col`), so that boards, solver and referee share
one table.
"""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=64)
def neighbors(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell of a rectangular board, the up to eight cells that touch it, rising."""
    return tuple(
        tuple(
            rr * cols + cc
            for rr in range(max(0, r - 1), min(rows, r + 2))
            for cc in range(max(0, c - 1), min(cols, c + 2))
            if (rr, cc) != (r, c)
        )
        for r in range(rows)
        for c in range(cols)
    )
