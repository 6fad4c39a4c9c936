from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from autosweep.board import Board
from autosweep.errors import BadInput
from autosweep.limit import Limit
from autosweep.solver.analyze import analyze
from autosweep.solver.moves import MoveKind


def test_design_example() -> None:
    board = Board.parse("3 3 2\n1 ? ?\n? ? ?\n? ? 1\n")
    analysis = analyze(board)
    assert analysis.consistent
    assert analysis.exact
    assert analysis.solutions == 6
    assert analysis.probability[1, 1] == pytest.approx(2 / 6)
    assert analysis.probability[0, 0] is None


def test_certain_cells_are_best_and_come_first() -> None:
    analysis = analyze(Board.from_rows(["01?", "01?", "0??"], 1))
    assert analysis.safe
    assert analysis.ranking[0] in analysis.safe
    assert analysis.best is not None
    assert analysis.best.certain
    assert analysis.best.probability == 0.0


def test_first_click_is_a_corner() -> None:
    best = analyze(Board.hidden(16, 30, 99)).best
    assert best is not None
    assert best.cell == (0, 0)
    assert not best.certain
    assert best.probability == pytest.approx(99 / 480)
    assert "guess" in best.why


def test_guess_has_the_lowest_probability() -> None:
    analysis = analyze(Board.from_rows(["?2?", "???", "???"], 3))
    assert analysis.best is not None
    lowest = min(p for _, p in analysis.probability.items())
    assert analysis.best.probability == lowest
    ranked = [analysis.probability[cell] for cell in analysis.ranking]
    assert ranked == sorted(ranked, key=lambda p: -1.0 if p is None else p)


def test_inconsistent_board_is_an_answer_that_names_the_clues() -> None:
    analysis = analyze(Board.from_rows(["1?", "2?", "0?"], 1))
    assert not analysis.consistent
    assert analysis.solutions is None
    assert analysis.best is None
    assert analysis.ranking == ()
    assert "1,0 and 2,0" in analysis.why


def test_impossible_total_is_named() -> None:
    analysis = analyze(Board.from_rows(["?1?1?"], 7))
    assert not analysis.consistent
    assert "7 mines" in analysis.why


def test_flags_are_opinions_and_wrong_ones_are_reported() -> None:
    board = Board.from_rows(["1F0", "?10"], 1)
    analysis = analyze(board)
    assert analysis.consistent
    assert analysis.wrong_flags == {(0, 1)}
    assert (1, 0) in analysis.mines


def test_trusted_flags_are_mines() -> None:
    board = Board.from_rows(["1F?", "???"], 2)
    analysis = analyze(board, trust_flags=True)
    assert analysis.probability[0, 1] == 1.0
    assert (0, 1) in analysis.mines
    assert analysis.safe == {(1, 0), (1, 1)}
    assert not analyze(board).safe


def test_trusted_wrong_flags_make_the_board_inconsistent() -> None:
    analysis = analyze(Board.from_rows(["1F0", "?10"], 1), trust_flags=True)
    assert not analysis.consistent
    assert "flags" in analysis.why


def test_unread_cells_are_neither_opened_nor_given_a_probability() -> None:
    analysis = analyze(Board.from_rows(["0!?", "000"], 0))
    assert analysis.consistent
    assert analysis.safe == {(0, 2)}
    assert analysis.probability[0, 1] is None
    assert (0, 1) not in analysis.ranking


def test_number_beside_an_unread_cell_still_constrains() -> None:
    """The unread cell may hold the mine, so the hidden one is not certain."""
    analysis = analyze(Board.from_rows(["?1!"], 1))
    assert analysis.solutions == 2
    assert not analysis.mines
    assert analysis.probability[0, 0] == 0.5


def test_only_mines_left_gives_no_move() -> None:
    analysis = analyze(Board.from_rows(["1?1", "111"], 1))
    assert analysis.mines == {(0, 1)}
    assert analysis.best is None


def test_safe_cell_under_a_flag_is_uncovered_last() -> None:
    """A click cannot open a flagged cell: other safe cells first, then the flag comes off."""
    both = analyze(Board.from_rows(["0F?"], 0))
    assert both.best is not None
    assert (both.best.kind, both.best.cell) == (MoveKind.OPEN, (0, 2))
    alone = analyze(Board.from_rows(["0F0"], 0))
    assert alone.best is not None
    assert (alone.best.kind, alone.best.cell) == (MoveKind.FLAG, (0, 1))


def test_limit_leaves_what_can_be_proven() -> None:
    board = Board.from_rows(["0?" + "?" * 16, "0?" + "?2" * 8, "0?" + "?" * 16], 12)
    analysis = analyze(board, Limit(nodes=3))
    assert analysis.consistent
    assert not analysis.exact
    assert analysis.solutions is None
    assert (0, 1) in analysis.safe
    assert all(p is None for p in analysis.probability.values)
    assert analysis.best is not None
    assert analysis.best.certain


def test_variants_are_refused() -> None:
    with pytest.raises(BadInput, match="Q"):
        analyze(Board.parse("1 2 1\nrules: Q\n? 1\n"))


def test_number_of_layouts_is_counted_when_asked_for_and_travels() -> None:
    """An analysis can be sent to another process before or after its layouts were counted."""
    analysis = analyze(Board.hidden(9, 9, 10))
    copied = pickle.loads(pickle.dumps(analysis))  # noqa: S301 - our own bytes
    assert copied == analysis
    assert copied.solutions == analysis.solutions == 1878392407320
    assert pickle.loads(pickle.dumps(analysis)).solutions == 1878392407320  # noqa: S301 - same


def test_import_is_light() -> None:
    """Analysing needs neither numpy nor a SAT solver to be imported."""
    code = (
        "import sys, autosweep.solver.analyze, autosweep.solver.strategy;"
        "print(sorted({'numpy', 'pysat', 'cv2'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
