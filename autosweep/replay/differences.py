"""Differences between a recording and what the current program reads and decides. Pure.

A difference is in the reading (a cell, the phase), in what is proven (safe cells, mines) or in the
decision (the moves, a refusal, the end of the game).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from autosweep.board import Board
from autosweep.geometry import Cell
from autosweep.jsonshapes.game_lines import decision_json
from autosweep.messages import cell_names
from autosweep.play.decision import Decision
from autosweep.replay.loading import RecordedStep
from autosweep.replay.recorded_values import recorded_board, recorded_moves
from autosweep.solver.moves import Move
from autosweep.vision.reading import Reading

_MOST_CELLS = 12
"""Cells named in a difference of sets; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it was recorded."""

    game: int
    step: int
    """-1 for the frame at the end of a game."""
    frame: str
    what: str
    """`frame`, `board`, `cell R,C`, `phase`, `safe`, `mines`, `refusal`, `outcome` or `moves`."""
    recorded: str
    now: str

    def __str__(self) -> str:
        place = f"game {self.game}, " + ("end" if self.step < 0 else f"step {self.step}")
        return f"{place} ({self.frame}): {self.what} was {self.recorded}, is {self.now}"


def difference(step: RecordedStep, what: str, recorded: str, now: str) -> Difference:
    """Return a difference at a step."""
    return Difference(step.game, step.step, step.frame, what, recorded, now)


def readings_differ(step: RecordedStep, reading: Reading) -> Iterator[Difference]:
    """Yield where a reading differs from the recorded one."""
    wanted, now = recorded_board(step), reading.board
    if (now.rows, now.cols) != (wanted.rows, wanted.cols):
        sizes = [f"{board.rows} x {board.cols}" for board in (wanted, now)]
        yield difference(step, "board", *sizes)
        return
    was = {(r, c) for r, c in step.reading.get("doubtful", [])}
    is_now = set(reading.uncertain)
    other = {now.cell(i) for i, code in enumerate(now.cells) if code != wanted.cells[i]}
    for cell in sorted(other | was ^ is_now):
        texts = (_cell_text(wanted, cell, was), _cell_text(now, cell, is_now))
        yield difference(step, f"cell {cell[0]},{cell[1]}", *texts)
    if step.reading.get("phase") != reading.phase.value:
        yield difference(step, "phase", str(step.reading.get("phase")), reading.phase.value)


def _cell_text(board: Board, cell: Cell, uncertain: AbstractSet[Cell]) -> str:
    return board.symbol(cell) + (" (uncertain)" if cell in uncertain else "")


def decisions_differ(step: RecordedStep, decision: Decision) -> Iterator[Difference]:
    """Yield where a decision differs from the recorded one.

    Refusals are compared without their wording, which other versions may have changed.
    """
    old, new = step.decision or {}, decision_json(decision)
    for key, what in (("safe", "safe"), ("mine", "mines")):
        if key in old and old[key] != new[key]:
            yield difference(step, what, _cells(old, key), _cells(new, key))
    if bool(old.get("refusal")) != bool(new["refusal"]):
        words = [str(each.get("refusal") or "nothing refused") for each in (old, new)]
        yield difference(step, "refusal", *words)
    if old.get("phase", new["phase"]) != new["phase"]:
        yield difference(step, "outcome", str(old["phase"]), str(new["phase"]))
    before, now = _moves_text(recorded_moves(step)), _moves_text(decision.moves)
    if before != now:
        yield difference(step, "moves", before or "none", now or "none")


def _moves_text(moves: Sequence[Move]) -> str:
    return "; ".join(
        f"{move.kind.value} {move.cell[0]},{move.cell[1]}" + ("" if move.certain else " (guess)")
        for move in moves
    )


def _cells(decision: Mapping[str, Any], key: str) -> str:
    cells = decision[key]
    text = cell_names(cells[:_MOST_CELLS])
    more = len(cells) - _MOST_CELLS
    return (text or "none") + (f" and {more} more" if more > 0 else "")
