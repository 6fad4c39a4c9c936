"""A running overlay: its loop in a thread, and commands from keys and other programs.

Imports no window system: View and Canvas are arguments.
"""

from __future__ import annotations

import json
import logging
import os
import queue
from collections.abc import Callable
from typing import Any, Protocol

from autosweep.errors import AutosweepError, SettingsError
from autosweep.jsonshapes.hints import overlay_status_json
from autosweep.overlay.hint_events import BoardSeen, HintEvent, HintsShown, LevelChanged
from autosweep.overlay.hint_loop import HintLoop
from autosweep.overlay.levels import level_of, parse_show, step_level
from autosweep.overlay.view import View

_log = logging.getLogger(__name__)

COMMANDS = ("next", "prev", "show=PARTS", "hide", "status", "quit")


class WakeableView(View, Protocol):
    """A view whose `wait` another thread can end."""

    def wake(self) -> None:
        """End a wait."""
        ...


class OverlaySession:
    """Runs a HintLoop and changes it while it runs."""

    def __init__(
        self,
        view: WakeableView,
        make_loop: Callable[[Callable[[HintEvent], None]], HintLoop],
        observe: Callable[[HintEvent], None],
        parts: tuple[str, ...],
    ) -> None:
        self._view = view
        self._observe = observe
        self._parts = parts
        self._hidden_parts = parts
        self._requested: queue.SimpleQueue[tuple[str, ...]] = queue.SimpleQueue()
        self._last: HintEvent | None = None
        self._stopped = ""
        self._loop = make_loop(self._note)
        self.fault: BaseException | None = None
        """The exception that ended the loop, if one did."""

    @property
    def stopped(self) -> str:
        """Why the loop was told to end; empty while it runs."""
        return self._stopped

    def work(self) -> None:
        """Run the loop until told to stop; for a thread of its own."""
        try:
            notified = True
            while not self._stopped:
                while not self._requested.empty():
                    self._loop.show(self._requested.get())
                pause = self._loop.step(notified=notified)
                notified = self._view.wait(pause) if not self._stopped else False
        except BaseException as error:  # noqa: BLE001 - handed to the thread that started this one
            self.fault = error

    def stop(self, why: str) -> None:
        """Tell the loop to end; the first reason is kept."""
        self._stopped = self._stopped or why
        self._view.wake()

    def do(self, command: str) -> None:
        """Execute the command of a key."""
        self.answer(command)

    def answer(self, command: str) -> str:
        """Execute a command of another program; return the status or the error as JSON."""
        try:
            self._execute(command)
        except AutosweepError as error:
            return json.dumps({"error": str(error), "remedy": error.remedy})
        return json.dumps(self._status())

    def _execute(self, command: str) -> None:
        word, _, value = command.partition("=")
        if word in ("next", "prev"):
            self._show(step_level(self._parts, 1 if word == "next" else -1))
        elif word == "show":
            self._show(parse_show(value))
        elif word == "hide":
            if self._parts:
                self._hidden_parts = self._parts
            self._show(() if self._parts else self._hidden_parts)
        elif word == "quit":
            self.stop("Asked to quit.")
        elif word != "status":
            msg = f"{command!r} is not a command."
            raise SettingsError(msg, remedy=f"Commands: {', '.join(COMMANDS)}.")

    def _show(self, parts: tuple[str, ...]) -> None:
        self._parts = parts
        self._requested.put(parts)
        self._view.wake()
        self._observe(LevelChanged(parts))

    def _status(self) -> dict[str, Any]:
        last = self._last
        seen = getattr(last, "reading", None)
        hidden = getattr(last, "why", "searching") if seen is None else None
        level = level_of(self._parts)
        return overlay_status_json(os.getpid(), self._parts, level, seen, hidden)

    def _note(self, event: HintEvent) -> None:
        self._last = event
        if isinstance(event, HintsShown):
            _log.debug("hints shown after %.3f s. %s", event.shown - event.changed, event.why)
        else:
            _log.info("%s", _event_words(event))
        self._observe(event)


def _event_words(event: HintEvent) -> str:
    """Return an event for the log, without pixels."""
    if isinstance(event, BoardSeen):
        board = event.reading.board
        return f"board of {board.rows} x {board.cols} at {event.place}, {event.reading.theme}"
    return str(event)
