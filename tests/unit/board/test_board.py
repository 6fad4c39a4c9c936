"""Boards: what they hold, what is wrong with them."""

from __future__ import annotations

import pytest

from autosweep.board import FLAG, HIDDEN, UNREAD, Board, Status
from autosweep.errors import BoardFormatError


def board(text: str, mines: int | None = None) -> Board:
    return Board.from_rows(text.split("\n"), mines)


def test_a_board_is_a_value() -> None:
    """Equal boards hash alike and a change makes a new board."""
    one, other = Board.hidden(2, 3, 1), Board.hidden(2, 3, 1)
    assert one == other
    assert hash(one) == hash(other)
    changed = one.with_cells({(1, 2): FLAG})
    assert changed != one
    assert changed[1, 2] == FLAG
    assert one[1, 2] == HIDDEN


@pytest.mark.parametrize(("rows", "cols"), [(0, 3), (3, 0), (-1, 2), (3000, 3000)])
def test_impossible_sizes_are_refused(rows: int, cols: int) -> None:
    with pytest.raises(BoardFormatError):
        Board(rows, cols, b"")


def test_wrong_number_of_cells_bad_codes_and_negative_mines_are_refused() -> None:
    with pytest.raises(BoardFormatError, match="4 x 4 cells were announced and 3 given"):
        Board(4, 4, bytes(3))
    with pytest.raises(BoardFormatError, match="16 is not a cell code"):
        Board(1, 1, bytes([16]))
    with pytest.raises(BoardFormatError, match="cannot have -1 mines"):
        Board.hidden(1, 1, -1)


def test_cells_off_the_board_raise_index_error() -> None:
    for cell in ((-1, 0), (0, -1), (2, 0), (0, 3)):
        with pytest.raises(IndexError):
            Board.hidden(2, 3)[cell]


def test_neighbors_of_corner_edge_and_middle() -> None:
    small = Board.hidden(3, 4)
    assert small.neighbors((0, 0)) == [(0, 1), (1, 0), (1, 1)]
    assert len(small.neighbors((0, 1))) == 5
    assert len(small.neighbors((1, 1))) == 8


@pytest.mark.parametrize(
    ("text", "mines", "wanted"),
    [
        ("1 ?\n? ?", 1, Status.VALID),
        ("! 1\n? ?", None, Status.UNREAD_CELLS),
        ("3 1\n? 1", None, Status.NUMBER_TOO_LARGE),
        ("0 *\n? ?", None, Status.NUMBER_TOO_SMALL),
        ("? ?\n? ?", 5, Status.TOO_MANY_MINES),
        ("* X\n? ?", 1, Status.TOO_FEW_MINES),
        ("1 F\nF ?", None, Status.OVERFLAGGED_NUMBER),
        ("F F\nF ?", 2, Status.OVERFLAGGED_BOARD),
        ("3 1\n0 *", 9, Status.NUMBER_TOO_LARGE | Status.NUMBER_TOO_SMALL | Status.TOO_MANY_MINES),
    ],
)
def test_status_names_everything_that_is_wrong(
    text: str, mines: int | None, wanted: Status
) -> None:
    """Each fault has its flag, and several faults are all named."""
    status = board(text, mines).status
    assert status == wanted
    assert len(status.sentences()) == wanted.bit_count()


def test_unread_is_neither_hidden_nor_empty() -> None:
    """An unread cell keeps its own symbol and code."""
    one = board("! ?")
    assert one[0, 0] == UNREAD
    assert one.symbol((0, 0)) == "!"
