"""Attempts at boards, by the engine where there is one and in plain Python otherwise.

Attempt number k of board number n of a series always gives the same, whoever makes it, so that the
board of the series is that of its first attempt that works, however many are made at once.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from autosweep.engine import core
from autosweep.generate.request import Grade, Request
from autosweep.generate.stream import derive_key


@dataclass(frozen=True, slots=True)
class MadeBoard:
    """A board as an attempt made it."""

    attempt: int
    start: int
    layout: bytes
    """A 1 for each mine."""
    repaired: bool
    """Whether mines were moved; otherwise the board is a fair sample."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some attempts in a row."""

    made: MadeBoard | None
    stuck: int
    """The fewest safe cells that an attempt left."""
    attempts: int


def try_batch(request: Request, number: int, first: int, count: int, seconds: float) -> Batch:
    """Make attempts until one gives the board that is wanted; a pure function but for the clock."""
    key = request.key(number)
    draws = request.draws()
    stuck = request.rows * request.cols
    now = time.monotonic
    end = now() + seconds
    at = first
    while at < first + count:
        repair = draws is not None and at >= draws
        last = first + count if repair or draws is None else min(first + count, draws)
        tried, least, found = _attempts(request, key, at, last - at, end, repair=repair)
        at += tried
        stuck = min(stuck, least)
        if found is not None:
            made = MadeBoard(at - 1, *found, repaired=repair)
            wanted = request.difficulty
            if wanted is None or grade_board(request, made).difficulty is wanted:
                return Batch(made, 0, at - first)
        if now() > end:
            break
    return Batch(None, stuck, at - first)


def _attempts(  # noqa: PLR0913 - the arguments of the engine
    request: Request, key: int, first: int, count: int, end: float, *, repair: bool
) -> tuple[int, int, tuple[int, bytes] | None]:
    options = request.options(repair=repair)
    compiled = core()
    if compiled is not None:
        found: tuple[int, int, tuple[int, bytes] | None] = compiled.generate(
            *options, key, first, count, end - time.monotonic()
        )
        return found
    from autosweep.generate.pure_generator import PureGenerator

    maker = PureGenerator(options)
    stuck = request.rows * request.cols
    for tried in range(1, count + 1):
        outcome = maker.attempt(derive_key(key, first + tried - 1))
        stuck = min(stuck, outcome.stuck)
        if outcome.layout is not None and outcome.start is not None:
            return tried, stuck, (outcome.start, outcome.layout)
        if time.monotonic() > end:
            return tried, stuck, None
    return count, stuck, None


def grade_board(request: Request, made: MadeBoard) -> Grade:
    """Say what the solution of a board needs."""
    compiled = core()
    if compiled is not None:
        return Grade(
            *compiled.grade(
                made.layout, request.rows, request.cols, made.start, request.count_mines
            )
        )
    from autosweep.generate.pure_generator import PureGenerator

    return PureGenerator(request.options(repair=False)).grade(made.layout, made.start)


def batch_size(request: Request) -> int:
    """Return how many attempts make a piece of work: some milliseconds for the engine."""
    cells = request.rows * request.cols
    return max(1, min(64, 20_000 // cells))


def plain_board(request: Request, number: int) -> MadeBoard:
    """Return a random board of the series under the first-click rule, guesses or not."""
    from autosweep.generate.pure_generator import PureGenerator

    start, layout = PureGenerator(request.options(repair=False)).draw_board(request.key(number))
    return MadeBoard(0, start, layout, repaired=False)
