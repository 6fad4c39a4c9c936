"""Foreign text cannot command a terminal; counts have the right ending."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import autosweep
from autosweep.messages import count_of, printable, table


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, ä, 雪, ★", "plain, ä, 雪, ★"),
        ("\x1b]52;c;Zm9v\x07", r"\x1b]52;c;Zm9v\x07"),
        ("\x1b]0;title\x1b\\", r"\x1b]0;title\x1b" + "\\"),
        ("\x9b31m\x9d0;x\x9c", r"\x9b31m\x9d0;x\x9c"),
        ("a\u202eb\u2066c\u200bd", r"a\u202eb\u2066c\u200bd"),
        ("one\ntwo\r\x7f", r"one\x0atwo\x0d\x7f"),
        ("one\u2028two", r"one\u2028two"),
        ("caf\udce9", r"caf\udce9"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(shown) == shown


def test_text_of_several_lines_keeps_them_and_nothing_else() -> None:
    assert printable("a\n\tb\x1b\r", newlines=True) == "a\n\tb" + r"\x1b\x0d"


def test_everything_that_controls_a_terminal_is_covered() -> None:
    """Every character below 0x20, DEL and C1, whatever Unicode calls it."""
    for number in (*range(0x20), *range(0x7F, 0xA0)):
        assert chr(number) not in printable(chr(number))


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [
        (0, "game", "0 games"),
        (1, "game", "1 game"),
        (2, "game", "2 games"),
        (1, "guess", "1 guess"),
        (3, "guess", "3 guesses"),
        (1, "cell", "1 cell"),
    ],
)
def test_counts_have_the_right_ending(number: int, noun: str, words: str) -> None:
    assert count_of(number, noun) == words


@pytest.mark.parametrize("room", ["bench", "cli", "overlay", "replay"])
def test_no_message_counts_without_looking_at_the_number(room: str) -> None:
    """`{n} cells` says "1 cells" one day; a size such as `{rows} x {cols} cells` may."""
    counted = re.compile(
        r"(?<! x )\{[^{}]*\} (?:cells|games|clicks|guesses|mines|steps|boards|flags|pictures)\b"
    )
    found = [
        (path.name, line.strip())
        for path in sorted((Path(autosweep.__file__).parent / room).rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if counted.search(line) and "{MAX_CELLS}" not in line
    ]
    assert found == []


def test_a_table_is_aligned_plain_and_safe() -> None:
    rows = [("name", "games", "rate"), ("linear", 5, "20.0%"), ("a\x1b[31m\nb", 1000, "[bold]")]
    assert table(rows) == (
        "name            games    rate\n"
        "linear              5   20.0%\n"
        "a\\x1b[31m\\x0ab   1000  [bold]"
    )
    assert table([("a", "long")], left=(0, 1)) == "a  long"
    assert len(table([("x" * 500, "y" * 500)]).splitlines()) == 1
