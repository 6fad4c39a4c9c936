"""Real clients from Debian on a virtual display, a game each, judged by the X server's events."""

from __future__ import annotations

from pathlib import Path

import pytest
from clients import PROGRAMS
from realplay import play_client

pytestmark = pytest.mark.x11


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_a_beginner_game_reaches_its_end(name: str, tmp_path: Path) -> None:
    """Unattended to a win or to a loss on an announced guess; no press off the board."""
    report = play_client(PROGRAMS[name], tmp_path)
    assert report.faults == []
    assert report.summary["games"] == 1
    assert report.summary["stopped"] == 0
