"""A virtual X display: Xvfb on a free display number, ended with the block that wanted it.

The display number comes from Xvfb itself (`-displayfd`), so that parallel runs never collide.
Nothing in the environment is changed here: callers pass `display.name` on, or set DISPLAY
themselves.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
from typing import Self

from autosweep.closing import await_end
from autosweep.errors import NoDisplay

_START_SECONDS = 20.0
_END_SECONDS = 5.0


def xvfb_path() -> str | None:
    """Return where Xvfb is installed, or None."""
    return shutil.which("Xvfb")


class VirtualDisplay:
    """An Xvfb server as a context manager; `name` is its DISPLAY."""

    def __init__(self, width: int = 1280, height: int = 800) -> None:
        self._size = (width, height)
        self._process: subprocess.Popen[bytes] | None = None
        self.name = ""
        """The display's name, such as `:99`; empty before the start."""

    def start(self) -> Self:
        """Start the server and wait until it takes connections.

        Raises NoDisplay where Xvfb is missing or does not start.
        """
        path = xvfb_path()
        if path is None:
            msg = "There is no display and Xvfb is not installed."
            raise NoDisplay(msg, remedy="Install it (Debian: `apt-get install xvfb`).")
        read_end, write_end = os.pipe()
        width, height = self._size
        command = [path, "-displayfd", str(write_end), "-screen", "0", f"{width}x{height}x24"]
        try:
            # In a session of its own, or Ctrl-C would end the display before the game is put away.
            self._process = subprocess.Popen(  # noqa: S603 - the path was looked up just above
                [*command, "-nolisten", "tcp", "-noreset"],
                pass_fds=[write_end],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            os.close(write_end)
            number = _read_line(read_end)
        finally:
            os.close(read_end)
        if not number:
            self.stop()
            msg = "Xvfb did not start."
            raise NoDisplay(msg, remedy="Run `Xvfb :99` by hand to see why.")
        self.name = f":{number}"
        return self

    def stop(self) -> None:
        """End the server; doing so twice is harmless."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        await_end(process, _END_SECONDS)

    def kill(self) -> None:
        """End the server without warning, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


def _read_line(descriptor: int) -> str:
    """Read Xvfb's one line; empty where it ended or stayed silent."""
    text = b""
    while not text.endswith(b"\n"):
        ready, _, _ = select.select([descriptor], [], [], _START_SECONDS)
        chunk = os.read(descriptor, 64) if ready else b""
        if not chunk:
            return ""
        text += chunk
    return text.decode().strip()
