"""Play pages inside a browser, and measure what that costs.

    python benchmarks/browser.py pages PAGE.html... [--scales 1 1.25 2] [--games 1] [--out FOLDER]
    python benchmarks/browser.py costs URL
    python benchmarks/browser.py tabs URL [--tabs 1 4] [--games 2]

`pages` serves the folder of each page on the loopback and plays it by `play --browser` without a
display. A line of a Markdown table for each page goes to stdout; recordings, JSON lines and errors
go to the folder, with the presses that the page itself got. Whether the ends that were told are
true must be looked at: `ends.png` shows the last frame of every game.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import os
import re
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from autosweep.desktop.browser.page_display import PageDisplay
from autosweep.desktop.browser.page_request import PageRequest
from autosweep.geometry import Rect, ScreenPoint

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
TILE = 260


LISTENER = b"""<script>window.addEventListener("mousedown", (event) => {
  const on = event.target.closest("button, a, [role=button], input, select") || event.target;
  navigator.sendBeacon("/-press-", JSON.stringify({x: event.clientX, y: event.clientY,
    button: event.button, tag: on.tagName, name: String(on.id || on.className).slice(0, 40),
    text: String(on.innerText || on.value || "").slice(0, 40)}));
}, {capture: true});
window.addEventListener("mouseup", (event) => requestAnimationFrame(() => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = () => navigator.sendBeacon(
    "/-press-", JSON.stringify({drawn: performance.now() - event.timeStamp}));
  port2.postMessage(0);
}), {capture: true});</script>"""
"""Tells this server every press that the page gets, and how long after the release of the button
the page has drawn its next frame: for the judge, never for the player."""


class PageHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files, adds the listener to pages, and keeps the presses."""

    def __init__(self, *words: Any, presses: list[dict[str, Any]], **more: Any) -> None:
        """Serve one request; the presses of the page are added to a list."""
        self._presses = presses
        super().__init__(*words, **more)

    def do_GET(self) -> None:
        """Send a file; a page gets the listener."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix not in (".html", ".htm") or not path.is_file():
            super().do_GET()
            return
        page = path.read_bytes()
        head = re.search(rb"<head[^>]*>", page, re.IGNORECASE)
        at = head.end() if head else 0
        page = page[:at] + LISTENER + page[at:]
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def do_POST(self) -> None:
        """Keep a press; what a page itself sends is no press."""
        sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/-press-":
            self._presses.append(json.loads(sent))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Serve a folder on the loopback; yield its address and the presses that its pages get."""
    presses: list[dict[str, Any]] = []
    handler = functools.partial(PageHandler, directory=str(folder), presses=presses)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", presses
        finally:
            server.shutdown()
            thread.join()


