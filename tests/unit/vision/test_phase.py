from random import Random

import pytest

from autosweep.board import WRONG_FLAG, Board, Phase
from autosweep.vision.phase import phase_of, standard_mines
from autosweep.vision.rules import (
    broken_cells,
    conflicting_cells,
    uncertain_cells,
    with_blank_flags,
)


@pytest.mark.parametrize(
    ("rows", "phase"),
    [
        (["???", "?F?", "Q??"], Phase.READY),
        (["1??", "???", "???"], Phase.PLAYING),
        (["1F1", "111", "000"], Phase.WON),
        (["1*1", "111", "000"], Phase.LOST),
        (["1X1", "11!", "00!"], Phase.LOST),
        (["1W1", "111", "000"], Phase.LOST),
        (["1?1", "11!", "000"], Phase.OBSCURED),
    ],
)
def test_the_cells_tell_where_the_game_stands(rows: list[str], phase: Phase) -> None:
    assert phase_of(Board.from_rows(rows)) is phase


def test_covered_cells_as_many_as_mines_mean_a_won_game() -> None:
    """Some clients do not flag the mines after a win."""
    assert phase_of(Board.from_rows(["1?1", "111", "000"], mines=1)) is Phase.WON


def test_standard_totals_need_a_standard_size_and_room() -> None:
    assert standard_mines(Board.hidden(16, 30)) == 99
    assert standard_mines(Board.hidden(7, 9)) is None
    assert standard_mines(Board.from_rows(["0" * 8] * 8)) is None


@pytest.mark.parametrize(
    ("rows", "broken"),
    [
        (["1?", "11"], set()),
        (["0?", "11"], {(0, 0), (0, 1)}),
        (["0F", "11"], set()),
        (["21", "1?"], {(0, 0), (0, 1), (1, 0), (1, 1)}),
        (["1*", "*1"], {(0, 0), (0, 1), (1, 0), (1, 1)}),
        (["8!!", "!!!"], {(0, 0), (0, 1), (1, 0), (1, 1)}),
    ],
)
def test_cells_that_cannot_all_be_right_are_named(rows: list[str], broken: set[object]) -> None:
    assert broken_cells(Board.from_rows(rows)) == broken


def test_any_cells_that_break_a_rule_are_named() -> None:
    """Against the rules spelled out cell by cell, over boards of all symbols at random."""
    rng = Random(7)
    for _ in range(200):
        rows, cols = rng.randint(1, 6), rng.randint(1, 7)
        board = Board.from_rows(
            ["".join(rng.choice("00112345678???FQ*XW!") for _ in range(cols)) for _ in range(rows)]
        )
        broken = set()
        for i in range(rows * cols):
            cell = board.cell(i)
            beside = {other: board.symbol(other) for other in board.neighbors(cell)}
            symbol = board.symbol(cell)
            if symbol == "0":
                closed = {other for other, shown in beside.items() if shown in "?*X"}
                broken |= {cell, *closed} if closed else set()
            elif symbol in "12345678":
                mines = sum(shown in "*X" for shown in beside.values())
                possible = sum(shown in "?FQ*X!" for shown in beside.values())
                broken |= set() if mines <= int(symbol) <= possible else {cell, *beside}
        assert broken_cells(board) == broken, board


def test_numbers_that_cannot_hold_together_are_named() -> None:
    """Each of them alone has room for its mines; the smallest conflict is returned."""
    rows = ["1??", "03?", "000"]
    assert broken_cells(Board.from_rows(["1?1", "1?2", "???"])) == set()
    assert conflicting_cells(Board.from_rows(["1?1", "1?2", "???"])) == set()
    bad = Board.from_rows(["1?3", "1?2", "1??"])
    assert (0, 2) in broken_cells(bad) | conflicting_cells(bad)
    assert conflicting_cells(Board.from_rows(["?1?", "121", "?4?"])) != set()
    assert conflicting_cells(Board.from_rows(rows)) != set()


def test_a_broken_cell_does_not_hide_conflicts_elsewhere() -> None:
    """A number without room and, far from it, two numbers that cannot both hold."""
    rows = ["8?0000000", "??0000000", "000000000", "000000??1", "000000?41", "000000111"]
    doubtful = uncertain_cells(Board.from_rows(rows))
    assert (0, 0) in doubtful
    assert (4, 7) in doubtful


def test_a_blank_beside_a_shown_mine_is_a_wrong_flag() -> None:
    """Only in a lost game, and only where blanks beside mines are few."""
    lost = Board.from_rows(["0*1", "111", "000"])
    assert with_blank_flags(lost)[0, 0] == WRONG_FLAG
    assert with_blank_flags(lost).cells[1:] == lost.cells[1:]
    playing = Board.from_rows(["0?1", "111", "000"])
    assert with_blank_flags(playing) == playing
    misread = Board.from_rows(["0*0", "0*0", "000"])
    assert with_blank_flags(misread) == misread
