"""Sizes of boards that many clients have, and what a board lacks of one.

Weak evidence: a board of another size is no fault. But one that lacks a line of a usual size, and
whose side has no visible end, may have that line where it cannot be seen.
"""

from __future__ import annotations

SQUARES = frozenset((n, n) for n in (4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 24, 25, 30))
LEVELS = frozenset({(8, 10), (14, 18), (20, 24), (16, 30), (24, 30), (13, 15), (10, 15)})
USUAL_SIZES = SQUARES | LEVELS | {(cols, rows) for rows, cols in LEVELS}
"""Rows and columns of the levels that many clients have, upright ones included."""
MISSED_LINES = 2
"""Lines that a grid may lack for its size to be explained by a usual one."""


def lacks_lines(size: tuple[int, int]) -> tuple[bool, bool]:
    """Return if a row or two more, and if a column or two more, would make a size a usual one."""
    rows, cols = size
    more = range(1, MISSED_LINES + 1)
    return (
        any((rows + n, cols) in USUAL_SIZES for n in more),
        any((rows, cols + n) in USUAL_SIZES for n in more),
    )
