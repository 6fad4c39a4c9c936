"""Facts from which the end of a game is estimated: the last moves, and what is seen since. Pure.

Each fact is worked out when it is asked for. `outcome` weighs them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np

from autosweep.board import (
    HIDDEN,
    MAX_NUMBER,
    OPENABLE,
    QUESTION,
    SHOWN_MINES,
    UNREAD,
    WRONG_FLAG,
    Phase,
)
from autosweep.board.board import EXPLODED
from autosweep.geometry import Cell
from autosweep.play.click_batch import cascade
from autosweep.play.decide import ANALYSIS_LIMIT
from autosweep.play.decision import MOST_MINES, UNOPENED, Decision
from autosweep.play.effects import areas, contradiction, grid_differs
from autosweep.play.gate import ENDED_MINES
from autosweep.play.plain_mines import plain_mines
from autosweep.play.state import GameState
from autosweep.solver.analyze import analyze
from autosweep.solver.moves import MoveKind
from autosweep.tracking.changes import changed_cells, inside_changed
from autosweep.tracking.observation import Observation, have_same_cells
from autosweep.vision.reading import ACT_CONFIDENCE

_STILL_CERTAIN = 0.9
"""Share of the clues that must still be certain: something that lies over them reveals nothing."""
_REVEALED = 3
_REVEALED_SHARE = 0.3
"""Hidden cells, and their share, that change by themselves when a lost game shows its mines."""
_ELSEWHERE = 2
"""Areas beside the clicked ones in which cells change then."""
_FEW_SAFE = 12
"""Cells without a mine that one opening may well open all at once."""
_SMALL_BOARD = 36
"""Cells of a board of which one opening may well open everything."""
_COVERED = 3
"""Open cells under something that is drawn over the board and stays."""
_LIKELY_MINE = 0.85
"""Confidence from which a guessed cell that stays uncertain is a mine."""
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


class EndFacts:
    """The last moves and what the board shows now; each fact is worked out when it is asked for."""

    def __init__(
        self, state: GameState, now: Observation | None, decision: Decision | None, signs: Signs
    ) -> None:
        assert state.last is not None  # noqa: S101 - `estimate` has asked
        self.before, self.made = state.last
        self.state = state
        same = now is not None and have_same_cells(self.before, now)
        self.now = now
        """What is seen now; None where the board is gone."""
        self.cells = now if same else None
        """The same where it has the cells of the board before."""
        self.decision = decision
        self.shown = None if decision is None else decision.phase
        self.signs = signs
        self.guess = self.made.is_guess
        self.clicked = [m.cell for m in self.made.moves if m.kind is MoveKind.OPEN]

    def shows(self, cell: Cell, codes: Iterable[int]) -> bool:
        """Return True if a cell shows one of some codes with certainty."""
        if self.cells is None:
            return False
        reading = self.cells.reading
        return bool(reading.confidence[cell] >= ACT_CONFIDENCE) and reading.board[cell] in codes

    @cached_property
    def changed(self) -> frozenset[Cell] | None:
        """Cells that have other pixels than before; None where that cannot be compared."""
        if self.cells is None or grid_differs(self.before, self.cells):
            return None
        grid = self.cells.reading.grid
        return frozenset(changed_cells(self.before.frame.pixels, self.cells.frame.pixels, grid))

    @cached_property
    def any_unanswered(self) -> bool:
        """Whether a clicked cell is still hidden, or looks just as it did."""
        if self.now is None:
            return False
        return any(
            self.shows(cell, OPENABLE) or (self.changed is not None and cell not in self.changed)
            for cell in self.clicked
        )

    @cached_property
    def all_numbers(self) -> bool:
        """Whether every clicked cell shows a number."""
        numbers = range(MAX_NUMBER + 1)
        return bool(self.clicked) and all(self.shows(cell, numbers) for cell in self.clicked)

    @cached_property
    def clicked_mines(self) -> bool:
        """Whether a clicked cell shows a mine."""
        return any(self.shows(cell, SHOWN_MINES) for cell in self.clicked)

    @cached_property
    def likely_mine(self) -> bool:
        """Whether the guessed cell changed and looks like a mine, and hardly like anything else."""
        if self.cells is None or self.any_unanswered:
            return False
        reading = self.cells.reading
        return any(
            reading.board[c] in SHOWN_MINES and reading.confidence[c] >= _LIKELY_MINE
            for c in self.clicked
        )

    @cached_property
    def mines_elsewhere(self) -> bool:
        """Whether mines are shown with certainty that nobody clicked, or one exploded."""
        if self.cells is None:
            return False
        board = self.cells.reading.board
        others = [c for c in board.find(SHOWN_MINES) if self.shows(c, SHOWN_MINES)]
        return any(board[c] == EXPLODED or c not in self.clicked for c in others)

    @cached_property
    def exploded_elsewhere(self) -> bool:
        """Whether a mine exploded beside others that are shown, though numbers were clicked."""
        if self.cells is None:
            return False
        board = self.cells.reading.board
        mines = {c for c in board.find(SHOWN_MINES) if self.shows(c, SHOWN_MINES)}
        return any(board[c] == EXPLODED for c in mines) and areas(mines) >= _ELSEWHERE

    @cached_property
    def some_hidden(self) -> bool:
        """Whether a cell is certainly hidden that may still be opened."""
        hidden = {HIDDEN, QUESTION}
        return self.cells is not None and any(
            self.shows(cell, hidden) for cell in self.cells.reading.board.find(hidden)
        )

    @cached_property
    def nothing_left(self) -> bool:
        """Whether no cell is hidden that could still be opened.

        A cell that once showed a number is open, whatever lies over it now.
        """
        if self.cells is None:
            return False
        left = self.cells.reading.board.find({HIDDEN, QUESTION, UNREAD, WRONG_FLAG})
        return all(cell in self.state.clues for cell in left)

    @cached_property
    def no_mines(self) -> bool:
        """Whether every cell is open and none of them is a mine."""
        board = None if self.cells is None else self.cells.reading.board
        return board is not None and board.count(range(MAX_NUMBER + 1)) == len(board.cells)

    @cached_property
    def plain_mines(self) -> frozenset[Cell]:
        """The mines of a board that is open as a whole, where they are plain cells."""
        return frozenset() if self.cells is None else plain_mines(self.cells)

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
    def new_board(self) -> bool:
        """Whether all cells are hidden again."""
        now = self.now
        if now is None or not self.state.clues:
            return False
        return now.reading.phase is Phase.READY and not now.reading.uncertain

    @cached_property
    def none_open(self) -> bool:
        """Whether no cell is open or shows a mine, whatever was clicked."""
        return self.now is not None and self.now.reading.phase is Phase.READY

    @cached_property
    def opened_no_clue(self) -> bool:
        """Whether all clicked cells changed and show no number, in a board that is as it was."""
        if self.cells is None or self.changed is None or not self.clicked:
            return False
        if contradiction(self.before.reading, self.cells.reading) is not None:
            return False
        numbers = range(MAX_NUMBER + 1)
        return all(c in self.changed and not self.shows(c, numbers) for c in self.clicked)

    @cached_property
    def dimmed(self) -> bool:
        """Whether a message dims the board."""
        return self.now is not None and self.state.is_dimmed(self.now.frame)

    @cached_property
    def covered(self) -> bool:
        """Whether several cells that showed a number cannot be read any more."""
        if self.cells is None or self.changed is None:
            return False
        lost = [c for c in self.cells.reading.uncertain if c in self.state.clues]
        return sum(c in self.changed for c in lost) >= _COVERED

    @cached_property
    def seem_mines(self) -> bool:
        """Whether several uncertain cells look like mines."""
        if self.cells is None:
            return False
        board = self.cells.reading.board
        return sum(board[c] in SHOWN_MINES for c in self.cells.reading.uncertain) >= ENDED_MINES

    @cached_property
    def mines_confirmed(self) -> bool:
        """Whether more than the opened cells themselves says that mines are shown.

        Numbers in a way of drawing that is not known look like mines. A lost game shows a mine that
        is certain, changes cells in another place, or says so.
        """
        if self.cells is None or self.changed is None:
            return True
        if self.signs.message or self.signs.said is not None or self.dimmed:
            return True
        mines = self.cells.reading.board.find(SHOWN_MINES)
        certain = any(self.shows(cell, SHOWN_MINES) for cell in mines)
        return certain or areas(self.changed) > len(self.clicked)

    @cached_property
    def unread_mine(self) -> bool:
        """Whether a guessed cell, of this game, still looks like a mine and like little else."""
        if self.cells is None:
            return False
        reading = self.cells.reading
        return any(
            reading.board[c] in SHOWN_MINES and reading.confidence[c] >= _LIKELY_MINE
            for c in self.state.guesses - self.state.clues.keys()
        )

    @cached_property
    def revealed(self) -> bool:
        """Whether hidden cells changed that nobody clicked, many of them or in several places.

        The clues are as they were: what lies over them reveals nothing. A click that opens cells
        opens them in one place.
        """
        if self.cells is None or self.changed is None or self.dimmed or not self.clicked:
            return False
        if any(self.shows(cell, range(MAX_NUMBER + 1)) for cell in self.clicked):
            return False
        before, now = self.before.reading, self.cells.reading
        if contradiction(before, now) is not None:
            return False
        were_certain = before.confidence >= ACT_CONFIDENCE
        clues = [c for c in before.board.find(range(MAX_NUMBER + 1)) if were_certain[c]]
        if clues and np.mean([now.confidence[c] >= ACT_CONFIDENCE for c in clues]) < _STILL_CERTAIN:
            return False
        untouched = [c for c in before.board.find(OPENABLE) if c not in self.clicked]
        was, is_now = self.before.frame.pixels, self.cells.frame.pixels
        changed = {
            c for c in (*untouched, *self.clicked) if inside_changed(was, is_now, now.grid, c)
        }
        if self._is_opened_area(changed, untouched):
            return False
        if areas(changed) >= len(self.clicked) + _ELSEWHERE:
            return True
        revealed = sum(c in changed for c in untouched)
        return bool(clues) and revealed >= max(_REVEALED, _REVEALED_SHARE * len(untouched))

    def _is_opened_area(self, changed: set[Cell], untouched: list[Cell]) -> bool:
        """Return True if cells changed because the client opened an area with numbers.

        Its empty cells may be written in a way that is not read. Certain moves lose no game, and a
        game that is won shows no new number. A client that reveals its board after a lost guess
        changes every hidden cell, or mines here and there.
        """
        numbers = range(1, MAX_NUMBER + 1)
        if not any(self.shows(cell, numbers) for cell in changed.difference(self.clicked)):
            return False
        in_one_place = areas(changed) <= len(self.clicked)
        return not self.guess or (in_one_place and any(c not in changed for c in untouched))

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
    def safe_left(self) -> bool:
        """Whether a certain number shows that a safe cell is left: more hidden ones lie round it.

        Only cells count that look just as they did while they were hidden.
        """
        if self.cells is None or self.changed is None:
            return False
        hidden = {c for c in self.before.reading.board.find(OPENABLE) if c not in self.changed}
        board = self.cells.reading.board
        return any(
            self.shows(clue, {board[clue]})
            and sum(other in hidden for other in board.neighbors(clue)) > board[clue]
            for clue in board.find(range(MAX_NUMBER + 1))
        )

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
