"""`explain(board, cell)`: why a cell is safe or a mine, or what is known where it is neither.

A claim that is certain comes with a smallest set of clues that forces it and with steps in plain
words. An open cell comes with its probability, how many layouts there are each way and an example
of both. Pure: nothing here knows where the mines are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from autosweep.board.board import OPENABLE, UNREAD, Board
from autosweep.errors import BadInput, InconsistentBoard, TooLarge
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.solver.analysis import Analysis
from autosweep.solver.analyze import analyze
from autosweep.solver.constraints import Problem, gather
from autosweep.solver.layout_counter import find_counter
from autosweep.solver.proof_steps import Step, steps_of, technique_of
from autosweep.solver.reasons import Reasons, find_reasons
from autosweep.solver.techniques import find_proof
from autosweep.solver.witness import Witness, given, layout_with
from autosweep.solver.wording import Narrator

_MAX_COUNTED = 2000
"""On boards with more hidden cells the layouts, numbers of many hundred digits, take seconds."""


class Claim(Enum):
    """What is known of a cell."""

    SAFE = "safe"
    MINE = "mine"
    OPEN = "open"
    """There are layouts with a mine there and layouts without."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a cell is what it is."""

    cell: Cell
    claim: Claim
    because: tuple[Cell, ...] = ()
    """The clues used, in reading order."""
    mine_count: bool = False
    """Whether the mine total was used too."""
    minimum: bool = True
    """Whether no smaller set of clues would do."""
    technique: str = ""
    """The simplest technique that works, as players call it; empty for an open cell."""
    steps: tuple[str, ...] = ()
    """The reason in plain words."""
    proof: tuple[Step, ...] = ()
    """The same with everything a checker needs."""
    probability: float | None = None
    """Chance of a mine; None where the layouts could not be counted."""
    layouts: tuple[int, int] | None = None
    """For an open cell: layouts with a mine there and without; None where not counted in time."""
    witness: Witness = field(default_factory=Witness)
    """For an open cell: an example of each."""


def explain(
    board: Board, cell: Cell, limit: Limit | None = None, *, analysis: Analysis | None = None
) -> Explanation:
    """Say why a hidden cell is safe or a mine, or that it is open.

    `analysis`, where it is known already, saves the counting. Raises BadInput for a cell that is
    not hidden, InconsistentBoard where no layout fits and TooLarge where a limit was reached
    before the claim was known.
    """
    require_hidden(board, cell)
    known = analyze(board, limit) if analysis is None else analysis
    if not known.consistent:
        raise InconsistentBoard(known.why)
    problem = gather(board)
    if cell in known.safe or cell in known.mines:
        return explain_certain(board, problem, cell, mine=cell in known.mines, limit=limit)
    if not known.exact:
        for mine in (True, False):
            found = find_reasons(problem, board.index(cell), mine=mine, limit=limit)
            if found is not None:
                return tell(board, problem, cell, found, mine=mine)
    return _open(board, problem, cell, known, limit)


def require_hidden(board: Board, cell: Cell) -> None:
    """Raise BadInput unless a cell is on the board and hidden."""
    r, c = cell
    if not (0 <= r < board.rows and 0 <= c < board.cols):
        msg = f"Cell {r},{c} is not on a board of {board.rows} x {board.cols}."
        raise BadInput(msg, remedy="Rows and columns count from 0; the row comes first.")
    if board[cell] not in OPENABLE:
        what = "could not be read" if board[cell] == UNREAD else "is not hidden"
        msg = f"Cell {r},{c} (`{board.symbol(cell)}`) {what}, so there is nothing to explain."
        raise BadInput(msg, remedy="Ask about a hidden, flagged or question-marked cell.")


