"""What is known about the client that shows a theme."""

from __future__ import annotations

from autosweep.vision.themes import ClientProfile, load_themes


def profile_of(theme: str) -> ClientProfile:
    """Return the profile in the pack of that name; an empty one for a look without a pack."""
    for pack in load_themes():
        if pack.name == theme:
            return pack.profile
    return ClientProfile()
