"""Native clients on a headless GNOME, through its portal: asked once, played, shown, stopped."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.clients import wait
from support.gnome import (
    AS_READER,
    GNOME_43,
    GNOME_48,
    NOBODY,
    GnomeRelease,
    GnomeSession,
    Person,
    gnome,
)

from autosweep.interfaces import Pixels
from autosweep.solver.analyze import analyze
from autosweep.vision.read import read
from autosweep.vision.reading import Reading, believed_boards

pytestmark = [pytest.mark.gnome, pytest.mark.timeout(400)]
PLAY = ("play", "--json", "--countdown", "0", "--no-learn")
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
    data = {**own_data(session, "hints"), **session.x_variables()}
    words = ("overlay", "--backend", "portal", "--show", "all", "--json")
    with mines(session, person) as fresh:
        hidden = _board(fresh)
        assert hidden is not None
        middle = hidden.grid.center((3, 3))
        person.click(middle.x, middle.y)
        # Beside the board, but in the window: it greys out without the keyboard.
        person.click(hidden.grid.bbox.right + 12, hidden.grid.bbox.bottom - 40)
        before = person.look()
        board = _board(before)
        assert board is not None
        assert board.board != hidden.board
        with session.start(*words, variables=data) as process:
            person.allow_screen()
            wait(lambda: _drawn_cells(board, before, person.look()))
            marked = _drawn_cells(board, before, person.look())
            process.terminate()
            done = finished(process)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    hints = [event for event in events if event["event"] == "hints"]
    assert hints, done.stderr
    expected = analyze(board.board)
    told = {
        (r, c): value
        for r, row in enumerate(hints[-1]["probabilities"])
        for c, value in enumerate(row)
        if value is not None
    }
    assert told == pytest.approx({cell: expected.probability[cell] for cell in told})
    because = {tuple(cell) for cell in hints[-1]["because"]}
    assert {tuple(hints[-1]["best"]["cell"])} <= marked <= set(told) | because


def _drawn_cells(board: Reading, before: Pixels, after: Pixels) -> set[tuple[int, int]]:
    """Return the cells that a drawing changed; none where something changed left of the board."""
    found: set[tuple[int, int]] = set()
    left = np.s_[board.grid.bbox.y : board.grid.bbox.bottom, : board.grid.bbox.x]
    if (before[left] != after[left]).any():
        return found
    for cell in np.ndindex(board.grid.rows, board.grid.cols):
        rect = board.grid.cell_rect(cell)
        part = np.s_[rect.y : rect.bottom, rect.x : rect.right]
        if (before[part] != after[part]).any():
            found.add(cell)
    return found


def test_an_x_program_is_played_without_a_question(session: GnomeSession, person: Person) -> None:
    data = {**own_data(session, "x"), **session.x_variables()}
    with mines(session, person, {**AS_X, **session.x_variables()}):
        words = (*PLAY, "--games", "1", "--backend", "xwayland")
        done = session.autosweep(*words, variables=data, seconds=120, user=AS_READER)
    told = summary(done)
    assert (told["stopped"], told["won"] + told["lost"]) == (0, 1), done.stderr
    assert "asks" not in done.stderr
