"""The shape of the window for the hints, as Windows takes it."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from autosweep.desktop.win32.click_through import region_bytes


@pytest.mark.parametrize("seed", range(5))
def test_a_region_holds_exactly_the_masked_pixels(seed: int) -> None:
    """Read back as Windows reads it: a header, then left, top, right, bottom of each rectangle."""
    rng = np.random.default_rng(seed)
    mask = rng.random((rng.integers(1, 20), rng.integers(1, 20))) < 0.2 * seed
    data = region_bytes(mask)
    size, kind, count, length, *bounds = struct.unpack_from("<8i", data)
    assert (size, kind, length, len(data)) == (32, 1, 16 * count, 32 + 16 * count)
    assert bounds == [0, 0, mask.shape[1], mask.shape[0]]
    seen = np.zeros(mask.shape, int)
    for left, top, right, bottom in struct.iter_unpack("<4i", data[32:]):
        seen[top:bottom, left:right] += 1
    assert (seen == mask).all()


def test_rectangles_are_sorted_as_regions_are() -> None:
    """By rows and then from the left: Windows and Wine take others slowly or not at all."""
    mask = np.random.default_rng(1).random((9, 30)) < 0.5
    boxes = list(struct.iter_unpack("<4i", region_bytes(mask)[32:]))
    assert boxes == sorted(boxes, key=lambda box: (box[1], box[0]))
