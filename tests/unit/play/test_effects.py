"""What clicks did: zeros that open nothing beside them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from autosweep.board import HIDDEN, UNREAD, Board, Phase
from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Frame
from autosweep.play.effects import is_same, last_blank, opened_blank, unlike_hidden
from autosweep.solver.moves import Move, MoveKind
from autosweep.tracking.observation import Observation
from autosweep.vision.reading import Reading

SIDE = 12
GRID = Grid.regular((2.0, 2.0), (SIDE, SIDE), (3, 3))
COVER, GROUND = 90, 240


def observed(
    clues: dict[Cell, int], blank: tuple[Cell, ...] = (), empty: dict[Cell, int] | None = None
) -> Observation:
    """Return a board on which clues are read and blank cells are taken for hidden ones.

    `empty` cells are read as zeros without certainty; they have these grounds.
    """
    empty = empty or {}
    pixels = np.full((3 * SIDE + 4, 3 * SIDE + 4, 3), 10, np.uint8)
    for r in range(3):
        for c in range(3):
            box = GRID.cell_rect((r, c))
            shade = GROUND if (r, c) in blank or (r, c) in clues else COVER
            pixels[box.y : box.bottom, box.x : box.right] = empty.get((r, c), shade)
            if (r, c) in clues:
                pixels[box.y + 3 : box.bottom - 3, box.x + 5] = 0
    board = Board(3, 3, bytes([HIDDEN] * 9)).with_cells({**clues, **dict.fromkeys(empty, 0)})
    sure = np.ones((3, 3), np.float32)
    for cell in (*blank, *empty):
        sure[cell] = 0.6
    return Observation(Frame(pixels), Reading(board, GRID, sure, "generic", Phase.PLAYING))


def opened(before: Observation, now: Observation, cell: Cell) -> list[Cell]:
    return opened_blank(before, now, [Move(MoveKind.OPEN, cell)])


def test_a_clicked_cell_that_changed_and_shows_nothing_is_a_zero() -> None:
    before, now = observed({(2, 2): 1}), observed({(2, 2): 1}, ((0, 0),))
    assert opened(before, now, (0, 0)) == [(0, 0)]
    assert opened(before, now, (0, 1)) == []
    assert opened(now, now, (0, 0)) == []
    unread = replace(now.reading, board=now.reading.board.with_cells({(0, 0): UNREAD}))
    assert opened(before, replace(now, reading=unread), (0, 0)) == [(0, 0)]


def test_a_blank_cell_is_no_zero_if_other_hidden_cells_changed_too() -> None:
    """Mines are shown in several places at once."""
    before, now = observed({}), observed({}, ((0, 0), (2, 1)))
    assert opened(before, now, (0, 0)) == []


def test_zeros_of_the_ground_of_the_clicked_one_may_be_opened_with_it() -> None:
    before = observed({})
    spread = observed({(2, 2): 1}, empty={(0, 0): GROUND, (0, 1): GROUND, (1, 0): GROUND})
    assert opened(before, spread, (0, 0)) == [(0, 0)]
    other = observed({(2, 2): 1}, empty={(0, 0): GROUND, (0, 1): GROUND, (1, 0): 160})
    assert opened(before, other, (0, 0)) == []


def test_hidden_cells_whose_lines_changed_were_not_opened() -> None:
    before, now = observed({(2, 2): 1}), observed({(2, 2): 1}, ((0, 0),))
    box = GRID.cell_rect((0, 1))
    now.frame.pixels[box.y : box.bottom, box.x] = 0
    assert opened(before, now, (0, 0)) == [(0, 0)]


def test_cells_that_are_repainted_without_a_clue_are_no_opening() -> None:
    """Some clients paint all hidden cells in another colour when a game is over."""
    cells = [(r, c) for r in range(3) for c in range(3)]
    before = observed({})
    assert opened(before, observed({}, empty=dict.fromkeys(cells, GROUND)), (0, 0)) == []
    # Others show mines as plain squares, in several places.
    apart = observed({}, empty={(0, 0): GROUND, (0, 2): GROUND})
    assert opened(before, apart, (0, 0)) == []


def test_a_few_cells_beside_the_clicked_one_are_an_opening() -> None:
    """Some clients open the cells at the four sides of a zero, and no number is among them."""
    before, now = observed({}), observed({}, empty={(0, 0): GROUND, (0, 1): GROUND})
    assert opened(before, now, (0, 0)) == [(0, 0)]


def test_a_ground_that_is_a_gradient_is_plain() -> None:
    before, now = observed({(2, 2): 1}), observed({(2, 2): 1}, ((0, 0),))
    box = GRID.cell_rect((0, 0))
    slope = np.linspace(240, 200, box.w).astype(np.uint8)[np.newaxis, :, np.newaxis]
    now.frame.pixels[box.y : box.bottom, box.x : box.right] = slope
    assert opened(before, now, (0, 0)) == [(0, 0)]
    now.frame.pixels[box.y + 5, box.x + 5] = 90
    assert opened(before, now, (0, 0)) == []


def test_a_ground_that_hidden_cells_have_elsewhere_is_not_that_of_zeros() -> None:
    """On a shaded board the ground of one open cell may be the cover of another cell."""
    before, now = observed({(2, 2): 1}), observed({(2, 2): 1}, ((0, 0),))
    assert unlike_hidden(before, now, [(0, 0)]) == [(0, 0)]
    shaded = observed({(2, 2): 1}, ((1, 1),))
    assert unlike_hidden(shaded, now, [(0, 0)]) == []


def test_the_cell_that_was_clicked_last_may_show_the_pointer() -> None:
    """A number, an earlier click or a cell that nobody clicked shows no pointer."""
    moves = [Move(MoveKind.OPEN, (0, 1)), Move(MoveKind.OPEN, (0, 0))]
    before, lit = observed({(2, 2): 1}), observed({(2, 2): 1}, ((0, 0),))
    assert last_blank(before, lit, moves) == (0, 0)
    assert last_blank(before, observed({(2, 2): 1, (0, 1): 1}, ((0, 0),)), moves) == (0, 0)
    assert last_blank(before, before, moves) is None
    assert last_blank(before, observed({(2, 2): 1, (0, 0): 1}), moves) is None
    assert last_blank(before, observed({(2, 2): 1}, ((0, 1),)), moves) is None
    assert is_same(before, before.frame, (0, 0))
    assert not is_same(before, lit.frame, (0, 0))


@pytest.mark.parametrize(("look", "found"), [("flat", True), ("ring", False), ("bevel", False)])
def test_a_clicked_cell_that_lost_its_bevel_is_a_zero(look: str, found: bool) -> None:  # noqa: FBT001
    """Hidden and open cells have one ground. A ring shows which cell was clicked last."""
    before = observed({(2, 2): 1})
    box = GRID.cell_rect((0, 0))
    pixels = before.frame.pixels.copy()
    cell = pixels[box.y : box.bottom, box.x : box.right]
    cell[1:-1, 1:-1] = 250
    cell[3:-3, 3:-3] = COVER
    bevelled = replace(before, frame=Frame(pixels))
    now = pixels.copy()
    shown = now[box.y : box.bottom, box.x : box.right]
    shown[1:-1, 1:-1] = {"flat": COVER, "ring": 20, "bevel": 250}[look]
    shown[3:-3, 3:-3] = COVER
    shown[0, 0] = 0
    opened_now = replace(before, frame=Frame(now))
    assert (opened(bevelled, opened_now, (0, 0)) == [(0, 0)]) is found
