"""Learned profiles as files: whole or not at all, and a bad one stops nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from autosweep.errors import BadInput, EnvironmentFault
from autosweep.play import profile_store
from autosweep.play.client_identity import ClientIdentity
from autosweep.play.learned_profile import LearnedProfile
from autosweep.play.profile_store import ProfileStore, clients_folder

TK = ClientIdentity("Tk", "mines", "generic", "80" * 48)
OTHER = ClientIdentity("Tk", "mines", "generic", "10" * 48)


def test_a_profile_is_found_again(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path / "clients")
    assert store.find(TK) is None
    store.save(LearnedProfile(TK, won=2, new_game="f2"))
    found = ProfileStore(tmp_path / "clients").find(TK)
    assert found is not None
    assert (found.won, found.new_game) == (2, "f2")
    assert store.find(OTHER) is None
    found.won = 3
    store.save(found)
    assert [p.won for p in store.load()[0]] == [3]


def test_a_profile_of_the_same_title_comes_first(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path)
    for title, day in (("mines", "2026-01-01"), ("my-mines", "2026-02-02")):
        identity = ClientIdentity("Tk", title, "generic", "80" * 48)
        store.save(LearnedProfile(identity, last_used=day))
    for title, found in (
        ("mines", "mines"),
        ("my-mines", "my-mines"),
        ("my-mines-won", "my-mines"),
    ):
        profile = store.find(ClientIdentity("Tk", title, "generic", "80" * 48))
        assert profile is not None
        assert profile.identity.title == found


def test_clients_of_one_name_get_files_of_their_own(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path)
    for look in ("11" * 48, "99" * 48):
        store.save(LearnedProfile(ClientIdentity("Tk", "mines", "classic", look)))
    assert store.names() == ["tk-mines-classic", "tk-mines-classic-2"]


def test_the_users_folder_is_private_and_only_written_when_something_was_learned() -> None:
    store = ProfileStore()
    assert store.load() == ([], [])
    assert not clients_folder().exists()
    store.save(LearnedProfile(TK))
    assert clients_folder().is_relative_to(os.environ["XDG_DATA_HOME"])
    assert clients_folder().stat().st_mode & 0o77 == 0


BAD = [b"", b"{", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b"x" * 100_000, b'{"format": 1}']


@pytest.mark.parametrize("content", BAD)
def test_a_bad_file_is_left_out_with_one_warning_that_names_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    store = ProfileStore(tmp_path)
    store.save(LearnedProfile(TK, won=1))
    (tmp_path / "bad.json").write_bytes(content)
    found = store.find(TK)
    assert found is not None
    assert found.won == 1
    (warning,) = caplog.records
    assert "bad.json" in warning.getMessage()
    profiles, broken = store.load()
    assert len(profiles) == 1
    assert [one.file.name for one in broken] == ["bad.json"]


def test_pipes_folders_and_links_are_no_profiles(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path)
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "circle.json").symlink_to(tmp_path / "circle.json")
    profiles, broken = store.load()
    assert profiles == []
    assert len(broken) == 3
    (tmp_path / "tk-mines-classic.json").symlink_to(tmp_path / "elsewhere")
    named = LearnedProfile(ClientIdentity("Tk", "mines", "classic"), name="tk-mines-classic")
    with pytest.raises(EnvironmentFault, match="symbolic link"):
        store.save(named)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "clients").write_text("a file")
    with pytest.raises(EnvironmentFault, match="cannot be written"):
        ProfileStore(tmp_path / "clients").save(LearnedProfile(TK))


def test_there_are_only_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile_store, "MAX_PROFILES", 2)
    store = ProfileStore(tmp_path)
    for kind in ("A", "B"):
        store.save(LearnedProfile(ClientIdentity(kind, "", "generic")))
    with pytest.raises(EnvironmentFault, match="too many"):
        store.save(LearnedProfile(ClientIdentity("C", "", "generic")))


def test_forgetting_needs_a_name_that_is_there(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path / "clients")
    store.save(LearnedProfile(TK))
    (name,) = store.names()
    outside = tmp_path / "outside.json"
    outside.write_text("{}")
    for wrong in (name + "x", "../outside", ""):
        with pytest.raises(BadInput, match="no learned profile"):
            store.forget(wrong)
    assert outside.exists()
    store.forget(name)
    assert store.names() == []
