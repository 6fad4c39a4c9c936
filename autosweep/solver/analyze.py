"""`analyze(board)`: everything that can be known about a position, as one short pipeline.

Count; where counting is too large, let SAT find the certain cells; say what came out. Pure: nothing
here knows where the mines are, and a SAT solver is imported only where it is needed.
"""

from __future__ import annotations

from functools import partial

from autosweep.board.board import FLAG, MAX_NUMBER, Board
from autosweep.errors import BadInput, TooLarge
from autosweep.limit import Limit
from autosweep.solver.analysis import Analysis, Probabilities
from autosweep.solver.constraints import MINE_TOTAL, Contradiction, gather
from autosweep.solver.layout_counter import Survey, find_counter
from autosweep.solver.ranking import best_move


def analyze(board: Board, limit: Limit | None = None, *, trust_flags: bool = False) -> Analysis:
    """Find out all that can be known about a position.

    Flags are the player's opinion and ignored, save with `trust_flags`, where they are mines.
    Unread cells may be anything. An inconsistent board is an answer, not an error. Where `limit`
    does not suffice, `exact` is False and only proven cells are given. Raises BadInput for boards
    with rule variants.
    """
    refuse_variants(board)
    try:
        survey = find_counter().survey(board, limit, trust_flags=trust_flags)
    except Contradiction as error:
        return _inconsistent(board, error, trust_flags=trust_flags)
    except TooLarge as error:
        return _by_proof(board, error, trust_flags=trust_flags)
    assumed = "" if board.mines is not None else " (mine total unknown: 1 cell in 5 by assumption)"
    why = f"All layouts that fit were counted{assumed}."
    return _analysis(board, survey, why, exact=True, trust_flags=trust_flags)


def refuse_variants(board: Board) -> None:
    """Raise BadInput for a board with rule variants."""
    if board.rules:
        msg = f"Rule variants ({', '.join(board.rules)}) are not supported here yet."
        raise BadInput(msg, remedy="Remove the `rules:` line to analyse it as an ordinary board.")


def _analysis(
    board: Board, survey: Survey, why: str, *, exact: bool, trust_flags: bool
) -> Analysis:
    layouts = survey.solutions
    return Analysis(
        consistent=True,
        safe=survey.safe,
        mines=survey.mines,
        probability=Probabilities(board.rows, board.cols, survey.values),
        layouts=partial(_count_layouts, board, trust_flags=trust_flags)
        if exact and layouts is None
        else layouts,
        exact=exact,
        ranking=survey.ranking,
        best=best_move(board, survey.ranking, survey.values, survey.safe, survey.mines),
        why=why,
        wrong_flags=frozenset(cell for cell in survey.safe if board[cell] == FLAG)
        if FLAG in board.cells
        else frozenset(),
    )


def _count_layouts(board: Board, *, trust_flags: bool) -> int:
    """Count the layouts of a board that is known to be countable, exactly."""
    return find_counter().solutions(board, Limit(), trust_flags=trust_flags)


def _by_proof(board: Board, error: TooLarge, *, trust_flags: bool) -> Analysis:
    """Find the certain cells without counting."""
    from autosweep.solver.sat_survey import survey_by_sat

    try:
        survey = survey_by_sat(board, trust_flags=trust_flags)
    except Contradiction as contradiction:
        return _inconsistent(board, contradiction, trust_flags=trust_flags)
    why = f"{error} What is certain was proven without counting."
    return _analysis(board, survey, why, exact=False, trust_flags=trust_flags)


def _inconsistent(board: Board, error: Contradiction, *, trust_flags: bool) -> Analysis:
    """Say which clues cannot hold together."""
    origins = error.origins or _find_origins(board, trust_flags=trust_flags)
    clues = sorted(origin for origin in origins if origin != MINE_TOTAL)
    parts = []
    if len(clues) == sum(code <= MAX_NUMBER for code in board.cells) and clues:
        parts.append("the numbers")
    elif clues:
        parts.append(_name_numbers(board, clues))
    if MINE_TOTAL in origins:
        parts.append(f"the total of {board.mines} mines")
    what = " together with ".join(parts) or "the board"
    trusted = " when the flags are taken for mines" if trust_flags and FLAG in board.cells else ""
    return Analysis(
        consistent=False,
        safe=frozenset(),
        mines=frozenset(),
        probability=Probabilities(board.rows, board.cols, (None,) * len(board.cells)),
        why=f"No mine layout fits {what}{trusted}.",
    )


def _find_origins(board: Board, *, trust_flags: bool) -> frozenset[int]:
    """Ask the twin, which remembers where its constraints come from, for the clues at fault."""
    from autosweep.solver.pure_counter import PureCounter

    try:
        PureCounter().count(gather(board, trust_flags=trust_flags), Limit(nodes=50_000))
    except Contradiction as error:
        return error.origins
    except TooLarge:
        pass
    return frozenset()


def _name_numbers(board: Board, clues: list[int]) -> str:
    """Name a few numbers by their cells."""
    names = [f"{r},{c}" for r, c in map(board.cell, clues)]
    if len(names) == 1:
        return f"the number at {names[0]}"
    if len(names) <= 6:
        return f"the numbers at {', '.join(names[:-1])} and {names[-1]}"
    return f"the {len(names)} numbers from {names[0]} to {names[-1]}"
