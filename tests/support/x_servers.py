"""X servers of every kind for tests: other colour depths, several screens, VNC, real monitors."""

from __future__ import annotations

import os
import select
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

START = 30.0
"""Seconds that a server may take to start."""


@contextmanager
def serving(words: Sequence[str], screen: str = "") -> Iterator[dict[str, str]]:
    """Start an X server on a free display; yield the environment for programs on it.

    `screen` is the rest of the display's name, such as `.1` for the second screen.
    """
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        [*words, "-displayfd", str(write_end), "-noreset", "-nolisten", "tcp"],
        pass_fds=[write_end],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(write_end)
    try:
        name = f":{_line(read_end)}{screen}"
        yield {**os.environ, "DISPLAY": name, "XAUTHORITY": os.devnull}
    finally:
        os.close(read_end)
        server.terminate()
        server.wait()


def _line(descriptor: int) -> str:
    """Read the number that a server writes once it takes connections."""
    text = b""
    while not text.endswith(b"\n"):
        assert select.select([descriptor], [], [], START)[0], "the server does not start"
        chunk = os.read(descriptor, 16)
        assert chunk, "the server ended"
        text += chunk
    return text.decode().strip()
