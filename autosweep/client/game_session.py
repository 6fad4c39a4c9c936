"""A row of games as a person plays them: buttons and keys become moves, new games take new seeds.

Both front ends, the window and the in-process screen, play through a `GameSession`, so they behave
alike. Knows no pixels.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

from autosweep.board import Board, Game, Phase
from autosweep.board.playable import PlayableBoard
from autosweep.client.client_settings import ClientSettings
from autosweep.geometry import Cell
from autosweep.interfaces import Button, Clock

MAX_SECONDS = 999
"""The game's clock stops there, as its display has three digits."""
NEW_GAME_KEYS = frozenset({"f2", "n"})
"""Keys that begin a new game."""


class GameSession:
    """The current game, its seed and its clock."""

    def __init__(self, settings: ClientSettings, clock: Clock) -> None:
        self.settings = settings
        self._clock = clock
        self._begin(settings.seed)

    def _begin(self, seed: int) -> None:
        settings = self.settings
        self.seed = seed
        kind = Game
        if settings.no_guess:
            from autosweep.client.study import NoGuessGame

            kind = NoGuessGame
        self.game = kind(
            settings.rows,
            settings.cols,
            settings.mines,
            seed=seed,
            first_click=settings.first_click,
            ending=settings.ending,
            question_marks=settings.question_marks,
        )
        self._start_clock()

    def _start_clock(self) -> None:
        self._started: float | None = None
        self._ended: float | None = None
        self._before: Game | None = None
        self.helped = False
        """Whether the player was helped in this game: such a win is no record."""
        self.studied = False
        """Whether the game began with a position or a whole board from a file."""

    def load(self, board: Board) -> None:
        """Go on from a position; new games then have its size and mines.

        Raises InconsistentBoard, BadInput and SettingsError where that cannot be.
        """
        from autosweep.client.study import StudyGame

        self._take(StudyGame(board, question_marks=self.settings.question_marks))

    def play(self, puzzle: PlayableBoard) -> None:
        """Begin a whole board from a file; where it says where to begin, that cell is opened."""
        layout = puzzle.layout
        game = Game(
            layout.rows,
            layout.cols,
            len(layout.mines),
            layout=layout,
            ending=self.settings.ending,
            question_marks=self.settings.question_marks,
        )
        self._take(game)
        if puzzle.start is not None:
            self.press(Button.LEFT, puzzle.start)

    def _take(self, game: Game) -> None:
        rows, cols = game.board.rows, game.board.cols
        mines = len(game.layout.mines) if game.layout is not None else 0
        # a board full of mines can be studied but not begun anew
        mines = min(mines, rows * cols - 1)
        self.settings = replace(self.settings, rows=rows, cols=cols, mines=mines)
        self.game = game
        self._start_clock()
        self.studied = True

    def undo(self) -> bool:
        """Take back the click that lost the game, if that is allowed; return True if it was."""
        if self._before is None or self.game.phase is not Phase.LOST or not self.settings.undo:
            return False
        self.game, self._before = self._before, None
        self._ended = None
        self.helped = True
        return True

    def new_game(self) -> None:
        """Give up the current game and begin the one of the next seed."""
        self._begin(self.seed + 1)

    def press(self, button: Button, cell: Cell) -> str | None:
        """Click a cell: left opens, right marks, middle or both chord.

        Returns the name of the move (`open`, `mark`, `chord`) if it changed the game, else None.
        """
        game = self.game
        before, phase = game.board, game.phase
        if self.settings.undo and not game.over:
            self._before = deepcopy(game)
        if button is Button.LEFT:
            game.open(cell)
            move = "open"
        elif button is Button.RIGHT:
            game.mark(cell)
            move = "mark"
        else:
            game.chord(cell)
            move = "chord"
        if self._started is None and game.phase is not Phase.READY:
            self._started = self._clock.now()
        if self._ended is None and game.over:
            self._ended = self._clock.now()
        return move if (game.board, game.phase) != (before, phase) else None

    @property
    def mines_left(self) -> int | None:
        """Mines without a flag, as the game's counter shows them; None where no total is known."""
        return None if self.game.board.mines is None else self.game.mines_left

    @property
    def seconds(self) -> int:
        """Whole seconds played, as the game's clock shows them."""
        if self._started is None:
            return 0
        return max(0, min(MAX_SECONDS, int(self.elapsed)))

    @property
    def elapsed(self) -> float:
        """Seconds played, to the fraction."""
        if self._started is None:
            return 0.0
        until = self._clock.now() if self._ended is None else self._ended
        return until - self._started
