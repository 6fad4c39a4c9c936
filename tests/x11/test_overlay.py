"""The overlay over real windows: clicks reach the game, hints are true, nothing is left behind."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from support.overlaid import play_under
from support.overlay_stage import client, desktop, overlay, press, screen, wait_for

from autosweep.desktop.xvfb import xvfb_path
from autosweep.geometry import Rect
from autosweep.overlay.control_socket import send

pytestmark = [
    pytest.mark.x11,
    pytest.mark.skipif(
        xvfb_path() is None or not all(map(shutil.which, ("openbox", "xdotool", "wmctrl"))),
        reason="needs Xvfb, openbox, xdotool and wmctrl",
    ),
]


def hint_windows() -> list[str]:
    """Return the overlay's windows that the server has, shown or not."""
    found = subprocess.run(
        ["xdotool", "search", "--name", "autosweep hints"],
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.split()


@pytest.mark.parametrize(
    ("game", "setup", "factor"), [("built-in", "picom", "1.5"), ("sgt-mines", "bare", "2")]
)
def test_hints_are_those_of_solve_on_the_true_board(
    game: str, setup: str, factor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After every real click through the hints, pixel by pixel, on displays that Qt would scale."""
    if setup == "picom" and shutil.which("picom") is None:
        pytest.skip("picom is not installed (Debian: apt-get install picom)")
    monkeypatch.setenv("QT_SCALE_FACTOR", factor)
    report = play_under(
        game, setup, tmp_path / "run", words=("--show", "all"), idle_seconds=0, most=3
    )
    assert report.faults == []
    assert report.capture == "window"
    assert report.compared == report.drawn == 4


def hints_on_the_board(setup: str, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return the board as the screen shows it, without hints and with those for one move."""
    with desktop(setup, folder / "desk"), client("built-in", folder / "game", 3):
        time.sleep(1.0)  # until the game's own shadow is drawn
        bare = screen()
        with overlay("--mines", "10", "--show", "best") as ours:
            wait_for(lambda: ours.shown, "hints")
            place = ours.place()
            wait_for(lambda: not np.array_equal(screen(), bare), "hints on the screen")
            time.sleep(1.0)  # a compositor draws what it adds a little later
            drawn = screen()
            assert ours.quit() == 0
    box = (slice(place.y, place.bottom), slice(place.x, place.right))
    return bare[box], drawn[box]


@pytest.mark.skipif(shutil.which("picom") is None, reason="needs picom")
def test_no_shadow_falls_on_the_board(tmp_path: Path) -> None:
    """With the shadows of picom the board looks as it does without a compositor."""
    plain, expected = hints_on_the_board("openbox", tmp_path / "plain")
    bare, drawn = hints_on_the_board("picom with shadows", tmp_path / "shadows")
    assert np.array_equal(bare, plain)
    assert (expected != plain).any()
    assert np.array_equal(drawn, expected)


def test_compositors_show_the_hints_as_they_are(tmp_path: Path) -> None:
    """Mutter draws no shadow where there is an alpha channel; marco sees what has another size."""
    with (
        desktop("bare", tmp_path / "desk"),
        client("built-in", tmp_path / "game", 3),
        overlay("--mines", "10", "--show", "best") as ours,
    ):
        wait_for(lambda: ours.shown, "hints")
        assert _depths(hint_windows()) == {32}
        size = _geometry()
        ours.tell("show=off")
        assert _geometry() != size
        ours.tell("show=all")
        assert _geometry() == size
        assert ours.quit() == 0


def _depths(windows: list[str]) -> set[int]:
    """Return the bits a pixel of windows has."""
    code = (
        "import sys, xcffib, xcffib.xproto\n"
        "display = xcffib.connect()\n"
        "for name in sys.argv[1:]: print(display.core.GetGeometry(int(name)).reply().depth)\n"
    )
    return set(map(int, _said(sys.executable, "-W", "ignore", "-c", code, *windows).split()))


def test_the_screen_itself_can_be_captured_with_hints_on_it(tmp_path: Path) -> None:
    """Hints are removed from captured frames of the screen, and clicks are noticed."""
    with desktop("openbox", tmp_path / "desk"), client("built-in", tmp_path / "game", 3) as truth:
        assert truth is not None
        with overlay("--mines", "10", "--capture", "screen", "--show", "all") as ours:
            wait_for(lambda: ours.shown, "hints")
            assert ours.events[0]["capture"] == "screen"
            for _ in range(5):
                event = ours.shown[-1]
                cell = tuple(event["guess"] or event["best"]["cell"])
                press(ours.place(), (9, 9), cell)
                wait_for(
                    lambda: tuple(ours.shown[-1]["board"]) == tuple(truth().row_symbols()),
                    "the board after a click",
                    10,
                )
            assert ours.quit() == 0
        # A cell may be called doubtful while its hint goes; what is sure is what the game showed.
        journal = (tmp_path / "game" / "journal.jsonl").read_text("utf-8").splitlines()
        states = [[row.split() for row in json.loads(line)["board"]] for line in journal]
        for event in ours.shown:
            doubtful = [tuple(cell) for cell in event["doubtful"]]
            for r, row in enumerate(event["board"]):
                for c, symbol in enumerate(row.split()):
                    if (r, c) not in doubtful:
                        assert symbol in {state[r][c] for state in states}


def test_hints_follow_hide_and_leave_nothing_behind(tmp_path: Path) -> None:
    """Moved, covered, minimised, shown again; the keys; killed without warning."""
    with desktop("openbox", tmp_path / "desk"), client("built-in", tmp_path / "game", 3) as truth:
        assert truth is not None
        with overlay("--mines", "10", "--show", "all") as ours:
            wait_for(lambda: ours.shown, "hints")
            press(ours.place(), (9, 9), (4, 4))
            wait_for(lambda: ours.shown[-1]["phase"] == "playing", "hints in the game")
            before = _hinted(ours.place())
            focus = _said("xdotool", "getwindowfocus", "getwindowname")
            assert "hints" not in focus

            _said("wmctrl", "-r", "autosweep", "-e", "0,700,300,-1,-1")
            wait_for(lambda: _visible_at(690), "the hints to follow")
            height, width, _ = before.shape
            place = Rect(_geometry().x, _geometry().y, width, height)
            time.sleep(0.3)
            assert np.array_equal(_hinted(place), before)

            note = [sys.executable, "-c", COVER]
            cover = subprocess.Popen(note, env=dict(os.environ), stdout=subprocess.PIPE)
            assert cover.stdout is not None
            cover.stdout.readline()
            wait_for(lambda: np.all(screen(place) == (20, 30, 40)), "the cover over the hints")
            cover.kill()
            cover.wait()
            cover.stdout.close()
            wait_for(lambda: np.array_equal(_hinted(place), before), "the hints again")

            window = _said("xdotool", "search", "--onlyvisible", "--name", "^autosweep$").split()[0]
            _said("xdotool", "windowminimize", window)
            wait_for(lambda: ours.events[-1].get("why") == "minimised", "the hints to hide")
            _said("xdotool", "windowmap", window)
            wait_for(ours.visible, "the hints to come back")

            _said("xdotool", "key", "ctrl+alt+h")
            wait_for(lambda: ours.shown[-1]["show"] == [], "the level after the last")
            _said("xdotool", "key", "ctrl+alt+shift+h")
            wait_for(lambda: "numbers" in ours.shown[-1]["show"], "the level before")
            send("show=best")
            wait_for(lambda: ours.shown[-1]["show"] == ["best"], "the level that was sent")

            assert hint_windows()
            ours.process.kill()
            ours.process.wait()
            wait_for(lambda: not hint_windows(), "the window to go")
        # What it left in its folder does not keep another one from starting.
        with overlay() as again:
            wait_for(lambda: again.shown, "hints of another overlay")
            assert again.quit() == 0
            assert again.events[-1]["event"] == "end"
        assert not hint_windows()


COVER = """
import tkinter
root = tkinter.Tk()
root.geometry("900x700+500+150")
root.configure(background="#281e14")
root.lift()
root.update()
root.after(50, lambda: print("there", flush=True))
root.mainloop()
"""


def _said(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


def _geometry() -> Rect:
    lines = _said("xdotool", "getwindowgeometry", "--shell", hint_windows()[0]).splitlines()
    values = dict(line.split("=") for line in lines)
    return Rect(*(int(values[name]) for name in ("X", "Y", "WIDTH", "HEIGHT")))


def _visible_at(x: int) -> bool:
    return _geometry().x >= x


def _hinted(place: Rect) -> np.ndarray:
    time.sleep(0.2)
    return screen(place)


def test_play_beside_an_overlay_says_so_at_once(tmp_path: Path) -> None:
    """In one sentence with the command that ends it; after that command it plays."""
    play = [sys.executable, "-m", "autosweep", "play", "--countdown", "0", "--max-clicks", "1"]
    with desktop("openbox", tmp_path / "desk"), client("built-in", tmp_path / "game", 3):
        with overlay("--mines", "10", "--show", "all") as ours:
            wait_for(lambda: ours.shown, "hints")
            done = subprocess.run(play, capture_output=True, text=True, timeout=60, check=False)
            assert done.returncode == 4, done.stderr
            assert "hint overlay" in done.stderr
            assert "autosweep overlay --control quit" in done.stderr
            assert "cannot be seen" not in done.stdout + done.stderr
            assert json.loads(send("quit"))["level"] == "all"
            ours.process.wait(15)
        done = subprocess.run(play, capture_output=True, text=True, timeout=60, check=False)
        assert "hint overlay" not in done.stderr
        assert "1 stopped; 1 click" in done.stdout
