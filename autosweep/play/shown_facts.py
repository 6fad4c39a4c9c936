"""What the board shows after the last moves, each fact for itself. Pure.

Each fact is worked out when it is asked for. What it means for the game is in `end_facts`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
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
from autosweep.play.effects import areas, contradiction, grid_differs
from autosweep.play.gate import ENDED_MINES
from autosweep.play.plain_mines import plain_mines
from autosweep.play.state import GameState
from autosweep.solver.moves import MoveKind
from autosweep.tracking.changes import cell_image, changed_cells, inside_changed
from autosweep.tracking.observation import Observation, have_same_cells
from autosweep.vision.reading import ACT_CONFIDENCE

_STILL_CERTAIN = 0.9
"""Share of the clues that must still be certain: something that lies over them reveals nothing."""
_REVEALED = 3
_REVEALED_SHARE = 0.3
"""Hidden cells, and their share, that change by themselves when a lost game shows its mines."""
_ELSEWHERE = 2
"""Areas beside the clicked ones in which cells change then."""
_COVERED = 3
"""Open cells under something that is drawn over the board and stays."""
_SAME_LOOK = 3
"""Cells that nobody clicked, and that look the same, from which that is how hidden cells look."""
_LIKELY_MINE = 0.85
"""Confidence from which a guessed cell that stays uncertain is a mine."""


class ShownFacts:
    """The last moves and what the board shows now."""

    def __init__(self, state: GameState, now: Observation | None, shown: Phase | None) -> None:
        assert state.last is not None  # noqa: S101 - `estimate` has asked
        self.before, self.made = state.last
        self.state = state
        same = now is not None and have_same_cells(self.before, now)
        self.now = now
        """What is seen now; None where the board is gone."""
        self.cells = now if same else None
        """The same where it has the cells of the board before."""
        self.shown = shown
        """The phase that the certain cells tell by themselves."""
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
    def may_be_open(self) -> bool:
        """Whether a clicked cell is read as hidden, and looks otherwise than cells nobody clicked.

        Several of those must look the same to the pixel. An open cell without a number may have
        only other lines than a hidden one.
        """
        if self.cells is None:
            return False
        pixels, grid = self.cells.frame.pixels, self.cells.reading.grid
        hidden = set(self.cells.reading.board.find(OPENABLE))
        untouched = hidden.difference(self.clicked, self.state.opened)
        looks = Counter(cell_image(pixels, grid, cell) for cell in untouched)
        if not looks or looks.most_common(1)[0][1] < _SAME_LOOK:
            return False
        return any(
            cell_image(pixels, grid, c) not in looks for c in hidden.intersection(self.clicked)
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
    def none_open(self) -> bool:
        """Whether no cell is open or shows a mine, whatever was clicked."""
        return self.now is not None and self.now.reading.phase is Phase.READY

    @cached_property
    def new_board(self) -> bool:
        """Whether all cells are hidden again."""
        now = self.now
        if now is None or not self.state.clues:
            return False
        return now.reading.phase is Phase.READY and not now.reading.uncertain

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
    def safe_left(self) -> bool:
        """Whether a certain number shows that a safe cell is left: more hidden ones lie round it.

        Only cells count that look just as they did while they were hidden.
        """
        return self._is_safe_left(())

    @cached_property
    def safe_left_unclicked(self) -> bool:
        """Whether that is so beside the clicked cells, which some clients do not draw any more.

        Only cells count that were hidden for certain: words of a win say that none is left.
        """
        uncertain = () if self.cells is None else self.before.reading.uncertain
        return self._is_safe_left((*self.clicked, *uncertain))

    def _is_safe_left(self, without: Iterable[Cell]) -> bool:
        if self.cells is None or self.changed is None:
            return False
        gone = self.changed.union(without)
        hidden = {c for c in self.before.reading.board.find(OPENABLE) if c not in gone}
        board = self.cells.reading.board
        return any(
            self.shows(clue, {board[clue]})
            and sum(other in hidden for other in board.neighbors(clue)) > board[clue]
            for clue in board.find(range(MAX_NUMBER + 1))
        )

    @cached_property
    def revealed(self) -> bool:
        """Whether hidden cells changed that nobody clicked, many of them or in several places.

        The clues are as they were: what lies over them reveals nothing. A click that opens cells
        opens them in one place.
        """
        if self.cells is None or self.changed is None or self.dimmed or not self.clicked:
            return False
        if self.none_left_hidden:
            return True
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

    @cached_property
    def none_left_hidden(self) -> bool:
        """Whether all hidden cells changed and no other cell did, however they are read.

        A click that opens an area leaves the mines as they were.
        """
        if self.cells is None or self.changed is None:
            return False
        before, grid = self.before.reading, self.cells.reading.grid
        was, is_now = self.before.frame.pixels, self.cells.frame.pixels
        cells = [before.board.cell(k) for k in range(len(before.board.cells))]
        hidden = {
            c
            for c in cells
            if before.board[c] in OPENABLE and before.confidence[c] >= ACT_CONFIDENCE
        }
        changed = {c for c in cells if inside_changed(was, is_now, grid, c)}
        others = len(cells) - len(hidden)
        return len(hidden) > max(_REVEALED, len(self.clicked)) and others > 0 and changed == hidden

    def _is_opened_area(self, changed: set[Cell], untouched: list[Cell]) -> bool:
        """Return True if cells changed because the client opened an area with numbers.

        Its empty cells may be written in a way that is not read. Certain moves lose no game, and a
        game that is won shows no new number. A client that reveals its board after a lost guess
        changes every hidden cell, or mines here and there.
        """
        numbers = range(1, MAX_NUMBER + 1)
        if not any(self.shows(cell, numbers) for cell in changed.difference(self.clicked)):
            return False
        # The inside of an empty cell may be that of a hidden one: then only its border has changed.
        drawn = changed | set(self.changed or ())
        in_one_place = min(areas(changed), areas(drawn)) <= len(self.clicked)
        return not self.guess or (in_one_place and any(c not in drawn for c in untouched))
