"""Which clicks fell on a cell that was open by then, and what they did."""

from __future__ import annotations

from autosweep.board import Board
from autosweep.play.open_clicks import open_click_evidence

HIDDEN = Board.from_rows(["? ? ? ?", "? ? ? ?", "? ? ? ?"])
AREA = Board.from_rows(["0 0 1 ?", "0 0 1 ?", "0 0 1 ?"])
"""What a click on 0,0 opens."""


def test_a_click_on_a_cell_that_the_batch_had_opened_is_evidence() -> None:
    assert open_click_evidence(HIDDEN, AREA, [(0, 0), (1, 2)]) == (1, 0)
    # the first click, or one on a cell of its own, is none
    assert open_click_evidence(HIDDEN, AREA, [(0, 0)]) == (0, 0)
    assert open_click_evidence(HIDDEN, AREA, [(1, 2), (0, 0)]) == (0, 0)


def test_a_click_on_an_open_cell_that_opened_others_is_seen() -> None:
    opened = Board.from_rows(["0 0 1 1", "0 0 1 *", "0 0 1 1"])
    assert open_click_evidence(HIDDEN, opened, [(0, 0), (1, 2)]) == (0, 1)


def test_a_click_that_could_have_opened_nothing_tells_nothing() -> None:
    """Neither a zero nor a clue without hidden neighbours."""
    assert open_click_evidence(HIDDEN, AREA, [(0, 0), (2, 0)]) == (0, 0)


def test_a_client_that_does_not_open_round_zeros_gives_no_evidence() -> None:
    """Each click has opened its own cell."""
    after = Board.from_rows(["0 1 ? ?", "? ? ? ?", "? ? ? ?"])
    assert open_click_evidence(HIDDEN, after, [(0, 0), (0, 1)]) == (0, 0)


def test_a_corner_neighbour_is_not_surely_open() -> None:
    """A client may open round zeros across sides only."""
    after = Board.from_rows(["0 1 ? ?", "1 1 ? ?", "? ? ? ?"])
    assert open_click_evidence(HIDDEN, after, [(0, 0), (1, 1)]) == (0, 0)
