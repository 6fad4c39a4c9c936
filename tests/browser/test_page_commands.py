"""Overlay, recording, tabs and a running browser: what works in a page beside `play`."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import signal
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, sync_playwright
from support.anyclient.options import ClientOptions
from support.anyclient.server import serving_page
from support.clients import wait
from support.displayed import json_lines
from support.page_play import run_command, running_command

from autosweep.desktop.browser.page_display import PageDisplay
from autosweep.desktop.browser.page_layer import PageLayer
from autosweep.desktop.browser.page_request import PageRequest
from autosweep.desktop.browser.page_windows import PageWindows
from autosweep.desktop.clock import SystemClock
from autosweep.errors import ExitCode
from autosweep.geometry import FramePoint
from autosweep.overlay.hint_events import HintEvent, HintsShown
from autosweep.overlay.hint_loop import HintLoop
from autosweep.overlay.page_stage import PageCanvas, PageView

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium"),
]
ONE_GAME = ClientOptions(seed=4, fates="won")


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    """The file that the page tells its truth to."""
    path = tmp_path / "truth.jsonl"
    path.touch()
    return path


@contextlib.contextmanager
def running_browser(folder: Path) -> Iterator[str]:
    """Run a Chromium of somebody's own, without a window; yield its debugging port."""
    command = ["chromium", "--headless=new", "--no-sandbox", "--remote-debugging-port=0"]
    profile = f"--user-data-dir={folder / 'profile'}"
    with (folder / "chromium.log").open("w") as log:
        process = subprocess.Popen([*command, profile, "about:blank"], stderr=log)
        try:
            told = folder / "chromium.log"
            wait(lambda: "DevTools listening" in told.read_text())
            found = re.search(r"ws://127\.0\.0\.1:(\d+)/", told.read_text())
            assert found is not None
            yield found[1]
        finally:
            process.terminate()
            process.wait(20)


