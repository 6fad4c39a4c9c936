"""What is known about the client on the screen, by its theme or by its window.

The only part of `play` that reads themes from the disk: decisions get what they need of it as
a value.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from autosweep.interfaces import Window
from autosweep.vision.themes import ClientProfile, load_themes

NOBODY = "unknown"
"""The client of a window that is drawn as a known client and is another."""


@dataclass(frozen=True, slots=True)
class Client:
    """The client whose rules a decision may rely on."""

    name: str = ""
    """Its theme; empty for the theme that was read, NOBODY where nothing is known of it."""
    rules: ClientProfile = field(default_factory=ClientProfile)
    """How it behaves; empty where nothing is known."""


def profile_of(theme: str, window: Window | None = None) -> ClientProfile:
    """Return the profile of a theme, else of a theme that names the window's class.

    A client that is drawn differently is still the same program. An empty profile where neither is
    known.
    """
    name = client_of(theme, window)
    return next((each.profile for each in load_themes() if each.name == name), ClientProfile())


def client_of(theme: str, window: Window | None = None) -> str:
    """Return the name of that theme; empty where there is none."""
    themes = load_themes()
    if any(each.name == theme for each in themes):
        return theme
    kind = "" if window is None else window.kind.lower()
    for each in themes:
        if kind and kind in (name.lower() for name in each.profile.classes):
            return each.name
    return ""


def client_named(name: str, theme: str) -> Client:
    """Return a client by its name in a recording, as `decided_for` gives it."""
    return Client(name, profile_of(name or theme))


def decided_for(theme: str, window: Window | None) -> str:
    """Return the client whose rules a decision may rely on, empty for that of the theme.

    Many programs are drawn alike and differ in their rules, such as whether the first click is
    spared: where the window is known it must be the client's, or nothing is known of it.
    """
    name = client_of(theme, window)
    if window is not None and not _is_window_of(profile_of(theme, window), window):
        return NOBODY
    return "" if name == theme else name


def _is_window_of(profile: ClientProfile, window: Window) -> bool:
    """Return True if a window may be that of a client, by its class, else by its title."""
    if profile.classes and window.kind:
        return window.kind.lower() in (kind.lower() for kind in profile.classes)
    titles = [title.lower() for title in profile.titles]
    return not titles or any(title in window.title.lower() for title in titles)
