"""What is known about the client on the screen, by its look or by its window."""

from __future__ import annotations

from autosweep.screen.windows import Window
from autosweep.vision.themes import ClientProfile, load_themes


def profile_of(theme: str, window: Window | None = None) -> ClientProfile:
    """Return the profile in the pack of a theme, else in a pack that names the window's class.

    A client whose look was changed is still the same program. An empty profile where neither is
    known.
    """
    name = client_of(theme, window)
    return next((pack.profile for pack in load_themes() if pack.name == name), ClientProfile())


def client_of(theme: str, window: Window | None = None) -> str:
    """Return the name of that pack; empty where there is none."""
    packs = load_themes()
    if any(pack.name == theme for pack in packs):
        return theme
    kind = "" if window is None else window.kind.lower()
    for pack in packs:
        if kind and kind in (name.lower() for name in pack.profile.classes):
            return pack.name
    return ""
