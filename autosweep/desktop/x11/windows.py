"""The windows of an X screen by EWMH: which are there, where, and which is on top.

The player asks for the window that it plays in and, before each click, whether that window is
still the one under the click. Titles lie (two clients are both called "Mines"), so a window is
known by its id. Without a window manager everything still works: the top-level windows are then
the root's children.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import xcffib
from xcffib.xproto import (
    ClientMessageData,
    ClientMessageEvent,
    EventMask,
    InputFocus,
    MapState,
    WindowError,
)

from autosweep.desktop.monitor_layout import on_monitor
from autosweep.desktop.x11.connection import XConnection
from autosweep.desktop.x11.monitors import monitors_of
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window

_BY_PAGER = 2
"""Source of a request to activate a window: a program that acts for the user."""
_ANY_TYPE = 0
_NOW = 0
_LONGEST = 1 << 20
"""Words of a property that are read at most."""


class XWindows:
    """The windows of an X screen; every method raises DisplayLost where the server is gone."""

    def __init__(self, connection: XConnection) -> None:
        self._connection = connection
        self._core = connection.core
        self._root = connection.root
        self._clients: dict[int, int] = {}
        self._atoms: dict[str, int] = {}
        self._monitors: list[Rect] = []

    def visible(self) -> list[Window]:
        """Return the visible windows, topmost first."""
        with self._connection.faults():
            listed = self._numbers(self._root, "_NET_CLIENT_LIST_STACKING")
            handles = self._children(self._root) if listed is None else self._with_unmanaged(listed)
            found = [self._describe(handle) for handle in reversed(handles)]
        return [window for window in found if window is not None]

    def top_at(self, point: ScreenPoint) -> Window | None:
        """Return the window under a point."""
        with self._connection.faults():
            frame = self._ask_where(self._root, point).reply().child
            if not frame:
                return None
            return self._describe(self._client_of(frame)) or self._describe(frame)

    def survey(
        self, handle: int, points: Sequence[ScreenPoint]
    ) -> tuple[Rect | None, list[int | None]]:
        """Return where a window is and the ids of those under points, in one round trip."""
        with self._connection.faults():
            place = self._ask_place(handle)
            asked = [self._ask_where(self._root, point) for point in points]
            rect = _placed(*place)
            frames = [question.reply().child for question in asked]
            return rect, [self._client_in(frame) if frame else None for frame in frames]

    def place_of(self, handle: int) -> Rect | None:
        """Return where a window is now."""
        with self._connection.faults():
            return _placed(*self._ask_place(handle))

    def exists(self, handle: int) -> bool:
        """Return False if a window was closed."""
        with self._connection.faults():
            try:
                self._core.GetWindowAttributes(handle).reply()
            except WindowError:
                return False
        return True

    def give_focus(self, handle: int) -> bool:
        """Ask the window manager to activate a window."""
        with self._connection.faults():
            active = self._numbers(self._root, "_NET_ACTIVE_WINDOW")
            if active is None:
                return self._has_focus(handle) or self._set_focus(handle)
            if active[:1] == (handle,):
                return True
            data = ClientMessageData.synthetic([_BY_PAGER, _NOW, 0, 0, 0], "5I")
            kind = self._atom("_NET_ACTIVE_WINDOW")
            message = ClientMessageEvent.synthetic(32, handle, kind, data)
            mask = EventMask.SubstructureRedirect | EventMask.SubstructureNotify
            self._core.SendEvent(False, self._root, mask, message.pack())  # noqa: FBT003
            self._connection.sync()
            return False

    def belongs(self, handle: int, game: int) -> bool:
        """Return True if a window is one of the game's program."""
        # The server gives each connection a range of ids: it cannot be pretended.
        own = ~self._connection.xcb.setup.resource_id_mask
        if handle & own == game & own:
            return True
        with self._connection.faults():
            try:
                if self._is_over(handle, game):
                    return True
                return self._process(handle) == self._process(game) != ()
            except WindowError:
                return False

    def monitors(self) -> list[Rect]:
        """Return where the monitors are now."""
        self._monitors = monitors_of(self._connection)
        return self._monitors

    def on_monitor(self, point: ScreenPoint) -> bool:
        """Return True if a monitor shows a point.

        Asks the server only where the monitors as last known do not.
        """
        return on_monitor(self._monitors, point) or on_monitor(self.monitors(), point)

    def _ask_where(self, window: int, point: ScreenPoint) -> Any:
        """Ask where on the screen a point of a window is, and what is there."""
        return self._core.TranslateCoordinates(window, self._root, point.x, point.y)

    def _ask_place(self, handle: int) -> tuple[Any, Any, Any]:
        """Ask whether a window is shown, how large it is and where."""
        return (
            self._core.GetWindowAttributes(handle),
            self._core.GetGeometry(handle),
            self._ask_where(handle, ScreenPoint(0, 0)),
        )

    def _with_unmanaged(self, managed: Sequence[int]) -> list[int]:
        """Return the windows that the window manager lists and those that it leaves alone.

        Dialogs and menus may be such: they ask to be left alone (`override_redirect`). The order is
        that of the screen, the lowest first; a listed window that is not there comes before all.
        """
        children = self._children(self._root)
        places = [self._ask_place(child) for child in children]
        kinds = [self._core.GetWindowAttributes(child) for child in children]
        screen = _placed(*self._ask_place(self._root))
        order: list[int] = []
        for child, place, kind in zip(children, places, kinds, strict=True):
            rect = _placed(*place)
            try:
                left_alone = kind.reply().override_redirect
            except xcffib.Error:
                continue
            if rect is None or screen is None or not rect.intersect(screen).area:
                continue
            client = self._client_of(child)
            # A frame of the window manager may ask to be left alone as well.
            if client in managed or (client == child and left_alone):
                order.append(client)
        return [*(handle for handle in managed if handle not in order), *order]

    def _client_in(self, frame: int) -> int:
        """Return the application's window in a frame; that does not change while it exists."""
        if frame not in self._clients:
            self._clients[frame] = self._client_of(frame)
        return self._clients[frame]

    def _client_of(self, frame: int) -> int:
        """Return the application's window inside a window manager's frame."""
        todo = [frame]
        while todo:
            window = todo.pop(0)
            try:
                if self._numbers(window, "WM_STATE") is not None:
                    return window
                todo.extend(reversed(self._children(window)))
            except WindowError:
                continue
        return frame

    def _children(self, window: int) -> list[int]:
        """Return the windows in a window, the lowest first."""
        return list(self._core.QueryTree(window).reply().children)

    def _set_focus(self, handle: int) -> bool:
        """Set the input focus ourselves, as nobody else does without a window manager."""
        self._core.SetInputFocus(InputFocus.PointerRoot, handle, _NOW)
        return self._has_focus(handle)

    def _has_focus(self, handle: int) -> bool:
        """Return True if keys reach a window where no window manager says so."""
        focus = self._core.GetInputFocus().reply().focus
        if focus == InputFocus.PointerRoot:
            under = self._core.QueryPointer(self._root).reply().child
            return bool(under) and self._client_in(under) == handle
        while focus not in (handle, self._root, InputFocus._None):  # noqa: SLF001 - its name
            focus = self._core.QueryTree(focus).reply().parent
        return bool(focus == handle)

    def _is_over(self, handle: int, game: int) -> bool:
        """Return True if a window says that it is a dialog of another, or of a dialog of that."""
        seen: set[int] = set()
        while handle != game:
            above = self._numbers(handle, "WM_TRANSIENT_FOR")
            if not above or handle in seen:
                return False
            seen.add(handle)
            handle = above[0]
        return True

    def _process(self, handle: int) -> tuple[int, bytes] | tuple[()]:
        """Return the process that a window says it belongs to and its machine."""
        number = self._numbers(handle, "_NET_WM_PID")
        machine = self._property(handle, "WM_CLIENT_MACHINE")
        return (number[0], machine or b"") if number else ()

    def _describe(self, handle: int) -> Window | None:
        """Return a window with its title, class and place; None if it is hidden or closed."""
        rect = _placed(*self._ask_place(handle))
        if rect is None:
            return None
        try:
            kind = _text(self._property(handle, "WM_CLASS") or b"")
            title = self._property(handle, "_NET_WM_NAME") or self._property(handle, "WM_NAME")
        except WindowError:
            return None
        return Window(handle, _text(title or b""), kind.strip("\0").split("\0")[-1], rect)

    def _numbers(self, window: int, name: str) -> tuple[int, ...] | None:
        """Return a property that consists of numbers, None where the window has none."""
        data = self._property(window, name)
        if data is None:
            return None
        count = len(data) // 4
        return struct.unpack_from(f"={count}I", data)

    def _property(self, window: int, name: str) -> bytes | None:
        atom = self._atom(name)
        found = self._core.GetProperty(False, window, atom, _ANY_TYPE, 0, _LONGEST).reply()  # noqa: FBT003
        return found.value.buf() if found.type else None

    def _atom(self, name: str) -> int:
        if name not in self._atoms:
            asked = self._core.InternAtom(False, len(name), name)  # noqa: FBT003
            self._atoms[name] = asked.reply().atom
        return self._atoms[name]


def _placed(state: Any, size: Any, corner: Any) -> Rect | None:
    """Return the rectangle of a window from three replies; None if the window is hidden."""
    answers = []
    for question in (state, size, corner):
        # Each answer is taken, also after a fault: nobody would take one that is left over.
        try:
            answers.append(question.reply())
        except xcffib.Error:
            answers.append(None)
    shown, extent, at = answers
    if shown is None or extent is None or at is None or shown.map_state != MapState.Viewable:
        return None
    return Rect(at.dst_x, at.dst_y, extent.width, extent.height)


def _text(data: bytes) -> str:
    """Return text from what X gives: UTF-8, else Latin-1, as old clients write it."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")
