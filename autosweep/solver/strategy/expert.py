"""The strongest player: certain cells; else an exact search of the endgame, or a look ahead.

The search is the engine's. Without a known mine total, with unreadable cells or before the first
clue there is nothing to search; then, and without the engine, it plays as `probabilistic` does.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from random import Random

from autosweep.board.board import HIDDEN, MAX_NUMBER, OPENABLE, Board
from autosweep.engine import core
from autosweep.limit import Limit
from autosweep.solver.analysis import Analysis
from autosweep.solver.moves import Move
from autosweep.solver.ranking import opening
from autosweep.solver.strategy.base import certain_moves
from autosweep.solver.strategy.expert_policy import Choice, Policy, levelled
from autosweep.solver.strategy.values import network

NODES = 10_000_000
"""What one guess may spend: looks at one cell in one layout, and for each count the cells of the
board, or the states it builds if these are more. This takes up to 0.1 seconds on expert boards (120
positions) and up to 0.6 on lattices of clues, which take longest to count."""


@dataclass(frozen=True, slots=True)
class Expert:
    """Opens what is proven; when stuck, the cell with the best prospects."""

    policy: Policy = field(default_factory=Policy)
    limit: Limit = field(default_factory=lambda: Limit(nodes=NODES))
    """For one guess. Nodes alone decide unless seconds are given too: the same board always gives
    the same move."""

    @property
    def name(self) -> str:
        """The name by which it is chosen."""
        return "expert"

    def choose(self, board: Board, analysis: Analysis, random: Random) -> list[Move]:
        """Return all proven openings, or the best guess."""
        del random
        if not analysis.consistent:
            return []
        if moves := certain_moves(board, analysis):
            return moves
        if analysis.best is None:
            return []
        choice = self.guess(board) if analysis.exact else None
        if choice is None:
            return [analysis.best]
        cell = board.cell(choice.cell)
        return [
            opening(board, cell, 1 - choice.survival, certain=False, why=_why(board, choice)),
        ]

    def guess(self, board: Board) -> Choice | None:
        """Return the best cell of a board without a certain one; None if nothing can be searched.

        Raises nothing: without the engine, and if counting is too large, the answer is None too.
        """
        codes = bytes(HIDDEN if code in OPENABLE else code for code in board.cells)
        if board.mines is None or max(codes) > HIDDEN or min(codes) > MAX_NUMBER:
            return None
        if board.mines > len(codes):
            return None
        engine = core()
        if engine is None:
            return None
        nodes = NODES if self.limit.nodes is None else self.limit.nodes
        seconds = inf if self.limit.seconds is None else self.limit.seconds
        found = engine.choose_cell(
            codes,
            board.rows,
            board.cols,
            board.mines,
            self.policy.numbers(),
            network(),
            nodes,
            seconds,
        )
        if found is None:
            return None
        (
            cell,
            survival,
            score,
            exact,
            estimate,
            second,
            second_survival,
            second_estimate,
            region,
        ) = found
        choice = Choice(cell, survival, score, exact, estimate, region=region)
        if second < 0:
            return choice
        return levelled(
            replace(
                choice,
                runner_up=second,
                runner_up_survival=second_survival,
                runner_up_estimate=second_estimate,
            )
        )


def _why(board: Board, choice: Choice) -> str:
    """Say in a sentence or two why a cell was chosen."""
    if choice.region:
        return _why_now(choice)
    if choice.exact:
        return (
            f"No cell is proven safe; this one survives with {choice.survival:.1%}"
            f" and wins the game with {choice.score:.1%}, which is the most possible."
        )
    text = (
        "No cell is proven safe; this one has the best prospects by a look ahead: it"
        f" {_prospects(choice.survival, choice.estimate)}."
    )
    if choice.runner_up is None:
        return text
    r, c = board.cell(choice.runner_up)
    second = _prospects(choice.runner_up_survival, choice.runner_up_estimate)
    return f"{text} Next best is {r},{c}: it {second}."


def _why_now(choice: Choice) -> str:
    """Say why waiting would not help."""
    if choice.coin_toss:
        text = (
            "No cell is proven safe; this is an unavoidable 50/50: nothing that can be opened"
            " elsewhere decides it, so it is guessed at once."
        )
    else:
        text = (
            "No cell is proven safe; nothing that can be opened elsewhere tells about the region of"
            f" this one, which survives with {choice.survival:.1%} and is the best there."
        )
    if choice.exact:
        return f"{text} The game is won with {choice.score:.1%}, which is the most possible."
    return f"{text} The game is won with about {choice.estimate or 0.0:.0%}."


def _prospects(survival: float, estimate: float | None) -> str:
    text = f"survives with {survival:.1%}"
    return text if estimate is None else f"{text} and wins the game with about {estimate:.0%}"
