from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from support.bruteforce import enumerate_layouts
from support.solver_boards import expert_like, random_board

from autosweep.board import OPENABLE, Board, Layout
from autosweep.limit import Limit
from autosweep.solver.analyze import analyze
from autosweep.solver.constraints import Contradiction, gather, reduce
from autosweep.solver.sat import certain_cells
from autosweep.solver.sat_survey import survey_by_sat


@pytest.mark.parametrize("seed", range(4))
def test_certain_cells_are_those_of_counting(seed: int) -> None:
    """On boards that can be counted, proving finds the same cells and the same contradictions."""
    random = Random(seed)
    for _ in range(30):
        board = random_board(random, most_hidden=10)
        truth = enumerate_layouts(board)
        try:
            survey = survey_by_sat(board, trust_flags=False)
        except Contradiction:
            assert truth.layouts == 0, board
            continue
        assert truth.layouts > 0, board
        hidden = set(board.find(OPENABLE))
        assert survey.safe == {c for c, n in truth.mines.items() if n == 0} & hidden
        assert survey.mines == {c for c, n in truth.mines.items() if n == truth.layouts} & hidden
        assert set(survey.ranking) == hidden


def test_limit_changes_what_is_known_but_not_what_is_certain() -> None:
    random = Random(9)
    for _ in range(6):
        board = expert_like(random, 16, 30, 99)
        exact, cut = analyze(board), analyze(board, Limit(nodes=0))
        assert exact.exact
        assert cut.safe == exact.safe
        assert cut.mines == exact.mines
        if not cut.exact:
            assert cut.solutions is None
            assert all(p is None for p in cut.probability.values)


def test_lattice_beyond_counting_is_answered() -> None:
    """Isolated clues over a 30 x 30 board, half of it mines: too large, yet some cells are sure."""
    random = Random(1)
    clues = [r * 30 + c for r in range(1, 30, 2) for c in range(1, 30, 2)]
    layout = Layout.random(30, 30, 337, random, keep_free=clues)
    numbers = layout.numbers()
    board = Board.hidden(30, 30, 337)
    board = board.with_cells({board.cell(i): numbers[i] for i in clues})
    analysis = analyze(board)
    assert analysis.consistent
    assert not analysis.exact
    assert analysis.safe
    assert not any(layout.is_mine(cell) for cell in analysis.safe)
    assert all(layout.is_mine(cell) for cell in analysis.mines)
    assert analysis.best is not None
    assert analysis.best.certain
    problem = gather(board)
    by_clues = certain_cells(replace(problem, mines_left=None))
    assert by_clues is not None
    assert analysis.safe == {board.cell(i) for i in by_clues.safe}
    assert analysis.mines == {board.cell(i) for i in by_clues.mines}
    simple = reduce(problem)
    assert len(simple.safe) + len(simple.mines) < len(by_clues.safe) + len(by_clues.mines)


def test_guess_without_probabilities_says_so() -> None:
    analysis = analyze(Board.from_rows(["???", "?2?", "???"], 2), Limit(nodes=0))
    assert not analysis.exact
    assert not analysis.safe
    assert analysis.best is not None
    assert analysis.best.probability is None
    assert "not known" in analysis.best.why
