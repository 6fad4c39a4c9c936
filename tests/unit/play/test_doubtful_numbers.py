"""A guess that is safe if a few uncertain numbers were read right."""

from __future__ import annotations

import pytest
from support.painted_boards import observed

from autosweep.geometry import Cell
from autosweep.play.decide import decide
from autosweep.play.decision import Decision
from autosweep.settings import PlaySettings

ROWS = (
    "0 1 ? ? ? ? ? ?",
    "0 1 ? ? ? ? ? ?",
    "0 1 ? ? ? ? 4 ?",
    "0 1 ? ? ? ? 4 ?",
)
"""One mine beside the upper two numbers, one beside the lower two: the middle ones tell more."""


def decided(doubts: dict[Cell, float], rows: tuple[str, ...] = ROWS) -> Decision:
    seen = observed("\n".join(rows), uncertain="4", confidence=0.62)
    for cell, confidence in doubts.items():
        seen.reading.confidence[cell] = confidence
    return decide(seen.reading, PlaySettings(), game=0, step=0)


def test_what_one_uncertain_number_leaves_is_guessed_and_the_number_is_named() -> None:
    """Other uncertain numbers, far away, take nothing from it."""
    made = decided({(1, 1): 0.8, (2, 1): 0.6})
    (guess,) = made.moves
    assert guess.cell == (2, 2)
    assert not guess.certain
    assert guess.probability == pytest.approx(0.2 * (made.analysis.probability[2, 2] or 0.0))
    assert guess.why == "It is safe if the uncertain cell 1,1 was read right."


def test_without_doubt_it_is_certain() -> None:
    made = decided({})
    assert made.moves
    assert all(move.certain for move in made.moves)


def test_a_number_that_contradicts_the_others_leaves_nothing() -> None:
    rows = (ROWS[0], "0 8 ? ? ? ? ? ?", *ROWS[2:])
    (guess,) = decided({(1, 1): 0.8, (2, 1): 0.6}, rows).moves
    assert guess.why == "It is safe if the uncertain cell 2,1 was read right."


def test_numbers_that_leave_a_safe_cell_only_together_are_all_named() -> None:
    rows = ("? ? ?", "1 2 1", "0 0 0", "0 0 0", "0 0 0")
    (guess,) = decided({(1, 0): 0.8, (1, 1): 0.8, (1, 2): 0.8}, rows).moves
    assert guess.cell == (0, 1)
    assert not guess.certain
    assert "1,0" in guess.why
    assert "1,1" in guess.why
    assert "1,2" in guess.why
