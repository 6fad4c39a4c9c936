"""Certain cells, layouts, conflicts and hints of puzzles, against trying all layouts."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support import variant_oracle as oracle
from support.variant_puzzles import fitting_layouts, random_puzzle, shared_cells

from autosweep.limit import Limit
from autosweep.rules.puzzle import Puzzle
from autosweep.variants.sat_session import Kind
from autosweep.variants.solve import solve

PUZZLES = json.loads(
    (Path(__file__).parents[3] / "fixtures" / "variants" / "puzzles.json").read_text("utf-8")
)
LONG = Limit(seconds=60)


def _name(item: dict[str, Any]) -> str:
    return f"{'+'.join(item['rules'])}-{item['clue_rule']}"


def _cells(puzzle: Puzzle, cells: frozenset[int]) -> list[list[int]]:
    return sorted(list(divmod(i, puzzle.cols)) for i in cells)


@pytest.mark.parametrize("name", sorted({_name(item) for item in PUZZLES}))
def test_puzzles_with_known_answers(name: str) -> None:
    for item in (item for item in PUZZLES if _name(item) == name):
        puzzle = Puzzle.from_json(item)
        expected = item["expected"]
        found = solve(puzzle)
        assert found.consistent
        assert _cells(puzzle, found.safe) == sorted(expected["safe"])
        assert _cells(puzzle, found.mines) == sorted(expected["mines"])
        if expected["solutions"] is not None:
            counted = solve(puzzle, counting=LONG).layouts
            assert counted is not None
            assert counted.number == expected["solutions"]


def _combinations() -> list[tuple[str, ...]]:
    """Return every clue rule beside some layout rule, and the other way round."""
    random = Random(20)
    layout, clues = list(oracle.HOLDS), [*oracle.CLUE_RULES, "2E+2X", "2L+2M", "2L+2X", "2L+2A"]
    pairs = [(random.choice(layout), clue) for clue in clues]
    pairs += [(name, random.choice(clues)) for name in layout]
    pairs += [("Q", "T", "V"), ("C", "Q", "W"), ("O", "T", "M"), ("C", "2T", "X"), ("U", "2Z", "L")]
    return pairs


@pytest.mark.parametrize("names", _combinations(), ids="+".join)
def test_any_rules_together(names: tuple[str, ...]) -> None:
    random = Random("+".join(names))
    for rows, cols in ((4, 4), (3, 5) if "2L" not in names[-1] else (3, 3)):
        puzzle = random_puzzle(names, rows, cols, random)
        if puzzle is None:
            continue
        grids = fitting_layouts(puzzle)
        safe, mines = shared_cells(grids)
        found = solve(puzzle, counting=LONG)
        known = {divmod(i, cols) for i in puzzle.known}
        assert {divmod(i, cols) for i in found.safe} == safe - known
        assert {divmod(i, cols) for i in found.mines} == mines - known
        assert found.layouts is not None
        assert found.layouts.number == len(grids)
        if puzzle.mines is not None:
            for i in puzzle.hidden:
                share = sum(grid[i // cols][i % cols] for grid in grids) / len(grids)
                assert found.layouts.probability[i] == pytest.approx(share)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("2 3 1\n0 ? 1\n1 ? 1\n", 2),
        ("2 2 3\nrules: T\n? ?\n? 1\n", 2),
        ("3 3 9\n? ? ?\n? ? ?\n? ? -\n", 1),
        ("4 4 4\nrules: Q\n? ? ? ?\n? 0 ? ?\n? ? ? ?\n? ? ? ?\n", 2),
    ],
)
def test_the_smallest_conflict(text: str, reasons: int) -> None:
    puzzle = Puzzle.parse(text)
    found = solve(puzzle)
    assert not found.consistent
    assert found.conflict is not None
    assert found.conflict.minimum
    assert len(found.conflict.reasons) == reasons


@pytest.mark.parametrize("seed", range(12))
def test_conflicts_are_smallest_by_trying_all(seed: int) -> None:
    """Clues of one layout, one of them changed: the conflict found is as small as any."""
    random = Random(seed)
    puzzle = random_puzzle([random.choice(("Q", "T", "H", "A")), "V"], 4, 4, random, clues=6)
    assert puzzle is not None
    rows = [row.split() for row in puzzle.row_texts()]
    r, c = divmod(random.choice(sorted(puzzle.clues)), 4)
    rows[r][c] = str((int(rows[r][c]) + 2) % 4)
    text = [f"4 4 {puzzle.mines or 3}", f"rules: {puzzle.rules.layout[0]}", *map(" ".join, rows)]
    puzzle = Puzzle.parse("\n".join(text))
    found = solve(puzzle)
    assert found.consistent == bool(fitting_layouts(puzzle))
    if found.conflict is None:
        return
    kinds = [(reason.kind, reason.cell) for reason in found.conflict.reasons]
    everything = [*((Kind.CLUE, i) for i in puzzle.clues), (Kind.RULE, -1), (Kind.TOTAL, -1)]
    assert not _some_layout(puzzle, kinds)
    for fewer in combinations(everything, len(kinds) - 1):
        assert _some_layout(puzzle, list(fewer))


def _some_layout(puzzle: Puzzle, kinds: list[tuple[Kind, int]]) -> bool:
    said = {divmod(i, 4): puzzle.clues[i].value for kind, i in kinds if kind is Kind.CLUE}
    total = puzzle.mines if (Kind.TOTAL, -1) in kinds else None
    rule = oracle.HOLDS[puzzle.rules.layout[0]] if (Kind.RULE, -1) in kinds else bool
    fixed = {divmod(i, 4): 0 for i in puzzle.clues}
    return any(
        rule(grid) and oracle.clues_fit("V", grid, said)
        for grid in oracle.layouts(4, 4, total, fixed)
    )


@pytest.mark.parametrize("seed", range(6))
def test_mixed_puzzles(seed: int) -> None:
    """Clues of different rules on one board, each by its own label."""
    random = Random(seed)
    grid = [[int(random.random() < 0.4) for _ in range(4)] for _ in range(4)]
    safe = sorted(oracle.cells_of(grid, 0))
    said = {}
    for cell in random.sample(safe, 5):
        rule = random.choice(("V", "M", "L", "W", "N", "X", "P", "E", "K", "LM"))
        said[cell] = rule, random.choice(sorted(oracle.shown(rule, grid, *cell)))
    rows = [["?"] * 4 for _ in range(4)]
    for (r, c), (rule, value) in said.items():
        shown = ",".join(map(str, value)) if isinstance(value, tuple) else value
        rows[r][c] = f"{rule}:{shown}"
    total = sum(map(sum, grid))
    puzzle = Puzzle.parse("\n".join([f"4 4 {total}", "clues: #'", *map(" ".join, rows)]))
    grids = [
        other
        for other in oracle.layouts(4, 4, total, dict.fromkeys(said, 0))
        if all(value in oracle.shown(rule, other, *cell) for cell, (rule, value) in said.items())
    ]
    free, mines = shared_cells(grids)
    found = solve(puzzle, counting=LONG)
    assert {divmod(i, 4) for i in found.safe} == free - said.keys()
    assert {divmod(i, 4) for i in found.mines} == mines
    assert found.layouts is not None
    assert found.layouts.number == len(grids)
    assert Puzzle.parse(str(puzzle)) == puzzle
