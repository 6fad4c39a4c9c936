"""Frames of one monitor as the portal's PipeWire stream brings them: the newest one counts.

The stream sends a frame when something on the monitor has changed, so the newest is what the
monitor shows, however old it is. The only module that knows `pipewire-capture`.
"""

from __future__ import annotations

import os
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from autosweep.closing import Closing
from autosweep.errors import MissingExtra, install_command

FourBytes = npt.NDArray[np.uint8]
"""An image: height x width x 4, blue-green-red and a byte that says nothing."""
_EVERY_FRAME = 0.0
"""Seconds between two frames: the library's own value leaves most of them out."""


class FrameStream(Protocol):
    """The frames of one monitor."""

    def newest(self) -> FourBytes | None:
        """Return the newest frame, None before the first one."""
        ...

    def end(self) -> str | None:
        """Return why no frames come any more, None while they do."""
        ...

    def close(self) -> None:
        """Want no more frames; a second call does nothing."""
        ...


class PipeWireStream(Closing):
    """The frames of a node of PipeWire; a thread of the library receives them."""

    def __init__(self, remote: int, node: int, size: tuple[int, int]) -> None:
        """Begin to receive over a connection, which is closed; raises MissingExtra."""
        try:
            stream = require_pipewire()
            self._stream: Any = stream.CaptureStream(remote, node, *size, _EVERY_FRAME)
        finally:
            # The library has a copy of its own.
            os.close(remote)
        self._stream.start()

    def newest(self) -> FourBytes | None:
        """Return the newest frame, None before the first one."""
        frame: FourBytes | None = self._stream.get_frame()
        return frame

    def end(self) -> str | None:
        """Return why no frames come any more, None while they do."""
        if not self._stream.window_invalid:
            return None
        return str(self._stream.error or "the stream was ended").rstrip(".")

    def close(self) -> None:
        """Want no more frames."""
        self._stream.stop()


def require_pipewire() -> Any:
    """Return the library for PipeWire; raises MissingExtra with what to install."""
    try:
        import pipewire_capture
    except ImportError as error:
        if "libpipewire" in str(error):
            msg = "The library libpipewire is missing, which brings the portal's frames."
            remedy = "Install it (Debian: `apt-get install libpipewire-0.3-0`)."
        else:
            msg = "The frames of the desktop's portal need pipewire-capture, which is missing."
            remedy = f"Install it: `{install_command('wayland')}`."
        raise MissingExtra(msg, remedy=remedy) from error
    return pipewire_capture
