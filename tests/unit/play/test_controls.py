"""The controls that are tried for a new game, found in real pixels of drawn windows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.drawn_windows import BOARD, DrawnWindow

from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window
from autosweep.play.control_tries import ControlTries, content_of
from autosweep.play.controls import (
    Control,
    ControlKind,
    ShownWindow,
    controls_in,
    starting_controls,
)
from autosweep.vision.ocr import TextLine, read_text

MIDDLE = BOARD.x + BOARD.w // 2
GAME = Window(1, "Mines", "Mines", Rect(0, 0, 640, 620))


def shown(drawn: DrawnWindow, *, in_browser: bool = True, is_dialog: bool = False) -> ShownWindow:
    frame = drawn.frame()
    return ShownWindow(
        frame,
        read_text(frame),
        GAME,
        in_browser=in_browser,
        is_dialog=is_dialog,
        board=None if is_dialog else BOARD,
        cells=81,
    )


def first(drawn: DrawnWindow, *, is_dialog: bool = False) -> Control:
    return controls_in(shown(drawn, is_dialog=is_dialog))[0]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("text", "x", "y"),
    [("New game", MIDDLE, 100), ("Restart", 90, 300), ("Neues Spiel", MIDDLE, 480)],
)
def test_a_button_that_means_a_new_game_comes_first(
    text: str,
    x: int,
    y: int,
    dark: bool,  # noqa: FBT001
) -> None:
    drawn = DrawnWindow(dark=dark).button("Quit", 560, 300).button("Settings", 560, 380)
    control = first(drawn.text("You lost", 90, 60).button(text, x, y))
    assert control.kind is ControlKind.BUTTON
    assert control.name == f'the button "{text}"'
    assert control.rect is not None
    assert control.rect.contains(x, y)


def test_a_button_in_a_card_over_the_board_comes_before_one_far_away() -> None:
    drawn = DrawnWindow().card().text("You win!", MIDDLE, BOARD.y + 110)
    drawn.button("Play again", MIDDLE, BOARD.y + 160).button("New game", 90, 590)
    control = first(drawn)
    assert control.text == "Play again"


def test_denied_buttons_are_never_listed() -> None:
    drawn = DrawnWindow().button("Quit", 90, 100).button("Delete scores", 300, 100)
    drawn.button("Sign in", 470, 100).button("Buy", 560, 100).button("Close", MIDDLE, 500)
    assert [control.kind for control in controls_in(shown(drawn))] == [ControlKind.RELOAD]


def test_a_word_in_a_paragraph_is_no_button() -> None:
    drawn = DrawnWindow()
    lines = ("Open all the cells without a mine.", "If you have hit one you may always", "restart")
    for row, line in enumerate(lines):
        drawn.text(line, 40, 500 + 20 * row, anchor="lm")
    assert "restart" in {line.text for line in shown(drawn).lines}
    assert ControlKind.BUTTON not in {control.kind for control in controls_in(shown(drawn))}


def test_a_face_is_tried_where_no_text_helps() -> None:
    drawn = DrawnWindow().face(MIDDLE, 110).text("010", 220, 110, size=24)
    control = first(drawn)
    assert control.kind is ControlKind.ICON
    point = control.point(shown(drawn))
    assert point is not None
    assert not point.strays_from([ScreenPoint(MIDDLE, 110)])
    assert control.setting(shown(drawn)).startswith("click 0.5")


def test_a_key_that_a_text_names_is_pressed_also_in_a_browser() -> None:
    control = first(DrawnWindow().text("Press R to restart", MIDDLE, 520))
    assert (control.kind, control.keys) == (ControlKind.NAMED_KEY, "r")


def test_a_text_that_says_click_is_clicked() -> None:
    control = first(DrawnWindow().text("Click to play again", MIDDLE, 520))
    assert control.kind is ControlKind.CLICK_TEXT
    assert control.rect is not None


def test_programs_get_their_usual_keys_and_browsers_a_reload() -> None:
    drawn = DrawnWindow()
    page = [(control.kind, control.keys) for control in controls_in(shown(drawn))]
    program = [control.keys for control in controls_in(shown(drawn, in_browser=False))]
    assert page == [(ControlKind.RELOAD, "f5")]
    assert program == ["f2", "ctrl+n", "n", "r"]


def test_yes_is_clicked_only_where_a_text_asks_to_play_again() -> None:
    asked = DrawnWindow().text("Game over. Play again?", MIDDLE, 60)
    asked.button("Yes", 240, 100).button("No", 360, 100)
    assert first(asked, is_dialog=True).text == "Yes"
    other = DrawnWindow().text("Really leave the game?", MIDDLE, 60)
    other.button("Yes", 240, 100).button("No", 360, 100)
    assert [control.kind for control in controls_in(shown(other, is_dialog=True))] == [
        ControlKind.DISMISS
    ]


def test_the_title_of_a_dialog_may_ask_to_play_again() -> None:
    dialog = shown(DrawnWindow().button("Yes", 240, 100).button("No", 360, 100), is_dialog=True)
    for title, kind in (("Restart?", ControlKind.AGREE), ("Quit?", ControlKind.DISMISS)):
        titled = replace(dialog, window=replace(GAME, title=title))
        assert controls_in(titled)[0].kind is kind
    # The title of the game itself asks nothing.
    window = replace(dialog, window=replace(GAME, title="Restart?"), is_dialog=False)
    assert ControlKind.AGREE not in {control.kind for control in controls_in(window)}


def test_a_dialog_is_put_away_by_its_ok_and_by_escape_at_last() -> None:
    drawn = DrawnWindow().text("You have won!", MIDDLE, 60).button("OK", MIDDLE, 100)
    kinds = [control.kind for control in controls_in(shown(drawn, is_dialog=True))]
    assert kinds == [ControlKind.STEP, ControlKind.DISMISS]
    assert first(drawn, is_dialog=True).setting(shown(drawn, is_dialog=True)) == ""


def test_the_level_that_was_played_is_chosen_on_a_start_page() -> None:
    drawn = DrawnWindow().button("Easy", 100, 60).button("Medium", 300, 60).button("Hard", 500, 60)
    for cells, text in ((81, "Easy"), (256, "Medium"), (480, "Hard")):
        seen = replace(shown(drawn), cells=cells)
        assert controls_in(seen)[0].text == text


def test_a_board_of_the_size_that_was_played_is_chosen_where_no_board_is_left() -> None:
    lines = tuple(TextLine(f"{n} x {n}", Rect(40, 20 * n, 60, 16), 0.9) for n in (5, 9, 15))
    seen = replace(shown(DrawnWindow()), lines=lines)
    assert all(control.kind is not ControlKind.LEVEL for control in controls_in(seen))
    start_page = replace(seen, board_visible=False)
    assert [c.text for c in controls_in(start_page) if c.kind is ControlKind.LEVEL] == ["9 x 9"]


def test_the_numbers_of_a_size_are_no_words_of_a_sentence() -> None:
    lines = tuple(
        TextLine(f"{n}x{n} with {n} mines", Rect(40, 18 * n, 160, 16), 0.9) for n in (10, 11, 25)
    )
    page = replace(shown(DrawnWindow()), lines=lines, board_visible=False, board=None, cells=0)
    levels = [c.text for c in controls_in(page) if c.kind is ControlKind.LEVEL]
    assert levels == ["10x10 with 10 mines"]
    sentence = TextLine("A board of 9x9 is for beginners", Rect(40, 100, 200, 16), 0.9)
    assert not [
        c
        for c in controls_in(replace(page, lines=(sentence, lines[0])))
        if c.kind is ControlKind.LEVEL
    ]


def test_levels_are_chosen_before_the_start_button_where_no_board_is_visible() -> None:
    drawn = DrawnWindow().button("Small", 100, 60).button("Medium", 300, 60)
    drawn.button("Large", 500, 60).button("Easy", 100, 130).button("Normal", 300, 130).button(
        "Hard", 500, 130
    )
    seen = shown(drawn.button("Start", MIDDLE, 200), in_browser=False)
    page = replace(seen, board_visible=False, board=None)
    tries, used = ControlTries(frozenset()), []
    while len(used) < 4 and (left := tries.untried(controls_in(page), content_of(page))):
        tries.note(left[0], content_of(page))
        used.append(left[0].text or left[0].keys)
    assert used == ["Small", "Easy", "Start", "f2"]
    assert tries.steps[:2] == ('the level "Small"', 'the level "Easy" of question 2')
    assert controls_in(seen)[0].text == "Start"


def test_a_level_is_not_chosen_again_before_another_control_was_tried() -> None:
    """A second press may take the choice back, though the page shows another text by now."""
    drawn = DrawnWindow().button("Easy", 100, 60).button("Hard", 300, 60)
    page = replace(shown(drawn.button("Start", 500, 60)), board_visible=False, board=None)
    level, start = controls_in(page)[:2]
    assert (level.text, start.text) == ("Easy", "Start")
    other = (None, frozenset({"other"}))
    tries = ControlTries(frozenset())
    tries.note(level, content_of(page))
    assert level not in tries.untried([level, start], other)
    tries.note(start, other)
    assert level in tries.untried([level, start], other)


def test_the_ordinary_game_is_chosen_on_a_start_page_only() -> None:
    lines = tuple(
        TextLine(text, Rect(40, 30 * k, 90, 16), 0.9)
        for k, text in enumerate(("CLASSIC", "Adventure", "Settings"))
    )
    seen = replace(shown(DrawnWindow()), lines=lines)
    assert all(control.kind is not ControlKind.LEVEL for control in controls_in(seen))
    start_page = replace(seen, board_visible=False)
    assert [c.text for c in controls_in(start_page) if c.kind is ControlKind.LEVEL] == ["CLASSIC"]


RESULT = TextLine("You lost", Rect(MIDDLE - 30, BOARD.y + 40, 60, 16), 0.9)
"""A message over the upper part of the board."""


@pytest.mark.parametrize(
    ("texts", "clicked"),
    [((), False), (("You lost",), True), (("Hard",), False), ((RESULT, "Hard"), False)],
)
def test_the_place_of_the_board_is_clicked_under_a_result_and_nothing_else(
    texts: tuple[TextLine | str, ...],
    clicked: bool,  # noqa: FBT001
) -> None:
    """A click takes a message away; there may also be a form, or a page without any text."""
    middle = Rect(MIDDLE - 30, BOARD.y + BOARD.h // 2 - 8, 60, 16)
    lines = tuple(TextLine(t, middle, 0.9) if isinstance(t, str) else t for t in texts)
    covered = replace(shown(DrawnWindow()), lines=lines, board_visible=False)
    assert any(c.kind is ControlKind.BOARD for c in controls_in(covered)) is clicked


def test_the_place_of_the_board_is_not_clicked_once_a_page_was_loaded_again() -> None:
    covered = replace(shown(DrawnWindow()), lines=(RESULT,), board_visible=False)
    controls, content = controls_in(covered), content_of(covered)
    tries = ControlTries(frozenset())
    assert any(c.kind is ControlKind.BOARD for c in tries.untried(controls, content))
    tries.note(next(c for c in controls if c.kind is ControlKind.RELOAD), content)
    assert all(c.kind is not ControlKind.BOARD for c in tries.untried(controls, content))


def test_an_ended_board_is_clicked_last_and_in_a_program_only() -> None:
    """Where it is clicked is not kept: in another game the same cell is hidden."""
    cell = Rect(MIDDLE, BOARD.y + 100, 30, 30)
    ended = replace(shown(DrawnWindow(), in_browser=False), over=cell)
    control = controls_in(ended)[-1]
    assert (control.kind, control.rect) == (ControlKind.BOARD, cell)
    assert not control.setting(ended)
    for other in (replace(ended, over=None), replace(ended, in_browser=True)):
        assert all(each.kind is not ControlKind.BOARD for each in controls_in(other))


def test_the_way_back_to_the_start_page_of_a_program_is_tried_after_all_else() -> None:
    """In a browser it may leave the page."""
    drawn = DrawnWindow().button("Home", MIDDLE, BOARD.bottom + 40)
    found = controls_in(shown(drawn, in_browser=False))
    assert (found[-1].kind, found[-1].text) == (ControlKind.START_PAGE, "Home")
    assert all(each.text != "Home" for each in controls_in(shown(drawn)))


def test_a_result_beside_the_board_is_tried_late() -> None:
    """A button may change its text from "RESET" to the result."""
    drawn = DrawnWindow().button("LOST!", MIDDLE, BOARD.y - 30).text("WIN", 60, 590)
    found = controls_in(shown(drawn, in_browser=False))
    results = [control for control in found if control.kind is ControlKind.RESULT]
    assert [control.text for control in results] == ["LOST!"]
    assert all(control.kind != ControlKind.KEY for control in found[: found.index(results[0])])
    dialog = shown(drawn, is_dialog=True)
    assert all(control.kind is not ControlKind.RESULT for control in controls_in(dialog))


def test_a_page_is_loaded_again_before_anything_is_pressed_that_may_be_no_control() -> None:
    """A picture beside the middle of the board, a result, a card over the place of the board."""
    drawn = DrawnWindow().button("LOST!", MIDDLE, BOARD.y - 30).face(MIDDLE - 60, BOARD.y - 70)
    for window in (shown(drawn), replace(shown(drawn), board_visible=False)):
        kinds = [control.kind for control in controls_in(window)]
        doubtful = {ControlKind.ICON, ControlKind.RESULT, ControlKind.BOARD} & set(kinds)
        assert {ControlKind.ICON, ControlKind.RESULT} <= doubtful
        assert all(kinds.index(ControlKind.RELOAD) < kinds.index(kind) for kind in doubtful)


@pytest.mark.parametrize("in_browser", [False, True])
def test_in_a_page_no_picture_below_the_board_is_pressed(*, in_browser: bool) -> None:
    """It is mostly a link or a score. A program may have its face there."""
    drawn = DrawnWindow().face(MIDDLE, BOARD.bottom + 40)
    kinds = [control.kind for control in controls_in(shown(drawn, in_browser=in_browser))]
    assert (ControlKind.ICON in kinds) is not in_browser


def test_a_button_that_a_text_names_comes_first() -> None:
    """Whatever it says itself, unless it is never clicked."""
    drawn = DrawnWindow().button("Shuffle", 90, 100).text("Click Shuffle to play again", 300, 520)
    assert first(drawn).text == "Shuffle"
    denied = DrawnWindow().button("Quit", 90, 100).text("Click Quit to start again", 300, 520)
    assert first(denied).kind is not ControlKind.BUTTON


def test_a_text_that_tells_what_a_key_does_is_no_button() -> None:
    controls = controls_in(shown(DrawnWindow().text("r = New game", 300, 520), in_browser=False))
    assert controls[0].keys == "r"
    assert ControlKind.BUTTON not in {control.kind for control in controls}


def test_a_field_for_a_name_is_left_and_no_letter_is_typed() -> None:
    asked = DrawnWindow().text("Please enter your name:", 300, 520)
    keys = [control.keys for control in controls_in(shown(asked, in_browser=False))]
    assert keys == ["escape", "enter"]
    assert "escape" not in {control.keys for control in controls_in(shown(asked))}


def test_a_face_whose_eyes_are_read_as_letters_is_an_icon() -> None:
    face = DrawnWindow().face(MIDDLE, 110)
    eyes = TextLine("x x", Rect(MIDDLE - 14, 100, 28, 14), 0.9)
    named = replace(eyes, text="Log")
    for line, icons in ((eyes, 1), (named, 0)):
        found = controls_in(replace(shown(face), lines=(line,)))
        assert [control.kind for control in found].count(ControlKind.ICON) == icons


def test_the_browsers_question_after_a_reload_is_answered() -> None:
    asked = DrawnWindow().card().text("Changes you made may not be saved.", MIDDLE, BOARD.y + 100)
    asked.button("Cancel", MIDDLE - 60, BOARD.y + 160).button("Reload", MIDDLE + 60, BOARD.y + 160)
    answer = next(c for c in controls_in(shown(asked)) if c.kind is ControlKind.AGREE)
    assert (answer.name, answer.keys) == ('the answer "Reload"', "enter")
    kinds = {control.kind for control in controls_in(shown(asked, in_browser=False))}
    assert ControlKind.AGREE not in kinds
    page = DrawnWindow().button("Leave", MIDDLE, 100)
    assert ControlKind.AGREE not in {control.kind for control in controls_in(shown(page))}


def test_flags_on_the_mines_of_a_won_game_are_tried_in_programs_after_all_keys() -> None:
    mines = (Rect(BOARD.x, BOARD.y, 32, 32),)
    program = controls_in(replace(shown(DrawnWindow(), in_browser=False), mines=mines))
    assert program[-1].kind is ControlKind.FLAGS
    page = controls_in(replace(shown(DrawnWindow()), mines=mines))
    assert ControlKind.FLAGS not in {control.kind for control in page}


@pytest.mark.parametrize("face", [":)", "x_x", ":-(", "B)", "^_^", "=D"])
def test_a_written_face_beside_the_board_is_a_control(face: str) -> None:
    window = DrawnWindow().frame()
    near = TextLine(face, Rect(MIDDLE - 40, BOARD.y - 30, 24, 16), 1.0)
    far = TextLine(face, Rect(10, 10, 24, 16), 1.0)
    game = ShownWindow(window, (near,), GAME, board=BOARD, cells=81)
    (icon,) = [each for each in controls_in(game) if each.kind is ControlKind.ICON]
    assert icon.rect == near.rect
    elsewhere = controls_in(replace(game, lines=(far,)))
    assert not [each for each in elsewhere if each.kind is ControlKind.ICON]


@pytest.mark.parametrize("text", ["0:30", "10", "OK", "New", "x", "3D"])
def test_words_and_counters_are_no_faces(text: str) -> None:
    line = TextLine(text, Rect(MIDDLE - 40, BOARD.y - 30, 24, 16), 1.0)
    game = ShownWindow(DrawnWindow().frame(), (line,), GAME, board=BOARD, cells=81)
    assert not [each for each in controls_in(game) if each.kind is ControlKind.ICON]


def test_a_letter_of_a_label_is_no_icon() -> None:
    """Only a part of a label may be read, such as where something lies over the rest."""
    drawn = DrawnWindow().face(MIDDLE, BOARD.y - 40)
    game = replace(shown(drawn), lines=())
    icon = next(each for each in controls_in(game) if each.kind is ControlKind.ICON)
    assert icon.rect is not None
    box = icon.rect
    beside = Rect(box.right + 4, box.y, 120, box.h)
    label = replace(game, lines=(TextLine("esweeper", beside, 1.0),))
    assert icon.rect not in [each.rect for each in controls_in(label)]
    # A button is higher than the text beside it, or stands apart.
    low = Rect(box.right + 4, box.y + box.h // 4, 120, box.h // 2)
    apart = Rect(box.right + box.h, box.y, 120, box.h)
    for rect in (low, apart):
        counter = replace(game, lines=(TextLine("Mines left", rect, 1.0),))
        assert icon.rect in [each.rect for each in controls_in(counter)]


def test_a_face_that_is_dimmed_by_something_is_not_pressed() -> None:
    """A card may lie over the face; a face that only changed its look is one still."""
    plain = shown(DrawnWindow().face(MIDDLE, BOARD.y - 40))
    frame = plain.frame
    assert any(c.kind is ControlKind.ICON for c in controls_in(plain))
    pixels = frame.pixels.copy()
    dim = replace(frame, pixels=(pixels // 2).astype(np.uint8))
    dimmed = replace(plain, frame=dim, playing=frame)
    assert all(c.kind is not ControlKind.ICON for c in controls_in(dimmed))
    assert any(c.kind is ControlKind.ICON for c in controls_in(replace(dimmed, playing=None)))
    (icon,) = [c for c in controls_in(plain) if c.kind is ControlKind.ICON]
    assert icon.rect is not None
    inner = icon.rect.grown(-6)
    pixels[inner.y : inner.bottom, inner.x : inner.right] = (0, 0, 200)
    sad = replace(plain, frame=replace(frame, pixels=pixels), playing=frame)
    assert any(c.kind is ControlKind.ICON for c in controls_in(sad))


def test_a_board_that_waits_gets_its_start_then_its_level_and_no_picture() -> None:
    drawn = DrawnWindow().button("Easy", 200, 60).button("Medium", 300, 60).button("Hard", 400, 60)
    drawn.button("Start", MIDDLE, 100).button("New game", 90, 590).face(150, 560)
    found = starting_controls(shown(drawn))
    kinds = [ControlKind.STEP, ControlKind.LEVEL, ControlKind.BUTTON]
    assert [control.kind for control in found] == kinds


@pytest.mark.parametrize(
    ("words", "gap", "lower", "found"),
    [
        (("NE W", "GAME"), 10, 0, True),
        (("NEWG", "AME"), 4, 2, True),
        (("NE W", "GAME"), 60, 0, False),
        (("NE W", "GAME"), 10, 14, False),
        (("NE W", "LEAVE"), 10, 0, False),
    ],
)
def test_a_button_whose_words_are_read_apart_is_one_control(
    words: tuple[str, str],
    gap: int,
    lower: int,
    found: bool,  # noqa: FBT001
) -> None:
    left, right = Rect(200, 100, 40, 16), Rect(240 + gap, 100 + lower, 50, 16)
    lines = tuple(TextLine(w, box, 0.9) for w, box in zip(words, (left, right), strict=True))
    seen = replace(shown(DrawnWindow()), lines=lines)
    buttons = [c for c in controls_in(seen) if c.kind is ControlKind.BUTTON]
    assert bool(buttons) is found
    assert all(c.rect == Rect(200, 100, 90 + gap, 16 + lower) for c in buttons)
