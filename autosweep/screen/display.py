"""Is there a display, and can it be used? Asked before anything that needs one is imported.

Libraries for the screen connect while they are imported and fail in their own ways; one look at the
environment and one connection say it in a sentence with a remedy instead.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from autosweep.errors import NoDisplay

BLACK_REMEDY = (
    "Wake and unlock the screen, and bring the game to the front; on macOS allow this terminal "
    "under Privacy & Security, Screen Recording, and start it again; a Wayland session shows X "
    "programs black pictures: log in to an X11 session. `autosweep doctor` checks it."
)
"""What to do about captured pictures that are all black."""


def require_display() -> str:
    """Return the display's name; raises NoDisplay with what to do where there is none."""
    if sys.platform != "linux":
        return sys.platform
    name = os.environ.get("DISPLAY", "")
    if not name:
        if os.environ.get("WAYLAND_DISPLAY"):
            msg = "This is a Wayland session without X, whose screen other programs may not read."
            raise NoDisplay(msg, remedy="Log in to an X11 session, or play inside `xvfb-run`.")
        msg = "There is no display (DISPLAY is not set)."
        raise NoDisplay(msg)
    from mss import MSS, ScreenShotError

    try:
        MSS().close()
    except (ScreenShotError, AssertionError, OSError) as error:
        msg = f"The display {name} cannot be opened."
        raise NoDisplay(msg, remedy="Check DISPLAY and XAUTHORITY, or unset DISPLAY.") from error
    return name


def ensure_xauthority() -> None:
    """Give X libraries an authority file to read where there is none: an empty one is enough.

    pyautogui's X library refuses to connect without the file even to a server that needs no key.
    """
    if sys.platform != "linux" or os.environ.get("XAUTHORITY"):
        return
    if not (Path.home() / ".Xauthority").exists():
        path = Path(tempfile.gettempdir()) / f"autosweep-xauthority-{os.getuid()}"
        path.touch(mode=0o600)
        os.environ["XAUTHORITY"] = str(path)
