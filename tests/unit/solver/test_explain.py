"""Reasons: verified by the independent checker, smallest by trying all sets, said in words."""

from __future__ import annotations

import gzip
import json
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.bruteforce import enumerate_layouts
from support.proof_checker import Position, Says, faults, follows, forced, possible
from support.solver_boards import expert_like, random_board

from autosweep.board import OPENABLE, Board
from autosweep.errors import BadInput, InconsistentBoard
from autosweep.jsonshapes.reasoning import explanation_json
from autosweep.limit import Limit
from autosweep.solver.analyze import analyze
from autosweep.solver.attainable import attainable_mines
from autosweep.solver.constraints import Constraint, gather
from autosweep.solver.explain import Claim, Explanation, explain, say_count
from autosweep.solver.reasons import find_reasons

BOARDS = Path(__file__).parents[3] / "fixtures" / "boards"
SAMPLE = [
    json.loads(line)
    for line in gzip.decompress((BOARDS / "positions-200.jsonl.gz").read_bytes()).splitlines()
]
NASTY = [json.loads(line) for line in (BOARDS / "nasty.jsonl").read_text("utf-8").splitlines()]


def board(*rows: str, mines: int | None = None) -> Board:
    return Board.from_rows(rows, mines)


def as_json(found: Explanation) -> dict[str, Any]:
    """Return what a reader of `--json` gets."""
    told: dict[str, Any] = json.loads(json.dumps(explanation_json(found)))
    return told


def assert_sound(position: Board, found: Explanation) -> None:
    """Let the checker judge an explanation, and judge it again with a reason dropped."""
    answer = as_json(found)
    rows = position.row_symbols()
    assert faults(rows, position.mines, answer) == []
    for cell in answer["because"]:
        rest = [other for other in answer["because"] if other != cell]
        assert not forced(rows, position.mines, {**answer, "because": rest})
    if found.mine_count:
        assert faults(rows, position.mines, {**answer, "mine_count": False})


@pytest.mark.parametrize("cases", [SAMPLE, NASTY], ids=["sample", "nasty"])
def test_explanations_of_known_positions_are_sound(cases: list[dict[str, Any]]) -> None:
    """Claims agree with the labels, and the checker accepts reasons and steps."""
    random = Random(7)
    explained = 0
    for case in cases:
        if case["consistent"] and case["probs"] is not None:
            position = Board.from_rows(case["board"], case["mines"])
            claims = {tuple(cell): Claim.SAFE for cell in case["safe"]}
            claims |= {tuple(cell): Claim.MINE for cell in case["mine"]}
            for cell in random.sample(sorted(claims), min(3, len(claims))):
                found = explain(position, cell)
                assert found.claim is claims[cell], (case["id"], cell)
                assert_sound(position, found)
                explained += 1
    assert explained > 40


def test_explanations_of_random_positions_are_sound() -> None:
    random = Random(11)
    for _ in range(60):
        size = random.choice([(16, 30, 99), (9, 9, 10), (8, 8, 20), (6, 12, 20)])
        position = expert_like(random, *size)
        position = position.with_mines(random.choice([position.mines, None]))
        known = analyze(position)
        certain = sorted(known.safe | known.mines)
        for cell in random.sample(certain, min(3, len(certain))):
            assert_sound(position, explain(position, cell))


def _smallest(position: Board, found: Explanation) -> int | None:
    """Return how few clues force a claim, by trying every set and every placement of mines."""
    truth = Position(position.row_symbols(), position.mines)
    cells = sorted(truth.hidden)
    at = cells.index(found.cell)
    numbers = [truth.clue(cell) for cell, s in sorted(truth.symbol.items()) if s.isdigit()]
    clues = list({clue.cells: clue for clue in numbers if clue.cells}.values())
    left = None if position.mines is None else position.mines - len(truth.shown)
    met: list[int] = []
    for placed in product((0, 1), repeat=len(cells)):
        if placed[at] == (found.claim is Claim.MINE) or (found.mine_count and sum(placed) != left):
            continue
        mines = {cell for cell, value in zip(cells, placed, strict=True) if value}
        met.append(sum(1 << i for i, c in enumerate(clues) if len(c.cells & mines) == c.low))
    for size in range(len(clues) + 1):
        for chosen in combinations(range(len(clues)), size):
            wanted = sum(1 << i for i in chosen)
            if all(wanted & ~bits for bits in met):
                return size
    return None


