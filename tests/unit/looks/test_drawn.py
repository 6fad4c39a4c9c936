"""Images drawn without a browser: the same from a seed, and labelled where the pixels are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

pytest.importorskip("playwright.sync_api")
from looks.board_image import BoardPainter, choose_look
from looks.dataset import SYMBOLS, LabelledBoard, load, save
from looks.families import FAMILIES, KEPT_OUT, SECOND, TRAINING
from looks.finish import Finished
from looks.generate import Choice, choice_of, draw, renderer_of
from looks.other_grids import OTHER_GRIDS, OTHER_KEPT_OUT
from looks.overlays import hide
from looks.page_others import PAGE_GRIDS
from looks.page_style import PAGE_KEPT_OUT, STYLES
from looks.positions import Position

SEED = 11


def check_boards(done: Finished) -> None:
    """Check that the boards lie on the image and have a symbol for every cell."""
    pixels = cv2.imdecode(np.frombuffer(done.encoded, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    h, w = pixels.shape[:2]
    for board in done.boards:
        assert len(board.row_edges) == board.rows + 1
        assert len(board.col_edges) == board.cols + 1
        assert all(len(line) == board.cols for line in board.cells)
        assert set("".join(board.cells)) <= set(SYMBOLS)
        for edges, size in ((board.row_edges, h), (board.col_edges, w)):
            assert (np.diff(edges) > 5).all()
            assert edges[0] >= 0
            assert edges[-1] <= size + 0.5


@pytest.mark.parametrize("family", [*FAMILIES, *SECOND])
def test_every_family_draws_boards(family: str) -> None:
    choice = Choice((family,), (), (), ())
    done, label = draw(SEED, 0, choice)
    assert label.family == family
    assert label.boards
    assert label.other is None
    check_boards(done)


@pytest.mark.parametrize("kind", OTHER_GRIDS)
def test_every_other_grid_draws_an_image_without_a_board(kind: str) -> None:
    done, label = draw(SEED, 0, Choice((), (), (kind,), ()))
    assert label.other == kind
    assert label.boards == ()
    check_boards(done)


def test_the_same_seed_gives_the_same_image() -> None:
    numbers = range(8)
    first = [draw(SEED, k, choice_of()) for k in numbers]
    again = [draw(SEED, k, choice_of()) for k in reversed(numbers)][::-1]
    assert [f[0].encoded for f in first] == [a[0].encoded for a in again]
    assert [f[1] for f in first] == [a[1] for a in again]
    assert draw(SEED + 1, 0, choice_of())[0].encoded != first[0][0].encoded


def test_cells_are_drawn_where_the_label_says() -> None:
    """Equal symbols look equal within the edges, different ones do not."""
    rng = Random(5)
    look = choose_look(rng, "classic")
    position = Position(("?1?1", "F0F0", "?1?1", "2323"), frozenset(), "middle")
    ys, xs = [0, 21, 42, 64, 85], [0, 20, 40, 60, 80]
    board = BoardPainter(rng, look).draw(position, ys, xs)

    def cell(r: int, c: int) -> np.ndarray:
        return board[ys[r] : ys[r + 1], xs[c] : xs[c + 1]]

    assert (cell(0, 0) == cell(0, 2)).all()
    assert (cell(1, 0) == cell(1, 2)).all()
    assert (cell(3, 1) == cell(3, 3)).all()
    for a, b in (((0, 0), (0, 1)), ((1, 0), (0, 0)), ((1, 1), (0, 1)), ((3, 0), (3, 1))):
        assert np.abs(cell(*a) - cell(*b)).mean() > 1


def test_hidden_and_empty_cells_differ_in_every_look() -> None:
    for family in FAMILIES:
        for seed in range(6):
            theme = choose_look(Random(seed), family).theme
            hidden, empty = theme.cell(9, 24, 24), theme.cell(0, 24, 24)
            assert (hidden != empty).any(), (family, seed)


def test_kept_out_families_are_not_used_for_training() -> None:
    training, kept_out = choice_of(), choice_of(kept_out=True)
    for mine, theirs in zip(
        (training.drawn, training.pages, training.drawn_grids, training.page_grids),
        (kept_out.drawn, kept_out.pages, kept_out.drawn_grids, kept_out.page_grids),
        strict=True,
    ):
        assert mine
        assert theirs
        assert not set(mine) & set(theirs)
    assert len(KEPT_OUT) + len(PAGE_KEPT_OUT) >= 6
    assert set(TRAINING) | set(KEPT_OUT) == set(FAMILIES)
    assert set(training.pages) | set(kept_out.pages) == set(STYLES)
    assert set(OTHER_KEPT_OUT) <= set(OTHER_GRIDS)
    assert set(training.page_grids) | set(kept_out.page_grids) == set(PAGE_GRIDS)


def test_families_can_be_named() -> None:
    assert choice_of(names=["neon", "chess"]) == Choice(("neon",), (), ("chess",), ("chess",))
    with pytest.raises(ValueError, match="no family plaid"):
        choice_of(names=["plaid"])


def test_every_second_image_is_a_page() -> None:
    assert [renderer_of(k, "both") for k in range(3)] == ["drawn", "page", "drawn"]
    assert renderer_of(1, "drawn") == "drawn"


def test_an_image_is_stored_with_its_label(tmp_path: Path) -> None:
    done, label = draw(SEED, 3, choice_of(names=["classic"]))
    label = replace(label, path=tmp_path / label.path)
    save(label, done.encoded)
    loaded = list(load(tmp_path))
    assert [image.path for image in loaded] == [label.path]
    assert loaded[0].boards[0].cells == label.boards[0].cells
    assert loaded[0].boards[0].row_edges == pytest.approx(label.boards[0].row_edges, abs=0.001)
    assert (loaded[0].family, loaded[0].renderer, loaded[0].seed) == (
        "classic",
        "drawn",
        label.seed,
    )
    assert loaded[0].pixels().shape[2] == 3


def test_cells_under_a_dialog_cannot_be_told() -> None:
    board = LabelledBoard((0.0, 10.0, 20.0), (0.0, 10.0, 20.0, 30.0), ("?12", "?F3"))
    assert hide(board, (12, 0, 30, 9)).cells == ("?!!", "?F3")
    assert hide(board, (0, 0, 2, 20)).cells == board.cells
