from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from math import log2
from random import Random
from types import ModuleType

import pytest
from support.solver_boards import expert_like

from autosweep import engine
from autosweep.board import Game, Layout
from autosweep.errors import EnvironmentFault, SettingsError
from autosweep.solver.analyze import analyze
from autosweep.solver.constraints import gather
from autosweep.solver.layout_counter import find_counter


@pytest.fixture
def compiled() -> ModuleType:
    """The compiled module, where there is one."""
    module = engine.core()
    if module is None:
        pytest.skip("the engine was not built")
    return module


def test_variable_chooses_the_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engine.VARIABLE, "pure")
    assert engine.core() is None
    assert find_counter().name == "pure"


def test_variable_insists_on_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engine.VARIABLE, "native")
    monkeypatch.setattr(engine, "_compiled", lambda: None)
    with pytest.raises(EnvironmentFault, match="not part of this installation"):
        engine.core()


def test_unknown_choice_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engine.VARIABLE, "fast")
    with pytest.raises(SettingsError, match="'fast'"):
        engine.core()


def test_everything_works_without_the_module() -> None:
    """An installation without the compiled module answers by the twin."""
    code = (
        "import sys; sys.modules['autosweep.engine._core'] = None\n"
        "from autosweep import Board, analyze\n"
        "from autosweep.solver.layout_counter import find_counter\n"
        "print(find_counter().name, analyze(Board.hidden(9, 9, 10)).solutions)"
    )
    environment = {k: v for k, v in os.environ.items() if k != engine.VARIABLE}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout.split() == ["pure", "1878392407320"]


@pytest.mark.parametrize(
    ("cells", "rows", "cols"),
    [(b"", 0, 0), (b"\x09" * 5, 2, 3), (b"\x10" * 4, 2, 2), (b"\x09" * 4, -2, -2)],
)
def test_bad_boards_are_refused(compiled: ModuleType, cells: bytes, rows: int, cols: int) -> None:
    with pytest.raises(ValueError, match="cell"):
        _survey(compiled, cells, rows, cols)


def test_bad_rules_are_refused(compiled: ModuleType) -> None:
    with pytest.raises(ValueError, match="does not exist"):
        compiled.count_rules(2, [([0, 2], 1, 1)], None, 1000, 1000, 1.0)


def test_values_limit_is_checked_before_memory_is_taken(compiled: ModuleType) -> None:
    cells = bytes([9, 1, 9, 1, 9])
    assert not isinstance(_survey(compiled, cells, 1, 5), int)
    assert _survey(compiled, cells, 1, 5, values=2) == compiled.TOO_LARGE


def _survey(
    compiled: ModuleType, cells: bytes, rows: int, cols: int, *, values: int = 1000
) -> object:
    return compiled.survey_board(
        cells,
        rows,
        cols,
        mines=2,
        trust_flags=False,
        nodes=1000,
        values=values,
        seconds=1.0,
        names=tuple((0, i) for i in range(len(cells))),
    )


def test_threads_do_not_disturb_each_other(compiled: ModuleType) -> None:
    assert compiled is not None
    random = Random(4)
    boards = [expert_like(random, 16, 30, 99) for _ in range(24)]
    expected = [analyze(board) for board in boards]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            assert list(pool.map(analyze, boards)) == expected


def test_board_of_forty_thousand_cells(compiled: ModuleType) -> None:
    """200 x 200 with 8,000 mines: probabilities add up and what is certain is true."""
    assert compiled is not None
    random = Random(8)
    layout = Layout.random(200, 200, 8000, random)
    game = Game.of_layout(layout)
    free = [i for i in range(40_000) if i not in layout.mines]
    for i in random.sample(free, 800):
        game.open(divmod(i, 200))
    analysis = analyze(game.board)
    assert analysis.exact
    assert sum(p for _, p in analysis.probability.items()) == pytest.approx(8000, abs=1e-6)
    assert len(analysis.safe) > 100
    assert not any(layout.is_mine(cell) for cell in analysis.safe)
    assert all(layout.is_mine(cell) for cell in analysis.mines)


def test_estimate_of_the_number_of_layouts(compiled: ModuleType) -> None:
    """The power of two that comes with the probabilities is the exact number's."""
    random = Random(12)
    for rows, cols, mines in ((9, 9, 10), (16, 30, 99), (40, 60, 480)):
        problem = gather(expert_like(random, rows, cols, mines))
        place = {cell: i for i, cell in enumerate(problem.unknown)}
        rules = [([place[cell] for cell in c.cells], c.low, c.high) for c in problem.constraints]
        found = compiled.count_rules(
            len(place), rules, problem.mines_left, nodes=10**6, values=10**6, seconds=10.0
        )
        exact = find_counter().count(problem, None).solutions
        assert found[3] == pytest.approx(log2(exact), rel=1e-12)
