"""Checking readings against labels: what is counted, and what is said about broken labels."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep.board import FLAG, HIDDEN, UNREAD, Board
from autosweep.errors import BadInput
from autosweep.vision.accuracy import (
    SCALES,
    Case,
    Labelled,
    check_case,
    conditions,
    confusion_table,
    load_case,
    load_cases,
    themes_of,
)
from autosweep.vision.themes import load_themes, shipped_folder

THEMES = load_themes(shipped_folder())
CONDITIONS = {condition.name: condition for condition in conditions()}


def case_of(px: int, changes: dict[tuple[int, int], int] | None = None) -> Case:
    """Return a drawn game with its labels, some of them changed."""
    board = game_at("middle", 9, 9, 14, seed=4).board
    pixels, grid = draw(board, "dark", px)
    box = grid.bbox
    labels = board.with_cells(changes or {})
    return Case("a", "b", "autosweep 1", pixels, (Labelled(labels, (box.x, box.y, box.w, box.h)),))


@pytest.mark.parametrize("name", ["scale 0.75", "scale 1", "scale 1.5", "blur", "shift -1"])
def test_a_known_skin_is_read_under_every_condition(name: str) -> None:
    """The board is found at its scaled or shifted place and every cell counts as right."""
    tally = check_case(case_of(24), THEMES, CONDITIONS[name])
    assert tally is not None
    assert (tally.boards, tally.located, tally.cells, tally.right) == (1, 1, 81, 81)
    assert tally.certain_and_wrong == 0
    assert all(true == got for true, got in tally.confusion)


def test_a_label_that_differs_counts_as_wrong_and_sure() -> None:
    """A wrong cell is found in the matrix; a cell labelled unreadable is not asked for."""
    case = case_of(24)
    (hidden, left_out) = list(case.boards[0].board.find({HIDDEN}))[:2]
    tally = check_case(case_of(24, {hidden: FLAG, left_out: UNREAD}), THEMES, CONDITIONS["scale 1"])
    assert tally is not None
    assert (tally.cells, tally.right, tally.certain_and_wrong) == (80, 79, 1)
    assert tally.confusion[FLAG, HIDDEN] == 1


def test_a_board_that_is_not_found_counts_all_its_cells() -> None:
    case = case_of(24)
    blank = Case("a", "b", "", np.full_like(case.pixels, 90), case.boards)
    tally = check_case(blank, THEMES, CONDITIONS["scale 1"])
    assert tally is not None
    assert (tally.boards, tally.located, tally.cells, tally.right) == (1, 0, 81, 0)
    seen = check_case(Case("a", "b", "", case.pixels, ()), THEMES, CONDITIONS["scale 1"])
    assert seen is not None
    assert seen.false_boards == 1


def test_cells_below_twelve_pixels_are_not_asked_for() -> None:
    assert check_case(case_of(15), THEMES, CONDITIONS["scale 0.75"]) is None


def test_all_conditions_are_there() -> None:
    assert [CONDITIONS[f"scale {scale:g}"].scale for scale in SCALES] == list(SCALES)
    picture = np.random.default_rng(1).integers(0, 256, (40, 60, 3), np.uint8)
    for condition in CONDITIONS.values():
        changed = condition.change(picture)
        assert changed.dtype == np.uint8
        assert changed.shape[:2] == (round(40 * condition.scale), round(60 * condition.scale))
        assert (condition.name == "scale 1") == (
            changed.shape == picture.shape and bool((changed == picture).all())
        )


def test_themes_belong_to_the_programs_of_a_case() -> None:
    shown = Case("x", "y", "KMines 22 and xbomb", np.zeros((1, 1, 3), np.uint8), ())
    expected = {t.name for t in THEMES if t.name.startswith("kmines-")} | {"xbomb"}
    assert {t.name for t in themes_of(shown, THEMES)} == expected
    assert len(expected) > 2


def test_the_matrix_has_a_row_for_what_is_and_a_column_for_what_was_read() -> None:
    table = confusion_table(Counter({(1, 1): 5, (1, 7): 2, (HIDDEN, HIDDEN): 9})).splitlines()
    assert table[0].split() == ["read", "as", "1", "7", "?"]
    assert [line.split() for line in table[1:]] == [["1", "5", "2", "."], ["?", ".", ".", "9"]]


@pytest.mark.parametrize(
    ("board", "about"),
    [
        ("2 2\n? ?\n? ?\n", ""),
        ("2 2\n? ?\n? z\n", "[[boards]]\nbbox = [0, 0, 2, 2]"),
        ("2 2\n? ?\n? ?\n", "[[boards]]\nbbox = [0, 0, 2]"),
        ("2 2\n? ?\n? ?\n", "[[boards]]\nbbox = [0, 0, 0, 2]"),
        ("2 2\n? ?\n? ?\n", "not toml"),
        ("2 2\n? ?\n? ?\n", "boards = 7"),
    ],
)
def test_broken_labels_are_bad_input(tmp_path: Path, board: str, about: str) -> None:
    folder = tmp_path / "client" / "case"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "frame.png"), np.zeros((9, 9, 3), np.uint8))
    (folder / "board.txt").write_text(board, "utf-8")
    (folder / "case.toml").write_text(about, "utf-8")
    with pytest.raises(BadInput, match="broken"):
        list(load_cases(tmp_path))


def test_an_empty_folder_and_missing_files_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no labelled screenshots"):
        list(load_cases(tmp_path / "none"))
    with pytest.raises(BadInput, match="broken"):
        load_case(tmp_path)


def test_labels_are_read(fixtures: Path) -> None:
    case = load_case(fixtures / "screens" / "xbomb" / "xbomb-b-mid")
    assert case.client == "xbomb"
    assert case.boards[0].cell == 50
    assert isinstance(case.boards[0].board, Board)


def test_screenshots_labelled_by_json_are_read_too(tmp_path: Path) -> None:
    """A picture with a text and a JSON file beside it, and one whose JSON holds several boards."""
    folder = tmp_path / "some-client"
    folder.mkdir()
    grids = [["?1", "00"], ["F2", "??"]]
    for name in ("one", "two"):
        cv2.imwrite(str(folder / f"{name}.png"), np.zeros((9, 9, 3), np.uint8))
    (folder / "one.txt").write_text("2 2\n? 1\n0 0\n", "utf-8")
    one = {"client": "some-client", "board_bbox": [1, 2, 4, 6]}
    boards = [
        {"client": n, "board_bbox": [0, 0, 2, 2], "grid": g}
        for n, g in zip("ab", grids, strict=True)
    ]
    (folder / "one.json").write_text(json.dumps(one), "utf-8")
    (folder / "two.json").write_text(json.dumps({"client": "a", "boards": boards}), "utf-8")
    first, second = load_cases(tmp_path)
    assert (first.client, first.name, first.program) == ("some-client", "one", "some-client")
    assert first.boards == (Labelled(Board.parse("2 2\n? 1\n0 0\n"), (1.0, 2.0, 4.0, 6.0)),)
    assert second.program == "a, b"
    assert [str(labelled.board).split()[2] for labelled in second.boards] == ["?", "F"]
    (folder / "one.json").write_text("{}", "utf-8")
    with pytest.raises(BadInput, match="broken"):
        list(load_cases(tmp_path))
