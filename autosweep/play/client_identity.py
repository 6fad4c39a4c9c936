"""By what a client is known again: its window's class and title, and how its hidden cells look.

Titles are normalised: numbers (timers, counts), the name of the browser and everything that is no
letter are left out, so that little of a private title is kept. Pure.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass

import cv2
import numpy as np

from autosweep.board import HIDDEN
from autosweep.desktop.browser.page_windows import PAGE_KIND
from autosweep.interfaces import Frame, Window
from autosweep.play.browser_windows import is_browser
from autosweep.vision.combine import GENERIC
from autosweep.vision.reading import ACT_CONFIDENCE, Reading

MAX_CLASS = 60
"""Letters of a window class that are kept."""
MAX_TITLE = 40
"""Letters of a normalised title."""
MAX_NAME = 100
"""Letters of the name of a profile, which is the name of its file."""
_SIDE = 4
"""A look is the mean hidden cell, reduced to this many pixels on a side."""
LOOK_BYTES = _SIDE * _SIDE * 3
SAME_LOOK = 20
"""Largest difference of two looks of one client, in levels (0 to 255) of a colour. Scaling by 0.75
to 2 changes ten of the eleven looks of the labelled screenshots by up to 15."""
_DASH = re.compile(r"\s+[-\u2013\u2014|]\s+")


@dataclass(frozen=True, slots=True)
class ClientIdentity:
    """What tells one client from another."""

    window_class: str
    """Class of its window, such as `Gnome-mines`; empty where the system tells none."""
    title: str
    """Normalised title of its window."""
    theme: str
    """Theme by which the board was read."""
    look: str = ""
    """The mean hidden cell in a few pixels, in hexadecimal; empty if no hidden cell was seen."""

    def is_same(self, other: ClientIdentity) -> bool:
        """Return True if another identity is of the same client.

        A theme is known at any size. In a look that no theme knows the hidden cells must agree, and
        so they must if one title has words that the other lacks: some programs tell the result
        there.
        """
        if self.window_class != other.window_class or not self._shares_title(other):
            return False
        same_theme = self.theme == other.theme != GENERIC
        if self.title == other.title and (same_theme or not (self.look and other.look)):
            return True
        if not (self.look and other.look):
            return False
        one, two = (np.frombuffer(bytes.fromhex(x.look), np.uint8) for x in (self, other))
        return bool(np.abs(one.astype(int) - two.astype(int)).max() <= SAME_LOOK)

    def _shares_title(self, other: ClientIdentity) -> bool:
        """Return True if one title has all words of the other; an empty one has none to share."""
        one, two = set(self.title.split("-")), set(other.title.split("-"))
        return one == two or (bool(self.title and other.title) and (one <= two or two <= one))

    @property
    def name(self) -> str:
        """A name that is safe as the name of a file."""
        look = self.theme
        if look == GENERIC:
            look = hashlib.sha256(self.look.encode()).hexdigest()[:6]
        words = _slug(f"{self.window_class} {self.title} {look}").split("-")
        # a program, its window and its theme are often called the same
        return "-".join(dict.fromkeys(words))[:MAX_NAME].strip("-")


def identity_of(window: Window, frame: Frame, reading: Reading) -> ClientIdentity | None:
    """Return the identity of the client in a window; None if the window has no class or title."""
    window_class = "".join(ch for ch in window.kind if ch.isprintable())[:MAX_CLASS]
    title = normal_title(window)
    if not (window_class or title):
        return None
    return ClientIdentity(window_class, title, reading.theme, look_of(frame, reading))


def normal_title(window: Window) -> str:
    """Return the letters of a title in lower case, words joined by hyphens.

    In a browser's window the last part is the browser's own name and is left out.
    """
    parts = _DASH.split(window.title)
    if is_browser(window) and window.kind != PAGE_KIND and len(parts) > 1:
        parts = parts[:-1]
    return _slug(" ".join(parts), digits=False)[:MAX_TITLE].strip("-")


def _slug(text: str, *, digits: bool = True) -> str:
    """Return a text of plain letters (and digits) in lower case, words joined by hyphens.

    Letters of other alphabets than the Latin one are kept as they are: they are no less a name.
    """
    plain = unicodedata.normalize("NFKD", text)
    kept = "".join(
        ch if ch.isalpha() or (digits and ch.isdigit()) else " "
        for ch in plain
        if not unicodedata.combining(ch)
    )
    return "-".join(kept.lower().split())


def look_of(frame: Frame, reading: Reading) -> str:
    """Return how the hidden cells look; empty if none is certain."""
    certain = reading.confidence >= ACT_CONFIDENCE
    hidden = [cell for cell in reading.board.find({HIDDEN}) if certain[cell]]
    # all of them: on a chequered board a sample may be of one colour
    crops = [frame.crop(reading.grid.cell_rect(cell)).pixels for cell in hidden]
    small = [
        cv2.resize(crop, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
        for crop in crops
        if crop.size
    ]
    if not small:
        return ""
    return bytes(np.mean(small, axis=0).round().astype(np.uint8).ravel()).hex()
