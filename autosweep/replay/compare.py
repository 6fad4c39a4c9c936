"""Go through a recording again: re-read every frame, re-solve it, and say where today differs.

A difference is in what was read (a cell, the phase) or in what was decided (the moves). The
reading is done from scratch on the stored picture, not with the recorded lattice, so that
locating is tested too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from autosweep.board import Board
from autosweep.errors import BoardFormatError, ImageError, RecordingError
from autosweep.play.decide import decide
from autosweep.replay.recording import RecordedStep, Recording, decision_json
from autosweep.settings import PlaySettings
from autosweep.vision.read import read
from autosweep.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it was recorded."""

    game: int
    step: int
    """-1 for the picture at the end of a game."""
    frame: str
    what: str
    """`frame`, `board`, `cell R,C`, `phase` or `moves`."""
    recorded: str
    now: str

    def __str__(self) -> str:
        place = f"game {self.game}, " + ("end" if self.step < 0 else f"step {self.step}")
        return f"{place} ({self.frame}): {self.what} was {self.recorded}, is {self.now}"


def replay(
    recording: Recording, *, progress: Callable[[int, int], None] | None = None
) -> Iterator[tuple[RecordedStep, Reading | None, list[Difference]]]:
    """Yield each step with today's reading and what differs."""
    settings = recording.settings
    for number, step in enumerate(recording.steps):
        if progress is not None:
            progress(number, len(recording.steps))
        try:
            readings = read(recording.picture(step), thorough=False)
        except ImageError as error:
            yield step, None, [_difference(step, "frame", "a picture", str(error))]
            continue
        if not readings:
            yield step, None, [_difference(step, "board", "found", "not found")]
            continue
        wanted = recorded_board(step)
        reading = _like(readings, wanted)
        differences = list(_readings_differ(step, wanted, reading))
        if step.decision is not None and not differences:
            differences.extend(_decisions_differ(step, reading, settings))
        yield step, reading, differences


def recorded_board(step: RecordedStep) -> Board:
    """Return the board as it was recorded; raises RecordingError where it is damaged."""
    try:
        return Board.from_rows(step.reading["board"], step.reading.get("mines"))
    except (KeyError, TypeError, AttributeError, BoardFormatError) as error:
        msg = f"Step {step.step} of game {step.game} has a damaged board: {error}"
        raise RecordingError(msg) from None


def _like(readings: list[Reading], wanted: Board) -> Reading:
    """Return the reading of the recorded size, or the best one where none has it."""
    same = [r for r in readings if (r.board.rows, r.board.cols) == (wanted.rows, wanted.cols)]
    return (same or readings)[0]


def _readings_differ(step: RecordedStep, wanted: Board, reading: Reading) -> Iterator[Difference]:
    now = reading.board
    if (now.rows, now.cols) != (wanted.rows, wanted.cols):
        sizes = [f"{board.rows} x {board.cols}" for board in (wanted, now)]
        yield _difference(step, "board", *sizes)
        return
    for i, (old, new) in enumerate(zip(wanted.cells, now.cells, strict=True)):
        if old != new:
            cell = wanted.cell(i)
            name = f"cell {cell[0]},{cell[1]}"
            yield _difference(step, name, wanted.symbol(cell), now.symbol(cell))
    if step.reading.get("phase") != reading.phase.value:
        yield _difference(step, "phase", str(step.reading.get("phase")), reading.phase.value)


def _decisions_differ(
    step: RecordedStep, reading: Reading, settings: PlaySettings
) -> Iterator[Difference]:
    now = decision_json(decide(reading, settings, game=step.game, step=step.step))
    old = step.decision or {}
    if _moves(old) != _moves(now):
        yield _difference(step, "moves", _moves(old) or "none", _moves(now) or "none")


def _moves(decision: object) -> str:
    moves = decision.get("moves", []) if isinstance(decision, dict) else []
    words = []
    for move in moves:
        r, c = move["cell"]
        words.append(f"{move['action']} {r},{c}" + ("" if move["certain"] else " (guess)"))
    return "; ".join(words)


def _difference(step: RecordedStep, what: str, recorded: str, now: str) -> Difference:
    return Difference(step.game, step.step, step.frame, what, recorded, now)
