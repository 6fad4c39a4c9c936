"""Where hints are drawn on a Wayland compositor with layer shell: no window, no toolkit."""

from __future__ import annotations

from collections.abc import Callable

from autosweep.desktop.clock import SystemClock
from autosweep.desktop.wayland.layer_surface import LayerSurface
from autosweep.overlay.view import Canvas

_PAUSE = 0.1
"""Seconds between two looks whether to go on."""


class LayerStage:
    """A canvas above all windows; the hint loop's thread draws on it by itself."""

    excluded = False
    """Captured frames contain the drawing."""

    def __init__(self) -> None:
        """Connect to the compositor; raises NoDisplay where it has no layer shell."""
        self._surface = LayerSurface()
        self._clock = SystemClock()

    @property
    def canvas(self) -> Canvas:
        """What to draw on."""
        return self._surface

    def run(self, still: Callable[[], bool]) -> None:
        """Wait until `still` returns False."""
        while still():
            self._clock.sleep(_PAUSE)

    def close(self) -> None:
        """Take the drawing away."""
        self._surface.close()
