"""Ordinary boards under other rules: knight's, cross or liar Minesweeper on 16 x 30, say.

Gives the same answers as `solver.analyze` and `solver.explain` do for the usual rules. Clues that
are sums go to the exact counter; where it cannot count, or rules are no sums, SAT proves what is
certain and `exact` says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autosweep.board.board import FLAG, Board
from autosweep.errors import InconsistentBoard, TooLarge
from autosweep.limit import Limit
from autosweep.rules.puzzle import Puzzle
from autosweep.rules.rule_sets import RuleSet
from autosweep.solver.analysis import Analysis, Probabilities
from autosweep.solver.constraints import Contradiction
from autosweep.solver.explain import Claim, Explanation, require_hidden
from autosweep.solver.layout_counter import find_counter
from autosweep.solver.ranking import best_move
from autosweep.solver.witness import Witness
from autosweep.variants.counting import sum_problem
from autosweep.variants.hint import about_reason, say_reason
from autosweep.variants.reason_finder import Fewest, ReasonFinder
from autosweep.variants.sat_session import Kind, SatSession
from autosweep.variants.solve import solve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autosweep.geometry import Cell

_SECONDS = 20.0
_COUNTING = Limit(nodes=2_000_000, seconds=10.0)


@dataclass(frozen=True, slots=True)
class _Findings:
    """What was found out about the hidden cells of a puzzle."""

    safe: frozenset[int]
    mines: frozenset[int]
    chances: Mapping[int, float] | None
    layouts: int | None
    why: str


def analyze_variant(
    board: Board, rules: RuleSet, limit: Limit | None = None, *, trust_flags: bool = False
) -> Analysis:
    """Find out all that can be known about a board under other rules.

    As for the usual rules: an inconsistent board is an answer, and where `limit` does not suffice
    for counting, `exact` is False. Raises TooLarge where not even a layout is found in time, and
    RuleError for clues that plain numbers cannot tell.
    """
    puzzle = Puzzle.from_board(board, rules, trust_flags=trust_flags)
    try:
        known = _counted(puzzle, limit) or _proven(puzzle, limit)
    except InconsistentBoard as error:
        return Analysis(
            consistent=False,
            safe=frozenset(),
            mines=frozenset(),
            probability=Probabilities(board.rows, board.cols, (None,) * len(board.cells)),
            why=str(error),
        )
    values = [None if known.chances is None else known.chances.get(i) for i in puzzle.shape.cells()]
    risk = {
        i: float(i in known.mines) if i in known.safe | known.mines else 0.5 for i in puzzle.hidden
    }
    risk |= known.chances or {}
    ranking = tuple(board.cell(i) for i in sorted(risk, key=lambda i: (risk[i], i)))
    safe = frozenset(map(board.cell, known.safe))
    mines = frozenset(map(board.cell, known.mines))
    estimates = tuple(risk.get(i) for i in puzzle.shape.cells())
    return Analysis(
        consistent=True,
        safe=safe,
        mines=mines,
        probability=Probabilities(board.rows, board.cols, tuple(values)),
        layouts=known.layouts,
        exact=known.chances is not None,
        ranking=ranking,
        best=best_move(board, ranking, estimates, safe, mines),
        why=known.why,
        wrong_flags=frozenset(cell for cell in safe if board[cell] == FLAG),
    )


def _counted(puzzle: Puzzle, limit: Limit | None) -> _Findings | None:
    """Count; None where the rules are no sums or there are too many layouts."""
    problem = sum_problem(puzzle)
    if problem is None:
        return None
    try:
        count = find_counter().count(problem, limit or _COUNTING)
    except TooLarge:
        return None
    except Contradiction:
        raise _conflict(puzzle, limit) from None
    hidden = frozenset(puzzle.hidden)
    return _Findings(
        count.safe & hidden,
        count.mines & hidden,
        {i: count.probability[i] for i in puzzle.hidden},
        count.solutions,
        f"All layouts that fit were counted, under {puzzle.rules}.",
    )


def _proven(puzzle: Puzzle, limit: Limit | None) -> _Findings:
    """Prove what is certain without counting, or count by listing where there are few."""
    found = solve(puzzle, limit or Limit(seconds=_SECONDS))
    if not found.consistent:
        raise _conflict(puzzle, limit, found.conflict)
    layouts = found.layouts
    how = "All layouts that fit were counted" if layouts else "What is certain was proven"
    return _Findings(
        found.safe,
        found.mines,
        None if layouts is None else layouts.probability,
        None if layouts is None else layouts.number,
        f"{how}, under {puzzle.rules}.",
    )


def _conflict(
    puzzle: Puzzle, limit: Limit | None, known: Fewest | None = None
) -> InconsistentBoard:
    """Name the fewest things that contradict each other."""
    if known is None:
        with ReasonFinder(puzzle, limit or Limit(seconds=_SECONDS)) as finder:
            known = finder.conflict()
    names = [say_reason(puzzle, reason) for reason in known.reasons]
    said = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
    return InconsistentBoard(f"No mine layout fits {said or 'the opened cells'}.")


def explain_variant(
    board: Board, cell: Cell, rules: RuleSet, limit: Limit | None = None
) -> tuple[Explanation, tuple[str, ...]]:
    """Say why a hidden cell is safe or a mine under other rules, or that it is open.

    The second value names the layout rules used. Raises as `explain` does.
    """
    require_hidden(board, cell)
    allowed = limit or Limit(seconds=_SECONDS)
    puzzle = Puzzle.from_board(board, rules)
    mine = board.index(cell) + 1
    with SatSession(puzzle, limit=allowed) as session:
        rows = {
            literal: _rows(session, puzzle) if session.ask([literal]) else None
            for literal in (mine, -mine)
        }
    with_mine, without = rows[mine], rows[-mine]
    if with_mine is None and without is None:
        raise _conflict(puzzle, allowed)
    if with_mine is not None and without is not None:
        name = puzzle.shape.name(board.index(cell))
        chance = _chance(puzzle, board.index(cell), allowed)
        likely = "" if chance is None else f" {100 * chance:.3g}% mine,"
        text = f"{name} is open:{likely} there is a layout with a mine there and one without."
        witness = Witness(with_mine, without)
        return Explanation(cell, Claim.OPEN, steps=(text,), probability=chance, witness=witness), ()
    literal = mine if without is None else -mine
    with ReasonFinder(puzzle, allowed) as finder:
        fewest = finder.fewest(literal)
    used = fewest.reasons
    return (
        Explanation(
            cell,
            Claim.MINE if literal > 0 else Claim.SAFE,
            tuple(board.cell(reason.cell) for reason in used if reason.kind is Kind.CLUE),
            mine_count=any(reason.kind is Kind.TOTAL for reason in used),
            minimum=fewest.minimum,
            technique="by exclusion",
            steps=tuple(_steps(puzzle, fewest, literal)),
            probability=float(literal > 0),
            witness=Witness(with_mine, without),
        ),
        tuple(reason.rule for reason in used if reason.kind is Kind.RULE),
    )


def _chance(puzzle: Puzzle, cell: int, limit: Limit) -> float | None:
    try:
        known = _counted(puzzle, limit)
    except InconsistentBoard:
        return None
    return None if known is None or known.chances is None else known.chances[cell]


def _steps(puzzle: Puzzle, fewest: Fewest, literal: int) -> list[str]:
    name = puzzle.shape.name(abs(literal) - 1)
    what, other = ("a mine", "safe") if literal > 0 else ("safe", "a mine")
    lines = []
    for reason in fewest.reasons:
        about = about_reason(puzzle, reason)
        meaning = "" if about is None else f": {about.meaning[0].lower()}{about.meaning[1:-1]}"
        lines.append(f"Given: {say_reason(puzzle, reason)}{meaning}.")
    lines.append(f"If {name} were {other}, no layout would obey all of this, so it is {what}.")
    return lines


def _rows(session: SatSession, puzzle: Puzzle) -> tuple[str, ...]:
    mines, hidden = session.mines(), frozenset(puzzle.hidden)
    texts = [
        ("*" if i in mines else ".") if i in hidden else puzzle.token(i).replace("F", "*")
        for i in puzzle.shape.cells()
    ]
    return tuple(
        " ".join(texts[r * puzzle.cols : (r + 1) * puzzle.cols]) for r in range(puzzle.rows)
    )
