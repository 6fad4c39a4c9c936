"""Two readings of one board put together: what each may take from the other."""

import numpy as np
import pytest

from autosweep.board import FLAG, HIDDEN, UNREAD, Board
from autosweep.geometry import Grid
from autosweep.vision.classify.labelling_search import Decoded
from autosweep.vision.combine import by_shape, completed
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.thresholds import MAX_AGREED

GRID = Grid(tuple(20.0 * k for k in range(6)), tuple(20.0 * k for k in range(6)))
TRUTH = """
5 5
0 0 1 ? ?
0 0 1 ? ?
0 0 1 ? ?
0 0 1 ? ?
0 0 1 ? ?
"""


def reading(doubts: dict[tuple[int, int], tuple[int, float]]) -> Reading:
    """Return a reading of the true board with some cells named otherwise, or less surely."""
    codes = np.frombuffer(Board.parse(TRUTH).cells, np.uint8).reshape(5, 5).copy()
    confidence = np.full((5, 5), 0.99, np.float32)
    for cell, (code, sure) in doubts.items():
        codes[cell], confidence[cell] = code, sure
    second, written = np.full_like(codes, HIDDEN), np.zeros((5, 5), bool)
    return by_shape(Decoded(codes, confidence, second, 0.0, 0, written), GRID)


def test_a_cell_that_only_the_other_is_sure_of_is_taken_from_it() -> None:
    found = completed(reading({(0, 2): (2, 0.2)}), reading({}))
    assert found.board == Board.parse(TRUTH)
    assert found.confidence[0, 2] >= ACT_CONFIDENCE
    assert not found.alternatives


def test_such_a_cell_stays_uncertain_where_the_other_is_not_trusted() -> None:
    found = completed(reading({(0, 2): (2, 0.2)}), reading({}), most=MAX_AGREED)
    assert found.board[0, 2] == 1
    assert found.confidence[0, 2] < ACT_CONFIDENCE


def test_two_uncertain_opinions_that_agree_are_read_and_not_acted_on() -> None:
    mine, other = reading({(0, 2): (1, 0.45)}), reading({(0, 2): (1, 0.48)})
    assert mine.board[0, 2] == other.board[0, 2] == UNREAD
    found = completed(mine, other)
    assert found.board[0, 2] == 1
    assert 0.5 < found.confidence[0, 2] < ACT_CONFIDENCE


def test_two_uncertain_opinions_that_differ_leave_a_cell_unread() -> None:
    found = completed(reading({(0, 2): (1, 0.45)}), reading({(0, 2): (2, 0.48)}))
    assert found.board[0, 2] == UNREAD


def test_where_both_say_the_same_the_surer_counts() -> None:
    found = completed(reading({(0, 2): (1, 0.7)}), reading({}))
    assert found.confidence[0, 2] >= ACT_CONFIDENCE


def test_readings_that_disagree_elsewhere_take_nothing_from_each_other() -> None:
    mine = reading({(0, 2): (1, 0.45)})
    other = reading({(row, 4): (FLAG, 0.99) for row in range(5)})
    assert completed(mine, other) is mine


@pytest.mark.parametrize("code", [1, 3])
def test_a_cell_that_was_filled_is_held_to_the_rules(code: int) -> None:
    """The upper left 0 touches nothing hidden; a number there has no mine to count."""
    other = reading({(0, 0): (code, 0.99)})
    found = completed(reading({(0, 0): (code, 0.3)}), other)
    assert found.confidence[0, 0] < ACT_CONFIDENCE


@pytest.mark.parametrize(("written", "read"), [(1, False), (10, True)])
def test_a_client_writes_all_its_zeros_or_none(written: int, *, read: bool) -> None:
    """A box among blank cells is a sign that no font has, whatever the classifier calls it."""
    codes = np.frombuffer(Board.parse(TRUTH).cells, np.uint8).reshape(5, 5).copy()
    signs = np.zeros((5, 5), bool)
    signs.flat[np.flatnonzero(codes == 0)[:written]] = True
    sure = np.full((5, 5), 0.99, np.float32)
    found = by_shape(Decoded(codes, sure, np.full_like(codes, HIDDEN), 0.0, 0, signs), GRID)
    assert (found.board[0, 0] == 0) is read
    assert found.board[1, 1] == 0
