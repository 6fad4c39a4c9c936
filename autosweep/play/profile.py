"""What is known about the client on the screen, by its look or by its window."""

from __future__ import annotations

from autosweep.screen.windows import Window
from autosweep.vision.themes import ClientProfile, load_themes


def profile_of(theme: str, window: Window | None = None) -> ClientProfile:
    """Return the profile in the pack of a theme, else in a pack that names the window's class.

    A client whose look was changed is still the same program. An empty profile where neither is
    known.
    """
    packs = load_themes()
    for pack in packs:
        if pack.name == theme:
            return pack.profile
    if window is not None and window.kind:
        kind = window.kind.lower()
        for pack in packs:
            if kind in (name.lower() for name in pack.profile.classes):
                return pack.profile
    return ClientProfile()
