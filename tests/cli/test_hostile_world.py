"""Commands in a world that is against them: full disks, closed streams, odd names and locales."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autosweep.cli.main import COMMANDS, main

BOARD = b"3 3 2\n1 ? ?\n? ? ?\n? ? 1\n"
PROGRAM = [sys.executable, "-m", "autosweep"]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell and devices")


def shell(words: str, folder: Path) -> tuple[int, str]:
    """Run a line of shell in which $A is the program; return its exit code and stderr."""
    done = subprocess.run(
        [
            "bash",
            "-c",
            f'A() {{ "{sys.executable}" -m autosweep "$@"; }}; set -o pipefail; {words}',
        ],
        cwd=folder,
        capture_output=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stderr.decode("utf-8", "replace")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["solve board.txt", "solve board.txt --json", "--help"])
def test_output_to_a_full_disk_is_the_systems_fault_and_said_so(words: str, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_bytes(BOARD)
    code, told = shell(f"A {words} > /dev/full", tmp_path)
    assert code == 4
    assert "No space left" in told
    assert "Make room" in told
    assert "Traceback" not in told
    assert "Exception ignored" not in told


def test_closed_streams_and_readers_that_leave_are_no_bugs(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_bytes(BOARD)
    assert shell("A solve board.txt >&-", tmp_path)[0] == 0
    assert shell("A solve nothing >&- 2>&-", tmp_path)[0] == 2
    code, told = shell("A solve - <&-", tmp_path)
    assert (code, "closed" in told) == (2, True)
    code, told = shell("A generate --board 9x9x10 --count 3000 | head -1", tmp_path)
    assert (code, told) == (0, "")


def test_tab_after_a_word_that_is_no_command_is_silent(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_AUTOSWEEP_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "autosweep solv x")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert main([]) == 0
    assert capfd.readouterr().err == ""
    monkeypatch.delenv("COMP_WORDS")
    assert main([]) == 2


def test_a_recording_in_a_folder_whose_name_is_not_utf8(tmp_path: Path) -> None:
    """OpenCV was ended by such a name, and the page could not be written."""
    odd = os.fsdecode(bytes(tmp_path) + b"/caf\xe9")
    game = ["--rows", "5", "--cols", "5", "--mines", "3", "--cell-px", "20"]
    words = ["demo", "--on", "memory", *game, "--record", odd]
    done = subprocess.run([*PROGRAM, *words], capture_output=True, timeout=120, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert Path(odd, "final.png").stat().st_size > 0
    page = os.fsdecode(bytes(tmp_path) + b"/caf\xe9.html")
    words = ["replay", odd, "--html", page, "--transcript", page + ".txt"]
    done = subprocess.run([*PROGRAM, *words], capture_output=True, timeout=120, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert Path(page).stat().st_size > 0


def test_devices_and_floods_are_refused_and_not_read_to_their_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "flood.txt").write_bytes(b"y\n" * 3_000_000)
    for words in (
        ["solve", str(tmp_path / "flood.txt")],
        ["leaderboard", "--file", "/dev/zero"],
        ["play", "--config", "/dev/zero"],
    ):
        assert main(words) == 2, words
        told = capsys.readouterr().err
        assert "bug" not in told
        assert len(told.splitlines()) >= 2, told


def test_a_file_of_kept_games_that_is_something_else_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for data in (b"\xff\xfe", b"[1]\n\xff", b"dear diary", b"\n\n"):
        (tmp_path / "kept").write_bytes(data)
        words = ["bench", "--board", "2x2x1", "--games", "1", "--keep", str(tmp_path / "kept")]
        assert main(words) == 2
        assert "another benchmark" in capsys.readouterr().err
        assert (tmp_path / "kept").read_bytes() == data


def test_a_word_of_any_length_is_told_in_a_bounded_message(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["generate", "--seed", "9" * 100_000]) == 2
    assert len(capsys.readouterr().err) < 3_000


def test_an_odd_locale_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_bytes(BOARD)
    plain = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for locale in ("C", "tr_TR.UTF-8"):
        words = [*PROGRAM, "explain", "board.txt", "--cell", "0,1"]
        env = {**os.environ, "LC_ALL": locale, **plain}
        done = subprocess.run(
            words, cwd=tmp_path, env=env, capture_output=True, timeout=120, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")


NO_STDERR = (
    "bench --board 2x2x1 --games 1",
    "check board.txt",
    "client",
    "client-profile list",
    "completion bash",
    "demo --on memory --rows 5 --cols 5 --mines 3",
    "demo --on memory --json --rows 5 --cols 5 --mines 3",
    "doctor",
    "explain board.txt --cell 0,1",
    "generate --count 2",
    "hint nothing.png --out x.png",
    "leaderboard",
    "overlay",
    "overlay --control next",
    "play",
    "play --json --dry-run",
    "prove board.txt --cell 0,1 --mine",
    "read nothing.png",
    "record folder",
    "replay pictures",
    "solve board.txt",
    "theme list",
    "variant rules",
    "variant generate --rows 4 --cols 4",
)


@pytest.mark.parametrize("words", NO_STDERR)
def test_a_closed_stderr_changes_no_exit_code(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command, with stderr closed and with all three streams closed."""
    (tmp_path / "board.txt").write_bytes(BOARD)
    (tmp_path / "pictures").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    usual = main(words.split())
    assert usual in (0, 1, 2, 3, 4)
    assert shell(f"A {words} >/dev/null 2>&-", tmp_path)[0] == usual
    code, told = shell(f"A {words} <&- >&- 2>&-", tmp_path)
    assert (code, told) == (usual, "")


def test_every_command_is_tried_without_stderr() -> None:
    assert {words.split()[0] for words in NO_STDERR} == set(COMMANDS)


def test_a_file_opened_later_does_not_become_stderr(tmp_path: Path) -> None:
    """With stderr closed its number is free: what a library complains of went into a recording."""
    game = "--rows 5 --cols 5 --mines 3 --record game"
    assert shell(f"A demo --on memory {game} >&- 2>&-", tmp_path)[0] in (0, 1)
    lines = (tmp_path / "game" / "session.jsonl").read_text("utf-8").splitlines()
    assert all(line.startswith('{"type":') for line in lines)
    assert '"summary"' in lines[-1]


def test_play_stops_where_its_reader_leaves(tmp_path: Path) -> None:
    """In mid-game: with 130, and the recording is whole."""
    words = "demo --on memory --json --games 3 --record game"
    code, told = shell(f"A {words} | head -1", tmp_path)
    assert code == 130
    assert "closed by its reader" in told
    assert "Traceback" not in told
    lines = (tmp_path / "game" / "session.jsonl").read_text("utf-8").splitlines()
    assert '"type":"end"' in lines[-2]
    assert '"type":"summary"' in lines[-1]
    assert '"games":1' in lines[-1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_play_stops_where_its_output_cannot_be_written(tmp_path: Path) -> None:
    code, told = shell("A demo --on memory --json --record game > /dev/full", tmp_path)
    assert code == 4
    assert "No space left" in told
    assert '"type":"summary"' in (tmp_path / "game" / "session.jsonl").read_text("utf-8")
