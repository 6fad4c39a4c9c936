"""The real Clock and StopSignal."""

from __future__ import annotations

import time


class SystemClock:
    """Monotonic time; `sleep` is the one place in the program that waits."""

    def now(self) -> float:
        """Return monotonic seconds."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        if seconds > 0:
            time.sleep(seconds)


class StopRequest:
    """A StopSignal that others pull: a signal handler, a window, a test."""

    def __init__(self) -> None:
        self._why: str | None = None

    def stop(self, why: str) -> None:
        """Ask to stop at the next step; the first reason stays."""
        self._why = self._why or why

    def reason(self) -> str | None:
        """Return why to stop, or None."""
        return self._why
