from __future__ import annotations

from itertools import product
from random import Random

import pytest
from pysat.solvers import Solver
from support.bruteforce import enumerate_layouts
from support.solver_boards import random_board

from autosweep.board import MINE, WRONG_FLAG, Board
from autosweep.solver.cnf import dimacs, encode
from autosweep.solver.constraints import gather


def _fits(board: Board, cells: tuple[int, ...], mines: tuple[bool, ...]) -> bool:
    """Tell by enumeration whether some layout has these mines among these cells."""
    changes = {
        board.cell(cell): MINE if mine else WRONG_FLAG
        for cell, mine in zip(cells, mines, strict=True)
    }
    return enumerate_layouts(board.with_cells(changes)).layouts > 0


@pytest.mark.parametrize("seed", range(60))
def test_models_are_exactly_the_layouts(seed: int) -> None:
    """Every assignment of the touched cells is a model if and only if a layout extends it."""
    board = random_board(Random(seed), most_hidden=8)
    cnf = encode(gather(board))
    with Solver("minisat22", bootstrap_with=[list(clause) for clause in cnf.clauses()]) as solver:
        for mines in product((False, True), repeat=len(cnf.cells)):
            literals = [v if mine else -v for v, mine in enumerate(mines, start=1)]
            assert solver.solve(assumptions=literals) == _fits(board, cnf.cells, mines)


@pytest.mark.parametrize("mines", range(9))
def test_total_bounds_the_touched_cells(mines: int) -> None:
    """With few unconstrained cells the total must be encoded from both sides."""
    board = Board.from_rows(["?1?1?1?", "???????"], mines)
    cnf = encode(gather(board))
    with Solver("minisat22", bootstrap_with=[list(clause) for clause in cnf.clauses()]) as solver:
        assert solver.solve() == (enumerate_layouts(board).layouts > 0)


def test_no_clauses_for_a_total_that_excludes_nothing() -> None:
    cnf = encode(gather(Board.from_rows(["1???????", "????????"], 5)))
    assert cnf.total == ()


def test_dimacs_names_the_cell_of_every_variable() -> None:
    board = Board.from_rows(["1??", "???"], 2)
    lines = dimacs(encode(gather(board)), board).splitlines()
    assert "c variable 1 cell 0,1" in lines
    assert "c variable 3 cell 1,1" in lines
    header = next(line for line in lines if line.startswith("p cnf"))
    variables, clauses = map(int, header.split()[2:])
    body = [line for line in lines if not line.startswith(("c", "p"))]
    assert len(body) == clauses
    assert all(line.endswith(" 0") for line in body)
    assert max(abs(int(token)) for line in body for token in line.split()) <= variables
