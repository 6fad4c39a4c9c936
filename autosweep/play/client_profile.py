"""What is known about the client on the screen, by its look or by its window.

The only part of `play` that reads theme packs from the disk: decisions get what they need of it as
a value.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from autosweep.interfaces import Window
from autosweep.vision.themes import ClientProfile, load_themes

NOBODY = "unknown"
"""The client of a window that has the look of one and is another."""


@dataclass(frozen=True, slots=True)
class Client:
    """The client whose rules a decision may rely on."""

    name: str = ""
    """Its pack; empty for that of the theme that was read, NOBODY where nothing is known of it."""
    rules: ClientProfile = field(default_factory=ClientProfile)
    """How it behaves; empty where nothing is known."""


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


def client_named(name: str, theme: str) -> Client:
    """Return a client by its name in a recording, as `decided_for` gives it."""
    return Client(name, profile_of(name or theme))


def decided_for(theme: str, window: Window | None) -> str:
    """Return the client whose rules a decision may rely on, empty for that of the theme.

    Many programs share a look and not its rules, such as whether the first click is spared: where
    the window is known it must be the client's, or nothing is known of it.
    """
    name = client_of(theme, window)
    if window is not None and not _is_window_of(profile_of(theme, window), window):
        return NOBODY
    return "" if name == theme else name


def _is_window_of(profile: ClientProfile, window: Window) -> bool:
    """Tell whether a window may be that of a client: by its class, or its title for want of one."""
    if profile.classes and window.kind:
        return window.kind.lower() in (kind.lower() for kind in profile.classes)
    titles = [title.lower() for title in profile.titles]
    return not titles or any(title in window.title.lower() for title in titles)
