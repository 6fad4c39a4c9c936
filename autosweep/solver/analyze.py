"""`analyze(board)`: everything that can be known about a position, as one short pipeline.

Gather the constraints, count, and where counting is too large keep what single clues prove. Pure:
nothing here knows where the mines are, and nothing heavier than the board room is imported.
"""

from __future__ import annotations

from collections.abc import Iterable

from autosweep.board.board import COVERED, FLAG, Board
from autosweep.errors import BadInput, TooLarge
from autosweep.limit import Limit
from autosweep.solver.analysis import Analysis, Probabilities
from autosweep.solver.constraints import MINE_TOTAL, Contradiction, Problem, deduce, gather
from autosweep.solver.counting import Count, count
from autosweep.solver.ranking import best_move, rank


def analyze(board: Board, limit: Limit | None = None, *, trust_flags: bool = False) -> Analysis:
    """Find out all that can be known about a position.

    Flags are the player's opinion and ignored, save with `trust_flags`, where they are mines.
    Unread cells may be anything. An inconsistent board is an answer, not an error. Where `limit`
    does not suffice, `exact` is False and only proven cells are given. Raises BadInput for boards
    with rule variants.
    """
    if board.rules:
        msg = f"Rule variants ({', '.join(board.rules)}) are not supported here yet."
        raise BadInput(msg, remedy="Remove the `rules:` line to analyse it as an ordinary board.")
    problem = gather(board, trust_flags=trust_flags)
    try:
        known = count(problem, limit)
    except Contradiction as error:
        return _inconsistent(board, error, trust_flags=trust_flags)
    except TooLarge as error:
        return _cut_short(board, problem, error, trust_flags=trust_flags)
    return _counted(board, known, trust_flags=trust_flags)


def _counted(board: Board, known: Count, *, trust_flags: bool) -> Analysis:
    """Put the result of counting into the words of the board."""
    flags = _trusted(board, trust_flags=trust_flags)
    values: list[float | None] = [
        known.probability.get(i) if code in COVERED else None for i, code in enumerate(board.cells)
    ]
    for i in flags:
        values[i] = 1.0
    total = "" if board.mines is not None else " (mine total unknown: 1 cell in 5 by assumption)"
    why = f"All layouts that fit were counted{total}."
    return _result(
        board,
        safe_places=known.safe,
        mine_places=known.mines | flags,
        values=values,
        solutions=known.solutions,
        why=why,
    )


def _cut_short(board: Board, problem: Problem, error: TooLarge, *, trust_flags: bool) -> Analysis:
    """Keep what single clues prove."""
    found = deduce(problem)
    flags = _trusted(board, trust_flags=trust_flags)
    values: list[float | None] = [None] * len(board.cells)
    return _result(
        board,
        safe_places=found.safe,
        mine_places=found.mines | flags,
        values=values,
        solutions=None,
        why=str(error),
    )


def _result(  # noqa: PLR0913 - the parts of one value
    board: Board,
    *,
    safe_places: Iterable[int],
    mine_places: Iterable[int],
    values: list[float | None],
    solutions: int | None,
    why: str,
) -> Analysis:
    safe = frozenset(board.cell(i) for i in safe_places if board.cells[i] in COVERED)
    mines = frozenset(board.cell(i) for i in mine_places if board.cells[i] in COVERED)
    ranking = rank(board, values, safe, mines)
    return Analysis(
        consistent=True,
        safe=safe,
        mines=mines,
        probability=Probabilities(board.rows, board.cols, tuple(values)),
        solutions=solutions,
        exact=solutions is not None,
        ranking=ranking,
        best=best_move(board, ranking, values, safe, mines),
        why=why,
        wrong_flags=frozenset(cell for cell in safe if board[cell] == FLAG),
    )


def _trusted(board: Board, *, trust_flags: bool) -> frozenset[int]:
    """Return the flags that were taken for mines."""
    if not trust_flags:
        return frozenset()
    return frozenset(i for i, code in enumerate(board.cells) if code == FLAG)


def _inconsistent(board: Board, error: Contradiction, *, trust_flags: bool) -> Analysis:
    """Say which clues cannot hold together."""
    clues = sorted(origin for origin in error.origins if origin != MINE_TOTAL)
    whole_board = len(clues) == sum(code <= 8 for code in board.cells)
    parts = []
    if clues and not whole_board:
        parts.append(_name_numbers(board, clues))
    elif clues:
        parts.append("the numbers")
    if MINE_TOTAL in error.origins:
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


def _name_numbers(board: Board, clues: list[int]) -> str:
    """Name a few numbers by their cells."""
    names = [f"{r},{c}" for r, c in map(board.cell, clues)]
    if len(names) == 1:
        return f"the number at {names[0]}"
    if len(names) <= 6:
        return f"the numbers at {', '.join(names[:-1])} and {names[-1]}"
    return f"the {len(names)} numbers from {names[0]} to {names[-1]}"
