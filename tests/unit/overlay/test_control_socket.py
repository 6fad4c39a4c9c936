"""Commands to a running overlay: strangers on its socket, folders of others, no answer."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Listener
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autosweep.cli.main import main
from autosweep.errors import EnvironmentFault
from autosweep.overlay import control_socket
from autosweep.overlay.control_socket import (
    ControlSocket,
    Place,
    address,
    ask,
    overlay_is_running,
    send,
)

STATUS = {
    "pid": 1,
    "show": ["safe"],
    "level": "safe",
    "board": None,
    "theme": None,
    "hidden": "searching",
}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sockets of Unix")


@pytest.fixture(autouse=True)
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the test a runtime folder of its own, and temporary files of its own.

    Without a usable runtime folder the overlay listens among the temporary files, where another
    overlay of the same user may be. The path is short, as sockets need it.
    """
    folder = tmp_path / "runtime"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.setenv("DISPLAY", ":77")
    with TemporaryDirectory(prefix="autosweep-test-") as temporary:
        monkeypatch.setattr(tempfile, "tempdir", temporary)
        yield folder


@contextmanager
def stranger(answer: Callable[[], bytes | None]) -> Iterator[None]:
    """Listen on the overlay's socket and answer as told."""
    listener = Listener(address(create=True))

    def serve() -> None:
        with listener.accept() as connection:
            connection.recv_bytes(1000)
            said = answer()
            if said is not None:
                connection.send_bytes(said)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield
    finally:
        thread.join(5)
        listener.close()


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"hello",
        b"\xff\xfe",
        b"[1]",
        b"null",
        b"{}",
        b'{"hidden": null, "board": [1], "level": 1, "show": 1, "theme": 1}',
        b"[" * 900,
        b"9" * 5000,
    ],
)
def test_junk_on_the_socket_is_told_in_a_sentence(
    junk: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    with stranger(lambda: junk):
        assert main(["overlay", "--control", "status"]) == 4
    told = capsys.readouterr().err
    assert "overlay" in told
    assert "bug" not in told


def test_one_that_hangs_up_or_says_nothing_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with stranger(lambda: None), pytest.raises(EnvironmentFault, match="No overlay is running"):
        send("status")
    monkeypatch.setattr(control_socket, "_PATIENCE", 0.2)
    listening = Listener(address(create=True))
    try:
        begun = time.monotonic()
        with pytest.raises(EnvironmentFault, match="does not answer"):
            send("status")
        assert time.monotonic() - begun < 5
        assert overlay_is_running(), "a suspended overlay still covers the board"
    finally:
        listening.close()


def test_a_running_overlay_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not overlay_is_running()
    with ControlSocket(lambda _: json.dumps(STATUS)):
        assert overlay_is_running()
        assert ask("status") == STATUS
        monkeypatch.setenv("DISPLAY", ":77.0")
        assert overlay_is_running(), "the same screen by its longer name"
        with (
            pytest.raises(EnvironmentFault, match="already running"),
            ControlSocket(lambda _: "{}"),
        ):
            pass
        monkeypatch.setenv("DISPLAY", ":77.1")
        assert not overlay_is_running()
    monkeypatch.setenv("DISPLAY", ":77")
    assert not overlay_is_running()


def test_play_says_that_an_overlay_is_in_its_way(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At once, before the mouse or the screen is asked for, with the command that ends it."""
    monkeypatch.setattr(
        "autosweep.desktop.open.open_desktop", lambda *_, **__: pytest.fail("too late")
    )
    with ControlSocket(lambda _: json.dumps(STATUS)):
        for words in (["play"], ["play", "--dry-run"], ["play", "--json"]):
            assert main(words) == 4
            told = capsys.readouterr().err
            assert "hint overlay" in told
            assert "autosweep overlay --control quit" in told


def test_the_runtime_folder_of_another_user_is_left_alone(
    runtime: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As after sudo, which keeps XDG_RUNTIME_DIR; another folder is taken."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    mine = tmp_path / "autosweep-12345"
    assert not overlay_is_running()
    assert not mine.exists(), "who only asks leaves nothing behind"
    mine.mkdir()
    # everything here belongs to the user who runs the test, so the private folder does not fit too
    assert main(["overlay", "--control", "next"]) == 4
    assert "belongs to somebody else" in capsys.readouterr().err
    assert list(runtime.iterdir()) == []
    mine.rmdir()
    mine.write_text("a file")
    assert main(["overlay", "--control", "next"]) == 4
    assert "cannot be used" in capsys.readouterr().err
    assert not overlay_is_running()


def test_the_overlay_of_a_page_runs_beside_that_of_the_display() -> None:
    with ControlSocket(lambda _: answer_of("page"), Place.PAGE_SOMEWHERE):
        assert overlay_is_running(), "the page may be on this display"
        assert ask("status")["theme"] == "page"
        with ControlSocket(lambda _: answer_of("screen")):
            assert ask("status")["theme"] == "screen"
        with pytest.raises(EnvironmentFault, match="already running in a page"):
            ControlSocket(lambda _: "", Place.PAGE_SOMEWHERE).__enter__()
    assert not overlay_is_running()


def test_hints_in_a_page_stop_play_only_where_the_page_may_be_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ControlSocket(lambda _: answer_of("page"), Place.PAGE_UNSEEN):
        assert not overlay_is_running(), "no display shows a page without a window"
        assert ask("status")["theme"] == "page"
    with ControlSocket(lambda _: answer_of("page"), Place.PAGE_HERE):
        assert overlay_is_running()
        monkeypatch.setenv("DISPLAY", ":78")
        assert not overlay_is_running(), "its window is on another display"
    with ControlSocket(lambda _: answer_of("page"), Place.PAGE_SOMEWHERE):
        assert overlay_is_running()


def answer_of(theme: str) -> str:
    """Return an answer of an overlay with a theme."""
    return json.dumps({"level": "hint", "show": [], "board": None, "theme": theme, "hidden": ""})
