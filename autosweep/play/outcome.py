"""How a game stands after the last moves, as an estimate with its evidence. Pure.

What is known comes first: moves that were certain and left nothing but mines have won, whatever
lies over the board; a cell that shows a number was no mine; a guessed cell that the clues prove to
be a mine has lost. What is seen comes second: mines, cells that change by themselves, a message, a
new board, no board. What is seen tells that a game is over; who won it follows from the last moves:
certain moves lose no game, and a guess that cannot have been the last safe cell wins none. Where
that does not decide, the result is unknown: no verdict is invented.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
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
from autosweep.play.decision import UNOPENED, Decision
from autosweep.play.effects import contradiction, grid_differs
from autosweep.play.evidence import Evidence, Fact
from autosweep.play.gate import ENDED_MINES
from autosweep.play.state import GameState
from autosweep.solver.moves import MoveKind
from autosweep.tracking.changes import changed_cells
from autosweep.tracking.observation import Observation
from autosweep.vision.phase import phase_of
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


_LIKELY_MINE = 0.85
"""Confidence from which a guessed cell that stays uncertain is a mine."""
_MOST_MINES = 0.4
"""Share of a board's cells that are mines at most."""
_MISREAD = 0.3
"""Confidence that is left to a symbol that cannot be there."""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """How a game stands."""

    phase: Phase | None = None
    """WON, LOST, ENDED where the result is unknown; None where the game is not known to be over."""
    evidence: tuple[Evidence, ...] = ()
    goes_on: bool = False
    """Whether it is known that the game goes on, whatever the board seems to show."""


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
    said: tuple[Phase, str] | None = None
    """What a text that is new in the window says of the result, and its words."""


GOES_ON = GameOutcome()


def estimate(
    state: GameState, now: Observation | None, decision: Decision | None, signs: Signs
) -> GameOutcome:
    """Return how the game stands; `now` and `decision` are None where the board is gone.

    `decision` is what was decided on `now`, by that frame alone.
    """
    shown = None if decision is None else decision.phase
    if state.last is None:
        over = shown in (Phase.WON, Phase.LOST)
        return GameOutcome(shown, _reasons(Fact.MINES_SHOWN)) if over else GOES_ON
    facts = _Facts(state, now, decision, signs)
    return _by_knowledge(facts) or _by_sight(facts) or GOES_ON


# ------------------------------------------------------------------ what is known


def _by_knowledge(facts: _Facts) -> GameOutcome | None:
    """Return what our own moves decide, None where they do not."""
    if facts.made.finishes and not facts.any_unanswered:
        if facts.clicked_mines:
            # The proof and the frame contradict each other: one of them was misread.
            return _ended(Fact.SAFE_CELLS_OPENED, Fact.MINE_CLICKED)
        return _won(Fact.SAFE_CELLS_OPENED)
    if facts.all_numbers:
        if facts.no_mines:
            return _ended(Fact.NO_MINES)
        if facts.shown is Phase.WON or facts.nothing_left:
            return _won(Fact.NUMBER_OPENED, Fact.NOTHING_LEFT)
        if facts.exploded_elsewhere:
            return _lost(Fact.MINES_SHOWN)
        return GameOutcome(None, _reasons(Fact.NUMBER_OPENED), goes_on=True)
    if facts.guess and facts.proven_mine and not facts.any_unanswered:
        return _lost(Fact.PROVEN_MINE)
    return None


# ------------------------------------------------------------------ what is seen


def _by_sight(facts: _Facts) -> GameOutcome | None:
    """Return what the frame and the window decide, None where they do not."""
    found = _by_cells(facts)
    if found is not None:
        return found
    if facts.signs.message:
        gone = facts.new_board or facts.now is None
        if gone or (facts.guess and facts.opened_no_clue):
            return _decided(facts, Fact.MESSAGE)
    return None if facts.signs.stage is Stage.SEEN else _after_waiting(facts)


def _by_cells(facts: _Facts) -> GameOutcome | None:
    """Return what the certain cells decide."""
    if facts.clicked_mines and (facts.guess or facts.mines_elsewhere):
        return _lost(Fact.MINE_CLICKED)
    if facts.shown is Phase.WON and not facts.any_unanswered:
        return _won(Fact.NOTHING_LEFT)
    if facts.shown is Phase.LOST and not facts.clicked:
        # Flags and chords only: nothing was guessed and nothing was opened by itself.
        return _lost(Fact.MINES_SHOWN)
    if facts.shown is Phase.LOST and facts.guess:
        return _decided(facts, Fact.MINES_SHOWN)
    return None


def _after_waiting(facts: _Facts) -> GameOutcome | None:
    """Return what a board decides that stays as it is."""
    if facts.new_board:
        return _decided(facts, Fact.NEW_BOARD)
    if facts.guess and facts.likely_mine:
        return _lost(Fact.MINE_CLICKED)
    if facts.revealed:
        return _decided(facts, Fact.BOARD_REVEALED)
    return _given_up(facts) if facts.signs.stage is Stage.GIVEN_UP else None


