"""From a set of clues that force a cell to the lines of a proof, by the simplest technique.

Lines say "between low and high of these cells are mines" and rest on clues and earlier lines. First
each clue is looked at alone, then two are compared, then what follows from that is compared again
(a chain); where that does not decide the cell, the opposite is supposed until a clue contradicts
it. Reasons that need the mine total count the mines that the clues demand. Says nothing in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from autosweep.solver.attainable import attainable_mines
from autosweep.solver.constraints import Constraint
from autosweep.solver.reasons import Reasons

MAX_LINES = 24
"""A case split longer than this is summed up in one line."""
_MAX_NODES = 260
_MAX_PROBES = 3


class Inference(Enum):
    """How a line follows from the lines it rests on."""

    CLUE = "clue"
    """What a clue says; rests on the board."""
    TOTAL = "total"
    """What the mine total says; rests on the board."""
    REST = "rest"
    """A line less the cells that are known; rests on the line and on what is known."""
    SINGLE = "single"
    """One clue, less what is known already, leaves no choice."""
    COMPARE = "compare"
    """Two lines share cells, so each bounds the other."""
    SUPPOSE = "suppose"
    """Assumed, to see it fail."""
    CONTRADICTION = "contradiction"
    """A line that cannot hold together with what is known."""
    REFUTE = "refute"
    """What was supposed led to a contradiction, so the opposite holds."""
    COUNT = "count"
    """The clues take so many mines that the total decides the rest."""
    EVERY_WAY = "every way"
    """All ways to meet the clues agree."""


@dataclass(frozen=True, slots=True, eq=False)
class ProofLine:
    """One line of a proof: between `low` and `high` of the cells are mines."""

    rule: Inference
    cells: frozenset[int]
    low: int
    high: int
    parents: tuple[ProofLine, ...] = ()
    """The lines it rests on."""
    origin: int | None = None
    """The cell of the number, for a clue."""

    @property
    def decided(self) -> bool | None:
        """True where all cells are mines, False where all are safe, else None."""
        if self.high <= 0:
            return False
        return True if self.low >= len(self.cells) else None

    @property
    def impossible(self) -> bool:
        """Whether nothing can meet the line."""
        return self.low > min(self.high, len(self.cells)) or self.high < 0

    def foundation(self) -> list[ProofLine]:
        """Return this line and all it rests on, each after its parents."""
        order: dict[int, ProofLine] = {}
        todo = [(self, False)]
        while todo:
            line, ready = todo.pop()
            if ready:
                order.setdefault(id(line), line)
            elif id(line) not in order:
                todo.append((line, True))
                todo.extend((parent, False) for parent in reversed(line.parents))
        return list(order.values())


def find_proof(
    reasons: Reasons, cell: int, *, mine: bool, unknown: Sequence[int], mines_left: int | None
) -> ProofLine:
    """Return the last line of a proof that uses exactly the given reasons."""
    clues = [
        ProofLine(Inference.CLUE, c.cells, c.low, c.high, origin=c.origin) for c in reasons.clues
    ]
    if reasons.mine_count and mines_left is not None:
        total = ProofLine(Inference.TOTAL, frozenset(unknown), mines_left, mines_left)
        return _by_count(reasons.clues, clues, total, cell, mine=mine)
    found = _Chain(clues).decide(cell)
    if found is None:
        found = _by_contradiction(clues, cell, mine=mine)
    if found is None:
        found = ProofLine(
            Inference.EVERY_WAY, frozenset({cell}), int(mine), int(mine), tuple(clues)
        )
    return found


class _Chain:
    """Lines that follow from others, looked for from the simplest to the less simple."""

    def __init__(
        self, lines: Iterable[ProofLine], facts: dict[int, ProofLine] | None = None
    ) -> None:
        self.lines = list(lines)
        self.facts = {} if facts is None else dict(facts)
        self.contradiction: ProofLine | None = None

    def copy(self) -> _Chain:
        """Return a chain that can grow on its own."""
        return _Chain(self.lines, self.facts)

    def suppose(self, cell: int, *, mine: bool) -> ProofLine:
        """Take something as known for the sake of the argument."""
        supposed = ProofLine(Inference.SUPPOSE, frozenset({cell}), int(mine), int(mine))
        self.facts[cell] = supposed
        return supposed

    def decide(self, cell: int) -> ProofLine | None:
        """Return a line that decides a cell, or None where this does not get there."""
        seen = {line.cells: (line.low, line.high) for line in self.lines}
        while True:
            self.propagate()
            if cell in self.facts:
                return self.facts[cell]
            if len(seen) > _MAX_NODES:
                return None
            if not self._compare_once(cell):
                fresh = self._derive(seen)
                if not fresh:
                    return None
                self.lines += fresh

    def propagate(self) -> bool:
        """Use each line alone until nothing new is known; return True if one contradicts."""
        changed = True
        while changed and self.contradiction is None:
            changed = False
            for line in self.lines:
                rest = self.reduced(line)
                # mines that fill a line need its safe cells only, safe cells its mines only
                if rest.impossible:
                    too_few = rest.low > len(rest.cells)
                    rest = self.reduced(line, only=not too_few)
                    self.contradiction = ProofLine(
                        Inference.CONTRADICTION, rest.cells, rest.low, rest.high, (rest,)
                    )
                    break
                value = rest.decided
                if rest.cells and value is not None:
                    rest = self.reduced(line, only=not value)
                    count = len(rest.cells) if value else 0
                    self._learn(ProofLine(Inference.SINGLE, rest.cells, count, count, (rest,)))
                    changed = True
        return self.contradiction is not None

    def _learn(self, line: ProofLine) -> None:
        for cell in line.cells:
            self.facts.setdefault(cell, line)

    def reduced(self, line: ProofLine, *, only: bool | None = None) -> ProofLine:
        """Return a line less the cells that are known, or only those known as mines or as safe."""
        known = [
            cell
            for cell in sorted(line.cells)
            if cell in self.facts and only in (None, self.facts[cell].decided)
        ]
        if not known:
            return line
        mines = sum(self.facts[cell].decided is True for cell in known)
        facts = {id(self.facts[cell]): self.facts[cell] for cell in known}
        rest = line.cells.difference(known)
        low, high = line.low - mines, min(line.high - mines, len(rest))
        return ProofLine(Inference.REST, rest, low, high, (line, *facts.values()))

    def _pairs(self) -> Iterator[tuple[ProofLine, ProofLine]]:
        """Yield lines that share cells, less what is known."""
        views = [rest for line in self.lines if (rest := self.reduced(line)).cells]
        return ((a, b) for a, b in combinations(views, 2) if a.cells & b.cells)

    def _compare_once(self, cell: int) -> bool:
        """Compare two lines at a time; learn cells that this decides, the wanted one if it can."""
        found = [
            line
            for a, b in self._pairs()
            for line in compare(a, b)
            if line.decided is not None and not line.impossible
        ]
        wanted = next((line for line in found if cell in line.cells), None)
        for line in found if wanted is None else [wanted]:
            self._learn(line)
        return bool(found)

    def _derive(self, seen: dict[frozenset[int], tuple[int, int]]) -> list[ProofLine]:
        """Return lines that two others imply and that say more than was known."""
        fresh = []
        for a, b in self._pairs():
            for line in compare(a, b):
                low, high = seen.get(line.cells, (0, len(line.cells)))
                if line.low > low or line.high < high:
                    seen[line.cells] = max(low, line.low), min(high, line.high)
                    fresh.append(line)
        return fresh


def compare(a: ProofLine, b: ProofLine) -> Iterator[ProofLine]:
    """Yield what two lines that share cells say about each part: shared, only one, only other."""
    shared = a.cells & b.cells
    only_a, only_b = a.cells - b.cells, b.cells - a.cells
    low = max(0, a.low - len(only_a), b.low - len(only_b))
    high = min(len(shared), a.high, b.high)
    for cells, line in ((only_a, a), (only_b, b)):
        if cells:
            least, most = max(0, line.low - high), min(len(cells), line.high - low)
            yield ProofLine(Inference.COMPARE, cells, least, most, (a, b))
    if only_a and only_b:
        yield ProofLine(Inference.COMPARE, shared, low, high, (a, b))


def _by_contradiction(clues: list[ProofLine], cell: int, *, mine: bool) -> ProofLine | None:
    """Suppose the opposite and look for a contradiction; None where it would get too long."""
    chain = _Chain(clues)
    supposed = chain.suppose(cell, mine=not mine)
    failure = _fail(chain, _MAX_PROBES)
    if failure is None:
        return None
    proof = _refute(supposed, failure)
    length = sum(line.rule not in (Inference.CLUE, Inference.REST) for line in proof.foundation())
    return proof if length <= MAX_LINES else None


def _refute(supposed: ProofLine, failure: ProofLine) -> ProofLine:
    value = 1 - supposed.low
    return ProofLine(Inference.REFUTE, supposed.cells, value, value, (supposed, failure))


def _fail(chain: _Chain, depth: int) -> ProofLine | None:
    """Lead a chain that cannot hold to its contradiction, by further suppositions if need be."""
    while not chain.propagate():
        if depth == 0 or not _probe(chain, depth - 1):
            return None
    return chain.contradiction


def _probe(chain: _Chain, depth: int) -> bool:
    """Find a supposition about another cell that fails, and learn the opposite."""
    undecided = {cell: None for line in chain.lines for cell in sorted(chain.reduced(line).cells)}
    for deep in range(depth + 1):
        for cell in undecided:
            for mine in (True, False):
                trial = chain.copy()
                supposed = trial.suppose(cell, mine=mine)
                failure = _fail(trial, deep)
                if failure is not None:
                    chain.facts[cell] = _refute(supposed, failure)
                    return True
    return False


def _by_count(
    given: Sequence[Constraint], clues: list[ProofLine], total: ProofLine, cell: int, *, mine: bool
) -> ProofLine:
    """Prove a claim that needs the mine total: the clues take too many mines, or too few."""
    touched = frozenset().union(*(clue.cells for clue in clues))
    outside = total.cells - touched
    if cell not in touched:
        count = len(outside) if mine else 0
        return ProofLine(Inference.COUNT, outside, count, count, (*clues, total))
    supposed = ProofLine(Inference.SUPPOSE, frozenset({cell}), int(not mine), int(not mine))
    extra = Constraint(frozenset({cell}), supposed.low, supposed.high, cell)
    counts = attainable_mines([*given, extra])
    low, high = min(counts, default=0), max(counts, default=len(touched))
    if low > total.high:
        taken = ProofLine(Inference.COUNT, touched, low, len(touched), (supposed, *clues))
    elif high < total.low - len(outside):
        taken = ProofLine(Inference.COUNT, touched, 0, high, (supposed, *clues))
    else:
        return _refute(
            supposed, ProofLine(Inference.EVERY_WAY, touched, 1, 0, (supposed, *clues, total))
        )
    failure = ProofLine(Inference.CONTRADICTION, total.cells, total.low, total.high, (total, taken))
    return _refute(supposed, failure)
