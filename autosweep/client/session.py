"""A row of games as a person plays them: buttons and keys become moves, new games take new seeds.

Both front ends, the window and the in-process screen, play through a `Session`, so they behave
alike. Knows no pixels.
"""

from __future__ import annotations

from autosweep.board import Game, Phase
from autosweep.client.settings import ClientSettings
from autosweep.geometry import Cell
from autosweep.seams import Button, Clock

MAX_SECONDS = 999
"""The game's clock stops there, as its display has three digits."""
NEW_GAME_KEYS = frozenset({"f2", "n"})
"""Keys that begin a new game."""


class Session:
    """The current game, its seed and its clock."""

    def __init__(self, settings: ClientSettings, clock: Clock) -> None:
        self.settings = settings
        self._clock = clock
        self._begin(settings.seed)

    def _begin(self, seed: int) -> None:
        wish = self.settings
        self.seed = seed
        self.game = Game(
            wish.rows,
            wish.cols,
            wish.mines,
            seed=seed,
            first_click=wish.first_click,
            ending=wish.ending,
            question_marks=wish.question_marks,
        )
        self._started: float | None = None
        self._ended: float | None = None

    def new_game(self) -> None:
        """Give up the current game and begin the one of the next seed."""
        self._begin(self.seed + 1)

    def press(self, button: Button, cell: Cell) -> str | None:
        """Click a cell: left opens, right marks, middle or both chord.

        Returns the name of the move (`open`, `mark`, `chord`) if it changed the game, else None.
        """
        game = self.game
        before, phase = game.board, game.phase
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
    def seconds(self) -> int:
        """Whole seconds played, as the game's clock shows them."""
        if self._started is None:
            return 0
        until = self._clock.now() if self._ended is None else self._ended
        return max(0, min(MAX_SECONDS, int(until - self._started)))