def _given_up(facts: _Facts) -> GameOutcome | None:
    """Return what is left to say where no waiting makes the board readable."""
    signs = (
        (facts.now is None, Fact.BOARD_GONE),
        (facts.dimmed, Fact.BOARD_DIMMED),
        (facts.signs.message, Fact.MESSAGE),
        (facts.shown is Phase.LOST or facts.seem_mines, Fact.MINES_SHOWN),
        (facts.signs.said is not None, Fact.TEXT),
    )
    fact = next((fact for is_so, fact in signs if is_so), None)
    return None if fact is None else _decided(facts, fact)


def _decided(facts: _Facts, over: Fact) -> GameOutcome | None:
    """Return who won a game that is over; None where waiting may still tell."""
    said = facts.signs.said
    if facts.guess:
        by_moves = None if facts.may_have_won else Phase.LOST
        why = Fact.NOT_THE_LAST_CELL
    else:
        by_moves = Phase.WON if facts.may_have_won else None
        why = Fact.CERTAIN_MOVES
    if said is not None and (by_moves is None or by_moves is said[0]):
        return GameOutcome(said[0], (*_reasons(over), Evidence(Fact.TEXT, said[1])))
    if said is not None:
        return GameOutcome(Phase.ENDED, (*_reasons(over, why), Evidence(Fact.TEXT, said[1])))
    if by_moves is not None:
        return GameOutcome(by_moves, _reasons(over, why))
    return _ended(over) if facts.signs.stage is Stage.GIVEN_UP else None


def _reasons(*facts: Fact) -> tuple[Evidence, ...]:
    return tuple(Evidence(fact) for fact in facts)


def _won(*facts: Fact) -> GameOutcome:
    return GameOutcome(Phase.WON, _reasons(*facts))


def _lost(*facts: Fact) -> GameOutcome:
    return GameOutcome(Phase.LOST, _reasons(*facts))


def _ended(*facts: Fact) -> GameOutcome:
    return GameOutcome(Phase.ENDED, _reasons(*facts))


# ------------------------------------------------------------------ facts


class _Facts:
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

    def _shows(self, cell: Cell, codes: Iterable[int]) -> bool:
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
            self._shows(cell, OPENABLE) or (self.changed is not None and cell not in self.changed)
            for cell in self.clicked
        )

    @cached_property
    def all_numbers(self) -> bool:
        """Whether every clicked cell shows a number."""
        numbers = range(MAX_NUMBER + 1)
        return bool(self.clicked) and all(self._shows(cell, numbers) for cell in self.clicked)

    @cached_property
    def clicked_mines(self) -> bool:
        return any(self._shows(cell, SHOWN_MINES) for cell in self.clicked)

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
        others = [c for c in board.find(SHOWN_MINES) if self._shows(c, SHOWN_MINES)]
        return any(board[c] == EXPLODED or c not in self.clicked for c in others)

    @cached_property
    def exploded_elsewhere(self) -> bool:
        """Whether a mine exploded beside others that are shown, though numbers were clicked."""
        if self.cells is None:
            return False
        board = self.cells.reading.board
        mines = {c for c in board.find(SHOWN_MINES) if self._shows(c, SHOWN_MINES)}
        return any(board[c] == EXPLODED for c in mines) and areas(mines) >= _ELSEWHERE

    @cached_property
    def nothing_left(self) -> bool:
        """Whether no cell is hidden that could still be opened."""
        left = {HIDDEN, QUESTION, UNREAD, WRONG_FLAG}
        return self.cells is not None and not self.cells.reading.board.count(left)

    @cached_property
    def no_mines(self) -> bool:
        """Whether every cell is open and none of them is a mine."""
        board = None if self.cells is None else self.cells.reading.board
        return board is not None and board.count(range(MAX_NUMBER + 1)) == len(board.cells)

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
    def new_board(self) -> bool:
        """Whether all cells are hidden again."""
        now = self.now
        if now is None or not self.state.clues:
            return False
        return now.reading.phase is Phase.READY and not now.reading.uncertain

    @cached_property
    def opened_no_clue(self) -> bool:
        """Whether all clicked cells changed and are uncertain, in a board that is as it was."""
        if self.cells is None or self.changed is None or not self.clicked:
            return False
        if contradiction(self.before.reading, self.cells.reading) is not None:
            return False
        confidence = self.cells.reading.confidence
        return all(c in self.changed and confidence[c] < ACT_CONFIDENCE for c in self.clicked)

    @cached_property
    def dimmed(self) -> bool:
        return self.now is not None and self.state.is_dimmed(self.now.frame)

    @cached_property
    def seem_mines(self) -> bool:
        """Whether several uncertain cells look like mines."""
        if self.cells is None:
            return False
        board = self.cells.reading.board
        return sum(board[c] in SHOWN_MINES for c in self.cells.reading.uncertain) >= ENDED_MINES

    @cached_property
    def revealed(self) -> bool:
        """Whether hidden cells changed that nobody clicked, many of them or in several places.

        The clues are as they were: what lies over them reveals nothing. A click that opens cells
        opens them in one place.
        """
        if self.cells is None or self.changed is None or self.dimmed or not self.clicked:
            return False
        if any(self._shows(cell, range(MAX_NUMBER + 1)) for cell in self.clicked):
            return False
        before, now = self.before.reading, self.cells.reading
        if contradiction(before, now) is not None:
            return False
        were_certain = before.confidence >= ACT_CONFIDENCE
        clues = [c for c in before.board.find(range(MAX_NUMBER + 1)) if were_certain[c]]
        if clues and np.mean([now.confidence[c] >= ACT_CONFIDENCE for c in clues]) < _STILL_CERTAIN:
            return False
        untouched = [c for c in before.board.find(OPENABLE) if c not in self.clicked]
        hidden = {*untouched, *self.clicked}
        if areas(self.changed & hidden) >= len(self.clicked) + _ELSEWHERE:
            return True
        revealed = sum(c in self.changed for c in untouched)
        return bool(clues) and revealed >= max(_REVEALED, _REVEALED_SHARE * len(untouched))

    @cached_property
    def may_have_won(self) -> bool:
        """Whether the last moves, if no mine was among them, may have left nothing but mines."""
        board, mines = self.made.board, self.made.board.mines
        left = {c for c in board.find(UNOPENED) if c not in self.clicked}
        if _may_be_mines(left, self.made):
            return True
        if self.changed is not None and self.guess and not self.dimmed:
            # The board is in view: numbers beside the guess would show that it opened an area.
            return False
        safe = len(left) - (mines or 0)
        if self.guess and safe > _FEW_SAFE and len(board.cells) > _SMALL_BOARD:
            return False
        kept = left - cascade(self.clicked, board, self.made.analysis)
        return mines is None or len(kept) <= mines


