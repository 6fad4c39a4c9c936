"""What rests on an empty cell that opened nothing is a guess, until one counts no mine for sure."""

from __future__ import annotations

import pytest
from support.painted_boards import observed

from autosweep.play.decide import decide
from autosweep.settings import PlaySettings


@pytest.mark.parametrize(
    ("board", "certain"),
    [
        ("0 ? ? ?\n? ? ? ?\n? ? ? ?\n? ? ? ?", False),
        ("0 1 ? ?\n? ? ? ?\n? ? ? ?\n? ? ? ?", False),
        ("0 0 1 ?\n0 0 1 ?\n1 1 1 ?\n? ? ? 0", True),
        ("0 0 1 ?\n0 0 1 ?\n1 1 1 ?\n? ? ? ?", True),
        ("1 ? ? 0\n1 1 ? ?\n0 1 ? ?\n0 1 ? ?", True),
    ],
    ids=["first click", "a number beside it", "one was seen to be", "spreading", "other numbers"],
)
def test_nothing_is_certain_by_an_empty_cell_that_opened_nothing(
    board: str,
    certain: bool,  # noqa: FBT001
) -> None:
    """A client may draw no number for its first click: what looks empty counts mines then."""
    decision = decide(observed(board).reading, PlaySettings(), game=0, step=0)
    assert decision.moves
    assert decision.is_guess is not certain
    assert ("opened nothing" in decision.moves[0].why) is not certain