def play(url: str, folder: Path, words: list[str], seconds: float) -> list[dict[str, Any]]:
    """Play a page without a display; return the events."""
    environ = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    environ["XDG_DATA_HOME"] = str(folder / "data")
    command = [sys.executable, "-m", "autosweep", "play", "--json", "--browser", url]
    recording = ["--record", str(folder / "recording"), "--max-seconds", str(seconds)]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(
            [*command, *recording, *words],
            env=environ,
            capture_output=True,
            text=True,
            timeout=seconds + 120,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return [{"event": "error", "error": "the command did not end"}]
    (folder / "stdout").write_text(done.stdout)
    (folder / "stderr").write_text(done.stderr)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode not in (0, 1):
        why = done.stderr.strip().partition("\n")[0]
        events.append({"event": "error", "error": why, "code": done.returncode})
    return events


def told(events: list[dict[str, Any]]) -> str:
    """Return in few words what a run told."""
    ends = [event["phase"] for event in events if event.get("event") == "end"]
    found = any(event.get("event") == "board" for event in events)
    error = next((event["error"] for event in events if event.get("event") == "error"), "")
    words = ", ".join("unknown" if end == "ended" else end for end in ends)
    if not found:
        return f"not located ({error[:80]})"
    return f"{words or 'no end'}{f' ({error[:110]})' if error else ''}"


def last_frames(folder: Path) -> list[tuple[str, Any]]:
    """Return the last frame of each game of a recording and how the game ended."""
    session = folder / "recording" / "session.jsonl"
    lines = session.read_text().splitlines() if session.exists() else []
    ends = [line for line in map(json.loads, lines) if line["type"] == "end"]
    return [
        (end["phase"], cv2.imread(str(folder / "recording" / end["frame"])))
        for end in ends
        if (folder / "recording" / end["frame"]).exists()
    ]


def sheet(found: list[tuple[str, Any]], path: Path) -> None:
    """Write frames and their names as one image."""
    tiles = []
    for name, pixels in found:
        scale = (TILE - 24) / max(pixels.shape[:2])
        small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        tile = np.full((TILE, TILE, 3), 255, np.uint8)
        tile[: small.shape[0], : small.shape[1]] = small
        cv2.putText(tile, name, (4, TILE - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 200), 1)
        tiles.append(tile)
    while len(tiles) % 8:
        tiles.append(np.full((TILE, TILE, 3), 255, np.uint8))
    rows = [np.hstack(tiles[first : first + 8]) for first in range(0, len(tiles), 8)]
    if rows:
        cv2.imwrite(str(path), np.vstack(rows))


def beside_board(folder: Path, presses: list[dict[str, Any]]) -> list[str]:
    """Return the presses of a page that were no clicks on cells, by what was under them."""
    session = folder / "recording" / "session.jsonl"
    lines = session.read_text().splitlines() if session.exists() else []
    clicks = Counter(
        tuple(action["click"])
        for line in map(json.loads, lines)
        if line["type"] == "actions"
        for action in line["actions"]
        if "click" in action
    )
    found = []
    for press in presses:
        if "drawn" in press:
            continue
        at = int(press["x"]), int(press["y"])
        if clicks[at]:
            clicks[at] -= 1
        else:
            found.append(f"{press['tag'].lower()} {press['text'] or press['name']!r} at {at}")
    return found


def play_at(page: Path, scale: float, options: argparse.Namespace) -> str:
    """Play a page at a scale; return what was told."""
    folder = options.out / page.parent.name / f"{scale:g}"
    words = ["--scale", str(scale), "--games", str(options.games), "--no-learn"]
    with serving(page.parent) as (address, presses):
        begun = time.monotonic()
        events = play(f"{address}/{page.name}", folder, words, options.seconds)
        took = time.monotonic() - begun
    (folder / "presses.json").write_text(json.dumps(presses))
    beside = beside_board(folder, presses)
    (folder / "beside").write_text("\n".join(beside))
    (folder / "pace").write_text(pace(folder, presses))
    return f"{told(events)}, {took:.0f} s, beside the board: {len(beside)}"


def pace(folder: Path, presses: list[dict[str, Any]]) -> str:
    """Return the page's own time to draw a click, and the player's times, in milliseconds."""
    drawn = [press["drawn"] for press in presses if "drawn" in press]
    session = folder / "recording" / "session.jsonl"
    lines = [json.loads(line) for line in session.read_text().splitlines()] if drawn else []
    ends = {line["game"]: line["time"] for line in lines if line["type"] == "end"}
    clicks, steps, seconds = 0, 0, 0.0
    for game, end in ends.items():
        done = [line for line in lines if line["type"] == "actions" and line["game"] == game]
        clicks += sum("click" in action for line in done for action in line["actions"])
        steps += len(done)
        seconds += end - done[0]["time"] if done else 0.0
    if not clicks:
        return ""
    return (
        f"drawn in {statistics.median(drawn):.0f}, a click {1000 * seconds / clicks:.0f}, "
        f"a step {1000 * seconds / steps:.0f}"
    )


def pages(options: argparse.Namespace) -> None:
    """Play every page at every scale."""
    out: Path = options.out
    print("| page |", " | ".join(f"scale {scale:g}" for scale in options.scales), "|")
    print("|---|" + "---|" * len(options.scales))
    ends: list[tuple[str, Any]] = []
    with ThreadPoolExecutor(options.jobs) as workers:
        runs = [
            [workers.submit(play_at, page, scale, options) for scale in options.scales]
            for page in options.pages
        ]
        for page, at_scales in zip(options.pages, runs, strict=True):
            cells = [run.result() for run in at_scales]
            print(f"| {page.parent.name} |", " | ".join(cells), "|", flush=True)
            for scale in options.scales:
                ends += [
                    (f"{page.parent.name} {scale:g} {phase}", frame)
                    for phase, frame in last_frames(out / page.parent.name / f"{scale:g}")
                ]
            sheet(ends, out / "ends.png")


def timed(count: int, work: Callable[[int], object]) -> str:
    """Return median and 90th percentile of a work in milliseconds."""
    times = []
    for number in range(count):
        begun = time.perf_counter()
        work(number)
        times.append(1000 * (time.perf_counter() - begun))
    return f"{statistics.median(times):.1f} ms, 90 % within {sorted(times)[int(0.9 * count)]:.1f}"


def question_costs(display: PageDisplay, scale: float) -> None:
    """Measure each question to a page."""
    source, link = display.open_source(), display.link
    print(f"scale {scale:g}, page of {source.bounds()}")
    for side in (32, 300):
        region = Rect(0, 0, side, side)
        took = timed(30, lambda _, region=region: source.grab(region))
        print(f"  capture of {side} x {side}: {took}")
    print("  capture of everything:", timed(10, lambda _: source.grab()))
    print("  layout:", timed(50, lambda _: link.layout()))
    print("  move:", timed(30, lambda number: link.move(ScreenPoint(5 + number, 5))))


def costs(options: argparse.Namespace) -> None:
    """Measure the questions to a page one by one, then a game's steps."""
    for scale in (1.0, 1.25, 2.0):
        with PageDisplay(PageRequest(url=options.url, scale=scale)) as display:
            question_costs(display, scale)
    folder = Path(options.out) / "steps"
    events = play(options.url, folder, ["--games", "1", "--no-learn"], 120)
    summary = next(event for event in events if event["event"] == "summary")
    steps = [event for event in events if event["event"] == "actions"]
    seconds = _seconds_of_game(folder)
    print(f"one game: {told(events)}, {summary['clicks']} clicks in {len(steps)} steps")
    print(f"  {1000 * seconds / max(1, len(steps)):.0f} ms a step")
    print(f"  {1000 * seconds / max(1, summary['clicks']):.0f} ms a click")


def _seconds_of_game(folder: Path) -> float:
    """Return the seconds from the first click of a recording to its end."""
    lines = [
        json.loads(line) for line in (folder / "recording/session.jsonl").read_text().splitlines()
    ]
    first = next(line["time"] for line in lines if line["type"] == "actions")
    return float(next(line["time"] for line in lines if line["type"] == "end") - first)


def tabs(options: argparse.Namespace) -> None:
    """Play the same page in one tab and in several."""
    for count in options.tabs:
        folder = Path(options.out) / f"tabs-{count}"
        words = ["--games", str(options.games), "--no-learn", "--tabs", str(count)]
        begun = time.monotonic()
        events = play(options.url, folder, words, 600)
        took = time.monotonic() - begun
        ends = [event for event in events if event.get("event") == "end"]
        print(
            f"{count} tabs: {len(ends)} games in {took:.1f} s, {took / max(1, len(ends)):.1f} each"
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("pages", "costs", "tabs"))
    parser.add_argument("names", nargs="+", help="pages, or one address")
    parser.add_argument("--scales", type=float, nargs="+", default=[1.0, 1.25, 2.0])
    parser.add_argument("--jobs", type=int, default=1, help="pages that are played at once")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=90, help="for one page at one scale")
    parser.add_argument("--tabs", type=int, nargs="+", default=[1, 4])
    parser.add_argument("--out", type=Path, default=Path("build/browser"))
    options = parser.parse_args()
    options.pages = [Path(name).resolve() for name in options.names]
    options.url = options.names[0]
    {"pages": pages, "costs": costs, "tabs": tabs}[options.what](options)


if __name__ == "__main__":
    main()
