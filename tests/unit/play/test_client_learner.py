"""What a run of games teaches about a client, and how the next run uses it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autosweep.board import FirstClick
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import Rect
from autosweep.interfaces import Window
from autosweep.play import game_view
from autosweep.play.client_control import ClientControl
from autosweep.play.client_identity import ClientIdentity
from autosweep.play.client_learner import ClientLearner
from autosweep.play.client_profile import NOBODY, identified
from autosweep.play.events import Decided, Event, NewGameTried, Summary, ignore, tell_all
from autosweep.play.learned_profile import FirstClicks, LearnedProfile
from autosweep.play.player import Player
from autosweep.play.profile_store import ProfileStore
from autosweep.replay.loading import load_recording
from autosweep.replay.recording import Recorder
from autosweep.replay.replayer import replay_recording
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter, WindowList
from autosweep.vision.themes import OpenClick

GAME = ClientSettings(rows=9, cols=9, mines=10, seed=4, cell_px=20)
SETTINGS = PlaySettings(patience=0.3, answer_time=0.3, countdown=0.0, games=4)
STRANGER = Window(7, "My mines 12", "Tk", Rect(0, 0, 2000, 2000))
"""A window of a program that is drawn like the built-in game and is another."""


def play(
    folder: Path,
    settings: PlaySettings = SETTINGS,
    game: ClientSettings = GAME,
    window: Window = STRANGER,
    record: Path | None = None,
) -> tuple[Summary, list[Event]]:
    """Play games of a program in a window, and learn it."""
    clock = JumpingClock()
    recorder = None if record is None else Recorder(record, settings, source="memory", clock=clock)
    screen = InProcessScreen(settings=game, clock=clock, delay=0.03)
    events: list[Event] = []
    player = Player(
        screen,
        screen,
        clock,
        StopAfter(),
        settings,
        observe=tell_all(events.append, recorder or ignore),
        windows=WindowList([window]),
        learner=ClientLearner(ProfileStore(folder), clock),
    )
    summary = player.run()
    if recorder is not None:
        recorder.close()
    return summary, events


def learned(folder: Path) -> LearnedProfile:
    profiles, broken = ProfileStore(folder).load()
    assert broken == []
    (profile,) = profiles
    return profile


def test_a_run_teaches_results_controls_first_clicks_and_draw_times(tmp_path: Path) -> None:
    summary, events = play(tmp_path, replace(SETTINGS, new_game="f2"))
    profile = learned(tmp_path)
    assert summary.games == 4
    assert (profile.won, profile.lost, profile.unknown) == (summary.won, summary.lost, 0)
    assert NewGameTried("f2", worked=True) in events
    assert profile.new_game == "f2"
    assert profile.controls == {"new game: `f2` is known": 3}
    assert profile.identity.window_class == "Tk"
    assert profile.identity.title == "my-mines"
    counts = profile.boards["9x9"]
    assert (counts.clues, counts.mines, counts.unclear, counts.total) == (4, 0, 0, 10)
    assert sum(profile.draw_times.values()) > 4
    assert profile.opening_clicks == 0
    assert profile.last_used


def test_the_next_run_uses_the_control_at_once(tmp_path: Path) -> None:
    """The window is no client of a theme, so its theme's key says nothing about it."""
    play(tmp_path, replace(SETTINGS, new_game="f2", games=2))
    store = ProfileStore(tmp_path)
    profile = learned(tmp_path)
    profile.new_game = "ctrl+n"
    store.save(profile)
    _, events = play(tmp_path, replace(SETTINGS, games=2))
    tried = [event for event in events if isinstance(event, NewGameTried)]
    assert tried
    assert tried[0].control == "ctrl+n"


def test_a_control_that_does_not_work_any_more_is_forgotten(tmp_path: Path) -> None:
    play(tmp_path, replace(SETTINGS, new_game="f2", games=2))
    profile = learned(tmp_path)
    profile.new_game = "f9"
    ProfileStore(tmp_path).save(profile)
    _, events = play(tmp_path, replace(SETTINGS, games=2))
    assert NewGameTried("f9", worked=False) in events
    assert learned(tmp_path).new_game != "f9"


def test_the_next_run_knows_a_button_by_its_pixels_and_reads_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ClientControl, "way_to_new_game", None)
    _, events = play(tmp_path, replace(SETTINGS, games=5))
    assert any(isinstance(event, NewGameTried) and event.button for event in events)
    assert learned(tmp_path).new_game_buttons
    read: list[object] = []

    def counted(*given: object) -> tuple[()]:
        read.append(given)
        return ()

    monkeypatch.setattr(game_view, "text_of_window", counted)
    summary, _ = play(tmp_path, replace(SETTINGS, games=3))
    assert (summary.games, summary.stopped, read) == (3, 0, [])


