"""Every stored screenshot of a real client reads as it was labelled."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from autosweep.board import FLAG, MINE, UNREAD, WRONG_FLAG, Board
from autosweep.vision.accuracy import Condition, check_case, compressed_to, load_case, scaled_to
from autosweep.vision.image import load_file
from autosweep.vision.read import read
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.themes import Theme, load_themes, shipped_folder

SCREENS = Path(__file__).parents[2] / "fixtures" / "screens"
CASES = sorted(path.parent for path in SCREENS.glob("*/*/frame.png"))
BOARDS = [case for case in CASES if case.parent.name != "negative"]
EDGE_TOLERANCE = 2.0
LEFT_OUT_RIGHT = 0.97
UNNAMED_MINES = {"winemine-x-lost"}
"""Cases whose mines stay unreadable without a theme: they fill the ground of hidden cells."""


def name(case: Path) -> str:
    return f"{case.parent.name}/{case.name}"


def truths(case: Path) -> list[tuple[Board, list[float]]]:
    """Return the boards of a case, with mine totals where they are known, and their rectangles."""
    about = tomllib.loads((case / "case.toml").read_text("utf-8"))
    texts = [t for t in (case / "board.txt").read_text("utf-8").split("\n\n") if t.strip()]
    known = about.get("boards", [])
    boards = [Board.parse(t).with_mines(b.get("mines")) for t, b in zip(texts, known, strict=True)]
    return [(board, entry["bbox"]) for board, entry in zip(boards, known, strict=True)]


def found(readings: list[Reading], board: Board, box: list[float]) -> Reading:
    """Return the reading that lies where a board is."""
    for reading in readings:
        grid = reading.grid
        ends = (grid.col_edges[0], grid.row_edges[0], grid.col_edges[-1], grid.row_edges[-1])
        wanted = (box[0], box[1], box[0] + box[2], box[1] + box[3])
        off = max(abs(a - b) for a, b in zip(ends, wanted, strict=True))
        if (grid.rows, grid.cols) == (board.rows, board.cols) and off <= EDGE_TOLERANCE:
            return reading
    places = [(r.board.rows, r.board.cols, r.grid.bbox) for r in readings]
    pytest.fail(f"no reading of {board.rows} x {board.cols} cells at {box}: {places}")


def compare(case: Path, themes: tuple[Theme, ...]) -> tuple[int, int, list[str]]:
    """Return cells, cells read right, and what is wrong though it is called sure."""
    readings = read(load_file(case / "frame.png"), themes=themes)
    cells = right = 0
    certain_and_wrong = []
    for board, box in truths(case):
        reading = found(readings, board, box)
        flags = reading.board.count({FLAG, WRONG_FLAG})
        assert reading.mines_left in (None, (board.mines or 0) - flags)
        for i, code in enumerate(board.cells):
            if code == UNREAD:
                continue
            cell = board.cell(i)
            cells += 1
            right += reading.board[cell] == code
            sure = reading.confidence[cell] >= ACT_CONFIDENCE
            if sure and reading.board[cell] not in (code, UNREAD):
                certain_and_wrong.append(
                    f"{cell}: {board.symbol(cell)} read as {reading.board.symbol(cell)}"
                )
    return cells, right, certain_and_wrong


def test_there_are_cases() -> None:
    assert len(BOARDS) >= 20
    assert len(CASES) - len(BOARDS) >= 5


@pytest.mark.parametrize("case", BOARDS, ids=name)
def test_a_known_client_is_read_without_a_fault(case: Path) -> None:
    """With all themes every visible cell is right."""
    cells, right, certain_and_wrong = compare(case, load_themes(shipped_folder()))
    assert not certain_and_wrong
    assert right == cells


@pytest.mark.parametrize(
    "client", ["gnome-mines", "kmines", "sgt-mines", "winemine", "xbomb", "xdemineur"]
)
def test_a_client_is_read_by_its_own_pack(client: str) -> None:
    """A pack that never matches its client would go unnoticed: shape and rules read it too."""
    case = next(case for case in BOARDS if case.parent.name == client)
    (board, box), *_ = truths(case)
    reading = found(read(load_file(case / "frame.png"), thorough=False), board, box)
    assert reading.theme.startswith(client)


def test_counters_of_real_clients_are_read() -> None:
    """In seven segments at the left or right, as "3/99" and as a number alone."""
    shown = {"xdemineur-b-q", "ziebelje-i-s2-mid", "winmine-b-q", "gnome-classic-flags"}
    shown |= {"pygame-b-lost", "xbomb-x-flags"}
    shown |= {"winemine-b-won", "winemine-x-mid", "winemine-x-lost"}
    cases = [case for case in BOARDS if case.name in shown]
    assert len(cases) == len(shown)
    for case in cases:
        (board, box), *_ = truths(case)
        reading = found(read(load_file(case / "frame.png")), board, box)
        flags = board.count({FLAG, WRONG_FLAG})
        assert reading.mines_left == (board.mines or 0) - flags, case


def test_themes_of_clients_know_every_number() -> None:
    for theme in load_themes(shipped_folder()):
        assert set(range(9)) <= set(theme.codes), theme.name


@pytest.mark.parametrize("case", BOARDS, ids=name)
def test_an_unknown_client_is_read_by_shape_and_rules(case: Path) -> None:
    """Without any pack nearly all cells are right and none is wrong and called sure."""
    cells, right, certain_and_wrong = compare(case, ())
    assert not certain_and_wrong
    if case.name in UNNAMED_MINES:
        cells -= sum(board.count({MINE}) for board, _ in truths(case))
    assert right >= LEFT_OUT_RIGHT * cells


@pytest.mark.parametrize("case", [c for c in CASES if c not in BOARDS], ids=name)
def test_other_grids_are_not_taken_for_minesweeper(case: Path) -> None:
    """Spreadsheets, chess boards, keypads and other puzzles give no board that is believed."""
    picture = load_file(case / "frame.png")
    assert read(picture) == []
    mirrored = read(np.ascontiguousarray(picture[:, ::-1]))
    assert all(found.doubt is not None for found in mirrored)


@pytest.mark.parametrize(
    ("client", "case", "condition"),
    [
        ("pygame-xp", "pygame-b-lost", scaled_to(1.5)),
        ("winmine-web", "winmine-b-q", scaled_to(0.75)),
        ("xdemineur", "xdemineur-b-q", scaled_to(0.75)),
        ("ziebelje-web", "ziebelje-b-lost", scaled_to(2)),
        ("ziebelje-web", "ziebelje-b-lost", compressed_to(70)),
        ("negative", "neg-2048", compressed_to(70)),
    ],
    ids=lambda value: value.name if isinstance(value, Condition) else value,
)
def test_a_spoilt_screenshot_is_read_without_a_fault(
    client: str, case: str, condition: Condition
) -> None:
    """Large bevels, small flags, and noise that hides what all boards have in common."""
    tally = check_case(load_case(SCREENS / client / case), load_themes(shipped_folder()), condition)
    assert tally is not None
    assert tally.clean
    assert tally.right == tally.cells
