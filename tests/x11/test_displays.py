"""Displays that are not the usual one: VNC, other colour depths, a second screen, none at all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.displayed import autosweep, client, json_lines
from support.realplay import click_faults, witness
from support.x_servers import serving

from autosweep.desktop.xvfb import VirtualDisplay

pytestmark = pytest.mark.x11
VNC = ("-geometry", "1280x800", "-SecurityTypes", "None", "-rfbport", "-1")
SERVERS = {
    "TigerVNC": (("Xtigervnc", *VNC, "-depth", "24"), ""),
    "depth 16": (("Xvfb", "-screen", "0", "1280x800x16"), ""),
    "depth 30": (("Xvfb", "-screen", "0", "1280x800x30"), ""),
    "VNC of depth 16": (("Xtigervnc", *VNC, "-depth", "16"), ""),
    "the second screen": (
        ("Xvfb", "-screen", "0", "1280x800x24", "-screen", "1", "1000x700x24"),
        ".1",
    ),
}
"""Commands of servers, and the screen that is played on."""


@pytest.mark.parametrize("name", SERVERS)
def test_a_game_is_played_on_every_kind_of_display(name: str, tmp_path: Path) -> None:
    words, screen = SERVERS[name]
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is missing (Debian: tigervnc-standalone-server, xvfb)")
    recording = tmp_path / "recording"
    with (
        serving(words, screen) as environment,
        client(environment, tmp_path / "journal", "--no-guess", "--at", "200,150"),
        witness(environment, tmp_path) as presses,
    ):
        doctor, (answer,), _ = autosweep(environment, "doctor")
        play = ("play", "--countdown", "0", "--patience", "20", "--record", str(recording))
        code, events, story = autosweep(environment, *play)
    assert doctor == 0, answer
    assert code == 0, story
    assert events[-1]["won"] == 1
    strays, lost = click_faults(json_lines(recording / "session.jsonl"), presses)
    assert (strays, lost) == ([], [])


def outcome(environment: dict[str, str], *words: str) -> tuple[int, str]:
    """Run a command; return its exit code and what it said."""
    done = subprocess.run(
        [sys.executable, "-m", "autosweep", *words],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def test_colours_from_a_palette_are_refused_with_the_true_reason() -> None:
    with serving(("Xvfb", "-screen", "0", "1280x800x8")) as environment:
        code, story = outcome(environment, "play", "--countdown", "0")
    assert code == 4
    assert "shows colours from a palette (depth 8)" in story
    assert "XAUTHORITY" not in story


def test_a_display_on_which_nothing_can_be_clicked_is_named_so(tmp_path: Path) -> None:
    words = ("Xvfb", "-screen", "0", "1280x800x24", "-extension", "XTEST")
    with serving(words) as environment, client(environment, tmp_path / "journal"):
        code, story = outcome(environment, "play", "--countdown", "0", "--patience", "20")
    assert code == 4
    assert "lacks the XTEST extension" in story


def test_a_screen_that_the_server_lacks_is_one_sentence(display: VirtualDisplay) -> None:
    code, story = outcome({**os.environ, "DISPLAY": f"{display.name}.3"}, "play")
    assert code == 4
    assert "its server has one screen, and no screen 3" in story


def test_nothing_in_the_temporary_folder_can_hold_the_player_up(
    x_environment: dict[str, str], tmp_path: Path
) -> None:
    """A pipe or a link under the name of the authority file of old hung it, or was written to."""
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    os.mkfifo(temporary / f"autosweep-xauthority-{os.getuid()}")
    environment = {**x_environment, "HOME": str(home), "TMPDIR": str(temporary)}
    environment.pop("XAUTHORITY", None)
    code, story = outcome(environment, "play", "--countdown", "0", "--patience", "0.1")
    assert code == 3, story
    assert [path.name for path in temporary.iterdir()] == [f"autosweep-xauthority-{os.getuid()}"]
