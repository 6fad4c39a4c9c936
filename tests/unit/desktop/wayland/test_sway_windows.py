"""The windows of sway, against a socket that answers as sway does."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.fake_compositor import FakeCompositor

from autosweep.desktop.wayland.wlr_display import WlrDisplay
from autosweep.errors import DisplayLost
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Windows

HEADER = struct.Struct("=6sII")
TREE = 4
GAME, DIALOG, TILED, FULL, HIDDEN = 11, 12, 13, 14, 15


def _node(number: int, place: tuple[int, int, int, int], **facts: Any) -> dict[str, Any]:
    x, y, width, height = place
    return {
        "id": number,
        "name": f"window {number}",
        "app_id": "mines",
        "pid": 700,
        "visible": True,
        "focused": False,
        "fullscreen_mode": 0,
        "rect": {"x": x, "y": y, "width": width, "height": height},
        "window_rect": {"x": 2, "y": 0, "width": width - 4, "height": height - 2},
        "deco_rect": {"x": 0, "y": 0, "width": width, "height": 20},
        "nodes": [],
        "floating_nodes": [],
        **facts,
    }


def _tree() -> dict[str, Any]:
    workspace = {
        "id": 3,
        "nodes": [_node(TILED, (0, 20, 640, 460), app_id=None, pid=800)],
        "floating_nodes": [
            _node(GAME, (100, 120, 200, 200)),
            _node(DIALOG, (150, 170, 80, 60)),
            _node(HIDDEN, (0, 20, 640, 460), visible=False),
        ],
    }
    return {"id": 1, "nodes": [{"id": 2, "nodes": [workspace], "floating_nodes": []}]}


class FakeSway:
    """Answers questions for the tree, gives the focus, and can go away."""

    def __init__(self, place: Path) -> None:
        self.tree = _tree()
        self.commands: list[str] = []
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(place))
        self._listening.listen(1)
        self._client: socket.socket | None = None
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        try:
            self._client, _ = self._listening.accept()
            while header := self._client.recv(HEADER.size):
                _, length, kind = HEADER.unpack(header)
                said = self._client.recv(length).decode() if length else ""
                if kind != TREE:
                    self.commands.append(said)
                body = json.dumps(self.tree if kind == TREE else [{"success": True}]).encode()
                self._client.sendall(HEADER.pack(b"i3-ipc", len(body), kind) + body)
        except OSError:
            return

    def close(self) -> None:
        """Go away."""
        for each in (self._client, self._listening):
            if each is not None:
                each.close()

    def hang_up(self) -> None:
        """End the connection at once."""
        assert self._client is not None
        self._client.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def sway(tmp_path: Path) -> Iterator[FakeSway]:
    fake = FakeSway(tmp_path / "sway.sock")
    yield fake
    fake.close()


@pytest.fixture
def windows(sway: FakeSway, tmp_path: Path) -> Iterator[Windows]:
    compositor = FakeCompositor(tmp_path / "run")
    environ = {**compositor.environment, "SWAYSOCK": str(tmp_path / "sway.sock")}
    with WlrDisplay(environ) as display:
        found = display.open_windows()
        assert found is not None
        yield found
    compositor.close()
    del sway


def test_windows_are_told_topmost_first_and_without_their_frames(windows: Windows) -> None:
    found = windows.visible()
    assert [window.handle for window in found] == [DIALOG, GAME, TILED]
    game = found[1]
    assert (game.title, game.kind) == ("window 11", "mines")
    assert game.rect == Rect(102, 120, 196, 198)
    assert found[2].kind == ""


def test_a_point_belongs_to_the_topmost_window_with_its_title_bar(windows: Windows) -> None:
    points = {(160, 180): DIALOG, (110, 300): GAME, (110, 105): GAME, (400, 400): TILED}
    for (x, y), handle in points.items():
        top = windows.top_at(ScreenPoint(x, y))
        assert top is not None
        assert top.handle == handle
    assert windows.top_at(ScreenPoint(400, 480)) is None
    place, tops = windows.survey(GAME, [ScreenPoint(x, y) for x, y in points])
    assert place == Rect(102, 120, 196, 198)
    assert tops == list(points.values())


def test_a_fullscreen_window_lies_over_all(sway: FakeSway, windows: Windows) -> None:
    full = _node(FULL, (0, 0, 640, 480), fullscreen_mode=1, deco_rect={"height": 0})
    sway.tree["nodes"][0]["nodes"][0]["nodes"].append(full)
    top = windows.top_at(ScreenPoint(160, 180))
    assert top is not None
    assert top.handle == FULL


def test_a_window_of_the_same_process_belongs_to_the_game(windows: Windows) -> None:
    assert windows.belongs(DIALOG, GAME)
    assert not windows.belongs(TILED, GAME)
    assert not windows.belongs(99, 98)


def test_a_window_on_another_workspace_is_there_but_has_no_place(windows: Windows) -> None:
    assert windows.exists(HIDDEN)
    assert windows.place_of(HIDDEN) is None
    assert not windows.exists(99)


def test_focus_is_asked_for_and_only_then_believed(sway: FakeSway, windows: Windows) -> None:
    assert not windows.give_focus(GAME)
    assert sway.commands == ["[con_id=11] focus"]
    sway.tree["nodes"][0]["nodes"][0]["floating_nodes"][0]["focused"] = True
    assert windows.give_focus(GAME)
    assert len(sway.commands) == 1


def test_a_sway_that_ends_is_display_lost(sway: FakeSway, windows: Windows) -> None:
    windows.visible()
    sway.hang_up()
    with pytest.raises(DisplayLost, match="sway went away"):
        windows.visible()