def test_mines_under_first_clicks_are_counted(tmp_path: Path) -> None:
    """A client that spares nothing, half of whose cells are mines."""
    game = replace(GAME, mines=40, first_click=FirstClick.NONE)
    play(tmp_path, replace(SETTINGS, new_game="f2", games=12), game)
    counts = learned(tmp_path).boards["9x9"]
    assert counts.made == 12
    assert counts.mines >= 2
    assert learned(tmp_path).first_click is None


def test_a_window_that_cannot_be_identified_teaches_nothing(tmp_path: Path) -> None:
    play(tmp_path, replace(SETTINGS, games=1), window=replace(STRANGER, title="", kind=""))
    assert ProfileStore(tmp_path).load() == ([], [])


def test_a_full_disk_stops_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "clients").write_text("a file, no folder")
    summary, _ = play(tmp_path / "clients", replace(SETTINGS, new_game="f2", games=3))
    assert summary.games == 3
    warnings = [r.getMessage() for r in caplog.records if "learned profile" in r.getMessage()]
    assert len(warnings) == 2  # one for reading the folder, one for writing to it


SPARING = {"9x9": FirstClicks(clues=60, zeros=60, total=10)}


def test_a_decision_that_relied_on_learned_rules_is_replayed_without_the_profile(
    tmp_path: Path,
) -> None:
    """The recording holds the rules, so another machine decides the same."""
    folder, record = tmp_path / "clients", tmp_path / "recording"
    play(folder, replace(SETTINGS, games=1))
    profile = learned(folder)
    profile.boards = dict(SPARING)
    ProfileStore(folder).save(profile)
    _, events = play(folder, replace(SETTINGS, games=1), record=record)
    first = next(event.decision for event in events if isinstance(event, Decided))
    (move,) = first.moves
    assert (first.client, first.learned.first_click) == (NOBODY, FirstClick.ZERO)
    assert (move.cell, move.probability, move.certain) == ((3, 3), 0.0, False)
    ProfileStore(folder).forget(profile.name)
    assert replay_recording(load_recording(record)).differences == []
    # and a replay that is told nothing decides otherwise, so the test can fail
    session = record / "session.jsonl"
    text = session.read_text()
    assert '"learned":{"first_click":"zero"}' in text
    session.write_text(text.replace('"learned":{"first_click":"zero"}', '"learned":{}'))
    assert replay_recording(load_recording(record)).differences != []


def test_what_was_learned_allows_no_guess_where_guesses_are_forbidden(tmp_path: Path) -> None:
    play(tmp_path, replace(SETTINGS, games=1))
    profile = learned(tmp_path)
    profile.boards = dict(SPARING)
    ProfileStore(tmp_path).save(profile)
    summary, events = play(tmp_path, replace(SETTINGS, games=1, guess="never"))
    assert summary.clicks == 0
    assert "guessing is off" in summary.why
    (move,) = next(event.decision.moves for event in events if isinstance(event, Decided))
    assert move.why == "No first click in this client has been a mine yet."


def test_what_a_theme_says_of_its_own_client_wins() -> None:
    known = LearnedProfile(
        ClientIdentity("Tk", "mines", "generic"),
        new_game="f9",
        boards=dict(SPARING),
        ignored_clicks=99,
    )
    own = replace(STRANGER, kind="Gnome-mines")
    plain, client = identified("gnome-mines-classic", own, None)
    profile, told = identified("gnome-mines-classic", own, known)
    assert plain.new_game
    assert profile.new_game == plain.new_game
    assert told.rules.first_click is client.rules.first_click
    assert told.learned.first_click is None
    stranger, rules = identified("gnome-mines-classic", STRANGER, known)
    assert stranger.new_game == "f9"
    assert rules.rules.first_click is FirstClick.ZERO
    assert rules.rules.open_click is OpenClick.CHORD


def test_a_game_that_is_stopped_counts_as_unknown_if_a_click_was_made(tmp_path: Path) -> None:
    summary, _ = play(tmp_path, replace(SETTINGS, guess="never", games=1))
    assert summary.stopped == 1
    assert ProfileStore(tmp_path).names() == []
    summary, _ = play(tmp_path, replace(SETTINGS, max_clicks=2, games=1))
    assert summary.stopped == 1
    profile = learned(tmp_path)
    assert (profile.games, profile.unknown) == (1, 1)


@pytest.mark.parametrize("theme", ["classic", "xdemineur", "kmines-green"])
def test_a_page_that_is_drawn_like_a_program_has_none_of_its_controls(theme: str) -> None:
    """Ctrl+N opens a window of the browser, and a place of a window is anything in a page."""
    page = Window(1, "Minesweeper", "browser page", Rect(0, 0, 900, 700))
    assert identified(theme, None, None)[0].new_game is not None
    assert identified(theme, page, None)[0].new_game is None
