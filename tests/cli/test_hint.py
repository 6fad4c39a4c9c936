"""`read --debug` and `hint`: pictures come out, doubt is refused, nothing certain is made up."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep.board import Game
from autosweep.cli.main import main


def saved(tmp_path: Path, game: Game, skin: str = "classic", px: int = 24) -> tuple[Path, Path]:
    """Return a picture file of a game and a place for the hints."""
    pixels, _ = draw(game.board, skin, px)
    path = tmp_path / "game.png"
    cv2.imwrite(str(path), pixels)
    return path, tmp_path / "new" / "hints.png"


def run_json(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, object]]:
    code = main([*words, "--json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("skin", "px"), [("classic", 14), ("dark", 64)])
def test_hints_are_true_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], skin: str, px: int
) -> None:
    """Cells called safe or mines are so in the hidden layout, and only the board is drawn on."""
    game = game_at("middle", 9, 9, 14, seed=4)
    path, out = saved(tmp_path, game, skin, px)
    code, answer = run_json(capsys, "hint", str(path), "--out", str(out))
    assert code == 0
    boards = answer["boards"]
    assert isinstance(boards, list)
    (board,) = boards
    assert game.layout is not None
    mines = {game.board.cell(i) for i in game.layout.mines}
    assert board["safe"]
    assert board["mine"]
    assert not mines & {tuple(cell) for cell in board["safe"]}
    assert {tuple(cell) for cell in board["mine"]} <= mines
    before, after = cv2.imread(str(path)), cv2.imread(str(out))
    assert before is not None
    assert after is not None
    ys, xs = np.nonzero((before != after).any(axis=2))
    x, y, w, h = board["bbox"]
    assert x <= xs.min() <= xs.max() < x + w
    assert y <= ys.min() <= ys.max() < y + h


def test_a_guess_is_called_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a fresh board nothing is certain and the usual mine total is said to be assumed."""
    path, out = saved(tmp_path, Game(9, 9, 10, seed=1))
    code, answer = run_json(capsys, "hint", str(path), "--out", str(out))
    assert code == 0
    (board,) = answer["boards"]  # type: ignore[misc]
    assert board["guess"] is not None
    assert board["safe"] == board["mine"] == []
    assert board["best"]["certain"] is False
    assert board["best"]["cell"] == board["guess"]
    assert board["mines"] is None
    assert board["assumed_mines"] == 10
    assert main(["hint", str(path), "--out", str(out)]) == 0
    assert "best guess" in capsys.readouterr().out


def test_doubt_that_matters_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Cells that cannot be read stop the hints, unless something is certain without them."""
    game = Game(9, 9, 10, seed=1)
    path, out = saved(tmp_path, game)
    pixels, grid = draw(game.board, "classic", 24)
    rect = grid.cell_rect((4, 4))
    noise = np.random.default_rng(1).integers(0, 256, (rect.h, rect.w, 3), np.uint8)
    pixels[rect.y : rect.bottom, rect.x : rect.right] = noise
    cv2.imwrite(str(path), pixels)
    code, answer = run_json(capsys, "hint", str(path), "--out", str(out))
    assert code == 3
    assert "4,4" in str(answer["error"])
    assert not out.exists()


def test_what_is_certain_without_the_uncertain_cells_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_at("middle", 9, 9, 14, seed=4)
    path, out = saved(tmp_path, game)
    pixels, grid = draw(game.board, "classic", 24)
    rect = grid.cell_rect((8, 0))
    noise = np.random.default_rng(1).integers(0, 256, (rect.h, rect.w, 3), np.uint8)
    pixels[rect.y : rect.bottom, rect.x : rect.right] = noise
    cv2.imwrite(str(path), pixels)
    code, answer = run_json(capsys, "hint", str(path), "--out", str(out))
    assert code == 0
    (board,) = answer["boards"]  # type: ignore[misc]
    assert board["partial"] is True
    assert board["guess"] is None
    assert board["probabilities"] is None
    assert [8, 0] in board["doubtful"]
    assert game.layout is not None
    mines = {game.board.cell(i) for i in game.layout.mines}
    assert not mines & {tuple(cell) for cell in board["safe"]}
    assert out.exists()


def test_no_board_and_no_place_to_write_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((200, 300, 3), 90, np.uint8))
    assert main(["hint", str(blank), "--out", str(tmp_path / "x.png")]) == 3
    path, _ = saved(tmp_path, game_at("middle", 9, 9, 14, seed=4))
    assert main(["hint", str(path), "--out", str(blank / "x.png")]) == 2
    assert main(["read", str(path), "--debug", str(blank)]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_read_draws_what_it_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each picture gets a file of its own, even where two have one name."""
    path, _ = saved(tmp_path, game_at("middle", 9, 9, 14, seed=4))
    folder = tmp_path / "debug"
    code, answer = run_json(capsys, "read", str(path), str(path), "--debug", str(folder))
    assert code == 0
    names = [image["debug"] for image in answer["images"]]  # type: ignore[attr-defined]
    assert len(set(names)) == 2
    before, after = cv2.imread(str(path)), cv2.imread(names[0])
    assert before is not None
    assert after is not None
    assert after.shape[0] == 2 * before.shape[0]
    assert main(["read", str(path), "--debug", str(folder)]) == 0
    assert str(folder) in capsys.readouterr().err
