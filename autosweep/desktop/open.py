"""The one way to a desktop: `open_desktop` gives frames, windows and, if asked for, a pointer.

Every command that captures the screen comes here. A command that clicks passes `open_pointer` of
`pointing.py`, the only module that can reach the mouse; without it the desktop's pointer moves
nothing.

Another platform plugs in as a class that offers `Display`, returned by `open_display`, and a
pointer for it in `pointing.open_pointer`. There are `x11/display.py`, `x11/xwayland_display.py`,
`wayland/wlr_display.py`, `portal/portal_display.py`, `win32/display.py`,
`browser/page_display.py` and, for macOS and all else, `pyautogui_desktop.py`.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from autosweep.closing import Closing
from autosweep.desktop.browser.page_display import PageDisplay
from autosweep.desktop.browser.page_request import PageRequest
from autosweep.desktop.capture import ScreenFrames
from autosweep.desktop.platforms import is_wayland_session
from autosweep.desktop.win32.dpi import make_dpi_aware
from autosweep.errors import EnvironmentFault, NoDisplay
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Messages, Pointer, Window, Windows
from autosweep.testing import MemoryPointer

_log = logging.getLogger(__name__)


class Display(Protocol):
    """An opened display: what a platform must offer; its methods raise DisplayLost."""

    name: str
    """The display's name, for messages."""
    backend: str
    """The way to it: one of `backends.BACKENDS`, or the library's name elsewhere than on Linux."""

    def mouse_position(self) -> ScreenPoint | None:
        """Return where the mouse is, None where the system tells nobody."""
        ...

    def mouse_size(self) -> tuple[int, int]:
        """Return the size of what the mouse moves on: X11's whole screen, else the main monitor."""
        ...

    def mouse_points(self) -> tuple[int, int] | None:
        """Return the main monitor in the mouse's points; None where these are the capture's."""
        ...

    def require_clicks(self) -> None:
        """Raise NoDisplay where the display takes no clicks of programs."""
        ...

    def open_source(self) -> ScreenFrames:
        """Return the screen as frames; raises NoDisplay where it cannot be captured."""
        ...

    def open_windows(self) -> Windows | None:
        """Return the windows, None where the system does not tell them."""
        ...

    def close(self) -> None:
        """Leave the display; a second call does nothing."""
        ...


@runtime_checkable
class RealPointer(Pointer, Protocol):
    """The pointer of a real screen."""

    def resumed(self) -> None:
        """Note that this process was stopped for a while, in which nothing was captured."""
        ...

    def close(self) -> None:
        """Give back what is held; a second call does nothing."""
        ...


@dataclass(frozen=True, slots=True)
class Desktop(Closing):
    """Where frames come from and clicks go; close it, or use it as a context manager."""

    display: Display
    source: ScreenFrames
    windows: Windows | None
    """None where the system does not tell them."""
    pointer: Pointer
    """The real one, or one that only remembers."""
    _opened: contextlib.ExitStack
    messages: Messages | None = None
    """Messages of the page that is played; None on a screen, where they are windows."""

    def give_up_when(self, stopping: Callable[[], bool]) -> None:
        """Wait for no answer of a page much longer once `stopping` returns True."""
        if isinstance(self.display, PageDisplay):
            self.display.link.stopping = stopping

    def close(self) -> None:
        """Close everything."""
        self._opened.close()


Tell = Callable[[str], None]
"""Takes a sentence for the user."""


def _silent(sentence: str) -> None:
    """Tell nobody."""


def open_display(backend: str = "auto", tell: Tell = _silent) -> Display:
    """Return the display of this session; raises NoDisplay with what to do where there is none.

    `backend` is one of `backends.BACKENDS`: the way to it, for sessions that have several. `tell`
    gets a sentence where the desktop is about to ask the user something.
    """
    make_dpi_aware()
    if sys.platform != "linux" and backend != "auto":
        msg = f"The back end {backend!r} is one of Linux."
        raise NoDisplay(msg, remedy="Leave out --backend.")
    if sys.platform == "win32":
        from autosweep.desktop.win32.display import Win32Display

        return Win32Display()
    if sys.platform != "linux":
        from autosweep.desktop.pyautogui_desktop import PyautoguiDisplay

        return PyautoguiDisplay()
    if backend == "x11" or (backend == "auto" and not is_wayland_session(os.environ)):
        return _open_x11()
    if backend == "wlr":
        return _open_wlr()
    if backend == "portal":
        return _open_portal(tell)
    if backend == "xwayland":
        return _open_xwayland()
    return _open_in_wayland(tell)


