"""`doctor --thorough`: facts about this machine, and what a person is asked to try on it.

For machines that the tests cannot have: Windows with several scales, with a compositor, with
programs of administrators; macOS. A report names no titles of windows: it is made to be sent in.
"""

from __future__ import annotations

import platform
import sys
from typing import TYPE_CHECKING

from autosweep.errors import AutosweepError

if TYPE_CHECKING:
    from autosweep.desktop.open import Display

_GRABS = 10
"""Captures that are timed."""
_EVERYWHERE = """
Open a Minesweeper, run `autosweep play --dry-run`: does it name the cells that you see?
Run `autosweep play --games 3`, hands off: does every click land in the middle of its cell?
In the same run: is every dialog answered, and does the next game begin?
Move the mouse while it plays: does it stop at once?
Push the mouse into a corner of the screen and start it: does it refuse?
Let another window open over the board while it plays: is it never clicked?
Run `autosweep overlay`: do the marks lie exactly on their cells?
Do your clicks pass through the marks, and has the game the keyboard?
"""
_SYSTEMS = {
    "win32": """
Set a monitor to 125 % and then 150 %, sign out and in: are clicks and marks still exact?
The same on a second monitor of another scale, and on one left of or above the first.
Play the Minesweeper of the Store, a web page and a classic program: is each found?
Start a game as administrator and autosweep not: is it refused with a sentence?
Set the mouse for the left hand: are cells opened and not flagged?
Switch HDR on: is the board still read?
Lock the screen while it plays: does it end with a sentence?
Take a screenshot while the overlay runs: are its marks left out (Windows 10 of 2020, newer)?
""",
    "darwin": """
Take Screen Recording and Accessibility away from the terminal: does `autosweep doctor` say so?
Play on the built-in Retina display and on a monitor without it: are the clicks exact?
macOS 15 and newer: how often does it ask again whether the screen may be recorded?
""",
}


def machine_report(display: Display | None) -> list[str]:
    """Return facts about this machine, a line each."""
    lines = [
        f"system: {platform.platform()}",
        f"Python: {platform.python_version()} {platform.architecture()[0]}",
    ]
    if display is None:
        return [*lines, "display: none"]
    try:
        lines += _captures(display)
        if sys.platform == "win32":
            from autosweep.desktop.win32.display import Win32Display
            from autosweep.desktop.win32.machine import machine_facts

            if isinstance(display, Win32Display):
                lines += machine_facts(display.api)
    except AutosweepError as error:
        lines.append(f"not told: {error}")
    return lines


def _captures(display: Display) -> list[str]:
    """Return each monitor as it is captured, with the time that takes."""
    from autosweep.desktop.clock import SystemClock

    clock = SystemClock()
    lines = []
    with display.open_source() as source:
        for place in source.monitors():
            begun = clock.now()
            frames = [source.grab(place) for _ in range(_GRABS)]
            each = 1000 * (clock.now() - begun) / _GRABS
            scale = frames[0].mapping.scale_x
            dark = "" if frames[0].pixels.any() else ", all black"
            lines.append(f"capture of {place}: {scale:g} pixels a point, {each:.0f} ms{dark}")
    return lines


def to_try(system: str = sys.platform) -> list[str]:
    """Return what a person is asked to try, a sentence each."""
    return (_EVERYWHERE + _SYSTEMS.get(system, "")).strip().replace("\n\n", "\n").split("\n")
