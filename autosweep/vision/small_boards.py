"""Small boards: what it takes to believe them.

Sixteen equal tiles may be a keypad or the doors of a calendar, and three numbers among them fit the
rules by chance. So a small board is believed with a sign beside it (a mine counter, a word, a face)
or with numbers enough, in cells that are no pieces of letters.
"""

from __future__ import annotations

from collections.abc import Iterator

from autosweep.board import MAX_NUMBER
from autosweep.interfaces import Pixels
from autosweep.vision.classify.thresholds import MIN_UNREADABLE_CELL
from autosweep.vision.combine import GENERIC
from autosweep.vision.counters.text_counter import says_mines
from autosweep.vision.locating.acceptance import is_small
from autosweep.vision.minesweeper_evidence import has_face
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.thresholds import MIN_SMALL_NUMBERS
from autosweep.vision.trace import GridTest


def small_board_tests(pixels: Pixels, reading: Reading) -> Iterator[GridTest]:
    """Yield the tests that a small board is believed; none for a board that is not small."""
    if not is_small(reading.grid) or reading.theme != GENERIC or reading.mines_left is not None:
        return
    certain = reading.confidence >= ACT_CONFIDENCE
    numbers = sum(bool(certain[cell]) for cell in reading.board.find(range(1, MAX_NUMBER + 1)))
    if numbers >= MIN_SMALL_NUMBERS and min(reading.grid.cell_size) >= MIN_UNREADABLE_CELL:
        return
    signs = has_face(pixels, reading.grid) or says_mines(pixels, reading.grid)
    yield GridTest("signs beside a small board", signs, ">=", 1)
