"""Pixels of every colour depth, packed as servers pack them."""

from __future__ import annotations

import numpy as np
import pytest

from autosweep.desktop.x11.pixels import PixelFormat

FORMATS = [
    PixelFormat(24, 32, 32, (0xFF, 0xFF00, 0xFF0000)),
    PixelFormat(24, 32, 32, (0xFF0000, 0xFF00, 0xFF)),
    PixelFormat(30, 32, 32, (0x3FF, 0xFFC00, 0x3FF00000)),
    PixelFormat(16, 16, 32, (0x1F, 0x7E0, 0xF800)),
    PixelFormat(15, 16, 32, (0x1F, 0x3E0, 0x7C00)),
]


@pytest.mark.parametrize("form", FORMATS, ids=lambda f: f"depth {f.depth} {f.masks[0]:#x}")
@pytest.mark.parametrize("width", [4, 7])
def test_colours_survive_packing(form: PixelFormat, width: int) -> None:
    """To within what the depth can hold; black and white exactly."""
    rng = np.random.default_rng(3)
    colours = rng.integers(0, 256, (5, width, 3), dtype=np.uint8)
    colours[0, 0], colours[0, 1] = 0, 255
    packed = np.zeros((5, width), np.uint32)
    for channel, mask in enumerate(form.masks):
        shift = (mask & -mask).bit_length() - 1
        most = mask >> shift
        level = np.rint(colours[..., channel] / 255 * most).astype(np.uint32)
        packed |= level << shift
    kind = np.uint16 if form.bits == 16 else np.uint32
    stride = -(-width * form.bits // form.pad) * form.pad // 8
    data = b"".join(line.astype(kind).tobytes().ljust(stride, b"\xee") for line in packed)
    decoded = form.decode(data, width, 5)
    off = np.abs(decoded.astype(int) - colours).max()
    step = 255 / ((1 << min(mask.bit_count() for mask in form.masks)) - 1)
    assert off <= max(1, step)
    assert (decoded[0, 0] == 0).all()
    assert (decoded[0, 1] == 255).all()
