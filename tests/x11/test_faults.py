"""What happens to the window, the mouse or the client in mid-game, and what is done then.

The built-in game under openbox; the X server's own record says which presses were delivered.
Whatever the fault: no press off the board, one sentence, the documented exit code, and a
recording that loads.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest
from support.clients import PROGRAMS, installed, running
from support.displayed import json_lines, wait_for
from support.match import Match, end_process
from support.realplay import click_faults, witness

from autosweep.desktop.xvfb import VirtualDisplay

pytestmark = [
    pytest.mark.x11,
    pytest.mark.skipif(
        not all(which(name) for name in ("openbox", "wmctrl", "xdotool")),
        reason="openbox, wmctrl or xdotool is missing (Debian packages of these names)",
    ),
]
GNOME_THEME = "[org/gnome/Mines]\ntheme='classic'"
COVER = (
    "import tkinter as t; w = t.Tk(); w.title('Over'); w.geometry('1280x800+0+0'); "
    "w.configure(background='black'); {decorated}; w.mainloop()"
)
POPUP = """
from pathlib import Path
from Xlib import X
from Xlib.display import Display
display = Display()
root = display.screen().root
stack = root.get_full_property(display.get_atom("_NET_CLIENT_LIST_STACKING"), X.AnyPropertyType)
game = display.create_resource_object("window", stack.value[-1])
size = game.get_geometry()
wide, tall = int(size.width * {share}), int((size.height - 60) * {share})
x, y = (size.width - wide) // 2, 60 + (size.height - 60 - tall) // 2
popup = game.create_window(
    x, y, wide, tall, 2, X.CopyFromParent, X.InputOutput, X.CopyFromParent,
    background_pixel=0xF4E8C0, border_pixel=0x202020,
    event_mask=X.ButtonPressMask | X.PropertyChangeMask)
popup.map()
popup.change_property(display.get_atom("WM_NAME"), display.get_atom("STRING"), 8, b"popup")
display.sync()
place = Path({place!r})
mapped = None
while True:
    event = display.next_event()
    if event.type == X.PropertyNotify:
        mapped = event.time
        place.touch()
    # A window manager holds a press back while it looks at it. One that was made before the popup
    # was there may be given to it: it bears the time at which it was made.
    elif event.type == X.ButtonPress and mapped is not None and event.time > mapped:
        place.write_text(f"pressed {{event.time - mapped}} ms later")
