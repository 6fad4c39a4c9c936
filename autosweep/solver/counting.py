"""The exact counter in plain Python: the readable twin of the engine, its oracle and its fallback.

A problem is taken apart into components (`constraints`). Each component is counted by dynamic
programming over its groups: a state is what every rule still needs, a step puts k mines into the
next group in C(size, k) ways. States and steps are built first and numbers second, so a limit fires
before memory does. One forward and one backward sweep give the layouts by number of mines and, for
every group, how its mines spread over them; then come the unconstrained cells (those no clue
touches) through a product tree. All numbers are integers: nothing is rounded before the last
division, and a cell is certain when its count is zero or complete.

Where the mine total is unknown, every unknown cell is a priori a mine with chance 1/5, independent
of the others (an expert board has 99 mines on 480 cells); `solutions` then counts all layouts of
any total, each once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb

from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.solver.budget import Budget
from autosweep.solver.constraints import (
    MINE_TOTAL,
    Component,
    Contradiction,
    Problem,
    System,
    reduce,
)
from autosweep.solver.layout_counter import Count
from autosweep.solver.ordering import elimination_order

SAFE_ODDS = 4
"""With an unknown mine total a cell is this many times likelier safe than a mine."""
MAX_NODES = 600_000
"""States and steps the twin builds unless told otherwise: two seconds or so."""
MAX_WORK_BITS = 1 << 31
"""Memory for the numbers of one component, in bits."""


@dataclass(frozen=True, slots=True)
class Table:
    """The layouts of one component by number of mines, from `fewest` mines upwards."""

    fewest: int
    layouts: list[int]
    mines_in: list[list[int]]
    """For each group: its mines, summed over those layouts."""


def count(problem: Problem, limit: Limit | None = None) -> Count:
    """Count all layouts of a problem; raises Contradiction and TooLarge."""
    system = reduce(problem)
    limit = limit or Limit()
    nodes = MAX_NODES if limit.nodes is None else limit.nodes
    budget = Budget(replace(limit, nodes=nodes))
    tables = [tabulate(component, budget) for component in system.components]
    return _combine(system, tables, budget)


def tabulate(component: Component, budget: Budget) -> Table:
    """Count the layouts of one component by number of mines; raises Contradiction, TooLarge."""
    order = elimination_order(component)
    graph = _build(component, order, budget)
    if not graph.sizes[-1]:
        raise Contradiction(component.origins)
    polynomials = _Polynomials(graph)
    if polynomials.bits > MAX_WORK_BITS:
        msg = "The numbers of one region of the board do not fit the memory allowed."
        raise TooLarge(msg)
    layouts, mines_in = polynomials.sweep(budget)
    rows: list[list[int]] = [[]] * len(order)
    for g, row in zip(order, mines_in, strict=True):
        rows[g] = row
    return Table(polynomials.fewest, layouts, rows)


@dataclass(slots=True)
class _Graph:
    """The states of every layer and the steps between them."""

    ways: list[list[int]]
    """For each group, in order: in how many ways it takes k mines."""
    sizes: list[int]
    """Number of states before each group, and after the last one."""
    edges: list[list[tuple[int, int, int]]]
    """For each group: (state before, mines put in, state after)."""


def _build(component: Component, order: Sequence[int], budget: Budget) -> _Graph:
    """List all states and steps that no rule forbids, and drop those that lead nowhere.

    A state packs, for every rule, how many mines it may still take; rules that are complete read 0.
    """
    rules = component.rules
    room = [sum(len(component.groups[g].cells) for g in rule.groups) for rule in rules]
    width = max(rule.high for rule in rules).bit_length()
    mask = (1 << width) - 1
    layer = {sum(rule.high << (r * width) for r, rule in enumerate(rules)): 0}
    sizes, edges = [1], []
    for g in order:
        group = component.groups[g]
        size = len(group.cells)
        for r in group.rules:
            room[r] -= size
        # a rule may take at most what it lacks, and must take what later groups cannot hold
        checks = [
            (r * width, rules[r].high - rules[r].low + room[r], room[r] == 0) for r in group.rules
        ]
        one_mine = sum(1 << shift for shift, _, _ in checks)
        done = sum(mask << shift for shift, _, complete in checks if complete)
        following: dict[int, int] = {}
        steps = []
        for state, number in layer.items():
            lacks = [(state >> shift) & mask for shift, _, _ in checks]
            most = min(size, *lacks)
            least = max(
                0, *(lack - spare for lack, (_, spare, _) in zip(lacks, checks, strict=True))
            )
            budget.spend(most - least + 1 if most >= least else 0)
            for k in range(least, most + 1):
                after = (state - k * one_mine) & ~done
                steps.append((number, k, following.setdefault(after, len(following))))
        layer = following
        sizes.append(len(layer))
        edges.append(steps)
    _prune(sizes, edges)
    counts = [len(component.groups[g].cells) for g in order]
    ways = [[comb(size, k) for k in range(size + 1)] for size in counts]
    return _Graph(ways, sizes, edges)


def _prune(sizes: list[int], edges: list[list[tuple[int, int, int]]]) -> None:
    """Drop the states from which the end cannot be reached."""
    alive = set(range(sizes[-1]))
    for i in range(len(edges) - 1, -1, -1):
        if len(alive) < sizes[i + 1]:
            place = {v: n for n, v in enumerate(sorted(alive))}
            sizes[i + 1] = len(place)
            edges[i] = [(u, k, place[v]) for u, k, v in edges[i] if v in alive]
            if i + 1 < len(edges):
                edges[i + 1] = [(place[u], k, v) for u, k, v in edges[i + 1]]
        alive = {u for u, _, _ in edges[i]}


class _Polynomials:
    """The numbers of a graph: for every state a polynomial in the number of mines.

    A polynomial is one integer with its coefficients side by side, from the state's lowest term on:
    a sum or product of polynomials is one operation on large integers. No coefficient overflows its
    field, for none exceeds the cells of a group times all layouts.
    """

    def __init__(self, graph: _Graph) -> None:
        self._graph = graph
        layouts = [1]
        least: list[list[int]] = [[0]]
        most = [0]
        spread = 1
        for ways, size, edges in zip(graph.ways, graph.sizes[1:], graph.edges, strict=True):
            counts, low, high = [0] * size, [1 << 60] * size, [0] * size
            for u, k, v in edges:
                counts[v] += layouts[u] * ways[k]
                low[v] = min(low[v], least[-1][u] + k)
                high[v] = max(high[v], most[u] + k)
            layouts, most = counts, high
            least.append(low)
            spread += sum(high) - sum(low) + size
        self._least = least
        self._field = (layouts[0] * max(len(ways) for ways in graph.ways)).bit_length()
        self.fewest = least[-1][0]
        """Fewest mines of any layout."""
        self.bits = spread * self._field
        """Memory that the forward sweep takes."""

    def sweep(self, budget: Budget) -> tuple[list[int], list[list[int]]]:
        """Return the layouts by mines and, for each group in order, its mines summed over them."""
        graph, least, field = self._graph, self._least, self._field
        forward = [[1]]
        for i, (ways, edges) in enumerate(zip(graph.ways, graph.edges, strict=True)):
            budget.check_time()
            before, after = forward[-1], [0] * graph.sizes[i + 1]
            low, low_after = least[i], least[i + 1]
            for u, k, v in edges:
                after[v] += before[u] * ways[k] << (low[u] + k - low_after[v]) * field
            forward.append(after)
        layouts = self._unpack(forward[-1][0])
        mines_in = []
        onward, low_onward = [1], [0]
        for i in range(len(graph.edges) - 1, -1, -1):
            budget.check_time()
            ways, low = graph.ways[i], least[i]
            with_k = [0] * len(ways)
            low_before = [1 << 60] * graph.sizes[i]
            for u, k, v in graph.edges[i]:
                low_before[u] = min(low_before[u], low_onward[v] + k)
                if k:
                    shift = (low[u] + k + low_onward[v] - self.fewest) * field
                    with_k[k] += forward[i][u] * onward[v] << shift
            before = [0] * graph.sizes[i]
            for u, k, v in graph.edges[i]:
                before[u] += onward[v] * ways[k] << (low_onward[v] + k - low_before[u]) * field
            mines = sum(k * ways[k] * number for k, number in enumerate(with_k))
            row = self._unpack(mines)
            mines_in.append([*row, *[0] * (len(layouts) - len(row))])
            onward, low_onward = before, low_before
        return layouts, mines_in[::-1]

    def _unpack(self, packed: int) -> list[int]:
        """Split an integer into the coefficients of a polynomial."""
        mask = (1 << self._field) - 1
        coefficients = []
        while packed:
            coefficients.append(packed & mask)
            packed >>= self._field
        return coefficients


def _combine(system: System, tables: list[Table], budget: Budget) -> Count:
    """Weigh the tables against each other and against the unconstrained cells."""
    tree = _product_tree([table.layouts for table in tables] or [[1]], budget)
    fewest = sum(table.fewest for table in tables)
    found = _with_unconstrained(tree[-1][0], fewest, len(system.unconstrained), system.mines_left)
    if not found.solutions:
        clues = [origin for component in system.components for origin in component.origins]
        raise Contradiction([MINE_TOTAL, *clues])
    probability = dict.fromkeys(system.safe, 0.0) | dict.fromkeys(system.mines, 1.0)
    safe, mines = set(system.safe), set(system.mines)

    def record(cells: tuple[int, ...], mine_weight: int, weight: int) -> None:
        probability.update(dict.fromkeys(cells, mine_weight / weight))
        if mine_weight == 0:
            safe.update(cells)
        elif mine_weight == weight:
            mines.update(cells)

    record(system.unconstrained, found.far_mines, found.far_weight)
    shares = _share(tree, found.weights, budget)
    # without components the tree still has one leaf, the polynomial 1
    for component, table, share in zip(system.components, tables, shares, strict=False):
        total = _sumprod(table.layouts, share)
        for group, row in zip(component.groups, table.mines_in, strict=True):
            record(group.cells, _sumprod(row, share), total * len(group.cells))
    return Count(found.solutions, frozenset(safe), frozenset(mines), probability, budget.spent)


@dataclass(frozen=True, slots=True)
class _Unconstrained:
    """What the components weigh together with the unconstrained cells."""

    solutions: int
    weights: list[int]
    """For each number of mines in the components: the weight of one such layout."""
    far_mines: int
    far_weight: int
    """An unconstrained cell is a mine with the chance `far_mines / far_weight`."""


def total_solutions(
    tables: list[tuple[int, list[int]]], unconstrained: int, mines_left: int | None
) -> int:
    """Return how many layouts there are in all, given those of each component.

    A table is the fewest mines of a component and its layouts by mines from there on.
    """
    budget = Budget(Limit())
    together = _product_tree([layouts for _, layouts in tables] or [[1]], budget)[-1][0]
    return _with_unconstrained(
        together, sum(fewest for fewest, _ in tables), unconstrained, mines_left
    ).solutions


def _with_unconstrained(
    together: list[int], fewest: int, unconstrained: int, mines_left: int | None
) -> _Unconstrained:
    """Weigh the layouts of all components, by mines, with those of the unconstrained cells."""
    if mines_left is None:
        weights = [SAFE_ODDS ** (len(together) - 1 - m) for m in range(len(together))]
        return _Unconstrained(sum(together) << unconstrained, weights, 1, 1 + SAFE_ODDS)
    spare = [mines_left - fewest - m for m in range(len(together))]
    weights = [comb(unconstrained, rest) if rest >= 0 else 0 for rest in spare]
    layouts = [ways * weight for ways, weight in zip(together, weights, strict=True)]
    solutions = sum(layouts)
    return _Unconstrained(
        solutions, weights, _sumprod(layouts, spare), solutions * max(unconstrained, 1)
    )


def _product_tree(leaves: list[list[int]], budget: Budget) -> list[list[list[int]]]:
    """Multiply polynomials in pairs, pairs of pairs and so on; the last level holds the product."""
    levels = [leaves]
    while len(levels[-1]) > 1:
        level = levels[-1]
        budget.check_time()
        pairs = [_multiply(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        levels.append(pairs if len(level) % 2 == 0 else [*pairs, level[-1]])
    return levels


def _sumprod(a: list[int], b: list[int]) -> int:
    """Return the sum of the products of two equally long lists."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def _multiply(a: list[int], b: list[int]) -> list[int]:
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def _share(tree: list[list[list[int]]], weights: list[int], budget: Budget) -> list[list[int]]:
    """Walk the tree down: what each term of a leaf weighs when all other leaves are summed out."""
    shares = [weights]
    for level in reversed(tree[:-1]):
        budget.check_time()
        below = []
        for i, own in enumerate(level):
            above = shares[i // 2]
            partner = level[i ^ 1] if i ^ 1 < len(level) else [1]
            below.append(
                [sum(y * above[m + j] for j, y in enumerate(partner)) for m in range(len(own))]
            )
        shares = below
    return shares
