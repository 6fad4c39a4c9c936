"""Games of winemine, played by Python of Windows under Wine, with Windows' own input as witness."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from support.displayed import json_lines
from support.realplay import click_faults, loss_faults, reading_faults, recorded_clicks
from support.wine_python import SECONDS, Desk, presses_of_windows, run_python, windows_path

GAMES = 5
SETTING = ("--countdown", "0", "--patience", "60", "--no-learn")


@pytest.mark.parametrize("expert", [False, True], ids=["beginner", "expert"])
def test_games_are_played_to_their_ends(
    winemine_desk: Desk, tmp_path: Path, *, expert: bool
) -> None:
    """Every press is on the board, every loss was announced, and the next game begins."""
    recording = tmp_path / "recording"
    play = ("-m", "autosweep", "play", "--json", "--games", str(GAMES))
    with winemine_desk(expert=expert) as variables, presses_of_windows(variables, tmp_path) as seen:
        words = [*play, "--record", windows_path(recording), *SETTING]
        done = run_python(variables, words, timeout=SECONDS)
    events = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    lines = json_lines(recording / "session.jsonl")
    summary = next(event for event in events if event.get("event") == "summary")
    assert (summary["won"] + summary["lost"], summary["stopped"]) == (GAMES, 0), done.stderr
    strays, _ = click_faults(lines, seen)
    assert strays == []
    # Wine loses a press now and then, and the player makes it again. None comes that was not made.
    assert 0 <= recorded_clicks(lines) - len(seen) <= 1 + len(seen) // 100
    assert loss_faults(events) == []
    assert reading_faults(lines) == []
    first = next(line["reading"] for line in lines if line["type"] == "step")
    assert (first["rows"], first["cols"]) == ((16, 30) if expert else (9, 9))
    controls = Counter(line["what"] for line in lines if line["type"] == "control")
    assert controls["new game"] >= GAMES - 1
    # A first win is always a fastest time, and winemine asks for a name.
    assert (controls["dialog put away"] > 0) == (summary["won"] > 0)
