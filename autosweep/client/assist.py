"""What the built-in game tells a player who asks: hints, steps, proofs, probabilities, reasons.

Everything is worked out from the board as the player sees it, never from where the mines are. Pure:
no window; `helper` shows what comes out of here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from autosweep.board import FLAG, OPENABLE, Board
from autosweep.errors import AutosweepError
from autosweep.geometry import Cell
from autosweep.interfaces import Button
from autosweep.limit import Limit
from autosweep.messages import count_of
from autosweep.solver.analysis import Analysis
from autosweep.solver.analyze import analyze
from autosweep.solver.explain import Claim, Explanation, explain
from autosweep.solver.prove import FlagsProof, Verdict, prove_flags
from autosweep.solver.walkthrough import next_safe

LIMIT = Limit(seconds=3.0)
"""What one answer may cost: a player does not wait longer."""


class MarkKind(Enum):
    """What a marked cell is."""

    SAFE = "safe"
    MINE = "mine"
    CLUE = "clue"
    """A clue that a reason rests on."""
    OPEN = "open"
    """Neither is certain."""
    RIGHT = "right"
    """A flag on a mine that is proven."""
    WRONG = "wrong"
    """A flag on a safe cell."""


@dataclass(frozen=True, slots=True)
class CellMark:
    """A cell to point at."""

    cell: Cell
    kind: MarkKind


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: what to say, what to point at, and the click that follows from it."""

    message: str
    marks: tuple[CellMark, ...] = ()
    move: tuple[Button, Cell] | None = None
    certain: bool = False
    """Whether the move is proven to be safe."""


class Assistant:
    """Answers questions about boards and remembers the last analysis."""

    def __init__(self, limit: Limit = LIMIT) -> None:
        self._limit = limit
        self._known: tuple[Board, Analysis] | None = None

    def analysis(self, board: Board) -> Analysis:
        """Return what is known about a board."""
        if self._known is None or self._known[0] != board:
            self._known = board, analyze(board, self._limit)
        return self._known[1]

    def hint(self, board: Board, near: Cell | None = None) -> Answer:
        """Point at a safe cell with the simplest reason, or at the best guess."""
        known = self.analysis(board)
        if not known.consistent:
            return Answer(known.why)
        found = next_safe(board, known, near, self._limit)
        if found is not None:
            undo_flag = board[found.cell] == FLAG
            button = Button.RIGHT if undo_flag else Button.LEFT
            message = say(found)
            if undo_flag:
                message = f"The flag at {_name(found.cell)} is wrong. {message}"
            return Answer(message, marks_of(found, board), (button, found.cell), certain=True)
        if known.best is None:
            return Answer("Nothing is left to open.")
        cell = known.best.cell
        chance = known.best.probability
        odds = "" if chance is None or not known.exact else f" ({100 * chance:.3g}% mine)"
        message = f"Nothing is certain here. The best guess is {_name(cell)}{odds}."
        button = Button.RIGHT if board[cell] == FLAG else Button.LEFT
        return Answer(message, (CellMark(cell, MarkKind.OPEN),), (button, cell))

    def why(self, board: Board, cell: Cell) -> Answer:
        """Return the reason why a hidden cell is safe or a mine; empty if neither is proven."""
        if board[cell] not in OPENABLE:
            return Answer("")
        try:
            found = explain(board, cell, self._limit, analysis=self.analysis(board))
        except AutosweepError as error:
            return Answer(str(error))
        return Answer(say(found), marks_of(found, board))

    def prove_flags(self, board: Board) -> Answer:
        """Judge every flag, and say why the first wrong one is wrong."""
        try:
            proof = prove_flags(board, self._limit)
        except AutosweepError as error:
            return Answer(str(error))
        by_verdict = {
            verdict: [flag for flag in proof.flags if flag.verdict is verdict]
            for verdict in Verdict
        }
        counts = [
            f"{len(flags)} {word}"
            for verdict, word in _WORDS.items()
            if (flags := by_verdict[verdict])
        ]
        parts = [f"{count_of(len(proof.flags), 'flag')}: "]
        parts[0] += ", ".join(counts) + "."
        marks = [CellMark(flag.cell, _KINDS[flag.verdict]) for flag in proof.flags]
        for flag in by_verdict[Verdict.REFUTED][:1]:
            parts += [f"{_name(flag.cell)} is wrong.", *flag.reason.steps]
            marks += [CellMark(cell, MarkKind.CLUE) for cell in flag.reason.because]
        if proof.disagreeing:
            parts.append(disagreement(proof))
            marks += [CellMark(cell, MarkKind.CLUE) for cell in proof.because]
        return Answer("\n".join(parts), tuple(marks))

    def probabilities(self, board: Board) -> dict[Cell, float]:
        """Return the mine probability of every hidden cell; what is certain where not counted."""
        known = self.analysis(board)
        found = dict(known.probability.items()) if known.exact else {}
        certain = dict.fromkeys(known.safe, 0.0) | dict.fromkeys(known.mines, 1.0)
        return found | certain


_WORDS = {Verdict.PROVEN: "right", Verdict.REFUTED: "wrong", Verdict.OPEN: "not certain"}
_KINDS = {
    Verdict.PROVEN: MarkKind.RIGHT,
    Verdict.REFUTED: MarkKind.WRONG,
    Verdict.OPEN: MarkKind.OPEN,
}


def say(found: Explanation) -> str:
    """Return an explanation as a text, a line a step."""
    if found.claim is Claim.OPEN:
        return "\n".join(found.steps)
    what = "a mine" if found.claim is Claim.MINE else "safe"
    return "\n".join([f"{_name(found.cell)} is {what}: {found.technique}.", *found.steps])


def marks_of(found: Explanation, board: Board) -> tuple[CellMark, ...]:
    """Return the cell in question and the clues that are responsible."""
    kind = {Claim.SAFE: MarkKind.SAFE, Claim.MINE: MarkKind.MINE}.get(found.claim, MarkKind.OPEN)
    if found.claim is Claim.SAFE and board[found.cell] == FLAG:
        kind = MarkKind.WRONG
    return CellMark(found.cell, kind), *(CellMark(cell, MarkKind.CLUE) for cell in found.because)


def disagreement(proof: FlagsProof) -> str:
    """Say which flags cannot all be right, and because of what."""
    reasons = _names(proof.because) + ["the mine total"] * proof.mine_count
    return (
        f"The flags {' '.join(_names(proof.disagreeing))} cannot all be right, "
        f"because of {' '.join(reasons)}."
    )


def _name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _names(cells: Iterable[Cell]) -> list[str]:
    return [_name(cell) for cell in cells]
