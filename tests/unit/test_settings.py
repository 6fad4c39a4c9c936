"""Settings: who wins, and what is said about a wrong one."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from autosweep import settings
from autosweep.errors import SettingsError
from autosweep.settings import resolve


def config(folder: Path, text: str) -> Path:
    path = folder / "given.toml"
    path.write_text(text, "utf-8")
    return path


def test_flag_beats_variable_beats_file_beats_user_file_beats_default(tmp_path: Path) -> None:
    user = tmp_path / "config" / "autosweep" / "config.toml"
    user.parent.mkdir(parents=True)
    user.write_text('[play]\ngames = 2\nguess = "never"\npoll = 0.5\npatience = 1\n', "utf-8")
    given = config(tmp_path, '[play]\nguess = "ask"\npoll = 0.25\npatience = 2\n')
    environ = {"AUTOSWEEP_PLAY_POLL": "0.125", "AUTOSWEEP_PLAY_PATIENCE": "3"}
    flags = {"patience": 4.0, "games": None}
    found = resolve("play", flags, config=given, environ=environ)
    assert (found.patience, found.poll) == (4.0, 0.125)
    assert (found.guess, found.games) == ("ask", 2)
    assert found.strategy == "expert"


@pytest.mark.parametrize(
    ("text", "words", "remedy"),
    [
        ("[play]\ngeuss = 'never'\n", "'geuss'", "guess"),
        ("[paly]\nguess = 'never'\n", "'paly'", "play"),
        ("[play]\nguess = 'nver'\n", "'nver'", "never"),
        ("[play]\ngames = 0\n", "at least 1", "range"),
        ("[play]\ngames = 'two'\n", "must be of type int", "Correct"),
        ("[play]\ngames = true\n", "must be of type int", "Correct"),
        ("[play\n", "cannot be read", "TOML"),
        ("play = 3\n", "must be a section", "[play]"),
    ],
)
def test_a_wrong_file_is_explained(tmp_path: Path, text: str, words: str, remedy: str) -> None:
    with pytest.raises(SettingsError) as caught:
        resolve("play", {}, config=config(tmp_path, text), environ={})
    assert words in str(caught.value)
    assert remedy in caught.value.remedy


def test_a_file_of_somebody_else_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after `sudo`, which may keep the variables of the user before."""

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(settings, "load_toml", refuse)
    with pytest.raises(SettingsError, match=r"config.toml cannot be read: Permission") as caught:
        resolve("play", {}, environ={})
    assert "readable" in caught.value.remedy


def test_a_missing_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="There is no configuration file"):
        resolve("play", {}, config=tmp_path / "none.toml", environ={})


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("AUTOSWEEP_PLAY_GAMES", "many", "whole number"),
        ("AUTOSWEEP_PLAY_GEUSS", "ask", "not a known environment variable"),
        ("AUTOSWEEP_PLAY_POLL", "nan", "must be"),
        ("AUTOSWEEP_PLAY_MAX_SECONDS", "inf", "must be a finite number"),
        ("AUTOSWEEP_PLAY_MAX_SECONDS", "-1", "at least 0"),
    ],
)
def test_a_wrong_variable_is_explained(variable: str, value: str, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        resolve("play", {}, environ={variable: value})


def test_other_variables_of_ours_are_left_alone() -> None:
    assert resolve("play", {}, environ={"AUTOSWEEP_DEBUG": "1"}).games == 1


def test_the_old_name_of_the_skin_still_works(tmp_path: Path) -> None:
    file = tmp_path / "old.toml"
    file.write_text('[client]\ntheme = "dark"\n', "utf-8")
    assert resolve("client", {}, config=file, environ={}).skin == "dark"
    environ = {"AUTOSWEEP_CLIENT_THEME": "meadow"}
    assert resolve("client", {}, config=file, environ=environ).skin == "meadow"
    assert resolve("client", {"theme": "light", "skin": None}, environ=environ).skin == "light"
