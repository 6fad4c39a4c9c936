"""Whose window is it? A key for a dialog of the game must never reach another program."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import copytree, which

import pytest
from support.displayed import wait_for
from support.match import Match, end_process

from autosweep.desktop.x11.connection import XConnection
from autosweep.desktop.x11.windows import XWindows
from autosweep.desktop.xvfb import VirtualDisplay
from autosweep.geometry import Rect, ScreenPoint
from autosweep.play.window_guard import WindowGuard
from autosweep.vision.themes import shipped_folder

pytestmark = [
    pytest.mark.x11,
    # python-xlib leaves the authority file to the garbage collector
    pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning"),
]
DIALOGS = {"High Scores": "escape"}
WINDOW = """
import sys, time
from Xlib import X, Xatom
from Xlib.display import Display
display = Display()
root = display.screen().root
for words in sys.argv[1:]:
    title, x, over = words.split("|")
    left_alone = title.startswith("Unmanaged")
    if left_alone:
        display.sync()
        time.sleep(0.5)  # the window manager raises a new window
    own = root.create_window(
        int(x), 300 if left_alone else 100, 300, 200, 0,
        X.CopyFromParent, X.InputOutput, X.CopyFromParent,
        background_pixel=0x808080, event_mask=X.KeyPressMask,
        override_redirect=left_alone)
    own.set_wm_name(title)
    if over:
        own.change_property(Xatom.WM_TRANSIENT_FOR, Xatom.WINDOW, 32, [int(over)])
    own.map()
display.sync()
time.sleep(600)
"""
NOISY = """
import sys, tkinter
window = tkinter.Tk()
window.title("High Scores - Editor")
window.geometry("1280x800+0+0")
window.attributes("-topmost", True)
heard = open(sys.argv[1], "a")
window.bind("<Key>", lambda event: (heard.write(event.keysym + "\\n"), heard.flush()))
window.after(300, window.focus_force)
window.mainloop()
"""

Open = Callable[..., None]


@pytest.fixture
def open_windows(x_environment: dict[str, str]) -> Iterator[Open]:
    """Return what opens windows `title|x|window it is a dialog of` by a program of their own."""
    with ExitStack() as stack:

        def open_them(*windows: str) -> None:
            words = [sys.executable, "-c", WINDOW, *windows]
            process = subprocess.Popen(words, env=x_environment)
            stack.callback(end_process, process)

        yield open_them


@pytest.fixture
def windows(
    display: VirtualDisplay, monkeypatch: pytest.MonkeyPatch, authority: None
) -> Iterator[XWindows]:
    """Return the windows of the display."""
    del authority
    monkeypatch.setenv("DISPLAY", display.name)
    with XConnection() as connection:
        yield XWindows(connection)


def handle_of(windows: XWindows, title: str) -> int:
    """Wait for a window and return its id."""
    wait_for(lambda: any(w.title == title for w in windows.visible()))
    return next(w.handle for w in windows.visible() if w.title == title)


def test_only_windows_of_the_game_are_its_dialogs(windows: XWindows, open_windows: Open) -> None:
    """By the connection they were made over, or by naming the game as what they lie over."""
    open_windows("Mines|100|", "About|500|")
    game = handle_of(windows, "Mines")
    guard = WindowGuard(windows)
    guard.adopt([ScreenPoint(200, 200)])
    assert guard.window is not None
    assert guard.window.handle == game
    assert windows.belongs(handle_of(windows, "About"), game)

    open_windows("High Scores - Editor|500|")
    stranger = handle_of(windows, "High Scores - Editor")
    assert not windows.belongs(stranger, game)
    assert guard.dialog(DIALOGS) is None

    open_windows(f"High Scores of a helper|600|{game}")
    helper = handle_of(windows, "High Scores of a helper")
    assert windows.belongs(helper, game)
    found = guard.dialog(DIALOGS)
    assert found is not None
    assert (found[0].handle, found[1]) == (helper, "escape")

    open_windows(f"High Scores of the editor|700|{stranger}")
    assert not windows.belongs(handle_of(windows, "High Scores of the editor"), game)
    assert not windows.belongs(0x7FFFFFF, game)


def test_one_question_tells_where_a_window_is_and_what_lies_under_clicks(
    windows: XWindows, open_windows: Open
) -> None:
    """Asked before every step: in one round trip, also of windows that are gone or hidden."""
    open_windows("Mines|100|")
    game = handle_of(windows, "Mines")
    open_windows("Notes|350|")
    notes = handle_of(windows, "Notes")
    points = [ScreenPoint(200, 200), ScreenPoint(380, 200), ScreenPoint(1000, 700)]
    assert windows.survey(game, points) == (Rect(100, 100, 300, 200), [game, notes, None])
    assert windows.survey(notes, []) == (Rect(350, 100, 300, 200), [])
    assert windows.survey(0x7FFFFFF, points[:1]) == (None, [game])
    # The answers of one question are not taken for those of the next.
    assert windows.place_of(game) == Rect(100, 100, 300, 200)


def test_without_a_window_manager_a_window_is_given_the_keyboard(
    windows: XWindows, open_windows: Open
) -> None:
    """The one that a key is meant for, unless it has it because the pointer is over it."""
    from Xlib import X
    from Xlib.display import Display

    open_windows("Mines|100|", "About|500|")
    game, dialog = handle_of(windows, "Mines"), handle_of(windows, "About")
    other = Display()
    try:
        other.screen().root.warp_pointer(200, 200)
        other.sync()
        assert windows.give_focus(game)
        assert other.get_input_focus().focus == X.PointerRoot
        for wanted in (dialog, game, dialog):
            assert windows.give_focus(wanted)
            assert other.get_input_focus().focus.id == wanted
        assert not windows.give_focus(0x7FFFFFF)
        assert other.get_input_focus().focus.id == dialog
    finally:
        other.close()


@contextmanager
def openbox(environment: dict[str, str], match: Match) -> Iterator[None]:
    """Run a window manager."""
    process = subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: match.run("wmctrl", "-m"))
        time.sleep(0.5)
        yield
    finally:
        end_process(process)


@pytest.mark.skipif(
    not all(which(name) for name in ("openbox", "wmctrl")), reason="openbox or wmctrl is missing"
)
def test_a_dialog_that_the_window_manager_leaves_alone_is_one_of_the_game(
    windows: XWindows, open_windows: Open, x_environment: dict[str, str], tmp_path: Path
) -> None:
    """Such windows are not in the window manager's list."""
    with openbox(x_environment, Match(x_environment, tmp_path)):
        open_windows("Mines|100|", "Unmanaged|550|")
        dialog = handle_of(windows, "Unmanaged")
        game = handle_of(windows, "Mines")
        guard = WindowGuard(windows)
        place = windows.place_of(game)
        assert place is not None
        guard.adopt([ScreenPoint(place.x + 5, place.y + 5)])
        assert guard.window is not None
        assert guard.window.handle == game
        assert [window.handle for window in guard.own_dialogs()] == [dialog]
        titles = [window.title for window in windows.visible() if window.title]
        assert titles == ["Unmanaged", "Mines"]
        open_windows("Unmanaged stranger|520|")
        handle_of(windows, "Unmanaged stranger")
        assert [window.handle for window in guard.own_dialogs()] == [dialog]


