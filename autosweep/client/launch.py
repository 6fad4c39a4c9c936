"""Opening the built-in game: checks the display and the size, then lets the window run.

Tk is imported when a window is wanted, because a Python without it can do everything else. What is
in the window is `tkgame`'s business.
"""

from __future__ import annotations

from autosweep.client.client_settings import WINDOW_TITLE, ClientSettings
from autosweep.client.game_session import GameSession
from autosweep.client.journal import Journal
from autosweep.client.scene import SceneLayout, largest_layout
from autosweep.client.skins import find_skin
from autosweep.errors import ExitCode, MissingExtra, NoDisplay, SettingsError
from autosweep.interfaces import Clock


def run(settings: ClientSettings, clock: Clock) -> int:
    """Play the built-in game in a window until it is closed; return the exit code.

    Raises NoDisplay without a display, MissingExtra without Tk, and SettingsError where the window
    would be larger than the screen or the journal cannot be written.
    """
    try:
        import tkinter as tk

        from autosweep.client.tkgame import GameWindow
    except ModuleNotFoundError as error:
        if error.name not in {"tkinter", "_tkinter"}:
            raise
        msg = "Python's window toolkit, tkinter, is not installed."
        raise MissingExtra(
            msg, remedy="Install it (Debian: `apt-get install python3-tk`)."
        ) from None
    with Journal(settings.journal, clock) as journal:
        try:
            root = tk.Tk(baseName=WINDOW_TITLE, className=WINDOW_TITLE)
        except tk.TclError as error:
            msg = f"The game's window cannot be opened: {error}."
            raise NoDisplay(msg) from None
        try:
            require_fit(settings, (root.winfo_screenwidth(), root.winfo_screenheight()))
            GameWindow(root, GameSession(settings, clock), journal).run()
        finally:
            root.destroy()
    return ExitCode.DONE


def require_fit(settings: ClientSettings, screen: tuple[int, int]) -> None:
    """Raise SettingsError unless the whole client area fits on a screen of that size."""
    skin = find_skin(settings.skin)
    left, top = settings.position or (0, 0)
    room = (screen[0] - left, screen[1] - top)
    layout = SceneLayout.of(skin, settings.rows, settings.cols, settings.cell_px)
    if layout.fits(room):
        return
    place = f" at {left},{top}" if settings.position else ""
    msg = (
        f"The window needs {layout.width} x {layout.height} pixels{place} "
        f"and the screen has {screen[0]} x {screen[1]}."
    )
    best = largest_layout(skin, settings.rows, settings.cols, room)
    remedy = (
        f"Use cells of at most {best.cell_px} pixels."
        if best.fits(room)
        else "Use fewer rows and columns."
    )
    raise SettingsError(msg, remedy=remedy)
