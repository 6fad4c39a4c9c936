"""A series is the same whoever makes it, and ends in time."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from autosweep import engine
from autosweep.errors import TooLarge
from autosweep.generate import series
from autosweep.generate.attempts import Batch, MadeBoard
from autosweep.generate.generated import FORMATS, Generated
from autosweep.generate.request import Difficulty, Request
from autosweep.generate.series import make_boards


@pytest.mark.parametrize(
    "request_",
    [
        Request(9, 9, 10, no_guess=True, difficulty=Difficulty.HARD),
        Request(16, 16, 102, seed=3, no_guess=True),
    ],
    ids=str,
)
def test_workers_do_not_change_the_series(request_: Request) -> None:
    alone = list(make_boards(request_, 6))
    with ThreadPoolExecutor(3) as pool:
        together = list(make_boards(request_, 6, executor=pool, workers=3))
        later = list(make_boards(request_, 2, first=4, executor=pool, workers=3))
    assert together == alone
    assert later == alone[4:]


def test_processes_make_the_same_boards_without_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request = Request(9, 9, 12, no_guess=True)
    alone = list(make_boards(request, 3))
    monkeypatch.setenv(engine.VARIABLE, "pure")
    with ProcessPoolExecutor(2) as pool:
        assert list(make_boards(request, 3, executor=pool, workers=2)) == alone


class _Shuffled(Executor):
    """Runs each batch at once but cuts some short, as a limit of time does."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        request, number, first, count, seconds = args
        done: Future[Any] = Future()
        done.set_result(fn(request, number, first, self._random.randint(1, count), seconds))
        return done


@pytest.mark.parametrize("seed", range(4))
def test_batches_that_were_cut_short_leave_no_gap(seed: int) -> None:
    request = Request(9, 9, 10, no_guess=True, difficulty=Difficulty.EXTREME)
    alone = list(make_boards(request, 3))
    again = list(make_boards(request, 3, executor=_Shuffled(seed), workers=4))
    assert again == alone


def test_an_earlier_attempt_that_is_late_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board is that of the first attempt that works, not of the first that is done."""
    monkeypatch.setattr(series, "batch_size", lambda _request: 1)
    waiting: list[tuple[int, Future[Batch]]] = []

    class Backwards(Executor):
        def submit(self, _fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
            future: Future[Batch] = Future()
            waiting.append((args[2], future))
            if len(waiting) == 3:
                for attempt, late in reversed(waiting):
                    made = MadeBoard(attempt, 0, b"", repaired=False) if attempt else None
                    late.set_result(Batch(made, 5, 1))
            return future

    request = Request(9, 9, 10, no_guess=True)
    (made,) = make_boards(request, 1, executor=Backwards(), workers=3)
    assert made.attempt == 1


def test_a_limit_ends_with_a_sentence() -> None:
    request = Request(20, 20, 260, no_guess=True)
    for options in ({}, {"executor": ThreadPoolExecutor(2), "workers": 2}):
        with pytest.raises(TooLarge, match=r"No board within 0.2 s at 65%; .* stuck with \d+ cell"):
            list(make_boards(request, 2, seconds=0.2, **options))  # type: ignore[arg-type]


def test_every_format_holds_the_board() -> None:
    from autosweep.board.playable import read_playable

    request = Request(9, 11, 20, no_guess=True)
    (made,) = make_boards(request, 1)
    board = Generated(request, 0, made)
    for name, write in FORMATS.items():
        data = write(board)
        found = read_playable(data.encode() if isinstance(data, str) else data, f"board.{name}")
        assert found is not None
        assert found.layout == board.playable.layout
        assert found.start in (None, board.start)
        assert (found.start is None) is (name in {"mbf", "link"})
