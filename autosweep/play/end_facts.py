"""What the last moves and what is seen since mean for the game. Pure.

The facts of the board alone are in `shown_facts`. `outcome` weighs them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from autosweep.board import HIDDEN, MAX_NUMBER, OPENABLE, SHOWN_MINES, Phase
from autosweep.geometry import Cell
from autosweep.play.click_batch import cascade
from autosweep.play.decide import ANALYSIS_LIMIT
from autosweep.play.decision import MOST_MINES, UNOPENED, Decision
from autosweep.play.effects import areas
from autosweep.play.plain_mines import fit_numbers
from autosweep.play.shown_facts import ShownFacts
from autosweep.play.state import GameState
from autosweep.solver.analyze import analyze
from autosweep.tracking.observation import Observation

_FEW_SAFE = 12
"""Cells without a mine that one opening may well open all at once."""
_SMALL_BOARD = 36
"""Cells of a board of which one opening may well open everything."""
_USUAL_MINES = 0.2
"""Share of a board's cells that are mines where the total is not known."""


class Stage(Enum):
    """For how long an observation has been waited for."""

    SEEN = 0
    """Just seen: a better frame may follow."""
    WAITED = 1
    """The board stayed as it is for a while."""
    GIVEN_UP = 2
    """No waiting helps."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What else is known of the moment, beside the board."""

    stage: Stage = Stage.SEEN
    message: bool = False
    """Whether a message or a dialog was dismissed since the last moves."""
    silent: bool = False
    """Whether the last clicks had no effect, though they were repeated."""
    said: tuple[Phase, str] | None = None
    """What a text that is new in the window says of the result, and its words."""
    closed: bool = False
    """Whether the game's window does not exist any more."""


