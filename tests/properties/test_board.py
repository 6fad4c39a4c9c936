"""Boards survive their text; whatever else is read gives a board or a typed error."""

from __future__ import annotations

import contextlib

from hypothesis import example, given
from hypothesis import strategies as st

from autosweep.board import FLAG, HIDDEN, MAX_NUMBER, Board, FirstClick, Game, Phase
from autosweep.board.formats import (
    format_link,
    format_mbf,
    layout_of,
    parse_bytes,
    parse_link,
    parse_mbf,
)
from autosweep.errors import BoardFormatError


@st.composite
def boards(draw: st.DrawFn, codes: st.SearchStrategy[int]) -> Board:
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    cells = bytes(draw(st.lists(codes, min_size=rows * cols, max_size=rows * cols)))
    mines = draw(st.none() | st.integers(0, 99))
    return Board(rows, cols, cells, mines)


@given(boards(st.integers(0, 15)))
def test_every_board_survives_its_own_text(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert board.status == Board.parse(str(board)).status


@given(boards(st.sampled_from([*range(MAX_NUMBER + 1), HIDDEN, FLAG])))
def test_every_position_survives_a_link(board: Board) -> None:
    position = board.with_mines(board.mines or 0)
    assert parse_link(format_link(position)) == position


@given(st.text())
@example("1 1\n\n\n?")
@example("analysis=")
@example("0 0\n")
def test_any_text_is_a_board_or_a_typed_error(text: str) -> None:
    with contextlib.suppress(BoardFormatError):
        board = Board.parse(text)
        assert Board.parse(str(board)) == board


@given(st.text(alphabet="analysi=bcHF0123456789\n? x.*", max_size=60))
def test_text_that_looks_like_a_board_is_one_or_a_typed_error(text: str) -> None:
    with contextlib.suppress(BoardFormatError):
        Board.parse(text)


@given(st.binary(max_size=60), st.sampled_from(["x.mbf", "x.txt", ""]))
def test_any_bytes_are_a_board_or_a_typed_error(data: bytes, name: str) -> None:
    with contextlib.suppress(BoardFormatError):
        board = parse_bytes(data, name)
        if name.endswith(".mbf"):
            assert parse_mbf(format_mbf(layout_of(board))) == parse_mbf(data)


@given(st.integers(0, 10**6), st.sampled_from(list(FirstClick)), st.data())
def test_a_game_never_shows_more_than_it_may(
    seed: int, rule: FirstClick, data: st.DataObject
) -> None:
    """Whatever is clicked: numbers are true, flags stay, and the end is the end."""
    game = Game(5, 6, 6, seed=seed, first_click=rule)
    for _ in range(data.draw(st.integers(1, 12))):
        cell = (data.draw(st.integers(0, 4)), data.draw(st.integers(0, 5)))
        data.draw(st.sampled_from([game.open, game.mark, game.chord]))(cell)
    layout = game.layout
    if layout is None:
        assert game.phase is Phase.READY
        return
    numbers = layout.numbers()
    for i, code in enumerate(game.board.cells):
        if code <= MAX_NUMBER:
            assert code == numbers[i]
            assert i not in layout.mines
    opened = sum(code <= MAX_NUMBER for code in game.board.cells)
    assert (game.phase is Phase.WON) == (opened == 30 - 6)
