"""What a text in the window says of the result."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autosweep.board import Phase
from autosweep.interfaces import Frame
from autosweep.play.result_words import said_between, said_result
from autosweep.vision.ocr.read_text import can_read_text

PAGE = ["Minesweeper", "Mines: 10", "Win rate 40 %", "How to win: open all cells", "00:12"]


@pytest.mark.parametrize(
    ("line", "phase"),
    [
        ("You win!", Phase.WON),
        ("YOU WON IN 12 SECONDS", Phase.WON),
        ("Congratulations!", Phase.WON),
        ("Mines: Cleared", Phase.WON),
        ("VICTORY IN 0:13", Phase.WON),
        ("Level 1 cleared!", Phase.WON),
        ("Vous avez gagné! Souhaitez-vous rejouer?", Phase.WON),
        ("Du hast gewonnen", Phase.WON),
        ("WIN!!", Phase.WON),
        ("LOST!", Phase.LOST),
        ("Game Over", Phase.LOST),
        ("BOOM! You hit a mine", Phase.LOST),
        ("Du hast verloren.", Phase.LOST),
        ("You lost :(", Phase.LOST),
        ("you loose", Phase.LOST),
        ("Esto ha explotado", Phase.LOST),
        ("Você clicou em uma mina.", Phase.LOST),
        ("Brawo :) Odkryto wszystkie pola", Phase.WON),
        ("Hooray! You found all mines in 3 seconds and 15 moves!", Phase.WON),
        ("Вы выиграли!", Phase.WON),
        ("Ты проиграл", Phase.LOST),
        ("恭喜你赢了", Phase.WON),
        ("很遗憾你输了", Phase.LOST),
        ("게임 오버", Phase.LOST),
        ("游戏结束", Phase.ENDED),
        ("The game has ended", Phase.ENDED),
        ("Fin de la partida", Phase.ENDED),
    ],
)
def test_a_new_message_tells_the_result(line: str, phase: Phase) -> None:
    assert said_result([*PAGE, line], PAGE) == (phase, line)


def test_words_of_an_end_leave_the_result_to_other_lines() -> None:
    assert said_result(["Fin de la partida", "Has ganado"], PAGE) == (Phase.WON, "Has ganado")


@pytest.mark.parametrize(
    "lines",
    [
        PAGE,
        [*PAGE, "Restart", "New game"],
        [*PAGE, "Lost and found"],
        ["Mines: 7", "00:31"],
        [*PAGE, "You win!", "Game over"],
        [*PAGE, "Игра Сапёр", "Победите всех", "새 게임"],
        [*PAGE, "Best time to win: 12 s"],
        [*PAGE, "Cleared: 12 of 71", "12 cells cleared", "Success rate: 40 %"],
        [*PAGE, "In this game you win when every cell without a mine is open and no mine was hit"],
    ],
    ids=[
        "the same",
        "buttons",
        "other words",
        "counts",
        "both",
        "other words of other languages",
        "statistics",
        "progress",
        "explanation",
    ],
)
def test_other_text_tells_nothing(lines: list[str]) -> None:
    assert said_result(lines, PAGE) is None


def test_what_was_there_before_tells_nothing() -> None:
    """Some pages show the result of the game before, or have such words in their title."""
    assert said_result(["You won 3 games"], ["You won 2 games"]) is None


def test_a_line_that_is_read_in_another_way_is_no_new_one() -> None:
    """A bullet before a line is read at one time and not at another."""
    before = ["\u2022 A clicked mine means you lose"]
    assert said_result(["A clicked mine means you lose"], before) is None
    assert said_result(["If the clicked cell contains a mine, you lose"], []) is None


@pytest.mark.skipif(not can_read_text(), reason="no text can be read")
@pytest.mark.parametrize("ground", [0, 90, 250])
def test_words_over_numbers_are_read_by_what_was_drawn(ground: int) -> None:
    pixels = np.full((200, 320, 3), ground, np.uint8)
    for x in range(20, 300, 40):
        cv2.putText(pixels, "1", (x, 110), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (255, 140, 60), 4)
    drawn = pixels.copy()
    cv2.putText(drawn, "You win!", (60, 112), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (30, 230, 30), 3)
    said = said_between(Frame(pixels), Frame(drawn))
    assert said is not None
    assert said[0] is Phase.WON
    assert said_between(Frame(pixels), Frame(pixels.copy())) is None
