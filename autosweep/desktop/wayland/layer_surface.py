"""A drawing above all windows that lets clicks through: layer shell on a wlroots compositor.

The surface belongs to one monitor and is placed by its distance from that monitor's corner. Its
pixels are the monitor's, so that a fractional scale changes none of them. An empty input region
lets every click through, and it never asks for the keyboard.
"""

from __future__ import annotations

import mmap
import os

import numpy as np
import numpy.typing as npt

from autosweep.closing import Closing
from autosweep.desktop.wayland.outputs import Output, Outputs
from autosweep.desktop.wayland.protocols import LAYER_SHELL
from autosweep.desktop.wayland.wire import Arguments, WaylandConnection
from autosweep.geometry import Rect
from autosweep.interfaces import Pixels

_CREATE_SURFACE, _CREATE_REGION = 0, 1
_DESTROY, _ATTACH, _DAMAGE, _FRAME, _SET_INPUT_REGION, _COMMIT = 0, 1, 2, 3, 5, 6
_GET_LAYER_SURFACE = 0
_OVERLAY_LAYER = 3
_SET_SIZE, _SET_ANCHOR, _SET_EXCLUSIVE, _SET_MARGIN, _SET_KEYBOARD = 0, 1, 2, 3, 4
_ACK_CONFIGURE, _DESTROY_LAYER = 6, 7
_TOP_LEFT = 1 | 4
_COVER_PANELS = -1
_CONFIGURE, _CLOSED = 0, 1
_GET_VIEWPORT = 1
_SET_DESTINATION = 2
_DESTROY_VIEWPORT = 0
_CREATE_POOL, _CREATE_BUFFER, _DESTROY_POOL = 0, 0, 1
_ARGB = 0
_SHOWN_WITHIN = 0.2
"""Seconds to wait until the compositor has drawn it: a monitor that sleeps draws nothing."""


