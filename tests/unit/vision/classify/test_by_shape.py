"""Boards of looks that no pack knows: read by shape and rules, or doubted."""

from random import Random

import cv2
import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep.board import HIDDEN, UNREAD, Board
from autosweep.client.skins import SKINS
from autosweep.interfaces import Pixels
from autosweep.vision.classify.glyph_network import CLASSES, SIDE, classify, features, plane_ground
from autosweep.vision.combine import GENERIC
from autosweep.vision.read import read, reread
from autosweep.vision.reading import ACT_CONFIDENCE


def sure_and_wrong(picture: Pixels, board: Board) -> tuple[int, int]:
    """Return how many cells are right, and how many wrong though called sure."""
    readings = [
        r
        for r in read(picture, themes=(), thorough=False)
        if (r.board.rows, r.board.cols) == (board.rows, board.cols)
    ]
    if not readings:
        return 0, 0
    reading = readings[0]
    right = wrong = 0
    for i, code in enumerate(board.cells):
        cell = board.cell(i)
        got = reading.board[cell]
        right += got == code
        sure = reading.confidence[cell] >= ACT_CONFIDENCE
        wrong += bool(sure and got not in (code, UNREAD))
    return right, wrong


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("px", [18, 27, 40])
def test_skins_are_read_without_their_themes(skin: str, px: int) -> None:
    """Nearly every cell is right and none is wrong and called sure."""
    for stage in ("middle", "late", "won"):
        board = game_at(stage, 10, 12, 18, seed=px).board
        right, wrong = sure_and_wrong(draw(board, skin, px)[0], board)
        assert wrong == 0, stage
        assert right >= 0.95 * len(board.cells), stage


def test_an_unknown_board_is_called_generic_and_followed() -> None:
    game = game_at("middle", 9, 9, 10, seed=5)
    picture, _ = draw(game.board, "light", 30, corner=(30, 30), size=(460, 500))
    reading = read(picture, themes=(), thorough=False)[0]
    assert reading.theme == GENERIC
    again = reread(picture, reading, themes=())
    assert again is not None
    assert again.board.cells == reading.board.cells
    assert reread(np.zeros_like(picture), reading, themes=()) is None


def test_corrupted_cells_that_contradict_the_rules_are_never_certain() -> None:
    """A number painted over another is doubted wherever it cannot be true."""
    for seed in range(12):
        rng = Random(seed)
        board = game_at("middle", 10, 12, 16, seed=seed).board
        numbers = list(board.find(range(9)))
        changes = {}
        for cell in rng.sample(numbers, min(3, len(numbers))):
            around = [board[other] for other in board.neighbors(cell)]
            possible = sum(code >= HIDDEN for code in around)
            if possible < 8:
                changes[cell] = rng.randint(possible + 1, 8)
        picture, _ = draw(board.with_cells(changes), rng.choice(sorted(SKINS)), 24)
        for themes in (None, ()):
            for reading in read(picture, themes=themes, thorough=False):
                for cell in changes:
                    assert reading.confidence[cell] < ACT_CONFIDENCE


def test_an_empty_ruled_table_of_wide_cells_is_no_board() -> None:
    """A blank spreadsheet is not a game that has not begun."""
    picture = np.full((400, 900, 3), 255, np.uint8)
    picture[40:340:20] = 180
    picture[40:340, 50:850:80] = 180
    assert read(picture) == []


def test_a_month_calendar_is_no_board() -> None:
    """Numbers above eight and numbers without hidden neighbours give it away."""
    picture = np.full((420, 560, 3), 250, np.uint8)
    for week in range(6):
        for day in range(7):
            x, y = 40 + day * 64, 30 + week * 60
            cv2.rectangle(picture, (x, y), (x + 64, y + 60), (190, 190, 190), 1)
            number = week * 7 + day - 2
            if 1 <= number <= 31:
                cv2.putText(picture, str(number), (x + 20, y + 38), 0, 0.8, (40, 40, 40), 2)
    assert read(picture) == []


def test_the_classifier_names_plain_digits() -> None:
    """Digits drawn here by strokes are named by shape, whatever their colour and size."""
    rng = np.random.default_rng(0)
    right = total = 0
    for digit in range(1, 9):
        for _ in range(6):
            ground = rng.integers(150, 255, 3).astype(float)
            ink = rng.integers(0, 90, 3).astype(float)
            cell = np.tile(ground.astype(np.uint8), (64, 64, 1))
            scale = rng.uniform(1.2, 1.7)
            (w, h), _ = cv2.getTextSize(str(digit), cv2.FONT_HERSHEY_DUPLEX, scale, 3)
            place = ((64 - w) // 2, (64 + h) // 2)
            cv2.putText(cell, str(digit), place, cv2.FONT_HERSHEY_DUPLEX, scale, ink.tolist(), 3)
            shrunk = cv2.resize(cell, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
            small = shrunk[None].astype(np.float32)
            logits = classify(features(small, plane_ground(small)))
            right += CLASSES[int(np.argmax(logits))] == str(digit)
            total += 1
    assert right >= 0.95 * total


def lettered(board: Board, mark: str) -> Pixels:
    """Draw a board whose hidden cells carry a letter; nothing else tells them from opened ones."""
    px = 40
    picture = np.full((board.rows * px + 2 * px, board.cols * px + 2 * px, 3), 255, np.uint8)
    for i, code in enumerate(board.cells):
        r, c = board.cell(i)
        x, y = px + c * px, px + r * px
        cv2.rectangle(picture, (x + 1, y + 1), (x + px - 2, y + px - 2), (0, 0, 0), 3)
        text = mark if code == HIDDEN else str(code or "")
        cv2.putText(picture, text, (x + 11, y + 29), 0, 0.8, (0, 0, 0), 2, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("mark", ["X", "#"])
def test_hidden_cells_that_carry_a_mark_are_read(mark: str) -> None:
    """Cells that are all alike are hidden; a number takes the place of the mark beside it."""
    fresh = Board(8, 8, bytes([HIDDEN]) * 64)
    reading = read(lettered(fresh, mark), themes=())[0]
    assert reading.board.cells == fresh.cells
    assert not reading.uncertain
    begun = fresh.with_cells({(0, 0): 0, (0, 1): 1, (1, 0): 1, (1, 1): 2})
    reading = read(lettered(begun, mark), themes=())[0]
    assert reading.board.cells == begun.cells
