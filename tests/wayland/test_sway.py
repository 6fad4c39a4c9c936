"""Native Wayland clients on a headless sway: found, played, recorded, left alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.clients import wait
from support.hint_pictures import check_told_chances
from support.sway import (
    CONFIG,
    SCALED,
    TWO_MONITORS,
    WITH_X,
    SwaySession,
    Watcher,
    autosweep_on,
    native_client,
    play_native,
    running_autosweep,
    sway,
    victim_presses,
)

pytestmark = pytest.mark.wayland


@pytest.fixture
def session() -> Iterator[SwaySession]:
    """Start sway for one test."""
    with sway() as started:
        yield started


@pytest.mark.parametrize(("client", "games"), [("gnome-mines", 2), ("kmines", 1)])
def test_native_games_reach_their_end_and_new_ones_begin(
    client: str, games: int, session: SwaySession, tmp_path: Path
) -> None:
    """Nothing outside of the board and the client's controls is ever pressed."""
    played = play_native(session, client, tmp_path, games=games)
    assert played.faults == []
    assert played.summary["won"] + played.summary["lost"] == games


@pytest.mark.parametrize("config", [SCALED, TWO_MONITORS], ids=["150", "two monitors"])
def test_a_game_on_a_scaled_monitor_reaches_its_end(config: str, tmp_path: Path) -> None:
    """The second monitor lies left of the first, at 125 %: places there are negative."""
    with sway(config) as session:
        played = play_native(session, "gnome-mines", tmp_path, games=1)
    assert played.faults == []
    assert played.summary["won"] + played.summary["lost"] == 1
    if config == TWO_MONITORS:
        assert all(-1280 < x < 0 for x, _ in played.clicks)


def test_an_x_program_is_played_by_its_window_alone(tmp_path: Path) -> None:
    """The root window of XWayland is black, and no question is asked."""
    if shutil.which("Xwayland") is None:
        pytest.skip("Xwayland is not installed (Debian: apt-get install xwayland)")
    with sway(WITH_X) as session:
        played = play_native(session, "gnome-mines", tmp_path, games=1, backend="xwayland")
    assert played.faults == []
    assert played.summary["won"] + played.summary["lost"] == 1


@pytest.mark.parametrize("backend", ["wlr", "xwayland"])
def test_a_game_is_recorded_and_the_doctor_names_the_back_end(backend: str, tmp_path: Path) -> None:
    """Somebody else plays; the mouse is never touched."""
    if backend == "xwayland" and shutil.which("Xwayland") is None:
        pytest.skip("Xwayland is not installed (Debian: apt-get install xwayland)")
    config = WITH_X if backend == "xwayland" else CONFIG
    folder = tmp_path / "recording"
    with sway(config) as session, native_client(session, "gnome-mines", tmp_path / "client"):
        words = ("record", str(folder), "--backend", backend, "--seconds", "20", "--json")
        with Watcher(session) as person:
            person.rest()
            hidden = person.board()
            with running_autosweep(session, *words) as process:
                wait((folder / "frames" / "0001.png").exists)
                person.open(hidden, (3, 3))
                told, faults = process.communicate(timeout=90)
        examined = autosweep_on(session, "doctor", "--backend", backend, "--json")
    assert json.loads(told)["steps"] >= len(("hidden", "begun")), faults
    facts = {each["name"]: each for each in json.loads(examined.stdout)["findings"]}
    assert f"back end {backend}" in facts["display"]["detail"]
    assert facts["capture"]["good"]
    assert facts["mouse"]["good"]


def test_a_press_beside_the_game_would_be_noticed(session: SwaySession, tmp_path: Path) -> None:
    """The victim of the other tests is no window that hears nothing."""
    with native_client(session, "gnome-mines", tmp_path / "client"):
        code = (
            "from autosweep.desktop.open import open_desktop\n"
            "from autosweep.desktop.pointing import open_pointer\n"
            "from autosweep.geometry import ScreenPoint\n"
            "from autosweep.interfaces import Click\n"
            "with open_desktop(open_pointer) as desktop:\n"
            "    desktop.pointer.perform([Click(ScreenPoint(40, 400))])\n"
        )
        assert _python(session, code) == ""
        assert len(victim_presses(tmp_path / "client")) == 1


@pytest.mark.parametrize("client", ["gnome-mines", "kmines"])
@pytest.mark.parametrize("config", [CONFIG, SCALED], ids=["100", "150"])
def test_every_hint_of_the_native_overlay_is_drawn_as_solve_says(
    client: str, config: str, tmp_path: Path
) -> None:
    """No X server is there; marks lie on their cells pixel by pixel, chances are the solver's."""
    with sway(config) as session, native_client(session, client, tmp_path / "client"):
        check_hints(session)


def check_hints(session: SwaySession, *more: str) -> None:
    """Show the hints of a begun game; compare every pixel of the board, and every chance told."""
    with Watcher(session) as person:
        person.rest()
        hidden = person.board()
        person.open(hidden, (3, 3))
        wait(lambda: person.board().reading.board != hidden.reading.board)
        picture = person.board()
        wanted, _ = picture.with_hints()
        words = ("overlay", "--show", "all", "--json", *more)
        with running_autosweep(session, *words) as process:
            wait(lambda: not picture.differing_cells(person.frame().pixels, wanted))
            shown = person.frame().pixels
            process.terminate()
            told, faults = process.communicate(timeout=60)
    assert picture.differing_cells(shown, wanted) == {}
    assert picture.differing_cells(shown, picture.frame.pixels)
    check_told_chances(told, picture.reading)
    assert faults == ""


def test_every_hint_over_an_x_program_is_drawn_as_solve_says(tmp_path: Path) -> None:
    """The hints are an X window too; the compositor shows what it draws pixel by pixel."""
    if shutil.which("Xwayland") is None:
        pytest.skip("Xwayland is not installed (Debian: apt-get install xwayland)")
    with sway(WITH_X) as session, native_client(session, "gnome-mines", tmp_path / "client"):
        check_hints(session, "--backend", "xwayland")


def test_a_moved_mouse_stops_the_game(session: SwaySession, tmp_path: Path) -> None:
    """The compositor tells no place of the pointer: its drawing does."""
    code = (
        "from autosweep.desktop.wayland.virtual_pointer import WlrPointer\n"
        "from autosweep.desktop.wayland.wlr_display import WlrDisplay\n"
        "from autosweep.errors import Interrupted\n"
        "from autosweep.geometry import ScreenPoint\n"
        "from autosweep.interfaces import MoveTo\n"
        "display, person = WlrDisplay(), WlrDisplay()\n"
        "ours = WlrPointer(display.connection, display.outputs)\n"
        "theirs = WlrPointer(person.connection, person.outputs)\n"
        "ours.perform([MoveTo(ScreenPoint(30, 30))])\n"
        "ours.perform([MoveTo(ScreenPoint(60, 300))])\n"
        "theirs.perform([MoveTo(ScreenPoint(600, 400))])\n"
        "try:\n"
        "    ours.perform([MoveTo(ScreenPoint(30, 30))])\n"
        "except Interrupted as fault:\n"
        "    print(fault)\n"
    )
    with native_client(session, "gnome-mines", tmp_path / "client"):
        assert _python(session, code) == "Somebody moved the mouse: stopped."


def _python(session: SwaySession, code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=session.environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.strip()
