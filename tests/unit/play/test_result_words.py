"""What a text in the window says of the result."""

from __future__ import annotations

import pytest

from autosweep.board import Phase
from autosweep.play.result_words import said_result

PAGE = ["Minesweeper", "Mines: 10", "Win rate 40 %", "How to win: open all cells", "00:12"]


@pytest.mark.parametrize(
    ("line", "phase"),
    [
        ("You win!", Phase.WON),
        ("YOU WON IN 12 SECONDS", Phase.WON),
        ("Congratulations!", Phase.WON),
        ("Mines: Cleared", Phase.WON),
        ("VICTORY IN 0:13", Phase.WON),
        ("Vous avez gagné! Souhaitez-vous rejouer?", Phase.WON),
        ("Du hast gewonnen", Phase.WON),
        ("WIN!!", Phase.WON),
        ("LOST!", Phase.LOST),
        ("Game Over", Phase.LOST),
        ("BOOM! You hit a mine", Phase.LOST),
        ("Du hast verloren.", Phase.LOST),
        ("You lost :(", Phase.LOST),
    ],
)
def test_a_new_message_tells_the_result(line: str, phase: Phase) -> None:
    assert said_result([*PAGE, line], PAGE) == (phase, line)


@pytest.mark.parametrize(
    "lines",
    [
        PAGE,
        [*PAGE, "Restart", "New game"],
        [*PAGE, "Lost and found"],
        ["Mines: 7", "00:31"],
        [*PAGE, "You win!", "Game over"],
        [*PAGE, "Best time to win: 12 s"],
        [*PAGE, "In this game you win when every cell without a mine is open and no mine was hit"],
    ],
    ids=["the same", "buttons", "other words", "counts", "both", "statistics", "explanation"],
)
def test_other_text_tells_nothing(lines: list[str]) -> None:
    assert said_result(lines, PAGE) is None


def test_what_was_there_before_tells_nothing() -> None:
    """Some pages show the result of the game before, or have such words in their title."""
    assert said_result(["You won 3 games"], ["You won 2 games"]) is None
