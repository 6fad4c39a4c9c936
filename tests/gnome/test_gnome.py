"""Native clients on a headless GNOME, through its portal: asked once, played, shown, stopped."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.clients import wait
from support.gnome import (
    AS_READER,
    GNOME_43,
    GNOME_48,
    NOBODY,
    SIZE,
    GnomeRelease,
    GnomeSession,
    Person,
    gnome,
)
from support.hint_pictures import board_picture, check_told_chances

from autosweep.geometry import ScreenMap
from autosweep.interfaces import Frame, Pixels
from autosweep.vision.read import read
from autosweep.vision.reading import Reading, believed_boards

pytestmark = [pytest.mark.gnome, pytest.mark.timeout(400)]
PLAY = ("play", "--json", "--countdown", "0", "--no-learn")
LOOKED_AT = 2.0
"""Seconds for which hints must stay as they are, or after which a list of scores is there."""
NATIVE, AS_X = {"GDK_BACKEND": "wayland"}, {"GDK_BACKEND": "x11"}


@pytest.fixture(scope="module", params=[GNOME_48, GNOME_43], ids=["48", "43"])
def session(request: pytest.FixtureRequest) -> Iterator[GnomeSession]:
    """Start each GNOME once: it takes some seconds."""
    release: GnomeRelease = request.param
    with gnome(release) as started:
        person = Person(started)
        person.leave_overview()
        person.close()
        yield started


@pytest.fixture
def person(session: GnomeSession) -> Iterator[Person]:
    """Somebody at the desktop."""
    somebody = Person(session)
    yield somebody
    somebody.close()


@contextmanager
def mines(
    session: GnomeSession, person: Person, changes: dict[str, str] = NATIVE
) -> Iterator[Pixels]:
    """Show gnome-mines; give what the monitor shows then."""
    with session.inside(["gnome-mines", "--small"], changes):
        wait(lambda: _board(person.look()) is not None)
        yield person.look()


def _board(shown: Pixels) -> Reading | None:
    found = believed_boards(read(shown), pointed_at=True)
    return found[0] if found else None


def own_data(session: GnomeSession, name: str) -> dict[str, str]:
    """Return variables for a data folder in which nothing is remembered yet."""
    folder = session.runtime / name
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    return {"XDG_DATA_HOME": str(folder)}


def tokens(variables: dict[str, str]) -> dict[str, str]:
    file = Path(variables["XDG_DATA_HOME"], "autosweep", "portal.json")
    return dict(json.loads(file.read_text())) if file.exists() else {}


def summary(process: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    events = [json.loads(line) for line in process.stdout.splitlines()]
    ends = [event for event in events if event.get("event") == "summary"]
    assert ends, process.stdout + process.stderr
    return dict(ends[-1])


def finished(
    process: subprocess.Popen[str], seconds: float = 240
) -> subprocess.CompletedProcess[str]:
    out, err = process.communicate(timeout=seconds)
    return subprocess.CompletedProcess([], process.returncode, out, err)


def put_away_scores(person: Person) -> None:
    """Close the list of scores that a won game leaves over its board, if there is one."""

    def is_away() -> bool:
        time.sleep(LOOKED_AT)
        if _board(person.look()) is None:
            person.put_away_dialog()
            return False
        return True

    wait(is_away)


def allow_clicks(person: Person, session: GnomeSession) -> None:
    person.answer(session.release.switch, session.release.share)


def test_five_games_after_one_question_and_another_run_as_the_portal_remembers(
    session: GnomeSession, person: Person
) -> None:
    data = own_data(session, "games")
    with mines(session, person):
        with session.start(*PLAY, "--games", "5", variables=data) as process:
            allow_clicks(person, session)
            done = finished(process)
        told = summary(done)
        assert (told["stopped"], told["won"] + told["lost"]) == (0, 5), done.stderr
        assert "Your desktop asks" in done.stderr
        put_away_scores(person)
        with session.start(*PLAY, "--games", "1", variables=data) as process:
            if not session.release.remembers:
                allow_clicks(person, session)
            again = finished(process)
        told = summary(again)
        assert (told["stopped"], told["won"] + told["lost"]) == (0, 1), again.stderr
        assert ("asks" in again.stderr) is not session.release.remembers


def test_the_answer_no_ends_the_run(session: GnomeSession, person: Person) -> None:
    data = own_data(session, "no")
    with session.start(*PLAY, variables=data) as process:
        person.answer(session.release.cancel)
        done = finished(process)
    assert done.returncode == 4
    assert "and the answer was no." in done.stderr
    assert tokens(data) == {}


def test_a_switch_that_was_left_off_is_named(session: GnomeSession, person: Person) -> None:
    data = own_data(session, "switch")
    with session.start(*PLAY, variables=data) as process:
        person.answer(session.release.share)
        done = finished(process)
    assert done.returncode == 4
    assert 'turn on the switch "Allow Remote Interaction"' in done.stderr
    assert tokens(data) == {}


def test_the_button_that_ends_the_sharing_ends_the_run(
    session: GnomeSession, person: Person
) -> None:
    data = own_data(session, "stop")
    # Nothing to play is there, so it looks on.
    with session.start(*PLAY, "--patience", "60", variables=data) as process:
        allow_clicks(person, session)
        wait(lambda: tokens(data) if session.release.remembers else not person.sees_question())
        person.press(*session.release.stop)
        done = finished(process)
    assert done.returncode == 130
    assert "was ended on the desktop: stopped." in done.stderr


def test_hints_lie_on_their_cells_and_are_those_of_solve(
    session: GnomeSession, person: Person
) -> None:
    check_hints(session, person)


STRETCHING = "scale-monitor-framebuffer"
NATIVE_X = "xwayland-native-scaling"


@pytest.mark.parametrize(
    ("release", "features", "scale", "fine"),
    [
        (GNOME_48, (STRETCHING,), 1.5, 1),
        (GNOME_48, (STRETCHING,), 1.25, 1),
        (GNOME_48, (STRETCHING, NATIVE_X), 1.5, 2),
        (GNOME_43, (STRETCHING,), 1.5, 1),
    ],
    ids=["48-150", "48-125", "48-150-native-x", "43-150"],
)
def test_hints_on_a_scaled_monitor(
    release: GnomeRelease, features: tuple[str, ...], scale: float, fine: int
) -> None:
    """Mutter stretches the window of the hints by linear interpolation; `fine` are its pixels."""
    size = round(SIZE[0] * scale), round(SIZE[1] * scale)
    with gnome(release, [size], features) as session, scaled(session, scale) as person:
        check_hints(session, person, scale, fine)


@contextmanager
def scaled(session: GnomeSession, *scales: float) -> Iterator[Person]:
    """Give the monitors their scales; give somebody who sees the first as it is then."""
    before = Person(session)
    before.leave_overview()
    before.scale(*scales)
    before.close()
    somebody = Person(session, scales[0])
    yield somebody
    somebody.close()


def check_hints(
    session: GnomeSession, person: Person, scale: float = 1.0, fine: float = 1.0
) -> None:
    """Show the hints of a begun game; compare every pixel of the board, and every chance told."""
    data = {**own_data(session, "hints"), **session.x_variables()}
    words = ("overlay", "--backend", "portal", "--show", "all", "--json")
    with mines(session, person) as fresh:
        hidden = _board(fresh)
        assert hidden is not None
        middle = hidden.grid.center((3, 3))
        person.click(middle.x, middle.y)
        # Beside the board, but in the window: it greys out without the keyboard.
        person.click(hidden.grid.bbox.right + 12 * scale, hidden.grid.bbox.bottom - 40 * scale)
        mapping = ScreenMap(0.0, 0.0, scale, scale)
        picture = board_picture(Frame(person.look(), 0.0, mapping))
        assert picture is not None
        assert picture.reading.board != hidden.board
        wanted, by = picture.with_hints(fine)
        with session.start(*words, variables=data) as process:
            person.allow_screen()
            wait(lambda: not picture.differing_cells(person.look(), wanted, by))
            time.sleep(LOOKED_AT)
            shown = person.look()
            process.terminate()
            done = finished(process)
    assert picture.differing_cells(shown, wanted, by) == {}
    assert picture.differing_cells(shown, picture.frame.pixels, by)
    check_told_chances(done.stdout, picture.reading)
    told = [json.loads(line)["event"] for line in done.stdout.splitlines()]
    # What is drawn is never taken for a change of the board.
    assert told.count("hints") == 1


def test_a_game_is_recorded_by_a_permission_for_the_screen_alone(
    session: GnomeSession, person: Person
) -> None:
    data = own_data(session, "watched")
    folder = session.runtime / "recording"
    words = ("record", str(folder), "--backend", "portal", "--seconds", "15", "--json")
    with mines(session, person) as fresh:
        hidden = _board(fresh)
        assert hidden is not None
        with session.start(*words, variables=data) as process:
            person.allow_screen()
            wait((folder / "frames" / "0001.png").exists)
            middle = hidden.grid.center((3, 3))
            person.click(middle.x, middle.y)
            done = finished(process)
        assert json.loads(done.stdout)["steps"] >= len(("hidden", "begun")), done.stderr
    assert "may see the screen:" in done.stderr
    assert set(tokens(data)) <= {"screen"}
    examined = session.autosweep("doctor", "--json", variables=data)
    facts = {each["name"]: each for each in json.loads(examined.stdout)["findings"]}
    assert "back end portal" in facts["display"]["detail"]
    # Nobody is asked by it.
    assert "asks" not in examined.stderr


def test_an_x_program_is_played_without_a_question(session: GnomeSession, person: Person) -> None:
    data = {**own_data(session, "x"), **session.x_variables()}
    with mines(session, person, {**AS_X, **session.x_variables()}):
        words = (*PLAY, "--games", "1", "--backend", "xwayland")
        done = session.autosweep(*words, variables=data, seconds=120, user=AS_READER)
    told = summary(done)
    assert (told["stopped"], told["won"] + told["lost"]) == (0, 1), done.stderr
    assert "asks" not in done.stderr
