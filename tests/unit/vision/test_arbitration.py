"""Which of two grids of a board is kept, and what is believed of a grid of the votes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest

from autosweep.board import Board
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision import arbitration
from autosweep.vision.arbitration import arbitrated, numbered
from autosweep.vision.cut_sides import NONE
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import ACT_CONFIDENCE, Doubt, Reading
from autosweep.vision.rules import broken_cells, cells_at_fault
from autosweep.vision.trace import Trace
from autosweep.vision.votes.refine import VotedGrid

FRAME = np.full((400, 400, 3), 90, np.uint8)
CLEAR = (0.9, 0.9, 0.9, 0.9)
NOTHING = (0.05, 0.05, 0.05, 0.05)


def grid_of(rows: int, cols: int, corner: tuple[float, float] = (60, 60)) -> Grid:
    return Grid.regular(corner, (20, 20), (rows, cols))


def reading_of(
    rows: Sequence[str], grid: Grid, confidence: float = 1.0, theme: str = "generic"
) -> Reading:
    board = Board.from_rows([" ".join(row) for row in rows])
    values = np.full((board.rows, board.cols), confidence, np.float32)
    return Reading(board, grid, values, theme, phase_of(board))


NUMBERS = ["1?1000000", "111000000", *["000000000"] * 7]
"""9 x 9, a usual size."""


@pytest.fixture
def votes(monkeypatch: pytest.MonkeyPatch) -> list[VotedGrid]:
    """Return a list to which a test adds what the votes find."""
    found: list[VotedGrid] = []

    def voted_grids(pixels: Pixels, **_: object) -> Iterator[list[VotedGrid]]:
        del pixels
        yield found

    monkeypatch.setattr(arbitration, "voted_grids", voted_grids)
    return found


def voted(grid: Grid, beyond: tuple[float, float, float, float] = NOTHING) -> VotedGrid:
    return VotedGrid(grid, 0.8, CLEAR, beyond, at_end=False)


def test_a_settled_board_is_not_asked_about_again(votes: list[VotedGrid]) -> None:
    """Known themes never pay for the votes, whatever cells are uncertain."""
    votes.append(voted(grid_of(12, 12)))
    for confidence, theme in ((1.0, "generic"), (0.5, "classic")):
        first = reading_of(NUMBERS, grid_of(9, 9), confidence, theme)
        assert arbitrated(FRAME, [first], lambda _: pytest.fail("read again")) == [first]


def test_fewer_broken_cells_win(votes: list[VotedGrid]) -> None:
    first = reading_of(["3?1000000", *NUMBERS[1:]], grid_of(9, 9), 0.5)
    votes.append(voted(grid_of(9, 9, (68, 60))))
    second = reading_of(NUMBERS, votes[0].grid)
    assert arbitrated(FRAME, [first], lambda _: second) == [second]


def test_more_certain_cells_win(votes: list[VotedGrid]) -> None:
    first = reading_of(NUMBERS, grid_of(9, 9), 0.5)
    votes.append(voted(grid_of(9, 9, (68, 60))))
    second = reading_of(NUMBERS, votes[0].grid)
    assert arbitrated(FRAME, [first], lambda _: second) == [second]


def test_the_larger_grid_wins_then(votes: list[VotedGrid]) -> None:
    first = reading_of(NUMBERS[:-1], grid_of(8, 9), 0.5)
    votes.append(voted(grid_of(9, 9)))
    second = reading_of(NUMBERS, votes[0].grid, 0.5)
    (best,) = arbitrated(FRAME, [first], lambda _: second)
    assert best.board.rows == 9


def test_a_grid_on_which_both_agree_is_not_read_again(votes: list[VotedGrid]) -> None:
    first = reading_of(NUMBERS, grid_of(9, 9), 0.5)
    votes.append(voted(grid_of(9, 9, (61, 60))))
    (kept,) = arbitrated(FRAME, [first], lambda _: pytest.fail("read again"))
    assert kept.grid == first.grid


def test_a_thin_grid_has_no_certain_cell_without_the_votes(votes: list[VotedGrid]) -> None:
    """What a theme explains needs no other evidence."""
    first = reading_of(NUMBERS, grid_of(9, 9))
    (alone,) = arbitrated(FRAME, [first], lambda _: None, thin=[first.grid])
    assert alone.confidence.max() < ACT_CONFIDENCE
    known = reading_of(NUMBERS, grid_of(9, 9), theme="classic")
    assert arbitrated(FRAME, [known], lambda _: None, thin=[known.grid]) == [known]
    votes.append(voted(grid_of(9, 9, (61, 60))))
    assert arbitrated(FRAME, [first], lambda _: None, thin=[first.grid]) == [first]


def test_a_certain_grid_of_the_votes_beats_a_thin_one(votes: list[VotedGrid]) -> None:
    first = reading_of(NUMBERS, grid_of(9, 9))
    votes.append(voted(grid_of(9, 9, (68, 60))))
    second = reading_of(NUMBERS, votes[0].grid)
    assert arbitrated(FRAME, [first], lambda _: second, thin=[first.grid]) == [second]


def test_the_first_source_wins_where_they_are_equal(votes: list[VotedGrid]) -> None:
    first = reading_of(NUMBERS, grid_of(9, 9), 0.5)
    votes.append(voted(grid_of(9, 9, (68, 60))))
    second = reading_of(NUMBERS, votes[0].grid, 0.5)
    (best,) = arbitrated(FRAME, [first], lambda _: second)
    assert best.grid == first.grid


@pytest.mark.parametrize(
    ("confidence", "test"),
    [
        (1.0, "settled boards there 1 (needs <= 0)"),
        (0.5, "cells 81 (needs >= 82)"),
    ],
)
def test_a_grid_of_the_votes_that_loses_leaves_a_trace(
    votes: list[VotedGrid], confidence: float, test: str
) -> None:
    """Without it a user sees an accepted grid that is not the one returned."""
    away = reading_of(NUMBERS, grid_of(9, 9, (300, 300)), 0.5)
    first = reading_of(NUMBERS, grid_of(9, 9), confidence)
    votes.append(voted(grid_of(9, 9, (68, 60))))
    trace = Trace()
    arbitrated(FRAME, [first, away], lambda grid: reading_of(NUMBERS, grid, 0.5), trace)
    assert [str(one.tests[-1]) for one in trace.attempts] == [test]
    assert trace.attempts[0].grid == votes[0].grid


def test_a_grid_over_the_border_of_the_frame_is_refused(votes: list[VotedGrid]) -> None:
    votes.append(voted(grid_of(9, 9, (-4, 60))))
    assert arbitrated(FRAME, [], lambda _: pytest.fail("read")) == []
    votes[0] = voted(grid_of(9, 9, (-2, 60)))
    assert len(arbitrated(FRAME, [], lambda grid: reading_of(NUMBERS, grid))) == 1


def test_a_grid_of_the_votes_alone_needs_a_certain_number() -> None:
    hidden = reading_of(["?" * 9] * 9, grid_of(9, 9))
    assert numbered(hidden).doubt is Doubt.UNPROVEN
    flagged = reading_of(["F0" + "?" * 7, *["?" * 9] * 8], grid_of(9, 9))
    for reading in (hidden, flagged):
        assert (numbered(reading).confidence < ACT_CONFIDENCE).all()
    certain = reading_of(NUMBERS, grid_of(9, 9))
    assert numbered(certain) is certain


def test_a_grid_of_the_votes_with_a_doubtful_side_has_no_certain_cell(
    votes: list[VotedGrid],
) -> None:
    """Votes that are not clear of the line below may have missed more than that line."""
    votes.append(voted(grid_of(9, 9), (0.05, 0.6, 0.05, 0.05)))
    (reading,) = arbitrated(FRAME, [], lambda grid: reading_of(NUMBERS, grid))
    assert reading.cut == (False, True, False, False)
    assert len(reading.uncertain) == 81


def unreadable(grid: Grid) -> Reading:
    return reading_of(NUMBERS, grid).with_doubt(Doubt.UNREADABLE)


def test_a_grid_that_nobody_can_read_is_told_where_the_votes_are_clear(
    votes: list[VotedGrid],
) -> None:
    """A board without a certain cell rather than nothing."""
    votes.append(voted(grid_of(9, 9)))
    (told,) = arbitrated(FRAME, [], unreadable)
    assert told.doubt is Doubt.UNREADABLE
    assert len(told.uncertain) == 81
    # What looks like another game to the first source is none.
    assert arbitrated(FRAME, [], unreadable, rejected=lambda: [grid_of(9, 9)]) == []
    votes[0] = voted(grid_of(9, 9), (0.05, 0.6, 0.05, 0.05))
    assert arbitrated(FRAME, [], unreadable) == []


def test_a_grid_that_both_sources_found_is_told_and_not_read_again(
    votes: list[VotedGrid],
) -> None:
    votes.append(voted(grid_of(9, 9), (0.05, 0.6, 0.05, 0.05)))
    refused = [unreadable(grid_of(9, 9))]
    found = arbitrated(FRAME, [], lambda _: pytest.fail("read again"), refused=refused)
    assert [told.grid for told in found] == [refused[0].grid]


def test_a_part_of_a_grid_of_both_sources_is_no_board(votes: list[VotedGrid]) -> None:
    """Neither where the whole is told, nor where it breaks too many rules for that."""
    whole = grid_of(9, 9)
    part = reading_of([row[:5] for row in NUMBERS[:8]], Grid.regular((60, 60), (20, 20), (8, 5)))
    part.confidence[0, 0] = 0.5
    votes.append(voted(whole))
    for rows, found in ((NUMBERS, 1), (["5?5555555", *["555555555"] * 8], 0)):
        refused = [reading_of(rows, whole).with_doubt(Doubt.UNREADABLE)]
        kept = arbitrated(FRAME, [part], lambda _: pytest.fail("read again"), refused=refused)
        assert [told.grid for told in kept] == [whole] * found
    aside = replace(part, grid=Grid.regular((68, 60), (20, 20), (8, 5)))
    kept = arbitrated(FRAME, [aside], lambda _: None, refused=[unreadable(whole)])
    assert [told.grid for told in kept] == [aside.grid]


def test_neighbours_of_wrong_numbers_do_not_count_where_a_part_was_read(
    votes: list[VotedGrid],
) -> None:
    """A few misread numbers concern much of a board; without a board in it it may be a calendar."""
    alone = "010000010"
    rows = ["0" * 9, alone, *["0" * 9] * 5, alone, "0" * 9]
    reading = reading_of(rows, grid_of(9, 9)).with_doubt(Doubt.UNREADABLE)
    assert len(cells_at_fault(reading.board)) == 4
    assert len(broken_cells(reading.board)) == 36
    votes.append(voted(grid_of(9, 9)))
    assert arbitrated(FRAME, [], lambda _: None, refused=[reading]) == []
    part = reading_of(["?" * 5] * 5, Grid.regular((60, 60), (20, 20), (5, 5)), 0.5)
    (told,) = arbitrated(FRAME, [part], lambda _: None, refused=[reading])
    assert told.grid == reading.grid


def test_beside_a_board_an_unreadable_grid_needs_both_sources(votes: list[VotedGrid]) -> None:
    aside = grid_of(9, 9, (200, 200))
    first = reading_of(NUMBERS, grid_of(9, 9, (10, 10)), confidence=0.5)
    votes.append(voted(aside))
    assert len(arbitrated(FRAME, [first], unreadable)) == 1
    refused = [unreadable(aside)]
    assert len(arbitrated(FRAME, [first], unreadable, refused=refused)) == 2


def test_lines_that_the_votes_add_are_in_doubt_and_the_rest_stays_certain(
    votes: list[VotedGrid],
) -> None:
    """A first source that lacks a column is bettered, not replaced by a board nobody may use."""
    first = reading_of([row[:-1] for row in NUMBERS], grid_of(9, 8))
    first.confidence[0, 0] = 0.5
    votes.append(voted(grid_of(9, 9)))
    (best,) = arbitrated(FRAME, [first], lambda grid: reading_of(NUMBERS, grid))
    assert best.board.cols == 9
    assert best.cut == (False, False, False, True)
    assert (best.confidence[:, :-1] >= ACT_CONFIDENCE).all()


def test_both_sources_agreeing_remove_a_doubt(votes: list[VotedGrid]) -> None:
    """11 x 12 without a border may lack a row, unless the votes see the same extent."""
    page = np.full((400, 400, 3), 250, np.uint8)
    page[60:80, 60:300] = 110
    first = reading_of(["?" * 12, "1" * 12, *["0" * 12] * 9], grid_of(11, 12))
    (alone,) = arbitrated(page, [first], lambda _: None)
    assert alone.cut == (False, True, False, False)
    votes.append(voted(first.grid))
    (agreed,) = arbitrated(page, [first], lambda _: None)
    assert agreed.cut == NONE
    assert not agreed.uncertain
