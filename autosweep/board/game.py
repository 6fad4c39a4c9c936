"""The referee: the only code that knows where the mines are and what a click does.

`Game` keeps the truth and shows a Board. Opening floods from a zero through its neighbours, flags
protect from opening, a chord opens round a clue that has its flags. How a finished game looks
differs between real clients and is an `Ending`. Mines are laid at the first opening, as its rule
demands, by a seeded generator, so that the same seed and first cell give the same game everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from random import Random

from autosweep.board.board import (
    EXPLODED,
    FLAG,
    HIDDEN,
    MAX_NUMBER,
    MINE,
    OPENABLE,
    QUESTION,
    WRONG_FLAG,
    Board,
    Phase,
)
from autosweep.board.layout import Layout
from autosweep.board.topology import neighbors
from autosweep.errors import BadInput
from autosweep.geometry import Cell
from autosweep.messages import count_of


class FirstClick(Enum):
    """What the first opening is spared."""

    SAFE = "safe"
    """It is no mine."""
    ZERO = "zero"
    """No mine touches it either, where there is room."""
    NONE = "none"
    """Nothing: it may be a mine."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a finished game looks."""

    shows_mines: bool = True
    """After a loss all mines and wrong flags appear; otherwise only the exploded mine."""
    opens_all: bool = False
    """After a loss the numbers appear too; a wrong flag then turns into its number."""
    flags_mines: bool = True
    """After a win the mines without a flag get one."""


CLASSIC_ENDING = Ending()


class Game:
    """One game with its truth."""

    def __init__(  # noqa: PLR0913 - a game is its settings
        self,
        rows: int,
        cols: int,
        mines: int,
        *,
        seed: int | str = 0,
        first_click: FirstClick = FirstClick.SAFE,
        ending: Ending = CLASSIC_ENDING,
        question_marks: bool = True,
        layout: Layout | None = None,
    ) -> None:
        """Set up a game; a given `layout` is played as it is, whatever the first-click rule."""
        spared = 0 if first_click is FirstClick.NONE or layout is not None else 1
        if not 0 <= mines <= rows * cols - spared:
            msg = f"A board of {rows} x {cols} has no room for {count_of(mines, 'mine')}."
            raise BadInput(msg, remedy=f"Ask for 0 to {rows * cols - 1} mines.")
        if layout is not None and (layout.rows, layout.cols, len(layout.mines)) != (
            rows,
            cols,
            mines,
        ):
            msg = "The layout does not have the announced size and mines."
            raise BadInput(msg)
        self._start = Board.hidden(rows, cols, mines)
        self._around = neighbors(rows, cols)
        self._rule = first_click
        self._seed = seed
        self._ending = ending
        self._question_marks = question_marks
        self._layout = layout
        self._numbers = layout.numbers() if layout else []
        self._cells = bytearray(self._start.cells)
        self._phase = Phase.READY

    @classmethod
    def of_layout(cls, layout: Layout, *, ending: Ending = CLASSIC_ENDING) -> Game:
        """Set up a game on a given layout."""
        return cls(layout.rows, layout.cols, len(layout.mines), layout=layout, ending=ending)

    @property
    def board(self) -> Board:
        """What the player sees."""
        return Board(self._start.rows, self._start.cols, bytes(self._cells), self._start.mines)

    @property
    def phase(self) -> Phase:
        """Where the game stands: ready, playing, won or lost."""
        return self._phase

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self._phase in (Phase.WON, Phase.LOST)

    @property
    def layout(self) -> Layout | None:
        """The truth, or None before the first opening has laid the mines."""
        return self._layout

    @property
    def mines_left(self) -> int:
        """Mines without a flag, as the game's counter shows them; negative with too many flags."""
        marked = self._cells.count(FLAG) + self._cells.count(WRONG_FLAG)
        return (self._start.mines or 0) - marked

    def open(self, cell: Cell) -> None:
        """Open a cell as a left click does; a flagged or opened cell stays as it is."""
        i = self._start.index(cell)
        if self.over or self._cells[i] not in (HIDDEN, QUESTION):
            return
        if self._layout is None:
            self._lay(i)
        self._phase = Phase.PLAYING
        self._open_all([i])

    def mark(self, cell: Cell) -> None:
        """Mark a cell as a right click does: hidden, flag, question mark (where in use), hidden."""
        i = self._start.index(cell)
        if self.over:
            return
        after_flag = QUESTION if self._question_marks else HIDDEN
        nexts = {HIDDEN: FLAG, FLAG: after_flag, QUESTION: HIDDEN}
        self._cells[i] = nexts.get(self._cells[i], self._cells[i])

    def chord(self, cell: Cell) -> None:
        """Open round a clue that has as many flags round it; otherwise nothing happens."""
        i = self._start.index(cell)
        code = self._cells[i]
        if self.over or not 0 < code <= MAX_NUMBER:
            return
        if sum(self._cells[j] == FLAG for j in self._around[i]) == code:
            self._open_all([j for j in self._around[i] if self._cells[j] in (HIDDEN, QUESTION)])

    def _lay(self, first: int) -> None:
        board = self._start
        mines = board.mines or 0
        kept = {FirstClick.NONE: set(), FirstClick.SAFE: {first}}.get(
            self._rule, {first, *self._around[first]}
        )
        if mines > len(board.cells) - len(kept):
            kept = {first}
        random = Random(f"{self._seed}")  # noqa: S311 - a game, not a secret
        self._layout = Layout.random(board.rows, board.cols, mines, random, keep_free=kept)
        self._numbers = self._layout.numbers()

    def _open_all(self, todo: list[int]) -> None:
        layout = self._layout
        if layout is None:
            return
        exploded = False
        while todo:
            i = todo.pop()
            if self._cells[i] not in (HIDDEN, QUESTION):
                continue
            if i in layout.mines:
                self._cells[i] = EXPLODED
                exploded = True
                continue
            self._cells[i] = self._numbers[i]
            if self._numbers[i] == 0:
                todo.extend(self._around[i])
        if exploded:
            self._lose(layout)
        elif self._count_open() == len(self._cells) - len(layout.mines):
            self._win(layout)

    def _count_open(self) -> int:
        return sum(self._cells.count(code) for code in range(MAX_NUMBER + 1))

    def _lose(self, layout: Layout) -> None:
        self._phase = Phase.LOST
        for i, code in enumerate(self._cells):
            if code not in OPENABLE:
                continue
            if i in layout.mines:
                if code != FLAG and self._ending.shows_mines:
                    self._cells[i] = MINE
            elif self._ending.opens_all:
                self._cells[i] = self._numbers[i]
            elif code == FLAG and self._ending.shows_mines:
                self._cells[i] = WRONG_FLAG

    def _win(self, layout: Layout) -> None:
        self._phase = Phase.WON
        if self._ending.flags_mines:
            for i in layout.mines:
                self._cells[i] = FLAG
