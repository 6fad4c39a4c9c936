from random import Random

import pytest
from support.solver_boards import random_board

from autosweep.board import UNREAD, Board, Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.client.game_session import GameSession
from autosweep.client.study import NoGuessGame, StudyGame, find_no_guess
from autosweep.errors import BadInput, InconsistentBoard, SettingsError
from autosweep.interfaces import Button
from autosweep.solver.analyze import analyze
from autosweep.testing import JumpingClock


def test_a_position_becomes_a_game_that_shows_it() -> None:
    """The board is shown as it was, and the layout behind it fits it."""
    random = Random(4)
    for _ in range(60):
        board = random_board(random, corrupt=False)
        if UNREAD in board.cells:
            continue
        game = StudyGame(board)
        assert game.board == board
        assert game.layout is not None
        numbers = game.layout.numbers()
        for i, code in enumerate(board.cells):
            if code <= 8:
                assert i not in game.layout.mines
                assert numbers[i] == code
        if board.mines is not None:
            assert len(game.layout.mines) == board.mines


def test_certain_cells_of_a_position_can_be_opened() -> None:
    board = Board.from_rows(["?????", "?121?", "00000"])
    game = StudyGame(board)
    for cell in sorted(analyze(board).safe):
        game.open(cell)
    assert game.phase is not Phase.LOST
    assert game.board.mines is None


def test_phases_of_positions() -> None:
    assert StudyGame(Board.hidden(3, 3, 2)).phase is Phase.READY
    assert StudyGame(Board.from_rows(["1??"])).phase is Phase.PLAYING
    assert StudyGame(Board.from_rows(["1F"], 1)).phase is Phase.WON
    assert StudyGame(Board.from_rows(["1X"], 1)).phase is Phase.LOST


def test_boards_that_cannot_be_are_refused() -> None:
    with pytest.raises(InconsistentBoard):
        StudyGame(Board.from_rows(["3?"]))
    with pytest.raises(BadInput):
        StudyGame(Board.from_rows(["1!"]))


def session(**settings: object) -> GameSession:
    return GameSession(ClientSettings(**settings), JumpingClock())  # type: ignore[arg-type]


def test_a_session_goes_on_with_the_size_of_a_loaded_position() -> None:
    it = session()
    it.load(Board.from_rows(["1?1", "111"], 1))
    assert it.studied
    it.new_game()
    assert not it.studied
    assert it.game.board == Board.hidden(2, 3, 1)


def test_mines_left_are_known_only_with_a_total() -> None:
    it = session()
    for total, left in ((1, 0), (None, None)):
        it.load(Board.from_rows(["1F1", "???"], total))
        assert it.mines_left == left
    it.new_game()
    assert it.mines_left == it.settings.mines


def test_a_position_that_is_refused_changes_nothing() -> None:
    it = session()
    for board, error in (
        (Board.from_rows(["3?", "??"], 1), InconsistentBoard),
        (Board.from_rows(["1?"]), SettingsError),
    ):
        with pytest.raises(error):
            it.load(board)
        assert it.game.board == Board.hidden(9, 9, 10)
        assert (it.settings.rows, it.settings.cols, it.studied) == (9, 9, False)


def test_only_a_loss_is_taken_back_and_only_where_it_is_allowed() -> None:
    for allowed in (True, False):
        it = session(undo=allowed, seed=1)
        it.press(Button.LEFT, (4, 4))
        before = it.game.board
        assert not it.undo()
        assert it.game.layout is not None
        it.press(Button.LEFT, divmod(min(it.game.layout.mines), 9))
        assert it.game.phase is Phase.LOST
        assert it.undo() == allowed
        if allowed:
            assert it.game.board == before
            assert it.game.phase is Phase.PLAYING
            assert it.helped
            assert not it.undo()


@pytest.mark.parametrize("size", [(9, 9, 10), (16, 16, 40)])
def test_games_without_guessing_need_none(size: tuple[int, int, int]) -> None:
    """The layout that is laid at the first click is won by certain cells alone."""
    for seed in range(3):
        game = NoGuessGame(*size, seed=seed)
        game.open((2, 3))
        assert not game.needs_guess
        assert game.layout is not None
        while not game.over:
            safe = analyze(game.board).safe
            assert safe
            for cell in safe:
                game.open(cell)
        assert game.phase is Phase.WON


def test_the_same_seed_gives_the_same_game_without_guessing() -> None:
    start = Board.hidden(9, 9, 10)
    one, other = (find_no_guess(start, (0, 0), seed="7") for _ in range(2))
    assert one == other
    assert one is not None


def test_where_no_layout_does_the_game_says_that_a_guess_may_be_needed() -> None:
    assert find_no_guess(Board.hidden(4, 4, 13), (0, 0), seed="1", attempts=20) is None
    game = NoGuessGame(4, 4, 13)
    game.open((0, 0))
    assert game.needs_guess
    assert game.layout is not None
