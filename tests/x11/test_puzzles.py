"""Our boards in another program, and its boards in ours."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from support.clients import GAMES_PATH

import autosweep
from autosweep.board import Game
from autosweep.board.playable import format_id, parse_id
from autosweep.generate.generated import Generated
from autosweep.generate.request import Request
from autosweep.generate.series import make_boards

pytestmark = pytest.mark.x11


@pytest.fixture
def mines() -> str:
    """Simon Tatham's Mines."""
    found = shutil.which("sgt-mines", path=GAMES_PATH)
    if found is None:
        pytest.skip("sgt-mines is not installed (Debian: apt-get install sgt-puzzles)")
    return found


def test_simon_tathams_mines_plays_our_boards(
    mines: str, x_environment: dict[str, str], tmp_path: Path
) -> None:
    """Its picture of our id shows what our referee shows after the first click."""
    request = Request(9, 9, 10, seed=2, no_guess=True)
    for number, made in enumerate(make_boards(request, 2)):
        puzzle = Generated(request, number, made).playable
        picture = tmp_path / f"{number}.png"
        command = [mines, "--screenshot", str(picture), format_id(puzzle)]
        subprocess.run(command, check=True, env=x_environment, timeout=60, capture_output=True)
        (reading,) = autosweep.read(str(picture))
        game = Game.of_layout(puzzle.layout)
        assert puzzle.start is not None
        game.open(puzzle.start)
        assert reading.board.row_symbols() == game.board.row_symbols()
    wrong = [mines, "--screenshot", str(tmp_path / "no.png"), "9x9:0,0,uffff"]
    refused = subprocess.run(wrong, check=False, env=x_environment, timeout=60, capture_output=True)
    assert refused.returncode != 0


def test_we_read_the_boards_of_simon_tathams_mines(mines: str) -> None:
    command = [mines, "--generate", "5", "17x11n30"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
    for line in printed.split():
        puzzle = parse_id(line)
        assert len(puzzle.layout.mines) == 30
        assert puzzle.start is not None
        row, col = puzzle.start
        assert puzzle.layout.numbers()[row * 17 + col] == 0
