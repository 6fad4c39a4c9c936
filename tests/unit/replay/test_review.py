"""Reviews: what is said of a player's clicks, against chances counted by brute force."""

from __future__ import annotations

import pytest
from support.bruteforce import enumerate_layouts

from autosweep.board import Board, FirstClick, Game
from autosweep.replay.inferred_clicks import infer_clicks
from autosweep.replay.known_position import analyze_position
from autosweep.replay.review import MISTAKES, ClickVerdict, JudgedClick, judge, percent, review


def judged(
    before: str, after: str, mines: int | None = None, *, first: bool = False
) -> list[JudgedClick]:
    old, new = (Board.from_rows(text.split("/")) for text in (before, after))
    known = analyze_position(old, mines)
    made = infer_clicks(old, new)
    return list(judge(old, made, new, known, total=mines, first=first))


def test_a_proven_cell_is_safe_and_says_why() -> None:
    (one,) = judged("1?/1?/1?", "1?/1?/11")
    assert (one.verdict, one.risk) == (ClickVerdict.SAFE, 0.0)
    assert "2,1" in one.reason


def test_a_risk_beside_a_safe_cell_is_unnecessary() -> None:
    """Everything beside the zeros is proven safe; the far corner is not."""
    (one,) = judged("?10??/110??/000??/?????", "?10??/110??/000??/????1")
    assert one.verdict is ClickVerdict.UNNECESSARY
    assert one.lowest == 0.0
    assert one.better in {(0, 3), (1, 3), (2, 3), (3, 0), (3, 1), (3, 2), (3, 3)}
    assert "proven safe" in one.reason


def test_chances_are_those_of_brute_force() -> None:
    board = Board.from_rows(["1??", "???", "??1"], 2)
    truth = enumerate_layouts(board)
    known = analyze_position(board, 2)
    for cell, times in truth.mines.items():
        assert known.risk(cell) == pytest.approx(times / truth.layouts)


def test_the_least_risky_guess_is_needed_and_others_are_riskier() -> None:
    board = "1??/???/??1"
    (least,) = judged(board, "1?1/???/??1", 2)
    assert least.verdict is ClickVerdict.GUESS
    assert least.risk == least.lowest == pytest.approx(1 / 6)
    (more,) = judged(board, "1??/?2?/??1", 2)
    assert more.verdict is ClickVerdict.RISKIER
    assert (more.risk, more.lowest) == (pytest.approx(1 / 3), pytest.approx(1 / 6))
    assert more.better in {(0, 2), (2, 0)}


def test_a_gap_is_judged_in_the_kindest_order() -> None:
    """Two cells opened between two pictures: the first tells that the second is safe."""
    found = judged("1??/???/??1", "1?2/12?/011", 2)
    assert [one.verdict for one in found] == [ClickVerdict.GUESS, ClickVerdict.SAFE]


def test_opening_a_proven_mine_is_told_as_such() -> None:
    (one,) = judged("?1/11", "X1/11", 1)
    assert (one.verdict, one.risk) == (ClickVerdict.UNNECESSARY, 1.0)
    assert "proven mine" in one.reason
    assert one.exploded


def test_flags_are_right_unproven_or_wrong() -> None:
    found = judged("?10??/110??/000??/?????", "F10F?/110??/000??/????F")
    verdicts = {one.cell: one.verdict for one in found}
    assert verdicts == {
        (0, 0): ClickVerdict.FLAG_PROVEN,
        (0, 3): ClickVerdict.FLAG_WRONG,
        (3, 4): ClickVerdict.FLAG_UNPROVEN,
    }


def test_the_first_click_is_held_against_nobody() -> None:
    (one,) = judged("???/???", "1??/???", 1, first=True)
    assert (one.verdict, one.risk) == (ClickVerdict.FIRST, None)


def test_luck_and_skill_are_products_of_what_was_risked() -> None:
    board = "1??/???/??1"
    clicks = judged(board, "1??/?2?/??1", 2) + judged(board, "1?1/???/??1", 2)
    found = review(0, "won", clicks, 2)
    assert found.survival == pytest.approx((2 / 3) * (5 / 6))
    assert found.best_survival == pytest.approx((5 / 6) ** 2)
    assert found.expected_mines == pytest.approx(1 / 3 + 1 / 6)
    assert (found.risks, found.riskier, found.unnecessary) == (2, 1, 0)
    assert any("56%" in s and "69%" in s for s in found.sentences)


def test_the_sum_of_the_risks_is_what_is_hit() -> None:
    """A careless player on many games, counted by the referee."""
    expected, hits, games = 0.0, 0, 60
    for seed in range(games):
        game = Game(5, 5, 5, seed=seed, first_click=FirstClick.SAFE)
        game.open((2, 2))
        for cell in ((0, 0), (4, 4), (0, 4)):
            before = game.board
            if game.over or before[cell] <= 8:
                continue
            risk = analyze_position(before, 5).risk(cell)
            assert risk is not None
            expected += risk
            game.open(cell)
            hits += game.phase.value == "lost"
    assert abs(hits - expected) < 3 * expected**0.5
    assert hits > games / 10


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0.0, "0%"), (1.0, "100%"), (0.5, "50%"), (0.054, "5.4%"), (0.0002, "less than 0.1%")],
)
def test_percentages_keep_0_and_100_for_what_is_certain(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_mistakes_are_what_a_better_player_would_not_do() -> None:
    assert ClickVerdict.GUESS not in MISTAKES
    assert {ClickVerdict.UNNECESSARY, ClickVerdict.RISKIER, ClickVerdict.FLAG_WRONG} == MISTAKES
