"""The referee: opening, flags, chords, first-click rules, and how games end."""

from __future__ import annotations

import pytest

from autosweep.board import FLAG, MAX_NUMBER, Ending, FirstClick, Game, Layout, Phase
from autosweep.errors import BadInput


def game_on(*lines: str, ending: Ending | None = None) -> Game:
    layout = Layout.parse(lines)
    return Game.of_layout(layout) if ending is None else Game.of_layout(layout, ending=ending)


def rows(game: Game) -> list[str]:
    return ["".join(line.split()) for line in game.board.row_symbols()]


def test_opening_floods_through_zeros_and_stops_at_numbers() -> None:
    game = game_on("....*.", "......", "......")
    game.open((2, 0))
    assert rows(game) == ["0001??", "000111", "000000"]
    assert game.phase is Phase.PLAYING


def test_flags_stop_the_flood_and_protect_from_opening() -> None:
    game = game_on("...*", "....")
    game.mark((0, 1))
    game.open((0, 1))
    assert game.board[0, 1] == FLAG
    game.open((1, 0))
    assert rows(game) == ["0F1?", "001?"]


def test_question_marks_cycle_and_are_opened() -> None:
    game = game_on("..*")
    for symbol in "FQ?":
        game.mark((0, 0))
        assert game.board.symbol((0, 0)) == symbol
    plain = Game(1, 3, 1, question_marks=False)
    plain.mark((0, 0))
    plain.mark((0, 0))
    assert plain.board.symbol((0, 0)) == "?"


def test_a_win_flags_the_mines_and_stops_the_game() -> None:
    game = game_on("*..", "...")
    game.open((1, 2))
    game.open((1, 0))
    assert game.phase is Phase.WON
    assert rows(game) == ["F10", "110"]
    assert game.mines_left == 0
    game.open((0, 0))
    assert game.phase is Phase.WON


def test_a_client_that_leaves_mines_hidden_after_a_win() -> None:
    game = game_on("*.", ending=Ending(flags_mines=False))
    game.open((0, 1))
    assert game.phase is Phase.WON
    assert rows(game) == ["?1"]


def test_a_loss_shows_mines_wrong_flags_and_the_exploded_one() -> None:
    game = game_on("*.*", "...", "*..")
    game.mark((2, 0))
    game.mark((0, 1))
    game.open((1, 1))
    game.open((0, 0))
    assert game.phase is Phase.LOST
    assert rows(game) == ["XW*", "?3?", "F??"]


def test_clients_that_show_only_the_exploded_mine_or_open_all() -> None:
    quiet = game_on("*.*", "...", ending=Ending(shows_mines=False))
    quiet.open((0, 0))
    assert rows(quiet) == ["X??", "???"]
    loud = game_on("*.*", "...", ending=Ending(opens_all=True))
    loud.mark((0, 1))
    loud.open((0, 0))
    assert rows(loud) == ["X2*", "121"]


def test_a_chord_opens_round_a_number_that_has_its_flags() -> None:
    game = game_on("*..", "...", "...")
    game.open((1, 1))
    game.chord((1, 1))
    assert rows(game) == ["???", "?1?", "???"]
    game.mark((0, 0))
    game.chord((1, 1))
    assert game.phase is Phase.WON


def test_a_chord_on_a_wrong_flag_loses() -> None:
    game = game_on("*..", "...", "...")
    game.open((1, 1))
    game.mark((0, 1))
    game.chord((1, 1))
    assert game.phase is Phase.LOST
    assert game.board.symbol((0, 0)) == "X"
    assert game.board.symbol((0, 1)) == "W"


@pytest.mark.parametrize("seed", range(30))
def test_first_click_rules(seed: int) -> None:
    """A safe first click is a number, a zero first click opens an area, whatever the cell."""
    cell = (seed % 5, seed * 3 % 5)
    safe = Game(5, 5, 20, seed=seed, first_click=FirstClick.SAFE)
    safe.open(cell)
    assert safe.board[cell] <= MAX_NUMBER
    zero = Game(5, 5, 8, seed=seed, first_click=FirstClick.ZERO)
    zero.open(cell)
    assert zero.board[cell] == 0


def test_a_zero_start_without_room_is_still_safe() -> None:
    game = Game(3, 3, 8, first_click=FirstClick.ZERO)
    game.open((1, 1))
    assert game.phase is Phase.WON


def test_without_a_rule_some_first_clicks_lose() -> None:
    phases = set()
    for seed in range(40):
        game = Game(4, 4, 8, seed=seed, first_click=FirstClick.NONE)
        game.open((0, 0))
        phases.add(game.phase)
    assert Phase.LOST in phases
    assert len(phases) > 1


def test_the_same_seed_and_first_cell_give_the_same_game() -> None:
    layouts = []
    for _ in range(2):
        game = Game(9, 9, 10, seed=42)
        game.open((3, 3))
        layouts.append(game.layout)
    assert layouts[0] == layouts[1]
    other = Game(9, 9, 10, seed=43)
    other.open((3, 3))
    assert other.layout != layouts[0]


def test_the_first_click_comes_with_the_announced_number_of_mines() -> None:
    game = Game(16, 30, 99, seed=1)
    game.open((0, 0))
    assert game.layout is not None
    assert len(game.layout.mines) == 99


@pytest.mark.parametrize(("mines", "rule"), [(-1, FirstClick.SAFE), (4, FirstClick.SAFE)])
def test_mines_that_do_not_fit_are_refused(mines: int, rule: FirstClick) -> None:
    with pytest.raises(BadInput):
        Game(2, 2, mines, first_click=rule)


def test_a_board_without_mines_is_won_by_one_click() -> None:
    game = Game(3, 3, 0)
    game.open((2, 2))
    assert game.phase is Phase.WON
    assert rows(game) == ["000", "000", "000"]
