"""Is there a display, and can it be used? Asked before anything that needs one is imported.

Libraries for the screen connect while they are imported and fail in their own ways; one look at the
environment and one connection say it in a sentence with a remedy instead.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from autosweep.desktop.platforms import is_xwayland, make_dpi_aware
from autosweep.errors import NoDisplay

BLACK_REMEDY = (
    "Wake and unlock the screen, and bring the game to the front; on macOS allow this terminal "
    "under Privacy & Security, Screen Recording, and start it again; a Wayland session shows X "
    "programs black pictures: log in to an X11 session. `autosweep doctor` checks it."
)
"""What to do about captured pictures that are all black."""


_WAYLAND_REMEDY = (
    "Log in to an X11 session (often called Xorg), or start the game and autosweep together inside "
    "an X server of their own: `xvfb-run`, Xephyr or a VNC server."
)


def require_display() -> str:
    """Return the display's name; raises NoDisplay with what to do where there is none."""
    make_dpi_aware()
    if sys.platform != "linux":
        return sys.platform
    name = os.environ.get("DISPLAY", "")
    wayland = is_wayland_session(os.environ)
    if not name:
        if wayland:
            msg = "This is a Wayland session without X, whose screen other programs may not read."
            raise NoDisplay(msg, remedy=_WAYLAND_REMEDY)
        msg = "There is no display (DISPLAY is not set)."
        raise NoDisplay(msg)
    from autosweep.desktop.xserver import connect

    display = connect()
    try:
        inside = wayland and _serves_wayland(display)
    finally:
        display.close()
    if inside:
        msg = f"The display {name} is that of a Wayland session, which shows only black pictures."
        raise NoDisplay(msg, remedy=_WAYLAND_REMEDY)
    return name


def is_wayland_session(environ: Mapping[str, str]) -> bool:
    """Tell whether the desktop is Wayland; an X server of one's own may still run inside it."""
    return bool(environ.get("WAYLAND_DISPLAY")) or environ.get("XDG_SESSION_TYPE") == "wayland"


def _serves_wayland(display: Any) -> bool:
    """Return True if the X server of a connection is the one inside a Wayland session."""
    extensions = display.list_extensions()
    outputs: list[str] = []
    if "RANDR" in extensions:
        resources = display.screen().root.xrandr_get_screen_resources_current()
        time = resources.config_timestamp
        outputs = [display.xrandr_get_output_info(o, time).name for o in resources.outputs]
    return is_xwayland(extensions, outputs)


def ensure_xauthority() -> None:
    """Give X libraries an authority file to read where there is none: an empty one is enough.

    python-xlib refuses to connect without the file even to a server that needs no key. The null
    device is such a file, and nobody can put anything in its place.
    """
    if sys.platform != "linux":
        return
    named = os.environ.get("XAUTHORITY") or Path.home() / ".Xauthority"
    if not os.access(named, os.R_OK):
        os.environ["XAUTHORITY"] = os.devnull
