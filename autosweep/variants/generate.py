"""Puzzles under given rules that are solved without guessing, from a chosen number of clues."""

from __future__ import annotations

from random import Random

from autosweep.limit import Limit
from autosweep.rules.puzzle import Puzzle
from autosweep.variants.session import Session


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
