"""A budget as a value: how much time, work or how many answers a computation may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """A budget handed to a computation; None means without bound."""

    seconds: float | None = None
    """Wall time, in seconds."""
    nodes: int | None = None
    """States, branches or conflicts, as the computation counts them."""
    solutions: int | None = None
    """Answers wanted at the most."""

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "solutions"):
            value = getattr(self, name)
            # Written so that "not a number" is refused too.
            if value is not None and not value >= 0:
                msg = f"a limit of {name} is a number from 0: {value}"
                raise ValueError(msg)
