"""A proof as numbered steps: each says what it shows, what it rests on, and the sentence for it."""

from __future__ import annotations

from dataclasses import dataclass

from autosweep.board.board import Board
from autosweep.geometry import Cell
from autosweep.solver.techniques import Inference, ProofLine
from autosweep.solver.wording import Narrator


@dataclass(frozen=True, slots=True)
class Step:
    """One step: between `low` and `high` of the cells are mines, by the premises named."""

    text: str
    """The step in plain words."""
    rule: str
    """The value of its `techniques.Rule`."""
    cells: tuple[Cell, ...]
    low: int
    high: int
    clues: tuple[Cell, ...]
    """Numbers on the board that it rests on."""
    mine_count: bool
    """Whether it rests on the mine total."""
    uses: tuple[int, ...]
    """Positions of the earlier steps that it rests on."""
    depth: int
    """How many suppositions are open."""


def steps_of(proof: ProofLine, board: Board, narrator: Narrator) -> tuple[Step, ...]:
    """Return a proof in reading order."""
    writer = _StepWriter(board, narrator)
    writer.write(proof, 0, frozenset())
    return tuple(writer.steps)


def technique_of(proof: ProofLine, narrator: Narrator) -> str:
    """Name the technique of a proof, as players call it."""
    lines = proof.foundation()
    rules = [line.rule for line in lines]
    if Inference.TOTAL in rules:
        return "mine count"
    if Inference.REFUTE in rules or Inference.EVERY_WAY in rules:
        return "case split"
    if rules.count(Inference.CLUE) == 1:
        return "single clue"
    if rules.count(Inference.CLUE) == 2 and rules.count(Inference.COMPARE) == 1:
        return narrator.pattern(proof) or "two clues compared"
    return "chain"


class _StepWriter:
    """Puts lines into order; what rests on a supposition stays inside of it."""

    def __init__(self, board: Board, narrator: Narrator) -> None:
        self.steps: list[Step] = []
        self._board = board
        self._narrator = narrator
        self._number: dict[int, int] = {}
        self._free: dict[int, frozenset[int]] = {}

    def write(self, line: ProofLine, depth: int, supposed: frozenset[int]) -> None:
        """Write a line after everything it rests on."""
        if id(line) in self._number or line.rule in (Inference.CLUE, Inference.TOTAL):
            return
        if line.rule is Inference.REFUTE:
            supposition, failure = line.parents
            inside = supposed | {id(supposition)}
            for other in failure.foundation():
                # what holds without the supposition is said before it is made
                if self._supposed(other) <= supposed:
                    self.write(other, depth, supposed)
            self._add(supposition, depth + 1)
            self.write(failure, depth + 1, inside)
        else:
            for parent in line.parents:
                self.write(parent, depth, supposed)
        if line.rule is not Inference.REST:
            self._add(line, depth)

    def _supposed(self, line: ProofLine) -> frozenset[int]:
        """Return the suppositions that a line still rests on."""
        if id(line) not in self._free:
            free = frozenset().union(*(self._supposed(parent) for parent in line.parents))
            if line.rule is Inference.SUPPOSE:
                free = frozenset({id(line)})
            elif line.rule is Inference.REFUTE:
                free -= {id(line.parents[0])}
            self._free[id(line)] = free
        return self._free[id(line)]

    def _add(self, line: ProofLine, depth: int) -> None:
        premises = [p for parent in line.parents for p in _premises(parent)]
        self._number[id(line)] = len(self.steps)
        clues = {p.origin for p in premises if p.rule is Inference.CLUE and p.origin is not None}
        uses = {
            self._number[id(p)] for p in premises if p.rule not in (Inference.CLUE, Inference.TOTAL)
        }
        step = Step(
            self._narrator.say(line),
            line.rule.value,
            tuple(self._board.cell(i) for i in sorted(line.cells)),
            line.low,
            line.high,
            tuple(self._board.cell(i) for i in sorted(clues)),
            any(p.rule is Inference.TOTAL for p in premises),
            tuple(sorted(uses)),
            depth,
        )
        self.steps.append(step)


def _premises(line: ProofLine) -> list[ProofLine]:
    if line.rule is not Inference.REST:
        return [line]
    return [premise for parent in line.parents for premise in _premises(parent)]
