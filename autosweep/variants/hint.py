"""A hint: the cell that follows from the fewest reasons, and those reasons in words."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from autosweep.limit import Limit
from autosweep.messages import count_of
from autosweep.rules.clue import RuleInfo
from autosweep.rules.layout_catalogue import layout_rules
from autosweep.rules.puzzle import Puzzle
from autosweep.variants.reason_finder import ReasonFinder
from autosweep.variants.sat_session import Kind, Reason
from autosweep.variants.solve import DEFAULT_LIMIT, Solution, forced_cells


@dataclass(frozen=True, slots=True)
class Hint:
    """A cell that is certain, and why."""

    cell: int
    mine: bool
    """Whether it is a mine; otherwise it is safe."""
    because: tuple[Reason, ...]
    """The fewest reasons that force it."""
    minimum: bool
    """Whether no cell needs fewer, proven."""
    also: tuple[int, ...] = ()
    """Literals of further cells that follow from the same reasons."""


def find_hint(
    puzzle: Puzzle,
    limit: Limit | None = None,
    *,
    solution: Solution | None = None,
    settled: AbstractSet[int] = frozenset(),
) -> Hint | None:
    """Return the easiest certain cell; None where none is certain or no layout fits.

    `solution`, where it is known already, saves the solving; `settled` literals need no hint.
    Raises TooLarge as `solve` does.
    """
    allowed = DEFAULT_LIMIT if limit is None else limit
    known = forced_cells(puzzle, allowed) if solution is None else solution
    wanted = [literal for literal in known.forced if literal not in settled]
    if not known.consistent or not wanted:
        return None
    with ReasonFinder(puzzle, allowed) as finder:
        literal, fewest = finder.easiest(wanted, known.example)
        others = [other for other in wanted if other != literal]
        also = finder.following(fewest.reasons, others) if fewest.minimum else []
    return Hint(abs(literal) - 1, literal > 0, fewest.reasons, fewest.minimum, tuple(also))


def say_reason(puzzle: Puzzle, reason: Reason) -> str:
    """Name a reason in a few words."""
    if reason.kind is Kind.TOTAL:
        return f"{count_of(puzzle.mines or 0, 'mine')} in total"
    if reason.kind is Kind.RULE:
        return f"rule {reason.rule}"
    clue = puzzle.clues[reason.cell]
    return f"clue {clue.rule}:{clue} at {puzzle.shape.name(reason.cell)}"


def about_reason(puzzle: Puzzle, reason: Reason) -> RuleInfo | None:
    """Return what is known about the rule of a reason; None for the mine total."""
    if reason.kind is Kind.RULE:
        return layout_rules()[reason.rule].about
    return puzzle.rule_of(reason.cell).about if reason.kind is Kind.CLUE else None


def say_cells(puzzle: Puzzle, cells: list[int]) -> str:
    """Name cells as people write them."""
    return " ".join(puzzle.shape.name(i) for i in cells)


def hint_sentences(puzzle: Puzzle, hint: Hint) -> list[str]:
    """Tell a hint in words."""
    name = puzzle.shape.name(hint.cell)
    what, other = ("a mine", "safe") if hint.mine else ("safe", "a mine")
    if not hint.because:
        rule = puzzle.clue_rules[0].about
        return [f"{name} is {what} by what {rule.id} itself demands: {rule.meaning}"]
    count = len(hint.because)
    reasons = "one reason" if count == 1 else f"{count} reasons"
    lines = [f"{name} is {what}, for {reasons}:"]
    told: set[str] = set()
    for reason in hint.because:
        about = about_reason(puzzle, reason)
        line = f"  - {say_reason(puzzle, reason)}"
        if about is not None and about.id not in told:
            told.add(about.id)
            line += f" ({about.name}: {about.meaning[0].lower()}{about.meaning[1:].rstrip('.')})"
        lines.append(line)
    together = "it" if count == 1 else "them all"
    lines.append(f"If {name} were {other}, no layout would obey {together}.")
    if hint.minimum:
        lines.append("No other cell follows from fewer reasons.")
    for mine, word in ((False, "safe"), (True, "a mine")):
        cells = [abs(lit) - 1 for lit in hint.also if (lit > 0) == mine]
        if cells:
            follow = f"From the same: {say_cells(puzzle, cells)}"
            lines.append(f"{follow} {'is' if len(cells) == 1 else 'are'} {_plural(word, cells)}.")
    return lines


def _plural(word: str, cells: list[int]) -> str:
    return "mines" if word == "a mine" and len(cells) > 1 else word
