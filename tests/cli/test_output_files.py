"""What commands write: whole or not at all, never over other people's files or through links."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from autosweep.cli.main import main
from autosweep.errors import RecordingError
from autosweep.replay.recording import Recorder
from autosweep.settings import PlaySettings

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDING = ROOT / "fixtures" / "recordings" / "format-1"
SCREEN = ROOT / "fixtures" / "screens" / "sgt-mines" / "sgt-b-mid" / "frame.png"
SMALL = ["--rows", "5", "--cols", "5", "--mines", "3", "--cell-px", "20"]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs links and limits of Unix")


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """Return a file that nobody may touch."""
    path = tmp_path / "precious"
    path.write_text("precious")
    return path


@pytest.mark.parametrize("own", ["frames/0001.png", "notes.txt", "session.jsonl", ".hidden"])
def test_a_recording_is_not_mixed_with_other_files(
    own: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    (folder / own).parent.mkdir(parents=True)
    (folder / own).write_text("my own")
    assert main(["demo", "--on", "memory", *SMALL, "--record", str(folder)]) == 2
    told = capsys.readouterr().err
    assert f"{folder} already holds" in told
    assert "new or empty" in told
    assert (folder / own).read_text() == "my own"
    assert [p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()] == [own]


def test_an_empty_folder_is_taken_and_only_once(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    with Recorder(folder, PlaySettings(), source="test"):
        pass
    assert (folder / "session.jsonl").is_file()
    with pytest.raises(RecordingError, match="already holds a recording"):
        Recorder(folder, PlaySettings(), source="test")


def test_a_recorder_writes_through_no_link(tmp_path: Path, victim: Path) -> None:
    """A link that appears beside its frames while it records, and one that was there before."""
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "session.jsonl.part").symlink_to(victim)
    with pytest.raises(RecordingError):
        Recorder(folder, PlaySettings(), source="test")
    (folder / "session.jsonl.part").unlink()

    from autosweep.client.client_settings import ClientSettings
    from autosweep.client.inprocess import InProcessScreen
    from autosweep.testing import JumpingClock
    from autosweep.vision.read import read

    clock = JumpingClock()
    screen = InProcessScreen(settings=ClientSettings(rows=8, cols=8, mines=5), clock=clock)
    frame = screen.grab()
    (reading,) = read(frame.pixels)
    with Recorder(folder, PlaySettings(), source="test", clock=clock) as recorder:
        for name in ("0001.png", "0001.png.part"):
            (folder / "frames" / name).symlink_to(victim)
        with pytest.raises(RecordingError, match="symbolic link"):
            recorder.step(0, 0, frame, reading, None)
    assert victim.read_text() == "precious"


def link_at(path: Path, victim: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(victim)


def test_a_link_at_a_name_that_we_made_up_is_refused(
    tmp_path: Path, victim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The pictures of `read --debug`, the boards of `generate`."""
    out = tmp_path / "out"
    cases: list[tuple[str, list[str]]] = [
        ("00-frame.png", ["read", str(SCREEN), "--debug", str(out)]),
        ("0.txt", ["generate", "--board", "5x5x3", "--out", str(out)]),
    ]
    for name, words in cases:
        shutil.rmtree(out, ignore_errors=True)
        link_at(out / name, victim)
        code = main(words)
        told = capsys.readouterr().err
        assert (code, "symbolic link" in told) == (2, True), (name, told)
        assert victim.read_text() == "precious"


def test_a_pack_is_learned_into_no_link(tmp_path: Path, victim: Path) -> None:
    """Neither its files, nor the sheet and the labels beside it."""
    from autosweep.cli.theme_learn import _ask, _refuse_links
    from autosweep.errors import BadInput

    for name in ("x-looks.png", "x-labels.toml"):
        link_at(tmp_path / "out" / name, victim)
        with pytest.raises(BadInput, match="symbolic link"):
            _ask(tmp_path / "out", "x", [], {})
        (tmp_path / "out" / name).unlink()
        assert victim.read_text() == "precious"
    _refuse_links(tmp_path / "new")
    (tmp_path / "theme").mkdir()
    _refuse_links(tmp_path / "theme")
    (tmp_path / "theme" / "theme.toml").symlink_to(victim)
    with pytest.raises(BadInput, match="symbolic link"):
        _refuse_links(tmp_path / "theme")


def test_the_last_image_of_a_demo_is_written_through_no_link(
    tmp_path: Path, victim: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from autosweep.cli import demo

    folder = tmp_path / "game"
    show = demo.LastBoard.show

    def with_a_link(self: demo.LastBoard, place: Path, *rest: object, **named: object) -> None:
        link_at(place / "final.png", victim)
        show(self, place, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(demo.LastBoard, "show", with_a_link)
    assert main(["demo", "--on", "memory", *SMALL, "--record", str(folder)]) == 2
    assert victim.read_text() == "precious"


def test_a_link_that_the_user_names_is_followed(tmp_path: Path) -> None:
    real = tmp_path / "real.html"
    real.write_text("old")
    link = tmp_path / "page.html"
    link.symlink_to(real)
    assert main(["replay", str(RECORDING), "--html", str(link)]) in (0, 1)
    assert link.is_symlink()
    assert "</html>" in real.read_text("utf-8")


def limited(words: list[str], folder: Path, most: int) -> subprocess.CompletedProcess[str]:
    """Run the program where files cannot grow beyond a limit, as on a full disk."""
    program = (
        f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))\n"
        f"from autosweep.cli.main import main; sys.exit(main({words!r}))"
    )
    return subprocess.run(
        [sys.executable, "-B", "-c", program],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


OUTPUTS: list[tuple[str, Callable[[str], list[str]]]] = [
    ("page.html", lambda name: ["replay", str(RECORDING), "--html", name]),
    ("film.gif", lambda name: ["replay", str(RECORDING), "--gif", name]),
    ("film.mp4", lambda name: ["replay", str(RECORDING), "--mp4", name]),
    ("timeline.txt", lambda name: ["replay", str(RECORDING), "--transcript", name]),
    ("hints.png", lambda name: ["hint", str(SCREEN), "--out", name]),
]


@pytest.mark.parametrize(("name", "words"), OUTPUTS, ids=[name for name, _ in OUTPUTS])
def test_a_full_disk_leaves_no_broken_file(
    name: str, words: Callable[[str], list[str]], tmp_path: Path
) -> None:
    """Neither an empty one, nor half of one, nor anything else; an older file stays."""
    done = limited(words(name), tmp_path, 500)
    assert done.returncode == 2, done.stderr
    assert f"{name} cannot be written" in done.stderr
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - hidden names too
    (tmp_path / name).write_text("older")
    assert limited(words(name), tmp_path, 500).returncode == 2
    assert (tmp_path / name).read_text() == "older"
    assert os.listdir(tmp_path) == [name]  # noqa: PTH208 - same
