"""Pixels as an X server sends them, of any colour depth, into blue-green-red bytes.

Depth 24 is what nearly every display has: four bytes a pixel, in the order that OpenCV uses. Depths
15 and 16 (old or remote displays) and 30 (deep colour) pack other numbers of bits; they are brought
to eight bits a colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from autosweep.errors import NoDisplay
from autosweep.interfaces import Pixels

_BYTES = (0x0000FF, 0x00FF00, 0xFF0000)
"""Masks of blue, green and red where each is a byte of its own, as in depth 24."""
_DIRECT = (4, 5)
"""Visual classes whose pixels hold the colours themselves: TrueColor and DirectColor."""
_DEPTH_REMEDY = (
    "Set the display's colour depth to 24 (`Xvnc -depth 24`, `Xvfb -screen 0 1280x800x24`)."
)


@dataclass(frozen=True, slots=True)
class PixelFormat:
    """How the pixels of a screen are packed."""

    depth: int
    bits: int
    """Bits that a pixel takes, unused ones included."""
    pad: int
    """Each line of an image begins at a multiple of so many bits."""
    masks: tuple[int, int, int]
    """Bits of blue, green and red."""

    @classmethod
    def of(cls, display: Any) -> PixelFormat:
        """Return the format of the screen of a connection.

        Raises NoDisplay with the reason where its pixels cannot be turned into colours.
        """
        info, screen = display.display.info, display.screen()
        depth = int(screen.root_depth)
        visuals = [v for d in screen.allowed_depths for v in d.visuals]
        visual = next(v for v in visuals if v.visual_id == screen.root_visual)
        form = next(f for f in info.pixmap_formats if f.depth == depth)
        why = None
        if visual.visual_class not in _DIRECT:
            why = f"shows colours from a palette (depth {depth})"
        elif info.image_byte_order != 0:
            why = "sends pixels with the highest byte first"
        elif form.bits_per_pixel not in (16, 32):
            why = f"packs a pixel into {form.bits_per_pixel} bits (depth {depth})"
        if why is not None:
            msg = f"The display {display.get_display_name()} {why}, which cannot be captured."
            raise NoDisplay(msg, remedy=_DEPTH_REMEDY)
        masks = int(visual.blue_mask), int(visual.green_mask), int(visual.red_mask)
        return cls(depth, int(form.bits_per_pixel), int(form.scanline_pad), masks)

    def size(self, width: int, height: int) -> int:
        """Return how many bytes an image has."""
        return self._stride(width) * height

    def decode(self, data: bytes | memoryview, width: int, height: int) -> Pixels:
        """Return an image as height x width x 3 bytes; raises ValueError for a wrong length."""
        stride = self._stride(width)
        kind = np.dtype("<u4" if self.bits == 32 else "<u2")
        lines = np.frombuffer(data, kind, stride // kind.itemsize * height)
        packed = lines.reshape(height, -1)[:, :width]
        if self.bits == 32 and self.masks == _BYTES:
            return packed.view(np.uint8).reshape(height, width, 4)[..., :3]
        return np.stack([_eight_bits(packed, mask) for mask in self.masks], axis=2)

    def _stride(self, width: int) -> int:
        return -(-width * self.bits // self.pad) * self.pad // 8


def _eight_bits(packed: Any, mask: int) -> Pixels:
    """Return one colour of packed pixels, stretched or shortened to 0..255."""
    shift = (mask & -mask).bit_length() - 1
    most = mask >> shift
    level = (packed & mask).astype(np.uint32) >> shift
    return np.asarray((level * 255 + most // 2) // most, np.uint8)
