"""The pointer of a display: XTest on X11, in a process of its own; SendInput on Windows.

On wlroots compositors it is their virtual pointer, on GNOME and KDE the portal; elsewhere, as on
macOS, it is pyautogui. In a browser's page it is the browser's own protocol, and the mouse does not
move.

This module and those that it imports can move the mouse; only `play` and `demo` may import it,
which an import contract checks. The fail-safe corner is always on: pushing the mouse into a
corner of the screen stops the program.
"""

from __future__ import annotations

import sys

from autosweep.desktop.browser.page_display import PageDisplay
from autosweep.desktop.open import Display, RealPointer


def open_pointer(display: Display) -> RealPointer:
    """Return the pointer of a display; close it. Raises NoDisplay where nothing can be clicked.

    On X11 its process is started here and waited for at the first click.
    """
    if isinstance(display, PageDisplay):
        from autosweep.desktop.browser.page_pointer import PagePointer

        return PagePointer(display.link)
    if sys.platform == "win32":
        from autosweep.desktop.win32.display import Win32Display
        from autosweep.desktop.win32.pointer import Win32Pointer

        assert isinstance(display, Win32Display)  # noqa: S101 - `open_display` returns no other
        return Win32Pointer(display)
    if sys.platform != "linux":
        from autosweep.desktop.pyautogui_pointer import PyautoguiPointer

        return PyautoguiPointer()
    from autosweep.desktop.wayland.wlr_display import WlrDisplay

    if isinstance(display, WlrDisplay):
        from autosweep.desktop.wayland.virtual_pointer import WlrPointer

        display.require_clicks()
        return WlrPointer(display.connection, display.outputs)
    from autosweep.desktop.portal.portal_display import PortalDisplay

    if isinstance(display, PortalDisplay):
        from autosweep.desktop.portal.portal_pointer import PortalPointer

        return PortalPointer(*display.open_for_clicks())
    from autosweep.desktop.x11.display import X11Display
    from autosweep.desktop.x11.remote_pointer import RemotePointer

    assert isinstance(display, X11Display)  # noqa: S101 - there is no other on Linux
    return RemotePointer(display.connection, rootless=display.rootless)
