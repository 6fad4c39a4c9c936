"""Cutting boards into cells."""

import numpy as np

from autosweep.vision.cut import cut_cells, cut_kinds


def test_a_large_board_of_cells_that_all_differ_is_cut() -> None:
    """More rows of pixels than OpenCV samples at once: every kind is still its own cell."""
    rng = np.random.default_rng(3)
    pixels = rng.integers(0, 256, (30 * 34, 40 * 34, 3), np.uint8)
    rows, cols = np.arange(31) * 34.0, np.arange(41) * 34.0
    kinds, places = cut_kinds(pixels, rows, cols, 12)
    assert len(kinds) == 1200
    cells = cut_cells(pixels, rows, cols, 12)
    inner = np.s_[..., 2:-2, 2:-2, :]
    assert np.abs(kinds[places][inner] - cells[inner]).max() <= 1
