"""From a board to small independent counting problems: gather, deduce, reduce, group and split.

Cells are opaque integer tags, so any topology or rule variant can feed the same machinery. The
steps are exact: every one keeps the set of mine layouts as it is. A contradiction met on the way
raises Contradiction with the clues that disagree. Imports the board room and nothing heavier.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from autosweep.board.board import (
    FLAG,
    MAX_NUMBER,
    OPENABLE,
    SHOWN_MINES,
    UNREAD,
    Board,
)
from autosweep.board.topology import neighbors
from autosweep.errors import InconsistentBoard

MINE_TOTAL = -1
"""The origin that stands for the mine total instead of a clue."""


class Contradiction(InconsistentBoard):
    """No mine layout fits; `origins` are clues (or MINE_TOTAL) at odds, where they are known."""

    def __init__(self, origins: Iterable[int] = ()) -> None:
        super().__init__("No mine layout fits the board.")
        self.origins = frozenset(origins)


@dataclass(frozen=True, slots=True)
class Constraint:
    """Between `low` and `high` of the cells are mines."""

    cells: frozenset[int]
    low: int
    high: int
    origin: int
    """Tag of the clue that says so."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Everything a mine layout has to satisfy."""

    constraints: tuple[Constraint, ...]
    unknown: tuple[int, ...]
    """Cells that may or may not be mines, rising."""
    mines_left: int | None
    """Mines among the unknown cells; None where the total is not known, negative where wrong."""


def gather(board: Board, *, trust_flags: bool = False) -> Problem:
    """Turn the clues of a board into constraints.

    Hidden, flagged, question-marked and unread cells are unknown; with `trust_flags` flags are
    mines. A wrong flag is a free cell without a clue. An unread cell may be anything, so it is
    left free to be a mine and counts towards numbers and total like a hidden one.
    """
    known = SHOWN_MINES | {FLAG} if trust_flags else SHOWN_MINES
    undecided = (OPENABLE | {UNREAD}) - known
    cells = board.cells
    around = neighbors(board.rows, board.cols)
    unknown = tuple(i for i, code in enumerate(cells) if code in undecided)
    constraints = []
    for i, code in enumerate(cells):
        if code > MAX_NUMBER:
            continue
        hidden = [j for j in around[i] if cells[j] in undecided]
        need = code - sum(cells[j] in known for j in around[i])
        if hidden or need:
            constraints.append(Constraint(frozenset(hidden), need, need, i))
    left = None if board.mines is None else board.mines - sum(code in known for code in cells)
    return Problem(tuple(constraints), unknown, left)


@dataclass(slots=True)
class _OpenRule:
    """A constraint while it is being reduced."""

    cells: set[int]
    low: int
    high: int
    origins: frozenset[int]


@dataclass(slots=True)
class Deductions:
    """Cells decided by looking at one clue at a time, and what is left of the clues."""

    safe: set[int] = field(default_factory=set)
    mines: set[int] = field(default_factory=set)
    rules: list[_OpenRule] = field(default_factory=list)
    touching: dict[int, list[_OpenRule]] = field(default_factory=dict)

    def settle(self, todo: list[_OpenRule]) -> list[_OpenRule]:
        """Apply rules that leave no choice until none does; return those that lost cells.

        Raises Contradiction where a rule cannot be met.
        """
        changed = []
        while todo:
            rule = todo.pop()
            rule.low = max(rule.low, 0)
            rule.high = min(rule.high, len(rule.cells))
            if rule.low > rule.high:
                raise Contradiction(rule.origins)
            if not rule.cells:
                continue
            if rule.high == 0:
                fresh = self._decide(rule, self.safe, 0)
            elif rule.low == len(rule.cells):
                fresh = self._decide(rule, self.mines, 1)
            else:
                continue
            todo.extend(fresh)
            changed.extend(fresh)
        return changed

    def _decide(self, rule: _OpenRule, kind: set[int], mines: int) -> list[_OpenRule]:
        """Take the cells of a rule out of all rules as safe or as mines; return those changed."""
        cells = list(rule.cells)
        kind.update(cells)
        changed = []
        for cell in cells:
            for other in self.touching.pop(cell):
                other.cells.discard(cell)
                other.low -= mines
                other.high -= mines
                if other is not rule:
                    other.origins |= rule.origins
                    changed.append(other)
        return changed


def deduce(problem: Problem) -> Deductions:
    """Decide what single clues decide, one after the other; raises Contradiction.

    The mine total is not used.
    """
    found = Deductions()
    for given in problem.constraints:
        rule = _OpenRule(set(given.cells), given.low, given.high, frozenset({given.origin}))
        found.rules.append(rule)
        for cell in given.cells:
            found.touching.setdefault(cell, []).append(rule)
    found.settle(list(found.rules))
    found.rules = [rule for rule in found.rules if rule.cells]
    return found


