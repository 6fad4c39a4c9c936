"""Boards that reasoning alone solves, in plain Python: the twin of `engine/generate.cpp`.

The same key gives the same board. Deductions of more than two clues are left to the exact counter.
"""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.board.board import HIDDEN, Board
from autosweep.errors import TooLarge
from autosweep.generate.request import Attempted, GeneratorOptions, Grade
from autosweep.generate.stream import Stream
from autosweep.generate.working_board import DIRECTIONS, PAIRS, CellState, WorkingBoard
from autosweep.solver.constraints import gather
from autosweep.solver.counting import count


class PureGenerator:
    """Attempts at one kind of board."""

    def __init__(self, wish: GeneratorOptions) -> None:
        self.wish = wish
        self.field = WorkingBoard(wish.rows, wish.cols)
        self.start = wish.start

    def attempt(self, key: int) -> Attempted:
        """Make one attempt."""
        from autosweep.generate.repair import Repairer

        wish, field, stream = self.wish, self.field, Stream(key)
        self.start = wish.start
        if self.start < 0 and wish.mend:
            self.start = stream.below(field.size)
        field.lay(self._draw(stream))
        if not wish.mend and self._hopeless():
            found, stuck = False, field.safe_left
        elif self.start < 0:
            found, stuck = self._pick_start(stream)
        elif field.mine[field.inside[self.start]]:
            found, stuck = False, field.safe_left
        elif wish.mend:
            found = Repairer(self, stream).mend()
            field = self.field
            if found:
                # what counts is a solution from scratch
                field.cover()
                found = self.solve_from(self.start)
            stuck = field.safe_left
        else:
            found = self.solve_from(self.start)
            stuck = field.safe_left
        if not found or self.count_buried() > wish.most_buried:
            return Attempted(stuck, None, None)
        return Attempted(stuck, self.start, bytes(field.mine[at] for at in field.inside))

    def draw_board(self, key: int) -> tuple[int, bytes]:
        """Draw a layout as it comes; returns its start, drawn where not given, and the mines."""
        stream = Stream(key)
        self.start = self.wish.start if self.wish.start >= 0 else stream.below(self.field.size)
        return self.start, bytes(self._draw(stream))

    def _draw(self, stream: Stream) -> list[int]:
        wish, start = self.wish, self.start
        free = list(range(self.field.size))
        if start >= 0 and wish.spared:
            row, col = divmod(start, wish.cols)
            free = [
                i
                for i in free
                if max(abs(i // wish.cols - row), abs(i % wish.cols - col)) >= wish.spared
            ]
        layout = [0] * self.field.size
        for i in range(wish.mines):
            j = i + stream.below(len(free) - i)
            free[i], free[j] = free[j], free[i]
            layout[free[i]] = 1
        return layout

    def _hopeless(self) -> bool:
        """Tell whether a mine and a safe cell are there that no other safe cell tells apart.

        Nothing will ever do, not even the mine count: a quick no before anything is solved. Zeros
        and the start may be opened.
        """
        field = self.field
        for at in field.inside:
            if not field.mine[at]:
                continue
            safe = set(field.beside(at, field.board[at] & ~field.mined[at]))
            for down, right in PAIRS:
                other = at + down * field.width + right
                k = field.position[other]
                if k < 0 or k == self.start or field.mine[other] or not field.mined[other]:
                    continue
                theirs = set(field.beside(other, field.board[other] & ~field.mined[other]))
                if safe ^ theirs <= {other}:
                    return True
        return False

    def solve_from(self, start: int) -> bool:
        """Open a start and go on by all means; tell whether that opens everything."""
        field = self.field
        field.open(field.inside[start])
        field.follow()
        while field.safe_left:
            if not self.deduce(count_mines=self.wish.count_mines):
                return False
            field.follow()
        return True

    def _pick_start(self, stream: Stream) -> tuple[bool, int]:
        """Look for an opening that solves the board, the largest first."""
        field = self.field
        stuck = field.safe_left
        reached: set[int] = set()
        for zeros in sorted(self._openings(), key=lambda opening: -len(opening)):
            if zeros[0] in reached:
                continue
            field.cover()
            solved = self.solve_from(zeros[0])
            stuck = min(stuck, field.safe_left)
            if solved:
                self.start = sorted(zeros)[stream.below(len(zeros))]
                return True, stuck
            reached.update(
                i for i, at in enumerate(field.inside) if field.seen[at] == CellState.OPEN
            )
        return False, stuck

    def _openings(self) -> list[list[int]]:
        """Return the zeros of each opening, the first of each in reading order."""
        field = self.field
        todo = {
            i for i, at in enumerate(field.inside) if not field.mine[at] and not field.mined[at]
        }
        openings = []
        for i in sorted(todo):
            if i not in todo:
                continue
            todo.remove(i)
            zeros = [i]
            for zero in zeros:
                at = field.inside[zero]
                near = {field.position[cell] for cell in field.beside(at, field.board[at])} & todo
                todo -= near
                zeros.extend(near)
            openings.append(zeros)
        return openings

    def deduce(self, *, count_mines: bool) -> list[int]:
        """Open and mark what is certain by any means; returns the cells opened."""
        safe, mines = self._certain(count_mines=count_mines)
        field = self.field
        hidden = [
            i for i in sorted(safe | mines) if field.seen[field.inside[i]] == CellState.HIDDEN
        ]
        for i in hidden:
            field.settle(field.inside[i])
        return [i for i in hidden if i in safe]

    def _certain(self, *, count_mines: bool) -> tuple[frozenset[int], frozenset[int]]:
        field = self.field
        cells = bytes(
            field.mined[at].bit_count() if field.seen[at] == CellState.OPEN else HIDDEN
            for at in field.inside
        )
        mines = field.mines if count_mines else None
        try:
            known = count(gather(Board(field.rows, field.cols, cells, mines)))
        except TooLarge:
            return frozenset(), frozenset()
        return frozenset(known.safe), frozenset(known.mines)

    def count_buried(self) -> int:
        """Count the mines that have nothing but mines round them."""
        field = self.field
        return sum(
            field.mine[at] and 0 != field.board[at] == field.mined[at] & field.board[at]
            for at in field.inside
        )

    def grade(self, layout: Sequence[int], start: int) -> Grade:
        """Solve a layout with the simplest means that work and say what was needed."""
        field = self.field
        field.lay(layout)
        field.open(field.inside[start])
        pairs = False
        chains = splits = counts = 0
        while True:
            field.follow(pairs=False)
            before = field.undecided
            if field.safe_left:
                field.follow()
                pairs = pairs or field.undecided < before
            if not field.safe_left:
                return Grade(solved=True, pairs=pairs, chains=chains, splits=splits, counts=counts)
            if self._chain_step():
                chains += 1
            elif self._exact_step(count_mines=False):
                splits += 1
            elif self.wish.count_mines and self._exact_step(count_mines=True):
                counts += 1
            else:
                return Grade(solved=False, pairs=pairs, chains=chains, splits=splits, counts=counts)

    def _chain_step(self) -> bool:
        field = self.field
        for at in field.inside:
            if field.seen[at] == CellState.HIDDEN and field.opened[at] and self._refuted(at):
                field.settle(at)
                return True
        return False

    def _refuted(self, at: int) -> bool:
        """Suppose that a cell is what it is not and follow single clues to a contradiction."""
        field = self.field
        value = {at: not field.mine[at]}
        supposed = [at]
        for cell in supposed:
            for clue in field.beside(cell, field.opened[cell]):
                need = (field.unknown[clue] & field.mined[clue]).bit_count()
                covered = [clue + field.around[d] for d in DIRECTIONS[field.unknown[clue]]]
                need -= sum(value.get(near, 0) for near in covered)
                rest = [near for near in covered if near not in value]
                if not 0 <= need <= len(rest):
                    return True
                if need in (0, len(rest)):
                    value.update(dict.fromkeys(rest, need != 0))
                    supposed.extend(rest)
        return False

    def _exact_step(self, *, count_mines: bool) -> bool:
        safe, _ = self._certain(count_mines=count_mines)
        for i in sorted(safe):
            if self.field.seen[self.field.inside[i]] == CellState.HIDDEN:
                self.field.open(self.field.inside[i])
                return True
        return False
