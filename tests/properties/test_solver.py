"""The solver against trying all layouts, and the laws that its answers must obey."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.bruteforce import Count, enumerate_layouts
from support.solver_boards import expert_like, random_board

from autosweep.board import OPENABLE, Board, Layout
from autosweep.geometry import Cell
from autosweep.solver.analyze import analyze
from autosweep.solver.constraints import Contradiction, gather
from autosweep.solver.counting import SAFE_ODDS, count

seeds = st.integers(0, 2**32).map(Random)


def _agrees(board: Board, truth: Count) -> None:
    try:
        found = count(gather(board))
    except Contradiction:
        assert truth.layouts == 0, board
        return
    assert found.solutions == truth.layouts > 0, board
    mines = {board.index(cell): number for cell, number in truth.mines.items()}
    assert found.safe == {i for i, number in mines.items() if number == 0}, board
    assert found.mines == {i for i, number in mines.items() if number == truth.layouts}, board
    if board.mines is not None:
        expected = {i: number / truth.layouts for i, number in mines.items()}
    else:
        expected = _weighted(board)
    assert found.probability == expected, board


def _weighted(board: Board) -> dict[int, float]:
    """Weigh the layouts of every total by the stated prior."""
    mines: dict[Cell, Fraction] = {}
    weight = Fraction(0)
    for total in range(len(board.cells) + 1):
        part = enumerate_layouts(board.with_mines(total))
        odds = Fraction(1, SAFE_ODDS**total)
        weight += part.layouts * odds
        for cell, number in part.mines.items():
            mines[cell] = mines.get(cell, Fraction(0)) + number * odds
    return {board.index(cell): float(share / weight) for cell, share in mines.items()}


@pytest.mark.parametrize("seed", range(20))
def test_counter_equals_trying_all_layouts(seed: int) -> None:
    """Exactly, on thousands of small boards, corrupted ones and unknown totals included."""
    random = Random(seed)
    for _ in range(200):
        board = random_board(random, most_hidden=10)
        _agrees(board, enumerate_layouts(board))


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_turned_and_mirrored_boards_have_turned_and_mirrored_answers(random: Random) -> None:
    board = random_board(random, most_hidden=12)
    turned = _map(board, board.cols, board.rows, lambda cell: (cell[1], board.rows - 1 - cell[0]))
    mirrored = _map(board, board.rows, board.cols, lambda cell: (cell[0], board.cols - 1 - cell[1]))
    here, there, flipped = analyze(board), analyze(turned), analyze(mirrored)
    assert here.solutions == there.solutions == flipped.solutions
    assert {(c, board.rows - 1 - r) for r, c in here.safe} == there.safe
    assert {(r, board.cols - 1 - c) for r, c in here.mines} == flipped.mines
    for (r, c), p in here.probability.items():
        assert there.probability[c, board.rows - 1 - r] == pytest.approx(p, abs=1e-12)
        assert flipped.probability[r, board.cols - 1 - c] == pytest.approx(p, abs=1e-12)


def _map(board: Board, rows: int, cols: int, place: Callable[[Cell], Cell]) -> Board:
    blank = Board.hidden(rows, cols, board.mines)
    return blank.with_cells({place(board.cell(i)): code for i, code in enumerate(board.cells)})


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_more_information_never_retracts_a_deduction(random: Random) -> None:
    """Open one more cell of a layout that fits: what was proven stays proven or was opened."""
    board, layout = _true_position(random)
    before = analyze(board)
    assert before.consistent
    closed = [c for c in board.find(OPENABLE) if not layout.is_mine(c)]
    if not closed:
        return
    cell = random.choice(closed)
    after = analyze(board.with_cells({cell: layout.numbers()[board.index(cell)]}))
    assert after.consistent
    assert before.safe - {cell} <= after.safe
    assert before.mines <= after.mines
    assert before.solutions is not None
    assert after.solutions is not None
    assert after.solutions <= before.solutions


def _true_position(random: Random) -> tuple[Board, Layout]:
    rows, cols = random.randint(2, 8), random.randint(2, 8)
    layout = Layout.random(rows, cols, random.randint(1, rows * cols // 3), random)
    free = [i for i in range(rows * cols) if i not in layout.mines]
    opened = random.sample(free, random.randint(0, len(free)))
    numbers = layout.numbers()
    board = Board.hidden(rows, cols, len(layout.mines))
    return board.with_cells({board.cell(i): numbers[i] for i in opened}), layout


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_probabilities_add_up_to_the_mines_left(random: Random) -> None:
    board = expert_like(random, 16, 30, 99)
    analysis = analyze(board)
    if analysis.exact and not board.count({12, 13}):
        assert sum(p for _, p in analysis.probability.items()) == pytest.approx(99, abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_what_is_proven_is_true_in_the_hidden_layout(random: Random) -> None:
    board, layout = _true_position(random)
    analysis = analyze(board)
    assert not any(layout.is_mine(cell) for cell in analysis.safe)
    assert all(layout.is_mine(cell) for cell in analysis.mines)