def test_reasons_are_as_few_as_can_be() -> None:
    """On small boards no smaller set forces the claim, and the total is used only if needed."""
    random = Random(3)
    sizes: dict[tuple[int, bool], int] = {}
    for _ in range(250):
        position = random_board(random, most_hidden=10, corrupt=False)
        known = analyze(position)
        if not known.consistent:
            continue
        for cell in sorted(known.safe | known.mines)[:3]:
            found = explain(position, cell)
            assert found.minimum
            assert len(found.because) == _smallest(position, found), str(position)
            if found.mine_count:
                without = explain(position.with_mines(None), cell)
                assert without.claim is Claim.OPEN
            assert_sound(position, found)
            key = (len(found.because), found.mine_count)
            sizes[key] = sizes.get(key, 0) + 1
    # the boards must be hard enough to tell a smallest set from any set
    assert {(1, False), (2, False), (3, False), (0, True), (1, True), (2, True)} <= sizes.keys()


@pytest.mark.parametrize(
    ("position", "cell"),
    [
        (board("??31", "2F??", "??4?", "2X42", "2?4?", "1???"), (2, 1)),
        (board("111", "F?1", "?3!", "1?*", "!Q1", "0?0", mines=3), (2, 0)),
        (board("1?1?", "??10", "Q11?", mines=1), (1, 0)),
    ],
    ids=["free", "counted", "small"],
)
def test_a_set_that_is_merely_minimal_is_not_enough(position: Board, cell: tuple[int, int]) -> None:
    """Here dropping clues one by one ends with more than the three that do."""
    found = explain(position, cell)
    mine = found.claim is Claim.MINE
    core = find_reasons(gather(position), position.index(cell), mine=mine, limit=Limit(nodes=0))
    assert core is not None
    assert not core.minimum
    assert len(core.clues) > len(found.because) == _smallest(position, found) == 3
    assert_sound(position, found)


def test_open_cells_come_with_counts_and_examples() -> None:
    random = Random(5)
    seen = 0
    for _ in range(120):
        position = random_board(random, most_hidden=9, corrupt=False)
        truth = enumerate_layouts(position)
        for cell in position.find(OPENABLE):
            mined = truth.mines[cell]
            if not 0 < mined < truth.layouts:
                continue
            found = explain(position, cell)
            assert found.claim is Claim.OPEN
            assert found.layouts == (mined, truth.layouts - mined)
            if position.mines is not None:
                assert found.probability == pytest.approx(mined / truth.layouts)
            for rows, value in ((found.witness.mine, True), (found.witness.safe, False)):
                assert_fits(position, rows, {cell: value})
            seen += 1
    assert seen > 50


def assert_fits(
    position: Board, rows: tuple[str, ...] | None, values: dict[tuple[int, int], bool]
) -> None:
    """Check a layout against every number, the mine total and some wanted cells."""
    assert rows is not None
    truth = Position(position.row_symbols(), position.mines)
    layout = {(r, c): s for r, row in enumerate(rows) for c, s in enumerate(row.split())}
    mines = {cell for cell, symbol in layout.items() if symbol == "*"}
    assert mines - truth.shown <= truth.hidden
    for cell, symbol in truth.symbol.items():
        if symbol.isdigit():
            assert layout[cell] == symbol
            assert len(truth.clue(cell).cells & mines) == truth.clue(cell).low
    if position.mines is not None:
        assert len(mines) == position.mines
    assert all((cell in mines) == value for cell, value in values.items())


