"""The fewest reasons that force a cell, or that cannot hold together, proven to be the fewest.

By implicit hitting sets: every set of reasons whose absence lets the claim fail must be met; a
smallest set that meets all known ones either forces the claim or shows a further one. Layouts found
on the way are kept with the reasons they obey: each serves every claim that it contradicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass

from autosweep.closing import Closing
from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.rules.clue import ClueRule
from autosweep.rules.layout_catalogue import layout_rules
from autosweep.rules.puzzle import Puzzle
from autosweep.variants.sat_session import Kind, Reason, SatSession

_EFFORT = 40
"""Conflicts that a SAT solver may meet where an answer is useful but not needed."""
_BOUNDED_FROM = 3
"""Reasons from which it pays to know first how many suffice."""


@dataclass(frozen=True, slots=True)
class Fewest:
    """Reasons, and whether fewer are proven not to do."""

    reasons: tuple[Reason, ...]
    minimum: bool


class ReasonFinder(Closing):
    """Looks for smallest sets of reasons in one puzzle; a context manager."""

    def __init__(self, puzzle: Puzzle, limit: Limit | None = None) -> None:
        self._puzzle = puzzle
        self._session = SatSession(puzzle, optional=True, limit=limit)
        self._reasons = self._session.reasons
        self._all = frozenset(range(len(self._reasons)))
        self._seen: list[tuple[frozenset[int], int]] = []
        """Layouts with the reasons, as bits, that they break."""
        secrets = {clue.rule for clue in puzzle.clues.values()} - {
            rule.about.id for rule in puzzle.clue_rules if rule.independent
        }
        self._one_secret = len(secrets) <= 1
        """Whether a rule can judge by itself which clues share a secret."""

    def close(self) -> None:
        """Close the session."""
        self._session.close()

    def conflict(self) -> Fewest:
        """Return the fewest reasons that no layout obeys together; there must be some."""
        smallest, exact = self._smallest([], self._core([]))
        return self._told(smallest, exact=exact)

    def easiest(
        self, claims: Iterable[int], example: AbstractSet[int] | None = None
    ) -> tuple[int, Fewest]:
        """Return the forced literal that needs the fewest reasons, with them.

        All of the literals must be forced, and there must be one. `example` are the mines of a
        layout that fits, where one is known: layouts like it break few reasons.
        """
        left = list(claims)
        known: tuple[int, frozenset[int]] = left[0], self._all
        try:
            for literal in self._forced_by([], left):
                return literal, self._told((), exact=True)
            for number in self._all:
                for literal in self._forced_by([number], left):
                    return literal, self._told({number}, exact=True)
            self._stay_near(example, left)
            # all claims by two reasons, then all by three: none is looked at more than needed
            for size in range(2, len(self._all) + 1):
                if size == _BOUNDED_FROM:
                    known = self._easy_core(left)
                if size >= len(known[1]):
                    return known[0], self._told(known[1], exact=True)
                for literal in left:
                    held = self._within([-literal], self._sets([-literal]), size)
                    if held is not None:
                        return literal, self._told(held, exact=True)
        except TooLarge:
            return known[0], self._told(known[1], exact=False)
        msg = "a claim is not forced"
        raise ValueError(msg)

    def _stay_near(self, example: AbstractSet[int] | None, claims: Iterable[int]) -> None:
        """Prefer layouts like an example in which the claims fail."""
        if example is not None:
            like = {i: i + 1 if i in example else -(i + 1) for i in self._puzzle.hidden}
            like |= {abs(literal) - 1: -literal for literal in claims}
            self._session.prefer(list(like.values()))

    def _easy_core(self, claims: Sequence[int]) -> tuple[int, frozenset[int]]:
        """Return a literal and few reasons that force it, as far as that is found out quickly."""
        best = claims[0], self._all
        for literal in claims:
            if self._session.attempt([-literal], _EFFORT) is False:
                core = frozenset(self._session.core())
                best = min(best, (literal, core), key=lambda found: len(found[1]))
        return best[0], self._shrink([-best[0]], best[1])

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
        """Drop reasons until none can be dropped easily; out of time the rest stays as it is."""
        with suppress(TooLarge):
            for number in sorted(core):
                rest = core - {number}
                if number in core and self._session.attempt(against, _EFFORT, rest) is False:
                    core = frozenset(self._session.core())
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
        """Return a set of at most `size` reasons that excludes literals; None if none does.

        `sets` are those to be met; more are added.
        """
        while (chosen := _hit(sets, size)) is not None:
            held = frozenset(k for k in self._all if chosen >> k & 1)
            if not self._session.ask(against, held):
                return held
            sets.append(self._way_out(against, held))
        return None

    def _way_out(self, against: list[int], held: frozenset[int]) -> int:
        """Obey as many reasons as possible in a layout with the literals; return the others.

        A reason of which it is hard to tell counts as one of the others: the set is larger than it
        need be and still must be met.
        """
        holding = set(held)
        broken = 0
        mines = self._session.mines()
        left = self._not_obeyed(mines, holding)
        while left:
            number = left.pop(0)
            if self._session.attempt(against, _EFFORT, holding | {number}):
                holding.add(number)
                mines = self._session.mines()
                left = [k for k in self._not_obeyed(mines, holding) if not broken >> k & 1]
            else:
                broken |= 1 << number
        self._seen.append((mines, broken))
        return broken

    def _not_obeyed(self, mines: frozenset[int], holding: set[int]) -> list[int]:
        """Add to the reasons that hold in a layout what it obeys as well; return the others.

        Clues that share a secret are added while one secret can explain them all.
        """
        puzzle, others = self._puzzle, []
        said = {
            self._reasons[k].cell: puzzle.clues[self._reasons[k].cell].value
            for k in holding
            if self._reasons[k].kind is Kind.CLUE and not self._rule_of(k).independent
        }
        for number in sorted(self._all - holding):
            reason = self._reasons[number]
            if reason.kind is Kind.TOTAL:
                obeyed = len(mines) == puzzle.mines
            elif reason.kind is Kind.RULE:
                obeyed = layout_rules()[reason.rule].holds(puzzle.shape, mines)
            else:
                rule = self._rule_of(number)
                clue = {reason.cell: puzzle.clues[reason.cell].value}
                together = clue if rule.independent else said | clue
                obeyed = self._one_secret and rule.fits(puzzle.shape, mines, together)
                if obeyed and not rule.independent:
                    said = together
            if obeyed:
                holding.add(number)
            else:
                others.append(number)
        return others

    def _rule_of(self, number: int) -> ClueRule:
        return self._puzzle.rule_of(self._reasons[number].cell)


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
