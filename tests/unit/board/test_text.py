"""Text boards in all formats: read, written, refused with the line that is wrong."""

from __future__ import annotations

from random import Random

import pytest

from autosweep.board import FLAG, HIDDEN, Board, Layout
from autosweep.board.formats import (
    WRITERS,
    format_link,
    format_mbf,
    layout_of,
    parse_bytes,
    parse_link,
    parse_mbf,
)
from autosweep.board.text import format_dot_mine, format_mrgris, parse
from autosweep.errors import BoardFormatError


def test_the_example_of_the_design() -> None:
    text = "3 3 2\n1 ? ?\n? ? ?\n? ? 1\n"
    one = Board.parse(text)
    assert (one.rows, one.cols, one.mines) == (3, 3, 2)
    assert str(one) == text


def test_blanks_comments_rules_and_a_byte_order_mark_are_accepted() -> None:
    one = Board.parse("\ufeff# a comment\n2 2 1\n# another\nrules: Q, T\n1?\n? ?\n\n")
    assert one.rules == ("Q", "T")
    assert Board.parse(str(one)) == one


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no line"),
        ("# only a comment\n", "no line"),
        ("hello\n", "first line"),
        ("2 2\n", "no rows"),
        ("2 2\n1 ?\n?\n", "Row 1 has 1 cells and row 0 has 2"),
        ("2 2\n1 ?\n? z\n", "'z' in row 1"),
        ("3 2\n1 ?\n? ?\n", "3 rows of 2 cells were announced and 2 of 2 given"),
        ("2 2 -1\n1 ?\n? ?\n", "first line"),
        ("99999999999 2\n1 ?\n", "too large"),
        ("2 by 2\n", "first line"),
        ("2x2x1\nHH\nH\n", "Row 1"),
        ("3x2x1\nHH\nHH\n", "2 rows of 3"),
    ],
)
def test_bad_text_is_refused_with_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(BoardFormatError, match=words) as caught:
        parse(text)
    assert caught.value.remedy


def test_dot_mine_text_of_the_other_program() -> None:
    one = parse("3x2x1\nHF1\n?01\n")
    assert (one.rows, one.cols, one.mines) == (2, 3, 1)
    assert one.row_symbols() == ["? F 1", "* 0 1"]
    assert parse(format_dot_mine(one)) == one


def test_mrgris_text() -> None:
    one = parse("..1x\n.2*x\n")
    assert one.row_symbols() == ["0 0 1 ?", "0 2 * ?"]
    assert one.mines is None
    assert parse(format_mrgris(one)) == one


def test_link_known_from_the_other_program() -> None:
    """A link built by hand from the published packing: 3 columns, 2 rows, 1 mine."""
    # base 62 with `a` = 0: columns 3 = "ad", rows 2 = "ac", mines 1 = "aaab";
    # cells H H 1 / 0 0 1: a run of 2 hidden, 1 one, 2 zeros, 1 one.
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    hidden_start = 10 + 7 + 5 + 5 + 4 + 3 + 3 + 1 + 1 + 4
    packed = "adac" + "aaab" + alphabet[hidden_start + 2] + alphabet[10 + 1] + "c" + alphabet[11]
    one = parse(f"https://example.org/?analysis={packed}")
    assert one.row_symbols() == ["? ? 1", "0 0 1"]
    assert one.mines == 1
    assert format_link(one).endswith(packed)


def test_flags_are_taken_off_numbers_in_a_link_and_put_back() -> None:
    one = Board.from_rows(["F 2 F", "1 2 1", "0 0 0"], 2)
    assert parse_link(format_link(one)) == one


def test_an_overflagged_board_survives_a_link() -> None:
    one = Board.from_rows(["F 1", "F 2"], 2)
    assert parse_link(format_link(one)) == one


@pytest.mark.parametrize(
    "bad",
    ["analysis=a", "analysis=9999aaabaaaa", "analysis=adacaaab", "analysis=acacaaabzzzzzzzzzzz"],
)
def test_a_cut_or_overlong_link_is_refused(bad: str) -> None:
    with pytest.raises(BoardFormatError):
        parse(bad)


def test_random_boards_survive_every_format_that_can_hold_them() -> None:
    random = Random(7)
    for _ in range(300):
        rows, cols = random.randint(1, 9), random.randint(1, 9)
        codes = bytes(random.choice([0, 1, 2, 5, HIDDEN, FLAG]) for _ in range(rows * cols))
        one = Board(rows, cols, codes, random.randint(0, rows * cols))
        for name in ("text", "mine", "link"):
            assert parse(WRITERS[name](one)) == one, name


def test_what_a_format_cannot_hold_is_said() -> None:
    unread = Board.from_rows(["! 1"], 1)
    for name in ("mine", "mrgris", "link"):
        with pytest.raises(BoardFormatError, match="cannot be"):
            WRITERS[name](unread)
    with pytest.raises(BoardFormatError, match="mine total"):
        format_link(Board.hidden(2, 2))


def test_mbf_files_hold_a_layout() -> None:
    layout = Layout.parse(["..*", "*.."])
    data = format_mbf(layout)
    assert data == bytes([3, 2, 0, 2, 2, 0, 0, 1])
    assert parse_mbf(data) == layout
    shown = parse_bytes(data, "x.mbf")
    assert shown.row_symbols() == ["1 2 *", "* 2 1"]
    assert layout_of(shown) == layout


@pytest.mark.parametrize(
    "data", [b"", b"\x03\x02\x00", b"\x03\x02\x00\x02\x00\x00", bytes([3, 2, 0, 1, 3, 0])]
)
def test_broken_mbf_files_are_refused(data: bytes) -> None:
    with pytest.raises(BoardFormatError):
        parse_bytes(data, "x.mbf")


def test_a_file_that_is_not_text_is_refused() -> None:
    with pytest.raises(BoardFormatError, match="not text"):
        parse_bytes(b"\xff\xfe\x00\x01", "board.txt")
