"""The screen as a FrameSource by the portal: the newest frame of each monitor that is shown.

Frames are in pixels, places in points: a monitor at 150 % has three pixels for two points, and the
frame's map says so.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import cv2
import numpy as np

from autosweep.desktop.capture import ScreenFrames
from autosweep.desktop.joined_frames import joined, surrounding
from autosweep.desktop.portal.frame_stream import FrameStream
from autosweep.desktop.portal.portal_session import CastMonitor, PortalSession
from autosweep.errors import DisplayLost, NoDisplay, NothingToSee
from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Clock, Frame

OpenStream = Callable[[int, int, tuple[int, int]], FrameStream]
"""Opens the stream of a node over a connection to PipeWire: descriptor, node, size."""
_FIRST_FRAME = 10.0
"""Seconds within which the first frame of a monitor must come."""
_MISSED = 2.0
"""Seconds without a frame after which a stream is opened anew."""
_PAUSE = 0.005
"""Seconds between two questions for the first frame."""
_UNKNOWN_SIZE = (1920, 1080)
_NO_FRAME_REMEDY = (
    "Are PipeWire and its session manager (WirePlumber) running? KDE shows the screen only where "
    "it draws by OpenGL, on a graphics card with a render node."
)


class CastFrames:
    """The newest frame of one monitor."""

    def __init__(
        self, monitor: CastMonitor, open_stream: Callable[[], FrameStream], clock: Clock
    ) -> None:
        """Open the stream and wait for the first frame; raises NoDisplay where none comes.

        The first frame may be missed on a busy machine, and where nothing changes on the monitor no
        other comes. A stream that is opened anew gets one.
        """
        self._stream = open_stream()
        begun = opened = clock.now()
        while (first := self._stream.newest()) is None:
            now = clock.now()
            if now >= begun + _FIRST_FRAME or self._stream.end() is not None:
                self._stream.close()
                msg = "The desktop allows to see the screen, but no frame of it comes."
                raise NoDisplay(msg, remedy=_NO_FRAME_REMEDY)
            if now >= opened + _MISSED:
                self._stream.close()
                self._stream, opened = open_stream(), now
            clock.sleep(_PAUSE)
        self._shape = first.shape
        height, width = first.shape[:2]
        self.node = monitor.node
        """The stream's number, which requests name."""
        self.rect = Rect(*monitor.place, *(monitor.size or (width, height)))
        """Where the monitor is, in points."""
        self.scale = (width / self.rect.w, height / self.rect.h)
        """Pixels for each point, across and down."""

    def part(self, wanted: Rect) -> Frame:
        """Return a part of the newest frame; raises DisplayLost where the stream has ended."""
        newest = self._stream.newest()
        if (why := self._stream.end()) is not None or newest is None:
            msg = f"The desktop sends no more frames: {why}."
            raise DisplayLost(msg)
        if newest.shape != self._shape:
            msg = "The monitor has another size now."
            raise DisplayLost(msg, remedy="Start it again.")
        whole = ScreenMap(self.rect.x, self.rect.y, *self.scale)
        inner = whole.pixels_of(wanted)
        cut = newest[inner.y : inner.bottom, inner.x : inner.right]
        pixels = np.asarray(cv2.cvtColor(np.ascontiguousarray(cut), cv2.COLOR_BGRA2BGR), np.uint8)
        return Frame(pixels, monotonic(), whole.cropped(inner))

    def close(self) -> None:
        """Want no more frames."""
        self._stream.close()


class PortalSource(ScreenFrames):
    """Grabs what the portal shows; raises Interrupted where the user has ended that."""

    def __init__(self, session: PortalSession, open_stream: OpenStream, clock: Clock) -> None:
        """Open a stream for each monitor; raises NoDisplay where no frame comes."""
        self._session = session
        self.casts: list[CastFrames] = []
        """The monitors with their frames."""
        try:
            for monitor in session.monitors:
                size = monitor.size or _UNKNOWN_SIZE

                def opened(node: int = monitor.node, size: tuple[int, int] = size) -> FrameStream:
                    return open_stream(session.open_remote(), node, size)

                self.casts.append(CastFrames(monitor, opened, clock))
        except BaseException:
            self.end()
            raise

    def bounds(self) -> Rect:
        """Return all shown monitors together, in points; the origin may be negative."""
        return surrounding(self.monitors())

    def monitors(self) -> list[Rect]:
        """Return each monitor that is shown, in points."""
        return [cast.rect for cast in self.casts]

    def grab(self, region: Rect | None = None) -> Frame:
        """Return the region (or everything) as the newest frames show it."""
        self._session.check()
        bounds = self.bounds()
        wanted = bounds if region is None else bounds.intersect(region)
        parts = [(cast, part) for cast in self.casts if (part := cast.rect.intersect(wanted)).area]
        if not parts:
            msg = f"The region {region} lies outside the screen."
            raise NothingToSee(msg, remedy=f"The screen is {bounds}.")
        return joined([cast.part(part) for cast, part in parts], wanted)

    def close(self) -> None:
        """Do nothing: the streams belong to the display, whose pointer looks at them too."""

    def end(self) -> None:
        """Want no more frames."""
        for cast in self.casts:
            cast.close()
        self.casts = []
