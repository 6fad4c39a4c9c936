"""From a reading to moves, or to a reason for having none. Pure: replay asks the same questions.

`may_act` holds every reason to refuse a click because of what was seen; nothing else in the
program may turn a reading into moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from autosweep.board import COVERED, HIDDEN, QUESTION, UNREAD, Board, FirstClick, Phase
from autosweep.limit import Limit
from autosweep.play.profile import profile_of
from autosweep.play.tactics import arrange
from autosweep.settings import PlaySettings
from autosweep.solver.analysis import Analysis
from autosweep.solver.analyze import analyze
from autosweep.solver.moves import Move, MoveKind
from autosweep.solver.strategy import Strategy, find_strategy
from autosweep.vision.reading import Reading

ANALYSIS_LIMIT = Limit(seconds=20.0, nodes=2_000_000)
"""Enough for any board a person would play; beyond it only simple certainties are used."""
MOST_DOUBTFUL = 0.1
"""Share of unclear cells above which nothing of a reading is believed."""
_OPENING = 3
"""Row and column of the first click where it opens an area."""
_NAMED_CELLS = 4


@dataclass(frozen=True, slots=True)
class Decision:
    """What follows from a reading."""

    board: Board
    """The board that was analysed: as read, with the best known mine total."""
    analysis: Analysis
    moves: tuple[Move, ...]
    """Certain openings, or one guess; empty where there is a refusal or the game is over."""
    refusal: str | None = None
    """Why nothing may be clicked, as a sentence."""
    phase: Phase = Phase.PLAYING
    """WON or LOST where the game is over; reading and logic agree on it."""

    partial: bool = False
    """Whether some cells were unclear; the moves do not depend on them."""

    @property
    def is_guess(self) -> bool:
        """Whether the moves hold a guess."""
        return any(not move.certain for move in self.moves)


def may_act(reading: Reading, analysis: Analysis) -> str | None:
    """Return why this reading must not be acted on, or None where it may."""
    board = reading.board
    if reading.phase is Phase.OBSCURED or UNREAD in board.cells:
        hidden = board.count({UNREAD})
        return f"{hidden} cells cannot be seen or read, so nothing is clicked."
    doubtful = reading.doubtful
    if doubtful:
        names = ", ".join(f"{r},{c}" for r, c in doubtful[:_NAMED_CELLS])
        more = " and others" if len(doubtful) > _NAMED_CELLS else ""
        return f"{len(doubtful)} cells are read without certainty ({names}{more})."
    if not analysis.consistent:
        return analysis.why or "No mine layout fits what was read."
    return None


def decide(reading: Reading, settings: PlaySettings, *, game: int, step: int) -> Decision:
    """Decide what to do about a reading; the same input always gives the same moves."""
    board = reading.board
    if board.mines is None and settings.mines is not None:
        board = board.with_mines(settings.mines)
    analysis = analyze(board, ANALYSIS_LIMIT)
    if reading.phase in (Phase.WON, Phase.LOST):
        return Decision(board, analysis, (), phase=reading.phase)
    if reading.doubtful:
        return _by_what_is_clear(board, reading)
    refusal = may_act(reading, analysis)
    if refusal is not None:
        return Decision(board, analysis, (), refusal, reading.phase)
    openable = [cell for cell in board.find({HIDDEN, QUESTION}) if cell not in analysis.mines]
    if not openable and not any(cell in analysis.safe for cell in board.find(COVERED)):
        # Some clients show nothing special when a game is won: all that is left are mines.
        return Decision(board, analysis, (), phase=Phase.WON)
    # A generator of its own for each step: a replay can decide any single step again.
    random = Random(f"{settings.seed}/{game}/{step}")  # noqa: S311 - a choice, not a secret
    strategy = find_strategy(settings.strategy)
    if not analysis.safe and board.mines is None and reading.assumed_mines is not None:
        return _with_usual_total(board, analysis, reading, strategy, random)
    moves = _spared(tuple(strategy.choose(board, analysis, random)), reading)
    # A chord without flags opens nothing, so asking for chords asks for the flags they need.
    flags = "needed" if settings.chord and settings.flags == "none" else settings.flags
    moves = arrange(moves, board, analysis, flags=flags, chord=settings.chord)
    return Decision(board, analysis, moves, phase=reading.phase)


def _by_what_is_clear(board: Board, reading: Reading) -> Decision:
    """Decide with every doubtful cell taken as unreadable: it may be anything.

    What follows from the clear cells alone is certain all the same; where nothing does, nothing is
    clicked. Never a guess: a guess would rest on what was not seen.
    """
    doubtful = reading.doubtful
    masked = board.with_cells(dict.fromkeys(doubtful, UNREAD))
    analysis = analyze(masked, ANALYSIS_LIMIT)
    hidden = [c for c in masked.find({HIDDEN, QUESTION}) if c in analysis.safe]
    if len(doubtful) > MOST_DOUBTFUL * len(board.cells) or not hidden:
        return Decision(masked, analysis, (), may_act(reading, analysis), reading.phase)
    why = "It is safe whatever the unclear cells are."
    moves = tuple(Move(MoveKind.OPEN, cell, why=why) for cell in hidden)
    return Decision(masked, analysis, moves, phase=reading.phase, partial=True)


def _spared(moves: tuple[Move, ...], reading: Reading) -> tuple[Move, ...]:
    """Take the risk out of a first click that the client is known to spare; it stays a guess.

    What is known of a client is not proven by the board, so the move is announced all the same.
    """
    profile = profile_of(reading.theme)
    known = bool(profile.titles or profile.classes)
    if reading.phase is not Phase.READY or not known or profile.first_click is FirstClick.NONE:
        return moves
    why = "The first click of this client is never a mine."
    spared = tuple(replace(move, probability=0.0, why=why) for move in moves)
    if profile.first_click is FirstClick.ZERO and len(spared) == 1:
        # An opening away from the border is larger: on expert boards 54 games of 100 are won from
        # there and 48 from a corner.
        rows, cols = reading.board.rows, reading.board.cols
        inside = (min(_OPENING, rows // 2), min(_OPENING, cols // 2))
        return (replace(spared[0], cell=inside),)
    return spared


def _with_usual_total(
    board: Board, analysis: Analysis, reading: Reading, strategy: Strategy, random: Random
) -> Decision:
    """Guess better with the mine total that such boards usually have; nothing becomes certain."""
    usual = board.with_mines(reading.assumed_mines)
    estimate = analyze(usual, ANALYSIS_LIMIT)
    if not estimate.consistent:
        moves = tuple(strategy.choose(board, analysis, random))
        return Decision(board, analysis, moves, phase=reading.phase)
    why = f"if the board has the usual {reading.assumed_mines} mines"
    chosen = strategy.choose(usual, estimate, random)[:1]
    moves = tuple(replace(m, certain=False, why=f"{m.why} ({why})".strip()) for m in chosen)
    return Decision(usual, estimate, _spared(moves, reading), phase=reading.phase)
