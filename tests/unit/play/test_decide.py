"""From readings to moves: every reason to refuse, and guesses that stay guesses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from autosweep.board import Board, Phase
from autosweep.geometry import Grid
from autosweep.play.client_profile import client_named
from autosweep.play.decide import decide
from autosweep.settings import PlaySettings
from autosweep.solver.moves import MoveKind
from autosweep.vision.reading import Reading

SETTINGS = PlaySettings()


def reading(text: str, mines: int | None = None, phase: Phase = Phase.PLAYING) -> Reading:
    board = Board.from_rows(text.strip().split("\n"), mines)
    grid = Grid.regular((10.0, 10.0), (20.0, 20.0), (board.rows, board.cols))
    sure = np.ones((board.rows, board.cols), np.float32)
    return Reading(board, grid, sure, "no-such-theme", phase)


CLEAR = "1 ? ?\n1 2 ?\n0 1 ?"


def test_certain_cells_are_opened_together() -> None:
    decision = decide(reading("0 1 ?\n0 1 ?\n0 1 ?\n0 1 ?", 2), SETTINGS, game=0, step=0)
    assert decision.refusal is None
    assert decision.moves
    assert all(move.certain for move in decision.moves)
    assert {move.cell for move in decision.moves} <= set(decision.analysis.safe)


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (replace(reading(CLEAR), phase=Phase.OBSCURED), "cannot be seen"),
        (reading("1 ! ?\n1 2 ?\n0 1 ?"), "cannot be seen or read"),
        (reading("3 ?\n1 1"), "No mine layout fits"),
    ],
)
def test_what_cannot_be_trusted_is_not_clicked(seen: Reading, words: str) -> None:
    decision = decide(seen, SETTINGS, game=0, step=0)
    assert decision.moves == ()
    assert words in (decision.refusal or "")


COLUMN = "0 1 ?\n0 1 ?\n0 1 ?\n0 1 ?"


def test_nothing_that_rests_on_a_doubtful_cell_is_clicked() -> None:
    """With the doubtful 1 taken away only what the others prove is left."""
    seen = reading(COLUMN)
    clear = decide(seen, SETTINGS, game=0, step=0)
    seen.confidence[2, 1] = 0.89
    decision = decide(seen, SETTINGS, game=0, step=0)
    assert decision.partial
    assert {move.cell for move in decision.moves} < {move.cell for move in clear.moves}
    assert all(move.certain for move in decision.moves)
    assert decision.board.symbol((2, 1)) == "!"


def test_a_doubtful_cell_is_never_opened_itself() -> None:
    seen = reading(COLUMN)
    target = decide(seen, SETTINGS, game=0, step=0).moves[0].cell
    seen.confidence[target] = 0.5
    decision = decide(seen, SETTINGS, game=0, step=0)
    assert target not in {move.cell for move in decision.moves}


def test_a_doubtful_cell_on_which_all_rests_is_a_refusal_where_guessing_is_off() -> None:
    seen = reading("1 ?\n? ?", 1)
    seen.confidence[0, 0] = 0.89
    decision = decide(seen, PlaySettings(guess="never"), game=0, step=0)
    assert decision.moves == ()
    assert "0,0" in (decision.refusal or "")


def test_a_guess_in_doubt_is_announced_with_the_risk_of_a_misreading() -> None:
    """As read the cell would be safe; it is a guess all the same, and the doubt is its risk."""
    seen = reading("1 ? ? ?\n? ? ? ?\n? ? ? ?", 1)
    seen.confidence[0, 0] = 0.8
    (move,) = decide(seen, SETTINGS, game=0, step=0).moves
    assert not move.certain
    # Far from the doubtful 1 nothing can be a mine if it is one; else one of eleven cells is.
    assert move.cell[1] >= 2 or move.cell[0] == 2
    assert move.probability == pytest.approx(0.2 / 12)


def test_a_guess_in_doubt_is_not_made_against_the_odds() -> None:
    seen = reading("3 ?\n? ?\n? ?", 5)
    seen.confidence[0, 0] = 0.6
    decision = decide(seen, SETTINGS, game=0, step=0)
    assert decision.moves == ()
    assert decision.refusal


def test_an_unclear_cell_that_was_opened_is_no_mine() -> None:
    """The mine beside the 1 is the covered cell only if the unclear one is free."""
    seen = reading("? 1 ! ? ? ? ? ? ? ? ? ?", None)
    seen.confidence[0, 2] = 0.0
    assert (0, 0) not in decide(seen, SETTINGS, game=0, step=0).analysis.mines
    known = decide(seen, SETTINGS, game=0, step=0, free=frozenset({(0, 2)}))
    assert (0, 0) in known.analysis.mines
    assert known.board.symbol((0, 2)) == "!"


def test_an_unclear_mine_ends_no_game() -> None:
    seen = replace(reading("0 1 ?\n0 1 *\n0 1 ?\n0 1 ?", 2), phase=Phase.LOST)
    assert decide(seen, SETTINGS, game=0, step=0).phase is Phase.LOST
    seen.confidence[1, 2] = 0.6
    assert decide(seen, SETTINGS, game=0, step=0).phase is not Phase.LOST


def test_a_likely_covered_cell_that_is_proven_safe_is_opened() -> None:
    seen = reading(COLUMN)
    target = decide(seen, SETTINGS, game=0, step=0).moves[0].cell
    seen.confidence[target] = 0.8
    decision = decide(seen, SETTINGS, game=0, step=0)
    assert target in {move.cell for move in decision.moves if move.certain}


def test_a_board_that_is_mostly_unclear_is_not_believed_at_all() -> None:
    seen = reading(COLUMN)
    seen.confidence[:, 0] = 0.5
    decision = decide(seen, SETTINGS, game=0, step=0)
    assert decision.moves == ()
    assert decision.refusal


def test_without_certainty_there_is_one_announced_guess() -> None:
    decision = decide(reading("? 1 ?", 1), SETTINGS, game=0, step=0)
    assert len(decision.moves) == 1
    assert decision.is_guess
    assert 0 < (decision.moves[0].probability or 0) < 1


def test_an_assumed_mine_total_never_makes_a_move_certain() -> None:
    """With one mine in all, the far cells would be safe; but the total is only usual."""
    far = "? 1 ? ? ?"
    assumed = replace(reading(far), assumed_mines=1)
    known = reading(far, 1)
    guess = decide(assumed, SETTINGS, game=0, step=0)
    sure = decide(known, SETTINGS, game=0, step=0)
    assert sure.moves
    assert all(move.certain for move in sure.moves)
    assert guess.is_guess
    assert len(guess.moves) == 1


def test_the_users_mine_total_is_used_where_none_was_read() -> None:
    decision = decide(reading("? 1 ? ? ?"), replace(SETTINGS, mines=1), game=0, step=0)
    assert decision.board.mines == 1
    assert decision.moves
    assert all(move.certain for move in decision.moves)


def test_a_finished_game_needs_no_move() -> None:
    for phase in (Phase.WON, Phase.LOST):
        decision = decide(reading(CLEAR, phase=phase), SETTINGS, game=0, step=0)
        assert decision.phase is phase
        assert decision.moves == ()


def test_only_mines_left_means_won_even_if_the_client_shows_nothing() -> None:
    decision = decide(reading("? 1\n1 1", 1), SETTINGS, game=0, step=0)
    assert decision.phase is Phase.WON


def test_the_same_step_is_decided_alike_and_random_ones_differ_by_step() -> None:
    settings = PlaySettings(strategy="random", seed=5)
    blank = reading("\n".join(["? " * 9] * 9), 10, Phase.READY)
    first = [decide(blank, settings, game=0, step=step).moves for step in range(6)]
    again = [decide(blank, settings, game=0, step=step).moves for step in range(6)]
    assert first == again
    assert len(set(first)) > 1


def test_the_first_click_goes_where_the_clients_rule_makes_it_best() -> None:
    """Inside the board where it opens an area, in a corner where it is only spared."""
    blank = "\n".join(["? " * 16] * 16)
    seen = reading(blank, phase=Phase.READY)
    opens, spared = client_named("", "sgt-mines"), client_named("", "classic")
    (area,) = decide(seen, SETTINGS, game=0, step=0, client=opens).moves
    (corner,) = decide(seen, SETTINGS, game=0, step=0, client=spared).moves
    (guess,) = decide(seen, SETTINGS, game=0, step=0).moves
    assert (area.cell, area.probability) == ((3, 3), 0.0)
    assert (corner.cell, corner.probability) == ((0, 0), 0.0)
    assert guess.probability != 0
    assert not area.certain


def test_a_client_known_by_its_window_spares_the_first_click_whatever_it_looks_like() -> None:
    seen = reading("\n".join(["? " * 8 + "?"] * 9), 10, Phase.READY)
    (unknown,) = decide(seen, SETTINGS, game=0, step=0).moves
    assert unknown.probability == pytest.approx(10 / 81)
    (spared,) = decide(
        seen, SETTINGS, game=0, step=0, client=client_named("sgt-mines", "generic")
    ).moves
    assert (spared.cell, spared.probability, spared.certain) == ((3, 3), 0.0, False)


def test_a_board_with_nothing_left_but_mines_is_won_though_a_number_is_unreadable() -> None:
    """A lone 6 that no pack knows: this game has opened it, so it is no mine."""
    seen = reading("0 1 ?\n0 2 !\n0 1 ?\n0 1 1", None, Phase.OBSCURED)
    seen.confidence[1, 2] = 0.0
    known = decide(seen, SETTINGS, game=0, step=0, free=frozenset({(1, 2)}))
    assert known.phase is Phase.WON
    assert decide(seen, SETTINGS, game=0, step=0).phase is not Phase.WON


def test_a_board_of_numbers_and_strange_mines_is_won_unless_one_was_opened() -> None:
    """Signs that nobody knows where all mines must be: the client shows them after a win."""
    seen = reading("1 1 1 0\n1 ! 1 0\n1 1 2 1\n0 0 1 !", phase=Phase.OBSCURED)
    seen.confidence[1, 1] = seen.confidence[3, 3] = 0.2
    decision = decide(seen, SETTINGS, game=0, step=0)
    assert decision.phase is Phase.WON
    opened = decide(seen, SETTINGS, game=0, step=0, free=frozenset({(1, 1)}))
    assert opened.phase is not Phase.WON
    assert opened.moves == ()
    even = reading("0 1 !\n0 1 !\n0 0 0", phase=Phase.OBSCURED)
    even.confidence[0, 2] = even.confidence[1, 2] = 0.2
    assert decide(even, SETTINGS, game=0, step=0).phase is not Phase.WON


WALLED_IN = "? ? 2 0\n? ? 2 0\n2 2 1 0\n0 0 0 0"


def test_a_game_is_won_where_the_usual_total_leaves_nothing_to_open() -> None:
    """No number tells of the corner; that it is a mine follows from the usual total alone."""
    full = decide(replace(reading(WALLED_IN), assumed_mines=4), SETTINGS, game=0, step=0)
    assert (full.phase, full.moves, full.refusal) == (Phase.WON, (), None)


def test_a_cell_that_only_the_usual_total_frees_is_opened_as_a_guess() -> None:
    free = decide(replace(reading(WALLED_IN), assumed_mines=3), SETTINGS, game=0, step=0)
    assert [(move.cell, move.certain) for move in free.moves] == [((0, 0), False)]


def test_what_a_message_hides_does_not_make_an_ended_game_impossible() -> None:
    """The unclear 5 beside three cells fits nothing; the game is lost all the same."""
    seen = reading("X 5 0\n* 3 0\n1 1 0", phase=Phase.LOST)
    seen.confidence[0, 1] = seen.confidence[1, 1] = 0.3
    decision = decide(seen, SETTINGS, game=0, step=0)
    assert (decision.phase, decision.refusal, decision.moves) == (Phase.LOST, None, ())
    assert decision.analysis.consistent


def test_a_question_mark_is_taken_off_before_its_cell_is_opened() -> None:
    """Some clients ignore a left click on a question mark."""
    seen = reading("0 1 ?\n0 1 Q\n0 1 ?\n0 1 ?")
    moves = {m.cell: m for m in decide(seen, SETTINGS, game=0, step=0).moves}
    assert (moves[1, 2].kind, moves[1, 2].certain) == (MoveKind.CLEAR, True)
    assert moves[2, 2].kind is MoveKind.OPEN


def test_nothing_is_decided_by_a_total_that_counts_what_a_cut_hides() -> None:
    """With one mine in all the far cells would be safe; but there may be more board."""
    far = "1 ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?"
    whole = decide(reading(far), replace(SETTINGS, mines=1), game=0, step=0)
    assert whole.moves
    assert not whole.is_guess
    cut = replace(reading(far), cut=(False, False, False, True))
    decision = decide(cut, replace(SETTINGS, mines=1), game=0, step=0)
    assert decision.board.mines is None
    assert decision.moves == ()
    assert "cut off at the right" in (decision.refusal or "")


def test_certain_moves_away_from_a_cut_are_made_and_guesses_are_not() -> None:
    column = "0 1 ? ?\n0 1 ? ?\n0 1 ? ?\n0 1 ? ?\n0 1 ? ?\n0 1 ? ?"
    cut = replace(reading(column), cut=(False, True, False, False))
    decision = decide(cut, SETTINGS, game=0, step=0)
    assert decision.moves
    assert all(move.certain and move.cell[0] < 5 for move in decision.moves)
    clear = decide(reading(column), SETTINGS, game=0, step=0)
    assert {m.cell for m in decision.moves} <= {m.cell for m in clear.moves}
    fresh = replace(
        reading("? ? ?\n? ? ?\n? ? ?", phase=Phase.READY), cut=(True, False, False, False)
    )
    assert decide(fresh, SETTINGS, game=0, step=0).moves == ()


def test_a_board_that_is_cut_off_is_never_won() -> None:
    """Every cell that is seen is open or a mine; nobody sees the others."""
    seen = reading("? 1 0\n1 1 0\n0 0 0", 1)
    assert decide(seen, SETTINGS, game=0, step=0).phase is Phase.WON
    cut = replace(seen, cut=(False, False, False, True))
    assert decide(cut, SETTINGS, game=0, step=0).phase is not Phase.WON
