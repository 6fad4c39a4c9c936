"""Attempts at boards: the engine and its twin agree, and outside judges agree with both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from support.sat_referee import Referee, solved_by_sat

from autosweep import engine
from autosweep.board import FirstClick, Layout
from autosweep.board.metrics import buried
from autosweep.generate.attempts import Batch, MadeBoard, grade_board, plain_board, try_batch
from autosweep.generate.request import Difficulty, Method, Request

LONG = 1e6
"""Seconds that are never over."""


def layout_of(request: Request, made: MadeBoard) -> Layout:
    mines = frozenset(i for i, mine in enumerate(made.layout) if mine)
    return Layout(request.rows, request.cols, mines)


def boards(request: Request, count: int) -> Iterator[tuple[Layout, tuple[int, int], MadeBoard]]:
    for number in range(count):
        made = try_batch(request, number, 0, 100_000, LONG).made
        assert made is not None
        yield layout_of(request, made), divmod(made.start, request.cols), made


def both(request: Request, monkeypatch: pytest.MonkeyPatch, count: int) -> list[Batch]:
    if engine.core() is None:
        pytest.skip("the engine was not built")
    found = []
    for name in ("native", "pure"):
        monkeypatch.setenv(engine.VARIABLE, name)
        found.append(try_batch(request, 1, 0, count, LONG))
    return found


@pytest.mark.parametrize(
    "request_",
    [
        Request(9, 9, 10, no_guess=True),
        Request(9, 9, 10, no_guess=True, count_mines=False, start=(0, 8)),
        Request(9, 12, 30, no_guess=True),
        Request(12, 12, 62, no_guess=True, start=(6, 6)),
        Request(12, 12, 36, no_guess=True, difficulty=Difficulty.HARD),
        Request(10, 10, 25, no_guess=True, difficulty=Difficulty.EASY),
        Request(3, 30, 25, no_guess=True, max_buried=0.2),
        Request(7, 7, 9, no_guess=True, first_click=FirstClick.NONE, start=(0, 0)),
        Request(1, 90, 12, no_guess=True, method=Method.REPAIR),
        Request(16, 30, 99, no_guess=True, seed=-5),
    ],
    ids=str,
)
def test_engine_and_twin_make_the_same_board(
    request_: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    native, pure = both(request_, monkeypatch, 12)
    assert native == pure
    made = native.made
    if made is not None:
        grades = []
        for name in ("native", "pure"):
            monkeypatch.setenv(engine.VARIABLE, name)
            grades.append(grade_board(request_, made))
        assert grades[0] == grades[1]
        assert grades[0].solved


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize(
    ("size", "count"),
    [((9, 9, 10), 20), ((16, 30, 99), 8), ((16, 30, 150), 6), ((20, 20, 160), 6)],
)
def test_a_sat_solver_solves_them_without_guessing(
    size: tuple[int, int, int], count: int, *, counted: bool
) -> None:
    request = Request(*size, seed=11, no_guess=True, count_mines=counted)
    for layout, start, _ in boards(request, count):
        assert len(layout.mines) == size[2]
        assert solved_by_sat(layout, start, count_mines=counted)
        assert buried(layout) <= 0.02 * size[2]


def test_the_referee_refuses_a_guess() -> None:
    """A judge that accepts everything would judge nothing."""
    assert not solved_by_sat(Layout.parse(["..*.*."]), (0, 0), count_mines=True)
    by_count = Layout.parse(["..*."])
    assert solved_by_sat(by_count, (0, 0), count_mines=True)
    assert not solved_by_sat(by_count, (0, 0), count_mines=False)


@pytest.mark.parametrize(
    ("size", "start", "counted", "most_buried"),
    [
        ((4, 4, 4), (0, 0), True, 1.0),
        ((4, 4, 4), (0, 0), False, 1.0),
        ((4, 4, 4), (1, 1), True, 0.0),
        ((3, 4, 3), None, True, 1.0),
    ],
)
def test_drawn_boards_are_a_fair_sample(
    size: tuple[int, int, int],
    start: tuple[int, int] | None,
    most_buried: float,
    *,
    counted: bool,
) -> None:
    """Every layout that can be solved turns up equally often, and no other (chi-square)."""
    rows, cols, mines = size
    request = Request(
        rows,
        cols,
        mines,
        start=start,
        no_guess=True,
        count_mines=counted,
        max_buried=most_buried,
    )
    wanted = {
        layout
        for places in combinations(range(rows * cols), mines)
        for layout in [Layout(rows, cols, frozenset(places))]
        if _solvable(layout, start, counted=counted) and buried(layout) <= most_buried * mines
    }
    assert len(wanted) > 15
    draws = 30 * len(wanted)
    seen = Counter(layout for layout, _, _ in boards(request, draws))
    assert set(seen) <= wanted
    expected = draws / len(wanted)
    chi2 = sum((seen[layout] - expected) ** 2 / expected for layout in wanted)
    freedom = len(wanted) - 1
    # the mean of chi-square is its freedom, its variance twice that: four deviations
    assert abs(chi2 - freedom) < 4 * (2 * freedom) ** 0.5


def _solvable(layout: Layout, start: tuple[int, int] | None, *, counted: bool) -> bool:
    numbers = layout.numbers()
    zeros = {i for i, n in enumerate(numbers) if n == 0 and i not in layout.mines}
    if start is not None:
        zeros &= {start[0] * layout.cols + start[1]}
    return any(solved_by_sat(layout, divmod(i, layout.cols), count_mines=counted) for i in zeros)


@pytest.mark.parametrize("rule", list(FirstClick))
def test_random_boards_keep_the_first_click_rule(rule: FirstClick) -> None:
    for start in (None, (0, 3)):
        request = Request(6, 7, 20, first_click=rule, start=start)
        starts, near = [], []
        for number in range(60):
            made = plain_board(request, number)
            layout = layout_of(request, made)
            assert len(layout.mines) == 20
            assert start is None or divmod(made.start, 7) == start
            starts.append(made.start in layout.mines)
            near.append(layout.numbers()[made.start] > 0)
        assert any(starts) is (rule is FirstClick.NONE)
        assert any(near) is (rule is not FirstClick.ZERO)


def test_no_guess_boards_keep_the_first_click_rule_and_start() -> None:
    for rule in FirstClick:
        request = Request(9, 9, 10, no_guess=True, first_click=rule, start=(4, 0))
        for layout, start, _ in boards(request, 10):
            assert start == (4, 0)
            assert not layout.is_mine(start)
    request = Request(9, 9, 10, no_guess=True)
    found = list(boards(request, 20))
    assert all(layout.numbers()[start[0] * 9 + start[1]] == 0 for layout, start, _ in found)
    assert len({start for _, start, _ in found}) > 8


def test_density_decides_the_method() -> None:
    assert not next(boards(Request(16, 30, 99, no_guess=True), 1))[2].repaired
    assert next(boards(Request(16, 30, 130, no_guess=True), 1))[2].repaired
    drawn = Request(16, 30, 105, no_guess=True, method=Method.DRAW)
    assert not next(boards(drawn, 1))[2].repaired


@pytest.mark.parametrize("level", list(Difficulty))
def test_difficulty_selects(level: Difficulty) -> None:
    """What a level allows is judged from outside: single clues, or questions to a SAT solver."""
    request = Request(16, 16, 51, seed=4, no_guess=True, difficulty=level)
    for layout, start, made in boards(request, 2):
        assert grade_board(request, made).difficulty is level
        referee = Referee(layout, count_mines=True)
        assert referee.solves(start)
        assert (referee.asked == 0) is (level is Difficulty.EASY)


@pytest.mark.parametrize(
    ("lines", "hardest"),
    [
        (["...", "...", "..*"], "single clue"),
        (["....", "....", "*.*."], "pair"),
        (["..*."], "mine count"),
    ],
)
def test_the_hardest_technique_is_named(
    lines: list[str], hardest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = Layout.parse(lines)
    cells = bytes(i in layout.mines for i in range(layout.rows * layout.cols))
    request = Request(layout.rows, layout.cols, len(layout.mines), no_guess=True)
    for name in ("native", "pure") if engine.core() is not None else ("pure",):
        monkeypatch.setenv(engine.VARIABLE, name)
        grade = grade_board(request, MadeBoard(0, 0, cells, repaired=False))
        assert grade.solved
        assert grade.hardest == hardest
