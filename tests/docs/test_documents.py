"""The documents say what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import autosweep
from autosweep.cli.main import COMMANDS, main

ROOT = Path(__file__).resolve().parent.parent.parent
MAX_PICTURE_BYTES = 40_000
README = (ROOT / "README.md").read_text("utf-8")


def test_every_command_is_in_the_readme() -> None:
    for name in COMMANDS:
        assert f"`autosweep {name}" in README, name


def test_the_transcript_in_the_readme_is_what_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pattern = r"\$ cat board.txt\n(.*?)\$ autosweep solve board.txt\n(.*?)```"
    transcript = re.search(pattern, README, re.DOTALL)
    assert transcript is not None
    (tmp_path / "board.txt").write_text(transcript[1], "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["solve", "board.txt"]) == 0
    assert capsys.readouterr().out == transcript[2]


def test_the_lessons_in_the_readme_are_what_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each transcript of the section Learn, on the board that the section shows."""
    lessons = README.partition("\n## Learn\n")[2].partition("\n## ")[0]
    blocks = "".join(re.findall(r"```\n(.*?)```", lessons, re.DOTALL))
    (_, *transcripts) = blocks.split("$ ")
    shown, *transcripts = transcripts
    (tmp_path / "study.txt").write_text(shown.removeprefix("cat study.txt\n"), "utf-8")
    monkeypatch.chdir(tmp_path)
    commands = []
    for transcript in transcripts:
        line, _, printed = transcript.partition("\n")
        words = line.removeprefix("autosweep ").split()
        code = main(words)
        assert capsys.readouterr().out == printed
        assert code == (1 if "refuted" in printed else 0)
        commands.append(words[0])
    assert commands == ["explain", "explain", "prove", "solve"]


def test_pictures_are_small_and_shown() -> None:
    pictures = sorted((ROOT / "docs" / "pictures").glob("*.png"))
    assert pictures
    for picture in pictures:
        assert f"(docs/pictures/{picture.name})" in README
        assert picture.stat().st_size < MAX_PICTURE_BYTES


def test_the_library_example_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    example = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert example is not None
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text("3 3 2\n1 ? ?\n? ? ?\n? ? 1\n", "utf-8")
    solving = example[1].replace('readings = autosweep.read("screenshot.png")\n', "")
    assert solving != example[1]
    exec(solving.replace('open("board.txt").read()', "TEXT"), {"TEXT": _text(tmp_path)})  # noqa: S102
    assert "0.16" in capsys.readouterr().out


def _text(folder: Path) -> str:
    return (folder / "board.txt").read_text("utf-8")


def test_the_version_is_the_same_everywhere() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'version = "{autosweep.__version__}"' in project


def test_links_between_documents_lead_somewhere() -> None:
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "tests" / "README.md"):
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
            assert (path.parent / link).exists(), f"{path.name}: {link}"
