"""What is known about a position: the result of `analyze`, a value.

`safe` and `mines` hold what is *proven* by feasibility (every layout that fits agrees), never what
a float compared with 0 or 1 suggests. Probabilities are of a mine, 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from autosweep.geometry import Cell
from autosweep.solver.moves import Move


@dataclass(frozen=True, slots=True)
class Probabilities:
    """Mine probability of every cell; `p[row, col]` is None where the cell is not hidden."""

    rows: int
    cols: int
    values: tuple[float | None, ...]
    """Row by row."""

    def __getitem__(self, cell: Cell) -> float | None:
        r, c = cell
        if not (0 <= r < self.rows and 0 <= c < self.cols):
            msg = f"cell {r},{c} is not on a board of {self.rows} x {self.cols}"
            raise IndexError(msg)
        return self.values[r * self.cols + c]

    def items(self) -> Iterator[tuple[Cell, float]]:
        """Yield hidden cells with their probability, in reading order."""
        for i, value in enumerate(self.values):
            if value is not None:
                yield divmod(i, self.cols), value

    def as_rows(self) -> list[list[float | None]]:
        """Return one list a row, as JSON wants it."""
        return [list(self.values[i : i + self.cols]) for i in range(0, len(self.values), self.cols)]


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything known about a position."""

    consistent: bool
    """Whether any mine layout fits; where not, all else is empty."""
    safe: frozenset[Cell]
    """Hidden cells that are free of mines in every layout."""
    mines: frozenset[Cell]
    """Hidden cells that are mines in every layout; mines the game already shows are not listed."""
    probability: Probabilities
    """Mine probability of every hidden cell; all None where not consistent or not exact."""
    layouts: int | Callable[[], int] | None = field(default=None, compare=False, repr=False)
    """Number of layouts that fit, or how to find it: `solutions` gives it as a number."""
    exact: bool = True
    """Whether the probabilities are exact; False where a limit cut the counting short."""
    ranking: tuple[Cell, ...] = ()
    """Hidden cells from the best to open to the worst."""
    best: Move | None = None
    """The move to make next; None where nothing is left to open."""
    why: str = ""
    """One sentence: why the board is inconsistent, or what the answer rests on."""
    wrong_flags: frozenset[Cell] = field(default_factory=frozenset)
    """Flags on cells that are proven safe."""

    @property
    def solutions(self) -> int | None:
        """Number of layouts that fit, exact; None where it is not known.

        Counted when first asked for: on a large board it has thousands of digits.
        """
        if callable(self.layouts):
            object.__setattr__(self, "layouts", self.layouts())
        return None if callable(self.layouts) else self.layouts
