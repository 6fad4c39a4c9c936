"""A SAT solver in a process of its own, so that it can be ended when its time is over.

Some solvers offer no way to stop a search that has begun. `ProcessSolver` runs such a solver in a
child process and kills the child at the limit. Messages are lines of JSON over the child's standard
streams: a question holds the clauses added since the last one and the assumptions; the answer holds
a model or a core.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO, Any

from autosweep.errors import SettingsError

_ORPHAN_SECONDS = 2
"""Seconds beyond the limit after which a child ends itself, should its parent be gone."""


class ProcessSolver:
    """A SAT solver in a child process, with the methods of a pysat solver that `Oracle` uses."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._waiting: list[list[int]] = []
        self._model: list[int] = []
        self._core: list[int] = []
        # The child must find the same packages, however this process found them.
        paths = os.pathsep.join(path or os.curdir for path in sys.path)
        try:
            self._child: subprocess.Popen[str] = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-P", "-m", __name__, name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": paths},
                text=True,
            )
        except OSError as error:
            msg = f"The SAT solver {name!r} cannot be started in a process of its own: {error}."
            raise SettingsError(msg, remedy="Choose another solver, such as glucose4.") from error

    def add_clause(self, clause: list[int]) -> None:
        """Add a clause; it is sent with the next question."""
        self._waiting.append(clause)

    def solve_within(self, assumptions: list[int], seconds: float) -> bool | None:
        """Answer a question, or return None and end the child where it takes too long.

        Raises SettingsError where the child ended by itself.
        """
        question = {"clauses": self._waiting, "assumptions": assumptions, "seconds": seconds}
        self._waiting = []
        late = threading.Event()

        def end() -> None:
            late.set()
            self._child.kill()

        timer = threading.Timer(max(0.0, seconds), end)
        timer.daemon = True
        timer.start()
        try:
            answer = self._exchange(json.dumps(question))
        finally:
            timer.cancel()
        if late.is_set():
            return None
        if not answer:
            msg = f"The SAT solver {self._name!r} ended without an answer."
            raise SettingsError(msg, remedy="Choose another solver, such as glucose4.")
        found = json.loads(answer)
        self._model, self._core = found["model"], found["core"]
        return bool(found["holds"])

    def _exchange(self, line: str) -> str:
        """Send a line and return the answer; an empty one where the child has ended."""
        stdin, stdout = self._child.stdin, self._child.stdout
        if stdin is None or stdout is None:
            return ""
        try:
            stdin.write(line + "\n")
            stdin.flush()
            return stdout.readline()
        except (OSError, ValueError):
            return ""

    def get_model(self) -> list[int]:
        """Return the literals of the last model."""
        return self._model

    def get_core(self) -> list[int]:
        """Return assumptions that made the last question fail."""
        return self._core

    def delete(self) -> None:
        """End the child and give back its pipes."""
        self._child.kill()
        self._child.wait()
        for stream in (self._child.stdin, self._child.stdout):
            if stream is not None:
                # A question that the child never read is still in the buffer.
                with suppress(OSError):
                    stream.close()


def serve(name: str, questions: IO[str], answers: IO[str]) -> None:
    """Answer questions with one solver until there are no more."""
    from pysat.solvers import Solver

    with Solver(name=name) as solver:
        for line in questions:
            question = json.loads(line)
            _end_after(question["seconds"] + _ORPHAN_SECONDS)
            for clause in question["clauses"]:
                solver.add_clause(clause)
            answers.write(json.dumps(_answer(solver, question["assumptions"])) + "\n")
            answers.flush()


def _answer(solver: Any, assumptions: list[int]) -> dict[str, Any]:
    holds = bool(solver.solve(assumptions=assumptions))
    return {
        "holds": holds,
        "model": (solver.get_model() or []) if holds else [],
        "core": [] if holds else (solver.get_core() or []),
    }


def _end_after(seconds: float) -> None:
    """Let the system end this process after some time, where it can; the search cannot look."""
    with suppress(ImportError, AttributeError):
        from signal import alarm

        alarm(min(math.ceil(seconds), 2**31 - 1))


if __name__ == "__main__":
    serve(sys.argv[1], sys.stdin, sys.stdout)
