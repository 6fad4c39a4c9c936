"""Where rules write their clauses: variables, reasons, helper definitions, counters, lazy cuts.

Variable `cell + 1` is true where the cell is a mine. Clauses belong to the reason that is being
written; definitions of helper variables, which exclude no layout, belong to none. Cells that are
known (opened, or marked as mines) are simplified away. A rule about connection may hand in a lazy
part instead of clauses: it looks at a layout and answers with clauses that the layout breaks. Needs
no SAT solver itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from itertools import pairwise
from typing import Protocol, TypeVar

from autosweep.rules.tables import prime_clauses

Clauses = list[list[int]]
Built = TypeVar("Built")
ALWAYS = -1
"""The reason of what holds whatever reasons are taken into account."""


class Lazy(Protocol):
    """Part of a rule that is told only where a layout breaks it."""

    def cuts(self, true: Callable[[int], bool]) -> Clauses:
        """Return clauses of the rule that an assignment breaks; none where it obeys the rule.

        `true` tells the value of a variable.
        """
        ...


class Writer:
    """Collects the clauses of a puzzle."""

    def __init__(self, cells: int, known: Mapping[int, bool] | None = None) -> None:
        self.variables = cells
        self.known = dict(known or {})
        """Cells whose content is known: True for a mine."""
        self.always: Clauses = []
        """Clauses that hold whatever reasons are taken into account."""
        self.clauses: dict[int, Clauses] = {}
        """Clauses of each reason."""
        self.lazy: list[tuple[int, Lazy]] = []
        """Lazy parts with their reasons."""
        self.mine_count: tuple[int, ...] = ()
        """How many hidden cells are mines, in unary, as far as it is counted: a definition only."""
        self._sink = self.always
        self._reason = ALWAYS
        self._guard: tuple[int, ...] = ()
        self._memo: dict[Hashable, object] = {}

    @contextmanager
    def reason(self, number: int) -> Iterator[None]:
        """Write for a reason."""
        before = self._sink, self._reason
        self._sink, self._reason = self.clauses.setdefault(number, []), number
        yield
        self._sink, self._reason = before

    @contextmanager
    def given(self, *literals: int) -> Iterator[None]:
        """Write what holds only where all the literals do."""
        before = self._guard
        self._guard = (*before, *(-literal for literal in literals))
        yield
        self._guard = before

    @contextmanager
    def _defining(self) -> Iterator[None]:
        before = self._sink, self._reason, self._guard
        self._sink, self._reason, self._guard = self.always, ALWAYS, ()
        yield
        self._sink, self._reason, self._guard = before

    def new(self) -> int:
        """Return a fresh variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """Demand that one of the literals holds."""
        clause = list(self._guard)
        for literal in literals:
            value = self.known.get(abs(literal) - 1)
            if value is None:
                clause.append(literal)
            elif value == (literal > 0):
                return
        if not clause:
            # the empty clause, in a form that every SAT solver accepts
            never = self.new()
            self._sink.append([never])
            clause = [-never]
        self._sink.append(clause)

    @property
    def guarded(self) -> bool:
        """Whether what is being written holds only under `given` literals."""
        return bool(self._guard)

    def add_lazy(self, lazy: Lazy) -> None:
        """Hand in a lazy part of the reason that is being written; not possible under `given`."""
        if self._guard:
            msg = "a lazy part cannot depend on literals"
            raise ValueError(msg)
        self.lazy.append((self._reason, lazy))

    def shared(self, key: Hashable, build: Callable[[], Built]) -> Built:
        """Return what was built for a key, building it once, as a definition."""
        if key not in self._memo:
            with self._defining():
                self._memo[key] = build()
        return self._memo[key]  # type: ignore[return-value]

    def all_of(self, literals: Iterable[int]) -> int:
        """Return a literal that says that all of the literals hold."""
        parts = tuple(literals)
        return (
            parts[0] if len(parts) == 1 else self.shared(("all", parts), lambda: self._all(parts))
        )

    def _all(self, parts: tuple[int, ...]) -> int:
        both = self.new()
        for literal in parts:
            self.add(-both, literal)
        self.add(both, *(-literal for literal in parts))
        return both

    def any_of(self, literals: Iterable[int]) -> int:
        """Return a literal that says that at least one of the literals holds."""
        return -self.all_of(-literal for literal in literals)

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Demand that exactly one of a few literals holds."""
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Demand that at most one of a few literals holds."""
        for i, one in enumerate(literals):
            for other in literals[i + 1 :]:
                self.add(-one, -other)

    def table(self, literals: Sequence[int], allowed: int) -> None:
        """Demand that the values of a few literals form a pattern that the table allows."""
        values = [self.known.get(abs(literal) - 1) for literal in literals]
        free = [i for i, value in enumerate(values) if value is None]
        if len(free) < len(literals):
            base = sum(
                1 << i
                for i, value in enumerate(values)
                if value is not None and value == (literals[i] > 0)
            )
            allowed = _restrict(allowed, base, free)
        for clause in prime_clauses(len(free), allowed):
            self.add(*(literals[free[abs(t) - 1]] * (1 if t > 0 else -1) for t in clause))

    def count(self, literals: Iterable[int], cap: int | None = None) -> tuple[int, ...]:
        """Return the number of true literals in unary: literal k - 1 says that it is at least k.

        With `cap` numbers above it are not told apart from it.
        """
        parts = tuple(literals)
        most = len(parts) if cap is None else min(cap, len(parts))
        if len(parts) <= 1 or most == 0:
            return parts[:most]
        half = len(parts) // 2
        left, right = self.count(parts[:half], cap), self.count(parts[half:], cap)
        return self.plus(left, right, cap)

    def plus(
        self, left: tuple[int, ...], right: tuple[int, ...], cap: int | None = None
    ) -> tuple[int, ...]:
        """Add two unary numbers."""
        if not left or not right:
            return left or right
        return self.shared(("plus", left, right, cap), lambda: self._plus(left, right, cap))

    def _plus(
        self, left: tuple[int, ...], right: tuple[int, ...], cap: int | None
    ) -> tuple[int, ...]:
        most = len(left) + len(right)
        top = most if cap is None else min(cap, most)
        total = tuple(self.new() for _ in range(top))
        for i in range(len(left) + 1):
            for j in range(len(right) + 1):
                if i + j:
                    given = [-left[i - 1]] * (i > 0) + [-right[j - 1]] * (j > 0)
                    self.add(*given, total[min(i + j, top) - 1])
                if i + j < top:
                    above = [*left[i : i + 1], *right[j : j + 1]]
                    self.add(*above, -total[i + j])
        for lower, higher in pairwise(total):
            self.add(lower, -higher)
        return total

    def number_in(self, unary: Sequence[int], allowed: AbstractSet[int]) -> None:
        """Demand that a unary number is one of the allowed ones."""
        for value in range(len(unary) + 1):
            if value not in allowed:
                below = [-unary[value - 1]] if value else []
                self.add(*below, *unary[value : value + 1])

    def equal(self, left: Sequence[int], right: Sequence[int]) -> None:
        """Demand that two unary numbers are equal."""
        for k in range(max(len(left), len(right))):
            if k >= len(left):
                self.add(-right[k])
            elif k >= len(right):
                self.add(-left[k])
            else:
                self.add(-left[k], right[k])
                self.add(left[k], -right[k])


def complement(unary: Sequence[int]) -> tuple[int, ...]:
    """Return its length minus a unary number."""
    return tuple(-literal for literal in reversed(unary))


def _restrict(allowed: int, base: int, free: Sequence[int]) -> int:
    """Return the part of a table where the other bits are those of `base`, over the free bits."""
    places = [base]
    for i in free:
        places += [place | 1 << i for place in places]
    return sum(1 << small for small, place in enumerate(places) if allowed >> place & 1)
