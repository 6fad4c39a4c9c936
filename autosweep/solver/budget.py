"""Spending a Limit: nodes are paid for before memory is taken, the clock is checked now and then.

The clock is handed in, so that tests need not wait.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from autosweep.errors import TooLarge
from autosweep.limit import Limit

_CHECK_EVERY = 4096
"""Nodes between two checks of the clock."""


class Budget:
    """What is left of a Limit."""

    def __init__(self, limit: Limit, now: Callable[[], float] | None = None) -> None:
        self._limit = limit
        self._now = now or time.monotonic
        self._end = None if limit.seconds is None else self._now() + limit.seconds
        self._spent = 0
        self._next_check = 0

    @property
    def spent(self) -> int:
        """Nodes paid for so far."""
        return self._spent

    def spend(self, nodes: int) -> None:
        """Pay for nodes that are about to be made; raises TooLarge if they exceed the limit."""
        self._spent += nodes
        if self._limit.nodes is not None and self._spent > self._limit.nodes:
            msg = f"The position needs more than {self._limit.nodes} nodes."
            raise TooLarge(msg)
        if self._spent >= self._next_check:
            self._next_check = self._spent + _CHECK_EVERY
            self.check_time()

    def check_time(self) -> None:
        """Raise TooLarge if the time is over."""
        if self._end is not None and self._now() > self._end:
            msg = f"The position needs more than {self._limit.seconds} seconds."
            raise TooLarge(msg)
