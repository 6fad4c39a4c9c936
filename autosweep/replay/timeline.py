"""The result of a replay: its steps in order, with the review of each game. Pure.

Text, JSON, the page and videos are all made from a Timeline.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any

from autosweep.geometry import Cell
from autosweep.play.decision import Decision
from autosweep.replay.differences import Difference
from autosweep.replay.image_order import BY_NAME
from autosweep.replay.known_position import KnownPosition
from autosweep.replay.loading import RecordedStep, Recording
from autosweep.replay.review import GameReview, JudgedClick
from autosweep.vision.reading import Reading

Progress = Callable[[int, int], None]
"""Called with the number of the current item and the number of items."""


def no_progress(number: int, total: int) -> None:
    """Report progress to nobody."""
    del number, total


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """One image with everything that is known about it."""

    name: str
    image: Path
    game: int = 0
    step: int = 0
    """Number inside the game; -1 for the image at its end."""
    time: float | None = None
    """Seconds since the beginning."""
    reading: Reading | None = None
    """None if the image shows no board."""
    note: str = ""
    """What is special about the image itself."""
    known: KnownPosition | None = None
    decision: Decision | None = None
    """What the current program would do here."""
    clicks: tuple[JudgedClick, ...] = ()
    """What was clicked between this image and the next."""
    differences: tuple[Difference, ...] = ()
    recorded: RecordedStep | None = None

    @property
    def risk(self) -> float | None:
        """Probability that the clicks of this step hit a mine; None if it is not known."""
        risks = [judged.risk for judged in self.clicks if judged.risk is not None]
        return 1 - prod(1 - risk for risk in risks) if risks else None

    @property
    def guess(self) -> Cell | None:
        """The cell that the current program would guess; None if it would not guess."""
        decision = self.decision
        return decision.moves[0].cell if decision is not None and decision.is_guess else None


@dataclass(frozen=True, slots=True)
class Timeline:
    """A whole replay."""

    source: str
    steps: tuple[TimelineStep, ...]
    reviews: tuple[GameReview, ...]
    order: str = BY_NAME
    """What the order of screenshots goes by."""
    recording: Recording | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The header of a recording."""

    @property
    def differences(self) -> list[Difference]:
        """Everything that is not as it was recorded."""
        return [found for step in self.steps for found in step.differences]

    @property
    def readable(self) -> int:
        """Number of images with a board."""
        return sum(step.reading is not None for step in self.steps)
