"""Boards that reasoning alone solves, in plain Python, as `engine/generate.cpp` does it.

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

    def __init__(self, options: GeneratorOptions) -> None:
        self.options = options
        self.board = WorkingBoard(options.rows, options.cols)
        self.start = options.start

    def attempt(self, key: int) -> Attempted:
        """Make one attempt."""
        from autosweep.generate.repair import Repairer

        options, board, stream = self.options, self.board, Stream(key)
        self.start = options.start
        if self.start < 0 and options.repair:
            self.start = stream.below(board.size)
        board.lay(self._draw(stream))
        if not options.repair and self._needs_guess():
            found, stuck = False, board.safe_left
        elif self.start < 0:
            found, stuck = self._pick_start(stream)
        elif board.mine[board.inside[self.start]]:
            found, stuck = False, board.safe_left
        elif options.repair:
            found = Repairer(self, stream).repair()
            board = self.board
            if found:
                # what counts is a solution from scratch
                board.cover()
                found = self.solve_from(self.start)
            stuck = board.safe_left
        else:
            found = self.solve_from(self.start)
            stuck = board.safe_left
        if not found or self.count_buried() > options.most_buried:
            return Attempted(stuck, None, None)
        return Attempted(stuck, self.start, bytes(board.mine[at] for at in board.inside))

    def draw_board(self, key: int) -> tuple[int, bytes]:
        """Draw a layout as it comes; returns its start, drawn where not given, and the mines."""
        stream = Stream(key)
        self.start = (
            self.options.start if self.options.start >= 0 else stream.below(self.board.size)
        )
        return self.start, bytes(self._draw(stream))

    def _draw(self, stream: Stream) -> list[int]:
        options, start = self.options, self.start
        free = list(range(self.board.size))
        if start >= 0 and options.spared:
            row, col = divmod(start, options.cols)
            free = [
                i
                for i in free
                if max(abs(i // options.cols - row), abs(i % options.cols - col)) >= options.spared
            ]
        layout = [0] * self.board.size
        for i in range(options.mines):
            j = i + stream.below(len(free) - i)
            free[i], free[j] = free[j], free[i]
            layout[free[i]] = 1
        return layout

    def _needs_guess(self) -> bool:
        """Return True if a mine and a safe cell are there that no other safe cell tells apart.

        Nothing will ever do, not even the mine count: a quick no before anything is solved. Zeros
        and the start may be opened.
        """
        board = self.board
        for at in board.inside:
            if not board.mine[at]:
                continue
            safe = set(board.beside(at, board.on_board[at] & ~board.mined[at]))
            for down, right in PAIRS:
                other = at + down * board.width + right
                k = board.position[other]
                if k < 0 or k == self.start or board.mine[other] or not board.mined[other]:
                    continue
                theirs = set(board.beside(other, board.on_board[other] & ~board.mined[other]))
                if safe ^ theirs <= {other}:
                    return True
        return False

    def solve_from(self, start: int) -> bool:
        """Open a start and go on by all means; return True if that opens everything."""
        board = self.board
        board.open(board.inside[start])
        board.follow()
        while board.safe_left:
            if not self.deduce(count_mines=self.options.count_mines):
                return False
            board.follow()
        return True

    def _pick_start(self, stream: Stream) -> tuple[bool, int]:
        """Look for an opening that solves the board, the largest first."""
        board = self.board
        stuck = board.safe_left
        reached: set[int] = set()
        for zeros in sorted(self._openings(), key=lambda opening: -len(opening)):
            if zeros[0] in reached:
                continue
            board.cover()
            solved = self.solve_from(zeros[0])
            stuck = min(stuck, board.safe_left)
            if solved:
                self.start = sorted(zeros)[stream.below(len(zeros))]
                return True, stuck
            reached.update(
                i for i, at in enumerate(board.inside) if board.seen[at] == CellState.OPEN
            )
        return False, stuck

    def _openings(self) -> list[list[int]]:
        """Return the zeros of each opening, the first of each in reading order."""
        board = self.board
        todo = {
            i for i, at in enumerate(board.inside) if not board.mine[at] and not board.mined[at]
        }
        openings = []
        for i in sorted(todo):
            if i not in todo:
                continue
            todo.remove(i)
            zeros = [i]
            for zero in zeros:
                at = board.inside[zero]
                near = {
                    board.position[cell] for cell in board.beside(at, board.on_board[at])
                } & todo
                todo -= near
                zeros.extend(near)
            openings.append(zeros)
        return openings

    def deduce(self, *, count_mines: bool) -> list[int]:
        """Open and mark what is certain by any means; returns the cells opened."""
        safe, mines = self._certain(count_mines=count_mines)
        board = self.board
        hidden = [
            i for i in sorted(safe | mines) if board.seen[board.inside[i]] == CellState.HIDDEN
        ]
        for i in hidden:
            board.settle(board.inside[i])
        return [i for i in hidden if i in safe]

    def _certain(self, *, count_mines: bool) -> tuple[frozenset[int], frozenset[int]]:
        board = self.board
        cells = bytes(
            board.mined[at].bit_count() if board.seen[at] == CellState.OPEN else HIDDEN
            for at in board.inside
        )
        mines = board.mines if count_mines else None
        try:
            known = count(gather(Board(board.rows, board.cols, cells, mines)))
        except TooLarge:
            return frozenset(), frozenset()
        return frozenset(known.safe), frozenset(known.mines)

    def count_buried(self) -> int:
        """Count the mines that have nothing but mines round them."""
        board = self.board
        return sum(
            board.mine[at] and 0 != board.on_board[at] == board.mined[at] & board.on_board[at]
            for at in board.inside
        )

    def grade(self, layout: Sequence[int], start: int) -> Grade:
        """Solve a layout with the simplest means that work and say what was needed."""
        board = self.board
        board.lay(layout)
        board.open(board.inside[start])
        pairs = False
        chains = splits = counts = 0
        while True:
            board.follow(pairs=False)
            before = board.undecided
            if board.safe_left:
                board.follow()
                pairs = pairs or board.undecided < before
            if not board.safe_left:
                return Grade(solved=True, pairs=pairs, chains=chains, splits=splits, counts=counts)
            if self._chain_step():
                chains += 1
            elif self._exact_step(count_mines=False):
                splits += 1
            elif self.options.count_mines and self._exact_step(count_mines=True):
                counts += 1
            else:
                return Grade(solved=False, pairs=pairs, chains=chains, splits=splits, counts=counts)

    def _chain_step(self) -> bool:
        board = self.board
        for at in board.inside:
            if board.seen[at] == CellState.HIDDEN and board.opened[at] and self._refuted(at):
                board.settle(at)
                return True
        return False

    def _refuted(self, at: int) -> bool:
        """Suppose that a cell is what it is not and follow single clues to a contradiction."""
        board = self.board
        value = {at: not board.mine[at]}
        supposed = [at]
        for cell in supposed:
            for clue in board.beside(cell, board.opened[cell]):
                need = (board.unknown[clue] & board.mined[clue]).bit_count()
                hidden = [clue + board.around[d] for d in DIRECTIONS[board.unknown[clue]]]
                need -= sum(value.get(near, 0) for near in hidden)
                rest = [near for near in hidden if near not in value]
                if not 0 <= need <= len(rest):
                    return True
                if need in (0, len(rest)):
                    value.update(dict.fromkeys(rest, need != 0))
                    supposed.extend(rest)
        return False

    def _exact_step(self, *, count_mines: bool) -> bool:
        safe, _ = self._certain(count_mines=count_mines)
        for i in sorted(safe):
            if self.board.seen[self.board.inside[i]] == CellState.HIDDEN:
                self.board.open(self.board.inside[i])
                return True
        return False
