"""Neighbourhoods: the only code that knows which cells touch, or lie at given steps from another.

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


Step = tuple[int, int]
"""Rows down and columns to the right, from one cell to another."""


@lru_cache(maxsize=256)
def at_steps(rows: int, cols: int, steps: tuple[Step, ...]) -> tuple[tuple[int | None, ...], ...]:
    """Return, for each cell, the cells at the given steps, in this order; None is off the board."""
    return tuple(
        tuple(
            (r + dr) * cols + c + dc if 0 <= r + dr < rows and 0 <= c + dc < cols else None
            for dr, dc in steps
        )
        for r in range(rows)
        for c in range(cols)
    )