def _may_be_mines(left: set[Cell], made: Decision) -> bool:
    """Return True if some cells, all that is left to open, may all be mines."""
    board, mines = made.board, made.board.mines
    if all(cell in made.analysis.mines for cell in left):
        return True
    if any(cell in made.analysis.safe for cell in left):
        return False
    if mines is not None:
        return len(left) <= mines
    if len(left) > _MOST_MINES * len(board.cells):
        return False
    shown = {*left, *board.find(SHOWN_MINES)}
    return all(
        sum(other in shown for other in board.neighbors(clue)) == board[clue]
        for clue in board.find(range(MAX_NUMBER + 1))
    )


def have_same_cells(one: Observation, other: Observation) -> bool:
    """Return True if two observations are of boards of one size, wherever they are."""
    first, second = one.reading.board, other.reading.board
    return (first.rows, first.cols) == (second.rows, second.cols)


def areas(cells: Iterable[Cell]) -> int:
    """Return into how many areas cells fall that do not touch each other."""
    rest, count = set(cells), 0
    while rest:
        count += 1
        edge = [rest.pop()]
        while edge:
            r, c = edge.pop()
            near = {cell for cell in rest if max(abs(cell[0] - r), abs(cell[1] - c)) == 1}
            rest -= near
            edge.extend(near)
    return count


def without_misread_mines(state: GameState, now: Observation) -> Observation:
    """Return an observation in which mines that cannot be there are uncertain.

    Where every clicked cell shows a number and others are still hidden, no mine exploded: what
    looks like a mine is something else, such as a digit of an unknown font.
    """
    if state.last is None or now.reading.phase is not Phase.LOST:
        return now
    facts = _Facts(state, now, None, Signs())
    if not facts.all_numbers or facts.nothing_left or facts.exploded_elsewhere:
        return now
    board = now.reading.board
    mines = list(board.find(SHOWN_MINES | {WRONG_FLAG}))
    confidence = now.reading.confidence.copy()
    for cell in mines:
        confidence[cell] = min(confidence[cell], _MISREAD)
    phase = phase_of(board.with_cells(dict.fromkeys(mines, UNREAD)))
    return replace(now, reading=replace(now.reading, confidence=confidence, phase=phase))


# ------------------------------------------------------------------ where the mines are


def mines_of(state: GameState) -> frozenset[Cell] | None:
    """Return where the mines of a won game are; None where that is not known.

    The last frame alone does not tell: a message may lie over it. The last moves do where they were
    certain and left nothing but mines; and so do the clues that were ever read, where what was
    never seen open is just what they count.
    """
    if state.last is None:
        return None
    decision = state.last[1]
    board, proven = decision.board, decision.analysis.mines
    opened = {m.cell for m in decision.moves if m.kind is MoveKind.OPEN} | state.clues.keys()
    left = {board.cell(i) for i in range(len(board.cells))} - opened
    if decision.finishes:
        return frozenset(left & proven)
    counted = all(
        sum(other in left for other in board.neighbors(cell)) == clue
        for cell, clue in state.clues.items()
    )
    touched = all(any(c in state.clues for c in board.neighbors(cell)) for cell in left)
    known = left <= proven or (counted and (touched or len(left) == board.mines))
    return frozenset(left) if known else None
