"""What was clicked: the clicks that are inferred do to a real game what was seen to happen."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from autosweep.board import EXPLODED, Board, Ending, FirstClick, Game, Phase
from autosweep.replay.inferred_clicks import ClickKind, InferredClick, infer_clicks, same_game

SIZE = (7, 8)
cells = st.tuples(st.integers(0, SIZE[0] - 1), st.integers(0, SIZE[1] - 1))
deeds = st.lists(st.tuples(st.sampled_from(["open", "mark", "chord"]), cells), max_size=7)


def rows(text: str) -> Board:
    return Board.from_rows(text.split("/"))


def play(game: Game, clicks: list[tuple[str, tuple[int, int]]]) -> int:
    """Click and return how many clicks had an effect."""
    effects = 0
    for what, cell in clicks:
        before = game.board
        getattr(game, what)(cell)
        effects += game.board != before
    return effects


def perform(game: Game, made: list[InferredClick]) -> None:
    """Do what was inferred: flags protect from flooding, so they come off last if they can."""
    opened = {cell for one in made for cell in one.opened}
    late = {
        ClickKind.OPEN: 1,
        ClickKind.CHORD: 2,
        ClickKind.UNFLAG: 3,
        ClickKind.QUESTION: 3,
        ClickKind.CLEAR: 3,
    }

    def when(one: InferredClick) -> int:
        return 0 if one.kind is ClickKind.UNFLAG and one.cell in opened else late.get(one.kind, 0)

    for one in sorted(made, key=when):
        if one.kind is ClickKind.OPEN:
            game.open(one.cell)
        elif one.kind is ClickKind.CHORD:
            game.chord(one.cell)
        else:
            wanted = {ClickKind.FLAG: "F", ClickKind.QUESTION: "Q"}.get(one.kind, "?")
            while game.board.symbol(one.cell) != wanted:
                game.mark(one.cell)


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 10_000), deeds, deeds)
def test_inferred_clicks_lead_from_one_board_to_the_next(
    seed: int, first: list[tuple[str, tuple[int, int]]], then: list[tuple[str, tuple[int, int]]]
) -> None:
    """On a real game, with no more clicks than were made."""
    marked = [cell for what, cell in then if what == "mark"]
    assume(len(marked) == len(set(marked)))  # a mark that came and went cannot be seen
    games = [Game(*SIZE, 9, seed=seed, first_click=FirstClick.ZERO) for _ in range(2)]
    for game in games:
        game.open((3, 3))
        play(game, first)
    before = games[0].board
    clicks = play(games[0], then)
    made = infer_clicks(before, games[0].board)
    assert len(made) <= clicks
    if games[0].phase is Phase.LOST and clicks:
        hit = frozenset().union(*(one.exploded for one in made))
        assert hit == set(games[0].board.find({EXPLODED}))
        return
    perform(games[1], made)
    assert games[1].phase is games[0].phase
    assert games[1].board == games[0].board


def test_an_area_is_one_click_on_any_of_its_zeros() -> None:
    (made,) = infer_clicks(rows("????/????/????"), rows("001?/001?/001?"))
    assert made.kind is ClickKind.OPEN
    assert set(made.cells) == {(r, c) for r in range(3) for c in range(2)}
    assert len(made.opened) == 9


def test_two_areas_and_a_number_are_three_clicks() -> None:
    made = infer_clicks(rows("???????/???????"), rows("01?1?10/01???10"))
    assert [one.kind for one in made] == [ClickKind.OPEN] * 3
    assert {one.cell for one in made} == {(0, 0), (0, 3), (0, 6)}


def test_a_chord_explains_what_several_clicks_would() -> None:
    made = infer_clicks(rows("F1?/???"), rows("F11/111"))
    assert [(one.kind, one.cell) for one in made] == [(ClickKind.CHORD, (0, 1))]


def test_without_flags_nobody_chorded() -> None:
    made = infer_clicks(rows("?1?/???"), rows("?11/111"))
    assert {one.kind for one in made} == {ClickKind.OPEN}
    assert len(made) == 4


def test_flags_and_question_marks_are_told_apart() -> None:
    made = infer_clicks(rows("???FFQQ"), rows("FQ??QF?"))
    assert [(one.kind, one.cell[1]) for one in made] == [
        (ClickKind.FLAG, 0),
        (ClickKind.QUESTION, 1),
        (ClickKind.UNFLAG, 3),
        (ClickKind.QUESTION, 4),
        (ClickKind.FLAG, 5),
        (ClickKind.CLEAR, 6),
    ]


def test_the_flags_a_client_sets_on_a_win_are_no_clicks() -> None:
    made = infer_clicks(rows("??1/111"), rows("F11/111"))
    assert [(one.kind, one.cell) for one in made] == [(ClickKind.OPEN, (0, 1))]


def test_the_click_that_lost_the_game_is_named() -> None:
    made = infer_clicks(rows("??1/111"), rows("*X1/111"))
    assert [(one.kind, one.cell, set(one.exploded)) for one in made] == [
        (ClickKind.OPEN, (0, 1), {(0, 1)})
    ]


def test_a_chord_that_set_off_a_mine_is_a_chord() -> None:
    """The wrong flag made the number look satisfied."""
    made = infer_clicks(rows("F1?/???"), rows("W1X/11*"))
    assert [(one.kind, one.cell, set(one.exploded)) for one in made] == [
        (ClickKind.CHORD, (0, 1), {(0, 2)})
    ]


@pytest.mark.parametrize("suspects", [[(0, 1)], [(1, 2), (0, 1)]])
def test_clicks_that_are_known_tell_which_mine_went_off(suspects: list[tuple[int, int]]) -> None:
    """Some clients show all mines alike."""
    made = infer_clicks(rows("??1/111"), rows("**1/111"), suspects)
    assert [set(one.exploded) for one in made] == [{(0, 1)}]


def test_a_client_that_opens_everything_after_a_loss_made_no_clicks() -> None:
    game = Game(*SIZE, 9, seed=3, ending=Ending(opens_all=True))
    game.open((3, 3))
    before, layout = game.board, game.layout
    assert layout is not None
    mine = divmod(min(layout.mines), SIZE[1])
    game.open(mine)
    made = infer_clicks(before, game.board)
    assert [set(one.exploded) for one in made] == [{mine}]


def test_what_is_open_stays_open_in_a_game() -> None:
    assert same_game(rows("??1/111"), rows("?11/111"))
    assert not same_game(rows("??1/111"), rows("???/???"))
    assert not same_game(rows("??1"), rows("??1/111"))
    assert not same_game(rows("??1/111"), rows("12?/???"))
