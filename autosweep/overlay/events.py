"""What happens under the overlay, as values; its window, `--json` and tests are told of these."""

from __future__ import annotations

from dataclasses import dataclass

from autosweep.geometry import Rect, ScreenMap
from autosweep.overlay.advice import Advice
from autosweep.overlay.marks import Hints
from autosweep.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A board was found."""

    reading: Reading
    place: Rect
    """Where it is on the screen, in points."""


@dataclass(frozen=True, slots=True)
class HintsShown:
    """Hints were drawn for a board."""

    advice: Advice | None
    """None where nothing can be said: `why` says why."""
    hints: Hints
    reading: Reading
    mapping: ScreenMap
    """Where the picture that was read lies on the screen."""
    parts: tuple[str, ...]
    changed: float
    """When the change on the screen was noticed, on the clock."""
    shown: float
    """When the hints for it were on the screen."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Hidden:
    """What was drawn was taken away."""

    why: str
    """covered, minimised, gone, moved or no board."""


@dataclass(frozen=True, slots=True)
class LevelChanged:
    """Another level of help was asked for."""

    parts: tuple[str, ...]


Event = BoardSeen | HintsShown | Hidden | LevelChanged
