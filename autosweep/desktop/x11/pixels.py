"""Pixels of X windows and of the screen, of any colour depth, as blue-green-red bytes.

Depth 24 is what nearly every display has: four bytes a pixel, in the order that OpenCV uses. Depths
15 and 16 (old or remote displays) and 30 (deep colour) pack other numbers of bits; they are brought
to eight bits a colour. `XCapture` is for the displays that mss refuses: mss 10.2 takes depths 24
and 32 only, and among several lists of visuals of a depth uses the first alone (TigerVNC has two).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from autosweep.desktop.x11.connection import XConnection
from autosweep.desktop.x11.monitors import monitors_of
from autosweep.errors import NoDisplay
from autosweep.geometry import Rect
from autosweep.interfaces import Pixels

_ALL_PLANES = 0xFFFFFFFF
_Z_PIXMAP = 2
_REPLY_HEADER = 32
"""Bytes of a reply before its data."""

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
    """Alignment of each line of an image, in bits."""
    masks: tuple[int, int, int]
    """Bits of blue, green and red."""

    @classmethod
    def of(cls, connection: XConnection, visual_id: int | None = None) -> PixelFormat:
        """Return the format of a visual, None for that of the screen.

        Raises NoDisplay with the reason where its pixels cannot be turned into colours.
        """
        setup, screen = connection.xcb.setup, connection.screen
        wanted = screen.root_visual if visual_id is None else visual_id
        depth, visual = next(
            (d.depth, v) for d in screen.allowed_depths for v in d.visuals if v.visual_id == wanted
        )
        form = next(f for f in setup.pixmap_formats if f.depth == depth)
        why = None
        if visual._class not in _DIRECT:  # noqa: SLF001 - the library's name of a field
            why = f"shows colours from a palette (depth {depth})"
        elif setup.image_byte_order != 0:
            why = "sends pixels with the highest byte first"
        elif form.bits_per_pixel not in (16, 32):
            why = f"packs a pixel into {form.bits_per_pixel} bits (depth {depth})"
        if why is not None:
            msg = f"The display {connection.name} {why}, which cannot be captured."
            raise NoDisplay(msg, remedy=_DEPTH_REMEDY)
        masks = visual.blue_mask, visual.green_mask, visual.red_mask
        return cls(depth, form.bits_per_pixel, form.scanline_pad, masks)

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


def ask_for_image(connection: XConnection, drawable: int, part: Rect) -> Any:
    """Ask for part of a window or pixmap; give what is returned to `image_data`."""
    place = part.x, part.y, part.w, part.h
    return connection.core.GetImage(_Z_PIXMAP, drawable, *place, _ALL_PLANES)


def image_data(asked: Any) -> memoryview:
    """Return the bytes of an image without a copy.

    The library's own reply makes a Python list of them, which takes 15 ms for a board.
    """
    reply = asked.conn.wait_for_reply(asked.sequence)
    return memoryview(reply.buf)[_REPLY_HEADER:]


class XCapture:
    """Captures parts of the screen; offers what ScreenSource asks of mss."""

    def __init__(self, connection: XConnection) -> None:
        """Use a connection; raises NoDisplay where the display cannot be captured."""
        self._connection = connection
        self._format = PixelFormat.of(connection)
        places = [Rect(0, 0, *connection.size()), *monitors_of(connection)]
        self.monitors = [{"left": r.x, "top": r.y, "width": r.w, "height": r.h} for r in places]
        """The whole screen, then each monitor, as mss describes them."""

    def grab(self, box: dict[str, int]) -> Pixels:
        """Return a part of the screen, blue-green-red; raises DisplayLost."""
        part = Rect(box["left"], box["top"], box["width"], box["height"])
        with self._connection.faults():
            data = image_data(ask_for_image(self._connection, self._connection.root, part))
        return self._format.decode(data, part.w, part.h)

    def close(self) -> None:
        """Do nothing: the connection is somebody else's."""
