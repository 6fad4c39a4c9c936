"""`client-profile list`, `show` and `forget`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from autosweep.board import Phase
from autosweep.cli.main import main
from autosweep.play.client_identity import ClientIdentity
from autosweep.play.learned_profile import LearnedProfile
from autosweep.play.profile_store import ProfileStore

Out = pytest.CaptureFixture[str]


def run(capsys: Out, *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return code, captured.out, captured.err


def run_json(capsys: Out, *words: str) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert code == 0, err
    return json.loads(out)


@pytest.fixture
def name() -> str:
    """Save a profile and return its name."""
    profile = LearnedProfile(ClientIdentity("Tk", "mines", "classic"), last_used="2026-11-18")
    profile.add_game(Phase.WON, ("certain",))
    profile.add_game(Phase.LOST)
    profile.add_game(Phase.PLAYING)
    profile.new_game = "click 0.5 17"
    profile.first_clicks(9, 9).clues = 3
    profile.add_control("new game: \x1b[2J")
    ProfileStore().save(profile)
    return profile.name


def test_nothing_is_listed_before_a_game(capsys: Out) -> None:
    code, out, _ = run(capsys, "client-profile", "list")
    assert code == 0
    assert "No client is known yet" in out
    assert run_json(capsys, "client-profile", "list")["profiles"] == []


def test_the_list_is_a_table(capsys: Out, name: str) -> None:
    (ProfileStore().folder / "bad.json").write_text("{")
    code, out, _ = run(capsys, "client-profile", "list")
    head, row, broken = out.splitlines()
    assert code == 0
    assert head.split() == [
        "name",
        "games",
        "won",
        "lost",
        "unknown",
        "new",
        "game",
        "last",
        "used",
    ]
    assert row.split() == [name, "3", "1", "1", "1", "click", "0.5", "17", "2026-11-18"]
    assert "bad.json" in broken
    listed = run_json(capsys, "client-profile", "list")
    assert [p["name"] for p in listed["profiles"]] == [name]
    assert [p["file"][-8:] for p in listed["broken"]] == ["bad.json"]


def test_one_is_shown_with_its_evidence(capsys: Out, name: str) -> None:
    code, out, _ = run(capsys, "client-profile", "show", name)
    assert code == 0
    assert "1 won, 1 lost, 1 unknown" in out
    assert "3 first clicks" in out
    assert "\x1b" not in out
    shown = run_json(capsys, "client-profile", "show", name)
    assert shown["boards"] == [
        {"size": "9x9", "clues": 3, "zeros": 0, "mines": 0, "unclear": 0, "total": None}
    ]
    assert shown["first_click"] is None


def test_a_wrong_name_is_answered_with_the_nearest(capsys: Out, name: str) -> None:
    for verb in ("show", "forget"):
        code, _, err = run(capsys, "client-profile", verb, name[:-1])
        assert code == 2
        assert repr(name) in err


def test_a_file_that_cannot_be_used_is_named_and_can_be_forgotten(capsys: Out) -> None:
    folder = ProfileStore().folder
    folder.mkdir(parents=True)
    (folder / "bad.json").write_text("{")
    code, _, err = run(capsys, "client-profile", "show", "bad")
    assert code == 2
    assert "cannot be used" in err
    assert run_json(capsys, "client-profile", "forget", "bad", "--yes") == {"forgotten": ["bad"]}
    assert not (folder / "bad.json").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_forgetting_asks_on_a_terminal_only(capsys: Out, name: str) -> None:
    code, _, err = run(capsys, "client-profile", "forget", name)
    assert code == 2
    assert "--yes" in err
    command = [sys.executable, "-m", "autosweep", "client-profile", "forget", name, "--json"]
    for answer, left, forgotten in ((b"n\n", [name], []), (b"y\n", [], [name])):
        terminal, stdin = os.openpty()
        os.write(terminal, answer)
        done = subprocess.run(command, stdin=stdin, capture_output=True, text=True, check=False)
        os.close(terminal)
        os.close(stdin)
        assert f"Forget {name}?" in done.stderr
        assert json.loads(done.stdout) == {"forgotten": forgotten}
        assert done.returncode == (0 if forgotten else 1)
        assert ProfileStore().names() == left


def test_forgetting_needs_names_or_all(capsys: Out, name: str) -> None:
    for words in ([], [name, "--all"]):
        code, _, err = run(capsys, "client-profile", "forget", *words)
        assert code == 2
        assert "--all" in err
    # all names are checked before anything is deleted
    code, _, _ = run(capsys, "client-profile", "forget", name, "nobody", "--yes")
    assert code == 2
    assert ProfileStore().names() == [name]
    assert run_json(capsys, "client-profile", "forget", "--all", "--yes") == {"forgotten": [name]}
    assert run_json(capsys, "client-profile", "forget", "--all", "--yes") == {"forgotten": []}


def test_a_shell_completes_names(name: str) -> None:
    asked = {
        "_AUTOSWEEP_COMPLETE": "bash_complete",
        "COMP_WORDS": f"autosweep client-profile show {name[:3]}",
        "COMP_CWORD": "3",
    }
    done = subprocess.run(
        [sys.executable, "-m", "autosweep"],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [f"plain,{name}"]
