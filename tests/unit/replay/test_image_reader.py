"""Following a board: what is read by memory and tracking is what is read from scratch."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.screenshots import Shooter

import autosweep.replay.image_reader as module
from autosweep.replay.image_reader import ImageReader
from autosweep.vision.read import read


@pytest.fixture(scope="module")
def shooter(tmp_path_factory: pytest.TempPathFactory) -> Shooter:
    """Return a person in the middle of a game."""
    made = Shooter(tmp_path_factory.mktemp("follow"), seed=30)
    made.click((4, 4))
    return made


def test_following_reads_what_a_search_reads(
    shooter: Shooter, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = []
    real = module.read
    monkeypatch.setattr(module, "read", lambda *a, **k: searches.append(1) or real(*a, **k))
    reader = ImageReader()
    for _ in range(12):
        pixels = shooter.screen.grab().pixels
        reading = reader.read(pixels)
        assert reading is not None
        assert reading.board == read(pixels, thorough=False)[0].board
        if shooter.screen.game.over:
            break
        shooter.click(shooter.safe_cells()[0])
    assert len(searches) <= 2


def test_a_mine_total_that_was_read_stays_with_the_board(
    shooter: Shooter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text beside the board is read when it is searched for, and holds for what is followed."""
    real = module.read
    monkeypatch.setattr(
        module, "read", lambda *a, **k: [replace(r, assumed_mines=12) for r in real(*a, **k)]
    )
    reader = ImageReader()
    before = shooter.screen.grab().pixels
    first = reader.read(before)
    shooter.click(shooter.safe_cells()[0])
    later = reader.read(shooter.screen.grab().pixels)
    assert first is not None
    assert later is not None
    assert later.board != first.board
    again = reader.read(before)
    assert again is not None
    assert again.board == first.board
    assert [r.assumed_mines for r in (first, later, again)] == [12, 12, 12]


def test_a_cell_that_looks_like_another_is_read_as_it(shooter: Shooter) -> None:
    """A picture altered by hand is believed: what is shown counts, not what was there."""
    reader = ImageReader()
    pixels = shooter.screen.grab().pixels
    first = reader.read(pixels)
    assert first is not None
    cells = {code: first.board.cell(i) for i, code in enumerate(first.board.cells)}
    one, two = (first.grid.cell_rect(cells[code]) for code in sorted(cells)[1:3])
    changed = pixels.copy()
    changed[one.y : one.bottom, one.x : one.right] = pixels[two.y : two.bottom, two.x : two.right]
    second = reader.read(changed)
    assert second is not None
    assert second.board != first.board


def test_a_moved_window_and_a_foreign_image(shooter: Shooter) -> None:
    reader = ImageReader()
    pixels = shooter.screen.grab().pixels
    first = reader.read(pixels)
    noise = np.random.default_rng(1).integers(0, 255, pixels.shape, dtype=np.uint8)
    assert reader.read(np.asarray(cv2.GaussianBlur(noise, (0, 0), 7), np.uint8)) is None
    moved = np.roll(pixels, (7, 11), axis=(0, 1))
    second = reader.read(moved)
    assert first is not None
    assert second is not None
    assert second.board == first.board
    assert second.grid.bbox.x == pytest.approx(first.grid.bbox.x + 11, abs=1)
    larger = cv2.resize(pixels, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_LINEAR)
    third = reader.read(np.asarray(larger, np.uint8))
    assert third is not None
    assert (third.board.rows, third.board.cols) == (9, 9)


def test_files_are_read_as_they_are(shooter: Shooter, tmp_path: Path) -> None:
    path = shooter.shoot("now.png")
    assert tmp_path
    seen = ImageReader().read(cv2.imread(str(path)))
    assert seen is not None
    assert seen.board.cells == shooter.screen.game.board.cells
