from __future__ import annotations

from math import comb

import pytest

from autosweep.board import Board
from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.solver.budget import Budget
from autosweep.solver.constraints import Constraint, Contradiction, Problem, gather
from autosweep.solver.counting import count


def test_all_cells_of_a_blank_board_are_unconstrained() -> None:
    found = count(gather(Board.hidden(9, 9, 10)))
    assert found.solutions == comb(81, 10)
    assert set(found.probability.values()) == {10 / 81}


def test_blank_board_of_unknown_total_follows_the_stated_prior() -> None:
    found = count(gather(Board.hidden(3, 3)))
    assert found.solutions == 2**9
    assert set(found.probability.values()) == {0.2}


def test_unknown_total_prefers_fewer_mines_four_to_one() -> None:
    """One mine in `b` weighs against two in `a` and `c`."""
    found = count(gather(Board.from_rows(["?1?1?"])))
    assert found.solutions == 2
    assert found.probability[2] == pytest.approx(4 / 5)


def test_mine_total_decides_cells_no_clue_touches() -> None:
    found = count(gather(Board.from_rows(["?1???"], 1)))
    assert found.safe == {3, 4}
    found = count(gather(Board.from_rows(["?1???"], 3)))
    assert found.mines == {3, 4}
    assert found.solutions == 2


def test_mine_total_that_no_layout_reaches_is_a_contradiction() -> None:
    with pytest.raises(Contradiction):
        count(gather(Board.from_rows(["?1?1?", "?1?1?"], 5)))


def test_ranges_and_odd_shapes_are_counted() -> None:
    """Constraints need not come from a rectangular board."""
    problem = Problem(
        (Constraint(frozenset({7, 8, 9}), 1, 2, 0), Constraint(frozenset({9, 20}), 0, 1, 1)),
        (7, 8, 9, 20),
        None,
    )
    assert count(problem).solutions == 9


def test_large_board_needs_no_cap() -> None:
    """Over a thousand independent pairs: numbers beyond any float."""
    board = Board.from_rows(["?1?WW" * 30, "W" * 150] * 40, 1200)
    found = count(gather(board))
    assert found.solutions == 2**1200
    assert set(found.probability.values()) == {0.5}


def test_nodes_limit_fires() -> None:
    board = Board.from_rows(["?" * 16, "?2" * 8] * 4, 30)
    with pytest.raises(TooLarge, match="500 nodes"):
        count(gather(board), Limit(nodes=500))


def test_seconds_limit_fires_by_the_clock_handed_in() -> None:
    ticks = iter(range(100))
    budget = Budget(Limit(seconds=2.5), now=lambda: float(next(ticks)))
    budget.check_time()
    budget.check_time()
    with pytest.raises(TooLarge, match=r"2\.5 seconds"):
        budget.check_time()


def test_budget_counts_what_is_spent() -> None:
    budget = Budget(Limit(nodes=10))
    budget.spend(6)
    assert budget.spent == 6
    with pytest.raises(TooLarge):
        budget.spend(5)