def _open_in_wayland(tell: Tell) -> Display:
    """Return the display of a Wayland session by the best way that there is.

    An X server that was started inside the session comes first: it was started on purpose. Then
    the protocols of wlroots, which ask nobody, then the portal. The X programs of the session come
    last: windows of others over them are not seen. Where there is none, NoDisplay says what the
    portal lacks; it is the way to every compositor without wlroots' protocols.
    """
    from autosweep.desktop.wayland.wire import NoCompositor

    if os.environ.get("DISPLAY"):
        with contextlib.suppress(NoDisplay):
            return _open_x11()
    try:
        display = _open_wlr()
        with contextlib.ExitStack() as stack:
            stack.callback(display.close)
            display.require_clicks()
            stack.pop_all()
            return display
    except NoDisplay as fault:
        lacks = fault
    try:
        return _open_portal(tell)
    except NoDisplay as fault:
        _log.info("the compositor: %s The portal: %s", lacks, fault)
        if not isinstance(lacks, NoCompositor):
            lacks = fault
    if os.environ.get("DISPLAY"):
        return _open_xwayland()
    raise lacks


def _open_portal(tell: Tell) -> Display:
    from autosweep.desktop.portal.portal_display import PortalDisplay

    return PortalDisplay(tell)


def _open_wlr() -> Display:
    from autosweep.desktop.wayland.wlr_display import WlrDisplay

    return WlrDisplay()


def _open_x11() -> Display:
    with _x_library():
        from autosweep.desktop.x11.display import X11Display
    return X11Display()


def _open_xwayland() -> Display:
    with _x_library():
        from autosweep.desktop.x11.xwayland_display import XWaylandDisplay
    return XWaylandDisplay()


@contextlib.contextmanager
def _x_library() -> Iterator[None]:
    """Turn a missing library for X into NoDisplay with what to install."""
    try:
        yield
    except ImportError as error:
        msg = f"xcffib cannot be imported: {error}."
        raise NoDisplay(msg, remedy="Install it: `pip install xcffib`.") from error
    except OSError as error:
        msg = "The library libxcb is missing."
        raise NoDisplay(msg, remedy="Install it (Debian: `apt-get install libxcb1`).") from error


def open_desktop(
    open_pointer: Callable[[Display], RealPointer] | None = None,
    *,
    backend: str = "auto",
    page: PageRequest | None = None,
    tell: Tell = _silent,
) -> Desktop:
    """Return the desktop of this session; raises NoDisplay where there is none.

    Without `open_pointer` nothing is ever clicked: the pointer only remembers. `backend` and `tell`
    are as in `open_display`. With `page` the desktop is that page of a browser, and no display is
    needed.
    """
    with contextlib.ExitStack() as stack:
        opened: Display = open_display(backend, tell) if page is None else PageDisplay(page)
        display = stack.enter_context(contextlib.closing(opened))
        pointer: Pointer = MemoryPointer()
        if open_pointer is not None:
            # Before the source: on X11 it is a process, which starts while that is made ready, and
            # a portal asks once for both.
            pointer = stack.enter_context(contextlib.closing(open_pointer(display)))
        source = stack.enter_context(display.open_source())
        windows = display.open_windows()
        parts = [type(part).__name__ for part in (source, windows, pointer)]
        _log.info("display %s: %s", display.name, ", ".join(parts))
        messages = display.messages if isinstance(display, PageDisplay) else None
        return Desktop(display, source, windows, pointer, stack.pop_all(), messages)


def find_window(windows: Windows | None, wanted: str) -> Window:
    """Return the one window whose title or class holds a text, in any case.

    Raises EnvironmentFault that lists what there is where none or several do.
    """
    if windows is None:
        msg = "This desktop does not tell programs which windows there are."
        raise EnvironmentFault(msg, remedy="Use --region X,Y,W,H instead of --window.")
    shown = [window for window in windows.visible() if window.title or window.kind]
    low = wanted.lower()
    exact = [w for w in shown if low in (w.title.lower(), w.kind.lower())]
    found = exact or [w for w in shown if low in w.title.lower() or low in w.kind.lower()]
    if len(found) == 1:
        _log.debug("window %s (%s) at %s", found[0], found[0].kind, found[0].rect)
        return found[0]
    names = ", ".join(f"{w.title!r} ({w.kind})" for w in (found or shown)) or "none"
    if not found:
        msg = f"There is no window {wanted!r}."
        raise EnvironmentFault(msg, remedy=f"Windows: {names}.")
    msg = f"{len(found)} windows are called {wanted!r}."
    raise EnvironmentFault(msg, remedy=f"Use more of the title, the class, or --region: {names}.")
