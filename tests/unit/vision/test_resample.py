"""Cutting boards into cells."""

import numpy as np

from autosweep.vision.resample import block_sums, cut_cells, cut_kinds

SIDE = 16
"""Pixels of a cell in these tests; a cell has SIDE * SIDE * 3 bytes, which are whole words."""
WORDS = SIDE * SIDE * 3 // 8


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


def colliding_cells() -> tuple[np.ndarray, np.ndarray]:
    """Return two cells with different pixels and the same sum of words."""
    one = np.random.default_rng(5).integers(0, 256, (SIDE, SIDE, 3), np.uint8)
    words = one.reshape(-1).view(np.uint64).copy()
    units = np.eye(WORDS, dtype=np.uint64)
    first, second = (int(factor) for factor in block_sums(units)[:2])
    # The factors are odd, so each has an inverse: a change of one word is undone by another word.
    change = 0x0102030405060708
    undone = -change * first * pow(second, -1, 2**64)
    words[0] = (int(words[0]) + change) % 2**64
    words[1] = (int(words[1]) + undone) % 2**64
    return one, words.view(np.uint8).reshape(SIDE, SIDE, 3)


def test_different_cells_with_one_sum_are_two_kinds() -> None:
    one, other = colliding_cells()
    pair = np.stack([one.reshape(-1), other.reshape(-1)]).view(np.uint64)
    sums = block_sums(pair)
    assert sums[0] == sums[1]
    assert not np.array_equal(one, other)
    pixels = np.concatenate([one, other, one, other, one], axis=1)
    pixels = np.concatenate([pixels, pixels, pixels], axis=0)
    edges = np.arange(4) * float(SIDE), np.arange(6) * float(SIDE)
    kinds, places = cut_kinds(pixels, *edges, SIDE)
    assert len(kinds) == 2
    assert places.tolist() == [[places[0, 0], places[0, 1]] * 2 + [places[0, 0]]] * 3
    assert places[0, 0] != places[0, 1]
