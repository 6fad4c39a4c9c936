"""The built-in game plays whole boards in every format."""

from __future__ import annotations

from autosweep.board import HIDDEN, Game, Phase
from autosweep.board.playable import read_playable
from autosweep.client.client_settings import ClientSettings
from autosweep.client.game_session import GameSession
from autosweep.generate.generated import FORMATS, Generated
from autosweep.generate.request import Request
from autosweep.generate.series import make_boards
from autosweep.interfaces import Button
from autosweep.testing import JumpingClock


def test_the_game_plays_boards_of_every_format() -> None:
    request = Request(9, 11, 20, seed=3, no_guess=True)
    (made,) = make_boards(request, 1)
    board = Generated(request, 0, made)
    for name, write in FORMATS.items():
        data = write(board)
        puzzle = read_playable(data.encode() if isinstance(data, str) else data, f"board.{name}")
        assert puzzle is not None
        session = GameSession(ClientSettings(), JumpingClock())
        session.play(puzzle)
        assert session.studied
        assert session.mines_left == 20
        if puzzle.start is None:
            assert session.game.phase is Phase.READY
            session.press(Button.LEFT, board.start)
        expected = Game.of_layout(board.puzzle.layout)
        expected.open(board.start)
        assert session.game.board == expected.board
        for i in range(9 * 11):
            cell = divmod(i, 11)
            if not board.puzzle.layout.is_mine(cell) and session.game.board[cell] == HIDDEN:
                session.press(Button.LEFT, cell)
        assert session.game.phase is Phase.WON
        session.new_game()
        assert (session.game.board.rows, session.game.board.cols) == (9, 11)
