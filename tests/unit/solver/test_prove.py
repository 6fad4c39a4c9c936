"""Claims: proven, refuted or open, with layouts that show it."""

from __future__ import annotations

from random import Random

import pytest
from support.bruteforce import enumerate_layouts
from support.proof_checker import Position, Says, possible
from support.solver_boards import random_board

from autosweep.board import FLAG, OPENABLE, Board
from autosweep.errors import BadInput, InconsistentBoard
from autosweep.solver.explain import Claim
from autosweep.solver.prove import Verdict, prove, prove_flags


def fits(board: Board, rows: tuple[str, ...]) -> set[tuple[int, int]]:
    """Return the mines of a layout after checking it against numbers and total."""
    truth = Position(board.row_symbols(), board.mines)
    layout = {(r, c): s for r, row in enumerate(rows) for c, s in enumerate(row.split())}
    mines = {cell for cell, symbol in layout.items() if symbol == "*"}
    for cell, symbol in truth.symbol.items():
        if symbol.isdigit():
            assert len(truth.clue(cell).cells & mines) == truth.clue(cell).low
    assert board.mines is None or len(mines) == board.mines
    assert mines - truth.shown <= truth.hidden
    return mines


@pytest.mark.parametrize("claim", [Claim.MINE, Claim.SAFE])
def test_verdicts_agree_with_trying_all_layouts(claim: Claim) -> None:
    random = Random(13)
    seen = dict.fromkeys(Verdict, 0)
    for _ in range(80):
        board = random_board(random, most_hidden=8, corrupt=False)
        truth = enumerate_layouts(board)
        for cell in list(board.find(OPENABLE))[:3]:
            agreeing = truth.mines[cell]
            if claim is Claim.SAFE:
                agreeing = truth.layouts - agreeing
            proof = prove(board, cell, claim)
            expected = Verdict.OPEN
            if agreeing in (0, truth.layouts):
                expected = Verdict.PROVEN if agreeing else Verdict.REFUTED
            assert proof.verdict is expected
            seen[expected] += 1
            mined = truth.mines[cell]
            assert (proof.witness.mine is not None) == (mined > 0)
            assert (proof.witness.safe is not None) == (mined < truth.layouts)
            if proof.witness.mine is not None:
                assert cell in fits(board, proof.witness.mine)
            if proof.witness.safe is not None:
                assert cell not in fits(board, proof.witness.safe)
            assert bool(proof.reason.proof) == (expected is not Verdict.OPEN)
    assert min(seen.values()) > 10


def test_all_flags_at_once_agree_with_trying_all_layouts() -> None:
    """Flags are proven one by one and judged together, which says more than each alone."""
    random = Random(17)
    seen = dict.fromkeys(Verdict, 0)
    together = 0
    for _ in range(250):
        board = random_board(random, most_hidden=8, corrupt=False)
        hidden = list(board.find(OPENABLE))
        if not hidden:
            continue
        chosen = random.sample(hidden, random.randint(1, min(3, len(hidden))))
        board = board.with_cells(dict.fromkeys(hidden, 9)).with_cells(dict.fromkeys(chosen, FLAG))
        truth = enumerate_layouts(board)
        proof = prove_flags(board)
        assert [flag.cell for flag in proof.flags] == sorted(chosen)
        right = [truth.mines[cell] == truth.layouts for cell in sorted(chosen)]
        assert [flag.verdict is Verdict.PROVEN for flag in proof.flags] == right
        as_mines = board.with_cells(dict.fromkeys(chosen, 12))
        fitting = enumerate_layouts(as_mines).layouts
        expected = Verdict.OPEN if fitting else Verdict.REFUTED
        assert proof.verdict is (Verdict.PROVEN if all(right) else expected)
        seen[proof.verdict] += 1
        assert proof.witness is not None
        mines = fits(board, proof.witness)
        assert (mines >= set(chosen)) == bool(fitting)
        if proof.disagreeing:
            together += 1
            assert not any(flag.verdict is Verdict.REFUTED for flag in proof.flags)
            position = Position(board.row_symbols(), board.mines)
            reasons = position.premises(proof.because, mine_count=proof.mine_count)
            assert not possible(
                [*reasons, *(Says(frozenset({f}), 1, 1) for f in proof.disagreeing)]
            )
    assert min(seen.values()) > 10
    assert together > 3


def test_senseless_claims_are_refused() -> None:
    board = Board.from_rows(["1?", "??"], 1)
    with pytest.raises(BadInput):
        prove(board, (0, 1), Claim.OPEN)
    with pytest.raises(BadInput):
        prove(board, (0, 0), Claim.MINE)
    with pytest.raises(BadInput, match="no flag"):
        prove_flags(board)
    with pytest.raises(InconsistentBoard):
        prove_flags(Board.from_rows(["3?", "?F"], 1))
