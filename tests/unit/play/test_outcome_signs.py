"""Messages, words and mines that are shown: what they tell of the end of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.ended_games import LARGE, decision, ending, facts, guessed, outcome
from support.painted_boards import observed

from autosweep.board import UNREAD, Phase
from autosweep.play.end_facts import Signs, Stage
from autosweep.play.evidence import Fact
from autosweep.play.outcome import estimate
from autosweep.play.state import GameState
from autosweep.solver.moves import Move, MoveKind
from autosweep.tracking.observation import Observation


def test_the_words_of_the_window_decide_where_the_moves_do_not() -> None:
    small = "1 ? ?\n? ? ?\n? ? ?"
    state = guessed(small)
    for said in (Phase.WON, Phase.LOST):
        signs = Signs(Stage.GIVEN_UP, said=(said, "told"))
        assert estimate(state, None, None, signs).phase is said
    unknown = estimate(state, None, None, Signs(Stage.GIVEN_UP))
    assert (unknown.phase, facts(unknown)) == (Phase.ENDED, {Fact.BOARD_GONE})
    # A dialog that says it needs no longer waiting.
    covered = observed(small, uncertain="?")
    signs = Signs(Stage.WAITED, message=True, said=(Phase.LOST, "You lost"))
    assert estimate(state, covered, decision(covered), signs).phase is Phase.LOST
    # Words that contradict what the moves can have done decide nothing.
    signs = Signs(Stage.GIVEN_UP, said=(Phase.WON, "You win"))
    assert estimate(guessed(), None, None, signs).phase is Phase.ENDED


def test_a_guess_that_the_clues_prove_to_be_a_mine_is_lost() -> None:
    """After a loss everything is opened, and the guessed cell is drawn in an unknown image."""
    before = observed("0 1 ?\n0 1 ?")
    made = decision(before)
    assert made.is_guess
    (cell,) = (move.cell for move in made.moves)
    rows = [["0", "1", "1"], ["0", "1", "1"]]
    rows[cell[0]][cell[1]] = "!"
    now = observed("\n".join(map(" ".join, rows)), uncertain="!")
    found = outcome(before, made, now, Stage.SEEN)
    assert (found.phase, facts(found)) == (Phase.LOST, {Fact.PROVEN_MINE})


def test_a_board_without_a_mine_is_no_win() -> None:
    before = observed("0 0 ?\n0 0 0\n0 0 0")
    made = decision(before)
    assert not made.finishes
    found = outcome(before, made, observed("0 0 0\n0 0 0\n0 0 0"), Stage.SEEN)
    assert (found.phase, facts(found)) == (Phase.ENDED, {Fact.NO_MINES})


def test_a_cell_that_stays_hidden_beside_shown_mines_is_a_loss() -> None:
    """One of two cells is a mine: the client shows all mines and leaves the safe cell hidden."""
    before = observed("? 1 0 1 ?\n? 1 0 1 ?")
    made = decision(before)
    assert made.is_guess
    ((row, col),) = (move.cell for move in made.moves)
    rows = [["*", "1", "0", "1", "*"], ["?", "1", "0", "1", "?"]]
    rows[row][col], rows[1 - row][col] = "!", "?"
    now = observed("\n".join(map(" ".join, rows)), uncertain="!")
    assert outcome(before, made, now, Stage.SEEN).phase is Phase.LOST


def test_certain_moves_with_much_left_to_open_have_not_won_whatever_is_shown() -> None:
    """A client that plays on after a loss, or one that was restarted by somebody."""
    rows = ["0 0 1 ? ? ? ? ?", "0 0 1 ? ? ? ? ?", "1 1 1 ? ? ? ? ?", *["? ? ? ? ? ? ? ?"] * 5]
    before = observed("\n".join(rows).replace("1 1 1 ?", "0 0 1 ?"))
    made = decision(before)
    assert made.moves
    assert not made.is_guess
    state = GameState(last=(before, made))
    state.add_observation(before)
    fresh = observed("\n".join(["? ? ? ? ? ? ? ?"] * 8))
    assert estimate(state, fresh, decision(fresh), Signs(message=True)).phase is None
    given_up = estimate(state, fresh, decision(fresh), Signs(Stage.GIVEN_UP))
    assert given_up.phase is Phase.ENDED


def test_a_guess_that_shows_nothing_after_a_message_is_lost() -> None:
    """The page says "Game over" and leaves a plain cell where the mine was."""
    state = guessed()
    assert state.last is not None
    (cell,) = (move.cell for move in state.last[1].moves)
    rows = [row.split() for row in LARGE.split("\n")]
    rows[cell[0]][cell[1]] = "Q"
    now = observed("\n".join(map(" ".join, rows)))
    assert estimate(state, now, decision(now), Signs(message=True)).phase is Phase.LOST
    assert estimate(state, now, decision(now), Signs()).phase is None


def test_an_empty_cell_that_cannot_be_one_is_a_mine_after_a_message() -> None:
    """The clue beside it needs one of the two hidden cells, and a zero forbids both."""
    state = guessed("0 0 1 ?\n0 0 1 ?")
    before, cell = _guess_of(state)
    now = observed(_with(before, cell, "0"))
    found = estimate(state, now, decision(now), Signs(message=True))
    assert (found.phase, facts(found)) == (Phase.LOST, {Fact.FALSE_ZERO, Fact.MESSAGE})
    assert estimate(state, now, decision(now), Signs()).phase is None
    number = observed(_with(before, cell, "1"))
    assert estimate(state, number, decision(number), Signs(message=True)).phase is not Phase.LOST


def test_a_zero_that_opens_nothing_is_a_mine_after_a_message() -> None:
    """Safe cells are left beside it, so no win ended the game."""
    state = guessed()
    before, cell = _guess_of(state)
    now = observed(_with(before, cell, "0"))
    found = estimate(state, now, decision(now), Signs(message=True))
    assert (found.phase, facts(found)) == (Phase.LOST, {Fact.FALSE_ZERO, Fact.MESSAGE})
    assert estimate(state, now, decision(now), Signs()).goes_on


def _guess_of(state: GameState) -> tuple[Observation, tuple[int, int]]:
    """Return the board before the last move, and the cell that was guessed."""
    assert state.last is not None
    before, made = state.last
    (move,) = made.moves
    return before, move.cell


def _with(seen: Observation, cell: tuple[int, int], symbol: str) -> str:
    """Return the text of a board with another symbol in a cell."""
    rows = [line.split() for line in str(seen.reading.board).splitlines()[1:]]
    rows[cell[0]][cell[1]] = symbol
    return "\n".join(map(" ".join, rows))


FRESH = "? ? ? ? ? ? ?\n? ? ? ? ? ? ?\n? ? ? ? ? ? ?"


def test_a_board_that_goes_away_with_the_first_click_has_lost_no_game() -> None:
    """It may have been the picture of a board on a start page; words still tell a loss."""
    before = observed(FRESH)
    state = GameState(last=(before, decision(before)))
    state.add_observation(before)
    for stage in (Stage.SEEN, Stage.WAITED):
        assert estimate(state, None, None, Signs(stage, message=True)).phase is None
    gone = estimate(state, None, None, Signs(Stage.GIVEN_UP, message=True))
    assert gone.phase is Phase.ENDED
    told = Signs(Stage.GIVEN_UP, message=True, said=(Phase.LOST, "You lost"))
    assert estimate(state, None, None, told).phase is Phase.LOST
    assert estimate(guessed(), None, None, Signs(message=True)).phase is Phase.LOST


def test_a_message_after_the_first_click_tells_the_end_of_a_board_that_is_hidden() -> None:
    """A page may make its board new at once; without such words the game has just begun."""
    before = observed(FRESH)
    state = GameState(last=(before, decision(before)))
    state.add_observation(before)
    told = Signs(Stage.SEEN, message=True, said=(Phase.LOST, "Boom"))
    found = estimate(state, before, decision(before), told)
    assert (found.phase, facts(found)) == (Phase.LOST, {Fact.MESSAGE, Fact.TEXT})
    silent_message = Signs(Stage.SEEN, message=True)
    assert estimate(state, before, decision(before), silent_message).phase is None
    opened = observed(FRESH.replace("? ?", "1 ?", 1))
    assert estimate(state, opened, decision(opened), told).phase is None


PLAIN_MINES = """
! 1 1 1 1
1 1 1 ! 1
0 0 1 1 1
"""


@pytest.mark.parametrize(("clicked", "told"), [((0, 0), Phase.LOST), ((2, 4), Phase.WON)])
def test_mines_that_are_plain_cells_are_told_by_the_numbers(
    clicked: tuple[int, int], told: Phase
) -> None:
    """The whole board is opened when a game ends, its mines as cells of another plain colour."""
    before = observed("? ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?")
    guess = Move(MoveKind.OPEN, clicked, probability=0.2, certain=False)
    made = replace(decision(before), moves=(guess,))
    now = observed(PLAIN_MINES.strip().replace("!", "0"))
    pixels = now.frame.pixels.copy()
    for cell in ((0, 0), (1, 3)):
        rect = now.reading.grid.cell_rect(cell)
        pixels[rect.y : rect.bottom, rect.x : rect.right] = (40, 60, 210)
    now = replace(now, frame=replace(now.frame, pixels=pixels))
    state = GameState(last=(before, made))
    found = estimate(state, now, decision(now), Signs(Stage.WAITED))
    assert found.phase is told


def test_a_board_whose_shading_drifts_reveals_nothing() -> None:
    """Colours of a page may change all the time by less than a level."""
    text = "1 ? ? ? ? ? ?\n? ? ? ? ? ? ?\n? ? ? ? ? ? ?"
    before = observed(text)
    made = decision(before)
    assert made.is_guess
    (cell,) = [move.cell for move in made.moves]
    now = observed(text)
    pixels = now.frame.pixels.copy()
    pixels[::4] += 1
    box = now.reading.grid.cell_rect(cell)
    pixels[box.y : box.bottom, box.x : box.right] = 200
    unread = now.reading.board.with_cells({cell: UNREAD})
    now = replace(
        now,
        frame=replace(now.frame, pixels=pixels),
        reading=replace(now.reading, board=unread, phase=Phase.OBSCURED),
    )
    now.reading.confidence[cell] = 0.0
    assert ending(before, made, now) is None


def test_numbers_confirm_the_mines_of_a_board_that_is_shown_as_a_whole() -> None:
    """All cells are shown at once, empty ones look as they did, and some are uncertain."""
    before = observed("1 ? ? ?\n? ? ? ?\n? ? ? ?")
    made = replace(decision(before), moves=(Move(MoveKind.OPEN, (0, 2), 0.2, certain=False),))
    counted = "1 2 * 1\n1 * 2 1\n1 1 1 0"
    for text, phase in ((counted, Phase.LOST), (counted.replace("1 * 2", "2 * 2"), None)):
        now = observed(text, uncertain="*2")
        empty = now.reading.grid.cell_rect((2, 3))
        now.frame.crop(empty).pixels[:] = before.frame.crop(empty).pixels
        assert ending(before, made, now) is phase


def test_a_safe_cell_that_is_left_is_no_won_game() -> None:
    """Numbers that are not read any more look as if a message lay over them."""
    before = observed("0 1 ? ?\n0 1 ? ?\n0 1 ? ?")
    made = decision(before)
    assert sorted(move.cell for move in made.moves) == [(0, 2), (2, 2)]
    left = observed("0 1 2 ?\n0 1 ? ?\n0 1 3 ?", uncertain="0", repaint="0")
    assert outcome(before, made, left, Stage.GIVEN_UP).phase is None
    done = observed("0 1 3 ?\n0 1 ? ?\n0 1 3 ?", uncertain="0", repaint="0")
    assert outcome(before, made, done, Stage.GIVEN_UP).phase is Phase.WON


def test_words_of_a_win_do_not_win_a_game_that_still_has_a_safe_cell() -> None:
    """A text may tell of something else than the game, such as a badge."""
    rows = ["0 1 ? ? ? ?", *["0 1 ? ? ? ?"] * 5]
    before = observed("\n".join(rows))
    made = decision(before)
    assert not made.is_guess
    clicked = {(2, 2), (3, 2)}
    made = replace(made, moves=tuple(move for move in made.moves if move.cell in clicked))
    assert len(made.moves) == 2
    state = GameState(last=(before, made))
    state.add_observation(before)
    texts = [row.split() for row in rows]
    for row, col in clicked:
        texts[row][col] = "!"
    now = observed("\n".join(map(" ".join, texts)), uncertain="!", repaint="!")
    said = Phase.WON, "Congratulations"
    only_words = Signs(Stage.GIVEN_UP, said=said)
    assert estimate(state, now, decision(now), only_words).phase is None
    # A number counts fewer mines than cells that are hidden and were not clicked.
    for message in (
        Signs(Stage.WAITED, message=True, said=said),
        replace(only_words, message=True),
    ):
        found = estimate(state, now, decision(now), message)
        assert (found.phase, facts(found)) == (Phase.ENDED, {Fact.MESSAGE, Fact.TEXT})


def test_an_uncertain_cell_does_not_contradict_words_of_a_win() -> None:
    """A number of an unknown font may be read as a flag all game long."""
    before = observed("0 1 ?\n0 1 F\n0 1 ?", uncertain="F")
    made = decision(before)
    made = replace(made, moves=tuple(move for move in made.moves if move.cell == (0, 2)))
    state = GameState(last=(before, made))
    state.add_observation(before)
    now = observed("0 1 1\n0 1 F\n0 1 ?", uncertain="F")
    signs = Signs(Stage.WAITED, message=True, said=(Phase.WON, "You won!"))
    assert estimate(state, now, decision(now), signs).phase is Phase.WON


def test_a_game_with_a_guess_that_still_looks_like_a_mine_is_not_told_as_won() -> None:
    """A client may let a game be played on that was lost at its first click."""
    before = observed("* 1 ?\n1 1 1\n0 0 0", uncertain="*", confidence=0.7)
    made = replace(decision(before), moves=(Move(MoveKind.OPEN, (0, 2), 0.0),))
    now = observed("* 1 0\n1 1 0\n0 0 0", uncertain="*", confidence=0.7)
    state = GameState(last=(before, made))
    state.add_observation(before)
    assert estimate(state, now, decision(now), Signs(Stage.WAITED)).phase is Phase.WON
    state.guesses.add((0, 0))
    lost = estimate(state, now, decision(now), Signs(Stage.WAITED))
    assert (lost.phase, facts(lost)) == (Phase.LOST, {Fact.PROVEN_MINE})
    won = Signs(Stage.WAITED, message=True, said=(Phase.WON, "You win!"))
    assert estimate(state, now, decision(now), won).phase is Phase.WON


def test_a_guess_that_the_clues_prove_a_mine_later_has_lost_a_game_that_goes_on() -> None:
    """It was read as a mine, but not for certain, and the client took further clicks."""
    before = observed("* ? ?\n? ? ?\n0 0 0", uncertain="*", confidence=0.7)
    made = replace(decision(before), moves=(Move(MoveKind.OPEN, (1, 0), 0.0),))
    state = GameState(last=(before, made), guesses={(0, 0)})
    for now, phase in (
        (observed("* ? ?\n1 ? ?\n0 0 0", uncertain="*", confidence=0.7), None),
        (observed("* 1 ?\n1 1 ?\n0 0 0", uncertain="*", confidence=0.7), Phase.LOST),
    ):
        assert estimate(state, now, decision(now), Signs()).phase is phase
