"""Which windows are there, where, and which is on top: X11 by EWMH, others in `otherdesk.py`.

The player asks for the window that it plays in and, before each click, whether that window is
still the one under the click. Titles lie (two clients are both called "Mines"), so a window is
known by its id. Without a window manager everything still works: the top-level windows are then
the root's children.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from autosweep.desktop.xserver import (
    check_alive,
    connect,
    connection_faults,
    monitors_of,
    on_monitor,
)
from autosweep.errors import DisplayLost, EnvironmentFault
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window, Windows

Answer = TypeVar("Answer")
_BY_PAGER = 2
"""Source of a request to activate a window: a program that acts for the user."""


class XWindows:
    """The windows of an X display."""

    def __init__(self) -> None:
        """Connect to the display; raises NoDisplay where there is none."""
        from autosweep.desktop.display import require_display

        require_display()
        self._display: Any = connect()
        self._root: Any = self._display.screen().root
        self._clients: dict[int, int] = {}
        self._monitors: list[Rect] = []

    def close(self) -> None:
        """Leave the display."""
        self._display.close()

    def visible(self) -> list[Window]:
        """Return the visible windows, topmost first; raises DisplayLost."""
        return self._safely(self._windows)

    def top_at(self, point: ScreenPoint) -> Window | None:
        """Return the window under a point; raises DisplayLost."""
        return self._safely(lambda: self._top_at(point))

    def survey(
        self, handle: int, points: Sequence[ScreenPoint]
    ) -> tuple[Rect | None, list[int | None]]:
        """Return where a window is and the ids of those under points; raises DisplayLost."""
        return self._safely(lambda: self._survey(handle, points))

    def place_of(self, handle: int) -> Rect | None:
        """Return where a window is now; raises DisplayLost."""
        return self._safely(lambda: _placed(*self._ask_place(handle)))

    def give_focus(self, handle: int) -> bool:
        """Ask the window manager to activate a window; raises DisplayLost."""
        return self._safely(lambda: self._give_focus(handle))

    def belongs(self, handle: int, game: int) -> bool:
        """Tell whether a window is one of the game's program; raises DisplayLost."""
        return self._safely(lambda: self._belongs(handle, game))

    def monitors(self) -> list[Rect]:
        """Return where the monitors are now; raises DisplayLost."""
        self._monitors = self._safely(lambda: monitors_of(self._display))
        return self._monitors

    def on_monitor(self, point: ScreenPoint) -> bool:
        """Return True if a monitor shows a point; raises DisplayLost.

        Asks the server only where the monitors as last known do not.
        """
        return on_monitor(self._monitors, point) or on_monitor(self.monitors(), point)

    def _survey(
        self, handle: int, points: Sequence[ScreenPoint]
    ) -> tuple[Rect | None, list[int | None]]:
        # All questions are sent before the first answer is waited for: one round trip in all.
        place = self._ask_place(handle)
        asked = [self._ask_where(self._root.id, point) for point in points]
        rect = _placed(*place)
        frames = []
        for question in asked:
            question.reply()
            child = question.child
            frames.append(child if isinstance(child, int) else int(child.id))
        return rect, [self._client_in(frame) if frame else None for frame in frames]

    def _ask_where(self, window: int, point: ScreenPoint) -> Any:
        """Ask where on the screen a point of a window is, and what is there."""
        from Xlib.protocol.request import TranslateCoords

        wire, root = self._display.display, self._root.id
        return TranslateCoords(
            display=wire, defer=1, src_wid=window, dst_wid=root, src_x=point.x, src_y=point.y
        )

    def _ask_place(self, handle: int) -> tuple[Any, Any, Any]:
        """Ask whether a window is shown, how large it is and where."""
        from Xlib.protocol.request import GetGeometry, GetWindowAttributes

        wire = self._display.display
        return (
            GetWindowAttributes(display=wire, defer=1, window=handle),
            GetGeometry(display=wire, defer=1, drawable=handle),
            self._ask_where(handle, ScreenPoint(0, 0)),
        )

    def _client_in(self, frame: int) -> int:
        """Return the application's window in a frame; that does not change while it exists."""
        if frame not in self._clients:
            self._clients[frame] = int(self._client_of(self._window(frame)).id)
        return self._clients[frame]

    def _give_focus(self, handle: int) -> bool:
        from Xlib import X
        from Xlib.protocol.event import ClientMessage

        active = self._property(self._root, "_NET_ACTIVE_WINDOW")
        if active is None:
            return self._has_focus(handle) or self._set_focus(handle)
        if int(active[0]) == handle:
            return True
        message = ClientMessage(
            window=self._window(handle),
            client_type=self._display.get_atom("_NET_ACTIVE_WINDOW"),
            data=(32, [_BY_PAGER, X.CurrentTime, 0, 0, 0]),
        )
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        self._root.send_event(message, event_mask=mask)
        self._display.sync()
        return False

    def _set_focus(self, handle: int) -> bool:
        """Set the input focus ourselves, as nobody else does without a window manager."""
        from Xlib import X

        self._window(handle).set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
        self._display.sync()
        return self._has_focus(handle)

    def _has_focus(self, handle: int) -> bool:
        """Tell whether keys reach a window where no window manager says so."""
        from Xlib import X

        focus = self._display.get_input_focus().focus
        if isinstance(focus, int):  # nowhere, or wherever the pointer is
            under = self._root.query_pointer().child
            return focus == X.PointerRoot and bool(under) and self._client_in(under.id) == handle
        while focus.id not in (handle, self._root.id):
            focus = focus.query_tree().parent
        return bool(focus.id == handle)

    def _belongs(self, handle: int, game: int) -> bool:
        from Xlib.error import BadWindow

        # The server gives each connection a range of ids: it cannot be pretended.
        own = ~self._display.display.info.resource_id_mask
        if handle & own == game & own:
            return True
        try:
            return self._is_over(handle, game) or self._process(handle) == self._process(game) != ()
        except BadWindow:
            return False

    def _is_over(self, handle: int, game: int) -> bool:
        """Tell whether a window says that it is a dialog of another, or of a dialog of that."""
        seen: set[int] = set()
        while handle != game:
            above = self._property(self._window(handle), "WM_TRANSIENT_FOR")
            if not above or handle in seen:
                return False
            seen.add(handle)
            handle = int(above[0])
        return True

    def _process(self, handle: int) -> tuple[int, bytes] | tuple[()]:
        """Return the process that a window says it belongs to and its machine."""
        number = self._property(self._window(handle), "_NET_WM_PID")
        machine = self._property(self._window(handle), "WM_CLIENT_MACHINE")
        return (int(number[0]), bytes(machine or b"")) if number else ()

    def _window(self, handle: int) -> Any:
        return self._display.create_resource_object("window", handle)

    def _windows(self) -> list[Window]:
        listed = self._property(self._root, "_NET_CLIENT_LIST_STACKING")
        if listed is not None:
            handles = [int(handle) for handle in reversed(listed)]
            found = [self._window(h) for h in handles]
        else:
            found = list(reversed(self._root.query_tree().children))
        return [seen for seen in map(self._describe, found) if seen is not None]

    def _top_at(self, point: ScreenPoint) -> Window | None:
        frame = self._root.translate_coords(self._root, point.x, point.y).child
        if not frame:
            return None
        return self._describe(self._client_of(frame)) or self._describe(frame)

    def _client_of(self, frame: Any) -> Any:
        """Return the application's window inside a window manager's frame."""
        todo = [frame]
        while todo:
            window = todo.pop(0)
            if self._property(window, "WM_STATE") is not None:
                return window
            todo.extend(reversed(window.query_tree().children))
        return frame

    def _describe(self, window: Any) -> Window | None:
        """Return what is known of a window, None where it is not shown or already gone."""
        from Xlib.error import BadDrawable, BadWindow

        rect = _placed(*self._ask_place(window.id))
        if rect is None:
            return None
        try:
            kind = self._property(window, "WM_CLASS") or b""
            title = self._title(window)
        except (BadWindow, BadDrawable):
            return None
        return Window(int(window.id), title, _text(kind).strip("\0").split("\0")[-1], rect)

    def _title(self, window: Any) -> str:
        for name in ("_NET_WM_NAME", "WM_NAME"):
            value = self._property(window, name)
            if value:
                return _text(value)
        return ""

    def _property(self, window: Any, name: str) -> Any:
        from Xlib import X

        atom = self._display.get_atom(name)
        found = window.get_full_property(atom, X.AnyPropertyType)
        return None if found is None else found.value

    def _safely(self, question: Callable[[], Answer]) -> Answer:
        check_alive(self._display)
        try:
            return question()
        except connection_faults() as error:
            msg = "The display went away."
            raise DisplayLost(msg) from error


