"""Events of the overlay, for its session, `--json` and tests."""

from __future__ import annotations

from dataclasses import dataclass

from autosweep.geometry import Rect, ScreenMap
from autosweep.overlay.advice import BoardAdvice
from autosweep.overlay.hint_marks import Hints
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

    advice: BoardAdvice | None
    """None if nothing is known; `why` has the reason."""
    hints: Hints
    reading: Reading
    mapping: ScreenMap
    """Where the frame that was read is on the screen."""
    parts: tuple[str, ...]
    changed: float
    """When the change on the screen was noticed, in seconds of the clock."""
    shown: float
    """When the hints for it were visible."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Hidden:
    """The hints were removed."""

    why: str
    """covered, minimised, gone, moved, no board, or no certain board: one that is doubted."""


@dataclass(frozen=True, slots=True)
class LevelChanged:
    """Other parts of the hints were requested."""

    parts: tuple[str, ...]


HintEvent = BoardSeen | HintsShown | Hidden | LevelChanged
