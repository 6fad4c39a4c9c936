"""Which texts of controls may be clicked for a new game, and which never."""

from __future__ import annotations

import pytest

from autosweep.play import control_words
from autosweep.play.control_words import (
    Promise,
    asks_to_play_again,
    cells_named_in,
    is_denied,
    is_same_text,
    level_of,
    promise_of,
    tells_result,
)
from autosweep.play.instruction_words import (
    asks_for_name,
    begins_with_key,
    button_named_in,
    key_named_in,
    says_click,
)


@pytest.mark.parametrize(
    "text",
    [
        "New Game",
        "NewGame",
        "PLAY AGAIN!",
        "Try again?",
        "Restart (R)",
        "New Beginner Game",
        "C Restart",
        "Playagaln",
        "Reset",
        "Neues Spiel",
        "Noch einmal",
        "Réessayer",
        "\u00a1Jugar de nuevo!",
        "Gioca ancora",
        "Jogar novamente",
        "Opnieuw",
        "Nowa gra",
        "Yeniden ba\u015flat",
        "Spela igen",
        "重新开始",
        "もう一度",
    ],
)
def test_texts_that_mean_a_new_game(text: str) -> None:
    assert promise_of(text) is Promise.NEW_GAME


STARTS = ["Iniciar partida", "Iniciar Jogo", "Start Minesweeper", "Commencer la partie"]
"""A verb and the name of the game, or a word for it."""


@pytest.mark.parametrize("text", ["OK", "Start", "Play", "Continue", "Weiter", "开始", *STARTS])
def test_texts_that_may_lead_to_one(text: str) -> None:
    assert promise_of(text) is Promise.STEP


@pytest.mark.parametrize(
    "text",
    [
        "Quit",
        "Quit game",
        "Quitgame",
        "Exit",
        "Close",
        "No",
        "No thanks",
        "Cancel",
        "Delete",
        "Delete scores",
        "Buy",
        "Sign in",
        "Signin",
        "Sign in to play again",
        "Log out",
        "Share",
        "Download",
        "New game settings",
        "Reset statistics",
        "Donate",
        "Leave",
        "Play Store",
        "Beenden",
        "Nein",
        "Quitter",
        "Salir",
        "Cancelar",
        "退出",
        "キャンセル",
    ],
)
def test_texts_that_are_never_clicked(text: str) -> None:
    assert is_denied(text)
    assert promise_of(text) is None
    assert not says_click(f"Click to restart, {text}")


@pytest.mark.parametrize(
    "text",
    [
        "Enter your name",
        "Game rules",
        "You can restart at any time",
        "Press R to restart",
        "Presets",
        "Hard reset",
        "New Name",
        "Minesweeper",
        "",
    ],
)
def test_other_texts_promise_nothing(text: str) -> None:
    assert promise_of(text) is None


def test_no_text_is_on_both_lists() -> None:
    assert not set(control_words._allowed()) & control_words._denied()


def test_agreeing_needs_a_question() -> None:
    assert promise_of("Yes") is Promise.AGREES
    assert asks_to_play_again("You lost. Do you want to play again?")
    assert asks_to_play_again("Noch einmal?")
    assert asks_to_play_again("Möchtest Du eine neue Partie spielen?")
    assert not asks_to_play_again("Do you really want to quit?")
    assert not asks_to_play_again("Play again")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Press R to restart", "r"),
        ("PressRtorestart", "r"),
        ("press space to play again", "space"),
        ("press space or enter to play again", "space"),
        ("Press [ENTER] to continue", "enter"),
        ("Press any key to continue", "space"),
        ("R to restart", "r"),
        ("Restart (R)", "r"),
        ("New game: F2", "f2"),
        ("Press F2 for a new game", "f2"),
        ("Press R to restart or Q to quit", "r"),
        ("Game Over! Press 'N' to start a new game", "n"),
        ("Press Q to quit", None),
        ("Press restart", None),
        ("Restart", None),
        ("Press space to return to main menu", "space"),
        ("Press M for the menu bar", None),
    ],
)
def test_keys_that_a_text_names(text: str, key: str | None) -> None:
    assert key_named_in(text) == key


def test_the_title_of_a_menu_is_no_start_button() -> None:
    assert promise_of("Játék") is None
    assert promise_of("Játék kezdése") is Promise.STEP