TOLD = {
    "single clue": (
        board("1?", "11"),
        (0, 1),
        "The 1 at 0,0 touches exactly 1 hidden cell, so 0,1 is a mine.",
    ),
    "1-1 pattern": (
        board("????", "111?", "0011"),
        (0, 2),
        (
            "All hidden cells of the 1 at 1,0 (0,0 and 0,1) also touch the 1 at 1,1. Its mine is "
            "all that the 1 at 1,1 can have, so 0,2 is safe (1-1 pattern)."
        ),
    ),
    "1-2 pattern": (
        board("?????", "?121?", "00000"),
        (0, 3),
        (
            "The 2 at 1,2 needs 2 mines, but in 0,1 and 0,2 there is at most 1 mine, because they "
            "also touch the 1 at 1,1. So 0,3 is a mine (1-2 pattern)."
        ),
    ),
}


@pytest.mark.parametrize("technique", TOLD)
def test_techniques_are_told_in_these_words(technique: str) -> None:
    position, cell, step = TOLD[technique]
    found = explain(position, cell)
    assert found.technique == technique
    assert found.steps == (step,)


def test_a_chain_goes_from_clue_to_clue() -> None:
    found = explain(board("?1??1", "11111", "00000"), (0, 2))
    assert found.technique == "chain"
    assert found.steps == (
        "The 1 at 1,0 touches exactly 1 hidden cell, so 0,0 is a mine.",
        "The 1 at 0,1 already has its mine at 0,0, so 0,2 is safe.",
    )


CASE = next(case for case in SAMPLE if case["id"] == "b9-0163")


def test_a_case_split_spells_the_contradiction_out() -> None:
    found = explain(Board.from_rows(CASE["board"], CASE["mines"]), (4, 0))
    assert found.technique == "case split"
    assert found.steps[0] == "Suppose 4,0 were a mine."
    assert found.steps[-2] == (
        "But then the 1 at 0,0 would have too many mines (0,1 and 1,0): a contradiction."
    )
    assert found.steps[-1] == "So 4,0 is safe."
    assert [step.depth for step in found.proof] == [1] * (len(found.proof) - 1) + [0]


def test_the_mine_total_is_named_where_it_is_needed() -> None:
    far = board("1?????", "1?????", mines=1)
    found = explain(far, (0, 4))
    assert (found.claim, found.mine_count, found.technique) == (Claim.SAFE, True, "mine count")
    assert "1 mine is left to find" in found.steps[0]
    found = explain(far.with_mines(2), (0, 4))
    assert found.claim is Claim.OPEN


def test_no_mines_left_needs_no_clue() -> None:
    found = explain(board("*??", mines=1), (0, 2))
    assert (found.claim, found.because, found.mine_count) == (Claim.SAFE, (), True)
    found = explain(board("*??", mines=3), (0, 2))
    assert (found.claim, found.because, found.mine_count) == (Claim.MINE, (), True)


def test_the_mine_total_stays_out_of_reasons_that_do_not_need_it() -> None:
    """With and without the total a claim that the clues force has the same reasons."""
    random = Random(21)
    for _ in range(25):
        position = expert_like(random, 9, 9, 12)
        for cell in sorted(analyze(position.with_mines(None)).safe)[:4]:
            found = explain(position, cell)
            assert not found.mine_count
            assert found.because == explain(position.with_mines(None), cell).because


def test_a_limit_gives_reasons_that_are_minimal_and_says_so() -> None:
    case = next(case for case in SAMPLE if case["id"] == "b9-0163")
    position = Board.from_rows(case["board"], case["mines"])
    problem = gather(position)
    reasons = find_reasons(problem, position.index((4, 0)), mine=False, limit=Limit(nodes=1))
    assert reasons is not None
    assert not reasons.minimum
    best = find_reasons(problem, position.index((4, 0)), mine=False)
    assert best is not None
    assert best.minimum
    assert len(reasons.clues) >= len(best.clues)


