"""What holds for every test: no real mouse, no network, no display but one started for the test."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# Before numpy is imported, as the command line does.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A suite started in the background of a shell is deaf to Ctrl-C, and so would be what tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


@pytest.fixture(autouse=True)
def _no_real_world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep tests off the developer's screen, mouse, network and settings."""
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"):
        monkeypatch.delenv(variable, raising=False)
    for variable in list(os.environ):
        if variable.startswith("AUTOSWEEP_") and variable != "AUTOSWEEP_ENGINE":
            monkeypatch.delenv(variable)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    if sys.platform == "linux":
        # Not used there; where it is installed it would connect to the display.
        monkeypatch.setitem(sys.modules, "pyautogui", None)

    connect = socket.socket.connect

    def local_only(self: socket.socket, address: object) -> None:
        if self.family != socket.AF_UNIX:
            msg = f"a test tried to connect to {address}"
            raise AssertionError(msg)
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", local_only)


@pytest.fixture(autouse=True)
def _no_error_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test during which anything was logged as an error."""
    yield
    errors = [r for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert not errors, errors


@pytest.fixture
def fixtures() -> Path:
    """Return the folder of test data."""
    return FIXTURES
