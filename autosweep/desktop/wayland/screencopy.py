"""The screen of a wlroots compositor as a FrameSource, by its screencopy protocol.

The compositor copies a part of a monitor into memory that both share when it draws its next frame.
Regions are in points, copies in pixels: at 150 % a frame has three pixels for two points, and its
map says so. A region on several monitors is put together from one copy of each.
"""

from __future__ import annotations

import contextlib
import mmap
import os
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

import cv2
import numpy as np

from autosweep.desktop.capture import ScreenFrames
from autosweep.desktop.joined_frames import joined
from autosweep.desktop.scaled_regions import aligned, cut_to
from autosweep.desktop.wayland.outputs import Output, Outputs
from autosweep.desktop.wayland.protocols import SCREENCOPY
from autosweep.desktop.wayland.wire import Arguments, WaylandConnection
from autosweep.errors import DisplayLost, NothingToSee
from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Frame, Pixels

_VERSION = 3
_CAPTURE_REGION = 1
_BUFFER, _FLAGS, _READY, _FAILED, _BUFFER_DONE = 0, 1, 2, 3, 6
_COPY, _DESTROY = 0, 1
_UPSIDE_DOWN = 1
_SHM = "wl_shm"
_CREATE_POOL = 0
_CREATE_BUFFER = 0
_DESTROY_POOL, _DESTROY_BUFFER = 1, 0
_FORMATS_BGR = {0, 1}
"""Formats of four bytes a pixel whose first is blue: ARGB8888 and XRGB8888."""
_FORMATS_RGB = {0x34324241, 0x34324258}
"""The same with red first: ABGR8888 and XBGR8888."""
_TRIES = 3
"""A copy may fail while a monitor changes its size."""
_MOST_BUFFERS = 16
"""Regions of as many sizes keep their memory."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the compositor wants the memory of a copy."""

    format: int
    width: int
    height: int
    stride: int


class _SharedBuffer:
    """Memory that the compositor writes to."""

    def __init__(self, connection: WaylandConnection, shm: int, layout: _Layout) -> None:
        self._connection = connection
        self._layout = layout
        size = layout.stride * layout.height
        file = os.memfd_create("autosweep")
        try:
            os.ftruncate(file, size)
            self._memory = mmap.mmap(file, size)
            pool = connection.new_object()
            connection.send(shm, _CREATE_POOL, pool, size, fd=file)
        finally:
            os.close(file)
        self.number = connection.new_object()
        connection.send(
            pool,
            _CREATE_BUFFER,
            self.number,
            0,
            layout.width,
            layout.height,
            layout.stride,
            layout.format,
        )
        connection.send(pool, _DESTROY_POOL)

    def pixels(self, *, upside_down: bool) -> Pixels:
        """Return a copy of what was written, blue-green-red."""
        layout = self._layout
        rows = np.frombuffer(self._memory, np.uint8).reshape(layout.height, layout.stride)
        four = rows[:, : layout.width * 4].reshape(layout.height, layout.width, 4)
        code = cv2.COLOR_BGRA2BGR if layout.format in _FORMATS_BGR else cv2.COLOR_RGBA2BGR
        three = np.asarray(cv2.cvtColor(four, code), np.uint8)
        return np.ascontiguousarray(three[::-1]) if upside_down else three

    def close(self) -> None:
        """Give the memory back."""
        self._connection.send(self.number, _DESTROY_BUFFER)
        # A view of it may be alive for a moment.
        with contextlib.suppress(BufferError):
            self._memory.close()


class _Copy:
    """One copy under way: what the compositor has told of it."""

    def __init__(self) -> None:
        self.layout: _Layout | None = None
        self.asked = self.ready = self.failed = self.upside_down = False

    def on_event(self, opcode: int, arguments: Arguments) -> None:
        """Take an event of the frame object."""
        if opcode == _BUFFER:
            words = [arguments.unsigned() for _ in range(4)]
            self.layout = _Layout(*words)
        elif opcode == _FLAGS:
            self.upside_down = bool(arguments.unsigned() & _UPSIDE_DOWN)
        elif opcode == _BUFFER_DONE:
            self.asked = True
        elif opcode == _READY:
            self.ready = True
        elif opcode == _FAILED:
            self.failed = True


