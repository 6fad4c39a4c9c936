"""Batches that cannot hurt: no click on a cell that an earlier one may have opened."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from support.one_game import World
from support.vision_scenes import game_at

from autosweep.board import OPENABLE, Board, Game, Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Action, Button, Click
from autosweep.play.click_batch import cascade, sent_together
from autosweep.play.events import GameEnded
from autosweep.settings import PlaySettings
from autosweep.solver.analyze import analyze
from autosweep.solver.moves import Move, MoveKind
from autosweep.vision.themes import OpenClick

OPEN = MoveKind.OPEN


def opens(*cells: tuple[int, int]) -> list[Move]:
    return [Move(OPEN, cell) for cell in cells]


def kept(text: str, *cells: tuple[int, int], how: OpenClick = OpenClick.UNKNOWN) -> list[object]:
    board = Board.from_rows(text.split("\n"))
    analysis = analyze(board)
    return [m.cell for m in sent_together(opens(*cells), board, analysis, how)]


FAR = "1 1 1 ? ?\n1 ? ? ? ?\n1 2 ? ? ?\n? ? ? ? ?\n? ? ? ? ?"


def test_a_cell_that_a_cascade_may_reach_waits() -> None:
    assert kept(FAR, (3, 4), (4, 4), (0, 4)) == [(3, 4)]


def test_where_empty_cells_open_nothing_their_neighbours_are_clicked_together() -> None:
    alone = "0 0 ? ? ?\n? ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?"
    cells = [(0, 2), (1, 0), (1, 1), (1, 2)]
    assert kept(alone, *cells) == cells
    assert kept(alone.replace("0 0", "0 ?"), (0, 1), (1, 0), (1, 1)) == [(0, 1)]
    corner = "0 0 0 1 ?\n0 0 0 1 ?\n0 0 0 1 ?\n1 1 1 ? ?\n? ? ? ? ?"
    assert kept(corner, (3, 3), (3, 4), (4, 4)) == [(3, 3)]


def test_cells_beside_a_proven_mine_open_nothing_else() -> None:
    """Both are beside the mine at 1,1, so each shows a number at least 1."""
    board = Board.from_rows(["1 1 1 0", "1 ? 1 0", "? ? 1 0", "? ? 0 0"])
    analysis = analyze(board)
    assert (1, 1) in analysis.mines
    assert cascade([(2, 0)], board, analysis) == {(2, 0)}
    assert [
        m.cell for m in sent_together(opens((2, 0), (2, 1)), board, analysis, OpenClick.UNKNOWN)
    ] == [
        (2, 0),
        (2, 1),
    ]


def test_a_clue_that_lacks_a_mine_beside_a_cell_keeps_it_from_being_empty() -> None:
    """The 1 at 0,0 has its mine at 0,1 or 1,1, and both touch 0,2 and 1,2."""
    board = Board.from_rows(["1 ? ? ?", "1 ? ? ?", "0 1 ? ?", "0 1 ? ?"])
    analysis = analyze(board)
    assert cascade([(1, 2)], board, analysis) == {(1, 2)}


def test_known_clients_keep_their_batches() -> None:
    cells = [(3, 4), (4, 4), (0, 4)]
    assert kept(FAR, *cells, how=OpenClick.IGNORED) == cells
    assert kept(FAR, *cells, how=OpenClick.CHORD) == cells


def test_a_chord_by_a_flag_that_is_not_proven_is_no_harmless_click() -> None:
    flagged = FAR.replace("? ? ? ? ?\n?", "? ? ? F ?\n?", 1)
    cells = [(3, 4), (4, 4), (0, 4)]
    assert kept(flagged, *cells, how=OpenClick.CHORD) == [(3, 4)]


@pytest.mark.parametrize("seed", range(8))
def test_nothing_opens_that_a_cascade_does_not_name(seed: int) -> None:
    """The referee opens cells as a client does: each is among those that were named before."""
    game = game_at("early", 12, 14, 24, seed=seed)
    board, layout = game.board, game.layout
    assert layout is not None
    analysis = analyze(board)
    hidden = [c for c in board.find(OPENABLE) if board.index(c) not in layout.mines]
    for cell in hidden[:: max(1, len(hidden) // 12)]:
        named = cascade([cell], board, analysis)
        after = Game.of_layout(layout)
        for opened in board.find(range(9)):
            after.open(opened)
        before = after.board
        after.open(cell)
        new = {c for c in hidden if before[c] in OPENABLE and after.board[c] not in OPENABLE}
        assert new <= named


class OpensNeighbours:
    """A client in which a click on an open cell opens all its neighbours, flags or not."""

    def __init__(self, screen: InProcessScreen) -> None:
        self._screen = screen
        self.doubled = 0
        """Clicks that fell on an open cell."""

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Make the clicks, and what they do to open cells."""
        for action in actions:
            self._screen.perform([action, *self._round(action)])
        return []

    def position(self) -> ScreenPoint | None:
        """Say nothing about the place."""
        return None

    def _round(self, action: Action) -> list[Action]:
        screen = self._screen
        if not isinstance(action, Click) or action.button is not Button.LEFT:
            return []
        cell = screen.grid.cell_at(screen.mapping.to_frame(action.point))
        board = screen.game.board
        if cell is None or board[cell] in OPENABLE or screen.game.phase is not Phase.PLAYING:
            return []
        self.doubled += 1
        near = [c for c in board.neighbors(cell) if board[c] in OPENABLE]
        return [Click(screen.mapping.to_screen(screen.grid.center(c))) for c in near]


@pytest.mark.parametrize("seed", range(12))
def test_no_game_is_lost_on_a_certain_move_where_open_cells_open_their_neighbours(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autosweep.play.client_profile.load_themes", lambda: ())
    world = World(ClientSettings(rows=12, cols=12, mines=16, seed=seed, cell_px=20))
    pointer = OpensNeighbours(world.screen)
    settings = PlaySettings(patience=0.5, answer_time=0.5, countdown=0, seed=seed)
    summary = world.player(pointer=pointer, settings=settings).run()
    (end,) = [event for event in world.events if isinstance(event, GameEnded)]
    assert summary.stopped == 0, summary.why
    assert end.phase is Phase.WON or end.announced_guess
    assert pointer.doubled == 0
