"""The gate: every reason not to click, one by one, and that nothing gets past it."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import autosweep
from autosweep.board import Board, Phase
from autosweep.geometry import Grid, Rect, ScreenMap, ScreenPoint
from autosweep.interfaces import Frame
from autosweep.play.decide import decide
from autosweep.play.gate import Moment, admit, control_refusal, reading_refusal, rules_table
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move, MoveKind
from autosweep.tracking.observation import Observation
from autosweep.vision.reading import Reading
from autosweep.vision.themes import OpenClick

COLUMN = "0 1 ?\n0 1 ?\n0 1 ?\n0 1 ?"
KNOWN = Moment(open_click=OpenClick.IGNORED)
DOCS = Path(__file__).parents[3] / "docs"


def reading(text: str, mines: int | None = None) -> Reading:
    board = Board.from_rows(text.strip().split("\n"), mines)
    grid = Grid.regular((10.0, 10.0), (20.0, 20.0), (board.rows, board.cols))
    sure = np.ones((board.rows, board.cols), np.float32)
    return Reading(board, grid, sure, "no-such-theme", Phase.PLAYING)


def look_at(seen: Reading) -> Observation:
    pixels = np.zeros((150, 150, 3), np.uint8)
    return Observation(Frame(pixels, 0.0, ScreenMap(100.0, 50.0)), seen)


SEEN = reading(COLUMN)
LOOK = look_at(SEEN)
DECISION = decide(SEEN, PlaySettings(), game=0, step=0)


def test_what_is_in_order_may_be_clicked() -> None:
    assert DECISION.moves
    admitted = admit(LOOK, DECISION, DECISION.moves, KNOWN)
    assert (admitted.moves, admitted.refusal) == (DECISION.moves, "")


@pytest.mark.parametrize(
    ("moment", "words", "stops"),
    [
        (replace(KNOWN, window="The window 'Notes' lies over the board."), "Notes", False),
        (replace(KNOWN, game="The opened cell 1,1 changed."), "changed", False),
        (replace(KNOWN, monitors=(Rect(0, 0, 100, 100),)), "lies on no monitor", False),
        (replace(KNOWN, mouse_moved=True), "moved the mouse", True),
        (replace(KNOWN, budget="The 3 clicks allowed are used up."), "used up", True),
    ],
)
def test_each_reason_alone_refuses_every_click(moment: Moment, words: str, stops: bool) -> None:  # noqa: FBT001
    admitted = admit(LOOK, DECISION, DECISION.moves, moment)
    assert admitted.moves == ()
    assert words in admitted.refusal
    assert admitted.stops is stops


def test_a_frame_that_was_seen_once_only_is_not_acted_on() -> None:
    assert admit(replace(LOOK, provisional=True), DECISION, DECISION.moves, KNOWN).moves == ()


def test_a_cell_off_the_board_or_out_of_view_is_not_clicked() -> None:
    outside = Move(MoveKind.OPEN, (0, 9))
    assert "not on the board" in admit(LOOK, DECISION, [outside], KNOWN).refusal
    narrow = replace(LOOK, frame=Frame(np.zeros((150, 55, 3), np.uint8)))
    assert "not in view" in admit(narrow, DECISION, [Move(MoveKind.OPEN, (0, 2))], KNOWN).refusal


def test_no_more_clicks_are_made_than_are_left() -> None:
    assert len(DECISION.moves) > 1
    one = admit(LOOK, DECISION, DECISION.moves, replace(KNOWN, clicks_left=1))
    assert one.moves == DECISION.moves[:1]


def test_clicks_go_one_by_one_until_the_first_was_answered() -> None:
    first = admit(LOOK, DECISION, DECISION.moves, replace(KNOWN, answered=False))
    assert first.moves == DECISION.moves[:1]


def test_a_control_is_held_to_the_same_rules() -> None:
    at = [ScreenPoint(5, 5)]
    assert control_refusal(at, Moment(monitors=(Rect(0, 0, 9, 9),))) is None
    for moment in (
        Moment(mouse_moved=True),
        Moment(budget="used up"),
        Moment(monitors=(Rect(8, 0, 9, 9),)),
    ):
        assert control_refusal(at, moment) is not None
    # A key is no press: no place, no budget.
    assert control_refusal([], Moment(budget="used up")) is None


def test_a_certain_move_that_rests_on_an_uncertain_cell_is_refused() -> None:
    """Even if whoever decided overlooked it: the gate looks at what the proof used."""
    doubtful = reading(COLUMN)
    doubtful.confidence[2, 1] = 0.89
    assert "2,1" in (reading_refusal(doubtful, DECISION) or "")
    masked = decide(doubtful, PlaySettings(), game=0, step=0)
    assert reading_refusal(doubtful, masked) is None


def test_one_uncertain_cell_is_one_cell() -> None:
    seen = reading("1 ?\n? ?", 1)
    seen.confidence[0, 0] = 0.89
    refusal = decide(seen, PlaySettings(guess="never"), game=0, step=0).refusal
    assert refusal == "1 cell is read without certainty (0,0)."


def test_the_safety_page_is_made_from_the_rules() -> None:
    assert rules_table() in (DOCS / "safety.md").read_text()


def test_one_module_of_play_uses_the_pointer() -> None:
    """Who calls `perform` may click: `hand`, after it asked the gate."""
    package = Path(autosweep.__file__).parent
    calls = {
        path.relative_to(package).as_posix()
        for folder in ("play", "cli", "overlay", "replay", "vision")
        for path in (package / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr == "perform"
    }
    assert calls == {"play/click_sender.py"}
