"""The windows of sway, by its socket.

sway tells every window with its place, class and process; other wlroots compositors tell no places,
so there the player does without. A window that is fullscreen lies over all others, floating windows
lie over the tiled ones, and of two floating ones the later in sway's list is the upper.
"""

from __future__ import annotations

import json
import os
import socket
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from autosweep.closing import Closing
from autosweep.desktop.monitor_layout import on_monitor
from autosweep.desktop.wayland.outputs import Outputs
from autosweep.errors import DisplayLost, NoDisplay
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window

_MAGIC = b"i3-ipc"
_HEADER = struct.Struct("=6sII")
_RUN_COMMAND, _GET_TREE = 0, 4
_PATIENCE = 5.0
"""Seconds that sway may take for an answer."""


class SwayWindows(Closing):
    """The windows of a sway session; every method raises DisplayLost where sway is gone."""

    def __init__(self, outputs: Outputs, environ: Mapping[str, str] = os.environ) -> None:
        """Connect to sway's socket; raises NoDisplay where there is none."""
        self._outputs = outputs
        path = environ.get("SWAYSOCK", "")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_PATIENCE)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            msg = "sway's socket cannot be reached, which SWAYSOCK names."
            remedy = "Start autosweep from a terminal of this session; elsewhere unset SWAYSOCK."
            raise NoDisplay(msg, remedy=remedy) from error

    def visible(self) -> list[Window]:
        """Return the visible windows, topmost first."""
        return [_window(node) for node in self._nodes()]

    def top_at(self, point: ScreenPoint) -> Window | None:
        """Return the window that a click at a point would reach, None for the background.

        A click on a frame or a title bar reaches its window.
        """
        return _top(self._nodes(), point)

    def survey(
        self, handle: int, points: Sequence[ScreenPoint]
    ) -> tuple[Rect | None, list[int | None]]:
        """Return where a window is and which windows lie under points."""
        nodes = self._nodes()
        tops = [_top(nodes, point) for point in points]
        return _place(nodes, handle), [None if top is None else top.handle for top in tops]

    def place_of(self, handle: int) -> Rect | None:
        """Return where a window is now, None where it is closed or not shown."""
        return _place(self._nodes(), handle)

    def exists(self, handle: int) -> bool:
        """Return False if a window was closed."""
        return _holds(self._ask(_GET_TREE), handle)

    def give_focus(self, handle: int) -> bool:
        """Ask sway to give a window the keyboard; return True if it has it."""
        if any(node["id"] == handle and node["focused"] for node in self._nodes()):
            return True
        self._ask(_RUN_COMMAND, f"[con_id={handle}] focus")
        return any(node["id"] == handle and node["focused"] for node in self._nodes())

    def belongs(self, handle: int, game: int) -> bool:
        """Return True if a window is one of the game's process."""
        pids = {node["id"]: node.get("pid") for node in self._nodes()}
        return pids.get(handle) is not None and pids.get(handle) == pids.get(game)

    def monitors(self) -> list[Rect]:
        """Return where the monitors are now."""
        return self._outputs.rects()

    def on_monitor(self, point: ScreenPoint) -> bool:
        """Return True if a monitor shows a point."""
        return on_monitor(self._outputs.rects(), point)

    def close(self) -> None:
        """Leave sway's socket."""
        self._socket.close()

    def _nodes(self) -> list[dict[str, Any]]:
        """Return sway's nodes of visible windows, topmost first."""
        nodes = list(_windows_in(self._ask(_GET_TREE)))
        nodes.reverse()
        nodes.sort(key=lambda node: not node.get("fullscreen_mode"))
        return nodes

    def _ask(self, kind: int, text: str = "") -> Any:
        body = text.encode()
        try:
            self._socket.sendall(_HEADER.pack(_MAGIC, len(body), kind) + body)
            _, length, _ = _HEADER.unpack(self._read(_HEADER.size))
            return json.loads(self._read(length))
        except (OSError, ValueError, struct.error) as error:
            msg = "sway went away."
            raise DisplayLost(msg) from error

    def _read(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            part = self._socket.recv(length - len(data))
            if not part:
                msg = "closed"
                raise OSError(msg)
            data += part
        return data


def _windows_in(node: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Return the nodes of visible windows in a tree, the lowest first."""
    if node.get("pid") and node.get("visible"):
        yield dict(node)
    for kind in ("nodes", "floating_nodes"):
        for child in node.get(kind, ()):
            yield from _windows_in(child)


def _holds(node: Mapping[str, Any], handle: int) -> bool:
    """Return True if a tree holds a window, visible or not."""
    if node["id"] == handle:
        return True
    children = (*node.get("nodes", ()), *node.get("floating_nodes", ()))
    return any(_holds(child, handle) for child in children)


def _window(node: Mapping[str, Any]) -> Window:
    properties = node.get("window_properties") or {}
    kind = node.get("app_id") or properties.get("class") or ""
    return Window(int(node["id"]), str(node.get("name") or ""), str(kind), _content(node))


def _content(node: Mapping[str, Any]) -> Rect:
    """Return where a window's content is: sway's frame and title bar are not part of it."""
    outer, inner = node["rect"], node["window_rect"]
    return Rect(outer["x"] + inner["x"], outer["y"] + inner["y"], inner["width"], inner["height"])


def _frame(node: Mapping[str, Any]) -> Rect:
    """Return a window with its frame and the title bar above it."""
    outer, title = node["rect"], (node.get("deco_rect") or {}).get("height", 0)
    return Rect(outer["x"], outer["y"] - title, outer["width"], outer["height"] + title)


def _top(nodes: Sequence[Mapping[str, Any]], point: ScreenPoint) -> Window | None:
    found = (node for node in nodes if _frame(node).contains(point.x, point.y))
    return next((_window(node) for node in found), None)


def _place(nodes: Sequence[Mapping[str, Any]], handle: int) -> Rect | None:
    return next((_content(node) for node in nodes if node["id"] == handle), None)