class ScreencopySource(ScreenFrames):
    """Grabs what a wlroots compositor shows; raises DisplayLost where that went away."""

    def __init__(self, connection: WaylandConnection, outputs: Outputs) -> None:
        """Use a connection; raises NoDisplay where the compositor lets nobody copy."""
        self._connection = connection
        self._outputs = outputs
        self._manager = connection.bind(SCREENCOPY, _VERSION)
        self._shm = connection.bind(_SHM, 1)
        self._buffers: dict[_Layout, _SharedBuffer] = {}

    def bounds(self) -> Rect:
        """Return all monitors together, in points; the origin may be negative."""
        self._connection.handle_waiting()
        return self._outputs.bounds()

    def monitors(self) -> list[Rect]:
        """Return each monitor, in points."""
        self._connection.handle_waiting()
        return self._outputs.rects()

    def grab(self, region: Rect | None = None) -> Frame:
        """Return the region (or everything) as the compositor draws it next.

        Raises NothingToSee for a region that no monitor shows.
        """
        return self.grab_with_cursor(region, cursor=False)

    def grab_with_cursor(self, region: Rect | None, *, cursor: bool) -> Frame:
        """Return the region with the mouse pointer drawn in, or without."""
        bounds = self.bounds()
        wanted = bounds if region is None else bounds.intersect(region)
        parts = [
            (output, part)
            for output in self._outputs.shown()
            if (part := output.rect.intersect(wanted)).area
        ]
        if not parts:
            msg = f"The region {region} lies outside the screen."
            raise NothingToSee(msg, remedy=f"The screen is {bounds}.")
        frames = [self._grab_part(output, part, cursor=cursor) for output, part in parts]
        return joined(frames, wanted)

    def close(self) -> None:
        """Give the shared memory back; the connection is its owner's."""
        with contextlib.suppress(DisplayLost):
            for buffer in self._buffers.values():
                buffer.close()
        self._buffers.clear()

    def _grab_part(self, output: Output, part: Rect, *, cursor: bool) -> Frame:
        """Return a part of one monitor; its edges are whole pixels that hold all of the part."""
        whole = Rect(0, 0, *output.size)
        wanted = Rect(part.x - output.rect.x, part.y - output.rect.y, part.w, part.h)
        around = aligned(wanted, output.scale).intersect(whole)
        for _ in range(_TRIES):
            pixels = self._copy(output, around, cursor=cursor)
            if pixels is not None:
                break
        else:
            msg = f"The monitor {output.name} cannot be captured."
            raise DisplayLost(msg, remedy="Wake and unlock the screen.")
        scale = output.scale
        place = ScreenMap(output.rect.x + around.x, output.rect.y + around.y, scale, scale)
        return cut_to(wanted, around, Frame(pixels, monotonic(), place))

    def _copy(self, output: Output, region: Rect, *, cursor: bool) -> Pixels | None:
        """Return a region of a monitor, in its own points; None where the copy failed."""
        with self._frame(output, region, cursor=cursor) as (number, copy):
            self._connection.wait(lambda: copy.asked or copy.failed)
            if copy.failed or copy.layout is None:
                return None
            buffer = self._buffer(copy.layout)
            self._connection.send(number, _COPY, buffer.number)
            self._connection.wait(lambda: copy.ready or copy.failed)
            return None if copy.failed else buffer.pixels(upside_down=copy.upside_down)

    @contextlib.contextmanager
    def _frame(self, output: Output, region: Rect, *, cursor: bool) -> Iterator[tuple[int, _Copy]]:
        """Ask for a copy; the object of the protocol is given back at the end."""
        copy = _Copy()
        number = self._connection.new_object(copy.on_event)
        place = (region.x, region.y, region.w, region.h)
        self._connection.send(
            self._manager, _CAPTURE_REGION, number, int(cursor), output.number, *place
        )
        try:
            yield number, copy
        finally:
            self._connection.send(number, _DESTROY)

    def _buffer(self, layout: _Layout) -> _SharedBuffer:
        """Return memory for a copy; the player asks for the same few regions again and again."""
        if layout.format not in _FORMATS_BGR | _FORMATS_RGB:
            msg = f"The compositor's frames have a format that is not known ({layout.format:#x})."
            raise DisplayLost(msg)
        if layout not in self._buffers:
            if len(self._buffers) >= _MOST_BUFFERS:
                self._buffers.pop(next(iter(self._buffers))).close()
            self._buffers[layout] = _SharedBuffer(self._connection, self._shm, layout)
        return self._buffers[layout]