def _placed(state: Any, size: Any, corner: Any) -> Rect | None:
    """Return where a window is by the answers to three questions; None where it is not shown."""
    from Xlib import X
    from Xlib.error import BadDrawable, BadWindow

    gone = False
    for question in (state, size, corner):
        # Each answer is taken, also after a fault: one that is left over would come later.
        try:
            question.reply()
        except (BadWindow, BadDrawable):
            gone = True
    if gone or state.map_state != X.IsViewable:
        return None
    return Rect(int(corner.x), int(corner.y), int(size.width), int(size.height))


def _text(value: Any) -> str:
    """Return text from what X gives: UTF-8, else Latin-1, as old clients write it."""
    if isinstance(value, str):
        return value
    data = bytes(value)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def open_windows() -> Windows:
    """Return the windows of this system."""
    from autosweep.desktop.otherdesk import LibraryWindows

    return XWindows() if sys.platform == "linux" else LibraryWindows()


def find_window(windows: Windows, wanted: str) -> Window:
    """Return the one window whose title or class holds a text, in any case.

    Raises EnvironmentFault that lists what there is where none or several do.
    """
    shown = [window for window in windows.visible() if window.title or window.kind]
    low = wanted.lower()
    exact = [w for w in shown if low in (w.title.lower(), w.kind.lower())]
    found = exact or [w for w in shown if low in w.title.lower() or low in w.kind.lower()]
    if len(found) == 1:
        return found[0]
    names = ", ".join(f"{w.title!r} ({w.kind})" for w in (found or shown)) or "none"
    if not found:
        msg = f"There is no window {wanted!r}."
        raise EnvironmentFault(msg, remedy=f"Windows: {names}.")
    msg = f"{len(found)} windows are called {wanted!r}."
    raise EnvironmentFault(msg, remedy=f"Use more of the title, the class, or --region: {names}.")
