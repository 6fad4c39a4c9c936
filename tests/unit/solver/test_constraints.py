from __future__ import annotations

import pytest

from autosweep.board import Board
from autosweep.solver.constraints import (
    MINE_TOTAL,
    Constraint,
    Contradiction,
    Problem,
    deduce,
    gather,
    reduce,
)


def C(text: str, origin: int = 0) -> Constraint:  # noqa: N802 - a notation, like the type it makes
    """Read `1: a b c` or `0-2: a b`; letters are the cells 0, 1, 2, ..."""
    bounds, cells = text.split(":")
    low, _, high = bounds.partition("-")
    tags = frozenset(ord(letter) - ord("a") for letter in cells.split())
    return Constraint(tags, int(low), int(high or low), origin)


def P(*texts: str, cells: int = 8, mines: int | None = None) -> Problem:  # noqa: N802 - same
    constraints = tuple(C(text, i) for i, text in enumerate(texts, start=100))
    return Problem(constraints, tuple(range(cells)), mines)


def test_gather_counts_shown_mines_and_leaves_flags_open() -> None:
    problem = gather(Board.from_rows(["2F*", "1?1"], 3))
    assert problem.unknown == (1, 4)
    assert problem.mines_left == 2
    assert [(sorted(c.cells), c.low, c.origin) for c in problem.constraints] == [
        ([1, 4], 2, 0),
        ([1, 4], 1, 3),
        ([1, 4], 0, 5),
    ]


def test_gather_takes_trusted_flags_for_mines() -> None:
    problem = gather(Board.from_rows(["1F", "??"], 2), trust_flags=True)
    assert problem.unknown == (2, 3)
    assert problem.mines_left == 1
    assert problem.constraints == (Constraint(frozenset({2, 3}), 0, 0, 0),)


def test_gather_treats_unread_as_unknown_and_wrong_flags_as_free() -> None:
    problem = gather(Board.from_rows(["1!W?"], None))
    assert problem.unknown == (1, 3)
    assert problem.mines_left is None
    assert problem.constraints == (Constraint(frozenset({1}), 1, 1, 0),)


def test_deduce_follows_one_clue_after_the_other() -> None:
    found = deduce(P("2: a b", "1: b c", "1: c d"))
    assert found.mines == {0, 1, 3}
    assert found.safe == {2}


def test_deduce_does_not_combine_clues() -> None:
    found = deduce(P("1: a b", "2: a b c"))
    assert not found.safe
    assert not found.mines


def test_reduce_subtracts_a_clue_inside_another() -> None:
    system = reduce(P("1: a b", "2: a b c", "1: c d e"))
    assert system.mines == {2}
    assert system.safe == {3, 4}


def test_reduce_keeps_ranges_that_are_not_exact() -> None:
    system = reduce(P("0-1: a b", "2: a b c", cells=3))
    (component,) = system.components
    assert [(rule.low, rule.high) for rule in component.rules] == [(0, 1), (2, 2)]


def test_reduce_merges_equal_cells_to_the_tighter_range() -> None:
    system = reduce(P("0-2: a b c", "2-3: a b c", cells=3))
    (component,) = system.components
    assert [(rule.low, rule.high) for rule in component.rules] == [(2, 2)]


def test_reduce_groups_splits_and_finds_unconstrained_cells() -> None:
    system = reduce(P("2: a b c d", "1: d e", "1: f g", cells=9, mines=4))
    shapes = [[group.cells for group in component.groups] for component in system.components]
    assert shapes == [[(0, 1, 2), (3,), (4,)], [(5, 6)]]
    assert system.unconstrained == (7, 8)
    assert system.mines_left == 4


@pytest.mark.parametrize(
    ("problem", "origins"),
    [
        (P("3: a b"), {100}),
        (P("1: a", "0: a"), {100, 101}),
        (P("1: a b", "2: b", cells=2), {101}),
        (P("2: a b c", "0-1: a b c"), {100, 101}),
        (P("2: a b", cells=2, mines=1), {MINE_TOTAL, 100}),
        (P(cells=2, mines=3), {MINE_TOTAL}),
        (P(cells=2, mines=-1), {MINE_TOTAL}),
    ],
)
def test_reduce_names_the_clues_that_disagree(problem: Problem, origins: set[int]) -> None:
    with pytest.raises(Contradiction) as caught:
        reduce(problem)
    assert caught.value.origins == origins
