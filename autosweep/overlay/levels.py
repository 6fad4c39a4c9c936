"""The parts of the hints, and named levels from the least to all of them. Pure."""

from __future__ import annotations

import difflib

from autosweep.errors import SettingsError

PARTS = {
    "safe": "all cells that are proven safe",
    "mines": "all proven mines, and flags that are wrong",
    "best": "the best move; where nothing is safe, the best guess with its risk",
    "heat": "the chance of a mine as a disc",
    "numbers": "the chance of a mine in percent",
    "why": "the clues from which the best move follows",
}
"""Name and meaning of each part."""
LEVELS: dict[str, tuple[str, ...]] = {
    "off": (),
    "nudge": ("why",),
    "move": ("best",),
    "reason": ("best", "why"),
    "safe": ("safe", "best", "why"),
    "certain": ("safe", "mines", "best", "why"),
    "heat": ("safe", "mines", "best", "heat", "why"),
    "all": ("safe", "mines", "best", "numbers", "why"),
}
"""Named levels, in order."""


def parse_show(text: str) -> tuple[str, ...]:
    """Return the parts that a level's name or a comma-separated list of parts means.

    The single words `safe` and `heat` are levels. Raises SettingsError with the nearest word.
    """
    words = [word.strip().lower() for word in text.split(",") if word.strip()]
    if len(words) == 1 and words[0] in LEVELS:
        return LEVELS[words[0]]
    for word in words:
        if word not in PARTS:
            near = difflib.get_close_matches(word, [*PARTS, *LEVELS], 1)
            known = f"Parts: {', '.join(PARTS)}. Levels: {', '.join(LEVELS)}."
            remedy = f"Did you mean {near[0]!r}? {known}" if near else known
            msg = f"{word!r} cannot be shown."
            raise SettingsError(msg, remedy=remedy)
    return tuple(part for part in PARTS if part in words)


def level_of(parts: tuple[str, ...]) -> str:
    """Return the name of a level, or the list of parts if they are no level."""
    for name, shown in LEVELS.items():
        if set(shown) == set(parts):
            return name
    return ",".join(parts)


def step_level(parts: tuple[str, ...], by: int) -> tuple[str, ...]:
    """Return the level above or below; after the last comes the first."""
    names = list(LEVELS)
    here = level_of(parts)
    if here in LEVELS:
        return LEVELS[names[(names.index(here) + by) % len(names)]]
    # A list of parts counts as just below the first level that has all of them.
    at = next((k for k, name in enumerate(names) if set(parts) <= set(LEVELS[name])), len(names))
    return LEVELS[names[(at if by > 0 else at - 1) % len(names)]]
