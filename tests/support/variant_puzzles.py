"""Small random puzzles of any rules, and their answers by trying all layouts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

from autosweep.rules.puzzle import Clue, Puzzle
from autosweep.rules.rule_sets import RuleSet, clue_rule, parse_rules
from support import variant_oracle as oracle

Cell = tuple[int, int]


def random_puzzle(
    names: Iterable[str], rows: int, cols: int, random: Random, *, clues: int = 5
) -> Puzzle | None:
    """Return a puzzle that has a layout; None where none was found among a few hundred."""
    rules = parse_rules(names)
    allowed = [oracle.HOLDS[name] for name in rules.layout]
    for _ in range(4000):
        share = random.uniform(0.15, 0.6)
        grid = [[int(random.random() < share) for _ in range(cols)] for _ in range(rows)]
        mines = frozenset(r * cols + c for r, c in oracle.cells_of(grid))
        if not mines or not all(holds(grid) for holds in allowed):
            continue
        total = len(mines) if random.random() < 0.8 else None
        puzzle = Puzzle(rows, cols, total, rules, {})
        dealt = clue_rule(rules.clues).deal(puzzle.shape, mines, random)
        if dealt is None:
            continue
        chosen = random.sample(sorted(dealt), min(clues, len(dealt)))
        return puzzle.with_clues({i: Clue(rules.clues, dealt[i]) for i in chosen})
    return None


def fitting_layouts(puzzle: Puzzle, rules: RuleSet | None = None) -> list[oracle.Grid]:
    """Return every layout that fits, by the oracle."""
    wanted = puzzle.rules if rules is None else rules
    said = {divmod(i, puzzle.cols): clue.value for i, clue in puzzle.clues.items()}
    fixed = {divmod(i, puzzle.cols): int(mine) for i, mine in puzzle.known.items()}
    return [
        grid
        for grid in oracle.layouts(puzzle.rows, puzzle.cols, puzzle.mines, fixed)
        if all(oracle.HOLDS[name](grid) for name in wanted.layout)
        and oracle.clues_fit(wanted.clues, grid, said)
    ]


def shared_cells(grids: list[oracle.Grid]) -> tuple[set[Cell], set[Cell]]:
    """Return the cells that are safe, and those that are mines, in all layouts."""
    first = grids[0]
    cells = [(r, c) for r, row in enumerate(first) for c in range(len(row))]
    safe = {(r, c) for r, c in cells if not any(grid[r][c] for grid in grids)}
    return safe, {(r, c) for r, c in cells if all(grid[r][c] for grid in grids)}


def fewest_reasons(puzzle: Puzzle, forced: dict[Cell, bool], most: int) -> int | None:
    """Return how few reasons force any of the forced cells, by trying all sets up to a size.

    None where more than `most` are needed.
    """
    fixed = {divmod(i, puzzle.cols): int(mine) for i, mine in puzzle.known.items()}
    grids = list(oracle.layouts(puzzle.rows, puzzle.cols, None, fixed))
    clues = {divmod(i, puzzle.cols): clue.value for i, clue in puzzle.clues.items()}
    everything: list[object] = [*clues, *puzzle.rules.layout]
    if puzzle.mines is not None:
        everything.append("total")
    obeyed = [
        {reason for reason in everything if _obeys(puzzle, grid, clues, reason)} for grid in grids
    ]
    for size in range(1, most + 1):
        for chosen in combinations(everything, size):
            left = [
                grid for grid, held in zip(grids, obeyed, strict=True) if held.issuperset(chosen)
            ]
            safe, mines = shared_cells(left)
            if any(cell in (mines if mine else safe) for cell, mine in forced.items()):
                return size
    return None


def _obeys(puzzle: Puzzle, grid: oracle.Grid, clues: dict[Cell, object], reason: object) -> bool:
    if reason == "total":
        return sum(map(sum, grid)) == puzzle.mines
    if isinstance(reason, str):
        return oracle.HOLDS[reason](grid)
    assert isinstance(reason, tuple)
    return oracle.clues_fit(puzzle.rules.clues, grid, {reason: clues[reason]})
