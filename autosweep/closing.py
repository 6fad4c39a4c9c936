"""What must be closed is a context manager; what must end is a process: one way for each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from subprocess import Popen


class Closing(ABC):
    """Something with a `close`, which a `with` block calls at its end."""

    @abstractmethod
    def close(self) -> None:
        """Give back what is held; a second call does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def await_end(process: Popen[Any], seconds: float) -> None:
    """Wait for a process that was asked to end; kill it after a time."""
    # Here, because the solver closes things too and never needs a process.
    from subprocess import TimeoutExpired

    try:
        process.wait(seconds)
    except TimeoutExpired:
        process.kill()
        process.wait()
