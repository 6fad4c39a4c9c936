"""Titles of menus behind which a new game may be, and the items that are tried then."""

from __future__ import annotations

import numpy as np
import pytest

from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Window
from autosweep.play.control_tries import ControlTries, content_of
from autosweep.play.control_words import Promise, promise_of
from autosweep.play.controls import Control, ControlKind, ShownWindow, controls_in
from autosweep.play.menus import is_title, menu_titles
from autosweep.vision.ocr import TextLine

BOARD = Rect(10, 80, 300, 300)


def line(text: str, x: int = 4, y: int = 4, w: int | None = None) -> TextLine:
    return TextLine(text, Rect(x, y, 9 * len(text) if w is None else w, 16), 0.95)


def names(*lines: TextLine) -> list[str]:
    return [title.text for title in menu_titles(lines, BOARD)]


@pytest.mark.parametrize(
    ("lines", "titles"),
    [
        ((line("Game"), line("Help", 60)), ["Game"]),
        ((line("File"), line("Game", 50)), ["Game", "File"]),
        ((line("Datei Spiel Hilfe"),), ["Spiel", "Datei"]),
        ((line("Partida"), line("Ayuda", 90)), ["Partida"]),
        ((line("Game over"),), []),
        ((line("Game", y=60),), []),
        ((line("Help"), line("View", 60)), []),
        ((line("Quit"), line("Settings", 60)), []),
    ],
)
def test_only_titles_in_the_bar_of_a_window_are_menus(
    lines: tuple[TextLine, ...], titles: list[str]
) -> None:
    assert names(*lines) == titles


def test_a_title_that_is_read_with_others_is_clicked_at_its_own_place() -> None:
    (game, file) = menu_titles([line("File Game Help", w=140)], BOARD)
    assert file.rect.right <= game.rect.x
    assert game.rect.right <= 4 + 140 * 10 / 14


@pytest.mark.parametrize(("text", "there"), [("File Game Help", True), ("Gamelan", False)])
def test_a_title_is_a_word_of_its_own(text: str, there: bool) -> None:  # noqa: FBT001
    assert is_title(text, "Game") is there


def shown(*lines: TextLine, browser: bool = False, dialog: bool = False) -> ShownWindow:
    frame = Frame(np.zeros((400, 330, 3), np.uint8))
    window = Window(7, "Mines", "mines", Rect(0, 0, 330, 400))
    return ShownWindow(
        frame, lines, window, is_dialog=dialog, in_browser=browser, board=None if dialog else BOARD
    )


def kinds(controls: tuple[Control, ...]) -> list[ControlKind]:
    return [control.kind for control in controls]


def test_a_menu_is_opened_in_programs_only_and_before_keys_are_tried() -> None:
    found = kinds(controls_in(shown(line("Game"), line("Help", 60))))
    assert found.index(ControlKind.MENU) < found.index(ControlKind.KEY)
    assert ControlKind.MENU not in kinds(controls_in(shown(line("Game"), browser=True)))


@pytest.mark.parametrize(
    ("item", "promise"),
    [
        ("New Game F2", Promise.NEW_GAME),
        ("New game Ctrl+N", Promise.NEW_GAME),
        ("Restart  Ctrl + R", Promise.NEW_GAME),
        ("New...", Promise.STEP),
        ("Quit Ctrl+Q", None),
        ("Settings...", None),
    ],
)
def test_the_key_behind_an_item_is_no_part_of_its_words(item: str, promise: Promise | None) -> None:
    assert promise_of(item) is promise


def test_with_a_menu_open_only_its_items_are_tried() -> None:
    """What was there before lies under the menu; what is denied is no control at all."""
    bar = shown(line("Game"), line("Help", 60))
    tries = ControlTries(frozenset())
    before = controls_in(bar)
    (menu,) = [control for control in before if control.kind is ControlKind.MENU]
    tries.note(menu, content_of(bar))
    tries.open_menu(before)
    popup = shown(line("New game", y=20), line("Quit", y=40), dialog=True)
    untried = tries.untried(controls_in(popup), content_of(popup))
    assert [control.text for control in untried] == ["New game"]
    nothing = shown(line("Zoom", y=20), line("Quit", y=40), dialog=True)
    assert tries.untried(controls_in(nothing), content_of(nothing)) == []
    tries.close_menu()
    assert menu not in tries.untried(controls_in(bar), content_of(bar))
