"""From a reading to moves, or to a reason for having none. Pure: replay asks the same questions.

Whatever is decided passes the reading rules of `autosweep.play.gate` at the end, in every branch;
nothing else in the program may turn a reading into moves.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from autosweep.board import (
    HIDDEN,
    MAX_NUMBER,
    OPENABLE,
    QUESTION,
    UNREAD,
    WRONG_FLAG,
    Board,
    FirstClick,
    Phase,
)
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.play.client_profile import Client
from autosweep.play.decision import MOST_MINES, UNOPENED, Decision
from autosweep.play.doubtful_numbers import safe_if_read
from autosweep.play.flags_and_chords import arrange
from autosweep.play.gate import LIKELY, covered_up, names_of, reading_refusal
from autosweep.play.lone_zeros import guess_by_lone_zeros
from autosweep.play.wrong_numbers import as_guess
from autosweep.settings import PlaySettings
from autosweep.solver.analysis import Analysis
from autosweep.solver.analyze import analyze
from autosweep.solver.moves import Move, MoveKind
from autosweep.solver.strategy import Strategy, find_strategy
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import Reading
from autosweep.vision.themes import ClientProfile

ANALYSIS_LIMIT = Limit(nodes=2_000_000)
"""Enough for any board a person would play; beyond it only simple certainties are used."""
_OPENING = 3
"""Row and column of the first click where it opens an area."""
_FEW_UNCERTAIN = 3
"""So few cells, each at least likely, may be uncertain where one of them is clicked."""
_WORST_GUESS = 0.5
"""Risk above which a guess on an uncertain board is worse than none."""
_NEVER_YET = "No first click in this client has been a mine yet."
_MARKED = "Some clients do not open a cell with a question mark: the mark goes first."


def decide(  # noqa: PLR0913 - each is named at the call
    reading: Reading,
    settings: PlaySettings,
    *,
    game: int,
    step: int,
    free: frozenset[Cell] = frozenset(),
    client: Client | None = None,
) -> Decision:
    """Decide what to do about a reading; the same input always gives the same moves.

    `free` are cells that this game has already opened: where one of them is uncertain, it is at
    least no mine. `client` is the client that is played and whose rules may be relied on.
    """
    client = client or Client()
    seed = f"{settings.seed}/{game}/{step}"
    decision = _decide(reading, settings, seed, free, client.rules)
    refusal = reading_refusal(reading, decision)
    if refusal is not None:
        decision = replace(decision, moves=(), refusal=refusal)
    decision = guess_by_lone_zeros(
        decision, lambda board: analyze(_without(board, free), ANALYSIS_LIMIT)
    )
    if client.learned.distrusted:
        decision = as_guess(decision)
    moves = tuple(_unmarked(move, reading.board) for move in decision.moves)
    if client.learned.first_click is not None and spares_first_click(reading, client.rules):
        moves = tuple(replace(move, why=_NEVER_YET) for move in moves)
    return replace(decision, client=client.name, learned=client.learned, moves=moves)


def _unmarked(move: Move, board: Board) -> Move:
    """Return a move; to take the question mark off a cell where that is to be opened."""
    if move.kind is not MoveKind.OPEN or board[move.cell] != QUESTION:
        return move
    return Move(MoveKind.CLEAR, move.cell, why=_MARKED)


def _decide(
    reading: Reading,
    settings: PlaySettings,
    seed: str,
    free: frozenset[Cell],
    rules: ClientProfile,
) -> Decision:
    board = reading.board
    # The total counts the mines that a cut hides, too: nothing follows from it then.
    if board.mines is None and settings.mines is not None and not any(reading.cut):
        board = board.with_mines(settings.mines)
    phase = _certain_phase(reading)
    if phase in (Phase.WON, Phase.LOST):
        # A message may lie over the last board: what it hides proves nothing about the rest.
        board = board.with_cells(dict.fromkeys(reading.uncertain, UNREAD))
        return Decision(board, analyze(board, ANALYSIS_LIMIT), (), phase=phase)
    if reading.uncertain:
        over = reading.phase in (Phase.WON, Phase.LOST)
        decision = _by_certain_cells(board, reading, settings, free)
        return replace(decision, phase=phase) if over and decision.moves else decision
    analysis = analyze(board, ANALYSIS_LIMIT)
    if not analysis.consistent or covered_up(reading):
        return Decision(board, analysis, (), phase=reading.phase)
    openable = any(cell not in analysis.mines for cell in board.find({HIDDEN, QUESTION}))
    if not openable and not any(cell in analysis.safe for cell in board.find(OPENABLE)):
        # Some clients show nothing special when a game is won: all that is left are mines.
        return Decision(board, analysis, (), phase=Phase.WON)
    # A generator of its own for each step: a replay can decide any single step again.
    random = Random(seed)  # noqa: S311 - a choice, not a secret
    strategy = find_strategy(settings.strategy)
    if not analysis.safe and board.mines is None and reading.assumed_mines is not None:
        return _with_usual_total(board, analysis, reading, strategy, random, rules)
    moves = _spared(tuple(strategy.choose(board, analysis, random)), reading, rules)
    # A chord without flags opens nothing, so asking for chords asks for the flags they need.
    flags = "needed" if settings.chord and settings.flags == "none" else settings.flags
    moves = arrange(moves, board, analysis, flags=flags, chord=settings.chord)
    return Decision(board, analysis, moves, phase=reading.phase)


def _certain_phase(reading: Reading) -> Phase:
    """Return the phase that the certain cells show: an uncertain mine ends no game."""
    if not reading.uncertain:
        return reading.phase
    return phase_of(reading.board.with_cells(dict.fromkeys(reading.uncertain, UNREAD)))


def _by_certain_cells(
    board: Board, reading: Reading, settings: PlaySettings, free: frozenset[Cell]
) -> Decision:
    """Decide with every uncertain cell taken as unreadable: it may be anything.

    What follows from the certain cells alone is certain all the same. Where nothing does, the best
    guess is made as a guess: it uses the certain cells, and the others as far as they are likely.
    """
    uncertain = reading.uncertain
    masked = board.with_cells({cell: UNREAD for cell in uncertain if not _clickable(reading, cell)})
    analysis = analyze(_without(masked, free), ANALYSIS_LIMIT)
    whole = not any(reading.cut)
    if whole and analysis.consistent and _all_mines(masked, free):
        return Decision(masked, analysis, (), phase=Phase.WON)
    if not analysis.consistent or covered_up(reading):
        return Decision(masked, analysis, (), phase=reading.phase)
    safe = [c for c in masked.find({HIDDEN, QUESTION}) if c in analysis.safe]
    if safe:
        why = "It is safe whatever the uncertain cells are."
        moves = tuple(Move(MoveKind.OPEN, cell, why=why) for cell in safe)
        return Decision(masked, analysis, moves, phase=reading.phase, partial=True)
    if whole and _all_done(board, analysis, reading, free):
        return Decision(masked, analysis, (), phase=Phase.WON)
    guess = (
        _guess_despite_uncertain(board, _without(masked, free), reading)
        if whole and settings.guess != "never"
        else None
    )
    moves = () if guess is None else (guess,)
    return Decision(masked, analysis, moves, phase=reading.phase, partial=guess is not None)


def _without(masked: Board, free: frozenset[Cell]) -> Board:
    """Return a board to be analysed: unreadable cells that are known to be free hold no mine."""
    known = [cell for cell in masked.find({UNREAD}) if cell in free]
    # To the solver a wrong flag is a free cell whose number is not known, which is just this.
    return masked.with_cells(dict.fromkeys(known, WRONG_FLAG))


def _clickable(reading: Reading, cell: Cell) -> bool:
    """Return True if an uncertain cell may be clicked where it is proven safe: it is likely hidden.

    A click on a safe cell does no harm even if it is open already, but it must be a cell: something
    that lies over the board leaves many cells uncertain, and looks like none.
    """
    few = len(reading.uncertain) <= _FEW_UNCERTAIN
    likely = reading.confidence[cell] >= LIKELY
    return few and bool(likely) and reading.board[cell] in (HIDDEN, QUESTION)


def _all_done(board: Board, analysis: Analysis, reading: Reading, free: frozenset[Cell]) -> bool:
    """Return True if nothing is left to open: all hidden cells are mines."""
    opened = all(
        cell in free
        or cell in analysis.mines
        or (board[cell] <= MAX_NUMBER and reading.confidence[cell] >= LIKELY)
        for cell in reading.uncertain
    )
    return opened and all(cell in analysis.mines for cell in board.find(OPENABLE))


def _all_mines(masked: Board, free: frozenset[Cell]) -> bool:
    """Return True if every cell that is no certain clue must be a mine: the game is won.

    Clients show mines in images of their own then. A cell that was opened is none of them.
    """
    unreadable = [cell for cell in masked.find({UNREAD}) if cell not in free]
    if not unreadable or len(unreadable) + masked.count(OPENABLE) > MOST_MINES * len(masked.cells):
        return False
    shown = masked.with_cells(dict.fromkeys(unreadable, HIDDEN))
    analysis = analyze(_without(shown, free), ANALYSIS_LIMIT)
    return analysis.consistent and all(cell in analysis.mines for cell in shown.find(OPENABLE))


def _guess_despite_uncertain(board: Board, masked: Board, reading: Reading) -> Move | None:
    """Return the guess of least risk, None where there is none.

    The risk is that of the board as read, weighted by how likely the uncertain cells are, and for
    the rest that of the board without them. A cell that is safe by a few uncertain numbers depends
    on those alone.
    """
    uncertain = reading.uncertain
    trust = float(np.prod([reading.confidence[cell] for cell in uncertain]))
    read, blind = analyze(board, ANALYSIS_LIMIT), analyze(masked, ANALYSIS_LIMIT)
    if board.mines is None and reading.assumed_mines is not None:
        usual = analyze(masked.with_mines(reading.assumed_mines), ANALYSIS_LIMIT)
        if usual.consistent:
            read = analyze(board.with_mines(reading.assumed_mines), ANALYSIS_LIMIT)
            blind = usual
    trust = trust if read.consistent and read.exact and UNREAD not in board.cells else 0.0
    best: tuple[float, Cell] | None = None
    for cell in (read if trust else blind).ranking:
        unknown, known = blind.probability[cell], read.probability[cell] if trust else 0.0
        if cell in uncertain or board[cell] not in (HIDDEN, QUESTION) or unknown is None:
            continue
        risk = trust * (known or 0.0) + (1 - trust) * unknown
        if best is None or risk < best[0]:
            best = risk, cell
    doubted = safe_if_read(board, masked, reading, blind)
    if doubted is not None and (doubted.probability or 0.0) <= (best[0] if best else _WORST_GUESS):
        return doubted
    if best is None or best[0] > _WORST_GUESS:
        return None
    cells = f"{'cell' if len(uncertain) == 1 else 'cells'} {names_of(uncertain)}"
    why = (
        f"Nothing is certain while the {cells} {'is' if len(uncertain) == 1 else 'are'} uncertain."
    )
    return Move(MoveKind.OPEN, best[1], best[0], certain=False, why=why)


def spares_first_click(reading: Reading, rules: ClientProfile) -> bool:
    """Return True if the next click is the first of a game, and its client never makes it a mine.

    Many programs are drawn alike, so the client must be known by its window.
    """
    known = bool(rules.titles or rules.classes)
    return reading.phase is Phase.READY and known and rules.first_click is not FirstClick.NONE


def _spared(moves: tuple[Move, ...], reading: Reading, rules: ClientProfile) -> tuple[Move, ...]:
    """Take the risk out of a first click that the client is known to spare; it stays a guess.

    What is known of a client is not proven by the board, so the move is announced all the same.
    """
    if not spares_first_click(reading, rules):
        return moves
    why = "The first click of this client is never a mine."
    spared = tuple(replace(move, probability=0.0, why=why) for move in moves)
    if rules.first_click is FirstClick.ZERO and len(spared) == 1:
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
    rules: ClientProfile,
) -> Decision:
    """Guess better with the mine total that such boards usually have; nothing becomes certain."""
    usual = board.with_mines(reading.assumed_mines)
    estimate = analyze(usual, ANALYSIS_LIMIT)
    if not estimate.consistent:
        moves = tuple(strategy.choose(board, analysis, random))
        return Decision(board, analysis, moves, phase=reading.phase)
    if all(cell in estimate.mines for cell in usual.find(UNOPENED)):
        # A cell among mines only, which no number tells of: with this total it is one of them.
        return Decision(usual, estimate, (), phase=Phase.WON)
    why = f"if the board has the usual {reading.assumed_mines} mines"
    chosen = strategy.choose(usual, estimate, random)[:1]
    moves = tuple(replace(m, certain=False, why=f"{m.why} ({why})".strip()) for m in chosen)
    return Decision(usual, estimate, _spared(moves, reading, rules), phase=reading.phase)
