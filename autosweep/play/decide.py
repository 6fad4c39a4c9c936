"""From a reading to moves, or to a reason for having none. Pure: replay asks the same questions.

`may_act` holds every reason to refuse a click because of what was seen; nothing else in the
program may turn a reading into moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import numpy as np

from autosweep.board import (
    COVERED,
    HIDDEN,
    MAX_NUMBER,
    QUESTION,
    SHOWN_MINES,
    UNREAD,
    WRONG_FLAG,
    Board,
    FirstClick,
    Phase,
)
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.play.profile import profile_of
from autosweep.play.tactics import arrange
from autosweep.settings import PlaySettings
from autosweep.solver.analysis import Analysis
from autosweep.solver.analyze import analyze
from autosweep.solver.moves import Move, MoveKind
from autosweep.solver.strategy import Strategy, find_strategy
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import Reading

ANALYSIS_LIMIT = Limit(nodes=2_000_000)
"""Enough for any board a person would play; beyond it only simple certainties are used."""
MOST_STRANGE = 0.1
MOST_DOUBTFUL = 0.4
"""Shares of cells that look like nothing known, and of unclear cells in all, above which nothing of
a reading is believed: something may lie over the board."""
_OPENING = 3
"""Row and column of the first click where it opens an area."""
_NAMED_CELLS = 4
_UNOPENED = COVERED | {UNREAD}
_FEW_DOUBTFUL = 3
_LIKELY = 0.6
"""So few cells, each at least so sure, may be unclear where one of them is clicked."""
_ENDED_MINES = 3
"""Cells that look like mines, without certainty, from which no guess is made any more."""
_MOST_MINES = 0.4
"""Share of a board's cells that are mines at most."""
_WORST_GUESS = 0.5
"""Risk beyond which a guess in doubt is worse than none."""


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
    """Whether some cells were unclear; certain moves do not depend on them."""
    client: str = ""
    """The pack of the client that the window belongs to, where it was known by its window."""

    @property
    def finishes(self) -> bool:
        """Whether nothing but mines is left to open once these moves are made, certain as they are.

        Then the game is won, whatever its window shows next.
        """
        made = {move.cell for move in self.moves if move.certain and move.kind is MoveKind.OPEN}
        return bool(made) and all(
            cell in made or cell in self.analysis.mines for cell in self.board.find(_UNOPENED)
        )

    @property
    def is_guess(self) -> bool:
        """Whether the moves hold a guess."""
        return any(not move.certain for move in self.moves)


def may_act(reading: Reading, analysis: Analysis) -> str | None:
    """Return why this reading must not be acted on, or None where it may."""
    board = reading.board
    if reading.phase is Phase.OBSCURED or UNREAD in board.cells:
        hidden = board.count({UNREAD})
        cells = "1 cell" if hidden == 1 else f"{hidden} cells"
        return f"{cells} cannot be seen or read, so nothing is clicked."
    doubtful = reading.doubtful
    if doubtful:
        names = ", ".join(f"{r},{c}" for r, c in doubtful[:_NAMED_CELLS])
        more = " and others" if len(doubtful) > _NAMED_CELLS else ""
        return f"{len(doubtful)} cells are read without certainty ({names}{more})."
    if not analysis.consistent:
        return analysis.why or "No mine layout fits what was read."
    return None


def decide(  # noqa: PLR0913 - each is named at the call
    reading: Reading,
    settings: PlaySettings,
    *,
    game: int,
    step: int,
    free: frozenset[Cell] = frozenset(),
    client: str = "",
) -> Decision:
    """Decide what to do about a reading; the same input always gives the same moves.

    `free` are cells that this game has already opened: where one of them is unclear, it is at
    least no mine. `client` names the pack of the client that the window belongs to, where that is
    known; by default it is the one of the theme that was read.
    """
    decision = _decide(reading, settings, f"{settings.seed}/{game}/{step}", free, client)
    return replace(decision, client=client)


