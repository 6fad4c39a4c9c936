"""A puzzle in a SAT solver, asked again and again: with all its reasons, or with some of them.

A reason is a clue, a layout rule or the mine total. Opened and flagged cells are facts, not
reasons. Lazy parts of rules are brought in where a layout breaks them: the question is asked again
until the layout obeys, so that an answer is always as exact as if everything had been written down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from autosweep.closing import Closing
from autosweep.limit import Limit
from autosweep.rules.layout_catalogue import excluding, layout_rules
from autosweep.rules.puzzle import Puzzle
from autosweep.rules.writer import ALWAYS, Writer
from autosweep.solver.cnf import Cnf
from autosweep.solver.sat import Oracle

_MENDS = 30
"""Layouts that may break lazy parts of rules before an attempt is given up."""


class Kind(Enum):
    """What a reason is."""

    CLUE = "clue"
    RULE = "rule"
    TOTAL = "mines"


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that a puzzle says."""

    kind: Kind
    cell: int = -1
    """The cell of a clue."""
    rule: str = ""
    """The id of a layout rule."""


def reasons_of(puzzle: Puzzle) -> list[Reason]:
    """Return everything a puzzle says: clues in reading order, rules, the mine total."""
    reasons = [Reason(Kind.CLUE, cell) for cell in sorted(puzzle.clues)]
    reasons += [Reason(Kind.RULE, rule=name) for name in puzzle.rules.layout]
    if puzzle.mines is not None:
        reasons.append(Reason(Kind.TOTAL))
    return reasons


class SatSession(Closing):
    """A puzzle's clauses in a solver; a context manager.

    With `optional`, each question names the reasons that hold; otherwise all of them do. With
    `counting`, questions may speak about the mine total though the puzzle does not.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        optional: bool = False,
        counting: bool = False,
        limit: Limit | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.reasons = reasons_of(puzzle)
        writer = _write(puzzle, self.reasons)
        self.mine_count: tuple[int, ...] = ()
        """With `counting`: literal k - 1 says that k hidden cells or more are mines."""
        if counting:
            cells = puzzle.shape.interleaved(puzzle.hidden)
            self.mine_count = writer.count(i + 1 for i in cells)
        self._lazy = writer.lazy
        parts = tuple(
            (number, tuple(map(tuple, clauses))) for number, clauses in writer.clauses.items()
        )
        cnf = Cnf(tuple(range(writer.variables)), writer.variables, parts, (), (), None, None)
        seconds = None if limit is None else limit.seconds
        self._oracle = Oracle(cnf, optional=optional, seconds=seconds)
        for clause in writer.always:
            self._oracle.add(clause)
        self._switch = self._oracle.switch
        self._optional = optional
        self._model: list[int] = []

    def close(self) -> None:
        """Give the solver's memory back."""
        self._oracle.close()

    def ask(self, literals: Sequence[int], held: Iterable[int] | None = None) -> bool:
        """Return True if a layout exists in which literals hold.

        `held` are the numbers of the reasons that count, where they are optional. Literal
        `cell + 1` says that a cell is a mine. Raises TooLarge out of time.
        """
        holding, assumed = self._assume(literals, held)
        while self._oracle.ask(assumed):
            if not self._correction_set(holding):
                return True
        return False

    def attempt(
        self, literals: Sequence[int], conflicts: int, held: Iterable[int] | None = None
    ) -> bool | None:
        """Answer as `ask` does, or None where that takes more conflicts than allowed."""
        holding, assumed = self._assume(literals, held)
        for _ in range(_MENDS):
            if not (answer := self._oracle.attempt(assumed, conflicts)):
                return answer
            if not self._correction_set(holding):
                return True
        return None

    def _assume(
        self, literals: Sequence[int], held: Iterable[int] | None
    ) -> tuple[set[int], list[int]]:
        """Return the reasons that count, and what a question about literals assumes."""
        holding = set(range(len(self.reasons)) if held is None else held)
        switches = sorted(holding & self._switch.keys()) if self._optional else []
        return holding, [*literals, *(self._switch[k] for k in switches)]

    def _correction_set(self, holding: set[int]) -> bool:
        """Add what the last layout breaks; return True if it breaks anything."""
        self._model = model = self._oracle.model()
        broken = False
        for number, lazy in self._lazy:
            if number != ALWAYS and number not in holding:
                continue
            off = [-self._switch[number]] if self._optional and number != ALWAYS else []
            for clause in lazy.cuts(lambda v: (model[abs(v) - 1] > 0) == (v > 0)):
                self._oracle.add([*clause, *off])
                broken = True
        return broken

    def mines(self) -> frozenset[int]:
        """Return the mines of the last layout found."""
        size = self.puzzle.shape.size
        return frozenset(v - 1 for v in self._model[:size] if v > 0)

    def core(self) -> set[int]:
        """Return reasons that made the last question fail."""
        number_of = {switch: number for number, switch in self._switch.items()}
        return {number_of[literal] for literal in self._oracle.core() if literal in number_of}

    def prefer(self, literals: list[int]) -> None:
        """Suggest values for the next layout."""
        self._oracle.prefer(literals)

    def forbid(self, literals: Iterable[int]) -> None:
        """Exclude layouts in which all of some literals hold, for good."""
        self._oracle.add([-literal for literal in literals])

    def fix(self, literal: int) -> None:
        """State a literal, for good."""
        self._oracle.add([literal])


