"""Pictures that differ by a shade: the same meaning, unless another one is near."""

from __future__ import annotations

import numpy as np

from autosweep.tracking.changes import CellImage
from autosweep.tracking.near_cells import NearCells


def plain(shade: int, *, spot: int | None = None) -> CellImage:
    """Return a cell of one shade of grey, with one pixel of another where it is given."""
    pixels = np.full((8, 8, 3), shade, np.uint8)
    if spot is not None:
        pixels[4, 4] = spot
    return 8, 8, pixels.tobytes()


def test_a_shade_is_the_same_and_a_stroke_is_not() -> None:
    known = NearCells()
    known.learn(plain(100), 0)
    known.learn(plain(180), 1)
    assert known.match(plain(112)) == 0
    assert known.match(plain(120)) is None
    assert known.match(plain(100, spot=130)) is None


def test_another_meaning_must_be_twice_as_far() -> None:
    known = NearCells()
    known.learn(plain(100), 0)
    known.learn(plain(138), 1)
    assert known.match(plain(110)) == 0
    assert known.match(plain(116)) is None


def test_nothing_is_said_near_another_meaning() -> None:
    known = NearCells()
    known.learn(plain(100), 0)
    known.learn(plain(118), 1)
    assert known.match(plain(102)) is None


def test_likeness_does_not_drift() -> None:
    """What is only like a typical picture never becomes typical itself."""
    known = NearCells()
    known.learn(plain(100), 0)
    known.learn(plain(106), 0)
    assert known.match(plain(114)) == 0
    assert known.match(plain(120)) is None


def test_images_of_another_size_are_not_compared() -> None:
    known = NearCells()
    known.learn(plain(100), 0)
    width, height, pixels = plain(100)
    assert known.match((width * 2, height // 2, pixels)) is None