def _decide(
    reading: Reading, settings: PlaySettings, seed: str, free: frozenset[Cell], client: str
) -> Decision:
    client = client or reading.theme
    board = reading.board
    if board.mines is None and settings.mines is not None:
        board = board.with_mines(settings.mines)
    analysis = analyze(board, ANALYSIS_LIMIT)
    phase = _sure_phase(reading)
    if phase in (Phase.WON, Phase.LOST):
        if reading.doubtful:
            # A message may lie over the last board: what it hides proves nothing about the rest.
            board = board.with_cells(dict.fromkeys(reading.doubtful, UNREAD))
            analysis = analyze(board, ANALYSIS_LIMIT)
        return Decision(board, analysis, (), phase=phase)
    if reading.doubtful:
        over = reading.phase in (Phase.WON, Phase.LOST)
        decision = _by_what_is_clear(board, reading, settings, free)
        return replace(decision, phase=phase) if over and decision.moves else decision
    refusal = may_act(reading, analysis)
    if refusal is not None:
        return Decision(board, analysis, (), refusal, reading.phase)
    openable = any(cell not in analysis.mines for cell in board.find({HIDDEN, QUESTION}))
    if not openable and not any(cell in analysis.safe for cell in board.find(COVERED)):
        # Some clients show nothing special when a game is won: all that is left are mines.
        return Decision(board, analysis, (), phase=Phase.WON)
    # A generator of its own for each step: a replay can decide any single step again.
    random = Random(seed)  # noqa: S311 - a choice, not a secret
    strategy = find_strategy(settings.strategy)
    if not analysis.safe and board.mines is None and reading.assumed_mines is not None:
        return _with_usual_total(board, analysis, reading, strategy, random, client)
    moves = _spared(tuple(strategy.choose(board, analysis, random)), reading, client)
    # A chord without flags opens nothing, so asking for chords asks for the flags they need.
    flags = "needed" if settings.chord and settings.flags == "none" else settings.flags
    moves = arrange(moves, board, analysis, flags=flags, chord=settings.chord)
    return Decision(board, analysis, moves, phase=reading.phase)


def _sure_phase(reading: Reading) -> Phase:
    """Return the phase that the clear cells show: an unclear mine ends no game."""
    if not reading.doubtful:
        return reading.phase
    return phase_of(reading.board.with_cells(dict.fromkeys(reading.doubtful, UNREAD)))


def _by_what_is_clear(
    board: Board, reading: Reading, settings: PlaySettings, free: frozenset[Cell]
) -> Decision:
    """Decide with every doubtful cell taken as unreadable: it may be anything.

    What follows from the clear cells alone is certain all the same. Where nothing does, the best
    guess is made as a guess: it rests on the clear cells, and on the others as far as they are
    sure.
    """
    doubtful = reading.doubtful
    masked = board.with_cells({cell: UNREAD for cell in doubtful if not _covered(reading, cell)})
    analysis = analyze(_without(masked, free), ANALYSIS_LIMIT)
    refusal = may_act(reading, analysis)
    strange = sum(reading.confidence[cell] < _LIKELY for cell in doubtful)
    size = len(board.cells)
    too_many = strange > MOST_STRANGE * size or len(doubtful) > MOST_DOUBTFUL * size
    if analysis.consistent and _all_mines(masked, free):
        return Decision(masked, analysis, (), phase=Phase.WON)
    if too_many or not analysis.consistent:
        return Decision(masked, analysis, (), refusal, reading.phase)
    safe = [c for c in masked.find({HIDDEN, QUESTION}) if c in analysis.safe]
    if safe:
        why = "It is safe whatever the unclear cells are."
        moves = tuple(Move(MoveKind.OPEN, cell, why=why) for cell in safe)
        return Decision(masked, analysis, moves, phase=reading.phase, partial=True)
    if _all_done(board, analysis, reading, free):
        return Decision(masked, analysis, (), phase=Phase.WON)
    mines = sum(board[cell] in SHOWN_MINES for cell in doubtful)
    if mines >= _ENDED_MINES:
        # A lost game in pictures of its own: whatever is clicked now is no move.
        why = f"The game seems to be over: {mines} cells look like mines, without certainty."
        return Decision(masked, analysis, (), why, reading.phase)
    guess = (
        _guess_in_doubt(board, _without(masked, free), reading)
        if settings.guess != "never"
        else None
    )
    if guess is None:
        return Decision(masked, analysis, (), refusal, reading.phase)
    return Decision(masked, analysis, (guess,), phase=reading.phase, partial=True)


def _without(masked: Board, free: frozenset[Cell]) -> Board:
    """Return a board to be analysed: unreadable cells that are known to be free hold no mine."""
    known = [cell for cell in masked.find({UNREAD}) if cell in free]
    # To the solver a wrong flag is a free cell whose number is not known, which is just this.
    return masked.with_cells(dict.fromkeys(known, WRONG_FLAG))


