"""Games in a browser: by which window class a browser is known, and what its messages need.

A page can show a message (`alert`) over itself and stands still until that is answered. Escape
answers it in every browser and does nothing else to a page.
"""

from __future__ import annotations

import re

from autosweep.interfaces import Window

MESSAGE_KEY = "escape"
"""The key that puts a message of a page away."""

_CLASSES = frozenset(
    {
        "brave",
        "brave-browser",
        "browser-page",
        "chrome",
        "chromium",
        "chromium-browser",
        "epiphany",
        "falkon",
        "firefox",
        "firefox-esr",
        "firefox-developer-edition",
        "firefox-nightly",
        "google-chrome",
        "google-chrome-beta",
        "google-chrome-unstable",
        "konqueror",
        "librewolf",
        "microsoft-edge",
        "microsoft-edge-beta",
        "microsoft-edge-dev",
        "navigator",
        "opera",
        "org-gnome-epiphany",
        "org-kde-falkon",
        "org-kde-konqueror",
        "qutebrowser",
        "safari",
        "tor-browser",
        "vivaldi",
        "vivaldi-stable",
        "waterfox",
    }
)
"""Window classes, lower case, words joined by hyphens. Whole names: a part of a name is not enough,
"Hedgewars" is no Edge."""
_TITLES = frozenset(
    {
        "brave",
        "chromium",
        "firefox",
        "google-chrome",
        "microsoft-edge",
        "mozilla-firefox",
        "opera",
        "safari",
        "vivaldi",
    }
)
"""Last part of a window's title, where the system tells no class."""
_DASH = re.compile(r"\s[-\u2013\u2014]\s")


def is_browser(window: Window) -> bool:
    """Return True if a window is that of a browser."""
    if window.kind:
        return _name(window.kind) in _CLASSES
    return _name(_DASH.split(window.title)[-1]) in _TITLES


def _name(text: str) -> str:
    """Return a name in lower case with its words joined by hyphens."""
    # Edge puts a character without width between its two words.
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
