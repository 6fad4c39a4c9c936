"""From steps that were read to games that are judged. Pure.

Divides the steps into games, decides every step again, infers what was clicked between two images
and judges it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from autosweep.board import UNREAD, Board, Phase
from autosweep.geometry import Cell
from autosweep.play.client_profile import client_named
from autosweep.play.decide import decide
from autosweep.play.decision import Decision
from autosweep.replay.inferred_clicks import infer_clicks, same_game
from autosweep.replay.known_position import (
    KnownPosition,
    analyze_position,
    certain_board,
    total_of,
)
from autosweep.replay.recorded_values import clicked_cells
from autosweep.replay.review import GameReview, JudgedClick, judge, review
from autosweep.replay.timeline import TimelineStep
from autosweep.settings import PlaySettings
from autosweep.vision.reading import Reading


def assess(
    steps: Sequence[TimelineStep], settings: PlaySettings
) -> tuple[tuple[TimelineStep, ...], tuple[GameReview, ...]]:
    """Return the steps with decisions and judged clicks, and a review of each game."""
    assessed: list[TimelineStep] = []
    reviews = []
    for number, game in enumerate(_games(steps)):
        numbered = list(_numbered(game, number))
        readings = [step.reading for step in numbered if step.reading is not None]
        total = settings.mines if settings.mines is not None else total_of(readings)
        done = list(_with_clicks(_decided(numbered, settings, total), total))
        assessed += done
        if readings:
            judged = [click for step in done for click in step.clicks]
            reviews.append(review(number, _outcome(done), judged, total))
    return tuple(assessed), tuple(reviews)


def _outcome(steps: Sequence[TimelineStep]) -> str:
    """Return how a game ended: as recorded, else as shown, else as it follows from the board."""
    recorded = [s.recorded.ended for s in steps if s.recorded is not None and s.recorded.ended]
    if recorded:
        return recorded[-1]
    phases = [step.decision.phase for step in steps if step.decision is not None]
    over = phases and phases[-1] in (Phase.WON, Phase.LOST)
    return phases[-1].value if over else "unfinished"


def _games(steps: Sequence[TimelineStep]) -> Iterator[list[TimelineStep]]:
    """Divide steps where a new game begins; images without a board belong to the game before."""
    game: list[TimelineStep] = []
    last: TimelineStep | None = None
    for step in steps:
        if step.reading is not None:
            if last is not None and not _continues(last, step):
                yield game
                game = []
            last = step
        game.append(step)
    if game:
        yield game


def _continues(last: TimelineStep, step: TimelineStep) -> bool:
    if last.reading is None or step.reading is None:
        return True
    if last.recorded is not None and step.recorded is not None and last.game != step.game:
        return False
    return same_game(last.reading.board, step.reading.board)


def _numbered(game: list[TimelineStep], game_number: int) -> Iterator[TimelineStep]:
    number = 0
    for step in game:
        if step.recorded is not None:
            yield replace(step, game=game_number)
            continue
        yield replace(step, game=game_number, step=number)
        number += step.reading is not None


def _decided(
    game: Sequence[TimelineStep], settings: PlaySettings, total: int | None
) -> Iterator[TimelineStep]:
    """Add what is known and, if it was not decided yet, what would be decided."""
    last: TimelineStep | None = None
    for step in game:
        reading = step.reading
        if reading is None:
            yield step
            continue
        decision = step.decision or decide(
            reading,
            settings,
            game=step.game,
            step=max(0, step.step),
            client=client_named("", reading.theme),
        )
        last = replace(
            step,
            note=step.note or _unchanged(last, reading),
            known=_known(reading, decision, total),
            decision=decision,
        )
        yield last


def _unchanged(last: TimelineStep | None, reading: Reading) -> str:
    if last is None or last.reading is None:
        return ""
    return "Nothing changed." if last.reading.board.cells == reading.board.cells else ""


def _known(reading: Reading, decision: Decision, total: int | None) -> KnownPosition:
    board = certain_board(reading)
    analysis = decision.analysis
    counted = total is not None and decision.board.mines == total
    if counted and decision.board.cells == board.cells and analysis.consistent:
        return KnownPosition(decision.board, analysis, analysis)
    return analyze_position(board, total, reading.assumed_mines)


def _with_clicks(steps: Iterator[TimelineStep], total: int | None) -> Iterator[TimelineStep]:
    """Add what was clicked between each step and the next one with a board."""
    waiting: list[TimelineStep] = []
    board: Board | None = None
    for step in steps:
        if step.reading is None:
            waiting.append(step)
            continue
        now = _completed(board, step.reading)
        if waiting and board is not None:
            clicks = tuple(_between(waiting[0], board, now, total))
            yield replace(waiting[0], clicks=clicks)
            yield from waiting[1:]
        else:
            yield from waiting
        waiting, board = [step], now
    yield from waiting


def _completed(before: Board | None, reading: Reading) -> Board:
    """Return the board with unreadable cells as they were before.

    A dialog may hide cells for a while. At the end of a lost game an unreadable cell is kept: it
    may be the mine that exploded.
    """
    board = reading.board
    same = before is not None and (before.rows, before.cols) == (board.rows, board.cols)
    if before is None or not same or reading.phase is Phase.LOST:
        return board
    return board.with_cells({cell: before[cell] for cell in board.find({UNREAD})})


def _between(
    before: TimelineStep, old: Board, new: Board, total: int | None
) -> Iterator[JudgedClick]:
    if before.reading is None or before.known is None:
        return
    recorded, grid = before.recorded, before.reading.grid
    clicked = [] if recorded is None else clicked_cells(recorded, grid)
    advised: list[Cell] = []
    if before.decision is not None and before.decision.is_guess:
        advised = [move.cell for move in before.decision.moves]
    yield from judge(
        old,
        infer_clicks(old, new, clicked),
        new,
        before.known,
        total=total,
        assumed=before.reading.assumed_mines,
        advised=advised,
        first=before.reading.phase is Phase.READY,
    )
