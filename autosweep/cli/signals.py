"""Signals that end or suspend a command do so between two steps."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autosweep.desktop.clock import StopRequest

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
"""Signals that ask to end: Ctrl-C, `kill`, a terminal that was closed."""


@contextlib.contextmanager
def stop_on_signals(
    resumed: Callable[[], None] | None = None,
    paused: Callable[[], contextlib.AbstractContextManager[None]] = contextlib.nullcontext,
) -> Iterator[StopRequest]:
    """Turn Ctrl-C, a closed terminal and a request to end into a stop between two steps.

    With `resumed`, Ctrl-Z suspends between two steps too, inside of `paused()`; `resumed` is called
    whenever the process goes on after it was stopped, by whatever signal.
    """
    from autosweep.desktop.clock import StopRequest

    def suspend() -> None:
        with paused():
            os.kill(os.getpid(), signal.SIGSTOP)

    stop = StopRequest(suspend)

    def on_signal(number: int, frame: object) -> None:
        del frame
        stop.stop(f"Stopped by {signal.Signals(number).name}.")

    handlers: dict[str, Callable[[int, object], None]] = dict.fromkeys(_ENDING, on_signal)
    if resumed is not None:
        handlers["SIGTSTP"] = lambda _number, _frame: stop.suspend()
        handlers["SIGCONT"] = lambda _number, _frame: resumed()
    # Windows has the first two alone.
    wanted = {signal.Signals[name]: handlers[name] for name in handlers if hasattr(signal, name)}
    # `nohup` and shells ignore signals on purpose. Ctrl-C stays: a script's background has it off.
    kept = [
        number
        for number in wanted
        if number != signal.SIGINT and signal.getsignal(number) is signal.SIG_IGN
    ]
    before = {n: signal.signal(n, wanted[n]) for n in wanted if n not in kept}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
