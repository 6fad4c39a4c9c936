"""The gate: every reason not to click is here, and every click passes it.

Pure: the gate gets what is known of the moment as a value and answers with the moves that may be
made, or with a refusal. The rules come in three parts: what was read (asked by `decide`, so that
replay and overlay ask the same), what is true when the click is to be made (asked by
`click_sender`), and what only the pointer can see in the instant of the press
(`desktop/press_check.py`). The table in docs/safety.md is made from `RULES`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from autosweep.board import MAX_NUMBER, SHOWN_MINES, UNREAD, Phase
from autosweep.geometry import Cell, Rect, ScreenPoint
from autosweep.messages import count_of
from autosweep.play.click_batch import sent_together
from autosweep.play.decision import Decision
from autosweep.solver.moves import Move
from autosweep.tracking.observation import Observation
from autosweep.vision.cut_sides import names_of as sides_of
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.themes import OpenClick

MOST_UNREADABLE = 0.1
MOST_UNCERTAIN = 0.4
"""Shares of cells that look like nothing known, and of uncertain cells in all, above which nothing
of a reading is believed: something may lie over the board."""
LIKELY = 0.6
"""Confidence from which an uncertain cell at least looks like something known."""
ENDED_MINES = 3
"""Uncertain cells that look like mines, from which no guess is made any more."""
CUT_REMEDY = "Bring all of it into view: move its window, or make the region larger."
"""What to do about a board that is cut off."""
_NAMED_CELLS = 4


@dataclass(frozen=True, slots=True)
class Rule:
    """One reason not to click."""

    name: str
    text: str
    """What must hold before a click is made, for docs/safety.md."""
    where: str
    """The module that holds the check."""


# ------------------------------------------------------------------ what was read


def reading_refusal(reading: Reading, decision: Decision) -> str | None:
    """Return why a decision must not be followed because of what was read; None where it may.

    An ended game has no moves and needs no refusal.
    """
    if decision.phase in (Phase.WON, Phase.LOST) and not decision.moves:
        return None
    for check in _READING_CHECKS:
        why = check(reading, decision)
        if why is not None:
            return why
    return None


def covered_up(reading: Reading) -> bool:
    """Return True if so much cannot be read that something may lie over the board."""
    uncertain = reading.confidence < ACT_CONFIDENCE
    if not uncertain.any():
        return reading.phase is Phase.OBSCURED or UNREAD in reading.board.cells
    if any(reading.cut):
        # What is at a cut is uncertain for another reason.
        uncertain &= ~reading.at_cut
    unreadable = uncertain & (reading.confidence < LIKELY)
    size = uncertain.size
    return bool(
        unreadable.sum() > MOST_UNREADABLE * size or uncertain.sum() > MOST_UNCERTAIN * size
    )


def _doubted(reading: Reading, decision: Decision) -> str | None:
    """Refuse a board that may be something else than Minesweeper."""
    del decision
    return None if reading.doubt is None else reading.doubt.sentence


def _covered_up(reading: Reading, decision: Decision) -> str | None:
    """Refuse where something may lie over the board."""
    del decision
    return _unclear(reading) if covered_up(reading) else None


def _impossible(reading: Reading, decision: Decision) -> str | None:
    """Refuse where no mine layout fits what was read."""
    del reading
    analysis = decision.analysis
    return None if analysis.consistent else analysis.why or "No mine layout fits what was read."


def _rests_on_uncertain(reading: Reading, decision: Decision) -> str | None:
    """Refuse certain moves whose proof uses a cell that was not read with certainty."""
    uncertain = reading.confidence < ACT_CONFIDENCE
    if not uncertain.any() or not any(move.certain for move in decision.moves):
        return None
    used = np.frombuffer(decision.board.cells, np.uint8).reshape(reading.confidence.shape)
    known = (used <= MAX_NUMBER) | np.isin(used, list(SHOWN_MINES))
    return _uncertain(reading) if (known & uncertain).any() else None


def _over(reading: Reading, decision: Decision) -> str | None:
    """Refuse guesses on what looks like the end of a game in images of its own."""
    mines = sum(reading.board[cell] in SHOWN_MINES for cell in reading.uncertain)
    certain = any(move.certain for move in decision.moves)
    if mines < ENDED_MINES or certain:
        return None
    return f"The game seems to be over: {mines} cells look like mines, without certainty."


def _guess_at_cut(reading: Reading, decision: Decision) -> str | None:
    """Refuse guesses on a board that is cut off: nobody can tell their risk."""
    certain = bool(decision.moves) and not decision.is_guess
    return None if certain or not any(reading.cut) else cut_words(reading)


def _nothing_follows(reading: Reading, decision: Decision) -> str | None:
    """Refuse where the certain cells alone leave nothing to do."""
    if decision.moves or not reading.uncertain:
        return None
    return _unclear(reading)


_READING_CHECKS: tuple[Callable[[Reading, Decision], str | None], ...] = (
    _doubted,
    _impossible,
    _covered_up,
    _rests_on_uncertain,
    _over,
    _guess_at_cut,
    _nothing_follows,
)


def cut_words(reading: Reading) -> str:
    """Return the sentence about a board that is cut off."""
    sides = " and the ".join(sides_of(reading.cut))
    return f"The board is cut off at the {sides}, so nothing there is certain."


def _unclear(reading: Reading) -> str:
    """Return the sentence about a board that cannot be read well enough."""
    unread = reading.board.count({UNREAD})
    if not unread:
        return _uncertain(reading)
    return f"{count_of(unread, 'cell')} cannot be seen or read, so nothing is clicked."


def _uncertain(reading: Reading) -> str:
    uncertain = reading.uncertain
    if not uncertain:
        return "The board cannot be seen, so nothing is clicked."
    are = "is" if len(uncertain) == 1 else "are"
    cells = count_of(len(uncertain), "cell")
    return f"{cells} {are} read without certainty ({names_of(uncertain)})."


def names_of(cells: Sequence[Cell]) -> str:
    """Return the first cells of some, for a sentence."""
    names = ", ".join(f"{r},{c}" for r, c in cells[:_NAMED_CELLS])
    return names + (" and others" if len(cells) > _NAMED_CELLS else "")


# ------------------------------------------------------------------ when the click is to be made


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known when clicks are to be made."""

    window: str | None = None
    """Why the window under the clicks is not the game's; None where it is."""
    monitors: tuple[Rect, ...] = ()
    """What the pointer can reach, in screen points; empty where that is not known."""
    game: str | None = None
    """What the board shows that cannot be in the game that is played; None where nothing."""
    mouse_moved: bool = False
    """Whether somebody else moved the mouse."""
    budget: str | None = None
    """Which budget is used up, as a sentence; None where there is some left."""
    clicks_left: int | None = None
    """Clicks that may still be made; None for any number."""
    open_click: OpenClick = OpenClick.UNKNOWN
    """What the client does with a click on an open cell."""
    answered: bool = True
    """Whether a click in this window was ever seen to change something."""


