"""Differences between a recording and what the current program reads and decides. Pure.

A difference is in the reading (a cell, the phase), in what is proven (safe cells, mines) or in the
decision (the moves).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from autosweep.board import Board
from autosweep.errors import BoardFormatError, RecordingError
from autosweep.jsonshapes import decision_json
from autosweep.messages import cell_names
from autosweep.play.decision import Decision
from autosweep.replay.loading import RecordedStep
from autosweep.vision.reading import Reading

_ENDED = ("won", "lost")
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
    """`frame`, `board`, `cell R,C`, `phase`, `safe`, `mines`, `refusal` or `moves`."""
    recorded: str
    now: str

    def __str__(self) -> str:
        place = f"game {self.game}, " + ("end" if self.step < 0 else f"step {self.step}")
        return f"{place} ({self.frame}): {self.what} was {self.recorded}, is {self.now}"


def difference(step: RecordedStep, what: str, recorded: str, now: str) -> Difference:
    """Return a difference at a step."""
    return Difference(step.game, step.step, step.frame, what, recorded, now)


def recorded_board(step: RecordedStep) -> Board:
    """Return the recorded board; raises RecordingError if it is damaged."""
    try:
        return Board.from_rows(step.reading["board"], step.reading.get("mines"))
    except (KeyError, TypeError, AttributeError, BoardFormatError) as error:
        msg = f"Step {step.step} of game {step.game} has a damaged board: {error}"
        raise RecordingError(msg) from None


def readings_differ(step: RecordedStep, wanted: Board, reading: Reading) -> Iterator[Difference]:
    """Yield where a reading differs from the recorded one."""
    now = reading.board
    if (now.rows, now.cols) != (wanted.rows, wanted.cols):
        sizes = [f"{board.rows} x {board.cols}" for board in (wanted, now)]
        yield difference(step, "board", *sizes)
        return
    differ = [wanted.cell(i) for i in range(len(now.cells)) if wanted.cells[i] != now.cells[i]]
    was, is_now = {tuple(c) for c in step.reading.get("doubtful", [])}, set(reading.uncertain)
    # What nobody claims is not taken back. Where something lay over the last board of a game, each
    # look makes something else of it: there only what is clear in both is compared.
    unclear = was | is_now if was and _is_over(step) else was & is_now
    for cell in differ:
        if cell not in unclear:
            what = f"cell {cell[0]},{cell[1]}"
            yield difference(step, what, wanted.symbol(cell), now.symbol(cell))
    same = not unclear.intersection(differ)
    if same and step.reading.get("phase") != reading.phase.value:
        yield difference(step, "phase", str(step.reading.get("phase")), reading.phase.value)


def decisions_differ(step: RecordedStep, decision: Decision) -> Iterator[Difference]:
    """Yield where a decision differs from the recorded one."""
    old, new = step.decision or {}, decision_json(decision)
    if _is_over(step):
        # How a game ended is known by what the last click did, too, which no single frame shows.
        return
    for key, what in (("safe", "safe"), ("mine", "mines")):
        if key in old and old[key] != new[key]:
            yield difference(step, what, _cells(old, key), _cells(new, key))
    if bool(old.get("refusal")) != bool(new["refusal"]):
        words = [str(each.get("refusal") or "nothing refused") for each in (old, new)]
        yield difference(step, "refusal", *words)
    try:
        before = moves_text(old)
    except (KeyError, TypeError, ValueError) as error:
        msg = f"Step {step.step} of game {step.game} has a damaged decision: {error}"
        raise RecordingError(msg) from None
    now = moves_text(new)
    if before != now:
        yield difference(step, "moves", before or "none", now or "none")


def _is_over(step: RecordedStep) -> bool:
    """Return True if a step shows the end of a game, after which nothing was clicked."""
    decision = step.decision or {}
    return step.ended is not None or (decision.get("phase") in _ENDED and not decision.get("moves"))


def moves_text(decision: Mapping[str, Any]) -> str:
    """Return the moves of a decision in a line."""
    words = []
    for move in decision.get("moves", []):
        r, c = move["cell"]
        words.append(
            f"{move['action']} {r},{c}" + ("" if move.get("certain", True) else " (guess)")
        )
    return "; ".join(words)


def _cells(decision: Mapping[str, Any], key: str) -> str:
    cells = decision[key]
    text = cell_names(cells[:_MOST_CELLS])
    more = len(cells) - _MOST_CELLS
    return (text or "none") + (f" and {more} more" if more > 0 else "")
