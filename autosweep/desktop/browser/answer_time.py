"""Questions to a browser end: after some time, or soon after somebody asks to stop.

A page whose script never ends answers nothing, and neither does the protocol.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

ANSWER_TIME = 15.0
"""Seconds that a page is given to answer: some are busy for a while, as with making a board."""
STOP_TIME = 0.5
"""Seconds that an answer is waited for after a request to stop."""
_TURN = 0.1
"""Seconds after which a wait looks for such a request."""


class Overdue(KeyboardInterrupt):
    """An answer did not come in time.

    Playwright's event loop lets exceptions of this kind alone pass to the call that waits; it stays
    usable after that.
    """


def _never() -> bool:
    return False


@contextlib.contextmanager
def answered_in_time(
    seconds: float = ANSWER_TIME, stopping: Callable[[], bool] = _never
) -> Iterator[None]:
    """End the calls to Playwright inside by Overdue after some seconds.

    `stopping` returns True if a stop was asked for: then they have STOP_TIME left.
    """
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    timer: asyncio.TimerHandle

    def look() -> None:
        nonlocal until, timer
        if loop.time() >= until:
            raise Overdue
        if stopping():
            until = min(until, loop.time() + STOP_TIME)
        timer = loop.call_later(_TURN, look)

    timer = loop.call_later(_TURN, look)
    try:
        yield
    finally:
        timer.cancel()


@contextlib.contextmanager
def ended_by_ctrl_c(seconds: float) -> Iterator[None]:
    """End the calls to Playwright inside soon after Ctrl-C, by KeyboardInterrupt, or by Overdue.

    Python raises KeyboardInterrupt wherever it is; Playwright prints and drops one that comes while
    it tells a listener of an event.
    """
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        with answered_in_time(seconds):
            yield
        return
    asked = threading.Event()
    signal.signal(signal.SIGINT, lambda _number, _frame: asked.set())
    try:
        with answered_in_time(seconds, asked.is_set):
            yield
    except Overdue:
        if asked.is_set():
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if asked.is_set():
        raise KeyboardInterrupt
