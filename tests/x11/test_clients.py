"""Real clients from Debian on a virtual display, a game each, judged by the X server's events."""

from __future__ import annotations

from pathlib import Path

import pytest
from clients import PROGRAMS
from realplay import play_client

pytestmark = pytest.mark.x11


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_a_beginner_game_reaches_its_end(name: str, tmp_path: Path) -> None:
    """Unattended to a win or to a loss on an announced guess; no press off the board.

    The clients deal boards of their own. One on which a rare number is not clear may be given up,
    so a game may be tried again; whatever happens, nothing wrong may be clicked.
    """
    reasons = []
    for attempt in range(3):
        report = play_client(PROGRAMS[name], tmp_path / str(attempt))
        assert report.unsafe == []
        assert report.inconsistent == []
        if report.summary["stopped"] == 0:
            assert report.summary["won"] + report.summary["lost"] == 1
            return
        reasons.append(report.summary["why"])
    pytest.fail(f"no game reached its end: {reasons}")
