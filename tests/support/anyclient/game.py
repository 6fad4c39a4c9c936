"""The game of the Tk fixture client; `game.js` is the same for the page."""

from __future__ import annotations

from support.anyclient.options import ClientOptions

Cell = tuple[int, int]
FLAGGED, QUESTIONED = "flag", "question"
_WORD = 0xFFFFFFFF
_PAIR = ((0, 0), (1, 0))
_WALL = ((2, 0), (2, 1))
_WAY = ((0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3))
"""Cells of a corner: a pair that nothing tells apart, mines that hide it from the rest of the
board, and free cells through which its clues are opened."""


class Game:
    """One game: mines, marks and what is open."""

    def __init__(self, options: ClientOptions, number: int) -> None:
        fates = options.fates.split("|")
        self.options = options
        self.fate = fates[number % len(fates)]
        self._state = options.seed * 7919 + number * 104729
        self.mines: set[Cell] = set()
        self.open: set[Cell] = set()
        self.marks: dict[Cell, str] = {}
        self.result = ""
        self.hit: Cell | None = None
        self._pair: set[Cell] = set()

    def _random(self) -> float:
        """Return a number below 1 by mulberry32, so that both clients lay the same mines."""
        self._state = (self._state + 0x6D2B79F5) & _WORD
        t = self._state
        t = (t ^ t >> 15) * (t | 1) & _WORD
        t ^= t + ((t ^ t >> 7) * (t | 61) & _WORD) & _WORD
        return ((t ^ t >> 14) & _WORD) / 2**32

    def around(self, cell: Cell) -> list[Cell]:
        """Return the neighbours of a cell."""
        row, col = cell
        return [
            (r, c)
            for r in range(max(0, row - 1), min(self.options.rows, row + 2))
            for c in range(max(0, col - 1), min(self.options.cols, col + 2))
            if (r, c) != cell
        ]

    def number(self, cell: Cell) -> int:
        """Return the number of mines round a cell."""
        return sum(other in self.mines for other in self.around(cell))

    def click(self, cell: Cell) -> list[Cell]:
        """Click a cell; return the cells that were opened, nearest first."""
        if self.result or self.marks.get(cell) == FLAGGED:
            return []
        if cell in self.open:
            if not self.options.open_around or not self.number(cell):
                return []
            targets = [c for c in self.around(cell) if self.marks.get(c) != FLAGGED]
        else:
            targets = [cell]
        if not self.mines:
            self._lay(cell)
        self._decide_pair(cell)
        opened = [other for target in targets for other in self._reveal(target)]
        if not self.result and self.options.autoflag:
            self._flag_satisfied()
        self._tell_win()
        return opened

    def mark(self, cell: Cell) -> None:
        """Put the next mark on a hidden cell."""
        if self.result or cell in self.open:
            return
        after = {"": FLAGGED, FLAGGED: QUESTIONED if self.options.question else "", QUESTIONED: ""}
        self.marks[cell] = after[self.marks.get(cell, "")]
        self._tell_win()

    @property
    def cleared(self) -> bool:
        """Whether all cells without a mine are open; the client may not call that won yet."""
        return bool(self.mines) and len(self.open) == self._all() - len(self.mines)

    def _tell_win(self) -> None:
        flagged = all(self.marks.get(mine) == FLAGGED for mine in self.mines)
        if not self.result and self.cleared and (flagged or not self.options.flag_win):
            self.result = "won"

    def _all(self) -> int:
        return self.options.rows * self.options.cols

    def _reveal(self, cell: Cell) -> list[Cell]:
        if self.result or cell in self.open or self.marks.get(cell) == FLAGGED:
            return []
        if cell in self.mines:
            self.result, self.hit = "lost", cell
            return []
        queue, opened = [cell], []
        while queue:
            here = queue.pop(0)
            if here in self.open or self.marks.get(here) == FLAGGED:
                continue
            self.open.add(here)
            self.marks.pop(here, None)
            opened.append(here)
            if self.number(here) == 0 and self.options.zeros != "none":
                near = self.around(here)
                if self.options.zeros == "4":
                    near = [c for c in near if c[0] == here[0] or c[1] == here[1]]
                queue += near
        return opened

    def _flag_satisfied(self) -> None:
        for cell in self.open:
            hidden = [c for c in self.around(cell) if c not in self.open]
            if self.number(cell) == len(hidden):
                self.marks.update(dict.fromkeys(hidden, FLAGGED))

    def _lay(self, first: Cell) -> None:
        options = self.options
        free = {(r, c) for r in range(options.rows) for c in range(options.cols)}
        if self.fate == "first":
            self.mines.add(first)
        elif self.fate != "fair" or options.first == "zero":
            free -= {first, *self.around(first)}
        elif options.first == "safe":
            free.discard(first)
        if self.fate in ("won", "lost"):
            pair, wall, way = (self._corner(cells, first) for cells in (_PAIR, _WALL, _WAY))
            self._pair = set(pair)
            self.mines |= {pair[0], *wall}
            free -= {*pair, *way}
        rest = sorted(free - self.mines)
        while len(self.mines) < options.mines:
            self.mines.add(rest.pop(int(self._random() * len(rest))))

    def _corner(self, cells: tuple[Cell, ...], first: Cell) -> list[Cell]:
        """Return cells of the corner that is farthest from the first click."""
        rows, cols = self.options.rows, self.options.cols
        low, right = first[0] < rows / 2, first[1] < cols / 2
        return [(rows - 1 - r if low else r, cols - 1 - c if right else c) for r, c in cells]

    def _decide_pair(self, cell: Cell) -> None:
        """Let a guess between two equal cells go as it must."""
        if cell in self._pair:
            self.mines -= self._pair
            (other,) = self._pair - {cell}
            self.mines.add(cell if self.fate == "lost" else other)
            self._pair = set()
