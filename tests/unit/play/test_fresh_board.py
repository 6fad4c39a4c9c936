"""What counts as the board of a new game."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.painted_boards import observed

from autosweep.board import Board, Phase
from autosweep.geometry import Grid
from autosweep.play.fresh_board import (
    began_itself,
    is_covered_again,
    is_fresh,
    is_unplayed_again,
)
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import Reading

LOST = "5 5\n0 0 1 ? ?\n0 0 1 X ?\n1 1 1 ? *\n? ? ? ? ?\n? * ? ? ?"
FRESH = "5 5\n" + "\n".join(["? ? ? ? ?"] * 5)


def read(text: str, *, certain: float = 1.0) -> Reading:
    board = Board.parse(text)
    grid = Grid.regular((0, 0), (20, 20), (board.rows, board.cols))
    confidence = np.full((board.rows, board.cols), certain, np.float32)
    return Reading(board, grid, confidence, "", phase_of(board))


@pytest.mark.parametrize(
    ("now", "fresh"),
    [
        (FRESH, True),
        (LOST, False),
        (LOST.replace("X", "*"), False),
        (LOST.replace("X", "?").replace("*", "?"), False),
        ("5 5\n? ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?\n? ? 1 1 1\n? ? 1 0 0", True),
        ("6 6\n" + "\n".join(["? ? ? ? ? ?"] * 6), True),
    ],
)
def test_a_fresh_board_hides_what_was_shown(now: str, fresh: bool) -> None:  # noqa: FBT001
    assert is_fresh(read(LOST), read(now)) is fresh


def test_an_uncertain_board_is_not_fresh() -> None:
    assert not is_fresh(read(LOST), read(FRESH, certain=0.5))


def test_after_a_loss_at_the_first_click_all_must_be_hidden() -> None:
    old = read(FRESH.replace("? ?", "X ?", 1))
    assert is_fresh(old, read(FRESH))
    assert not is_fresh(old, read(FRESH.replace("? ?", "1 ?", 1)))


def test_a_board_is_fresh_where_the_old_one_showed_something_that_was_not_read() -> None:
    """Mines as plain red cells are taken for hidden ones, without certainty."""
    ended = replace(covered(FRESH, (0, 0), (2, 1)), phase=Phase.READY)
    assert is_fresh(ended, read(FRESH))
    assert began_itself(ended, read(FRESH))
    assert not is_fresh(ended, ended)
    assert not began_itself(ended, ended)


def covered(text: str, *cells: tuple[int, int]) -> Reading:
    """Return a reading on which something is written over some cells."""
    plain = read(text)
    confidence = plain.confidence.copy()
    for cell in cells:
        confidence[cell] = 0.2
    return replace(plain, confidence=confidence, phase=Phase.OBSCURED)


def test_a_board_that_the_client_writes_over_is_fresh_where_it_can_be_seen() -> None:
    """Some clients write the time over the first cells, on a fresh board as well."""
    old, clock = read(LOST), ((0, 0), (0, 1))
    assert is_fresh(old, covered(FRESH, *clock))
    assert not is_fresh(old, covered(LOST.replace("X", "?").replace("*", "?"), *clock))
    assert not is_fresh(old, covered(FRESH, *((row, 0) for row in range(5)), (0, 1)))
    assert not is_fresh(read(FRESH.replace("? ?", "X ?", 1)), covered(FRESH, *clock))


@pytest.mark.parametrize(
    ("old", "now", "certain", "again"),
    [(FRESH, FRESH, 1.0, True), (FRESH, FRESH, 0.5, False), (LOST, FRESH, 1.0, False)],
)
def test_a_board_whose_only_click_was_never_read_is_covered_again(
    old: str,
    now: str,
    certain: float,
    again: bool,  # noqa: FBT001
) -> None:
    assert is_covered_again(read(old), read(now, certain=certain)) is again


def test_a_board_that_looks_as_before_the_first_click_is_new() -> None:
    """A lost board may be repainted in one colour, and no reading tells the three apart."""
    hidden = "? ? ?\n? ? ?\n? ? ?"
    unplayed, lost = observed(hidden), observed(hidden, repaint="?")
    assert is_unplayed_again(observed(hidden).frame, lost, unplayed)
    assert not is_unplayed_again(lost.frame, lost, unplayed)
    assert not is_unplayed_again(observed("? ? ?\n? 1 ?\n? ? ?").frame, lost, unplayed)
    # Where the last game left no trace on its board nothing tells that another one began.
    assert not is_unplayed_again(unplayed.frame, observed(hidden), unplayed)
    assert not is_unplayed_again(unplayed.frame, lost, None)
