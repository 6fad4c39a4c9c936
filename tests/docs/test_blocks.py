"""Every block of code in the documents is run."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from support.doc_blocks import KINDS, ROOT, blocks, parse, run_shell, run_transcript

from autosweep.desktop.xvfb import VirtualDisplay, xvfb_path

DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
SCREENSHOT = ROOT / "fixtures" / "screens" / "sgt-mines" / "sgt-b-mid" / "frame.png"


def by_name(document: Path) -> str:
    return str(document.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=by_name)
def test_every_block_has_a_known_kind(document: Path) -> None:
    for block in blocks(document):
        assert block.kind in KINDS, f"{document.name}, line {block.line}"


def test_there_is_something_to_run() -> None:
    kinds = [block.kind for document in DOCUMENTS for block in blocks(document)]
    assert {"console", "sh", "python"} <= set(kinds)


@pytest.mark.parametrize("document", DOCUMENTS, ids=by_name)
def test_transcripts_and_examples_do_what_they_show(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text("3 3 2\n1 ? ?\n? ? ?\n? ? 1\n", "utf-8")
    shutil.copy(SCREENSHOT, tmp_path / "screenshot.png")
    names: dict[str, object] = {"__name__": "example"}
    for block in blocks(document):
        if block.kind == "console":
            run_transcript(block, tmp_path)
        elif block.kind == "python":
            exec(block.text, names)  # noqa: S102 - our own documents
        elif block.kind in ("toml", "json"):
            parse(block)


@pytest.mark.x11
@pytest.mark.parametrize("document", DOCUMENTS, ids=by_name)
def test_shell_blocks_run_on_a_display(document: Path, tmp_path: Path) -> None:
    shell = [block for block in blocks(document) if block.kind == "sh"]
    if not shell:
        return
    if xvfb_path() is None:
        pytest.skip("Xvfb is not installed (Debian: apt-get install xvfb)")
    (tmp_path / "board.txt").write_text("3 3 2\n1 ? ?\n? ? ?\n? ? 1\n", "utf-8")
    shutil.copy(SCREENSHOT, tmp_path / "screenshot.png")
    with VirtualDisplay(1280, 800) as display:
        for block in shell:
            run_shell(block, tmp_path, {**os.environ, "DISPLAY": display.name})