def test_texts_that_tell_to_click() -> None:
    assert says_click("Click anywhere to play again")
    assert says_click("Tap to continue")
    assert not says_click("(Right click to reset)")
    assert not says_click("Click the face to restart")
    assert not says_click("Click on a cell to open it")


def test_levels() -> None:
    assert [level_of(text) for text in ("Easy", "Medium 16x16", "Expert", "Buy", "Yes")] == [
        0,
        1,
        2,
        None,
        None,
    ]


def test_buttons_that_are_read_as_one_text_are_no_level() -> None:
    assert [level_of(text) for text in ("初级", "中級", "高级", "上級")] == [0, 1, 2, 2]
    assert level_of("Easy MediumHardStart") is None
    assert level_of("Beginner Expert") is None
    assert level_of("Beginner (9x9, 10 mines)") == 0


def test_the_same_board_once_more_is_a_step() -> None:
    assert promise_of("Replay") is Promise.NEW_GAME
    assert promise_of("Replay Same Board") is Promise.STEP
    assert promise_of("Replay and share") is None
    assert promise_of("Replay this board as often as you like") is None


@pytest.mark.parametrize("text", ["WIN!!", "WIN!1", "LOST!", "Verloren!"])
def test_a_word_that_tells_the_result(text: str) -> None:
    assert tells_result(text)


@pytest.mark.parametrize(
    "text",
    [
        "Wins: 3",
        "Won 1",
        "You won 3 games",
        "Window",
        "Quit",
        "You LOST!",
        "YOU WIN",
        "Game over",
        "GAMEOVER",
    ],
)
def test_a_text_that_tells_more_or_something_else(text: str) -> None:
    assert not tells_result(text)


@pytest.mark.parametrize(
    ("text", "button"),
    [
        ('Game over, click "let\'s play" to try again.', "letsplay"),
        ("Press the Shuffle button to start a new game", "shuffle"),
        ("Click on the smiley to restart", "smiley"),
        ("Click a cell to open it", None),
        ("New game", None),
    ],
)
def test_buttons_that_a_text_names(text: str, button: str | None) -> None:
    assert button_named_in(text) == button


def test_texts_that_ask_for_a_name() -> None:
    assert all(map(asks_for_name, ("Please enter name:", "Enter your name", "What's your name?")))
    assert not any(map(asks_for_name, ("Press Enter", "Name", "Enter to restart")))


def test_texts_that_say_of_a_key_what_it_does() -> None:
    assert all(map(begins_with_key, ("r = New game", "R: restart", "[Space] - Play again")))
    assert not any(map(begins_with_key, ("New game (N)", "Restart", "Start new game")))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("To restart press R", "r"),
        ("Drücke R für ein neues Spiel", "r"),
        ("Drücke die Leertaste zum Neustart", "space"),
        ("Appuyez sur Espace pour rejouer", "space"),
        ('Pressione "Enter" para continuar', "enter"),
        ("Presiona R para reiniciar", "r"),
        ("Pulsa la tecla N para jugar de nuevo", "n"),
        ("Pressione Enter para jogar novamente", "enter"),
        ("Pressione o botão para reiniciar", None),
        ("Presiona ESC para salir", None),
        ("Press Q to quit", None),
    ],
)
def test_a_key_is_named_in_other_languages_and_in_other_words(text: str, key: str | None) -> None:
    assert key_named_in(text) == key


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("9 x 9", 81),
        ("Expert 16\u00d730", 480),
        ("Grid size: 10 Mine count: 10", 100),
        ("Mines: 10", None),
        ("12:30", None),
        ("Buy 9 x 9", None),
    ],
)
def test_a_start_page_may_name_boards_by_their_size(text: str, cells: int | None) -> None:
    assert cells_named_in(text) == cells


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("New game", "NEWGAME", True),
        ("Restert", "Restart", True),
        ("Play again", "Play agaln", True),
        ("New gane", "New game", True),
        ("Exit", "Exits", False),
        ("Start", "Restart", False),
        ("Quit again", "Play again", False),
        ("OK", "0K", False),
        ("\u041e\u041a", "OK", True),  # Cyrillic letters
    ],
)
def test_a_text_that_is_read_a_little_otherwise_is_the_same(
    one: str,
    other: str,
    same: bool,  # noqa: FBT001
) -> None:
    assert is_same_text(one, other) is same
