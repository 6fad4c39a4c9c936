"""Attempts at boards, by the engine where there is one and by the pure twin otherwise.

Attempt number k of board number n of a series always gives the same, whoever makes it, so that the
board of the series is that of its first attempt that works, however many are made at once.
"""

from __future__ import annotations

import time
from dataclasses import astuple, dataclass

from autosweep.engine import core
from autosweep.generate.stream import derive_key
from autosweep.generate.wish import Grade, Request


@dataclass(frozen=True, slots=True)
class Made:
    """A board as an attempt made it."""

    attempt: int
    start: int
    layout: bytes
    """A 1 for each mine."""
    mended: bool
    """Whether mines were moved; otherwise the board is a fair sample."""
    grade: Grade | None
    """What its solution needs, for a board without guessing."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some attempts in a row."""

    made: Made | None
    stuck: int
    """The fewest safe cells that an attempt left."""
    attempts: int


def try_batch(request: Request, number: int, first: int, count: int, seconds: float) -> Batch:
    """Make attempts until one gives the board that is wanted; a pure function but for the clock."""
    key = request.key(number)
    draws = request.draws()
    stuck = request.rows * request.cols
    end = time.monotonic() + seconds
    at = first
    while at < first + count:
        mend = draws is not None and at >= draws
        last = first + count if mend or draws is None else min(first + count, draws)
        tried, least, found = _attempts(request, key, at, last - at, end, mend=mend)
        at += tried
        stuck = min(stuck, least)
        if found is not None:
            start, layout = found
            grade = grade_layout(request, layout, start)
            if request.difficulty is None or grade.difficulty is request.difficulty:
                made = Made(at - 1, start, layout, mend, grade)
                return Batch(made, 0, at - first)
        if time.monotonic() > end:
            break
    return Batch(None, stuck, at - first)


def _attempts(  # noqa: PLR0913 - the arguments of the engine
    request: Request, key: int, first: int, count: int, end: float, *, mend: bool
) -> tuple[int, int, tuple[int, bytes] | None]:
    wish = request.wish(mend=mend)
    compiled = core()
    if compiled is not None:
        seconds = max(0.0, min(end - time.monotonic(), 1e9))
        found: tuple[int, int, tuple[int, bytes] | None] = compiled.generate(
            *astuple(wish), key, first, count, seconds
        )
        return found
    from autosweep.generate.pure import PureGenerator

    maker = PureGenerator(wish)
    stuck = request.rows * request.cols
    for tried in range(1, count + 1):
        outcome = maker.attempt(derive_key(key, first + tried - 1))
        stuck = min(stuck, outcome.stuck)
        if outcome.layout is not None and outcome.start is not None:
            return tried, stuck, (outcome.start, outcome.layout)
        if time.monotonic() > end:
            return tried, stuck, None
    return count, stuck, None


def grade_layout(request: Request, layout: bytes, start: int) -> Grade:
    """Say what the solution of a layout from a start needs."""
    compiled = core()
    if compiled is not None:
        return Grade(
            *compiled.grade(layout, request.rows, request.cols, start, request.count_mines)
        )
    from autosweep.generate.pure import PureGenerator

    return PureGenerator(request.wish(mend=False)).grade(layout, start)


def batch_size(request: Request) -> int:
    """Return how many attempts make a piece of work: some milliseconds for the engine."""
    cells = request.rows * request.cols
    return max(1, min(64, 20_000 // cells))


def plain_board(request: Request, number: int) -> Made:
    """Return a random board of the series under the first-click rule, guesses or not."""
    from autosweep.generate.pure import PureGenerator

    start, layout = PureGenerator(request.wish(mend=False)).draw_board(request.key(number))
    return Made(0, start, layout, mended=False, grade=None)
