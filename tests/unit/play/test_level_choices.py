"""What a start page asks for: one level of each question, and the size that was played."""

from __future__ import annotations

from autosweep.geometry import Rect
from autosweep.play.level_choices import choices_in
from autosweep.vision.ocr import TextLine


def line(text: str, x: int, y: int) -> TextLine:
    return TextLine(text, Rect(x, y, 9 * len(text), 16), 0.9)


def chosen(lines: list[TextLine], cells: int, *, board_visible: bool = False) -> list[str]:
    return [each.text for each in choices_in(lines, cells, board_visible=board_visible)]


SIZES = ("Small", "Medium", "Large")
LEVELS = ("Easy", "Medium", "Hard")


def test_a_row_of_sizes_and_a_row_of_levels_are_two_questions() -> None:
    lines = [line(text, 100 + 120 * k, 60) for k, text in enumerate(SIZES)]
    lines += [line(text, 100 + 120 * k, 100) for k, text in enumerate(LEVELS)]
    assert chosen(lines, 100) == ["Small", "Easy"]
    found = choices_in(lines, 180, board_visible=False)
    assert [(each.text, each.rect.y) for each in found] == [("Medium", 60), ("Medium", 100)]


def test_a_column_of_sizes_and_a_column_of_levels_are_two_questions() -> None:
    lines = [line(text, 40, 60 + 40 * k) for k, text in enumerate(SIZES)]
    lines += [line(text, 240, 60 + 40 * k) for k, text in enumerate(LEVELS)]
    assert chosen(lines, 480) == ["Large", "Hard"]


def test_levels_in_no_row_and_no_column_are_one_question() -> None:
    lines = [line(text, 40 + 200 * k, 60 + 40 * k) for k, text in enumerate(LEVELS)]
    assert chosen(lines, 81) == ["Easy"]


def test_a_single_level_is_a_heading() -> None:
    assert chosen([line("Hard", 40, 60), line("Start", 40, 100)], 81) == []


def test_the_size_that_a_level_names_decides() -> None:
    lines = [line(f"{t} {n}x{n}", 40, 40 * n) for t, n in zip(LEVELS, (6, 8, 10), strict=True)]
    assert chosen(lines, 100) == ["Hard 10x10"]


def test_sizes_and_levels_are_both_chosen_where_no_board_is_visible() -> None:
    lines = [line(text, 40 + 120 * k, 60) for k, text in enumerate(LEVELS)]
    lines += [line(f"{n} x {n}", 40 + 120 * k, 100) for k, n in enumerate((9, 16, 20))]
    assert chosen(lines, 256) == ["Medium", "16 x 16"]
    assert chosen(lines, 256, board_visible=True) == ["Medium"]


def test_the_smallest_usual_size_is_chosen_where_no_board_was_played() -> None:
    lines = [line(f"{n}*{n}", 40 + 120 * k, 100) for k, n in enumerate((16, 5, 8))]
    assert chosen(lines, 0) == ["8*8"]
    assert chosen(lines[:1], 0) == []
