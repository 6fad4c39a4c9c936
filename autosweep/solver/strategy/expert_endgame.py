"""Optimal play where the layouts can be listed, in plain Python: the twin of endgame.cpp.

After everything safe has been opened, what is open follows from the set of layouts that are still
possible. So that set alone is a state; its value is the number of its layouts that are won. A state
is left as soon as it is known to be worth no more than what is won elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from autosweep.board.topology import neighbors
from autosweep.errors import TooLarge
from autosweep.solver.budget import Budget
from autosweep.solver.constraints import Component

_MINE = 9
_SPARE = 16
"""A component may have so many times more layouts than fit the mine total."""


def list_layouts(
    components: Sequence[Component], sea: Sequence[int], mines: int, most: int
) -> list[frozenset[int]]:
    """Return all layouts of components and sea with so many mines.

    Raises TooLarge beyond `most`.
    """
    pieces = [_layouts_of(component, most * _SPARE) for component in components]
    found: list[frozenset[int]] = []
    for number, chosen in enumerate(product(*pieces)):
        if number > most * _SPARE * _SPARE:
            msg = "Too many layouts have to be looked at."
            raise TooLarge(msg)
        rest = mines - sum(map(len, chosen))
        if not 0 <= rest <= len(sea):
            continue
        joined: frozenset[int] = frozenset().union(*chosen)
        for others in combinations(sea, rest):
            found.append(joined.union(others))
            if len(found) > most:
                msg = f"There are more than {most} layouts."
                raise TooLarge(msg)
    return found


def _layouts_of(component: Component, most: int) -> list[frozenset[int]]:
    """List the layouts of one component; raises TooLarge beyond `most`."""
    found: list[frozenset[int]] = []
    for mines in _Filling(component).fill(0, ()):
        found.append(frozenset(mines))
        if len(found) > most:
            msg = "A region has too many layouts to list."
            raise TooLarge(msg)
    return found


class _Filling:
    """Puts mines into the groups of a component, one group after the other."""

    def __init__(self, component: Component) -> None:
        self._groups, self._rules = component.groups, component.rules
        self._room = [sum(len(self._groups[g].cells) for g in r.groups) for r in self._rules]
        self._taken = [0] * len(self._rules)

    def fill(self, g: int, mines: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield every way to fill the groups from `g` on."""
        if g == len(self._groups):
            yield mines
            return
        group = self._groups[g]
        self._add(self._room, group.rules, -len(group.cells))
        for k in range(len(group.cells) + 1):
            self._add(self._taken, group.rules, k)
            if all(map(self._can_be_met, group.rules)):
                for chosen in combinations(group.cells, k):
                    yield from self.fill(g + 1, mines + chosen)
            self._add(self._taken, group.rules, -k)
        self._add(self._room, group.rules, len(group.cells))

    def _can_be_met(self, r: int) -> bool:
        taken, rule = self._taken[r], self._rules[r]
        return taken <= rule.high and taken + self._room[r] >= rule.low

    @staticmethod
    def _add(numbers: list[int], places: Sequence[int], number: int) -> None:
        for r in places:
            numbers[r] += number


def search(
    layouts: Sequence[frozenset[int]], cells: Sequence[int], size: tuple[int, int], budget: Budget
) -> tuple[int, int]:
    """Return the cell that wins most of the layouts, and how many; raises TooLarge.

    `cells` are those that are a mine in some layouts and safe in others, rising.
    """
    around = neighbors(*size)
    shown = {
        cell: [
            _MINE if cell in mines else len(mines.intersection(around[cell])) for mines in layouts
        ]
        for cell in cells
    }
    live = tuple(cell for cell in cells if len(set(shown[cell]) - {_MINE}) > 1)
    if not live:
        return min(cells, key=lambda cell: (shown[cell].count(_MINE), cell)), 1
    budget.spend(len(layouts) * len(cells))
    return _Tree(shown, budget).guess(frozenset(range(len(layouts))), live, 0)


class _Tree:
    """The game tree, with what is known of every state.

    Every answer is exact where it is more than `floor`, otherwise some number from the value up to
    `floor`: the state is then worth no more than what is won elsewhere.
    """

    def __init__(self, shown: dict[int, list[int]], budget: Budget) -> None:
        self._shown = shown
        self._budget = budget
        self._known: dict[frozenset[int], tuple[int, bool]] = {}

    def value(self, alive: frozenset[int], active: tuple[int, ...], floor: int) -> int:
        """Return how many of the layouts are won from here on."""
        if len(alive) == 1:
            return 1
        at_most, exact = self._known.get(alive, (len(alive), False))
        if not exact and at_most > floor:
            at_most = self._search(alive, active, floor)
            self._known[alive] = at_most, at_most > floor
        return at_most

    def _search(self, alive: frozenset[int], active: tuple[int, ...], floor: int) -> int:
        self._budget.spend(len(alive) * len(active))
        live: list[int] = []
        free: list[int] = []
        for cell in active:
            row = self._shown[cell]
            values = {row[i] for i in alive}
            # a dead cell shows the same wherever it is safe, and stays dead. A live one is at least
            # as good: what follows the dead one can be done without it, and it opened at the end.
            if len(values - {_MINE}) > 1:
                (live if _MINE in values else free).append(cell)
        left = tuple(live)
        if free:
            parts: dict[tuple[int, ...], list[int]] = {}
            for i in sorted(alive):
                parts.setdefault(tuple(self._shown[cell][i] for cell in free), []).append(i)
            return self._total(list(parts.values()), left, len(alive), floor)
        return self.guess(alive, left, floor)[1] if left else 1

    def _total(
        self, parts: list[list[int]], active: tuple[int, ...], at_most: int, floor: int
    ) -> int:
        """Return how many layouts of all parts are won, less than `at_most` by what they lose."""
        # small parts first: they are cheap, and what they lose may be enough to know
        for part in sorted(parts, key=len):
            lost = len(part) - self.value(frozenset(part), active, len(part) - (at_most - floor))
            at_most -= lost
            if at_most <= floor:
                break
        return at_most

    def guess(self, alive: frozenset[int], active: tuple[int, ...], floor: int) -> tuple[int, int]:
        """Return the cell that wins most where none is safe, and how many layouts it wins."""
        safe = {cell: sum(self._shown[cell][i] != _MINE for i in alive) for cell in active}
        best, most, at_most = -1, floor, 0
        for cell in sorted(active, key=lambda cell: (-safe[cell], cell)):
            if safe[cell] <= most:
                at_most = max(at_most, safe[cell])
                break
            parts: dict[int, list[int]] = {}
            for i in sorted(alive):
                if (digit := self._shown[cell][i]) != _MINE:
                    parts.setdefault(digit, []).append(i)
            won = self._total(list(parts.values()), active, safe[cell], most)
            at_most = max(at_most, won)
            if won > most:
                best, most = cell, won
        return best, at_most
