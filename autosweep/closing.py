"""What must be closed is a context manager: one way to say so."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """Something with a `close`, which a `with` block calls at its end."""

    @abstractmethod
    def close(self) -> None:
        """Give back what is held; a second call does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
