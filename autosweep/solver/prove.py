"""Is a person's claim right? `prove` for one cell, `prove_flags` for all flags at once.

Proven and refuted rest on reasons as `explain` finds them; refuted and open come with layouts that
fit the board and show it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from autosweep.board.board import FLAG, Board
from autosweep.errors import BadInput, InconsistentBoard
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.solver.analyze import analyze
from autosweep.solver.constraints import MINE_TOTAL, Constraint, Problem, gather
from autosweep.solver.explain import Claim, Explanation, explain
from autosweep.solver.witness import Witness, layout_with


class Verdict(Enum):
    """What becomes of a claim."""

    PROVEN = "proven"
    REFUTED = "refuted"
    OPEN = "open"
    """Some layouts agree with the claim and some do not."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The verdict on a claim about a cell."""

    cell: Cell
    claim: Claim
    """What was claimed: SAFE or MINE."""
    verdict: Verdict
    reason: Explanation
    """Why the cell is what it is, whatever was claimed."""
    witness: Witness
    """Layouts that fit; a side is None where there is none."""


@dataclass(frozen=True, slots=True)
class FlagsProof:
    """The verdict on the claim that every flag on a board is a mine."""

    verdict: Verdict
    flags: tuple[Proof, ...]
    """Each flag by itself, in reading order."""
    because: tuple[Cell, ...] = ()
    """The fewest clues that cannot hold where no flag is wrong by itself but not all are right."""
    disagreeing: tuple[Cell, ...] = ()
    """The flags that cannot all be right, in that case."""
    mine_count: bool = False
    """Whether the mine total is needed for that."""
    witness: tuple[str, ...] | None = None
    """A layout in which every flag is a mine, or, where there is none, any that fits."""


def prove(board: Board, cell: Cell, claim: Claim, limit: Limit | None = None) -> Proof:
    """Prove or refute that a hidden cell is safe or a mine.

    Raises as `explain` does, and BadInput for a claim that is neither.
    """
    if claim is Claim.OPEN:
        msg = "A claim is `mine` or `safe`."
        raise BadInput(msg)
    reason = explain(board, cell, limit)
    witness = reason.witness
    if reason.claim is not Claim.OPEN:
        example = layout_with(board, gather(board), {}, limit)
        witness = Witness(mine=example) if reason.claim is Claim.MINE else Witness(safe=example)
    return Proof(cell, claim, _verdict(claim, reason.claim), reason, witness)


def _verdict(claimed: Claim, true: Claim) -> Verdict:
    if true is Claim.OPEN:
        return Verdict.OPEN
    return Verdict.PROVEN if true is claimed else Verdict.REFUTED


def prove_flags(board: Board, limit: Limit | None = None) -> FlagsProof:
    """Prove or refute that all flags are mines, each by itself and all together.

    Raises InconsistentBoard if no layout fits the clues and BadInput without a flag.
    """
    flags = list(board.find({FLAG}))
    if not flags:
        msg = "There is no flag on the board."
        raise BadInput(msg, remedy="Mark flags with `F`, or name a cell with --cell R,C.")
    known = analyze(board, limit)
    if not known.consistent:
        raise InconsistentBoard(known.why)
    problem = gather(board)
    proofs = []
    for cell in flags:
        reason = explain(board, cell, limit, analysis=known)
        verdict = _verdict(Claim.MINE, reason.claim)
        proofs.append(Proof(cell, Claim.MINE, verdict, reason, reason.witness))
    verdicts = {proof.verdict for proof in proofs}
    together = layout_with(board, problem, dict.fromkeys(flags, True), limit)
    if together is not None:
        verdict = Verdict.PROVEN if verdicts == {Verdict.PROVEN} else Verdict.OPEN
        return FlagsProof(verdict, tuple(proofs), witness=together)
    example = layout_with(board, problem, {}, limit)
    if Verdict.REFUTED in verdicts:
        return FlagsProof(Verdict.REFUTED, tuple(proofs), witness=example)
    clues, disagreeing, counted = _conflict(board, problem, flags)
    return FlagsProof(Verdict.REFUTED, tuple(proofs), clues, disagreeing, counted, example)


def _conflict(
    board: Board, problem: Problem, flags: list[Cell]
) -> tuple[tuple[Cell, ...], tuple[Cell, ...], bool]:
    """Return the fewest clues and flags that cannot hold together, and whether the total counts."""
    from autosweep.solver.sat import smallest_conflict

    claims = {board.index(cell): cell for cell in flags}
    extra = [Constraint(frozenset({i}), 1, 1, i) for i in claims]
    given = Problem((*problem.constraints, *extra), problem.unknown, problem.mines_left)
    conflict = smallest_conflict(given) or frozenset()
    clues = sorted(i for i in conflict if i != MINE_TOTAL and i not in claims)
    return (
        tuple(board.cell(i) for i in clues),
        tuple(claims[i] for i in sorted(conflict & claims.keys())),
        MINE_TOTAL in conflict,
    )
