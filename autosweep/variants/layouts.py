"""Random mine layouts that obey rules: drawn cell by cell, or repaired part by part.

Where a SAT solver does not see at once how rules and mine total go together (a tree of safe cells
with 40 mines round it, say), it is given a layout with another total and one rectangle after the
other to write anew. Efforts are conflicts, not seconds: the same seed gives the same layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.messages import count_of
from autosweep.rules.puzzle import Puzzle
from autosweep.variants.sat_session import SatSession

_WHOLE = 4000
"""Conflicts for a layout of the whole board."""
_PART = 300
"""Conflicts for a cell, or for a rectangle with everything round it given."""
_ROUNDS = 600
"""Rectangles that are tried before the mine total is given up."""


class NearestTotal(TooLarge):
    """No layout with the mine total was found, but one with another."""

    def __init__(self, mines: int, what: str = "No such layout was found.") -> None:
        super().__init__(
            what, remedy=f"Try {count_of(mines, 'mine')}, the nearest total that was found."
        )
        self.mines = mines


def random_layout(empty: Puzzle, random: Random, limit: Limit) -> frozenset[int] | None:
    """Return a layout that obeys a puzzle's rules, chosen at random; None where there is none.

    Not all layouts are equally likely: each cell in turn gets what was drawn for it where the rules
    and the cells before allow it. Raises TooLarge out of time, NearestTotal where the search was in
    vain.
    """
    cells = list(empty.hidden)
    random.shuffle(cells)
    wanted = 2 * len(cells) // 5 if empty.mines is None else empty.mines
    preferred = [i + 1 if k < wanted else -(i + 1) for k, i in enumerate(cells)]
    random.shuffle(preferred)
    with SatSession(empty, limit=limit) as session:
        possible = session.attempt([], _WHOLE)
        if possible:
            return _moved_towards(session, preferred)
    return None if possible is False else repaired_layout(empty, random, limit)


def _moved_towards(session: SatSession, preferred: Sequence[int]) -> frozenset[int]:
    """Change the last layout towards preferred literals, as far as that is easy."""
    mines = session.mines()
    for literal in preferred:
        if (abs(literal) - 1 in mines) != (literal > 0):
            if session.attempt([literal], _PART):
                mines = session.mines()
            else:
                session.fix(-literal)
                continue
        session.fix(literal)
    return mines


def repaired_layout(empty: Puzzle, random: Random, limit: Limit) -> frozenset[int]:
    """Bring a layout with any mine total to the one that is wanted, part by part.

    The rules must allow some layout. Raises NearestTotal where the search is in vain.
    """
    free = replace(empty, mines=None)
    target = len(empty.hidden) // 2 if empty.mines is None else empty.mines - len(empty.flags)
    with SatSession(free, limit=limit, counting=True) as session:
        if not session.ask([]):
            msg = "The rules allow no layout."
            raise TooLarge(msg)
        search = _RectangleSearch(session, random, session.mines() & set(free.hidden))
        nearest = search.mines
        for _ in range(_ROUNDS):
            if len(search.mines) == target:
                break
            search.approach(target)
            nearest = min(nearest, search.mines, key=lambda mines: abs(len(mines) - target))
        else:
            raise NearestTotal(len(nearest) + len(empty.flags))
        for _ in range(2 * (empty.rows + empty.cols)):
            search.shuffle()
        return search.mines | empty.flags


class _RectangleSearch:
    """A layout, changed inside one rectangle at a time."""

    def __init__(self, session: SatSession, random: Random, mines: frozenset[int]) -> None:
        self._session = session
        self._random = random
        self._puzzle = session.puzzle
        self.mines = mines

    def approach(self, target: int) -> None:
        """Write a rectangle anew with a total nearer to the target, or else with about the same."""
        total = len(self.mines)
        inside, outside = self._rectangle()
        fewer = total > target
        bounds = [*self._at_least(target), *self._below(total)]
        if not fewer:
            bounds = [*self._at_least(total + 1), *self._below(target + 1)]
        self._session.prefer([-(i + 1) if fewer else i + 1 for i in inside])
        if not self._write([*outside, *bounds]):
            self._vary(inside, outside, slack=self._random.randint(0, 1))

    def shuffle(self) -> None:
        """Write a rectangle anew with the same total."""
        self._vary(*self._rectangle())

    def _vary(self, inside: list[int], outside: list[int], *, slack: int = 0) -> None:
        """Write a rectangle anew with a total that differs by no more than the slack."""
        total = len(self.mines)
        self._session.prefer([self._random.choice((1, -1)) * (i + 1) for i in inside])
        low, high = self._at_least(total - slack), self._below(total + slack + 1)
        self._write([*outside, *low, *high])

    def _rectangle(self) -> tuple[list[int], list[int]]:
        """Return the hidden cells of a rectangle, and literals of all others."""
        rows, cols = self._puzzle.rows, self._puzzle.cols
        height, width = (min(side, self._random.randint(3, 7)) for side in (rows, cols))
        top = self._random.randint(0, rows - height)
        left = self._random.randint(0, cols - width)
        inside, outside = [], []
        for i in self._puzzle.hidden:
            r, c = divmod(i, cols)
            if top <= r < top + height and left <= c < left + width:
                inside.append(i)
            else:
                outside.append(i + 1 if i in self.mines else -(i + 1))
        return inside, outside

    def _at_least(self, number: int) -> list[int]:
        return [self._session.mine_count[number - 1]] if number > 0 else []

    def _below(self, number: int) -> list[int]:
        count = self._session.mine_count
        return [-count[number - 1]] if number <= len(count) else []

    def _write(self, literals: list[int]) -> bool:
        found = self._session.attempt(literals, _PART)
        if found:
            self.mines = self._session.mines() & set(self._puzzle.hidden)
        return bool(found)