def _covered(reading: Reading, cell: Cell) -> bool:
    """Tell whether an unclear cell may be clicked where it is proven safe: rather covered than not.

    A click on a safe cell does no harm even if it is open already, but it must be a cell: something
    that lies over the board leaves many cells unclear, and looks like none.
    """
    few = len(reading.doubtful) <= _FEW_DOUBTFUL
    likely = reading.confidence[cell] >= _LIKELY
    return few and bool(likely) and reading.board[cell] in (HIDDEN, QUESTION)


def _all_done(board: Board, analysis: Analysis, reading: Reading, free: frozenset[Cell]) -> bool:
    """Tell whether nothing is left to open: all that is covered are mines, whatever is unclear."""
    opened = all(
        cell in free or (board[cell] <= MAX_NUMBER and reading.confidence[cell] >= _LIKELY)
        for cell in reading.doubtful
    )
    return opened and all(cell in analysis.mines for cell in board.find(COVERED))


def _all_mines(masked: Board, free: frozenset[Cell]) -> bool:
    """Tell whether every cell that is no clear number must be a mine: the game is won.

    Clients show mines in pictures of their own then. A cell that was opened is none of them.
    """
    strange = [cell for cell in masked.find({UNREAD}) if cell not in free]
    if not strange or len(strange) + masked.count(COVERED) > _MOST_MINES * len(masked.cells):
        return False
    shown = masked.with_cells(dict.fromkeys(strange, HIDDEN))
    analysis = analyze(_without(shown, free), ANALYSIS_LIMIT)
    return analysis.consistent and all(cell in analysis.mines for cell in shown.find(COVERED))


def _guess_in_doubt(board: Board, masked: Board, reading: Reading) -> Move | None:
    """Return the guess of least risk, None where there is none.

    The risk is that of the board as read, as far as the unclear cells are sure, and for the rest
    that of the board without them.
    """
    if board.mines is None and reading.assumed_mines is not None:
        board, masked = (b.with_mines(reading.assumed_mines) for b in (board, masked))
    doubtful = reading.doubtful
    trust = float(np.prod([reading.confidence[cell] for cell in doubtful]))
    read, blind = analyze(board, ANALYSIS_LIMIT), analyze(masked, ANALYSIS_LIMIT)
    trust = trust if read.consistent and read.exact and UNREAD not in board.cells else 0.0
    best: tuple[float, Cell] | None = None
    for cell in (read if trust else blind).ranking:
        unknown, known = blind.probability[cell], read.probability[cell] if trust else 0.0
        if cell in doubtful or board[cell] not in (HIDDEN, QUESTION) or unknown is None:
            continue
        risk = trust * (known or 0.0) + (1 - trust) * unknown
        if best is None or risk < best[0]:
            best = risk, cell
    if best is None or best[0] > _WORST_GUESS:
        return None
    names = ", ".join(f"{r},{c}" for r, c in doubtful[:_NAMED_CELLS])
    why = f"Nothing is certain while the cells {names} are unclear."
    return Move(MoveKind.OPEN, best[1], best[0], certain=False, why=why)


def _spared(moves: tuple[Move, ...], reading: Reading, client: str) -> tuple[Move, ...]:
    """Take the risk out of a first click that the client is known to spare; it stays a guess.

    What is known of a client is not proven by the board, so the move is announced all the same.
    """
    if reading.phase is not Phase.READY:
        return moves
    profile = profile_of(client)
    if not (profile.titles or profile.classes) or profile.first_click is FirstClick.NONE:
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


def _with_usual_total(  # noqa: PLR0913, PLR0917 - what `decide` has gathered
    board: Board,
    analysis: Analysis,
    reading: Reading,
    strategy: Strategy,
    random: Random,
    client: str,
) -> Decision:
    """Guess better with the mine total that such boards usually have; nothing becomes certain."""
    usual = board.with_mines(reading.assumed_mines)
    estimate = analyze(usual, ANALYSIS_LIMIT)
    if not estimate.consistent:
        moves = tuple(strategy.choose(board, analysis, random))
        return Decision(board, analysis, moves, phase=reading.phase)
    if all(cell in estimate.mines for cell in usual.find(_UNOPENED)):
        # A cell among mines only, which no number tells of: with this total it is one of them.
        return Decision(usual, estimate, (), phase=Phase.WON)
    why = f"if the board has the usual {reading.assumed_mines} mines"
    chosen = strategy.choose(usual, estimate, random)[:1]
    moves = tuple(replace(m, certain=False, why=f"{m.why} ({why})".strip()) for m in chosen)
    return Decision(usual, estimate, _spared(moves, reading, client), phase=reading.phase)
