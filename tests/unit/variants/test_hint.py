"""Hints of puzzles: their reasons are the fewest, by trying all sets of reasons."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from support import variant_oracle as oracle
from support.variant_puzzles import fewest_reasons, fitting_layouts, random_puzzle, shared_cells

from autosweep.rules.puzzle import Puzzle
from autosweep.variants.hint import find_hint, hint_sentences


@pytest.mark.parametrize("seed", range(24))
def test_hints_have_the_fewest_reasons(seed: int) -> None:
    random = Random(seed)
    names = [random.choice(list(oracle.HOLDS)), random.choice(list(oracle.TRUTH))]
    puzzle = random_puzzle(names, 4, 4, random, clues=5)
    if puzzle is None:
        return
    grids = fitting_layouts(puzzle)
    safe, mines = shared_cells(grids)
    hidden = {divmod(i, 4) for i in puzzle.hidden}
    forced = dict.fromkeys(safe & hidden, False) | dict.fromkeys(mines & hidden, True)
    hint = find_hint(puzzle)
    assert (hint is None) == (not forced)
    if hint is None:
        return
    assert hint.minimum
    assert forced[divmod(hint.cell, 4)] == hint.mine
    fewest = fewest_reasons(puzzle, forced, 3)
    assert len(hint.because) == fewest if fewest is not None else len(hint.because) > 3
    assert hint_sentences(puzzle, hint)[0].startswith(puzzle.shape.name(hint.cell))


def test_a_hint_names_what_else_follows_from_its_reasons() -> None:
    puzzle = Puzzle.parse("4 4 5\n? ? ? ?\n? 0 ? ?\n? ? ? ?\n? ? ? ?\n")
    hint = find_hint(puzzle)
    assert hint is not None
    assert len(hint.because) == 1
    assert {abs(literal) - 1 for literal in hint.also} | {hint.cell} == {0, 1, 2, 4, 6, 8, 9, 10}


def test_what_the_rule_of_clues_itself_demands_needs_no_reason() -> None:
    """2L marks a safe cell in every row, so the last cell of a row of mines is safe."""
    puzzle = Puzzle.parse("3 3\nclues: 2L\nF F ?\n? ? ?\n? ? ?\n")
    hint = find_hint(puzzle)
    assert hint is not None
    assert (hint.cell, hint.mine, hint.because) == (2, False, ())
    assert "by what 2L itself demands" in hint_sentences(puzzle, hint)[0]


@pytest.mark.parametrize("name", ["2L", "2L'", "2E", "2I", "2L+2A", "2L+2X"])
def test_hints_where_clues_share_a_secret(name: str) -> None:
    """The fewest reasons by trying all sets of them on all layouts of 3 x 3."""
    random = Random(name)
    told = 0
    for _ in range(60):
        puzzle = random_puzzle([name], 3, 3, random, clues=4)
        hint = None if puzzle is None else find_hint(puzzle)
        if puzzle is None or hint is None:
            continue
        told += 1
        clues = {divmod(i, 3): clue.value for i, clue in puzzle.clues.items()}
        grids = list(oracle.layouts(3, 3, None, dict.fromkeys(clues, 0)))
        hidden = {divmod(i, 3) for i in puzzle.hidden}
        everything = [*clues, *([] if puzzle.mines is None else ["total"])]

        def forces(chosen: tuple[object, ...], puzzle: Puzzle = puzzle) -> bool:
            said = {cell: clues[cell] for cell in clues if cell in chosen}  # noqa: B023 - used at once
            left = [
                grid
                for grid in grids  # noqa: B023 - used at once
                if ("total" not in chosen or sum(map(sum, grid)) == puzzle.mines)
                and oracle.clues_fit(name, grid, said)
            ]
            safe, mines = shared_cells(left)
            return bool((safe | mines) & hidden)  # noqa: B023 - used at once

        size = next(
            size
            for size in range(len(everything) + 1)
            if any(forces(chosen) for chosen in combinations(everything, size))
        )
        assert hint.minimum
        assert len(hint.because) == size
    assert told >= 5
