"""Regions that cannot inform each other, each searched alone: the twin of regions.cpp.

Two undecided cells belong together where a clue touches both or where they are neighbours: then
opening one may tell about the other. What holds the same number of mines in every layout is not
tied to the rest by the mine total either. Such a closed region is a game of its own. All layouts
are the products of the regions' layouts, so the chance to win is the product of theirs, and when a
region is played makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from autosweep.board.board import Board
from autosweep.board.topology import neighbors
from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.solver.budget import Budget
from autosweep.solver.constraints import Component, gather, reduce
from autosweep.solver.counter import Count
from autosweep.solver.counting import tabulate
from autosweep.solver.strategy.expert_endgame import list_layouts, search


@dataclass(frozen=True, slots=True)
class Region:
    """Cells that only each other's numbers and clues tell about."""

    components: tuple[Component, ...]
    sea: tuple[int, ...]
    mines: int
    """In each of its layouts."""
    cells: tuple[int, ...]
    """The undecided ones, rising."""
    rest: bool
    """Whether it is what is left of the board, not closed by itself."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best cell of a region."""

    cell: int
    won: float
    """Chance to win the region."""
    layouts: int


class Regions:
    """A counted board taken apart; raises TooLarge where the board cannot be counted."""

    def __init__(self, board: Board, known: Count) -> None:
        self._size = board.rows, board.cols
        self._around = neighbors(board.rows, board.cols)
        self._known = known
        self._undecided = known.probability.keys() - known.safe - known.mines
        self._system = reduce(gather(board))
        self._bounds = self._bound()
        self._node_of = {
            cell: number
            for number, component in enumerate(self._system.components)
            for group in component.groups
            for cell in group.cells
        } | dict.fromkeys(self._system.sea, len(self._system.components))
        self.all = self._split()
        """Closed regions by their first cells, then the rest, if there is any."""

    def _bound(self) -> list[tuple[int, int]]:
        """Return fewest and most mines of every component and the sea that the total allows."""
        system = self._system
        left = system.mines_left or 0
        tables = [tabulate(component, Budget(Limit())) for component in system.components]
        ranges = [(t.fewest, t.fewest + len(t.layouts) - 1) for t in tables]
        ranges.append((0, len(system.sea)))
        low, high = (sum(ends) for ends in zip(*ranges, strict=True))
        return [
            (max(fewest, left - (high - most)), min(most, left - (low - fewest)))
            for fewest, most in ranges
        ]

    def _split(self) -> list[Region]:
        """Join neighbours, and everything whose number of mines may vary."""
        nodes = range(len(self._bounds))
        leader = list(nodes)

        def root(node: int) -> int:
            while leader[node] != node:
                node = leader[node]
            return node

        varying = [node for node in nodes if self._bounds[node][0] < self._bounds[node][1]]
        for node in varying[1:]:
            leader[root(node)] = root(varying[0])
        for cell in self._undecided:
            for other in self._undecided.intersection(self._around[cell]):
                leader[root(self._node_of[cell])] = root(self._node_of[other])
        together: dict[int, list[int]] = {}
        for node in nodes:
            together.setdefault(root(node), []).append(node)
        rest = root(varying[0]) if varying else None
        regions = [
            self._region(members, rest=root_of == rest) for root_of, members in together.items()
        ]
        regions = [region for region in regions if region.cells]
        return sorted(regions, key=lambda region: (region.rest, region.cells[0]))

    def _region(self, nodes: list[int], *, rest: bool) -> Region:
        fixed = sum(self._bounds[node][0] for node in nodes)
        if rest:
            others = sum(
                self._bounds[node][0] for node in range(len(self._bounds)) if node not in nodes
            )
            fixed = (self._system.mines_left or 0) - others
        components = self._system.components
        return Region(
            tuple(components[node] for node in nodes if node < len(components)),
            self._system.sea if len(components) in nodes else (),
            fixed,
            tuple(sorted(cell for cell in self._undecided if self._node_of[cell] in nodes)),
            rest,
        )

    def list_layouts(self, region: Region, most: int) -> list[frozenset[int]]:
        """Return the layouts of a region with all certain mines; raises TooLarge beyond `most`."""
        found = list_layouts(region.components, region.sea, region.mines, most)
        return [mines | self._known.mines for mines in found]

    def search(self, region: Region, layouts: list[frozenset[int]], budget: Budget) -> Best:
        """Return the best cell of a region; raises TooLarge."""
        cell, won = search(layouts, region.cells, self._size, budget)
        return Best(cell, won / len(layouts), len(layouts))

    def coin_toss(self) -> list[int]:
        """Return the cells of a component with two layouts that no cell outside it tells apart.

        Whatever is opened elsewhere, both stay equally likely: guessing between them now costs
        nothing, and what the guess shows may help. Empty where there is none.
        """
        found = []
        for number, component in enumerate(self._system.components):
            fewest, most = self._bounds[number]
            if fewest != most:
                continue
            try:
                layouts = list_layouts((component,), (), fewest, 2)
            except TooLarge:
                continue
            own = {cell for cell in self._undecided if self._node_of[cell] == number}
            outside = (self._undecided & self._beside(own)) - own
            if len(layouts) == 2 and not any(self._differ(cell, layouts) for cell in outside):
                found.append(sorted(own))
        return min(found, default=[])

    def _beside(self, cells: Iterable[int]) -> set[int]:
        return {other for cell in cells for other in self._around[cell]}

    def _differ(self, cell: int, layouts: list[frozenset[int]]) -> bool:
        """Say whether a cell would show different numbers in two layouts of a component."""
        first, second = (len(mines.intersection(self._around[cell])) for mines in layouts)
        return first != second
