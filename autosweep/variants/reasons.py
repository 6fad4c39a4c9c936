"""The fewest reasons that force a cell, or that cannot hold together, proven to be the fewest.

By implicit hitting sets: every set of reasons whose absence lets the claim fail must be met; a
smallest set that meets all known ones either forces the claim or shows a further one. Layouts found
on the way are kept with the reasons they obey: each serves every claim that it contradicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.rules.layout_catalogue import layout_rules
from autosweep.rules.puzzle import Puzzle
from autosweep.variants.session import Kind, Reason, Session


@dataclass(frozen=True, slots=True)
class Fewest:
    """Reasons, and whether fewer are proven not to do."""

    reasons: tuple[Reason, ...]
    minimum: bool


class ReasonFinder:
    """Looks for smallest sets of reasons in one puzzle; a context manager."""

    def __init__(self, puzzle: Puzzle, limit: Limit | None = None) -> None:
        self._puzzle = puzzle
        self._session = Session(puzzle, optional=True, limit=limit)
        self._reasons = self._session.reasons
        self._all = frozenset(range(len(self._reasons)))
        self._seen: list[tuple[frozenset[int], int]] = []
        """Layouts with the reasons, as bits, that they break."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._session.__exit__(kind, error, trace)

    def conflict(self) -> Fewest:
        """Return the fewest reasons that no layout obeys together; there must be some."""
        smallest, exact = self._smallest([], self._core([]))
        return self._told(smallest, exact=exact)

    def easiest(self, claims: Iterable[int]) -> tuple[int, Fewest]:
        """Return the forced literal that needs the fewest reasons, with them.

        All of the literals must be forced, and there must be one.
        """
        left = list(claims)
        try:
            for literal in self._forced_by([], left):
                return literal, self._told((), exact=True)
            for number in self._all:
                for literal in self._forced_by([number], left):
                    return literal, self._told({number}, exact=True)
            # all claims by two reasons, then all by three: none is looked at more than needed
            for size in range(2, len(self._all) + 1):
                for literal in left:
                    held = self._within([-literal], self._sets([-literal]), size)
                    if held is not None:
                        return literal, self._told(held, exact=True)
        except TooLarge:
            return left[0], self._told(self._all, exact=False)
        msg = "a claim is not forced"
        raise ValueError(msg)

    def fewest(self, literal: int) -> Fewest:
        """Return the fewest reasons that force a literal, which must be forced."""
        smallest, exact = self._smallest([-literal], self._core([-literal]))
        return self._told(smallest, exact=exact)

    def following(self, reasons: Iterable[Reason], claims: Iterable[int]) -> list[int]:
        """Return those of some literals that given reasons force."""
        numbers = [self._reasons.index(reason) for reason in reasons]
        return self._forced_by(numbers, list(claims))

    def _told(self, numbers: Iterable[int], *, exact: bool) -> Fewest:
        return Fewest(tuple(self._reasons[k] for k in sorted(numbers)), exact)

    def _forced_by(self, held: Sequence[int], claims: list[int]) -> list[int]:
        """Return those of some literals that reasons force, asking as little as possible."""
        forced: list[int] = []
        left = list(claims)
        while left:
            # a layout that differs in many claims at once saves as many questions
            self._session.prefer([-literal for literal in left])
            if self._session.ask([-left[0]], held):
                mines = self._session.mines()
                left = [lit for lit in left if (abs(lit) - 1 in mines) == (lit > 0)]
            else:
                forced.append(left.pop(0))
        return forced

    def _core(self, against: list[int]) -> frozenset[int]:
        """Return reasons that exclude literals and of which none can be dropped."""
        if self._session.ask(against):
            msg = "the claim does not follow"
            raise ValueError(msg)
        return self._shrink(against, frozenset(self._session.core()))

    def _shrink(self, against: list[int], core: frozenset[int]) -> frozenset[int]:
        """Drop reasons until none can be; out of time the rest stays as it is."""
        try:
            for number in sorted(core):
                if number in core and not self._session.ask(against, core - {number}):
                    core = frozenset(self._session.core())
        except TooLarge:
            pass
        return core

    def _smallest(self, against: list[int], known: frozenset[int]) -> tuple[frozenset[int], bool]:
        """Return a smallest set that excludes literals, and whether that is proven.

        `known` is a set that does.
        """
        sets = self._sets(against)
        try:
            for size in range(len(known)):
                held = self._within(against, sets, size)
                if held is not None:
                    return held, True
        except TooLarge:
            return known, False
        return known, True

    def _sets(self, against: list[int]) -> list[int]:
        """Return what layouts seen so far say must be met by any set that excludes literals."""
        return [
            broken
            for mines, broken in self._seen
            if all((abs(lit) - 1 in mines) == (lit > 0) for lit in against)
        ]

    def _within(self, against: list[int], sets: list[int], size: int) -> frozenset[int] | None:
        """Return a set of at most so many reasons that excludes literals; None if none does.

        `sets` are those to be met; more are added.
        """
        while (chosen := _hit(sets, size)) is not None:
            held = frozenset(k for k in self._all if chosen >> k & 1)
            if not self._session.ask(against, held):
                return held
            sets.append(self._way_out(against, held))
        return None

    def _way_out(self, against: list[int], held: frozenset[int]) -> int:
        """Obey as many reasons as possible in a layout with the literals; return the others."""
        holding = set(held)
        left = [k for k in self._all if k not in holding]
        broken = 0
        mines = self._session.mines()
        while left:
            holding.update(k for k in left if self._obeys(mines, k))
            left = [k for k in left if k not in holding]
            if not left:
                break
            number = left.pop(0)
            if self._session.ask(against, holding | {number}):
                holding.add(number)
                mines = self._session.mines()
            else:
                broken |= 1 << number
        self._seen.append((mines, broken))
        return broken

    def _obeys(self, mines: frozenset[int], number: int) -> bool:
        """Tell whether a layout obeys a reason, where that is clear without the others."""
        reason, puzzle = self._reasons[number], self._puzzle
        if reason.kind is Kind.TOTAL:
            return len(mines) == puzzle.mines
        if reason.kind is Kind.RULE:
            return layout_rules()[reason.rule].holds(puzzle.field, mines)
        rule = puzzle.rule_of(reason.cell)
        said = {reason.cell: puzzle.clues[reason.cell].value}
        return rule.independent and rule.fits(puzzle.field, mines, said)


def _hit(sets: list[int], size: int) -> int | None:
    """Return a set of `size` bits or fewer that meets all sets; None where there is none."""
    if not sets:
        return 0
    if size == 0:
        return None
    smallest = min(sets, key=int.bit_count)
    rest = smallest
    while rest:
        bit = rest & -rest
        rest ^= bit
        others = _hit([other for other in sets if not other & bit], size - 1)
        if others is not None:
            return others | bit
    return None