@contextlib.contextmanager
def opened(port: str, url: str) -> Iterator[Page]:
    """Open a page in a running browser; yield it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        page = browser.contexts[0].pages[0]
        page.goto(url)
        yield page


@contextlib.contextmanager
def game_in_browser(truth: Path, folder: Path) -> Iterator[tuple[str, Page]]:
    """Show the fixture page in a running browser; yield its debugging port and the page."""
    with (
        serving_page(truth) as address,
        running_browser(folder) as port,
        opened(port, f"{address}?{ONE_GAME.query()}") as page,
    ):
        yield port, page


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_hints_are_drawn_over_a_page_and_clicks_pass_through(scale: float, truth: Path) -> None:
    with (
        serving_page(truth) as address,
        PageDisplay(PageRequest(url=f"{address}?{ONE_GAME.query()}", scale=scale)) as display,
    ):
        source, layer = display.open_source(), PageLayer(display.page)
        canvas = PageCanvas(layer, draws=True)
        view = PageView(source, PageWindows(display.link), layer, canvas)
        seen: list[HintEvent] = []
        loop = HintLoop(
            view, canvas, SystemClock(), parts=("safe", "mines", "best"), observe=seen.append
        )

        def hints(count: int) -> HintsShown:
            for _ in range(200):
                view.wait(loop.step())
                shown = [event for event in seen if isinstance(event, HintsShown)]
                if len(shown) >= count:
                    return shown[-1]
            raise AssertionError(seen)

        first = hints(1)
        assert first.hints.guess is not None
        cell = first.hints.guess
        with_marks = source.grab().pixels
        with layer.hidden():
            without = source.grab().pixels
        assert np.any(with_marks != without), "the hints are on the page"
        frame = view.grab(source.bounds())
        assert frame is not None
        assert np.array_equal(frame.pixels, without), "the hints are in no frame"
        # Through the layer: the page gets the press on the very cell that is marked.
        grid = first.reading.grid
        middle = grid.center(cell)
        point = first.mapping.to_screen(FramePoint(middle.x, middle.y))
        display.link.move(point)
        display.link.button("left", down=True)
        display.link.button("left", down=False)
        second = hints(2)
        assert second.reading.board != first.reading.board
        presses = [line for line in json_lines(truth) if line["event"] == "press"]
        assert [press["cell"] for press in presses] == [list(cell)]
        canvas.hide()
        assert display.page._page.evaluate("document.documentElement.children.length") == 2


def test_a_page_that_is_loaded_again_gets_its_hints_again(truth: Path) -> None:
    with (
        serving_page(truth) as address,
        PageDisplay(PageRequest(url=f"{address}?{ONE_GAME.query()}")) as display,
    ):
        source, layer = display.open_source(), PageLayer(display.page)
        canvas = PageCanvas(layer, draws=True)
        view = PageView(source, PageWindows(display.link), layer, canvas)
        loop = HintLoop(view, canvas, SystemClock(), parts=("best",))
        for load in (1, 2):
            for _ in range(100):
                view.wait(loop.step())
                if canvas.drawn >= load and layer_is_shown(display):
                    break
            else:
                raise AssertionError(load)
            display.link.reload()


def layer_is_shown(display: PageDisplay) -> bool:
    """Return True if the page has one more element than its head and its body."""
    return bool(display.page._page.evaluate("document.documentElement.children.length") == 3)


def test_the_overlay_tells_its_advice_of_a_running_browser(truth: Path, tmp_path: Path) -> None:
    with game_in_browser(truth, tmp_path) as (port, _):
        words = ["overlay", "--browser-attach", port, "--json", "--no-hints"]
        with running_command(words, tmp_path) as process:
            assert process.stdout is not None
            events = [json.loads(process.stdout.readline()) for _ in range(3)]
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
    assert [event["event"] for event in events] == ["start", "board", "hints"], err
    assert json.loads(out.splitlines()[-1])["event"] == "end"
    assert process.returncode == ExitCode.DONE


def test_a_page_with_hints_is_not_played_and_quits_by_its_own_socket(
    truth: Path, tmp_path: Path
) -> None:
    with (
        game_in_browser(truth, tmp_path) as (port, page),
        running_command(["overlay", "--browser-attach", port, "--json"], tmp_path) as process,
    ):
        wait(lambda: page.evaluate("document.documentElement.children.length") == 3)
        done = run_command(["play", "--browser-attach", port], tmp_path)
        assert done.returncode == ExitCode.ENVIRONMENT, done.stdout
        assert "hint overlay runs in this page" in done.stderr
        screen = run_command(["play", "--dry-run"], tmp_path)
        assert "hint overlay" not in screen.stderr, "no display shows these hints"
        asked = run_command(["overlay", "--control", "quit"], tmp_path)
        assert asked.returncode == ExitCode.DONE, asked.stderr
        process.communicate(timeout=30)
    assert process.returncode == ExitCode.DONE


def test_games_of_a_person_in_a_page_are_recorded(truth: Path, tmp_path: Path) -> None:
    folder = tmp_path / "recording"
    with game_in_browser(truth, tmp_path) as (port, page):
        words = ["record", str(folder), "--browser-attach", port, "--json"]
        session = folder / "session.jsonl"
        with running_command(words, tmp_path) as process:
            wait(lambda: session.exists() and '"type":"step"' in session.read_text())
            page.mouse.click(140, 260)
            wait(lambda: session.read_text().count('"type":"step"') >= 2)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
    assert process.returncode == ExitCode.DONE, err
    assert json.loads(out)["steps"] >= 2
    header = json_lines(session)[0]
    assert header["source"] == "page"


def test_a_page_that_is_closed_ends_the_game(truth: Path, tmp_path: Path) -> None:
    with game_in_browser(truth, tmp_path) as (port, page):
        words = ["play", "--browser-attach", port, "--games", "9"]
        with running_command(words, tmp_path) as process:
            wait(lambda: "press" in truth.read_text())
            page.close()
            out, err = process.communicate(timeout=60)
    assert process.returncode == ExitCode.ENVIRONMENT
    assert "was closed" in err
    assert "1 stopped" in out


def test_a_tab_is_chosen_by_its_title(truth: Path, tmp_path: Path) -> None:
    with game_in_browser(truth, tmp_path) as (port, page):
        other = page.context.new_page()
        other.goto("data:text/html,<title>News</title><p>nothing")
        several = run_command(["play", "--browser-attach", port], tmp_path)
        none = run_command(["play", "--browser-attach", port, "--tab", "Chess"], tmp_path)
        words = ["play", "--browser-attach", port, "--tab", "mines", "--max-clicks", "1"]
        run_command(words, tmp_path)
    assert several.returncode == none.returncode == ExitCode.ENVIRONMENT
    assert "There are 2 tabs" in several.stderr
    assert "no tab 'Chess'" in none.stderr
    assert "News" in none.stderr
    assert "press" in truth.read_text()


def test_tabs_are_played_side_by_side_with_one_summary(truth: Path, tmp_path: Path) -> None:
    with serving_page(truth) as address:
        url = f"{address}?{ONE_GAME.query()}"
        words = ["play", "--browser", url, "--tabs", "2", "--json"]
        done = run_command([*words, "--record", str(tmp_path / "both")], tmp_path)
    assert done.returncode == ExitCode.DONE, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    ends = [event for event in events if event["event"] == "end"]
    assert sorted((end["tab"], end["phase"]) for end in ends) == [(1, "won"), (2, "won")]
    summaries = [event for event in events if event["event"] == "summary"]
    assert [(each["tabs"], each["games"], each["won"]) for each in summaries] == [(2, 2, 2)]
    assert {path.name for path in (tmp_path / "both").iterdir()} == {"tab-1", "tab-2"}
    told = [line["result"] for line in json_lines(truth) if line["event"] == "end"]
    assert told == ["won", "won"]


def test_tabs_need_a_page_and_no_terminal(tmp_path: Path) -> None:
    done = run_command(["play", "--tabs", "2"], tmp_path)
    assert done.returncode == ExitCode.BAD_INPUT
    assert "--browser URL" in done.stderr
    done = run_command(["play", "--browser", "x.org", "--tabs", "2", "--guess", "ask"], tmp_path)
    assert done.returncode == ExitCode.BAD_INPUT


def test_a_certificate_that_is_not_valid_is_said_so(tmp_path: Path) -> None:
    certificate = tmp_path / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-keyout", str(certificate)),
            *("-out", str(tmp_path / "public.pem")),
        ],
        check=True,
        capture_output=True,
    )
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tmp_path / "public.pem", certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.handle_error = lambda *_: None  # type: ignore[method-assign]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"https://127.0.0.1:{server.server_port}/"
        done = run_command(["play", "--browser", url], tmp_path)
        server.shutdown()
    assert done.returncode == ExitCode.ENVIRONMENT
    assert "certificate" in done.stderr


def test_without_playwright_the_remedy_names_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from autosweep.errors import MissingExtra

    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(MissingExtra) as caught:
        PageDisplay(PageRequest(url="http://x"))
    assert "autosweep-minesweeper[browser]" in caught.value.remedy