def test_numbers_of_mines_that_clues_allow() -> None:
    """Every number of mines with which all clues are met is found, and no other."""
    random = Random(8)
    for _ in range(150):
        clues = []
        for origin in range(random.randint(1, 4)):
            cells = frozenset(random.sample(range(8), random.randint(1, 5)))
            low = random.randint(0, len(cells))
            clues.append(
                Constraint(cells, low, min(len(cells), low + random.randint(0, 1)), origin)
            )
        touched = sorted(frozenset().union(*(clue.cells for clue in clues)))
        expected = set()
        for placed in product((0, 1), repeat=len(touched)):
            mines = {cell for cell, value in zip(touched, placed, strict=True) if value}
            if all(clue.low <= len(clue.cells & mines) <= clue.high for clue in clues):
                expected.add(len(mines))
        assert attainable_mines(clues) == expected


def test_what_is_not_forced_has_no_reasons() -> None:
    position = board("1??", "1??", "11?", mines=2)
    for cell in analyze(position).ranking:
        for mine in (True, False):
            found = find_reasons(gather(position), position.index(cell), mine=mine)
            known = analyze(position)
            assert (found is not None) == (cell in (known.mines if mine else known.safe))


def test_questions_that_make_no_sense_are_refused() -> None:
    position = board("1?", "!?", mines=1)
    for cell in ((0, 0), (1, 0), (5, 0), (0, -1)):
        with pytest.raises(BadInput):
            explain(position, cell)
    with pytest.raises(InconsistentBoard):
        explain(board("3?", "??", mines=1), (0, 1))


def test_large_numbers_are_said_in_short() -> None:
    assert say_count(1234567) == "1,234,567"
    assert say_count(123456789012) == "about 1.23e11"
    assert say_count(10**5000) == "about 1.00e5000"
    assert say_count(10**5000 - 1) == "about 9.99e4999"


def test_the_checker_itself_finds_faults() -> None:
    """Each part of a sound proof is needed: changed, it is rejected."""
    position = Board.from_rows(CASE["board"], CASE["mines"])
    rows, mines = position.row_symbols(), position.mines
    sound = as_json(explain(position, (4, 0)))
    assert faults(rows, mines, sound) == []
    assert faults(rows, mines, {**sound, "claim": "mine"})
    assert faults(rows, mines, {**sound, "because": [*sound["because"], [2, 3]]})
    for i, step in enumerate(sound["proof"]):
        changes: list[dict[str, Any]] = [{"text": "Trust me."}, {"depth": step["depth"] + 1}]
        changes += [{"uses": []}] if step["uses"] else []
        changes += [{"clues": []}] if step["clues"] else []
        if step["rule"] == "single":
            flipped = len(step["cells"]) if step["low"] == 0 else 0
            changes.append({"low": flipped, "high": flipped})
        for change in changes:
            proof = [*sound["proof"][:i], {**step, **change}, *sound["proof"][i + 1 :]]
            assert faults(rows, mines, {**sound, "proof": proof}), (i, change)
        without = [*sound["proof"][:i], *sound["proof"][i + 1 :]]
        assert faults(rows, mines, {**sound, "proof": without})


def test_the_checker_counts_as_trying_all_does() -> None:
    random = Random(2)
    cells = [(0, c) for c in range(6)]
    for _ in range(300):
        statements = []
        for _ in range(random.randint(1, 4)):
            inside = random.sample(cells, random.randint(1, 5))
            low = random.randint(0, len(inside))
            statements.append(Says(frozenset(inside), low, random.randint(low, len(inside))))
        fitting = [
            mines
            for placed in product((0, 1), repeat=len(cells))
            if all(
                one.low
                <= len(one.cells & (mines := {c for c, v in zip(cells, placed, strict=True) if v}))
                <= one.high
                for one in statements
            )
        ]
        assert possible(statements) == bool(fitting)
        claim = Says(frozenset({cells[0]}), 1, 1)
        assert follows(claim, statements) == all(cells[0] in mines for mines in fitting)
