"""The real Clock and StopSignal."""

from __future__ import annotations

import time
from collections.abc import Callable


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
    """A StopSignal that others set: a signal handler, a window, a test.

    It can also suspend the program: between two steps, where nothing is under way.
    """

    def __init__(self, suspend: Callable[[], None] = lambda: None) -> None:
        """Set up; `suspend` stops this process until somebody lets it go on."""
        self._why: str | None = None
        self._suspend = suspend
        self._suspending = False

    def stop(self, why: str) -> None:
        """Ask to stop at the next step; the first reason stays."""
        self._why = self._why or why

    def is_asked(self) -> bool:
        """Return True if a stop was asked for; unlike `reason` it never suspends anything."""
        return self._why is not None

    def suspend(self) -> None:
        """Ask to be suspended at the next step."""
        self._suspending = True

    def reason(self) -> str | None:
        """Return why to stop, or None; where a suspension was asked for, it happens here."""
        if self._suspending and self._why is None:
            self._suspending = False
            self._suspend()
        return self._why
