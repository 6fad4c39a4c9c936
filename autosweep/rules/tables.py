"""Truth tables as clauses: every prime implicate, so that a clue decides all that it can at once.

A table over `width` things is an integer whose bit p says whether pattern p is allowed; bit i of a
pattern is the value of thing i. Sets of patterns are integers throughout, which makes a table of
eight cells cost about a millisecond.
"""

from __future__ import annotations

from functools import lru_cache

Clause = tuple[int, ...]
"""Things counted from 1, of which at least one holds; negative: does not hold."""


@lru_cache(maxsize=8192)
def prime_clauses(width: int, allowed: int) -> tuple[Clause, ...]:
    """Return all prime implicates of a table; the empty clause where nothing is allowed."""
    patterns = 1 << width
    low = [_without_bit(i, patterns) for i in range(width)]
    # cubes[free]: patterns, with the free bits 0, that are forbidden whatever the free bits are
    cubes = [0] * patterns
    cubes[0] = ~allowed & ((1 << patterns) - 1)
    for free in range(1, patterns):
        bit = free & -free
        narrower = cubes[free ^ bit]
        if narrower:
            cubes[free] = narrower & (narrower >> bit) & low[bit.bit_length() - 1]
    clauses: list[Clause] = []
    for free, cube in enumerate(cubes):
        rest = cube
        for i in range(width):
            if rest and not free >> i & 1:
                wider = cubes[free | 1 << i]
                rest &= ~(wider | wider << (1 << i))
        while rest:
            point = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            clauses.append(
                tuple(
                    -(i + 1) if point >> i & 1 else i + 1 for i in range(width) if not free >> i & 1
                )
            )
    return tuple(clauses)


def _without_bit(i: int, patterns: int) -> int:
    """Return the set of patterns in which bit i is 0."""
    block = (1 << (1 << i)) - 1
    return sum(block << start for start in range(0, patterns, 2 << i))
