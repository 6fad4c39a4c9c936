from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from support.bruteforce import enumerate_layouts
from support.solver_boards import expert_like, random_board

from autosweep.board import HIDDEN, MAX_NUMBER, MINE, WRONG_FLAG, Board, Layout
from autosweep.errors import SettingsError, TooLarge
from autosweep.solver.analyze import analyze
from autosweep.solver.cnf import encode
from autosweep.solver.constraints import MINE_TOTAL, Constraint, Problem, gather
from autosweep.solver.sat import (
    SOLVERS,
    Oracle,
    certain_cells,
    check_solver,
    find_model,
    frontier_models,
    smallest_conflict,
)

BROKEN = Board.from_rows(["1??1", "2??1", "0???"], 2)


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_answers(solver: str) -> None:
    """Models, certain cells and conflicts, whatever the solver can do besides."""
    board = Board.from_rows(["1??1", "1??1", "0???"], 2)
    problem = gather(board)
    mines = find_model(problem, solver=solver)
    assert mines is not None
    assert _fits(board, mines)
    found = certain_cells(problem, solver=solver, seconds=30)
    assert found is not None
    assert {board.cell(i) for i in found.safe} == analyze(board).safe
    assert smallest_conflict(problem, solver=solver) is None
    assert smallest_conflict(gather(BROKEN), solver=solver) == {4, 8}


def _fits(board: Board, mines: frozenset[int]) -> bool:
    changes = {board.cell(i): MINE if i in mines else WRONG_FLAG for i in gather(board).unknown}
    return enumerate_layouts(board.with_cells(changes)).layouts == 1


def test_unknown_solver_suggests_the_nearest() -> None:
    with pytest.raises(SettingsError, match="'glucose4'"):
        check_solver("glucos4")


@pytest.mark.parametrize("seed", range(5))
def test_models_and_certain_cells_equal_trying_all_layouts(seed: int) -> None:
    random = Random(seed)
    for _ in range(40):
        board = random_board(random, most_hidden=9)
        truth = enumerate_layouts(board)
        problem = gather(board)
        mines, found = find_model(problem), certain_cells(problem)
        if truth.layouts == 0:
            assert mines is None, board
            assert found is None, board
            continue
        assert mines is not None
        assert _fits(board, mines), board
        assert found is not None
        assert found.complete
        counts = {board.index(cell): number for cell, number in truth.mines.items()}
        assert found.safe == {i for i, n in counts.items() if n == 0}, board
        assert found.mines == {i for i, n in counts.items() if n == truth.layouts}, board


def test_certain_cells_equal_the_counters_on_whole_games() -> None:
    random = Random(5)
    for rows, cols, mines in [(9, 9, 10)] * 10 + [(16, 30, 99)] * 8:
        board = expert_like(random, rows, cols, mines)
        analysis, found = analyze(board), certain_cells(gather(board))
        assert found is not None
        assert {board.cell(i) for i in found.safe} == analysis.safe
        assert {board.cell(i) for i in found.mines} == analysis.mines


def test_frontier_models_are_all_different_and_all_there() -> None:
    board = Board.from_rows(["1???", "????"], 2)
    models = list(frontier_models(gather(board)))
    assert sorted(map(sorted, models)) == [[1], [4], [5]]
    assert list(frontier_models(gather(Board.hidden(2, 2, 1)))) == [frozenset()]
    assert list(frontier_models(gather(BROKEN))) == []


def test_model_fills_unconstrained_cells_up_to_the_total() -> None:
    mines = find_model(gather(Board.from_rows(["1???", "????"], 4)))
    assert mines is not None
    assert len(mines) == 4


@pytest.mark.parametrize("seed", range(40))
def test_conflicts_are_smallest(seed: int) -> None:
    """No smaller set of clues disagrees, by trying them all; the set found does disagree."""
    random = Random(1000 + seed)
    board = random_board(random, most_hidden=7)
    conflict = smallest_conflict(gather(board))
    if enumerate_layouts(board).layouts:
        assert conflict is None
        return
    assert conflict is not None
    assert _disagree(board, conflict)
    parts = [i for i, code in enumerate(board.cells) if code <= MAX_NUMBER]
    if board.mines is not None:
        parts.append(MINE_TOTAL)
    for size in range(min(len(conflict), 4)):
        assert not any(_disagree(board, frozenset(some)) for some in combinations(parts, size))


