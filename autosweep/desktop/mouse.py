"""Where the mouse is and on what it moves, for those who only look; nothing here can move it."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from autosweep.desktop.xserver import connect, connection_faults, require_xtest
from autosweep.errors import DisplayLost, NoDisplay
from autosweep.geometry import ScreenPoint


def mouse_position() -> ScreenPoint:
    """Return where the mouse is; raises NoDisplay, DisplayLost."""
    if sys.platform != "linux":
        x, y = import_pyautogui().position()
        return ScreenPoint(int(x), int(y))
    with _faults():
        state = _watched().screen().root.query_pointer()
    return ScreenPoint(int(state.root_x), int(state.root_y))


def mouse_size() -> tuple[int, int]:
    """Return the size of what the mouse moves on: X11's whole screen, else the main monitor."""
    if sys.platform != "linux":
        width, height = import_pyautogui().size()
        return int(width), int(height)
    with _faults():
        root = _watched().screen().root.get_geometry()
    return int(root.width), int(root.height)


def mouse_points() -> tuple[int, int] | None:
    """Return the main monitor in the mouse's points; None on X11, where these are the capture's."""
    return None if sys.platform == "linux" else mouse_size()


def require_clicks() -> None:
    """Raise NoDisplay where the display takes no clicks of programs."""
    if sys.platform == "linux":
        require_xtest(_watched())


@contextlib.contextmanager
def _faults() -> Iterator[None]:
    """Turn the faults of a connection that has ended into ours."""
    try:
        yield
    except connection_faults() as error:
        msg = "The display went away."
        raise DisplayLost(msg) from error


@cache
def _watched() -> Any:
    """Return the connection of those who only look: they ask many times a second."""
    return connect()


def import_pyautogui() -> Any:
    """Import pyautogui, which asks the system for the screen while it is imported."""
    try:
        # What it prints is of no use to anybody; the story on stderr is ours.
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            import pyautogui
    except ImportError as error:
        msg = f"pyautogui cannot be imported: {error}."
        raise NoDisplay(msg, remedy="Install it: `pip install pyautogui`.") from error
    except (
        Exception,
        SystemExit,
    ) as error:  # the library raises its own kinds here, exits included
        msg = f"The mouse cannot be reached: {error or type(error).__name__}."
        raise NoDisplay(msg) from error
    return pyautogui
