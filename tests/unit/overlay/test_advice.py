"""What each part of the hints shows, on positions whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest

from autosweep.board import FLAG, Board, Phase
from autosweep.errors import DoubtfulReading, InconsistentBoard
from autosweep.geometry import Grid
from autosweep.overlay.advice import advise, hints_of
from autosweep.overlay.hint_marks import Hints
from autosweep.overlay.levels import LEVELS, PARTS
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import Reading

STUDY = """6 8 9
? ? ? 1 0 0 1 ?
? 3 2 1 0 0 1 1
? 1 0 0 0 0 0 0
? 2 1 1 1 1 1 1
? ? ? ? ? ? ? ?
? ? ? ? ? ? ? ?
"""
SAFE = {(4, 2), (4, 5)}
MINES = {(0, 1), (0, 2), (0, 7)}


def read_as(text: str, *doubtful: tuple[int, int]) -> Reading:
    board = Board.parse(text)
    confidence = np.ones((board.rows, board.cols), np.float32)
    for cell in doubtful:
        confidence[cell] = 0.3
    grid = Grid.regular((0, 0), (20, 20), (board.rows, board.cols))
    return Reading(board, grid, confidence, "generic", phase_of(board))


def test_each_part_shows_what_it_says() -> None:
    advice = advise(read_as(STUDY), None)
    whole = hints_of(advice, LEVELS["all"])
    assert whole.safe == SAFE
    assert whole.mines == MINES
    assert whole.best in SAFE
    assert whole.guess is None
    assert whole.because
    assert not set(whole.probability) & (SAFE | MINES)
    assert hints_of(advice, ("safe",)) == Hints(safe=frozenset(SAFE))
    assert hints_of(advice, ("mines",)) == Hints(mines=frozenset(MINES))
    assert hints_of(advice, ("best",)) == Hints(best=whole.best)
    assert hints_of(advice, ()) == Hints()


def test_one_nudge_is_the_clues_alone() -> None:
    """The clues of the documented 1-1 pattern, and no cell that could be opened."""
    hints = hints_of(advise(read_as(STUDY), None), LEVELS["nudge"])
    assert hints == Hints(because=hints.because)
    assert hints.because
    board = Board.parse(STUDY)
    assert all(1 <= board[cell] <= 8 for cell in hints.because)


def test_chances_leave_out_only_what_is_marked_otherwise() -> None:
    """Heat alone shows certain cells too, as 0 and 1; beside ticks and crosses it does not."""
    advice = advise(read_as(STUDY), None)
    alone = hints_of(advice, ("heat",)).heat
    assert {alone[cell] for cell in SAFE} == {0.0}
    assert {alone[cell] for cell in MINES} == {1.0}
    assert not set(hints_of(advice, LEVELS["heat"]).heat) & (SAFE | MINES)


def test_a_guess_comes_with_its_risk() -> None:
    advice = advise(read_as("3 3 2\n1 ? ?\n? ? ?\n? ? 1\n"), None)
    hints = hints_of(advice, ("best",))
    assert hints.best is None
    assert hints.guess in {(0, 2), (2, 0)}
    assert hints.probability == {hints.guess: pytest.approx(1 / 6)}
    nudge = hints_of(advice, LEVELS["nudge"])
    assert nudge == Hints(guess=hints.guess)


def test_flags_are_judged_and_not_drawn_over() -> None:
    text = STUDY.replace("? ? ? 1 0 0 1 ?", "? F ? 1 0 0 1 ?").replace(
        "? ? ? ? ? ? ? ?\n? ? ? ? ? ? ? ?", "? ? F ? ? ? ? ?\n? ? ? ? ? ? ? ?"
    )
    advice = advise(read_as(text), None)
    assert advice.board[0, 1] == FLAG
    hints = hints_of(advice, LEVELS["certain"])
    assert hints.wrong_flags == {(4, 2)}
    assert (0, 1) not in hints.mines


def test_doubt_is_shown_and_nothing_rests_on_it() -> None:
    """A number that is not sure is marked, and what follows without it is still said."""
    advice = advise(read_as(STUDY, (1, 7)), None)
    hints = hints_of(advice, LEVELS["all"])
    assert hints.uncertain == {(1, 7)}
    assert hints.safe == SAFE
    assert not hints.probability
    with pytest.raises(DoubtfulReading):
        advise(read_as("2 2\n1 ?\n? ?\n", (0, 0)), None)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InconsistentBoard):
        advise(read_as("2 2\n3 1\n? ?\n"), None)


def test_a_finished_game_has_no_hints() -> None:
    advice = advise(read_as("2 2 1\n1 1\n1 F\n"), None)
    assert advice.reading.phase is Phase.WON
    assert hints_of(advice, tuple(PARTS)) == Hints()
