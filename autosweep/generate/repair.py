"""Moving mines where the solver is stuck, in plain Python, as `engine/generate_repair.cpp` does it.

What the solver found stays true whatever is changed under hidden cells: a single clue decides all
its cells, and of a pair that decided something only shared cells are left. So a cell beside the
clues changes such that a clue or a pair decides, and a cell further in changes the other way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from autosweep.generate.working_board import DIRECTIONS, DOWN, PAIRS, RIGHT, CellState, WorkingBoard

if TYPE_CHECKING:
    from autosweep.generate.pure_generator import PureGenerator
    from autosweep.generate.stream import Stream

_DEAREST = 3
"""Cells changed at once, besides their partners."""
_STRETCHES = 32
"""Of a board, between two choices of the best way."""
_DRAWS = 200
"""Draws of cells to be filled for walls that were opened."""


def _joined(bits: int) -> bool:
    """Return True if neighbours hang together without the cell between them."""
    if not bits:
        return False
    reached = {DIRECTIONS[bits][0]}
    todo = list(reached)
    for a in todo:
        for b in DIRECTIONS[bits]:
            near = abs(DOWN[a] - DOWN[b]) <= 1 and abs(RIGHT[a] - RIGHT[b]) <= 1
            if near and b not in reached:
                reached.add(b)
                todo.append(b)
    return len(reached) == len(DIRECTIONS[bits])


JOINED = tuple(_joined(bits) for bits in range(256))


_State: TypeAlias = tuple[WorkingBoard, set[int], int]


def _leaves_less(one: WorkingBoard, other: WorkingBoard) -> bool:
    """Return True if the rest of a board is less dense than that of another; solved is best."""
    if not one.safe_left or not other.safe_left:
        return one.safe_left < other.safe_left
    mines, other_mines = one.undecided - one.safe_left, other.undecided - other.safe_left
    return mines * other.undecided < other_mines * one.undecided


class Repairer:
    """One attempt at a board that is repaired while it is solved."""

    def __init__(self, maker: PureGenerator, stream: Stream) -> None:
        self._maker, self._stream = maker, stream
        self._options, self._board, self._start = maker.options, maker.board, maker.start
        self._buried = maker.count_buried()
        self._frozen: set[int] = set()

    def repair(self) -> bool:
        """Solve the board from the start, moving mines where needed; returns True if it worked."""
        board, options = self._board, self._options
        if not self._connect():
            return False
        board.cover()
        board.open(board.inside[self._start])
        board.follow(pairs=options.pairs)
        while self._board.safe_left:
            if not self._advance():
                return False
        return True

    def _advance(self) -> bool:
        """Go on for a while in several ways; keep the one that leaves the least dense rest.

        A region with too few mines makes what is left too dense to be solved.
        """
        if self._options.ways == 1:
            return self._go_on(0)
        before = self._state()
        until = self._board.undecided - max(self._board.size // _STRETCHES, 1)
        best: _State | None = None
        for _ in range(self._options.ways):
            self._restore(before)
            if self._go_on(until) and (best is None or _leaves_less(self._board, best[0])):
                best = self._state()
        self._restore(before if best is None else best)
        return best is not None

    def _state(self) -> _State:
        return self._board.clone(), set(self._frozen), self._buried

    def _restore(self, state: _State) -> None:
        self._board, self._frozen, self._buried = state[0].clone(), set(state[1]), state[2]
        self._maker.board = self._board

    def _go_on(self, until: int) -> bool:
        """Solve and repair until `until` cells are undecided; return False if no mine can move."""
        board, options = self._board, self._options
        while board.safe_left and board.undecided > until:
            further = self._maker.deduce(count_mines=False) if options.deep else []
            self._freeze(further)
            if not further and not self._step():
                return False
            board.follow(pairs=options.pairs)
        return True

    def _freeze(self, opened: list[int]) -> None:
        """Keep the clues that a deduction of more than two clues may rest on."""
        for i in opened:
            at = self._board.inside[i]
            self._frozen.update(at + down * self._board.width + right for down, right in PAIRS)

    def _connect(self) -> bool:
        """Make all safe cells hang together, at a constant number of mines."""
        board = self._board
        wanted = board.mines
        reached = {board.inside[self._start]}
        todo = list(reached)
        while True:
            while todo:
                at = todo.pop()
                near = set(board.beside(at, board.on_board[at] & ~board.mined[at])) - reached
                reached |= near
                todo.extend(near)
            if len(reached) == board.size - board.mines:
                break
            wall = self._find_wall(reached)
            if wall is None:
                return False
            self._flip(wall)
            reached.add(wall)
            todo = [wall]
        row, col = divmod(self._start, board.cols)
        for _ in range(_DRAWS):
            if board.mines == wanted:
                return True
            i = self._stream.below(board.size)
            near_start = max(abs(i // board.cols - row), abs(i % board.cols - col)) <= 1
            at = board.inside[i]
            if not near_start and not board.mine[at] and self._may_flip(at):
                self._flip(at)
        return board.mines == wanted

    def _find_wall(self, reached: set[int]) -> int | None:
        """Return a mine between the safe cells that are reached and the first that are not."""
        board = self._board
        for at in board.inside:
            if board.mine[at] or at in reached:
                continue
            walls = [
                wall
                for wall in board.beside(at, board.mined[at])
                if any(near in reached for near in board.beside(wall, board.on_board[wall]))
            ]
            if walls:
                return walls[self._stream.below(len(walls))]
        return None

    def _step(self) -> bool:
        """Move mines so that one more cell is decided, as few as possible.

        They come out of the inner cells where those are too dense.
        """
        board = self._board
        clues = [at for at in board.inside if board.is_clue(at)]
        if not clues:
            return False
        if board.inner:
            more = board.inner_mines * board.size > self._options.mines * board.inner
        else:
            more = self._stream.below(2) != 0
        cheap = range(1, _DEAREST)
        order = [(cost, more) for cost in cheap] + [(cost, not more) for cost in cheap]
        order += [(_DEAREST, more), (_DEAREST, not more)]
        return any(self._step_at(clues, cost, more=to_clues) for cost, to_clues in order)

    def _step_at(self, clues: list[int], cost: int, *, more: bool) -> bool:
        """Look for a clue, or two, that decide cells once `cost` cells are changed."""
        first = self._stream.below(len(clues))
        for at in (*clues[first:], *clues[:first]):
            for down, right in PAIRS:
                found = self._choices(at, down, right, more=more)
                if found is None:
                    continue
                fill, clear = found
                net = fill.bit_count() - clear.bit_count()
                if fill.bit_count() + clear.bit_count() != cost or (net and (net > 0) != more):
                    continue
                if self._change(at, at + down * self._board.width + right, fill, clear):
                    return True
        return False

    def _choices(self, at: int, down: int, right: int, *, more: bool) -> tuple[int, int] | None:
        """Return the neighbours of the clue to be filled and those of the second to be cleared."""
        board = self._board
        a, other = board.unknown[at], at + down * board.width + right
        if other == at:
            return (a & ~board.mined[at], 0) if more else (0, a & board.mined[at])
        if not self._options.pairs or not board.is_clue(other):
            return None
        own, theirs = board.own_cells(at, down, right)
        if own == a or not own | theirs:
            return None
        return own & ~board.mined[at], theirs & board.mined[other]

    def _change(self, at: int, other: int, fill: int, clear: int) -> bool:
        """Change cells and as many partners the other way; all or nothing."""
        board = self._board
        flips = [
            cell + board.around[d]
            for d in range(8)
            for cell, bits in ((at, fill), (other, clear))
            if bits >> d & 1
        ]
        kept = {*board.beside(at, board.unknown[at]), *board.beside(other, board.unknown[other])}
        done: list[int] = []
        for cell in flips:
            if not self._may_flip(cell):
                break
            self._flip(cell)
            done.append(cell)
        possible = len(done) == len(flips)
        net = fill.bit_count() - clear.bit_count()
        while possible and net:
            partner = self._partner(kept, mined=net > 0)
            if partner is None:
                possible = False
                break
            self._flip(partner)
            done.append(partner)
            kept.add(partner)
            net += -1 if net > 0 else 1
        if not possible:
            for cell in reversed(done):
                self._flip(cell)
        return possible

    def _partner(self, kept: set[int], *, mined: bool) -> int | None:
        """Return a cell that may change, far from the clues if there is one."""
        board = self._board
        first = self._stream.below(board.size)
        hidden = [
            at
            for at in (*board.inside[first:], *board.inside[:first])
            if board.seen[at] == CellState.HIDDEN and board.mine[at] == mined and at not in kept
        ]
        inner = (at for at in hidden if not board.opened[at] and self._may_flip(at))
        found = next(inner, None)
        return next(filter(self._may_flip, hidden), None) if found is None else found

    def _buries(self, at: int) -> int:
        board = self._board
        return sum(
            (board.on_board[near] & ~board.mined[near]).bit_count() == 1
            for near in board.beside(at, board.mined[at])
        )

    def _frees(self, at: int) -> int:
        board = self._board
        return sum(
            board.on_board[near] == board.mined[near] for near in board.beside(at, board.mined[at])
        )

    def _may_flip(self, at: int) -> bool:
        """Return True if the safe cells would still hang together, with few enough buried mines."""
        board = self._board
        safe = board.on_board[at] & ~board.mined[at]
        if not safe:
            return False
        if not self._frozen.isdisjoint(board.beside(at, board.opened[at])):
            return False
        if board.mine[at]:
            return True
        if not JOINED[safe]:
            return False
        buried = self._buries(at)
        return not buried or self._buried + buried <= self._options.most_buried

    def _flip(self, at: int) -> None:
        board = self._board
        itself = 0 != board.on_board[at] == board.mined[at]
        if board.mine[at]:
            self._buried -= self._frees(at) + itself
        else:
            self._buried += self._buries(at) + itself
        board.flip(at)
