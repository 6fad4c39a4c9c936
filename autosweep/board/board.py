"""What a player sees of a position: an immutable table of cell codes and the mine total, if known.

A Board is knowledge, not truth: it never holds where unseen mines are (`game` does). It has one
text form, `str(board)`, that `Board.parse` reads back to an equal board, and `board.status` names
everything that is wrong with it at once. Flags and question marks are what a player thinks; they
never count as knowledge here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, IntFlag, auto

from autosweep.board.topology import neighbors
from autosweep.errors import BoardFormatError
from autosweep.geometry import Cell
from autosweep.messages import count_of

HIDDEN = 9
FLAG = 10
QUESTION = 11
MINE = 12
"""A mine the game has shown."""
EXPLODED = 13
WRONG_FLAG = 14
"""A flag the game has shown to be wrong: there is no mine."""
UNREAD = 15
"""A cell that could not be read; it may be anything."""

SYMBOLS = "012345678?FQ*XW!"
"""Cell code to symbol: codes 0 to 8 are opened cells with that number."""
CODE_OF = {symbol: code for code, symbol in enumerate(SYMBOLS)}

OPENABLE = frozenset({HIDDEN, FLAG, QUESTION})
"""Codes of cells that can still be opened; a mine may be under each."""
SHOWN_MINES = frozenset({MINE, EXPLODED})
MAX_NUMBER = 8
MAX_CELLS = 250_000
"""Largest board accepted: far above any game, low enough that bad input cannot exhaust memory."""


class Phase(Enum):
    """Where a game stands."""

    READY = "ready"
    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    ENDED = "ended"
    """Over, and the result is not known."""
    OBSCURED = "obscured"
    """Part of the board cannot be seen."""


class Status(IntFlag):
    """Everything that is wrong with a board, as flags; VALID is nothing."""

    VALID = 0
    UNREAD_CELLS = auto()
    """Some cells could not be read."""
    NUMBER_TOO_LARGE = auto()
    """A number exceeds the neighbours that can be mines."""
    NUMBER_TOO_SMALL = auto()
    """A number is below the mines shown round it."""
    TOO_MANY_MINES = auto()
    """The mine total exceeds the cells that can be mines."""
    TOO_FEW_MINES = auto()
    """More mines are shown than there are in total."""
    OVERFLAGGED_NUMBER = auto()
    """A number has more flags and shown mines round it than it says; a flag may be wrong."""
    OVERFLAGGED_BOARD = auto()
    """There are more flags and shown mines than mines."""

    def sentences(self) -> list[str]:
        """Say each flag in words."""
        return [_SENTENCES[flag] for flag in Status if flag in self and flag]


_SENTENCES = {
    Status.UNREAD_CELLS: "Some cells could not be read.",
    Status.NUMBER_TOO_LARGE: "A number is larger than the cells round it that can be mines.",
    Status.NUMBER_TOO_SMALL: "A number is smaller than the mines shown round it.",
    Status.TOO_MANY_MINES: "There are more mines than cells that can hold them.",
    Status.TOO_FEW_MINES: "More mines are shown than there are in total.",
    Status.OVERFLAGGED_NUMBER: "A number has more flags round it than it says.",
    Status.OVERFLAGGED_BOARD: "There are more flags than mines.",
}
IMPOSSIBLE = (
    Status.NUMBER_TOO_LARGE | Status.NUMBER_TOO_SMALL | Status.TOO_MANY_MINES | Status.TOO_FEW_MINES
)
"""Flags that alone prove that no mine layout fits."""


@dataclass(frozen=True, slots=True)
class Board:
    """A position as a player sees it."""

    rows: int
    cols: int
    cells: bytes
    """One code a cell, row by row: a number 0 to 8, or HIDDEN to UNREAD."""
    mines: int | None = None
    """Mines in total, those shown included; None where it is not known."""
    rules: tuple[str, ...] = ()
    """Ids of rule variants in force; empty for the ordinary game."""

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            msg = f"A board needs at least one row and one column, not {self.rows} x {self.cols}."
            raise BoardFormatError(msg)
        if self.rows * self.cols > MAX_CELLS:
            msg = f"A board of {self.rows} x {self.cols} cells is too large (at most {MAX_CELLS})."
            raise BoardFormatError(msg)
        if len(self.cells) != self.rows * self.cols:
            msg = f"{self.rows} x {self.cols} cells were announced and {len(self.cells)} given."
            raise BoardFormatError(msg)
        if self.cells and max(self.cells) > UNREAD:
            msg = f"{max(self.cells)} is not a cell code."
            raise BoardFormatError(msg)
        if self.mines is not None and self.mines < 0:
            msg = f"A board cannot have {count_of(self.mines, 'mine')}."
            raise BoardFormatError(msg)

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read a board from its text form, or any other text format that is recognised.

        Raises BoardFormatError with the line that is wrong.
        """
        from autosweep.board.text import parse

        return parse(text)

    @classmethod
    def hidden(cls, rows: int, cols: int, mines: int | None = None) -> Board:
        """Return a board on which nothing is opened yet."""
        return cls(rows, cols, bytes([HIDDEN]) * (rows * cols), mines)

    @classmethod
    def from_rows(cls, rows: Iterable[str], mines: int | None = None) -> Board:
        """Build a board from one string of symbols a row; blanks between symbols are ignored.

        Raises BoardFormatError for ragged rows and unknown symbols.
        """
        from autosweep.board.text import cells_from_rows

        height, width, cells = cells_from_rows(list(rows))
        return cls(height, width, cells, mines)

    def __str__(self) -> str:
        from autosweep.board.text import format_board

        return format_board(self)

    def __getitem__(self, cell: Cell) -> int:
        return self.cells[self.index(cell)]

    def index(self, cell: Cell) -> int:
        """Return the position of a cell in `cells`; raises IndexError off the board."""
        r, c = cell
        if not (0 <= r < self.rows and 0 <= c < self.cols):
            msg = f"cell {r},{c} is not on a board of {self.rows} x {self.cols}"
            raise IndexError(msg)
        return r * self.cols + c

    def cell(self, index: int) -> Cell:
        """Return row and column of a position in `cells`."""
        return divmod(index, self.cols)

    def symbol(self, cell: Cell) -> str:
        """Return the symbol of a cell."""
        return SYMBOLS[self[cell]]

    def row_symbols(self) -> list[str]:
        """Return one string a row, symbols separated by blanks."""
        text = [SYMBOLS[code] for code in self.cells]
        return [" ".join(text[i : i + self.cols]) for i in range(0, len(text), self.cols)]

    def neighbors(self, cell: Cell) -> list[Cell]:
        """Return the cells that touch a cell."""
        return [self.cell(i) for i in neighbors(self.rows, self.cols)[self.index(cell)]]

    def find(self, codes: Iterable[int]) -> Iterator[Cell]:
        """Yield the cells that have one of the codes, in reading order."""
        wanted = frozenset(codes)
        return (self.cell(i) for i, code in enumerate(self.cells) if code in wanted)

    def count(self, codes: Iterable[int]) -> int:
        """Return how many cells have one of the codes."""
        return sum(self.cells.count(code) for code in frozenset(codes))

    def with_cells(self, changes: Mapping[Cell, int]) -> Board:
        """Return a board with some cells changed."""
        cells = bytearray(self.cells)
        for cell, code in changes.items():
            cells[self.index(cell)] = code
        return replace(self, cells=bytes(cells))

    def with_mines(self, mines: int | None) -> Board:
        """Return the board with another mine total."""
        return replace(self, mines=mines)

    @property
    def status(self) -> Status:
        """Everything that is wrong with the board, by a look at each number and at the total."""
        status = Status.VALID
        cells = self.cells
        if UNREAD in cells:
            status |= Status.UNREAD_CELLS
        possible = OPENABLE | SHOWN_MINES | {UNREAD}
        around = neighbors(self.rows, self.cols)
        for i, code in enumerate(cells):
            if code > MAX_NUMBER:
                continue
            codes = [cells[j] for j in around[i]]
            shown = sum(other in SHOWN_MINES for other in codes)
            if code > sum(other in possible for other in codes):
                status |= Status.NUMBER_TOO_LARGE
            if code < shown:
                status |= Status.NUMBER_TOO_SMALL
            elif code < shown + codes.count(FLAG):
                status |= Status.OVERFLAGGED_NUMBER
        return status | self._total_status(possible)

    def _total_status(self, possible: frozenset[int]) -> Status:
        if self.mines is None:
            return Status.VALID
        status = Status.VALID
        shown = self.count(SHOWN_MINES)
        if self.mines > self.count(possible):
            status |= Status.TOO_MANY_MINES
        if self.mines < shown:
            status |= Status.TOO_FEW_MINES
        elif self.mines < shown + self.count({FLAG}):
            status |= Status.OVERFLAGGED_BOARD
        return status
