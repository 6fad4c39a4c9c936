"""Clients of our own with every kind of end, restart and behaviour, played by the real command.

The whole table is played by `benchmarks/any_client.py`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.anyclient.cases import CASES
from support.anyclient.options import ClientOptions
from support.anyclient.playing import Case, Played, compare, play

from autosweep.desktop.xvfb import xvfb_path

pytestmark = pytest.mark.x11

QUICK = [pytest.param(case, id=name) for name, case in CASES.items() if case.quick]


@pytest.mark.parametrize("case", QUICK)
def test_a_client_nobody_prepared_is_played_to_its_end_and_again(
    case: Case, tmp_path: Path
) -> None:
    """Every verdict is true, every press is on the board or its control, every game is played."""
    for command in ("openbox", "wmctrl", "chromium"):
        if shutil.which(command) is None or xvfb_path() is None:
            pytest.skip(f"{command} or Xvfb is not installed")
    played = play(case, tmp_path)
    assert played.faults == []
    assert played.gaps == []


def _told(*truth: dict[str, object], ends: tuple[str, ...], presses: int = 0) -> Played:
    """Return the comparison of a made-up game."""
    played = Played(
        Case("made up", "tk", ClientOptions(), games=2),
        list(truth),
        [{"phase": end, "why": "", "announced_guess": False} for end in ends],
    )
    compare(played, [[1, 0, 0]] * presses, [])
    return played


def test_the_comparison_finds_what_must_never_happen() -> None:
    """A false verdict, a loss on a certain move, a press beside the board, a denied button."""
    won, lost = {"event": "end", "result": "won"}, {"event": "end", "result": "lost"}
    assert _told(won, ends=("lost",)).faults == ["game 0: won, told as lost: "]
    assert _told(ends=("won",)).faults == ["game 0: still running, told as won: "]
    (unannounced,) = _told(lost, ends=("lost",)).faults
    assert "not announced" in unannounced
    beside = {"event": "press", "on": "outside"}
    assert _told(beside, ends=(), presses=1).faults == ["a press on outside"]
    assert _told(ends=(), presses=1).faults == ["1 presses on the display, 0 on the client"]
    denied = {"event": "forbidden", "control": "Quit"}
    assert _told(denied, ends=()).faults == ["Quit was done"]


def test_the_comparison_counts_what_is_missing() -> None:
    """An end that was not understood, one that was not told, a game that was not played."""
    won = {"event": "end", "result": "won"}
    assert len(_told(won, ends=("playing",)).gaps) == 2
    assert len(_told(won, won, ends=("won",)).gaps) == 1
    assert _told(won, won, ends=("won", "won")).gaps == []