@dataclass(frozen=True, slots=True)
class Admission:
    """The answer of the gate."""

    moves: tuple[Move, ...] = ()
    """The moves that may be made now, in order; the others wait for the next frame."""
    refusal: str = ""
    """Why none may be made; empty where some may."""
    stops: bool = False
    """Whether the refusal stops the run: a person or the budget demands it."""


def admit(
    observation: Observation, decision: Decision, moves: Sequence[Move], moment: Moment
) -> Admission:
    """Return which of some moves may be made now; the only way from moves to clicks."""
    why = _off_the_board(observation, moves)
    if why is not None:
        return Admission(refusal=why)
    points = [
        observation.frame.mapping.to_screen(observation.reading.grid.center(m.cell)) for m in moves
    ]
    stop = control_refusal(points, moment)
    if stop is not None:
        return stop
    if observation.provisional:
        return Admission(refusal="The frame was seen once only: it may still change.")
    why = moment.game or moment.window
    if why is not None:
        return Admission(refusal=why)
    most = len(moves) if moment.answered else 1
    if moment.clicks_left is not None:
        most = min(most, moment.clicks_left)
    kept = sent_together(moves, decision.board, decision.analysis, moment.open_click)
    return Admission(tuple(kept[:most]))


def control_refusal(points: Sequence[ScreenPoint], moment: Moment) -> Admission | None:
    """Return why nothing at all may be done at some points, None where it may.

    The rules that hold for controls of the client (a new game, a dialog) as well as for cells.
    """
    if moment.mouse_moved:
        return Admission(refusal="Somebody moved the mouse: stopped.", stops=True)
    if moment.budget is not None and points:
        return Admission(refusal=moment.budget, stops=True)
    for point in points:
        on_screen = any(monitor.contains(point.x, point.y) for monitor in moment.monitors)
        if moment.monitors and not on_screen:
            where = f"{point.x},{point.y}"
            return Admission(
                refusal=f"The point {where} lies on no monitor, so it cannot be clicked."
            )
    return None


