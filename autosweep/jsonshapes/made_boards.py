"""Boards and puzzles that are made, and what follows from a puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from autosweep.board import metrics
from autosweep.jsonshapes.parts import Json

if TYPE_CHECKING:
    from autosweep.board import Layout
    from autosweep.generate.generated import Generated
    from autosweep.rules.puzzle import Puzzle
    from autosweep.variants.hint import Hint
    from autosweep.variants.puzzle_generator import MadePuzzle
    from autosweep.variants.sat_session import Reason
    from autosweep.variants.solve import Solution


def generated_json(generated: Generated) -> Json:
    """Return a board of `generate --json` with its figures."""
    request, layout = generated.request, generated.playable.layout
    record: Json = {
        "rows": request.rows,
        "cols": request.cols,
        "mines": request.mines,
        "seed": request.seed,
        "number": generated.number,
        "start": list(generated.start),
        "no_guess": request.no_guess,
        "first_click": request.first_click.value,
        "layout": layout.lines(),
        **layout_figures(layout),
    }
    grade = generated.grade
    if grade is not None:
        record |= {
            "mine_count": "used" if request.count_mines else "unused",
            "method": "mend" if generated.made.repaired else "draw",
            "attempts": generated.made.attempt + 1,
            "difficulty": grade.difficulty.value,
            "hardest": grade.hardest,
            "hard_steps": grade.hard_steps,
            "steps": {
                "chain": grade.chains,
                "case split": grade.splits,
                "mine count": grade.counts,
            },
        }
    return record


def layout_figures(layout: Layout) -> Json:
    """Return what can be counted on a layout."""
    mines = len(layout.mines)
    return {
        "bbbv": metrics.bbbv(layout),
        "openings": metrics.openings(layout),
        "islands": metrics.islands(layout),
        "zini": metrics.zini(layout),
        "buried": round(metrics.buried(layout) / mines, 4) if mines else 0.0,
    }


# variants


def puzzle_json(puzzle: Puzzle) -> Json:
    """Return a puzzle, in the shape that commands take too."""
    return {
        "rules": list(puzzle.rules.layout),
        "clue_rule": puzzle.rules.clues,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "mines": puzzle.mines,
        "board": puzzle.row_texts(),
    }


def made_puzzle_json(made: MadePuzzle, seed: int, *, at_once: bool) -> Json:
    """Return a puzzle of `variant generate --json` with its solution."""
    shape, mines = made.puzzle.shape, made.solution.flags
    layout = ["".join("*" if i in mines else "." for i in shape.row(r)) for r in range(shape.rows)]
    return puzzle_json(made.puzzle) | {
        "solution": made.solution.row_texts(),
        "layout": layout,
        "seed": seed,
        "given": len(made.puzzle.clues),
        "no_guess": True,
        "at_once": at_once,
    }


def solution_json(puzzle: Puzzle, solution: Solution, conflict_words: list[str] | None) -> Json:
    """Return what follows from a puzzle as `variant solve --json` prints it."""
    layouts, conflict = solution.layouts, solution.conflict
    chances = {} if layouts is None else layouts.probability
    return {
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "mines": puzzle.mines,
        "rules": list(puzzle.rules.layout),
        "clue_rule": puzzle.rules.clues,
        "consistent": solution.consistent,
        "safe": _places(puzzle, solution.safe),
        "mine": _places(puzzle, solution.mines),
        "complete": solution.complete,
        "solutions": None if layouts is None else str(layouts.number),
        "probabilities": None
        if layouts is None
        else [[chances.get(i) for i in puzzle.shape.row(r)] for r in range(puzzle.rows)],
        "conflict": conflict_words,
        "conflict_reasons": None
        if conflict is None
        else [reason_json(puzzle, reason) for reason in conflict.reasons],
        "hint": None,
    }


def variant_hint_json(puzzle: Puzzle, hint: Hint, because: list[str], text: list[str]) -> Json:
    """Return a hint as `variant hint --json` prints it; `because` and `text` are its words."""
    return {
        "cell": list(divmod(hint.cell, puzzle.cols)),
        "claim": "mine" if hint.mine else "safe",
        "because": because,
        "reasons": [reason_json(puzzle, reason) for reason in hint.because],
        "minimum": hint.minimum,
        "also": {
            "safe": _places(puzzle, (-lit - 1 for lit in hint.also if lit < 0)),
            "mine": _places(puzzle, (lit - 1 for lit in hint.also if lit > 0)),
        },
        "text": text,
    }


def reason_json(puzzle: Puzzle, reason: Reason) -> Json:
    """Return a reason with all that belongs to it."""
    if reason.cell < 0:
        rule = {"rule": reason.rule} if reason.rule else {"mines": puzzle.mines}
        return {"kind": reason.kind.value, **rule}
    clue = puzzle.clues[reason.cell]
    place = list(divmod(reason.cell, puzzle.cols))
    return {"kind": reason.kind.value, "cell": place, "rule": clue.rule, "value": str(clue)}


def _places(puzzle: Puzzle, cells: Iterable[int]) -> list[list[int]]:
    return [list(divmod(i, puzzle.cols)) for i in sorted(cells)]
