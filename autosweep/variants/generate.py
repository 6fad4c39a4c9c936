"""Puzzles under given rules that are solved without guessing, from a chosen number of clues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from autosweep.errors import RuleError, TooLarge
from autosweep.limit import Limit
from autosweep.rules.puzzle import Clue, Puzzle, from_rows
from autosweep.rules.registry import TAGS, RuleSet, clue_rule
from autosweep.solver.budget import Budget
from autosweep.variants.session import Session
from autosweep.variants.solve import DEFAULT_LIMIT, forced_cells


def random_layout(empty: Puzzle, random: Random, limit: Limit) -> frozenset[int] | None:
    """Return a layout that obeys a puzzle's rules, chosen at random; None where there is none.

    Not all layouts are equally likely: each cell in turn gets what was drawn for it where the rules
    and the cells before allow it. Raises TooLarge out of time.
    """
    cells = list(empty.hidden)
    random.shuffle(cells)
    wanted = 2 * len(cells) // 5 if empty.mines is None else empty.mines
    wishes = [i + 1 if k < wanted else -(i + 1) for k, i in enumerate(cells)]
    random.shuffle(wishes)
    with Session(empty, limit=limit) as session:
        if not session.ask([]):
            return None
        mines = session.mines()
        for literal in wishes:
            if (abs(literal) - 1 in mines) == (literal > 0):
                session.fix(literal)
            elif session.ask([literal]):
                session.fix(literal)
                mines = session.mines()
            else:
                session.fix(-literal)
        return mines


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle with its solution."""

    puzzle: Puzzle
    """What is shown at the start."""
    solution: Puzzle
    """The same with every safe cell open and every mine flagged."""
    tries: int
    """Layouts that were tried."""


@dataclass(frozen=True, slots=True)
class Order:
    """What kind of puzzle is wanted."""

    rows: int
    cols: int
    mines: int
    rules: RuleSet
    clues: int
    """Clues shown at the start."""
    at_once: bool = False
    """Whether these alone decide every cell; otherwise opened cells give their clues as well."""


_PROBE = Limit(seconds=3.0)
"""Time to find out whether the rules allow a mine total."""


def usual_mines(rows: int, cols: int, rules: RuleSet) -> int:
    """Return a usual mine total that the rules allow; raises RuleError where none is found."""
    cells = rows * cols
    sparse = {"D", "A", "H", "U", "D'", "2B'"} & set(rules.layout)
    wanted = round(cells * (0.31 if sparse else 0.4))
    for mines in sorted(range(1, cells), key=lambda mines: (abs(mines - wanted), mines)):
        with (
            suppress(TooLarge),
            Session(Puzzle(rows, cols, mines, rules, {}), limit=_PROBE) as session,
        ):
            if session.ask([]):
                return mines
    msg = f"No layout of {rows} x {cols} cells obeys {rules}."
    raise RuleError(msg, remedy="Choose another size or other rules.")


def make_puzzle(
    order: Order,
    random: Random,
    limit: Limit,
    progress: Callable[[int, int], None] = lambda tries, clues: None,  # noqa: ARG005 - silence
) -> Made:
    """Make a puzzle that is solved without guessing.

    `progress` is told the layouts tried and the clues that the last one needed. Raises RuleError
    where no layout obeys the rules and TooLarge where no puzzle was found within the limit.
    """
    empty = from_rows([["?"] * order.cols] * order.rows, order.mines, order.rules)
    budget = Budget(limit)
    tries = 0
    while True:
        budget.look()
        mines = random_layout(empty, random, limit)
        if mines is None:
            raise _no_layout(order)
        tries += 1
        dealt = deal_clues(empty, mines, random)
        if dealt is None or len(dealt) < order.clues:
            continue
        given = _choose(order, empty, dealt, random, budget)
        progress(tries, len(given))
        if len(given) <= order.clues:
            puzzle = empty.with_clues({cell: dealt[cell] for cell in sorted(given)})
            return Made(puzzle, _opened(empty, mines, dealt), tries)


def _no_layout(order: Order) -> RuleError:
    size = f"{order.rows} x {order.cols} cells with {order.mines} mines"
    msg = f"No layout of {size} obeys {order.rules}."
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
        dealt = rule.deal(puzzle.field, mines, random)
        if dealt is not None:
            options.append({cell: Clue(name, value) for cell, value in dealt.items()})
    if not options:
        return None
    return {cell: random.choice(options)[cell] for cell in options[0]}


def _opened(empty: Puzzle, mines: frozenset[int], dealt: Mapping[int, Clue]) -> Puzzle:
    return replace(empty, clues=dict(dealt), flags=mines)


def _choose(
    order: Order, empty: Puzzle, dealt: Mapping[int, Clue], random: Random, budget: Budget
) -> list[int]:
    """Return clues from which the puzzle is solved: as many as wanted where that was possible."""
    cells = sorted(dealt)
    given = random.sample(cells, order.clues)
    while stuck := _stuck(order, empty, dealt, given):
        budget.look()
        given.append(random.choice(stuck))
    for cell in random.sample(given, len(given)):
        if len(given) <= order.clues:
            break
        budget.look()
        fewer = [other for other in given if other != cell]
        if not _stuck(order, empty, dealt, fewer):
            given = fewer
    return given


def _stuck(order: Order, empty: Puzzle, dealt: Mapping[int, Clue], given: list[int]) -> list[int]:
    """Return the safe cells that stay undecided without guessing; none where it is solved."""
    puzzle = empty.with_clues({cell: dealt[cell] for cell in given})
    while True:
        found = forced_cells(puzzle, DEFAULT_LIMIT)
        undecided = len(puzzle.hidden) - len(found.safe) - len(found.mines)
        if undecided == 0:
            return []
        if order.at_once or not found.safe:
            return [cell for cell in dealt if cell not in puzzle.clues and cell not in found.safe]
        puzzle = puzzle.with_clues({cell: dealt[cell] for cell in found.safe})
        puzzle = replace(puzzle, flags=puzzle.flags | found.mines)
