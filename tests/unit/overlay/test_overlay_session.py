"""Commands to a running overlay, through the socket that other programs use."""

from __future__ import annotations

import json
import stat
import threading
import time
from pathlib import Path

import pytest
from support.overlay_screen import MemoryDesk

from autosweep.board import FirstClick, Game
from autosweep.errors import EnvironmentFault
from autosweep.overlay.control_socket import ControlSocket, address, send
from autosweep.overlay.hint_events import HintEvent, HintsShown
from autosweep.overlay.hint_loop import HintLoop
from autosweep.overlay.overlay_session import OverlaySession


@pytest.fixture(autouse=True)
def _runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":nowhere")


def session_on(desk: MemoryDesk, events: list[HintEvent]) -> OverlaySession:
    return OverlaySession(
        desk,
        lambda observe: HintLoop(
            desk, desk, desk.clock, parts=("best",), mines=10, observe=observe
        ),
        events.append,
        ("best",),
    )


def shown_parts(events: list[HintEvent]) -> tuple[str, ...] | None:
    shown = [event.parts for event in events if isinstance(event, HintsShown)]
    return shown[-1] if shown else None


def test_commands_change_what_a_running_overlay_shows() -> None:
    game = Game(9, 9, 10, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    events: list[HintEvent] = []
    session = session_on(MemoryDesk(game, clean=True), events)
    thread = threading.Thread(target=session.work)
    with ControlSocket(session.answer):
        thread.start()
        assert json.loads(send("show=safe,why"))["show"] == ["safe", "why"]
        assert json.loads(send("next"))["level"] == "safe"
        assert json.loads(send("hide"))["show"] == []
        assert json.loads(send("hide"))["level"] == "safe"
        assert json.loads(send("prev"))["level"] == "reason"
        wrong = json.loads(send("show=mimes"))
        assert "mimes" in wrong["error"]
        assert "mines" in wrong["remedy"]
        assert "error" in json.loads(send("dance"))
        assert json.loads(send("status"))["level"] == "reason"
        until = time.monotonic() + 20
        while shown_parts(events) != ("best", "why") and time.monotonic() < until:
            time.sleep(0.01)
        assert shown_parts(events) == ("best", "why")
        send("quit")
        thread.join(20)
    assert not thread.is_alive()
    assert session.stopped == "Asked to quit."
    assert session.fault is None


def test_only_the_user_can_reach_it_and_only_one_runs() -> None:
    with ControlSocket(lambda command: command):
        mode = Path(address()).stat().st_mode
        assert stat.S_IMODE(mode) == 0o600
        assert send("hello") == "hello"
        with pytest.raises(EnvironmentFault, match="already running"), ControlSocket(lambda c: c):
            pass
        # A client that connects and says nothing does not keep others waiting for long.
        assert send("again") == "again"
    assert not Path(address()).exists()


def test_what_a_killed_overlay_left_behind_is_no_hindrance() -> None:
    Path(address(create=True)).touch()
    with pytest.raises(EnvironmentFault, match="No overlay is running"):
        send("status")
    with ControlSocket(lambda command: command):
        assert send("hello") == "hello"


def test_a_fault_of_the_loop_is_kept() -> None:
    desk = MemoryDesk(Game(9, 9, 10), clean=True)
    desk.screen = None  # type: ignore[method-assign, assignment]
    session = session_on(desk, [])
    session.work()
    assert isinstance(session.fault, TypeError)


def test_a_long_runtime_folder_still_gives_a_socket_that_can_be_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sockets take paths of about a hundred bytes; some folders are longer."""
    folder = tmp_path / ("x" * 90)
    folder.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    with ControlSocket(lambda command: f"got {command}"):
        assert send("hello") == "got hello"
