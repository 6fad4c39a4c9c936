"""Pages before they are rendered, and the command that writes images."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

pytest.importorskip("playwright.sync_api")

from looks.__main__ import main
from looks.dataset import load
from looks.page_boards import page_board
from looks.page_style import STYLES, choose_page_look
from looks.positions import Position

POSITION = Position(("?Q10", "F200", "?100"), frozenset({(0, 1), (1, 0)}), "middle")


def structures(family: str) -> set[str]:
    made = [page_board(Random(k), family, "classic", POSITION, 24, "b") for k in range(120)]
    return {structure for _, _, structure in made}


def test_cells_of_one_colour_are_never_painted_as_plain_grounds() -> None:
    assert structures("page flat") == {"styled", "svg", "canvas", "sprites"}
    assert structures("page same ground") == {"styled", "sprites"}


def test_a_question_mark_says_nothing_where_every_hidden_cell_has_one() -> None:
    marked = 0
    for k in range(400):
        rng = Random(k)
        look = choose_page_look(Random(k), "page emoji", 24)
        _, shown, structure = page_board(rng, "page emoji", "classic", POSITION, 24, "b")
        if look.hidden_sign in ("?", "❔"):
            marked += 1
            assert "Q" not in "".join(shown.cells)
        elif structure == "styled":
            assert shown.cells == POSITION.cells
    assert marked


@pytest.mark.parametrize("family", STYLES)
def test_hidden_and_open_cells_are_styled_differently(family: str) -> None:
    for k in range(20):
        look = choose_page_look(Random(k), family, 24)
        assert (look.hidden, look.hidden_sign) != (look.opened, look.zero)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_writes_images_with_labels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    given = ["looks", "--out", str(tmp_path), "--seed", "5", "--first", "98", "--count", "4"]
    more = ["--renderer", "drawn", "--jobs", jobs, "--families", "ruled", "sudoku"]
    monkeypatch.setattr("sys.argv", [*given, *more])
    main()
    images = list(load(tmp_path))
    assert [image.path.stem for image in images] == ["000098", "000099", "000100", "000101"]
    assert {image.family for image in images} <= {"ruled", "sudoku"}


def test_an_unknown_family_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["looks", "--out", str(tmp_path), "--families", "plaid"])
    with pytest.raises(SystemExit):
        main()
    assert "no family plaid" in capsys.readouterr().err
