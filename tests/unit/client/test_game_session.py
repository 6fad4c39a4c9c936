from random import Random
from typing import Any

from autosweep.board import FLAG, HIDDEN, QUESTION, FirstClick, Game, Phase
from autosweep.board.playable import read_playable
from autosweep.client.client_settings import ClientSettings
from autosweep.client.game_session import GameSession
from autosweep.generate.generated import FORMATS, Generated
from autosweep.generate.request import Request
from autosweep.generate.series import make_boards
from autosweep.interfaces import Button, Clock
from autosweep.testing import JumpingClock


def session(clock: Clock | None = None, **settings: Any) -> GameSession:
    return GameSession(ClientSettings(**settings), clock or JumpingClock())


def test_buttons_do_what_the_referee_does() -> None:
    """Random clicks give the same board as the same moves on a game of the same seed."""
    one = session(rows=8, cols=9, mines=11, seed=5, first_click=FirstClick.ZERO)
    other = Game(8, 9, 11, seed=5, first_click=FirstClick.ZERO)
    moves = {
        Button.LEFT: other.open,
        Button.RIGHT: other.mark,
        Button.MIDDLE: other.chord,
        Button.BOTH: other.chord,
    }
    random = Random(3)
    for _ in range(60):
        button, cell = random.choice(list(Button)), (random.randrange(8), random.randrange(9))
        before = other.board
        moves[button](cell)
        move = one.press(button, cell)
        assert one.game.board == other.board
        assert (move is not None) == (other.board != before)


def test_moves_have_names() -> None:
    it = session(mines=0)
    assert it.press(Button.RIGHT, (0, 0)) == "mark"
    assert it.press(Button.MIDDLE, (0, 0)) is None
    assert it.press(Button.LEFT, (4, 4)) == "open"


def test_question_marks_can_be_switched_off() -> None:
    with_them, without = session(), session(question_marks=False)
    for it in (with_them, without):
        it.press(Button.RIGHT, (1, 1))
        assert it.game.board[1, 1] == FLAG
        it.press(Button.RIGHT, (1, 1))
    assert with_them.game.board[1, 1] == QUESTION
    assert without.game.board[1, 1] == HIDDEN


def test_a_new_game_takes_the_next_seed() -> None:
    it = session(seed=41, mines=20)
    it.press(Button.LEFT, (0, 0))
    it.new_game()
    assert it.seed == 42
    assert it.game.phase is Phase.READY
    it.press(Button.LEFT, (0, 0))
    twin = Game(9, 9, 20, seed=42)
    twin.open((0, 0))
    assert it.game.layout == twin.layout


def test_the_clock_runs_from_the_first_opening_to_the_end() -> None:
    clock = JumpingClock(50.0)
    it = session(clock, rows=2, cols=2, mines=3)
    it.press(Button.RIGHT, (1, 1))
    clock.sleep(5)
    assert it.seconds == 0
    it.press(Button.LEFT, (0, 0))
    assert it.game.phase is Phase.WON
    clock.sleep(5)
    assert it.seconds == 0


def test_the_clock_counts_whole_seconds_up_to_its_end() -> None:
    clock = JumpingClock()
    it = session(clock, mines=40)
    it.press(Button.LEFT, (0, 0))
    clock.sleep(2.9)
    assert it.seconds == 2
    clock.sleep(5000)
    assert it.seconds == 999
    it.new_game()
    assert it.seconds == 0


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
        expected = Game.of_layout(board.playable.layout)
        expected.open(board.start)
        assert session.game.board == expected.board
        for i in range(9 * 11):
            cell = divmod(i, 11)
            if not board.playable.layout.is_mine(cell) and session.game.board[cell] == HIDDEN:
                session.press(Button.LEFT, cell)
        assert session.game.phase is Phase.WON
        session.new_game()
        assert (session.game.board.rows, session.game.board.cols) == (9, 11)