def _subtract_subsets(found: Deductions) -> None:
    """Where an exact rule lies inside another, take it out of that one, until none does.

    Rules over equal cells merge into the tighter one on the way. What becomes decided is decided.
    """
    todo = list(found.rules)
    while todo:
        inner = todo.pop()
        if not inner.cells:
            continue
        rarest = min(inner.cells, key=lambda cell: len(found.touching[cell]))
        for outer in tuple(found.touching[rarest]):
            if outer is inner or not inner.cells <= outer.cells:
                continue
            if len(outer.cells) == len(inner.cells):
                inner.low, inner.high = max(inner.low, outer.low), min(inner.high, outer.high)
                taken = set(outer.cells)
                outer.low = outer.high = 0
            elif inner.low == inner.high:
                taken = set(inner.cells)
                outer.low -= inner.low
                outer.high -= inner.low
            else:
                continue
            origins = inner.origins | outer.origins
            for cell in taken:
                found.touching[cell].remove(outer)
            outer.cells -= taken
            outer.origins = origins
            if not outer.cells:
                inner.origins = origins
                todo.append(inner)
            todo.append(outer)
            if changed := found.settle([outer, inner]):
                todo += [inner, *changed]
                break
    found.rules = [rule for rule in found.rules if rule.cells]


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that the same rules touch: any of them is as good as another."""

    cells: tuple[int, ...]
    rules: tuple[int, ...]
    """Positions in the component's rules."""


@dataclass(frozen=True, slots=True)
class GroupRule:
    """Between `low` and `high` mines in some groups of a component."""

    groups: tuple[int, ...]
    low: int
    high: int
    origins: frozenset[int]
    """The clues it was derived from."""


@dataclass(frozen=True, slots=True)
class Component:
    """Groups that hang together by their rules and have no rule in common with others."""

    groups: tuple[Group, ...]
    rules: tuple[GroupRule, ...]

    @property
    def size(self) -> int:
        """Number of cells."""
        return sum(len(group.cells) for group in self.groups)

    @property
    def origins(self) -> frozenset[int]:
        """All clues of the component."""
        return frozenset().union(*(rule.origins for rule in self.rules))


@dataclass(frozen=True, slots=True)
class System:
    """A problem taken apart."""

    safe: frozenset[int]
    """Decided by the clues before any counting."""
    mines: frozenset[int]
    components: tuple[Component, ...]
    unconstrained: tuple[int, ...]
    """Unknown cells that no rule touches."""
    mines_left: int | None
    """Mines in components and unconstrained cells together."""


def reduce(problem: Problem) -> System:
    """Take a problem apart without changing its layouts; raises Contradiction."""
    found = deduce(problem)
    _subtract_subsets(found)
    decided = found.safe | found.mines
    left = None if problem.mines_left is None else problem.mines_left - len(found.mines)
    undecided = len(problem.unknown) - len(decided)
    if left is not None and not 0 <= left <= undecided:
        raise Contradiction([MINE_TOTAL, *(given.origin for given in problem.constraints)])
    constrained = frozenset().union(*(rule.cells for rule in found.rules)) | decided
    unconstrained = tuple(cell for cell in problem.unknown if cell not in constrained)
    components = tuple(_split(found.rules))
    return System(frozenset(found.safe), frozenset(found.mines), components, unconstrained, left)


def _split(rules: Sequence[_OpenRule]) -> Iterable[Component]:
    """Group cells by the rules that touch them and split what does not hang together."""
    rules_of: dict[int, list[int]] = {}
    for number, rule in enumerate(rules):
        for cell in rule.cells:
            rules_of.setdefault(cell, []).append(number)
    cells_of: dict[tuple[int, ...], list[int]] = {}
    for cell in sorted(rules_of):
        cells_of.setdefault(tuple(rules_of[cell]), []).append(cell)
    groups_of: dict[int, list[tuple[int, ...]]] = {}
    for touched in cells_of:
        for number in touched:
            groups_of.setdefault(number, []).append(touched)
    seen: set[int] = set()
    for start in range(len(rules)):
        if start in seen:
            continue
        seen.add(start)
        todo, members = [start], [start]
        while todo:
            for touched in groups_of[todo.pop()]:
                fresh = [number for number in touched if number not in seen]
                seen.update(fresh)
                todo.extend(fresh)
                members.extend(fresh)
        yield _component(rules, sorted(members), groups_of, cells_of)


def _component(
    rules: Sequence[_OpenRule],
    members: list[int],
    groups_of: dict[int, list[tuple[int, ...]]],
    cells_of: dict[tuple[int, ...], list[int]],
) -> Component:
    """Number the rules and groups of one component from 0."""
    place = {number: i for i, number in enumerate(members)}
    signatures = list(dict.fromkeys(s for number in members for s in groups_of[number]))
    index = {signature: g for g, signature in enumerate(signatures)}
    return Component(
        tuple(
            Group(tuple(cells_of[signature]), tuple(place[number] for number in signature))
            for signature in signatures
        ),
        tuple(
            GroupRule(
                tuple(index[signature] for signature in groups_of[number]),
                rules[number].low,
                rules[number].high,
                rules[number].origins,
            )
            for number in members
        ),
    )
