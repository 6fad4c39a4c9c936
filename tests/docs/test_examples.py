"""The scripts of examples/ run as their README says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import pytest
from support.vision_scenes import draw, game_at

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(name: str, *words: object) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *map(str, words)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_a_text_board_is_solved_and_explained(tmp_path: Path) -> None:
    told = run("solve_and_explain.py")
    assert "80 layouts fit." in told
    assert "best: open" in told
    board = tmp_path / "board.txt"
    board.write_text("1 2 1\n1 ?\n")
    assert "mines: [(0, 1)]\nNothing is left to open." in run("solve_and_explain.py", board)


def test_hints_are_drawn_on_a_screenshot(tmp_path: Path) -> None:
    shot, out = tmp_path / "shot.png", tmp_path / "out.png"
    pixels = draw(game_at("middle", 9, 9, 12, seed=4).board, "classic", 24)[0]
    cv2.imwrite(str(shot), pixels)
    assert "9 x 9, theme classic" in run("hint_image.py", shot, out)
    drawn = cv2.imread(str(out))
    assert drawn is not None
    assert (drawn != pixels).any()


def test_a_game_is_played_and_reviewed(tmp_path: Path) -> None:
    told = run("play_and_review.py", tmp_path / "recording")
    assert told.startswith("won ")
    assert "differences when replayed: 0" in told
    assert (tmp_path / "recording" / "session.jsonl").is_file()


def test_every_example_is_in_the_readme_and_tested() -> None:
    text = (EXAMPLES / "README.md").read_text("utf-8")
    scripts = {path.name for path in EXAMPLES.glob("*.py")}
    assert len(scripts) == 3
    tested = Path(__file__).read_text("utf-8")
    for name in scripts:
        assert f"`{name}`" in text
        assert f'run("{name}"' in tested


@pytest.mark.parametrize("name", ["hint_image.py"])
def test_what_is_no_image_is_said(name: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_text("no image")
    script = str(EXAMPLES / name)
    words = [sys.executable, script, str(broken), str(tmp_path / "out.png")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "is not an image" in done.stderr
