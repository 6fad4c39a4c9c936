"""The rules of variants a second time, from their description alone, and puzzles by trying all.

Shares nothing with `autosweep.rules`: a layout is rows of 0 and 1, and nothing is clever.
Exponential in the hidden cells: keep them at 20 or fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, permutations, product

Grid = list[list[int]]
AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
EDGES = [(-1, 0), (0, 1), (1, 0), (0, -1)]
KNIGHTS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
CROSS = [(k * a, k * b) for a, b in EDGES for k in (1, 2)]


def mine(grid: Grid, r: int, c: int) -> int:
    """Off the board there is none."""
    return grid[r][c] if 0 <= r < len(grid) and 0 <= c < len(grid[0]) else 0


def at(grid: Grid, r: int, c: int, steps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(r + a, c + b) for a, b in steps if mine(grid, r + a, c + b)]


def dark_plain(cells: list[tuple[int, int]]) -> tuple[int, int]:
    dark = sum((r + c) % 2 for r, c in cells)
    return dark, len(cells) - dark


def walls(grid: Grid, r: int, c: int) -> tuple[int, ...]:
    ring = "".join(str(mine(grid, r + a, c + b)) for a, b in AROUND)
    if ring == "11111111":
        return (8,)
    turn = ring.index("0")
    runs = [len(run) for run in (ring[turn:] + ring[:turn]).split("0") if run]
    return tuple(sorted(runs)) or (0,)


def look(grid: Grid, r: int, c: int, a: int, b: int) -> int:
    seen = 0
    while 0 <= r + a < len(grid) and 0 <= c + b < len(grid[0]) and not grid[r + a][c + b]:
        r, c, seen = r + a, c + b, seen + 1
    return seen


def parts(cells: set[tuple[int, int]], steps: list[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    left, found = set(cells), []
    while left:
        part = {left.pop()}
        grown = True
        while grown:
            more = {(r + a, c + b) for r, c in part for a, b in steps} & left
            grown = bool(more)
            part |= more
            left -= more
        found.append(part)
    return found


def cells_of(grid: Grid, kind: int = 1) -> set[tuple[int, int]]:
    return {(r, c) for r, row in enumerate(grid) for c, x in enumerate(row) if x == kind}


def product_of_two(grid: Grid, r: int, c: int) -> int | None:
    near = sorted((r - a) ** 2 + (c - b) ** 2 for a, b in cells_of(grid))
    return near[0] * near[1] if len(near) > 1 else None


def area(grid: Grid, r: int, c: int) -> int:
    beside = {(r + a, c + b) for a, b in EDGES}
    return sum(len(part) for part in parts(cells_of(grid), EDGES) if part & beside)


def queen(grid: Grid, r: int, c: int) -> int:
    return sum(any(mine(grid, r + k * a, c + k * b) for k in range(1, 20)) for a, b in AROUND)


def count(steps: list[tuple[int, int]]) -> Callable[[Grid, int, int], object]:
    return lambda grid, r, c: len(at(grid, r, c, steps))


def coloured(
    steps: list[tuple[int, int]], of: Callable[[int, int], object]
) -> Callable[[Grid, int, int], object]:
    return lambda grid, r, c: of(*dark_plain(at(grid, r, c, steps)))


BLOCK = [(a, b) for a in (-2, -1, 0) for b in (-1, 0, 1)]
TRUTH: dict[str, Callable[[Grid, int, int], object]] = {
    "V": count(AROUND),
    "M": coloured(AROUND, lambda d, p: 2 * d + p),
    "W": walls,
    "N": coloured(AROUND, lambda d, p: abs(d - p)),
    "X": count(CROSS),
    "P": lambda grid, r, c: 0 if walls(grid, r, c) == (0,) else len(walls(grid, r, c)),
    "E": lambda grid, r, c: 1 + sum(look(grid, r, c, a, b) for a, b in EDGES),
    "X'": count(EDGES),
    "K": count(KNIGHTS),
    "W'": lambda grid, r, c: max(walls(grid, r, c)),
    "E'": lambda grid, r, c: (
        look(grid, r, c, -1, 0)
        + look(grid, r, c, 1, 0)
        - look(grid, r, c, 0, -1)
        - look(grid, r, c, 0, 1)
    ),
    "MX": coloured(CROSS, lambda d, p: 2 * d + p),
    "MN": coloured(AROUND, lambda d, p: abs(2 * d - p)),
    "NX": coloured(CROSS, lambda d, p: abs(d - p)),
    "2X": coloured(AROUND, lambda d, p: tuple(sorted((d, p)))),
    "2D": count(BLOCK),
    "2P": product_of_two,
    "2M": lambda grid, r, c: len(at(grid, r, c, AROUND)) % 3,
    "2A": area,
    "2D'": count([step for step in BLOCK if step[0] > -2]),
    "2Q": queen,
    "2K": count([*EDGES, (-1, -1), (-1, 1)]),
}


def shown(rule: str, grid: Grid, r: int, c: int) -> set[object]:
    """Return everything that a clue of a rule without a secret may show."""
    if rule in ("L", "LM"):
        v = TRUTH["V" if rule == "L" else "M"](grid, r, c)
        assert isinstance(v, int)
        return {v - 1, v + 1} - {-1}
    if rule == "2X'":
        return set(dark_plain(at(grid, r, c, AROUND)))
    v = TRUTH[rule](grid, r, c)
    return set() if v is None else {v}


def clues_fit(rule: str, grid: Grid, clues: dict[tuple[int, int], object]) -> bool:
    """Return True if clues, all of one rule, can be shown by a layout."""
    outer, _, inner = rule.partition("+")
    true = {cell: TRUTH[inner or "V"](grid, *cell) for cell in clues}
    n = max(len(grid), len(grid[0]))
    if outer == "2E":
        return _coded(true, clues, n)
    if outer == "2E^":
        return _coded_twice(true, clues, n)
    if outer == "2E'":
        return all(
            isinstance(true[cell], int)
            and true[cell] < len(grid)
            and grid[true[cell]][clues[cell]] == 1
            for cell in clues
        )
    if outer in ("2L", "2L'"):
        return any(
            all(
                _told(true[cell], clues[cell], lie=(marks[cell[0]] == cell[1]) == (outer == "2L"))
                for cell in clues
            )
            for marks in permutations(range(len(grid[0])))
            if all(grid[r][c] == 0 for r, c in enumerate(marks))
        )
    if outer == "2I":
        return any(
            all(
                len(at(grid, *cell, [s for s in AROUND if s != gone])) == clues[cell]
                for cell in clues
            )
            for gone in AROUND
        )
    return all(value in shown(rule, grid, *cell) for cell, value in clues.items())


def _told(true: object, value: object, *, lie: bool) -> bool:
    if not lie:
        return true == value
    if isinstance(true, int) and isinstance(value, int):
        return abs(true - value) == 1
    assert isinstance(true, tuple)
    assert isinstance(value, tuple)
    return any(
        true[i] == value[j] and abs(true[1 - i] - value[1 - j]) == 1 for i in (0, 1) for j in (0, 1)
    )


def _coded(true: dict, clues: dict, n: int) -> bool:
    if all(isinstance(value, int) for value in true.values()):
        pairs = {(clues[cell], true[cell]) for cell in clues}
        small = all(v < n for _, v in pairs)
        return small and len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
    return any(
        all(tuple(sorted(code[a] for a in clues[cell])) == true[cell] for cell in clues)
        for code in permutations(range(n))
    )


def _coded_twice(true: dict, clues: dict, n: int) -> bool:
    rows = list(combinations(range(n), 2))

    def fill(letter: int, used: tuple[int, ...]) -> bool:
        if letter == n:
            return True
        wanted = {true[cell] for cell in clues if clues[cell] == letter}
        return any(
            fill(letter + 1, (*used, *row))
            for row in rows
            if wanted <= set(row) and all(used.count(v) < 2 for v in row)
        )

    return fill(0, ())


def windows(grid: Grid, height: int, width: int) -> Iterator[list[int]]:
    for r in range(len(grid) - height + 1):
        for c in range(len(grid[0]) - width + 1):
            yield [grid[r + a][c + b] for a in range(height) for b in range(width)]


def beside(grid: Grid, r: int, c: int) -> int:
    return len(at(grid, r, c, EDGES))


def lines_of_three(grid: Grid) -> list[list[tuple[int, int]]]:
    found = []
    for r, c in product(range(len(grid)), range(len(grid[0]))):
        for a, b in ((0, 1), (1, 0), (1, 1), (1, -1)) if grid[r][c] else ():
            line = [(r + k * a, c + k * b) for k in range(3)]
            if all(mine(grid, *cell) for cell in line):
                found.append(line)
    return found


def is_rectangle(part: set[tuple[int, int]]) -> bool:
    rows, cols = {r for r, _ in part}, {c for _, c in part}
    return set(product(range(min(rows), max(rows) + 1), range(min(cols), max(cols) + 1))) == part


def bar(part: set[tuple[int, int]]) -> bool:
    return is_rectangle(part) and 1 in (len({r for r, _ in part}), len({c for _, c in part}))


def row_runs(row: list[int]) -> list[int]:
    return [len(run) for run in "".join(map(str, row)).split("0") if run]


def columns(grid: Grid) -> list[list[int]]:
    return [list(column) for column in zip(*grid, strict=True)]


def at_border(grid: Grid, part: set[tuple[int, int]]) -> bool:
    return any(r in (0, len(grid) - 1) or c in (0, len(grid[0]) - 1) for r, c in part)


def bridges(grid: Grid, steps: tuple[int, ...]) -> bool:
    """Match every two neighbouring columns one to one, by trying all ways."""
    places = [[r for r, x in enumerate(column) if x] for column in columns(grid)]
    return all(
        len(one) == len(other)
        and any(
            all(a - b in steps for a, b in zip(one, way, strict=True))
            for way in permutations(other)
        )
        for one, other in pairwise(places)
    )


HOLDS: dict[str, Callable[[Grid], bool]] = {
    "Q": lambda g: all(map(any, windows(g, 2, 2))),
    "C": lambda g: len(parts(cells_of(g), AROUND)) <= 1,
    "T": lambda g: not lines_of_three(g),
    "O": lambda g: (
        len(parts(cells_of(g, 0), EDGES)) <= 1
        and all(at_border(g, part) for part in parts(cells_of(g), EDGES))
    ),
    "D": lambda g: all(beside(g, r, c) == 1 for r, c in cells_of(g)),
    "S": lambda g: (
        len(parts(cells_of(g), EDGES)) == 1
        and sorted(beside(g, r, c) for r, c in cells_of(g))[:3] in ([1, 1], [1, 1, 2])
        and all(beside(g, r, c) < 3 for r, c in cells_of(g))
    ),
    "B": lambda g: len({sum(row) for row in g}) == 1 and len({sum(c) for c in columns(g)}) == 1,
    "T'": lambda g: cells_of(g) <= {cell for line in lines_of_three(g) for cell in line},
    "D'": lambda g: all(bar(part) and len(part) <= 4 for part in parts(cells_of(g), AROUND)),
    "A": lambda g: not any(at(g, r, c, KNIGHTS) for r, c in cells_of(g)),
    "H": lambda g: not any(map(all, windows(g, 1, 2))),
    "U": lambda g: not any(beside(g, r, c) for r, c in cells_of(g)),
    "2H": lambda g: all(mine(g, r, c - 1) or mine(g, r, c + 1) for r, c in cells_of(g)),
    "2C": lambda g: (
        all(map(is_rectangle, parts(cells_of(g), EDGES))) and len(parts(cells_of(g), AROUND)) <= 1
    ),
    "2S": lambda g: all(len(row_runs(row)) == 1 for row in g),
    "2G": lambda g: all(len(part) == 4 for part in parts(cells_of(g), EDGES)),
    "2G'": lambda g: all(len(part) == 3 for part in parts(cells_of(g), EDGES)),
    "2F": lambda g: all(beside(g, r, c) == 1 for r, c in cells_of(g) if (r + c) % 2),
    "2B": lambda g: bridges(g, (-1, 0, 1)),
    "2T": lambda g: all(0 < sum(w) < 3 for w in (*windows(g, 1, 3), *windows(g, 3, 1))),
    "2Z": lambda g: all(
        sum((-1) ** (r + c) for c, x in enumerate(row) if x) == 0 for r, row in enumerate(g)
    ),
    "2B'": lambda g: bridges(g, (-1, 1)),
    "2S'": lambda g: all(len(set(row_runs(row))) == len(row_runs(row)) for row in g),
    "2U": lambda g: len({sum(row) for row in g}) == len(g),
}
WRAPPED = ("2E", "2L", "2I", "2E^", "2E'", "2L'")
CLUE_RULES = (*TRUTH, "L", "LM", "2X'", *WRAPPED)


def layouts(
    rows: int, cols: int, mines: int | None, fixed: dict[tuple[int, int], int]
) -> Iterator[Grid]:
    """Yield every layout with some cells given."""
    free = [cell for cell in product(range(rows), range(cols)) if cell not in fixed]
    base = [[fixed.get((r, c), 0) for c in range(cols)] for r in range(rows)]
    given = sum(fixed.values())
    sizes = range(len(free) + 1) if mines is None else [mines - given]
    for size in sizes:
        for chosen in combinations(free, size) if 0 <= size <= len(free) else ():
            grid = [list(row) for row in base]
            for r, c in chosen:
                grid[r][c] = 1
            yield grid
