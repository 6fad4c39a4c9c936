"""Puzzles under given rules that are solved without guessing, from a chosen number of clues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from autosweep.errors import RuleError, TooLarge
from autosweep.limit import Limit
from autosweep.rules.board_shape import BoardShape
from autosweep.rules.layout_catalogue import quad_outside_least
from autosweep.rules.puzzle import Clue, Puzzle, from_rows
from autosweep.rules.rule_sets import TAGS, RuleSet, clue_rule
from autosweep.solver.budget import Budget
from autosweep.variants.layouts import NearestTotal, random_layout
from autosweep.variants.solve import DEFAULT_LIMIT, forced_cells


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A puzzle with its solution."""

    puzzle: Puzzle
    """What is shown at the start."""
    solution: Puzzle
    """The same with every safe cell open and every mine flagged."""
    tries: int
    """Layouts that were tried."""


@dataclass(frozen=True, slots=True)
class PuzzleRequest:
    """What kind of puzzle is wanted."""

    rows: int
    cols: int
    mines: int
    rules: RuleSet
    clues: int
    """Clues shown at the start."""
    at_once: bool = False
    """Whether these alone decide every cell; otherwise opened cells give their clues as well."""


_PROBE = Limit(seconds=20.0)
"""Time to find out which mine total the rules allow."""


def usual_mines(rows: int, cols: int, rules: RuleSet) -> int:
    """Return a usual mine total that the rules allow; raises RuleError where none is found."""
    cells = rows * cols
    sparse = {"D", "A", "H", "U", "D'", "2B'"} & set(rules.layout)
    wanted = round(cells * (0.31 if sparse else 0.4))
    if {"O", "Q"} <= set(rules.layout):
        # the fewest possible are rare, and hard to find
        wanted = max(wanted, quad_outside_least(BoardShape(rows, cols)) + cells // 50)
    for mines in sorted(range(1, cells), key=lambda mines: (abs(mines - wanted), mines)):
        try:
            layout = random_layout(Puzzle(rows, cols, mines, rules, {}), Random(mines), _PROBE)  # noqa: S311 - only whether there is one
        except NearestTotal as nearest:
            return nearest.mines
        except TooLarge:
            continue
        if layout is not None:
            return mines
    msg = f"No layout of {rows} x {cols} cells obeys {rules}."
    raise RuleError(msg, remedy="Choose another size or other rules.")


def make_puzzle(
    order: PuzzleRequest,
    random: Random,
    limit: Limit,
    progress: Callable[[int, int], None] = lambda tries, clues: None,  # noqa: ARG005 - silence
) -> MadePuzzle:
    """Make a puzzle that is solved without guessing.

    `progress` is told the layouts tried and the clues that the last one needed. Raises RuleError
    where no layout obeys the rules and TooLarge where no puzzle was found within the limit.
    """
    empty = from_rows([["?"] * order.cols] * order.rows, order.mines, order.rules)
    budget = Budget(limit)
    tries = 0
    while True:
        budget.check_time()
        try:
            mines = random_layout(empty, random, limit)
        except NearestTotal as nearest:
            raise _not_found(order, nearest.mines) from None
        if mines is None:
            raise _no_layout(order)
        tries += 1
        dealt = deal_clues(empty, mines, random)
        if dealt is None or len(dealt) < order.clues:
            continue
        given = _choose(order, empty, dealt, random, budget)
        progress(tries, len(given))
        if len(given) <= order.clues:
            puzzle = empty.with_clues(_some(dealt, sorted(given)))
            return MadePuzzle(puzzle, _opened(empty, mines, dealt), tries)


def _size(order: PuzzleRequest) -> str:
    return f"{order.rows} x {order.cols} cells with {order.mines} mines"


def _not_found(order: PuzzleRequest, mines: int) -> NearestTotal:
    return NearestTotal(
        mines, f"No layout of {_size(order)} that obeys {order.rules} was found in this search."
    )


def _no_layout(order: PuzzleRequest) -> RuleError:
    msg = f"No layout of {_size(order)} obeys {order.rules}."
    usual = usual_mines(order.rows, order.cols, order.rules)
    return RuleError(msg, remedy=f"{usual} mines are possible.")


def deal_clues(puzzle: Puzzle, mines: frozenset[int], random: Random) -> dict[int, Clue] | None:
    """Choose a clue for every safe cell of a layout; None where the rules give some cell none."""
    outer, _, inner = puzzle.rules.clues.partition("+")
    tag = inner or outer
    names = [puzzle.rules.clues]
    if tag in TAGS:
        wrap = f"{outer}+" if inner else ""
        names = [outer if wrap and name == "V" else wrap + name for name in TAGS[tag]]
        names = [name for name in names if not name.endswith("+2P")]
    options: list[dict[int, Clue]] = []
    state = random.getstate()
    for name in names:
        rule = clue_rule(name)
        if not rule.independent:
            # the secret must be one and the same for all rules that share it
            random.setstate(state)
        dealt = rule.deal(puzzle.shape, mines, random)
        if dealt is not None:
            options.append({cell: Clue(name, value) for cell, value in dealt.items()})
    if not options:
        return None
    return {cell: random.choice(options)[cell] for cell in options[0]}


def _opened(empty: Puzzle, mines: frozenset[int], dealt: Mapping[int, Clue]) -> Puzzle:
    return replace(empty, clues=dict(dealt), flags=mines)


def _choose(
    order: PuzzleRequest, empty: Puzzle, dealt: Mapping[int, Clue], random: Random, budget: Budget
) -> list[int]:
    """Return clues from which the puzzle is solved: as many as wanted where that was possible."""
    given = random.sample(sorted(dealt), order.clues)
    puzzle, stuck = _open_up(order, empty.with_clues(_some(dealt, given)), dealt)
    while stuck:
        budget.check_time()
        given.append(random.choice(stuck))
        puzzle, stuck = _open_up(order, puzzle.with_clues(_some(dealt, given[-1:])), dealt)
    for cell in random.sample(given, len(given)):
        if len(given) <= order.clues:
            break
        budget.check_time()
        fewer = [other for other in given if other != cell]
        if not _open_up(order, empty.with_clues(_some(dealt, fewer)), dealt)[1]:
            given = fewer
    return given


def _some(dealt: Mapping[int, Clue], cells: Iterable[int]) -> dict[int, Clue]:
    return {cell: dealt[cell] for cell in cells}


def _open_up(
    order: PuzzleRequest, puzzle: Puzzle, dealt: Mapping[int, Clue]
) -> tuple[Puzzle, list[int]]:
    """Open cells without guessing; return the puzzle then and the safe cells that stay undecided.

    There are none of these where it is solved.
    """
    while True:
        found = forced_cells(puzzle, DEFAULT_LIMIT)
        undecided = len(puzzle.hidden) - len(found.safe) - len(found.mines)
        if undecided == 0:
            return puzzle, []
        if order.at_once or not found.safe:
            left = [cell for cell in dealt if cell not in puzzle.clues and cell not in found.safe]
            return puzzle, left
        puzzle = puzzle.with_clues(_some(dealt, found.safe))
        puzzle = replace(puzzle, flags=puzzle.flags | found.mines)
