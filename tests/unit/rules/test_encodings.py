"""What rules mean and what they write as clauses: both equal to a second reading of the rules."""

from __future__ import annotations

from random import Random

import pytest
from support import variant_oracle as oracle

from autosweep.rules.clue_catalogue import clue_rules
from autosweep.rules.layout_catalogue import layout_rules
from autosweep.rules.puzzle import Clue, Puzzle
from autosweep.rules.rule_sets import RuleSet, clue_rule
from autosweep.rules.tables import prime_clauses
from autosweep.variants.sat_session import SatSession

SAMPLE = 250
SIZES = ((4, 4), (3, 5), (5, 4))


def _random_grid(rows: int, cols: int, random: Random) -> oracle.Grid:
    share = random.uniform(0.1, 0.7)
    return [[int(random.random() < share) for _ in range(cols)] for _ in range(rows)]


def _mines(grid: oracle.Grid) -> frozenset[int]:
    return frozenset(r * len(grid[0]) + c for r, c in oracle.cells_of(grid))


def _literals(grid: oracle.Grid) -> list[int]:
    mines = _mines(grid)
    return [i + 1 if i in mines else -(i + 1) for i in range(len(grid) * len(grid[0]))]


def test_every_rule_is_in_the_oracle() -> None:
    assert set(oracle.HOLDS) == set(layout_rules())
    assert set(oracle.CLUE_RULES) == set(clue_rules())


