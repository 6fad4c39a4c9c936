"""What follows from a board: moves, analyses, explanations, proofs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from autosweep.jsonshapes.parts import Json, cells_json, digits

if TYPE_CHECKING:
    from autosweep.board import Board
    from autosweep.geometry import Cell
    from autosweep.rules.rule_sets import RuleSet
    from autosweep.solver.analysis import Analysis
    from autosweep.solver.explain import Explanation
    from autosweep.solver.moves import Move
    from autosweep.solver.prove import FlagsProof, Proof
    from autosweep.solver.walkthrough import Deduction
    from autosweep.solver.witness import Witness


def move_json(move: Move) -> Json:
    """Return a move without its reason."""
    return {
        "cell": list(move.cell),
        "action": move.kind.value,
        "probability": move.probability,
        "certain": move.certain,
    }


def analysis_json(board: Board, analysis: Analysis) -> Json:
    """Return an analysis as `solve --json` prints it."""
    best = analysis.best
    return {
        "rows": board.rows,
        "cols": board.cols,
        "mines": board.mines,
        "consistent": analysis.consistent,
        "solutions": None if analysis.solutions is None else digits(analysis.solutions),
        "probabilities": analysis.probability.as_rows(),
        "safe": cells_json(sorted(analysis.safe)),
        "mine": cells_json(sorted(analysis.mines)),
        "best": None if best is None else move_json(best),
        "exact": analysis.exact,
        "wrong_flags": cells_json(sorted(analysis.wrong_flags)),
        "why": analysis.why,
    }


def rule_set_json(rules: RuleSet | None) -> Json:
    """Return the rules if they are not the usual ones."""
    return {} if rules is None else {"rules": list(rules.layout), "clue_rule": rules.clues}


def used_rules_json(rules: RuleSet | None, used: Sequence[str]) -> Json:
    """Return the layout rules that a reason used, if the rules are not the usual ones."""
    return {} if rules is None else {"rules": list(used)}


def deduction_json(step: Deduction) -> Json:
    """Return a step of `solve --steps`."""
    reason = step.reason
    return {
        "safe": cells_json(step.safe),
        "mine": cells_json(step.mines),
        "technique": reason.technique,
        "because": cells_json(reason.because),
        "mine_count": reason.mine_count,
        "minimum": reason.minimum,
        "steps": list(reason.steps),
    }


def explanation_json(found: Explanation) -> Json:
    """Return an explanation as `explain --json` prints it."""
    layouts = found.layouts
    return {
        "cell": list(found.cell),
        "claim": found.claim.value,
        "because": cells_json(found.because),
        "mine_count": found.mine_count,
        "minimum": found.minimum,
        "steps": list(found.steps),
        "technique": found.technique or None,
        "proof": [
            {
                "text": step.text,
                "rule": step.rule,
                "cells": cells_json(step.cells),
                "low": step.low,
                "high": step.high,
                "clues": cells_json(step.clues),
                "mine_count": step.mine_count,
                "uses": list(step.uses),
                "depth": step.depth,
            }
            for step in found.proof
        ],
        "probability": found.probability,
        "layouts": layouts and {"mine": digits(layouts[0]), "safe": digits(layouts[1])},
        "witness": witness_json(found.witness),
    }


def witness_json(witness: Witness) -> Json:
    """Return layouts as lists of rows; null if there is none."""
    return {
        "mine": None if witness.mine is None else list(witness.mine),
        "safe": None if witness.safe is None else list(witness.safe),
    }


def proof_json(proof: Proof) -> Json:
    """Return a verdict as `prove --json` prints it.

    `claim` is what was claimed; `reason` explains what the cell is.
    """
    reason = proof.reason
    return {
        "cell": list(proof.cell),
        "claim": proof.claim.value,
        "verdict": proof.verdict.value,
        "because": cells_json(reason.because),
        "mine_count": reason.mine_count,
        "minimum": reason.minimum,
        "steps": list(reason.steps),
        "witness": witness_json(proof.witness),
        "reason": explanation_json(reason),
    }


def flags_json(proof: FlagsProof) -> Json:
    """Return the verdict on all flags, and on each, as `prove --flags --json` prints it."""
    return {
        "verdict": proof.verdict.value,
        "flags": [proof_json(flag) for flag in proof.flags],
        "because": cells_json(proof.because),
        "disagreeing": cells_json(proof.disagreeing),
        "mine_count": proof.mine_count,
        "layout": None if proof.witness is None else list(proof.witness),
    }


def check_json(
    solver: str, model: list[str] | None, conflict: Iterable[Cell] | None, *, mine_count: bool
) -> Json:
    """Return the answer of `check --json`: a layout, or the clues that contradict each other."""
    return {
        "satisfiable": model is not None,
        "model": model,
        "conflict": None if conflict is None else cells_json(conflict),
        "solver": solver,
        "mine_count": mine_count,
    }