class EndFacts(ShownFacts):
    """What the last moves may have done, by the board and by the other signs."""

    def __init__(
        self, state: GameState, now: Observation | None, decision: Decision | None, signs: Signs
    ) -> None:
        super().__init__(state, now, None if decision is None else decision.phase)
        self.decision = decision
        self.signs = signs

    @property
    def told_won(self) -> bool:
        """Whether words say that the game is won."""
        return self.signs.said is not None and self.signs.said[0] is Phase.WON

    @cached_property
    def all_counted(self) -> bool:
        """Whether every number counts just the hidden cells beside it: no safe cell is left.

        Numbers that are not certain count as they are read. Each hidden cell, and each guess that
        was never seen to be a number, must lie beside one that is certain: as a mine it would be
        counted there.
        """
        if self.cells is None:
            return False
        board = self.cells.reading.board
        hidden = set(board.find(OPENABLE))
        if not hidden or board.count(range(MAX_NUMBER + 1)) + len(hidden) != len(board.cells):
            return False
        return all(
            sum(other in hidden for other in board.neighbors(clue)) == board[clue]
            for clue in board.find(range(MAX_NUMBER + 1))
        ) and all(
            any(other in self.state.clues for other in board.neighbors(cell))
            for cell in hidden | (self.state.guesses - self.state.clues.keys())
        )

    @cached_property
    def proven_mine(self) -> bool:
        """Whether what is certain on the board proves that the guessed cell is a mine."""
        if self.cells is None or self.decision is None:
            return False
        analysis, board = self.decision.analysis, self.cells.reading.board
        if not analysis.consistent:
            return False
        # On a board that is done, every cell that shows no number is proven to be a mine.
        done = self.shown is Phase.WON
        return any(c in analysis.mines or (done and board[c] > MAX_NUMBER) for c in self.clicked)

    @cached_property
    def false_zero(self) -> bool:
        """Whether the guessed cell shows nothing, though a game that is over has no such zero.

        Beside a zero that has hidden neighbours safe cells are left; others the clues rule out.
        """
        if self.cells is None or not self.guess:
            return False
        if not all(self.shows(cell, {0}) for cell in self.clicked):
            return False
        board = self.cells.reading.board
        if any(board[other] == HIDDEN for c in self.clicked for other in board.neighbors(c)):
            return True
        empty = self.made.board.with_cells(dict.fromkeys(self.clicked, 0))
        return not analyze(empty, ANALYSIS_LIMIT).consistent

    @cached_property
    def mines_confirmed(self) -> bool:
        """Whether more than the opened cells themselves says that mines are shown.

        Numbers in a way of drawing that is not known look like mines. A lost game shows a mine that
        is certain, changes cells in another place or all that were hidden, says so, or shows all of
        its board, on which the numbers count just these mines.
        """
        if self.cells is None or self.changed is None:
            return True
        if self.signs.message or self.signs.said is not None or self.dimmed:
            return True
        if self.none_left_hidden:
            return True
        board = self.cells.reading.board
        mines = set(board.find(SHOWN_MINES))
        if any(self.shows(cell, SHOWN_MINES) for cell in mines):
            return True
        shown = len(mines) + board.count(range(MAX_NUMBER + 1)) == len(board.cells)
        return (shown and fit_numbers(board, mines)) or areas(self.changed) > len(self.clicked)

    @cached_property
    def reacted(self) -> bool:
        """Whether a click of this game was seen to open a number, or something unread."""
        if not self.state.opened.isdisjoint(self.state.clues):
            return True
        return self.cells is not None and any(
            not self.shows(cell, OPENABLE) and cell in self.state.waited_for
            for cell in self.state.opened
        )

    @cached_property
    def may_have_lost(self) -> bool:
        """Whether a guess may have ended this game: it was never seen to be a number.

        A guess after which another click opened a number has ended nothing.
        """
        state = self.state
        if self.guess and not state.survived.issuperset(self.clicked):
            return True
        return not state.guesses <= state.clues.keys() | state.survived

    @cached_property
    def guessed_mines(self) -> frozenset[Cell]:
        """Guesses that were never a number and look like mines, with certainty or not."""
        if self.cells is None:
            return frozenset()
        board = self.cells.reading.board
        guesses = self.state.guesses - self.state.clues.keys()
        return frozenset(cell for cell in guesses if board[cell] in SHOWN_MINES)

    @cached_property
    def proven_guessed_mine(self) -> bool:
        """Whether what is certain on the board proves that one of these is a mine.

        An open cell that cannot be read is no mine to the analysis, so it is asked as a hidden one.
        """
        if self.decision is None or not self.guessed_mines:
            return False
        board = self.decision.board.with_cells(dict.fromkeys(self.guessed_mines, HIDDEN))
        analysis = analyze(board, ANALYSIS_LIMIT)
        return analysis.consistent and not analysis.mines.isdisjoint(self.guessed_mines)

    @cached_property
    def numbers_seen(self) -> bool:
        """Whether every clicked cell was seen to be a number since."""
        return self.state.clues.keys() >= set(self.clicked)

    @cached_property
    def leaves_mines(self) -> bool:
        """Whether the last moves, with what their zeros open, left nothing but what may be mines.

        A safe cell that a zero may open is not clicked together with it.
        """
        board, analysis = self.made.board, self.made.analysis
        opened = {*self.clicked, *(cascade(self.clicked, board, analysis) & analysis.safe)}
        left = {c for c in board.find(UNOPENED) if c not in opened}
        return bool(left) and _may_be_mines(left, self.made)

    @cached_property
    def may_have_won(self) -> bool:
        """Whether the last moves, if no mine was among them, may have left nothing but mines."""
        if self.safe_left:
            return False
        if self.shown is Phase.LOST and self.some_hidden:
            # A client that shows the mines of a won game shows all of them, and nothing is hidden.
            return False
        board, mines = self.made.board, self.made.board.mines
        left = {c for c in board.find(UNOPENED) if c not in self.clicked}
        read = self.before.reading.board
        # What is read as a number, though not with certainty, may well be open.
        hidden = {c for c in left if not 0 <= read[c] <= MAX_NUMBER}
        if _may_be_mines(left, self.made) or _may_be_mines(hidden, self.made):
            return True
        if self.changed is not None and self.guess and not self.dimmed:
            # The board is in view: numbers beside the guess would show that it opened an area.
            return False
        usual = _USUAL_MINES * len(board.cells) if mines is None else mines
        if len(left) - usual > _FEW_SAFE and len(board.cells) > _SMALL_BOARD:
            return False
        kept = left - cascade(self.clicked, board, self.made.analysis)
        return len(kept) <= usual


def _may_be_mines(left: set[Cell], made: Decision) -> bool:
    """Return True if some cells, all that is left to open, may all be mines."""
    board, mines = made.board, made.board.mines
    if all(cell in made.analysis.mines for cell in left):
        return True
    if any(cell in made.analysis.safe for cell in left):
        return False
    if mines is not None:
        return len(left) <= mines
    if len(left) > MOST_MINES * len(board.cells):
        return False
    shown = {*left, *board.find(SHOWN_MINES)}
    return all(
        sum(other in shown for other in board.neighbors(clue)) == board[clue]
        for clue in board.find(range(MAX_NUMBER + 1))
    )
