"""What board is asked for, what a generator is told, and the result of an attempt.

Values only: which method and how much care suit a board is decided here, so that the engine and
the generator in Python are told the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from autosweep.board.board import MAX_CELLS
from autosweep.board.game import FirstClick
from autosweep.board.topology import neighbors
from autosweep.errors import BadInput
from autosweep.generate.stream import derive_key
from autosweep.geometry import Cell
from autosweep.messages import count_of

DRAW_AT_MOST = 2000
"""Layouts drawn for a board before mines are moved."""
_DRAW_DENSITY = 0.21
_DRAW_CELLS = 4096
_SPARSE = 0.15
"""Up to this density large boards are drawn too."""
_WAYS = ((0.3, 1), (0.35, 2), (0.42, 4), (1.0, 8))
"""Beam width of the repair search: mine density up to which it holds, and the width."""
_SMALL = 80
"""Fewest cells of a board that is repaired: all layouts of a smaller one are soon drawn."""


class Difficulty(Enum):
    """How a board is to be solved."""

    EASY = "easy"
    """By single clues."""
    MEDIUM = "medium"
    """Two clues must be compared, nothing harder."""
    HARD = "hard"
    """Up to four steps need a chain of clues."""
    EXTREME = "extreme"
    """A step needs a case split or the mine count, or more than four need a chain."""


class Method(Enum):
    """How no-guess boards are made."""

    AUTO = "auto"
    """Drawn where the density allows, otherwise repaired."""
    DRAW = "draw"
    """Layouts are drawn until one is solved: a fair sample."""
    REPAIR = "mend"
    """Mines are moved where the solver is stuck."""


class GeneratorOptions(NamedTuple):
    """What a generator is told; the fields are those of the engine, in its order."""

    rows: int
    cols: int
    mines: int
    start: int
    """In reading order, or -1."""
    spared: int
    """Spared of mines when drawn: 0 nothing, 1 the start, 2 its neighbours too."""
    repair: bool
    pairs: bool
    deep: bool
    count_mines: bool
    ways: int
    most_buried: int


@dataclass(frozen=True, slots=True)
class Attempted:
    """What became of an attempt."""

    stuck: int
    """Safe cells that were not opened."""
    start: int | None
    layout: bytes | None
    """A 1 for each mine, or None where no board was made."""


@dataclass(frozen=True, slots=True)
class Grade:
    """What the solution of a board needs; steps count only where nothing simpler works."""

    solved: bool
    pairs: bool
    chains: int
    splits: int
    counts: int

    @property
    def hardest(self) -> str:
        """The hardest technique needed."""
        if self.counts:
            return "mine count"
        if self.splits:
            return "case split"
        if self.chains:
            return "chain"
        return "pair" if self.pairs else "single clue"

    @property
    def hard_steps(self) -> int:
        """Steps beyond single clues and pairs."""
        return self.chains + self.splits + self.counts

    @property
    def difficulty(self) -> Difficulty:
        """The level that the board belongs to."""
        if self.splits or self.counts or self.chains > 4:
            return Difficulty.EXTREME
        if self.chains:
            return Difficulty.HARD
        return Difficulty.MEDIUM if self.pairs else Difficulty.EASY


@dataclass(frozen=True, slots=True)
class Request:
    """A kind of board, and the seed of a series of them."""

    rows: int
    cols: int
    mines: int
    seed: int = 0
    start: Cell | None = None
    first_click: FirstClick = FirstClick.ZERO
    no_guess: bool = False
    count_mines: bool = True
    """Whether the last deductions may count mines."""
    max_buried: float = 0.02
    """Largest share of mines with nothing but mines round them."""
    difficulty: Difficulty | None = None
    method: Method = Method.AUTO

    def __post_init__(self) -> None:
        size = self.rows * self.cols
        if self.rows < 1 or self.cols < 1 or size > MAX_CELLS:
            msg = f"A board of {self.rows} x {self.cols} cells cannot be made."
            raise BadInput(msg, remedy=f"Ask for 1 to {MAX_CELLS} cells.")
        spared = 0 if self.first_click is FirstClick.NONE and not self.no_guess else 1
        if not 0 <= self.mines <= size - spared:
            wanted = count_of(self.mines, "mine")
            msg = f"A board of {self.rows} x {self.cols} has no room for {wanted}."
            raise BadInput(msg, remedy=f"Ask for 0 to {size - spared} mines.")
        if self.start is not None and not (
            0 <= self.start[0] < self.rows and 0 <= self.start[1] < self.cols
        ):
            msg = f"The start {self.start[0]},{self.start[1]} is outside the board."
            remedy = f"Rows are 0 to {self.rows - 1}, columns 0 to {self.cols - 1}."
            raise BadInput(msg, remedy=remedy)
        if self.difficulty is not None and not self.no_guess:
            msg = "Only boards without guessing have a difficulty."
            raise BadInput(msg, remedy="Add `--no-guess`.")

    @property
    def density(self) -> float:
        """Mines a cell."""
        return self.mines / (self.rows * self.cols)

    @property
    def start_index(self) -> int:
        """The start in reading order, or -1."""
        return -1 if self.start is None else self.start[0] * self.cols + self.start[1]

    def key(self, number: int) -> int:
        """Return the key of a board of the series."""
        return derive_key(derive_key(self.seed, 0), number)

    def draws(self) -> int | None:
        """Return how many attempts are drawn before mines are moved; None for all."""
        size = self.rows * self.cols
        if self.method is Method.DRAW or size < _SMALL or not self._room_for_zero():
            return None
        if self.method is Method.REPAIR or self.density > _DRAW_DENSITY:
            return 0
        return DRAW_AT_MOST if size <= _DRAW_CELLS or self.density <= _SPARSE else 0

    def options(self, *, repair: bool) -> GeneratorOptions:
        """Return what a generator is told."""
        hard = self.difficulty in (Difficulty.HARD, Difficulty.EXTREME)
        return GeneratorOptions(
            self.rows,
            self.cols,
            self.mines,
            self.start_index,
            2 if repair else self.spared(),
            repair=repair,
            pairs=self.difficulty is not Difficulty.EASY,
            deep=hard,
            count_mines=self.count_mines,
            ways=next(ways for most, ways in _WAYS if self.density <= most),
            most_buried=int(self.max_buried * self.mines + 1e-9),
        )

    def spared(self) -> int:
        """Return what a draw spares of mines round a start: 0 nothing, 1 itself, 2 all round."""
        if self.first_click is FirstClick.NONE:
            return 0
        if self.first_click is FirstClick.SAFE:
            return 1
        return 2 if self._room_for_zero() else 1

    def _room_for_zero(self) -> bool:
        """Return True if the mines fit outside the start and all round it."""
        start = self.start_index
        round_it = 9 if start < 0 else 1 + len(neighbors(self.rows, self.cols)[start])
        return self.mines <= self.rows * self.cols - round_it
