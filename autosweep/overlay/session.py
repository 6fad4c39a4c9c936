"""A running overlay: the loop in a thread of its own, and commands from keys and other programs.

Imports no window system: the View and the Canvas are handed in.
"""

from __future__ import annotations

import json
import os
import queue
from collections.abc import Callable
from typing import Any, Protocol

from autosweep.errors import AutosweepError, SettingsError
from autosweep.overlay.events import Event, LevelChanged
from autosweep.overlay.follow import Follower
from autosweep.overlay.levels import level_of, parse_show, step_level
from autosweep.overlay.view import View

COMMANDS = ("next", "prev", "show=PARTS", "hide", "status", "quit")


class WokenView(View, Protocol):
    """A view whose wait another thread can end."""

    def wake(self) -> None:
        """End a wait."""
        ...


class Session:
    """Runs a Follower and changes it while it runs."""

    def __init__(
        self,
        view: WokenView,
        make_follower: Callable[[Callable[[Event], None]], Follower],
        tell: Callable[[Event], None],
        parts: tuple[str, ...],
    ) -> None:
        self._view = view
        self._tell = tell
        self._parts = parts
        self._before = parts
        self._wishes: queue.SimpleQueue[tuple[str, ...]] = queue.SimpleQueue()
        self._last: Event | None = None
        self._stopped = ""
        self._follower = make_follower(self._note)
        self.fault: BaseException | None = None
        """What ended the loop, if it was not asked to end."""

    @property
    def stopped(self) -> str:
        """Why the loop was asked to end; empty while it was not."""
        return self._stopped

    def work(self) -> None:
        """Follow the game until asked to stop; for a thread of its own."""
        try:
            stirred = True
            while not self._stopped:
                while not self._wishes.empty():
                    self._follower.show(self._wishes.get())
                pause = self._follower.step(stirred=stirred)
                stirred = self._view.wait(pause) if not self._stopped else False
        except BaseException as error:  # noqa: BLE001 - handed to the thread that started this one
            self.fault = error

    def stop(self, why: str) -> None:
        """Ask the loop to end; the first reason stays."""
        self._stopped = self._stopped or why
        self._view.wake()

    def do(self, command: str) -> None:
        """Obey a command that cannot be wrong: a key's."""
        self.answer(command)

    def answer(self, command: str) -> str:
        """Obey a command of another program and say how things are, as JSON."""
        try:
            self._obey(command)
        except AutosweepError as error:
            return json.dumps({"error": str(error), "remedy": error.remedy})
        return json.dumps(self._status())

    def _obey(self, command: str) -> None:
        word, _, value = command.partition("=")
        if word in ("next", "prev"):
            self._show(step_level(self._parts, 1 if word == "next" else -1))
        elif word == "show":
            self._show(parse_show(value))
        elif word == "hide":
            if self._parts:
                self._before = self._parts
            self._show(() if self._parts else self._before)
        elif word == "quit":
            self.stop("Asked to quit.")
        elif word != "status":
            msg = f"{command!r} is not a command."
            raise SettingsError(msg, remedy=f"Commands: {', '.join(COMMANDS)}.")

    def _show(self, parts: tuple[str, ...]) -> None:
        self._parts = parts
        self._wishes.put(parts)
        self._view.wake()
        self._tell(LevelChanged(parts))

    def _status(self) -> dict[str, Any]:
        last = self._last
        seen = getattr(last, "reading", None)
        return {
            "pid": os.getpid(),
            "show": list(self._parts),
            "level": level_of(self._parts),
            "board": None if seen is None else [seen.board.rows, seen.board.cols],
            "theme": None if seen is None else seen.theme,
            "hidden": getattr(last, "why", "searching") if seen is None else None,
        }

    def _note(self, event: Event) -> None:
        self._last = event
        self._tell(event)
