"""Text from elsewhere cannot command the terminal: themes, recordings, titles, file names."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import autosweep.cli
from autosweep.cli.main import main
from autosweep.geometry import Rect
from autosweep.interfaces import Window
from autosweep.testing import WindowList

ROOT = Path(__file__).resolve().parent.parent.parent
CLIPBOARD = "\x1b]52;c;ZXZpbA==\x07"
TITLE = "\x1b]0;evil\x1b\\"
C1 = "\x9d0;evil\x9c\x9b31m"
BIDI = "\u202eevil\u2066"
ALL = CLIPBOARD + TITLE + C1 + BIDI + "\nok  all is well"
SHOWN = (r"\x1b]52;c;ZXZpbA==\x07", r"\x1b]0;evil", r"\x9d0;evil\x9c\x9b31m", r"\u202eevil\u2066")


def assert_clean(text: str) -> None:
    """Nothing that a terminal obeys is left, and what was there can be seen."""
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text), text
    assert "\nok  all is well" not in text
    for part in SHOWN:
        assert part in text


@pytest.fixture
def hostile_theme(tmp_path: Path) -> Path:
    """Return a theme among the user's own whose words are hostile; its name may not be."""
    folder = tmp_path / "data" / "autosweep" / "templates" / "evil"
    shutil.copytree(ROOT / "templates" / "classic", folder)
    text = (folder / "theme.toml").read_text("utf-8")
    text = text.replace('name = "classic"', 'name = "evil"')
    for key in ("client", "source", "licence", "version"):
        text = re.sub(rf'(?m)^{key} = ".*"$', f"{key} = @", text, count=1)
    (folder / "theme.toml").write_text(text.replace("@", json.dumps(ALL)), "utf-8")
    return folder


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own: themes are kept in memory."""
    return subprocess.run(
        [sys.executable, "-m", "autosweep", *words],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.usefixtures("hostile_theme")
def test_the_words_of_a_theme() -> None:
    listed = run("theme", "list")
    assert listed.returncode == 0, listed.stderr
    assert_clean(listed.stdout)
    head, *rows = listed.stdout.splitlines()
    folders = {row[head.index("folder") :][:1] for row in rows}
    assert folders == {"/"}, "the columns stay in line"
    as_json = run("theme", "list", "--json").stdout
    assert as_json.isascii()
    assert ALL in [theme["licence"] for theme in json.loads(as_json)["themes"]]


def test_what_is_wrong_with_a_theme(hostile_theme: Path) -> None:
    """The reason quotes the file, the warning names the folder."""
    odd = hostile_theme.with_name("evil\x1b]0;x\x07")
    hostile_theme.rename(odd)
    (odd / "theme.toml").write_text(f"[theme]\nname = {json.dumps(ALL)}\n[{'x'}]\n", "utf-8")
    screen = ROOT / "fixtures" / "screens" / "sgt-mines" / "sgt-b-mid" / "frame.png"
    for words in (("theme", "list"), ("doctor",), ("read", str(screen))):
        done = run(*words)
        assert r"evil\x1b]0;x\x07" in done.stdout + done.stderr
        assert "\x1b" not in done.stdout + done.stderr


def test_the_words_of_a_recording(tmp_path: Path) -> None:
    """On the terminal and in a transcript, which is looked at in one."""
    folder = tmp_path / "game"
    shutil.copytree(ROOT / "fixtures" / "recordings" / "format-1", folder)
    lines = []
    for line in (folder / "session.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        if entry["type"] == "step":
            entry["reading"]["theme"] = ALL
        if entry["type"] == "end":
            entry["why"] = ALL
        if entry.get("decision"):
            entry["decision"]["refusal"] = ALL
        lines.append(json.dumps(entry))
    (folder / "session.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    told = run("replay", str(folder), "--transcript", str(tmp_path / "story.txt"))
    assert told.returncode in (0, 1), told.stderr
    assert_clean(told.stdout)
    assert_clean((tmp_path / "story.txt").read_text("utf-8"))
    assert_clean(run("replay", str(folder), "--transcript", "-").stdout)


def test_the_titles_of_windows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`doctor` lists them, and an error names those that there are."""
    windows = WindowList([Window(1, ALL, ALL, Rect(0, 0, 9, 9))])
    from autosweep.cli import doctor

    display: Any = SimpleNamespace(open_windows=lambda: windows)
    found = doctor._checked("windows", lambda: doctor._windows(display), needed=False)
    monkeypatch.setattr(doctor, "examine", lambda *_: [found])
    main(["doctor"])
    assert_clean(capsys.readouterr().out)

    desktop = nullcontext(SimpleNamespace(source=None, windows=windows))
    monkeypatch.setattr("autosweep.desktop.open.open_desktop", lambda **_: desktop)
    assert main(["record", "folder", "--window", "none such"]) == 4
    assert_clean(capsys.readouterr().err)


def test_the_names_of_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", ALL]) == 2
    assert_clean(capsys.readouterr().err)
    assert main(["solve", str(tmp_path / ALL)]) == 2
    assert_clean(capsys.readouterr().err)
    assert main([ALL]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_text_goes_to_the_terminal_by_one_way() -> None:
    """`say`, `say_lines`, and where there is nothing foreign."""
    allowed = {"common.py", "completion.py", "main.py", "generate.py"}
    folder = Path(autosweep.cli.__file__).parent
    users = {path.name for path in folder.glob("*.py") if "click.echo(" in path.read_text("utf-8")}
    assert users <= allowed
