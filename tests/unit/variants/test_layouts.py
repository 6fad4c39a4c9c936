"""Random layouts: they obey the rules, and what cannot be found is said with what can."""

from __future__ import annotations

from random import Random

import pytest

from autosweep.errors import RuleError
from autosweep.limit import Limit
from autosweep.rules.board_shape import BoardShape
from autosweep.rules.layout_catalogue import layout_rules, quad_outside_least
from autosweep.rules.puzzle import Puzzle
from autosweep.rules.rule_sets import RuleSet, parse_rules
from autosweep.variants import layouts
from autosweep.variants.layouts import NearestTotal, random_layout, repaired_layout
from autosweep.variants.puzzle_generator import PuzzleRequest, make_puzzle, usual_mines

LIMIT = Limit(seconds=120)


@pytest.mark.parametrize("rows_cols", [(3, 4), (3, 5), (2, 7)])
def test_quad_and_outside_need_half_the_windows(rows_cols: tuple[int, int]) -> None:
    """The bound is met by trying all layouts."""
    shape = BoardShape(*rows_cols)
    rules = [layout_rules()[name] for name in ("Q", "O")]
    totals = [
        pattern.bit_count()
        for pattern in range(1 << shape.size)
        if all(
            rule.holds(shape, frozenset(i for i in shape.cells() if pattern >> i & 1))
            for rule in rules
        )
    ]
    assert min(totals) == quad_outside_least(shape)


@pytest.mark.parametrize(
    ("rules", "rows", "cols", "mines"), [("OQ", 8, 9, 31), ("CQ", 7, 9, 25), ("2G", 6, 8, 16)]
)
def test_layouts_obey_the_rules(rules: str, rows: int, cols: int, mines: int) -> None:
    empty = Puzzle(rows, cols, mines, parse_rules([rules]), {})
    found = [random_layout(empty, Random(seed), LIMIT) for seed in (1, 2, 1)]
    assert found[0] is not None
    assert empty.fits(found[0])
    assert found[0] == found[2] != found[1]


def test_a_layout_is_repaired_to_the_total() -> None:
    empty = Puzzle(8, 8, 26, parse_rules(["OQ"]), {})
    assert empty.fits(repaired_layout(empty, Random(3), LIMIT))


def test_the_nearest_total_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layouts, "_ROUNDS", 1)
    with pytest.raises(NearestTotal) as told:
        repaired_layout(Puzzle(8, 8, 25, parse_rules(["OQ"]), {}), Random(3), LIMIT)
    assert told.value.mines > 25


def test_a_total_that_arithmetic_excludes_is_refused_with_one_that_is_possible() -> None:
    rules = RuleSet(("O", "Q"))
    with pytest.raises(RuleError, match="No layout of 10 x 10 cells with 40 mines") as told:
        make_puzzle(PuzzleRequest(10, 10, 40, rules, 16), Random(1), LIMIT)
    assert told.value.remedy == f"{usual_mines(10, 10, rules)} mines are possible."
