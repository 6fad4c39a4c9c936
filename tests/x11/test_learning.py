"""A client that no theme knows is learned in one run and played by what was learned in the next."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from support.anyclient.options import ClientOptions
from support.anyclient.playing import SETTING, Case, running
from support.displayed import autosweep, json_lines

from autosweep.desktop.xvfb import xvfb_path

pytestmark = pytest.mark.x11

KEY = "f7"
"""No program starts a new game with it by custom, so nobody would find it by trying."""
CLIENT = Case(
    "learned", "tk", ClientOptions(seed=3, look="dark", restart="key", key="F7", fates="won")
)


FOUND = Case(
    "found", "tk", ClientOptions(seed=3, look="dark", restart="key", key="r", fates="won", label="")
)
"""A client whose key is found by trying keys."""


@pytest.fixture(autouse=True)
def _programs() -> None:
    """Skip where the programs are missing that every test here needs."""
    for command in ("openbox", "wmctrl"):
        if shutil.which(command) is None or xvfb_path() is None:
            pytest.skip(f"{command} or Xvfb is not installed")


def controls(events: list[dict[str, Any]]) -> list[str]:
    """Return the keys that were pressed to start a new game."""
    return [e["key"] for e in events if e.get("event") == "control" and e["what"] == "new game"]


def test_a_control_that_once_worked_is_used_at_once(tmp_path: Path) -> None:
    """A person names the key in the first run only."""
    with running(CLIENT, tmp_path) as environment:
        first = autosweep(environment, "play", "--games", "2", "--new-game", KEY, *SETTING)
        recording = str(tmp_path / "recording")
        second = autosweep(environment, "play", "--games", "2", "--record", recording, *SETTING)
    assert first[0] == second[0] == 0, (first[2], second[2])
    # The first game of the second run is that which the first run has won: it is not counted.
    assert controls(second[1]) == [KEY, KEY]
    ends = [event["phase"] for event in second[1] if event["event"] == "end"]
    assert ends == ["won", "won"]
    started = [
        line["by"] for line in json_lines(tmp_path / "truth.jsonl") if line["event"] == "game"
    ]
    assert started[1:] == ["key"] * 3
    (profile,) = autosweep(environment, "client-profile", "list")[1][0]["profiles"]
    assert (profile["games"], profile["won"], profile["new_game"]) == (4, 4, KEY)
    assert profile["theme"] == "generic"
    assert profile["window_class"] == "Minefield"
    assert autosweep(environment, "replay", recording)[0] == 0
    # the look can be learned, too: from the recording, without a question
    words = ("theme", "learn", "field", "--from", recording, "--out", str(tmp_path))
    code, (theme,), story = autosweep(environment, *words)
    assert code == 0, story
    assert set("?01") <= set(theme["symbols"])
    assert theme["alike"] == theme["cells"]


def test_a_control_that_was_found_by_trying_is_the_first_one_tried_the_next_time(
    tmp_path: Path,
) -> None:
    """Within a run and in the next one; without the profile it is searched for again."""
    with running(FOUND, tmp_path) as environment:
        first = autosweep(environment, "play", "--games", "3", *SETTING)
        second = autosweep(environment, "play", "--games", "1", *SETTING)
        third = autosweep(environment, "play", "--games", "1", "--no-learn", *SETTING)
    assert first[0] == second[0] == third[0] == 0, (first[2], second[2], third[2])
    tried = controls(first[1])
    assert len(tried) > 2
    assert tried[-2:] == ["r", "r"]
    assert tried.count("r") == 2
    assert controls(second[1]) == ["r"]
    assert controls(third[1]) == tried[:-1]
