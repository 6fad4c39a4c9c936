"""Commands in a world that is against them: full disks, closed streams, odd names and locales."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autosweep.cli.main import main

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