def _write(puzzle: Puzzle, reasons: Sequence[Reason]) -> Writer:
    shape = puzzle.shape
    writer = Writer(shape.size, puzzle.known)
    writer.always.extend([i + 1 if mine else -(i + 1)] for i, mine in puzzle.known.items())
    _count_mines(writer, puzzle)
    for rule in puzzle.clue_rules:
        rule.prepare(writer, shape)
    for number, reason in enumerate(reasons):
        with writer.reason(number):
            if reason.kind is Kind.CLUE:
                clue = puzzle.clues[reason.cell]
                puzzle.rule_of(reason.cell).write(writer, shape, reason.cell, clue.value)
            elif reason.kind is Kind.RULE:
                layout_rules()[reason.rule].write(writer, shape)
            else:
                _write_total(writer, puzzle)
    _write_arithmetic(writer, puzzle, reasons)
    return writer


def _write_arithmetic(writer: Writer, puzzle: Puzzle, reasons: Sequence[Reason]) -> None:
    """Say which rules exclude the mine total by arithmetic, where all of them count."""
    if puzzle.mines is None:
        return
    total = reasons.index(Reason(Kind.TOTAL))
    for names in excluding(puzzle.shape, puzzle.rules.layout, puzzle.mines):
        holding = []
        for part in (*(reasons.index(Reason(Kind.RULE, rule=name)) for name in names), total):
            holding.append(writer.new())
            with writer.reason(part):
                writer.add(holding[-1])
        writer.add(*(-literal for literal in holding))


def _count_mines(writer: Writer, puzzle: Puzzle) -> None:
    """Count the mines up to one more than the total, where mines are fewer than safe cells."""
    left = (puzzle.mines or 0) - len(puzzle.flags)
    if puzzle.mines is not None and 0 <= left <= len(puzzle.hidden) - left:
        cells = puzzle.shape.interleaved(puzzle.hidden)
        writer.mine_count = writer.count((i + 1 for i in cells), left + 1)


def _write_total(writer: Writer, puzzle: Puzzle) -> None:
    """Demand the mine total, counting mines or safe cells, whichever are fewer."""
    left = (puzzle.mines or 0) - len(puzzle.flags)
    safe = len(puzzle.hidden) - left
    if min(left, safe) < 0:
        writer.add()
    elif left <= safe:
        writer.number_in(writer.mine_count, {left})
    else:
        cells = puzzle.shape.interleaved(puzzle.hidden)
        writer.number_in(writer.count((-(i + 1) for i in cells), safe + 1), {safe})
