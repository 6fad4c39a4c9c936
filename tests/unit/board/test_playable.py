"""Whole boards in the formats of other programs."""

from __future__ import annotations

from random import Random

import pytest

from autosweep.board import Board, Layout
from autosweep.board.playable import (
    PlayableBoard,
    format_id,
    format_play_link,
    format_text,
    parse_id,
    parse_play_link,
    read_playable,
)
from autosweep.errors import BoardFormatError

PRINTED = "7x6:5,1,mbac3761b484"
"""What `sgt-mines --generate 1 7x6n8` printed."""
SHARED = "https://example.org/?b=1616&m=46c00088080n02000igs88690102024300000200g200260c0100"


@pytest.mark.parametrize("seed", range(20))
def test_ids_and_links_and_text_round_trip(seed: int) -> None:
    random = Random(seed)
    rows, cols = random.randint(1, 40), random.randint(1, 40)
    layout = Layout.random(rows, cols, random.randint(1, rows * cols), random)
    puzzle = PlayableBoard(layout, (random.randrange(rows), random.randrange(cols)))
    assert parse_id(format_id(puzzle)) == puzzle
    assert parse_play_link(format_play_link(puzzle)) == PlayableBoard(layout)
    assert read_playable(format_text(puzzle, ["said of it"]).encode()) == puzzle


def test_a_masked_id_of_the_real_program_is_read() -> None:
    puzzle = parse_id(PRINTED)
    assert (puzzle.layout.rows, puzzle.layout.cols, len(puzzle.layout.mines)) == (6, 7, 8)
    assert puzzle.start == (1, 5)
    # his first click always opens an area
    assert puzzle.layout.numbers()[1 * 7 + 5] == 0
    assert format_id(puzzle).startswith("7x6:5,1,u")


def test_links_in_use_are_read() -> None:
    puzzle = parse_play_link(SHARED)
    assert (puzzle.layout.rows, puzzle.layout.cols, len(puzzle.layout.mines)) == (16, 16, 40)
    narrow = parse_play_link("?b=4005&m=vvvvvvvv000000010000000194i94i95vvvvvvvv").layout
    assert narrow.lines()[0] == "*" * 40
    assert narrow.lines()[1] == "." * 39 + "*"


def test_positions_are_not_whole_boards() -> None:
    assert read_playable(str(Board.hidden(3, 3, 1)).encode()) is None
    assert read_playable(b"\xff\xfe nonsense") is None


@pytest.mark.parametrize(
    "broken",
    [
        "9x9:0,0,u00",
        "9x9:9,0,u" + "0" * 21,
        "99999x99999:0,0,u00",
        "?b=3&m=00",
        "?b=9999&m=0",
        '{"layout": 3}',
        '{"layout": ["..*"], "start": [4]}',
        '{"rows": 3}',
    ],
)
def test_what_is_broken_is_refused(broken: str) -> None:
    with pytest.raises(BoardFormatError):
        read_playable(broken.encode())


def test_an_id_needs_a_start() -> None:
    with pytest.raises(BoardFormatError):
        format_id(PlayableBoard(Layout.parse(["..*"])))
