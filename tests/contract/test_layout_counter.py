"""One suite for every counter: the compiled engine and its pure twin."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb
from random import Random

import pytest
from support.bruteforce import Count as Truth
from support.bruteforce import enumerate_layouts
from support.solver_boards import expert_like, random_board

from autosweep.board import FLAG, OPENABLE, Board, Layout
from autosweep.engine import core
from autosweep.errors import TooLarge
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.solver.constraints import Constraint, Contradiction, Problem, gather
from autosweep.solver.counting import SAFE_ODDS
from autosweep.solver.layout_counter import LayoutCounter, Survey
from autosweep.solver.pure_counter import PureCounter


@pytest.fixture(params=["pure", "native"])
def counter(request: pytest.FixtureRequest) -> LayoutCounter:
    """Every counter in turn; the engine only where it was built."""
    if request.param == "pure":
        return PureCounter()
    return native()


def native() -> LayoutCounter:
    compiled = core()
    if compiled is None:
        pytest.skip("the engine was not built")
    from autosweep.solver.native_counter import NativeCounter

    return NativeCounter(compiled)


def _survey(counter: LayoutCounter, board: Board, *, trust_flags: bool = False) -> Survey | None:
    try:
        return counter.survey(board, None, trust_flags=trust_flags)
    except Contradiction:
        return None


def test_is_a_counter(counter: LayoutCounter) -> None:
    assert isinstance(counter, LayoutCounter)


@pytest.mark.parametrize("seed", range(10))
def test_equals_trying_all_layouts(counter: LayoutCounter, seed: int) -> None:
    """Number of layouts and certain cells exactly, probabilities to the last digits."""
    random = Random(seed)
    for _ in range(150):
        board = random_board(random, most_hidden=10)
        truth = enumerate_layouts(board)
        try:
            found = counter.count(gather(board), None)
        except Contradiction:
            assert truth.layouts == 0, board
            continue
        assert found.solutions == truth.layouts > 0, board
        mines = {board.index(cell): number for cell, number in truth.mines.items()}
        assert found.safe == {i for i, number in mines.items() if number == 0}, board
        assert found.mines == {i for i, number in mines.items() if number == truth.layouts}, board
        expected = _shares(board, truth)
        assert found.probability.keys() == expected.keys()
        for i, share in expected.items():
            assert found.probability[i] == pytest.approx(float(share), abs=1e-12), board


def _shares(board: Board, truth: Truth) -> dict[int, Fraction]:
    """Return exact probabilities, under the stated prior where the total is unknown."""
    if board.mines is not None:
        return {board.index(c): Fraction(n, truth.layouts) for c, n in truth.mines.items()}
    mines: dict[Cell, Fraction] = {}
    weight = Fraction(0)
    for total in truth.by_total:
        part = enumerate_layouts(board.with_mines(total))
        odds = Fraction(1, SAFE_ODDS**total)
        weight += part.layouts * odds
        for cell, number in part.mines.items():
            mines[cell] = mines.get(cell, Fraction(0)) + number * odds
    return {board.index(cell): share / weight for cell, share in mines.items()}


@pytest.mark.parametrize("seed", range(6))
def test_survey_says_of_a_board_what_count_says_of_its_problem(
    counter: LayoutCounter, seed: int
) -> None:
    random = Random(100 + seed)
    for _ in range(100):
        board = random_board(random, most_hidden=14)
        trust = random.random() < 0.3
        survey = _survey(counter, board, trust_flags=trust)
        try:
            found = counter.count(gather(board, trust_flags=trust), None)
        except Contradiction:
            assert survey is None
            continue
        assert survey is not None
        trusted = {c for c in board.find({FLAG}) if trust}
        hidden = set(board.find(OPENABLE))
        assert survey.safe == {board.cell(i) for i in found.safe} & hidden
        assert survey.mines == ({board.cell(i) for i in found.mines} & hidden) | trusted
        assert counter.weigh(board, None, trust_flags=trust) == survey.values
        assert set(survey.ranking) == hidden
        assert len(survey.ranking) == len(hidden)
        for i, value in enumerate(survey.values):
            if board.cell(i) in trusted:
                assert value == 1.0
            elif board.cell(i) in hidden:
                assert value == pytest.approx(found.probability[i], abs=1e-12)
            else:
                assert value is None


def test_ranking_rises_and_keeps_flags_behind_their_equals(counter: LayoutCounter) -> None:
    random = Random(7)
    for _ in range(200):
        board = random_board(random, most_hidden=14, corrupt=False)
        survey = _survey(counter, board)
        assert survey is not None
        risks = [survey.values[board.index(cell)] for cell in survey.ranking]
        assert all(a <= b + 2e-9 for a, b in pairwise(risks)), board
        if survey.ranking and board[survey.ranking[0]] == FLAG:
            equals = [c for c in survey.ranking if survey.values[board.index(c)] == risks[0]]
            assert all(board[cell] == FLAG for cell in equals), board


def test_first_click_is_a_corner(counter: LayoutCounter) -> None:
    survey = _survey(counter, Board.hidden(16, 30, 99))
    assert survey is not None
    assert survey.ranking[0] == (0, 0)
    assert survey.values[0] == pytest.approx(99 / 480)


def test_blank_boards(counter: LayoutCounter) -> None:
    assert counter.count(gather(Board.hidden(9, 9, 10)), None).solutions == comb(81, 10)
    unknown = counter.count(gather(Board.hidden(3, 3)), None)
    assert unknown.solutions == 2**9
    assert set(unknown.probability.values()) == {0.2}


def test_total_decides_the_sea(counter: LayoutCounter) -> None:
    assert counter.count(gather(Board.from_rows(["?1???"], 1)), None).safe == {3, 4}
    assert counter.count(gather(Board.from_rows(["?1???"], 3)), None).mines == {3, 4}
    with pytest.raises(Contradiction):
        counter.count(gather(Board.from_rows(["?1???"], 4)), None)


def test_total_decides_between_components(counter: LayoutCounter) -> None:
    """Two pairs of clues hold one or two mines each; a total of two or four leaves no choice."""
    rows = ["?1?1?W?1?1?"]
    assert counter.count(gather(Board.from_rows(rows, 2)), None).mines == {2, 8}
    assert counter.count(gather(Board.from_rows(rows, 4)), None).safe == {2, 8}
    assert counter.count(gather(Board.from_rows(rows, 3)), None).solutions == 2


def test_totals_with_gaps(counter: LayoutCounter) -> None:
    """A component whose layouts have 1 or 3 mines: a total between them fits no layout."""
    constraints = (
        Constraint(frozenset({0, 1}), 1, 1, 0),
        Constraint(frozenset({1, 2}), 1, 1, 1),
        Constraint(frozenset({1, 3}), 1, 1, 2),
    )
    for mines, fits in ((1, True), (2, False), (3, True)):
        problem = Problem(constraints, (0, 1, 2, 3), mines)
        if fits:
            assert counter.count(problem, None).solutions == 1
        else:
            with pytest.raises(Contradiction):
                counter.count(problem, None)


def test_ranges_and_odd_shapes_are_counted(counter: LayoutCounter) -> None:
    problem = Problem(
        (Constraint(frozenset({7, 8, 9}), 1, 2, 0), Constraint(frozenset({9, 20}), 0, 1, 1)),
        (7, 8, 9, 20),
        None,
    )
    assert counter.count(problem, None).solutions == 9


def test_groups_of_many_cells(counter: LayoutCounter) -> None:
    """Binomial coefficients that no double holds exactly."""
    cells = tuple(range(130))
    problem = Problem(
        (
            Constraint(frozenset(cells[:100]), 40, 60, 0),
            Constraint(frozenset(cells[99:]), 15, 15, 1),
        ),
        cells,
        60,
    )
    expected = sum(
        comb(99, k - shared) * comb(30, 15 - shared)
        for shared in (0, 1)
        for k in range(40, 61)
        if k + 15 - shared == 60
    )
    found = counter.count(problem, None)
    assert found.solutions == expected
    assert found.probability[129] == pytest.approx(found.probability[101], abs=1e-12)
    assert sum(found.probability.values()) == pytest.approx(60, abs=1e-9)


def test_numbers_beyond_any_float(counter: LayoutCounter) -> None:
    """Over a thousand independent pairs of cells."""
    pairs = counter.count(gather(Board.from_rows(["?1?WW" * 30, "W" * 150] * 40, 1200)), None)
    assert pairs.solutions == 2**1200
    assert set(pairs.probability.values()) == {0.5}


@pytest.mark.parametrize("mines", [None, 560, 700])
def test_engine_and_twin_agree_on_a_component_of_a_thousand_cells(mines: int | None) -> None:
    """More layouts than a double should hold, beside few of the unconstrained cells."""
    rows = ["?2" * 240 + "?", "??" * 240 + "?", "W" * 481, "?" * 481]
    problem = gather(Board.from_rows(rows, mines))
    ours, theirs = native().count(problem, None), PureCounter().count(problem, None)
    assert ours.solutions == theirs.solutions
    assert ours.safe == theirs.safe
    assert ours.mines == theirs.mines
    assert ours.probability == pytest.approx(theirs.probability, abs=1e-10)


def test_nodes_limit_fires(counter: LayoutCounter) -> None:
    board = Board.from_rows(["?" * 16, "?2" * 8] * 4, 30)
    with pytest.raises(TooLarge):
        counter.count(gather(board), Limit(nodes=300))
    with pytest.raises(TooLarge):
        counter.survey(board, Limit(nodes=300), trust_flags=False)


def test_seconds_limit_fires(counter: LayoutCounter) -> None:
    """No time at all is too little for a lattice that takes thousands of states."""
    random = Random(3)
    clues = [r * 16 + c for r in range(1, 16, 2) for c in range(1, 16, 2)]
    layout = Layout.random(16, 16, 80, random, keep_free=clues)
    numbers = layout.numbers()
    board = Board.hidden(16, 16, 80)
    board = board.with_cells({board.cell(i): numbers[i] for i in clues})
    with pytest.raises(TooLarge):
        counter.count(gather(board), Limit(seconds=0.0))


def test_engine_and_twin_agree_on_whole_games() -> None:
    """Real sizes: the same certain cells and best move, probabilities within 1e-12."""
    engine, twin = native(), PureCounter()
    random = Random(11)
    for rows, cols, mines in [(9, 9, 10)] * 20 + [(16, 16, 40)] * 15 + [(16, 30, 99)] * 15:
        board = expert_like(random, rows, cols, mines)
        if random.random() < 0.2:
            board = board.with_mines(None)
        ours, theirs = _survey(engine, board), _survey(twin, board)
        assert ours is not None
        assert theirs is not None
        assert ours.safe == theirs.safe
        assert ours.mines == theirs.mines
        assert ours.ranking[:1] == theirs.ranking[:1], board
        assert [p is None for p in ours.values] == [p is None for p in theirs.values]
        assert [p for p in ours.values if p is not None] == pytest.approx(
            [p for p in theirs.values if p is not None], abs=1e-12
        )
        problem = gather(board)
        assert engine.count(problem, None).solutions == twin.count(problem, None).solutions
