"""A virtual display for tests that look and click for real."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from autosweep.desktop.xvfb import VirtualDisplay, xvfb_path


@pytest.fixture
def display() -> Iterator[VirtualDisplay]:
    """Start an Xvfb of 1280 x 800 points for one test."""
    if xvfb_path() is None:
        pytest.skip("Xvfb is not installed (Debian: apt-get install xvfb)")
    with VirtualDisplay(1280, 800) as virtual:
        yield virtual


@pytest.fixture
def x_environment(display: VirtualDisplay) -> dict[str, str]:
    """Return the environment for programs on that display."""
    return {**os.environ, "DISPLAY": display.name}


@pytest.fixture(scope="module")
def screen_name() -> Iterator[str]:
    """Start an Xvfb of 1000 x 800 points for all tests of a file; return its name."""
    with VirtualDisplay(1000, 800) as virtual:
        yield virtual.name


@pytest.fixture
def authority(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give python-xlib the authority file it insists on, an empty one."""
    (tmp_path / "authority").touch()
    monkeypatch.setenv("XAUTHORITY", str(tmp_path / "authority"))