def _layouts_near(name: str, rows: int, cols: int, random: Random) -> list[oracle.Grid]:
    """Return random layouts, and layouts that obey a rule with up to one cell changed."""
    grids = [_random_grid(rows, cols, random) for _ in range(SAMPLE // 2)]
    with SatSession(Puzzle(rows, cols, None, RuleSet((name,)), {})) as session:
        for _ in range(SAMPLE // 4):
            session.prefer(_literals(_random_grid(rows, cols, random)))
            if not session.ask([random.choice((1, -1)) * random.randint(1, rows * cols)]):
                continue
            found = session.mines()
            grid = [[int(r * cols + c in found) for c in range(cols)] for r in range(rows)]
            grids.append([list(row) for row in grid])
            r, c = random.randrange(rows), random.randrange(cols)
            grid[r][c] ^= 1
            grids.append(grid)
    return grids


@pytest.mark.parametrize("name", sorted(oracle.HOLDS))
def test_layout_rules(name: str) -> None:
    random = Random(name)
    rule = layout_rules()[name]
    verdicts = set()
    for rows, cols in SIZES:
        puzzle = Puzzle(rows, cols, None, RuleSet((name,)), {})
        grids = _layouts_near(name, rows, cols, random)
        with SatSession(puzzle) as session:
            for grid in grids:
                right = oracle.HOLDS[name](grid)
                verdicts.add(right)
                assert rule.holds(puzzle.shape, _mines(grid)) == right, grid
                assert session.ask(_literals(grid)) == right, grid
    assert verdicts == {True, False}


@pytest.mark.parametrize("name", sorted(set(oracle.CLUE_RULES) - set(oracle.WRAPPED)))
def test_clue_rules(name: str) -> None:
    random = Random(name)
    rule = clue_rule(name)
    for rows, cols in SIZES:
        cell = random.randrange(rows * cols)
        at = divmod(cell, cols)
        grids = [_random_grid(rows, cols, random) for _ in range(SAMPLE // 3)]
        for grid in grids:
            grid[at[0]][at[1]] = 0
        values = set().union(*(oracle.shown(name, grid, *at) for grid in grids[:6]))
        for value in values:
            puzzle = Puzzle(rows, cols, None, RuleSet((), name), {cell: Clue(name, value)})
            with SatSession(puzzle) as session:
                for grid in grids:
                    right = value in oracle.shown(name, grid, *at)
                    assert rule.fits(puzzle.shape, _mines(grid), {cell: value}) == right
                    assert session.ask(_literals(grid)) == right, (value, grid)


@pytest.mark.parametrize("name", [*oracle.WRAPPED, "2E+2X", "2E+2D", "2L+2X", "2L+2M", "2L+2A"])
def test_clue_rules_with_a_secret(name: str) -> None:
    random = Random(name)
    rule = clue_rule(name)
    verdicts: list[bool] = []
    while verdicts.count(True) < 8:
        true = _random_grid(4, 4, random)
        puzzle = Puzzle(4, 4, None, RuleSet((), name), {})
        dealt = rule.deal(puzzle.shape, _mines(true), random)
        if dealt is None:
            continue
        said = {i: dealt[i] for i in random.sample(sorted(dealt), min(4, len(dealt)))}
        puzzle = puzzle.with_clues({i: Clue(name, value) for i, value in said.items()})
        others = [_random_grid(4, 4, random) for _ in range(12)]
        for grid in others:
            for i in said:
                grid[i // 4][i % 4] = 0
        with SatSession(puzzle) as session:
            for grid in (true, *others):
                right = oracle.clues_fit(name, grid, {divmod(i, 4): v for i, v in said.items()})
                verdicts.append(right)
                assert rule.fits(puzzle.shape, _mines(grid), said) == right, (grid, said)
                assert session.ask(_literals(grid)) == right, (grid, said)
    assert False in verdicts


WORKED = "11000 00110 10010 00000 01100"
TABLE = {
    "V": ("3", "4", "1"), "M": ("5", "6", "2"), "W": ("3", "1,1,2", "1"), "N": ("1", "0", "1"),
    "X": ("4", "3", "0"), "P": ("1", "3", "1"), "E": ("3", "4", "9"), "X'": ("2", "2", "0"),
    "K": ("2", "1", "2"), "W'": ("3", "2", "1"), "E'": ("0", "1", "0"), "MX": ("6", "5", "0"),
    "MN": ("3", "2", "2"), "NX": ("0", "1", "0"), "2X": ("1,2", "2,2", "0,1"),
    "2D": ("4", "3", "2"), "2P": ("1", "1", "10"), "2M": ("0", "1", "1"), "2A": ("3", "5", "0"),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_the_worked_example(name: str) -> None:
    """Values at 2,2, 1,1 and 3,4 of a layout worked out by hand."""
    mines = frozenset(i for i, bit in enumerate(WORKED.replace(" ", "")) if bit == "1")
    shape = Puzzle(5, 5, None, RuleSet(), {}).shape
    dealt = clue_rule(name).deal(shape, mines, Random(1))
    assert dealt is not None
    assert tuple(clue_rule(name).show(dealt[i]) for i in (12, 6, 19)) == TABLE[name]


@pytest.mark.parametrize("width", [0, 1, 3, 5])
def test_prime_clauses_are_the_table_and_prime(width: int) -> None:
    random = Random(width)
    for _ in range(30):
        allowed = random.getrandbits(1 << width)
        clauses = prime_clauses(width, allowed)
        for clause in clauses:
            assert not _implied(width, allowed, clause) - {clause}
        for pattern in range(1 << width):
            kept = all(_holds(clause, pattern) for clause in clauses)
            assert kept == bool(allowed >> pattern & 1)


def _holds(clause: tuple[int, ...], pattern: int) -> bool:
    return any((pattern >> abs(t) - 1 & 1) == (t > 0) for t in clause)


def _implied(width: int, allowed: int, clause: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return the clause and its shortenings by one that the table implies."""
    shorter = [clause, *(clause[:k] + clause[k + 1 :] for k in range(len(clause)))]
    patterns = [p for p in range(1 << width) if allowed >> p & 1]
    return {some for some in shorter if all(_holds(some, p) for p in patterns)}


def test_mixed_puzzles_under_a_secret_are_read_back() -> None:
    text = "4 4 5\nclues: 2L,2#\nV:1 ? ? ?\n? 2A:3 ? ?\n? ? 2X:0,1 ?\n? ? ? ?\n"
    puzzle = Puzzle.parse(text)
    assert puzzle.clues[0].rule == "2L"
    assert Puzzle.parse(str(puzzle)) == puzzle
