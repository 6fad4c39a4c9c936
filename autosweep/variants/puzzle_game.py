"""A game of a variant: opening a cell gives its clue under the rules, opening a mine ends it.

The only code here that knows where the mines are.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from random import Random

from autosweep.errors import BadInput, InconsistentBoard
from autosweep.limit import Limit
from autosweep.rules.puzzle import Clue, Puzzle
from autosweep.variants.layouts import random_layout
from autosweep.variants.puzzle_generator import deal_clues
from autosweep.variants.solve import DEFAULT_LIMIT


class PuzzlePhase(Enum):
    """Where a game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class PuzzleGame:
    """A puzzle being played."""

    def __init__(self, puzzle: Puzzle, solution: Puzzle) -> None:
        self.puzzle = puzzle
        """What the player sees; flags are the player's own."""
        self.solution = solution
        self.state = PuzzlePhase.PLAYING
        self.mistakes: list[int] = []
        """Mines that were opened."""

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle, random: Random, limit: Limit | None = None) -> PuzzleGame:
        """Start a puzzle whose solution is not given: any layout that fits is taken.

        Where its clues share a secret, cells opened later show none. Raises InconsistentBoard.
        """
        mines = random_layout(puzzle, random, limit or DEFAULT_LIMIT)
        if mines is None:
            msg = "No mine layout fits the puzzle."
            raise InconsistentBoard(msg, remedy="`autosweep variant solve` names the conflict.")
        dealt = None
        if all(rule.independent for rule in puzzle.clue_rules):
            dealt = deal_clues(puzzle, mines, random)
        clues: dict[int, Clue] = {**(dealt or {}), **puzzle.clues}
        opened = frozenset(puzzle.shape.cells()) - mines - clues.keys()
        return cls(puzzle, replace(puzzle, clues=clues, blank=opened, flags=mines))

    def open(self, cell: int) -> str:
        """Open a cell and say what happened; raises BadInput where it cannot be opened."""
        self._require_hidden(cell)
        name = self.puzzle.shape.name(cell)
        if cell in self.solution.flags:
            self.state = PuzzlePhase.LOST
            self.mistakes.append(cell)
            return f"{name} was a mine: lost."
        clue = self.solution.clues.get(cell)
        if clue is None:
            self.puzzle = replace(self.puzzle, blank=self.puzzle.blank | {cell})
        else:
            self.puzzle = self.puzzle.with_clues({cell: clue})
        if len(self.puzzle.hidden) + len(self.puzzle.flags) == len(self.solution.flags):
            self.state = PuzzlePhase.WON
            return f"{name} is safe: all safe cells are open, won."
        said = "no clue" if clue is None else f"{clue.rule}:{clue}"
        return f"{name} is safe: {said}."

    def flag(self, cell: int) -> str:
        """Mark a hidden cell as a mine, or take the mark away."""
        name = self.puzzle.shape.name(cell)
        if cell in self.puzzle.flags:
            self.puzzle = replace(self.puzzle, flags=self.puzzle.flags - {cell})
            return f"{name} is no longer marked."
        self._require_hidden(cell)
        self.puzzle = replace(self.puzzle, flags=self.puzzle.flags | {cell})
        return f"{name} is marked as a mine."

    def knowledge(self) -> Puzzle:
        """Return what is known for certain: the player's marks may be wrong and are left out."""
        return replace(self.puzzle, flags=frozenset())

    def _require_hidden(self, cell: int) -> None:
        name = self.puzzle.shape.name(cell)
        if cell in self.puzzle.flags:
            msg = f"Cell {name} is marked as a mine."
            raise BadInput(msg, remedy="Take the mark away first: flag it again.")
        if cell not in self.puzzle.hidden:
            msg = f"Cell {name} is open already."
            raise BadInput(msg, remedy="Choose a cell that shows `?`.")
