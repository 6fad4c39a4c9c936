"""One browser for several games: each player is a process that attaches to it."""

from __future__ import annotations

import contextlib
import socket

from autosweep.closing import Closing
from autosweep.desktop.browser.browser_programs import CHROMIUM, choose_program
from autosweep.desktop.browser.page_request import PageRequest
from autosweep.desktop.browser.page_session import close_browser, launch, own_program, started


class SharedBrowser(Closing):
    """A browser that is started for several tabs; close it."""

    def __init__(self, request: PageRequest) -> None:
        """Start a browser; raises EnvironmentFault where there is none.

        One without Chromium's protocol cannot be shared: `address` is empty then, and each player
        starts its own.
        """
        self.address = ""
        """Where players attach."""
        self._opened = contextlib.ExitStack()
        if request.attach:
            self.address = request.attach
            return
        with contextlib.ExitStack() as stack:
            playwright = started(stack)
            program = choose_program(request.program) or own_program(playwright)
            if program is not None and program.engine == CHROMIUM:
                port = _free_port()
                words = (f"--remote-debugging-port={port}",)
                browser = launch(playwright, program, headed=request.headed, words=words)
                stack.callback(close_browser, browser)
                self.address = f"http://127.0.0.1:{port}"
            self._opened = stack.pop_all()

    def close(self) -> None:
        """End the browser."""
        self._opened.close()


def _free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