def _disagree(board: Board, clues: frozenset[int]) -> bool:
    """Keep only some clues (as free cells the others say nothing) and try all layouts."""
    kept = {
        board.cell(i): WRONG_FLAG
        for i, code in enumerate(board.cells)
        if code <= MAX_NUMBER and i not in clues
    }
    part = board.with_cells(kept)
    if MINE_TOTAL not in clues:
        part = part.with_mines(None)
    return enumerate_layouts(part).layouts == 0


def test_impossible_total_alone_is_the_conflict() -> None:
    assert smallest_conflict(gather(Board.from_rows(["?1?"], 9))) == {MINE_TOTAL}


def test_time_is_kept() -> None:
    """A clock that jumps: the question is not even asked once the time is over."""
    ticks = iter([0.0, 10.0])
    cnf = encode(gather(Board.from_rows(["1???"], 1)))
    with Oracle(cnf, seconds=5.0, now=lambda: next(ticks)) as oracle, pytest.raises(TooLarge):
        oracle.ask([])


def pigeons(holes: int) -> Problem:
    """Return a problem that no layout fits and that SAT solvers cannot refute in a lifetime."""
    place = [[p * holes + h for h in range(holes)] for p in range(holes + 1)]
    each = [Constraint(frozenset(row), 1, holes, i) for i, row in enumerate(place)]
    once = [Constraint(frozenset(row[h] for row in place), 0, 1, 1000 + h) for h in range(holes)]
    return Problem((*each, *once), tuple(range(holes * (holes + 1))), None)


@pytest.mark.parametrize("solver", ["cadical153", "lingeling", "maplesat"])
def test_a_child_process_is_ended_at_the_limit(solver: str) -> None:
    oracle = Oracle(encode(pigeons(13)), solver, seconds=1.0)
    child = oracle._child
    assert child is not None
    with oracle, pytest.raises(TooLarge):
        oracle.ask([])
    assert child._child.poll() is not None


def test_a_child_process_that_dies_is_no_answer() -> None:
    with Oracle(encode(pigeons(3)), "cadical153", seconds=60.0) as oracle:
        child = oracle._child
        assert child is not None
        child._child.kill()
        with pytest.raises(SettingsError, match="ended without an answer"):
            oracle.ask([])


def test_nodes_end_a_question_at_the_same_place_every_time() -> None:
    spent = []
    for _ in range(2):
        with Oracle(encode(pigeons(9)), nodes=50_000) as oracle:
            with pytest.raises(TooLarge, match="50000 nodes"):
                oracle.ask([])
            spent.append(oracle.spent)
    assert spent[0] == spent[1]
    assert 50_000 <= spent[0] < 100_000


def test_nodes_are_for_all_questions_together() -> None:
    board = expert_like(Random(4), 16, 30, 99)
    problem = gather(board)
    whole = certain_cells(problem, nodes=10**9)
    assert whole is not None
    assert whole.complete
    some = certain_cells(problem, nodes=whole.nodes // 2)
    assert some is not None
    assert not some.complete
    assert some.safe <= whole.safe
    assert some.mines <= whole.mines


def test_nodes_need_a_solver_that_counts_them() -> None:
    with pytest.raises(ValueError, match="does not count nodes"):
        Oracle(encode(pigeons(3)), "cadical153", nodes=1)


def test_certain_cells_keep_what_is_proven_when_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Board.from_rows(["0?" * 10, "??" * 10, "??" * 10], 5)
    questions = iter(range(100))
    ask = Oracle.ask

    def tire(self: Oracle, assumptions: list[int]) -> bool:
        if next(questions) > 3:
            msg = "tired"
            raise TooLarge(msg)
        return ask(self, assumptions)

    monkeypatch.setattr(Oracle, "ask", tire)
    found = certain_cells(gather(board))
    assert found is not None
    assert not found.complete
    assert 0 < len(found.safe) < board.count({HIDDEN})


def test_layouts_of_whole_boards_fit() -> None:
    """A model of an expert position gives every number it shows."""
    random = Random(2)
    for _ in range(5):
        board = expert_like(random, 16, 30, 99)
        mines = find_model(gather(board))
        assert mines is not None
        numbers = Layout(16, 30, mines).numbers()
        shown = {i: code for i, code in enumerate(board.cells) if code <= MAX_NUMBER}
        assert all(numbers[i] == code for i, code in shown.items())
        assert len(mines) == 99


def test_a_budget_may_be_larger_than_the_solver_can_be_told() -> None:
    cnf = encode(gather(Board.from_rows(["1???"], 1)))
    with Oracle(cnf) as oracle:
        assert oracle.attempt([], 10**30) is True
