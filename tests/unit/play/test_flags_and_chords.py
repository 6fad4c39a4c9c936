"""Flags and chords: fewer clicks, the same cells, never a cell that is not proven."""

from __future__ import annotations

import pytest
from support.truthful import Findings, TruthChecker

from autosweep.board import FLAG, Board, Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.play.flags_and_chords import arrange
from autosweep.play.player import Player
from autosweep.settings import PlaySettings
from autosweep.solver.analyze import analyze
from autosweep.solver.moves import Move, MoveKind
from autosweep.testing import JumpingClock, StopAfter

# The 1 in the middle has its one mine proven at 0,0 and seven covered cells that are safe.
LONELY = Board.from_rows(["? ? ?", "? 1 ?", "? ? ?"], 1)


def moves_for(board: Board) -> tuple[list[Move], object]:
    analysis = analyze(board)
    return [Move(MoveKind.OPEN, cell) for cell in sorted(analysis.safe)], analysis


def test_a_chord_that_saves_clicks_takes_the_place_of_openings() -> None:
    board = Board.from_rows(["F 1 ?", "1 1 ?", "? ? ?"], 1)
    analysis = analyze(board)
    opens = [Move(MoveKind.OPEN, cell) for cell in sorted(analysis.safe)]
    arranged = arrange(opens, board, analysis, flags="needed", chord=True)
    assert [m.kind for m in arranged] == [MoveKind.CHORD]
    assert arranged[0].cell == (1, 1)
    assert len(opens) == 5


def test_a_missing_flag_is_set_where_it_still_pays() -> None:
    board = Board.from_rows(["? 1 ?", "1 1 ?", "? ? ?"], 1)
    analysis = analyze(board)
    opens = [Move(MoveKind.OPEN, cell) for cell in sorted(analysis.safe)]
    arranged = arrange(opens, board, analysis, flags="needed", chord=True)
    assert [(m.kind, m.cell) for m in arranged] == [
        (MoveKind.FLAG, (0, 0)),
        (MoveKind.CHORD, (1, 1)),
    ]


def test_without_chords_and_flags_nothing_changes() -> None:
    opens, analysis = moves_for(LONELY)
    assert arrange(opens, LONELY, analysis, flags="none", chord=False) == tuple(opens)


def test_all_flags_marks_every_proven_mine_once() -> None:
    board = Board.from_rows(["F 2 ?", "1 2 1", "0 0 0"], 2)
    analysis = analyze(board)
    arranged = arrange([], board, analysis, flags="all", chord=False)
    assert [(m.kind, m.cell) for m in arranged] == [(MoveKind.FLAG, (0, 2))]


def test_a_wrong_flag_forbids_chords() -> None:
    board = Board.from_rows(["? 1 F", "1 1 ?", "? ? ?"], 1)
    analysis = analyze(board)
    opens = [Move(MoveKind.OPEN, cell) for cell in sorted(analysis.safe) if board[cell] != FLAG]
    assert arrange(opens, board, analysis, flags="needed", chord=True) == tuple(opens)


@pytest.mark.parametrize(("flags", "chord"), [("all", False), ("needed", True), ("all", True)])
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_whole_games_with_flags_and_chords(flags: str, chord: bool, seed: int) -> None:  # noqa: FBT001
    """The game is played to its end, every reading is true, and no loss comes from a chord."""
    clock = JumpingClock()
    game = ClientSettings(rows=16, cols=16, mines=40, seed=seed, cell_px=20)
    screen = InProcessScreen(settings=game, clock=clock)
    findings = Findings()
    checker = TruthChecker(findings, f"{flags} {chord}", lambda: screen.game.board)
    settings = PlaySettings(flags=flags, chord=chord, patience=0.3, countdown=0, seed=seed)
    player = Player(screen, screen, clock, StopAfter(), settings, observe=checker)
    player.run()
    assert findings.faults == []
    assert player.fault is None
    assert screen.stray_clicks == 0
    if screen.game.phase is Phase.LOST:
        assert screen.game.board.count({FLAG}) or flags != "all"
