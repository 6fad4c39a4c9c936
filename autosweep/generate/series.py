"""A series of boards from one seed, made one after the other or on many workers at once.

Work is cut into batches of attempts. The board of a number is that of its first attempt that works,
so more workers only look at later attempts, or at later boards, in advance: the series is the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field

from autosweep.errors import TooLarge
from autosweep.generate.attempts import Batch, MadeBoard, batch_size, plain_board, try_batch
from autosweep.generate.request import Request
from autosweep.messages import count_of

Report = Callable[[int, Batch], None]
"""Told of every batch of attempts with the number of its board."""
_BATCH_SECONDS = 2.0
"""A batch is cut after so long, so that limits and interrupts are kept."""


def make_boards(  # noqa: PLR0913 - a series is its settings
    request: Request,
    count: int,
    *,
    first: int = 0,
    seconds: float | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    report: Report = lambda _number, _batch: None,
) -> Iterator[MadeBoard]:
    """Yield boards number `first` and on, in order; raises TooLarge where one takes too long.

    `seconds` is for each board. An executor is asked for as many batches at a time as it has
    workers.
    """
    numbers = range(first, first + count)
    if not request.no_guess:
        yield from (plain_board(request, number) for number in numbers)
    elif executor is None:
        for number in numbers:
            yield _make_one(request, number, seconds, report)
    else:
        yield from _Race(request, numbers, executor, workers, seconds, report).boards()


def _make_one(request: Request, number: int, seconds: float | None, report: Report) -> MadeBoard:
    board = _Board(number, seconds)
    at, size = 0, batch_size(request)
    while True:
        batch = try_batch(request, number, at, size, board.time_for_batch())
        report(number, batch)
        if batch.made is not None:
            return batch.made
        at += batch.attempts
        board.note_stuck(batch.stuck)
        board.check_time(request)


@dataclass(slots=True)
class _Board:
    """What is known of one board of a series."""

    number: int
    seconds: float | None
    begun: float = field(default_factory=time.monotonic)
    made: MadeBoard | None = None
    stuck: int | None = None
    running: int = 0
    _next: int = 0
    _certain: int = 0
    """Attempts before this one are known to have failed."""
    _again: list[tuple[int, int]] = field(default_factory=list)
    """What is left of batches that were cut short: first attempt and how many."""
    _failed: dict[int, int] = field(default_factory=dict)
    _found: dict[int, MadeBoard] = field(default_factory=dict)

    def next_batch(self, size: int) -> tuple[int, int]:
        """Return the first attempt of the next batch, and how many it has."""
        if self._again:
            return self._again.pop(0)
        at, self._next = self._next, self._next + size
        return at, size

    @property
    def searching(self) -> bool:
        """Whether more batches may be of use."""
        return not self._found or bool(self._again)

    def add(self, at: int, size: int, batch: Batch) -> None:
        """Note what became of a batch."""
        if batch.made is not None:
            self._found[batch.made.attempt] = batch.made
            self._failed[at] = batch.made.attempt
        else:
            self.note_stuck(batch.stuck)
            self._failed[at] = at + batch.attempts
            if batch.attempts < size:
                self._again.append((at + batch.attempts, size - batch.attempts))
        while self._certain in self._failed:
            end = self._failed.pop(self._certain)
            if end == self._certain:
                break
            self._certain = end
        self.made = self._found.get(self._certain)

    def note_stuck(self, cells: int) -> None:
        """Keep the fewest cells that an attempt was stuck with."""
        self.stuck = cells if self.stuck is None else min(self.stuck, cells)

    def time_for_batch(self) -> float:
        """Return how long a batch may take."""
        if self.seconds is None:
            return _BATCH_SECONDS
        return max(0.0, min(_BATCH_SECONDS, self.begun + self.seconds - time.monotonic()))

    def check_time(self, request: Request) -> None:
        """Raise TooLarge where the time is over without a board."""
        if self.made is not None or self.seconds is None:
            return
        if time.monotonic() < self.begun + self.seconds:
            return
        what = "" if request.difficulty is None else f"{request.difficulty.value} "
        msg = f"No {what}board within {self.seconds:g} s at {request.density:.0%}"
        if self.stuck:
            msg += f"; the best attempt was stuck with {count_of(self.stuck, 'cell')}"
        remedy = (
            "Allow more time (--max-seconds), more buried mines (--max-buried), or fewer mines."
        )
        raise TooLarge(msg + ".", remedy=remedy)


class _Race:
    """Batches of several boards, and of later attempts at one, at the same time."""

    def __init__(  # noqa: PLR0913, PLR0917 - all that `make_boards` was told
        self,
        request: Request,
        numbers: range,
        executor: Executor,
        workers: int,
        seconds: float | None,
        report: Report,
    ) -> None:
        self._request, self._executor, self._report = request, executor, report
        self._numbers, self._workers, self._seconds = iter(numbers), workers, seconds
        self._boards: list[_Board] = []
        self._running: dict[Future[Batch], tuple[_Board, int, int]] = {}
        self._size = batch_size(request)

    def boards(self) -> Iterator[MadeBoard]:
        """Yield the boards in order."""
        try:
            while True:
                self._fill()
                if not self._boards:
                    return
                done, _ = wait(self._running, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in done:
                    board, at, size = self._running.pop(future)
                    board.running -= 1
                    batch = future.result()
                    self._report(board.number, batch)
                    board.add(at, size, batch)
                while self._boards and self._boards[0].made is not None:
                    made = self._boards.pop(0).made
                    if made is not None:
                        yield made
                for board in self._boards:
                    board.check_time(self._request)
        finally:
            for future in self._running:
                future.cancel()

    def _fill(self) -> None:
        """Keep every worker busy: one batch a board first, then later attempts at the first."""
        while len(self._running) < self._workers:
            board = next((b for b in self._boards if b.searching and not b.running), None)
            if board is None and len(self._boards) < 2 * self._workers:
                number = next(self._numbers, None)
                if number is not None:
                    board = _Board(number, self._seconds)
                    self._boards.append(board)
            if board is None:
                board = next((b for b in self._boards if b.searching), None)
            if board is None:
                return
            at, size = board.next_batch(self._size)
            board.running += 1
            future = self._executor.submit(
                try_batch, self._request, board.number, at, size, board.time_for_batch()
            )
            self._running[future] = (board, at, size)