def explain_certain(  # noqa: PLR0913 - the position, the claim and the budget
    board: Board,
    problem: Problem,
    cell: Cell,
    *,
    mine: bool,
    known: Mapping[int, bool] | None = None,
    limit: Limit | None = None,
) -> Explanation:
    """Explain a claim that is known to be certain.

    `problem` may be less than the board says where `known` cells were taken out of it.
    """
    reasons = find_reasons(problem, board.index(cell), mine=mine, limit=limit)
    if reasons is None:
        msg = f"Cell {cell[0]},{cell[1]} is not {'a mine' if mine else 'safe'} for certain."
        raise TooLarge(msg)
    return tell(board, problem, cell, reasons, mine=mine, known=known)


def tell(  # noqa: PLR0913 - the position, the claim and the reasons
    board: Board,
    problem: Problem,
    cell: Cell,
    reasons: Reasons,
    *,
    mine: bool,
    known: Mapping[int, bool] | None = None,
) -> Explanation:
    """Put reasons that force a cell into words."""
    proof = find_proof(
        reasons,
        board.index(cell),
        mine=mine,
        unknown=problem.unknown,
        mines_left=problem.mines_left,
    )
    narrator = Narrator(board, known)
    steps = steps_of(proof, board, narrator)
    return Explanation(
        cell,
        Claim.MINE if mine else Claim.SAFE,
        tuple(board.cell(origin) for origin in sorted(clue.origin for clue in reasons.clues)),
        mine_count=reasons.mine_count,
        minimum=reasons.minimum,
        technique=technique_of(proof, narrator),
        steps=tuple(step.text for step in steps),
        proof=steps,
        probability=float(mine),
    )


def _open(
    board: Board, problem: Problem, cell: Cell, known: Analysis, limit: Limit | None
) -> Explanation:
    layouts = _count_both(problem, board.index(cell), limit) if known.exact else None
    probability = known.probability[cell]
    found = Explanation(
        cell,
        Claim.OPEN,
        probability=probability if known.exact else None,
        layouts=layouts,
        witness=Witness(
            _example(board, problem, cell, limit, mine=True),
            _example(board, problem, cell, limit, mine=False),
        ),
    )
    return replace(found, steps=(_say_open(found, board),))


def _count_both(problem: Problem, cell: int, limit: Limit | None) -> tuple[int, int] | None:
    """Count the layouts with a mine in a cell and without; None where that takes too long."""
    if len(problem.unknown) > _MAX_COUNTED:
        return None
    allowed = Limit() if limit is None else limit
    counter = find_counter()
    try:
        with_mine, without = (
            counter.count(given(problem, {cell: mine}), allowed).solutions for mine in (True, False)
        )
    except TooLarge:
        return None
    return with_mine, without


def _example(
    board: Board, problem: Problem, cell: Cell, limit: Limit | None, *, mine: bool
) -> tuple[str, ...] | None:
    try:
        return layout_with(board, problem, {cell: mine}, limit)
    except TooLarge:
        # the counts say as much: an example is worth no failure
        return None


def _say_open(found: Explanation, board: Board) -> str:
    r, c = found.cell
    if found.probability is None:
        return f"{r},{c} is open: there is a layout with a mine there and one without."
    chance = f"{100 * found.probability:.3g}%"
    if found.layouts is None:
        return f"{r},{c} is open: {chance} mine."
    mine, safe = found.layouts
    assumed = "" if board.mines is not None else " (the mine total is not known)"
    ways = f"{say_count(mine)} layout{'' if mine == 1 else 's'} with a mine there"
    return f"{r},{c} is open: {chance} mine, {ways} and {say_count(safe)} without{assumed}."


def say_count(number: int) -> str:
    """Return a number as a person reads it: all digits, or about how large it is."""
    if number < 10**9:
        return f"{number:,}"
    # digits beyond the third are of no use, and Python is slow to write thousands of them
    power = int(number.bit_length() * 0.30102999566398)
    while 10**power > number:
        power -= 1
    while 10 ** (power + 1) <= number:
        power += 1
    lead = number // 10 ** (power - 2)
    return f"about {lead // 100}.{lead % 100:02d}e{power}"
