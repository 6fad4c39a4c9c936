"""The same frame, settings and seed give the same actions: no clock decides between them.

Clocks are for commands (`--seconds`). A computation that reading or playing rests on is limited by
counted work.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from support.solver_boards import expert_like, stuck_positions
from support.vision_scenes import draw, game_at

import autosweep
from autosweep.board import MAX_NUMBER, Board, Layout
from autosweep.engine import core
from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.play.decide import decide
from autosweep.settings import PlaySettings
from autosweep.solver import budget, sat
from autosweep.solver.analyze import analyze
from autosweep.solver.cnf import encode
from autosweep.solver.constraints import gather
from autosweep.solver.strategy.expert import Expert
from autosweep.vision.rules import broken_cells, conflicting_cells

ROOT = Path(autosweep.__file__).parent
PURE = sorted(
    [
        *(ROOT / "vision").rglob("*.py"),
        *(ROOT / "solver").rglob("*.py"),
        ROOT / "play" / "decide.py",
        ROOT / "overlay" / "advice.py",
    ]
)
MAY_LOOK = {"solver/budget.py", "solver/sat.py"}
"""Modules that spend a limit of seconds which somebody else set."""


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_clock_is_imported_and_no_seconds_are_set(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    name = path.relative_to(ROOT).as_posix()
    if name not in MAY_LOOK:
        assert not {"time", "datetime"} & set(_imported(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "seconds":
            fixed = isinstance(node.value, ast.Constant) and node.value.value is not None
            named = isinstance(node.value, ast.Name) and node.value.id.isupper()
            assert not fixed, f"{name}:{node.value.lineno}"
            assert not named, f"{name}:{node.value.lineno}"


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every limit of seconds be over at once, in Python and in the engine."""
    now = iter(range(0, 10**18, 10**9))
    clock = SimpleNamespace(monotonic=lambda: float(next(now)))
    monkeypatch.setattr(budget, "time", clock)
    monkeypatch.setattr(sat, "time", clock)
    engine = core()
    if engine is None:
        return

    def hurried(work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            # The only real number that the engine is handed is a limit of seconds.
            late = (-1.0 if isinstance(g, float) and math.isfinite(g) else g for g in given)
            return work(*late)

        return run

    for name in ("weigh_board", "survey_board", "count_rules", "board_residues", "choose_cell"):
        monkeypatch.setattr(engine, name, hurried(getattr(engine, name)))


def lattice(side: int, seed: int) -> Board:
    """Return isolated clues all over a board, which take long to count."""
    clues = [r * side + c for r in range(1, side, 2) for c in range(1, side, 2)]
    mines = 2 * side * side // 5
    numbers = Layout.random(side, side, mines, Random(seed), keep_free=clues).numbers()
    board = Board.hidden(side, side, mines)
    return board.with_cells({board.cell(i): numbers[i] for i in clues})


def contradicting() -> Board:
    """Return a board on which each number may hold, but not all of them."""
    random = Random(3)
    while True:
        board = game_at("middle", 9, 9, 10, random.randrange(10**6)).board
        numbers = list(board.find(range(1, MAX_NUMBER)))
        for cell in random.sample(numbers, min(len(numbers), 12)):
            odd = board.with_cells({cell: board[cell] + 1})
            if not broken_cells(odd) and conflicting_cells(odd):
                return odd


BOARDS = [
    *(expert_like(Random(seed), 16, 30, 99) for seed in range(3)),
    lattice(16, 1),
    lattice(30, 1),
]


def test_the_hurried_clock_ends_every_limit_of_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    board = lattice(16, 1)
    assert analyze(board, Limit(seconds=60.0, nodes=20_000_000)).exact
    _hurry(monkeypatch)
    assert not analyze(board, Limit(seconds=60.0, nodes=20_000_000)).exact
    with sat.Oracle(encode(gather(board)), seconds=60.0) as oracle, pytest.raises(TooLarge):
        oracle.ask([])


def test_analyses_do_not_depend_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [analyze(board) for board in BOARDS]
    assert {known.exact for known in before} == {True, False}
    _hurry(monkeypatch)
    for board, expected in zip(BOARDS, before, strict=True):
        found = analyze(board)
        assert found.exact == expected.exact
        assert found.safe == expected.safe
        assert found.mines == expected.mines
        assert found.best == expected.best
        assert found.probability.values == expected.probability.values


def test_guesses_do_not_depend_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [*stuck_positions(16, 30, 99, 4), lattice(12, 1)]
    assert len(boards) > 3
    before = [Expert().guess(board) for board in boards]
    assert None not in before
    _hurry(monkeypatch)
    assert [Expert().guess(board) for board in boards] == before


def test_readings_and_decisions_do_not_depend_on_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a board with numbers at odds, which a SAT solver has to find."""
    pixels, _ = draw(contradicting(), "classic", 24)
    (expected,) = autosweep.read(pixels)
    assert expected.uncertain
    chosen = decide(expected, PlaySettings(), game=0, step=0)
    _hurry(monkeypatch)
    (found,) = autosweep.read(pixels)
    assert found.board == expected.board
    assert np.array_equal(found.confidence, expected.confidence)
    decision = decide(found, PlaySettings(), game=0, step=0)
    assert (decision.moves, decision.refusal) == (chosen.moves, chosen.refusal)


def test_reasons_do_not_depend_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    board = expert_like(Random(1), 16, 30, 99)
    cells = sorted(analyze(board).safe | analyze(board).mines)[:6]
    assert cells
    before = [autosweep.explain(board, cell).because for cell in cells]
    _hurry(monkeypatch)
    assert [autosweep.explain(board, cell).because for cell in cells] == before
