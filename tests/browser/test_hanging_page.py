"""Pages that answer nothing: every question ends, and Ctrl-C ends the command."""

from __future__ import annotations

import json
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")
from support.page_play import running_command

from autosweep.desktop.browser.page_display import PageDisplay
from autosweep.desktop.browser.page_pointer import PagePointer
from autosweep.desktop.browser.page_request import PageRequest
from autosweep.errors import DisplayLost, ExitCode, Interrupted
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Button, Click

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium"),
]
PATIENCE = 1.0
SOON = 10.0
"""Seconds in which a command must end after Ctrl-C, on a busy machine; the patience is longer."""
CELLS = "".join(f"<i style='left:{30 * (n % 9)}px;top:{30 * (n // 9)}px'></i>" for n in range(81))
BOARD = f"""<!doctype html><title>Minesweeper</title><style>i {{ position: absolute; width: 24px;
  height: 24px; background: #bdbdbd; border: 3px outset #eee }}</style>
<div style='position:absolute;left:60px;top:60px;width:270px;height:270px'>{CELLS}</div>"""
ON_PRESS = "<script>addEventListener('mousedown', () => { for (;;); }, true)</script>"


@pytest.fixture
def display(tmp_path: Path) -> Iterator[PageDisplay]:
    """A page that hangs when it is pressed, with little patience."""
    path = tmp_path / "page.html"
    path.write_text(BOARD + ON_PRESS)
    with PageDisplay(PageRequest(url=path.as_uri())) as display:
        display.page.patience = PATIENCE
        yield display


def press(display: PageDisplay) -> None:
    """Press the page, which hangs then."""
    PagePointer(display.link).perform([Click(ScreenPoint(75, 75), Button.LEFT)])


def test_a_question_that_gets_no_answer_ends(display: PageDisplay) -> None:
    source = display.open_source()
    source.grab()
    begun = time.monotonic()
    with pytest.raises(DisplayLost, match="does not answer"):
        press(display)
    assert PATIENCE <= time.monotonic() - begun < PATIENCE + SOON
    # The next ones end at once: the pointer is released, the layout asked for, the page left.
    begun = time.monotonic()
    for question in (source.grab, source.bounds, lambda: source.bring_into_view(Rect(0, 0, 9, 9))):
        with pytest.raises(DisplayLost, match="does not answer"):
            question()
    assert time.monotonic() - begun < PATIENCE / 2


def test_a_stop_ends_a_question_before_its_time(display: PageDisplay) -> None:
    display.page.patience = 60.0
    asked = threading.Event()
    display.link.stopping = asked.is_set
    later = threading.Timer(0.5, asked.set)
    later.start()
    begun = time.monotonic()
    with pytest.raises(Interrupted, match="did not answer"):
        press(display)
    assert 0.5 <= time.monotonic() - begun < 0.5 + SOON


def test_a_page_goes_on_after_a_slow_answer(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    slow = "{ const until = Date.now() + 1500; while (Date.now() < until); }"
    path.write_text(f"{BOARD}<script>addEventListener('mousedown', () => {slow})</script>")
    with PageDisplay(PageRequest(url=path.as_uri())) as display:
        press(display)
        assert display.open_source().grab().pixels.shape[:2] == (960, 1280)


def test_ctrl_c_ends_a_game_in_a_page_that_hangs(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(BOARD + ON_PRESS)
    words = ["play", "--json", "--no-learn", "--browser", str(path)]
    with running_command(words, tmp_path) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if json.loads(line).get("event") == "actions":
                break
        time.sleep(1.0)
        assert process.poll() is None
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        told, errors = process.communicate(timeout=30)
        took = time.monotonic() - begun
    assert process.returncode == ExitCode.INTERRUPTED, told + errors
    assert "did not answer" in errors
    assert "Traceback" not in errors
    assert took < SOON


def test_ctrl_c_ends_the_load_of_a_page(tmp_path: Path) -> None:
    reached, over = threading.Event(), threading.Event()

    class Silent(BaseHTTPRequestHandler):
        """A server that answers nothing."""

        def do_GET(self) -> None:
            reached.set()
            over.wait(60)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Silent) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        words = ["play", "--browser", f"http://127.0.0.1:{server.server_port}/"]
        try:
            with running_command(words, tmp_path) as process:
                assert reached.wait(60)
                begun = time.monotonic()
                process.send_signal(signal.SIGINT)
                _, errors = process.communicate(timeout=30)
                assert time.monotonic() - begun < SOON
        finally:
            over.set()
            server.shutdown()
    assert process.returncode == ExitCode.INTERRUPTED
    assert "Traceback" not in errors
    assert len(errors.strip().splitlines()) <= 2
