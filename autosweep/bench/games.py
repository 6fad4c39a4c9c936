"""The games of a benchmark: made from a seed, or read from a file; the same for every strategy.

Pure: a game is a value, and the same seed, board, rule and number always give the same one.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from autosweep.board.board import MAX_CELLS
from autosweep.board.game import FirstClick
from autosweep.board.topology import neighbors
from autosweep.errors import BadInput
from autosweep.messages import count_of

SIZES = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}
"""Rows, columns and mines of the usual boards."""
_ZERO_START = 3
"""Row and column of the first click where it opens an area: on expert boards six points better
than a corner, which in turn is the best where the first click is merely safe."""


@dataclass(frozen=True, slots=True)
class BenchGame:
    """One game to be played."""

    rows: int
    cols: int
    mines: tuple[int, ...]
    """Positions in reading order, rising."""
    start: int
    """The cell that is opened first, whatever is under it."""

    def mask(self) -> bytes:
        """Return a byte for every cell, 1 where there is a mine."""
        cells = bytearray(self.rows * self.cols)
        for i in self.mines:
            cells[i] = 1
        return bytes(cells)


@dataclass(frozen=True, slots=True)
class GameSeries:
    """Any number of games from one seed."""

    rows: int
    cols: int
    mines: int
    rule: FirstClick
    seed: int

    def start(self) -> int:
        """Return the first cell: a corner, or one further in where it opens an area."""
        if self.rule is not FirstClick.ZERO:
            return 0
        return min(_ZERO_START, self.rows - 1) * self.cols + min(_ZERO_START, self.cols - 1)

    def game(self, number: int) -> BenchGame:
        """Return one game of the series."""
        start = self.start()
        kept = {FirstClick.NONE: set[int](), FirstClick.SAFE: {start}}.get(
            self.rule, {start, *neighbors(self.rows, self.cols)[start]}
        )
        if self.mines > self.rows * self.cols - len(kept):
            kept = set() if self.rule is FirstClick.NONE else {start}
        free = [i for i in range(self.rows * self.cols) if i not in kept]
        name = f"{self.seed}/{self.rows}x{self.cols}x{self.mines}/{self.rule.value}/{number}"
        chosen = Random(name).sample(free, self.mines)  # noqa: S311 - a game, not a secret
        return BenchGame(self.rows, self.cols, tuple(sorted(chosen)), start)


def parse_size(text: str) -> tuple[int, int, int]:
    """Read `beginner`, `intermediate`, `expert` or `ROWSxCOLSxMINES`; raises BadInput."""
    if text in SIZES:
        return SIZES[text]
    found = re.fullmatch(r"(\d{1,6})x(\d{1,6})x(\d{1,6})", text)
    if found is None:
        msg = f"{text!r} is no board."
        raise BadInput(msg, remedy=f"Choose one of {', '.join(SIZES)}, or ROWSxCOLSxMINES.")
    rows, cols, mines = (int(part) for part in found.groups())
    if not 1 <= rows * cols <= MAX_CELLS or mines >= rows * cols:
        msg = f"A board of {rows} x {cols} with {count_of(mines, 'mine')} cannot be played."
        raise BadInput(msg, remedy=f"At most {MAX_CELLS} cells, and fewer mines than cells.")
    return rows, cols, mines


def parse_games(text: str) -> Iterator[BenchGame]:
    """Read games, one a line: `rows cols mines start_col start_row rule i1,i2,...`.

    Raises BadInput with the line that is wrong. Empty lines and lines with `#` are skipped.
    """
    for number, line in enumerate(io.StringIO(text), 1):
        if not line.strip() or line.startswith("#"):
            continue
        yield _parse_game(line.split(), number)


def _parse_game(words: list[str], line: int) -> BenchGame:
    remedy = "A line is `rows cols mines start_col start_row rule i1,i2,...`."
    try:
        rows, cols, mines, x, y = (int(word) for word in words[:5])
        FirstClick(words[5])
        places = [int(word) for word in words[6].split(",")] if len(words) > 6 else []
    except (ValueError, IndexError):
        msg = f"Line {line} of the games is not a game."
        raise BadInput(msg, remedy=remedy) from None
    size = rows * cols
    fits = 1 <= size <= MAX_CELLS and rows > 0 and 0 <= x < cols and 0 <= y < rows
    if not fits or len(words) > 7 or any(not 0 <= i < size for i in places):
        msg = f"Line {line} of the games has a cell outside its board, or too many words."
        raise BadInput(msg, remedy=remedy)
    if len(set(places)) != mines or len(places) != mines:
        told = count_of(mines, "mine")
        msg = f"Line {line} of the games announces {told} and lists {len(set(places))}."
        raise BadInput(msg, remedy=remedy)
    return BenchGame(rows, cols, tuple(sorted(places)), y * cols + x)