class LayerSurface(Closing):
    """One drawing above all windows, on a connection of its own; raises DisplayLost."""

    def __init__(self) -> None:
        """Connect; raises NoDisplay where the compositor has no layer shell."""
        self._connection = WaylandConnection()
        try:
            self._outputs = Outputs(self._connection)
            self._shell = self._connection.bind(LAYER_SHELL, 1)
            self._compositor = self._connection.bind("wl_compositor", 4)
            self._shm = self._connection.bind("wl_shm", 1)
            self._viewporter = self._connection.bind("wp_viewporter", 1)
        except BaseException:
            self._connection.close()
            raise
        self.handle = 0
        """No id: the surface is above all windows by itself."""
        self._surface = self._layer = self._viewport = 0
        self._output: Output | None = None
        self._serial: int | None = None
        self._buffer = 0

    def pixels_per_point(self, place: Rect) -> None:
        """Return None: its pixels are the monitor's."""

    def show(self, pixels: Pixels, mask: npt.NDArray[np.bool_], place: Rect) -> None:
        """Show the masked pixels at a place, in points; return when they are visible."""
        output = self._output_at(place)
        if self._surface and output is not self._output:
            self.hide()
        if not self._surface:
            self._create(output, place)
        else:
            self._put(place)
        previous, self._buffer = self._buffer, self._filled(pixels, mask)
        wire = self._connection
        wire.send(self._viewport, _SET_DESTINATION, place.w, place.h)
        wire.send(self._surface, _ATTACH, self._buffer, 0, 0)
        wire.send(self._surface, _DAMAGE, 0, 0, place.w, place.h)
        self._commit_and_wait()
        if previous:
            wire.send(previous, _DESTROY)

    def move(self, place: Rect) -> None:
        """Show the same elsewhere."""
        if self._surface and self._output_at(place) is self._output:
            self._put(place)
            self._commit_and_wait()

    def hide(self) -> None:
        """Show nothing; return when nothing is visible."""
        if not self._surface:
            return
        wire = self._connection
        wire.send(self._viewport, _DESTROY_VIEWPORT)
        wire.send(self._layer, _DESTROY_LAYER)
        wire.send(self._surface, _DESTROY)
        if self._buffer:
            wire.send(self._buffer, _DESTROY)
        self._surface = self._layer = self._viewport = self._buffer = 0
        wire.roundtrip()

    def close(self) -> None:
        """Take the drawing away and leave the compositor."""
        self._connection.close()

    def _output_at(self, place: Rect) -> Output:
        """Return the monitor that shows most of a place."""
        self._connection.handle_waiting()
        return max(self._outputs.shown(), key=lambda o: o.rect.intersect(place).area)

    def _create(self, output: Output, place: Rect) -> None:
        wire = self._connection
        self._output, self._serial = output, None
        self._surface = wire.new_object()
        wire.send(self._compositor, _CREATE_SURFACE, self._surface)
        self._layer = wire.new_object(self._on_layer)
        name = "autosweep hints"
        where = (self._surface, output.number, _OVERLAY_LAYER, name)
        wire.send(self._shell, _GET_LAYER_SURFACE, self._layer, *where)
        self._viewport = wire.new_object()
        wire.send(self._viewporter, _GET_VIEWPORT, self._viewport, self._surface)
        wire.send(self._layer, _SET_ANCHOR, _TOP_LEFT)
        wire.send(self._layer, _SET_EXCLUSIVE, _COVER_PANELS)
        wire.send(self._layer, _SET_KEYBOARD, 0)
        nothing = wire.new_object()
        wire.send(self._compositor, _CREATE_REGION, nothing)
        wire.send(self._surface, _SET_INPUT_REGION, nothing)
        wire.send(nothing, _DESTROY)
        self._put(place)
        wire.send(self._surface, _COMMIT)
        wire.wait(lambda: self._serial is not None)

    def _put(self, place: Rect) -> None:
        """Set size and place; they hold from the next commit on."""
        assert self._output is not None  # noqa: S101 - it was created on one
        corner = self._output.rect
        wire = self._connection
        wire.send(self._layer, _SET_SIZE, place.w, place.h)
        wire.send(self._layer, _SET_MARGIN, place.y - corner.y, 0, 0, place.x - corner.x)

    def _commit_and_wait(self) -> None:
        """Commit what was set; return when the compositor has drawn it."""
        wire = self._connection
        if self._serial is not None:
            wire.send(self._layer, _ACK_CONFIGURE, self._serial)
            self._serial = None
        drawn: list[int] = []
        wire.send(self._surface, _FRAME, wire.new_object(lambda *_: drawn.append(1)))
        wire.send(self._surface, _COMMIT)
        wire.wait_at_most(_SHOWN_WITHIN, lambda: bool(drawn))
        wire.roundtrip()

    def _filled(self, pixels: Pixels, mask: npt.NDArray[np.bool_]) -> int:
        """Return a buffer of the protocol with the masked pixels; the others are transparent."""
        height, width = mask.shape
        four = np.zeros((height, width, 4), np.uint8)
        four[mask, :3] = pixels[mask]
        four[mask, 3] = 255
        wire, pool, buffer = self._connection, self._connection.new_object(), 0
        file = os.memfd_create("autosweep")
        try:
            os.ftruncate(file, four.size)
            with mmap.mmap(file, four.size) as memory:
                memory[:] = four.tobytes()
            wire.send(self._shm, _CREATE_POOL, pool, four.size, fd=file)
        finally:
            os.close(file)
        buffer = wire.new_object()
        wire.send(pool, _CREATE_BUFFER, buffer, 0, width, height, 4 * width, _ARGB)
        wire.send(pool, _DESTROY_POOL)
        return buffer

    def _on_layer(self, opcode: int, arguments: Arguments) -> None:
        if opcode == _CONFIGURE:
            self._serial = arguments.unsigned()
        elif opcode == _CLOSED:
            # The monitor is gone: the next drawing makes another surface.
            self._surface = self._layer = self._viewport = self._buffer = 0