@pytest.mark.skipif(
    not all(which(name) for name in ("openbox", "wmctrl")), reason="openbox or wmctrl is missing"
)
def test_another_program_with_the_title_of_a_dialog_gets_no_key(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    """The pack knows a dialog, a stranger with its title covers the game: `play` stops, unheard."""
    themes = tmp_path / "data" / "autosweep" / "templates"
    copytree(shipped_folder() / "classic", themes / "classic")
    with (themes / "classic" / "theme.toml").open("a", encoding="utf-8") as file:
        file.write('\n[client.dialogs]\n"High Scores" = "escape"\n')
    (tmp_path / "authority").touch()
    names = {"DISPLAY": display.name, "XAUTHORITY": str(tmp_path / "authority")}
    environment = {**os.environ, **names}
    match = Match(environment, tmp_path)
    heard = tmp_path / "heard"
    with ExitStack() as stack:
        stack.enter_context(openbox(environment, match))
        stack.callback(match.end)
        size = ["--rows", "16", "--cols", "24", "--mines", "60", "--cell-px", "22"]
        game = subprocess.Popen(
            [sys.executable, "-m", "autosweep", "client", *size], env=environment
        )
        stack.callback(end_process, game)
        wait_for(lambda: "autosweep" in match.run("wmctrl", "-l"))
        match.play(patience=3.0)
        other = subprocess.Popen([sys.executable, "-c", NOISY, str(heard)], env=environment)
        stack.callback(end_process, other)
        code, summary, _ = match.outcome()
        assert (code, summary["stopped"]) == (3, 1)
        assert heard.read_text() == ""
