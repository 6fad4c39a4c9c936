"""The state of a run and of the game that is being played. Only the player writes it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from autosweep.board import MAX_NUMBER, Phase
from autosweep.geometry import Cell
from autosweep.interfaces import Frame
from autosweep.play.decision import Decision
from autosweep.play.dimmed import is_dimmed
from autosweep.play.events import Summary
from autosweep.solver.moves import Move, MoveKind
from autosweep.tracking.observation import Observation, have_same_cells
from autosweep.vision.reading import ACT_CONFIDENCE


@dataclass(slots=True)
class RunCounts:
    """Counts of a run."""

    won: int = 0
    lost: int = 0
    unknown: int = 0
    """Games that ended without a known result."""
    stopped: int = 0
    already_over: int = 0
    """Games that were over before the first click: not counted as played."""
    guesses: int = 0

    @property
    def ended(self) -> int:
        """Games that were played to their end."""
        return self.won + self.lost + self.unknown

    def add_end(self, phase: Phase) -> None:
        """Count a game that was played to its end."""
        self.won += phase is Phase.WON
        self.lost += phase is Phase.LOST
        self.unknown += phase is Phase.ENDED

    def summary(self, clicks: int, seconds: float, why: str) -> Summary:
        """Return the numbers of the run; `why` is what ended it early, if anything did."""
        return Summary(
            games=self.ended + self.stopped,
            won=self.won,
            lost=self.lost,
            unknown=self.unknown,
            stopped=self.stopped,
            clicks=clicks,
            seconds=seconds,
            guesses=self.guesses,
            why=why,
        )


@dataclass(slots=True)
class GameState:
    """What is known of the game that is being played."""

    last: tuple[Observation, Decision] | None = None
    """The observation on which the last moves were made, and the decision for them."""
    opened: set[Cell] = field(default_factory=set)
    """Cells that our moves opened."""
    guesses: set[Cell] = field(default_factory=set)
    """Those of them that were guesses."""
    survived: set[Cell] = field(default_factory=set)
    """Cells that our moves opened before a later click was seen to open a number: the game went on
    after them, whatever they show."""
    waited_for: set[Cell] = field(default_factory=set)
    """Uncertain cells that stayed uncertain."""
    withheld: int = 0
    """How often in a row no click was made because its place had changed."""
    idle: int = 0
    """How often in a row clicks changed nothing at all."""
    repeats: int = 0
    """How often clicks had to be repeated."""
    turn: int = 0
    """How often the pointer was parked elsewhere while waiting."""
    ended: Phase | None = None
    """How the game ended; None while it goes on."""
    from_first_click: bool = False
    """Whether the game was played from its first click on."""
    unplayed: Observation | None = None
    """The board before the first click; None where it was not seen."""
    clues: dict[Cell, int] = field(default_factory=dict)
    """Open cells that were read with certainty, at any time of the game."""
    _dimmed: tuple[Frame, Frame, bool] | None = None
    """The last two frames that were compared, and the answer."""

    @property
    def guessed(self) -> bool:
        """Whether the last move was announced as a guess."""
        return self.last is not None and self.last[1].is_guess

    @property
    def finished(self) -> bool:
        """Whether the last moves, certain as they were, left nothing but mines."""
        return self.last is not None and self.last[1].finishes

    @property
    def played(self) -> bool:
        """Whether a click was made in this game."""
        return self.last is not None

    @property
    def free(self) -> frozenset[Cell]:
        """Cells that are no mines: those that showed a number, and those that our moves opened.

        A guess is one of them once it was seen to be a number: it may have hit a mine, and some
        clients let a lost game go on.
        """
        guessed = self.last[1].moves if self.last is not None and self.guessed else ()
        unknown = {*self.guesses, *(move.cell for move in guessed)} - self.clues.keys()
        return frozenset((self.opened | self.clues.keys()) - unknown)

    def add_observation(self, observation: Observation) -> None:
        """Take the certain clues of a frame of the game; a board of another size is not its."""
        reading = observation.reading
        if self.last is not None and not have_same_cells(self.last[0], observation):
            return
        if self.last is None and reading.phase is Phase.READY:
            self.from_first_click, self.unplayed = True, observation
        board = reading.board
        codes = np.frombuffer(board.cells, np.uint8)
        certain = (codes <= MAX_NUMBER) & (reading.confidence.ravel() >= ACT_CONFIDENCE)
        cells = np.flatnonzero(certain).tolist()
        clues = {board.cell(i): board.cells[i] for i in cells}
        if self.last is not None:
            clicked = {m.cell for m in self.last[1].moves if m.kind is MoveKind.OPEN}
            if clicked & (clues.keys() - self.clues.keys()):
                self.survived |= self.opened - clicked
        self.clues.update(clues)

    def add_moves(self, moves: tuple[Move, ...], *, repeated: bool, idle: bool) -> None:
        """Take what became of moves that were made."""
        self.withheld = 0
        self.repeats += repeated
        opens = [move for move in moves if move.kind is MoveKind.OPEN]
        self.opened.update(move.cell for move in opens)
        self.guesses.update(move.cell for move in opens if not move.certain)
        self.idle = self.idle + 1 if idle else 0

    def is_dimmed(self, now: Frame) -> bool:
        """Return True if a message dims what the last moves were made on.

        Asked when moves are decided and again when they are made, mostly of the same frame.
        """
        if self.last is None:
            return False
        before = self.last[0]
        known = self._dimmed
        if known is None or known[0] is not before.frame or known[1] is not now:
            known = before.frame, now, is_dimmed(before.frame, before.reading, now)
            self._dimmed = known
        return known[2]
