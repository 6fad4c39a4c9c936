"""`play --tabs N`: several games of one page side by side, one process for each tab.

Each process is the command itself, attached to one browser; its JSON lines come back here.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autosweep.cli.common import put_json, say
from autosweep.cli.signals import stop_on_signals
from autosweep.desktop.browser.page_request import PageRequest
from autosweep.errors import (
    AutosweepError,
    BadInput,
    EnvironmentFault,
    ExitCode,
    Interrupted,
    NothingToSee,
)
from autosweep.play.events import Summary
from autosweep.settings import PlaySettings

_TURN = 0.2
"""Seconds after which a wait looks whether it was interrupted."""
_PATIENCE = 20.0
"""Seconds that a process is given to end by itself."""
_FAULTS: dict[int, type[AutosweepError]] = {
    ExitCode.BAD_INPUT: BadInput,
    ExitCode.NOTHING_TO_SEE: NothingToSee,
    ExitCode.ENVIRONMENT: EnvironmentFault,
    ExitCode.INTERRUPTED: Interrupted,
}
"""The error for an exit code of a process."""


@dataclass
class PlayedTab:
    """One tab and what its process told."""

    number: int
    process: subprocess.Popen[str]
    summary: dict[str, Any] | None = None
    error: dict[str, Any] | None = None
    games: int = field(default=0)

    def take(self, line: dict[str, Any]) -> None:
        """Keep what the end of the run needs."""
        if line.get("event") == "summary":
            self.summary = line
        elif "error" in line:
            self.error = line
        self.games += line.get("event") == "end"


class TabsRun:
    """One run of several players."""

    def __init__(
        self,
        page: PageRequest | None,
        settings: PlaySettings,
        count: int,
        record: Path | None,
        *,
        dry_run: bool,
    ) -> None:
        """Set up; raises BadInput where tabs make no sense."""
        if page is None or (not page.url):
            msg = "--tabs opens a page several times."
            raise BadInput(msg, remedy="Give the page with --browser URL.")
        if settings.guess == "ask":
            msg = "--guess ask does not go with --tabs: there is one terminal."
            raise BadInput(msg, remedy="Choose `--guess best` or `--guess never`.")
        self._page = page
        self._settings = settings
        self._count = count
        self._record = record
        self._dry_run = dry_run

    def play(self, tell: Callable[[Summary, Path | None], None], *, as_json: bool) -> int:
        """Play, show, sum up by `tell`; return the exit code."""
        from autosweep.desktop.browser.shared_browser import SharedBrowser

        lines: queue.SimpleQueue[tuple[PlayedTab, dict[str, Any] | None]] = queue.SimpleQueue()
        with SharedBrowser(self._page) as browser, stop_on_signals() as stop:
            tabs = [self._start(number, browser.address) for number in range(1, self._count + 1)]
            with _ended(tabs):
                for tab in tabs:
                    reader = threading.Thread(target=_read, args=(tab, lines), daemon=True)
                    reader.start()
                running, stopped = len(tabs), False
                while running:
                    if stop.reason() is not None and not stopped:
                        stopped = True
                        _ask_to_end(tabs)
                    try:
                        tab, line = lines.get(timeout=_TURN)
                    except queue.Empty:
                        continue
                    running -= line is None
                    if line is not None:
                        tab.take(line)
                        _show(tab, line, as_json=as_json)
        total = _summed([tab.summary for tab in tabs if tab.summary is not None])
        if as_json:
            put_json({"event": "summary", "tabs": len(tabs), **dataclasses.asdict(total)})
        else:
            tell(total, self._record)
        _raise_first_fault(tabs)
        return ExitCode.NO if total.lost or total.unknown else ExitCode.DONE

    def _start(self, number: int, address: str) -> PlayedTab:
        """Start the player of a tab."""
        command = [sys.executable, "-m", "autosweep", "play", "--json", "--browser", self._page.url]
        if address:
            command += ["--browser-attach", address]
        elif self._page.program:
            command += ["--browser-program", self._page.program]
        command += ["--headed"] if self._page.headed else []
        command += [] if self._page.scale is None else ["--scale", str(self._page.scale)]
        command += ["--dry-run"] if self._dry_run else []
        command += [] if self._record is None else ["--record", str(self._record / f"tab-{number}")]
        command += _words(self._settings)
        process = subprocess.Popen(  # noqa: S603 - this program itself
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        return PlayedTab(number, process)


def _raise_first_fault(tabs: list[PlayedTab]) -> None:
    """Raise the error of the first tab that did not end as it should."""
    for tab in tabs:
        code = tab.process.returncode
        if code not in (ExitCode.DONE, ExitCode.NO):
            told = tab.error or {"error": "its process ended without a word.", "remedy": None}
            msg = f"Tab {tab.number}: {told['error']}"
            raise _FAULTS.get(code, AutosweepError)(msg, remedy=told["remedy"])


def _words(settings: PlaySettings) -> list[str]:
    """Return settings as the options that give them."""
    words: list[str] = []
    for item in dataclasses.fields(settings):
        value, option = getattr(settings, item.name), "--" + item.name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [option, str(value)]
    return words


def _read(
    tab: PlayedTab, lines: queue.SimpleQueue[tuple[PlayedTab, dict[str, Any] | None]]
) -> None:
    """Hand over the lines of a process, and None at their end; for a thread of its own."""
    assert tab.process.stdout is not None  # noqa: S101 - a pipe
    for text in tab.process.stdout:
        with contextlib.suppress(ValueError):
            lines.put((tab, json.loads(text)))
    tab.process.wait()
    lines.put((tab, None))


def _show(tab: PlayedTab, line: dict[str, Any], *, as_json: bool) -> None:
    """Show a line of a tab."""
    if as_json:
        if line.get("event") != "summary" and "error" not in line:
            put_json({"tab": tab.number, **line})
    elif line.get("event") == "end":
        phase = "unknown" if line["phase"] == "ended" else line["phase"]
        say(f"tab {tab.number}, game {line['game'] + 1}: {phase}. {line['why']}")


def _ask_to_end(tabs: list[PlayedTab]) -> None:
    for tab in tabs:
        if tab.process.poll() is None:
            tab.process.terminate()


@contextlib.contextmanager
def _ended(tabs: list[PlayedTab]) -> Iterator[None]:
    """Make sure that no process outlives this one."""
    from autosweep.closing import await_end

    try:
        yield
    finally:
        _ask_to_end(tabs)
        for tab in tabs:
            await_end(tab.process, _PATIENCE)
            if tab.process.stdout is not None:
                tab.process.stdout.close()


def _summed(summaries: list[dict[str, Any]]) -> Summary:
    """Return the numbers of all tabs together; the seconds are those of the longest."""
    counts = ("games", "won", "lost", "unknown", "stopped", "clicks", "guesses")
    total = {name: sum(summary[name] for summary in summaries) for name in counts}
    seconds = max((summary["seconds"] for summary in summaries), default=0.0)
    why = next((summary["why"] for summary in summaries if summary["why"]), "")
    return Summary(seconds=seconds, why=why, **total)