"""


class Scene(Match):
    """A display with a window manager, the built-in game and a player at work on it."""

    def __init__(self, display: VirtualDisplay, folder: Path) -> None:
        authority = folder / "authority"
        authority.touch()
        names = {"DISPLAY": display.name, "XAUTHORITY": str(authority)}
        super().__init__({**os.environ, **names}, folder)
        self.manager = self._start("openbox")
        wait_for(lambda: self.run("wmctrl", "-m"))
        time.sleep(0.5)
        journal = folder / "journal.jsonl"
        size = ["--rows", "16", "--cols", "24", "--mines", "60", "--cell-px", "22"]
        self.client = self._start(
            sys.executable, "-m", "autosweep", "client", "--journal", str(journal), *size
        )
        wait_for(lambda: "autosweep" in self.run("wmctrl", "-l"))

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(words, env=self.environment, stderr=subprocess.DEVNULL)

    @contextmanager
    def program(self, text: str) -> Iterator[None]:
        """Run another program on the display."""
        process = self._start(sys.executable, "-c", text)
        try:
            yield
        finally:
            end_process(process)

    def end(self) -> None:
        """End everything."""
        super().end()
        end_process(self.client)
        end_process(self.manager)


@pytest.fixture
def scene(display: VirtualDisplay, tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(display, tmp_path)
    try:
        with strays_forbidden(scene, tmp_path):
            yield scene
    finally:
        scene.end()


@contextmanager
def strays_forbidden(match: Match, folder: Path) -> Iterator[list[list[int]]]:
    """Fail where the display delivered a press off the board."""
    with witness(match.environment, folder) as presses:
        yield presses
    lines = json_lines(match.recording / "session.jsonl")
    assert click_faults(lines, presses)[0] == []


def test_a_moved_window_is_found_again_and_played_on(scene: Scene) -> None:
    scene.play()
    for place in ("0,500,300,-1,-1", "0,20,30,-1,-1"):
        scene.run("wmctrl", "-r", "autosweep", "-e", place)
        scene.wait_for_steps(5)
    assert scene.stop() == 130


def test_a_resized_window_is_located_again(scene: Scene) -> None:
    scene.play()
    for size in ("760", "640"):
        scene.run("wmctrl", "-r", "autosweep", "-e", f"0,40,50,{size},520")
        scene.wait_for_steps(4)
    assert scene.stop() == 130


def test_a_minimised_window_stops_the_game(scene: Scene) -> None:
    scene.play()
    scene.run("xdotool", "search", "--name", "^autosweep$", "windowminimize")
    code, summary, _ = scene.outcome()
    assert code == 3
    assert "minimised" in summary["why"] or "No Minesweeper board" in summary["why"]


def test_a_closed_window_stops_the_game(scene: Scene) -> None:
    scene.play()
    scene.client.kill()
    code, summary, _ = scene.outcome()
    assert code == 3
    assert summary["stopped"] == 1


def test_a_window_in_front_stops_the_game_before_a_click_reaches_it(scene: Scene) -> None:
    scene.play()
    with scene.program(COVER.format(decorated="w.attributes('-topmost', True)")):
        code, summary, _ = scene.outcome()
    assert code == 3
    assert summary["stopped"] == 1


def test_a_black_screen_stops_the_game(scene: Scene) -> None:
    """As when the screen is blanked or locked: nothing is clicked in the dark."""
    scene.play()
    with scene.program(COVER.format(decorated="w.overrideredirect(True); w.lift()")):
        code, summary, story = scene.outcome()
    assert code == 3
    assert "all black" in summary["why"] or "lies over the board" in summary["why"]
    assert summary["stopped"] == 1
    assert story.count("\n") <= 2


@pytest.mark.parametrize(("share", "code"), [(0.6, 3), (0.12, 130)])
def test_a_popup_inside_the_games_own_window_is_not_clicked(
    scene: Scene, tmp_path: Path, share: float, code: int
) -> None:
    """The guard cannot tell it from the game, and a click on it is no click on the game.

    A large one stops the game; round a small one it goes on, or stops.
    """
    scene.play()
    place = tmp_path / "popup"
    with scene.program(POPUP.format(share=share, place=str(place))):
        wait_for(place.exists)
        if code == 130:
            time.sleep(2)
            assert scene.player is not None
            scene.player.send_signal(signal.SIGINT)
        assert scene.outcome()[0] in (3, code)
        time.sleep(0.2)
        assert place.read_text() == ""


def test_a_person_who_takes_the_mouse_stops_the_game(scene: Scene) -> None:
    scene.play()
    wait = time.monotonic() + 20
    assert scene.player is not None
    while scene.player.poll() is None and time.monotonic() < wait:
        scene.run("xdotool", "mousemove", "900", "700")
        time.sleep(0.01)
    code, summary, _ = scene.outcome()
    assert code == 130
    assert "mouse" in summary["why"]


def test_the_mouse_in_a_corner_stops_the_game(scene: Scene) -> None:
    scene.play()
    wait = time.monotonic() + 20
    assert scene.player is not None
    while scene.player.poll() is None and time.monotonic() < wait:
        scene.run("xdotool", "mousemove", "0", "0")
        time.sleep(0.01)
    code, summary, _ = scene.outcome()
    assert code == 130
    assert summary["stopped"] == 1


def test_a_client_that_freezes_for_a_while_is_waited_for(scene: Scene) -> None:
    """Five seconds: longer than the answer time, shorter than answer time and patience."""
    scene.play(patience=6)
    scene.client.send_signal(signal.SIGSTOP)
    time.sleep(5)
    steps = scene.steps()
    time.sleep(0.5)
    assert scene.steps() <= steps + 1
    scene.client.send_signal(signal.SIGCONT)
    scene.wait_for_steps(5)
    assert scene.stop() == 130


def test_a_client_that_stays_frozen_stops_the_game(scene: Scene) -> None:
    scene.play("--answer-time", "0.5")
    scene.client.send_signal(signal.SIGSTOP)
    code, summary, _ = scene.outcome()
    assert code == 3
    assert "no effect, twice" in summary["why"]


GNOME = PROGRAMS["gnome-mines"]


@pytest.mark.skipif(not installed(GNOME), reason="gnome-mines is missing (Debian package)")
@pytest.mark.parametrize("change", ["size", "theme"])
def test_a_client_that_changes_its_size_or_its_skin_is_played_on(
    change: str, tmp_path: Path
) -> None:
    """gnome-mines scales its board with the window and changes its theme in mid-game.

    The board is found again. A look that cannot be read at its new size may end the game, with a
    sentence that says so; a click off the board may not be.
    """
    folder = tmp_path / "client"
    with running(GNOME, folder) as environment:
        match = Match(environment, tmp_path)
        try:
            with strays_forbidden(match, tmp_path):
                match.play(patience=6)
                if change == "size":
                    match.run("wmctrl", "-xr", GNOME.kind, "-e", "0,90,60,720,600")
                else:
                    settings = folder / "client-config" / "glib-2.0" / "settings" / "keyfile"
                    text = settings.read_text().replace("[org/gnome/Mines]", GNOME_THEME)
                    (tmp_path / "keyfile").write_text(text)
                    (tmp_path / "keyfile").replace(settings)
                match.go_on(12)
                code, summary, _ = match.outcome()
        finally:
            match.end()
    lines = json_lines(match.recording / "session.jsonl")
    read = [line["reading"] for line in lines if line["type"] in ("step", "end")]
    assert code == 130 or (code == 3 and "cells" in summary["why"]), summary
    if change == "size":
        assert len({reading["col_edges"][-1] for reading in read}) > 1
    else:
        assert len({reading["theme"] for reading in read}) > 1