def _off_the_board(observation: Observation, moves: Sequence[Move]) -> str | None:
    """Refuse points that are not well inside their cell, and cells that are not of the board."""
    grid = observation.reading.grid
    for r, c in (move.cell for move in moves):
        if not (0 <= r < grid.rows and 0 <= c < grid.cols):
            return f"The cell {r},{c} is not on the board."
        rect, center = grid.cell_rect((r, c)), grid.center((r, c))
        if not rect.grown(-1).contains(center.x, center.y):
            return f"The cell {r},{c} is too small to be clicked."
        if not observation.frame.rect.contains(center.x, center.y):
            return f"The middle of the cell {r},{c} is not in view."
    return None


RULES: tuple[Rule, ...] = (
    Rule(
        "board",
        "It is a Minesweeper board: enough of its cells look like something known, and one that "
        "shows hidden cells only has other signs of the game, its window is called like it, or the "
        "user pointed at it with `--window`, `--region`, `--browser` or `--tab`.",
        "play/gate.py, vision/minesweeper_evidence.py, play/window_guard.py",
    ),
    Rule(
        "consistency",
        "What was read is consistent: at least one mine layout fits.",
        "play/gate.py",
    ),
    Rule(
        "view",
        "The board can be seen: at most a tenth of its cells look like nothing known and at most "
        "four tenths are uncertain. More than that may be something that lies over it.",
        "play/gate.py",
    ),
    Rule(
        "reading",
        "Every cell that a certain move rests on was read with certainty. An uncertain cell is "
        "*unread* in the proof, never a number.",
        "play/gate.py",
    ),
    Rule(
        "cut",
        "Nothing at a side where the board may go on beyond the screen, the given region or the "
        "image is certain, and no guess is made on a board that is cut off.",
        "play/gate.py",
    ),
    Rule(
        "guess",
        "A move called certain is proven from the numbers on the board. Everything else is "
        "announced as a guess with its risk; `--guess never` forbids it, but for a first click "
        "that the client is known to spare, and `--guess ask` asks first. A board "
        "that looks like the end of a game gets no guess.",
        "play/gate.py, play/player.py",
    ),
    Rule(
        "game",
        "The board is the one that is being played: an opened number never changes, and no "
        "message dims the board.",
        "play/gate.py, play/effects.py",
    ),
    Rule(
        "stable",
        "The frame is stable since the last action.",
        "play/gate.py, play/capture.py",
    ),
    Rule(
        "cell",
        "The point is the middle of its cell, inside the board and in view.",
        "play/gate.py",
    ),
    Rule(
        "screen",
        "The point lies on a monitor.",
        "play/gate.py",
    ),
    Rule(
        "window",
        "The window under that very point is the game's window, at the place where it was read.",
        "play/gate.py, play/window_guard.py",
    ),
    Rule(
        "batch",
        "No cell is clicked that an earlier click of the same batch may open, unless the client is "
        "known to ignore clicks on open cells, or its empty cells open nothing else. Until a first "
        "click was seen to change something, clicks are made one at a time.",
        "play/gate.py, play/click_batch.py",
    ),
    Rule(
        "mouse",
        "Nobody else has moved the mouse.",
        "play/gate.py, desktop/press_check.py",
    ),
    Rule(
        "budget",
        "The clicks and seconds allowed are not used up: `--max-clicks 3` means at most three "
        "presses, those on a new-game button and repeated ones included.",
        "play/gate.py",
    ),
    Rule(
        "press",
        "In the instant of the press the pointer is at that point and the place still looks as it "
        "did when the click was decided on, or as it did when nothing else on the board had "
        "changed while the pointer came; and the player is neither stopped nor gone. Else the "
        "click is withheld.",
        "desktop/press_check.py, desktop/x11/pointer.py, desktop/win32/pointer.py, "
        "play/click_sender.py",
    ),
)
"""Everything that must hold before a click, in the order of the safety page."""


def rules_table() -> str:
    """Return the rules as the table of docs/safety.md."""
    lines = [f"| {rule.name} | {rule.text} | `{rule.where}` |" for rule in RULES]
    return "\n".join(["| rule | a click is made only if | where |", "|---|---|---|", *lines])
