"""`theme list`, `theme check` and `theme learn`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep.board import FLAG, SYMBOLS, UNREAD, Board
from autosweep.cli.main import main
from autosweep.vision.image import load_file
from autosweep.vision.read import read
from autosweep.vision.reading import ACT_CONFIDENCE
from autosweep.vision.themes import load_theme, shipped_folder, user_folder

Out = pytest.CaptureFixture[str]


def run_json(capsys: Out, *words: str, code: int = 0) -> Any:
    got = main([*words, "--json"])
    captured = capsys.readouterr()
    assert got == code, captured.err
    assert "Traceback" not in captured.err
    return json.loads(captured.out)


def test_the_list_names_every_pack(capsys: Out) -> None:
    themes = run_json(capsys, "theme", "list")["themes"]
    assert {t["name"] for t in themes} >= {"classic", "xbomb", "kmines-oxygen"}
    for theme in themes:
        assert theme["licence"]
        assert "?" in theme["symbols"]
        assert Path(theme["folder"], "theme.toml").is_file()
    assert main(["theme", "list"]) == 0
    assert "gnome-mines-bgcolors" in capsys.readouterr().out


def test_the_list_says_which_pack_is_the_users_own(capsys: Out) -> None:
    shutil.copytree(shipped_folder() / "dark", user_folder() / "dark")
    themes = run_json(capsys, "theme", "list")["themes"]
    homes = {theme["name"]: Path(theme["folder"]) for theme in themes}
    assert homes["dark"] == user_folder() / "dark"
    assert homes["light"] == shipped_folder() / "light"


def test_a_broken_pack_is_left_out_and_named(
    capsys: Out, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """One bad folder of the user's stops nothing: all else is read, and what is bad is said."""
    shutil.copytree(shipped_folder() / "dark", user_folder() / "mine")
    (user_folder() / "classic").mkdir()
    (user_folder() / "classic" / "theme.toml").write_text("[theme", "utf-8")
    shot = tmp_path / "shot.png"
    cv2.imwrite(str(shot), draw(game_at("middle", 9, 9, 14, seed=4).board, "classic", 20)[0])

    answer = run_json(capsys, "read", str(shot))
    assert [board["theme"] for board in answer["images"][0]["boards"]] == ["classic"]
    (warning,) = [record.getMessage() for record in caplog.records]
    assert "classic is left out" in warning
    assert "\n" not in warning

    caplog.clear()
    listed = run_json(capsys, "theme", "list")
    homes = {theme["name"]: Path(theme["folder"]) for theme in listed["themes"]}
    assert homes["dark"] == user_folder() / "mine"
    assert homes["classic"] == shipped_folder() / "classic"
    (broken,) = listed["broken"]
    assert Path(broken["folder"]) == user_folder() / "classic"
    assert "TOML" in broken["reason"]
    found = {f["name"]: f for f in run_json(capsys, "doctor", code=4)["findings"]}
    assert found["themes"]["good"]
    assert not found["theme classic"]["good"]
    assert "TOML" in found["theme classic"]["detail"]
    assert not caplog.records


def test_the_warning_of_a_broken_pack_is_one_line_on_stderr(tmp_path: Path) -> None:
    broken = user_folder() / "bad"
    broken.mkdir(parents=True)
    (broken / "theme.toml").write_text("", "utf-8")
    shot = tmp_path / "shot.png"
    cv2.imwrite(str(shot), draw(game_at("middle", 9, 9, 14, seed=4).board, "classic", 20)[0])
    words = [sys.executable, "-m", "autosweep", "read", str(shot), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert len(json.loads(done.stdout)["images"][0]["boards"]) == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("autosweep: The theme bad is left out: theme.toml in ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_a_folder_of_themes_that_cannot_be_read_is_left_out(capsys: Out) -> None:
    user_folder().mkdir(parents=True)
    user_folder().chmod(0)
    try:
        listed = run_json(capsys, "theme", "list")
    finally:
        user_folder().chmod(0o700)
    assert [Path(theme["folder"]) for theme in listed["broken"]] == [user_folder()]


@pytest.fixture
def screens(tmp_path: Path) -> Path:
    """Return a folder with one labelled screenshot of the built-in game."""
    board = game_at("middle", 9, 9, 14, seed=4).board
    pixels, grid = draw(board, "light", 20)
    case = tmp_path / "screens" / "own-game" / "middle"
    case.mkdir(parents=True)
    cv2.imwrite(str(case / "frame.png"), pixels)
    (case / "board.txt").write_text(str(board), "utf-8")
    box = grid.bbox
    about = f'program = "autosweep"\n[[boards]]\nbbox = [{box.x}, {box.y}, {box.w}, {box.h}]\n'
    (case / "case.toml").write_text(about, "utf-8")
    return tmp_path / "screens"


def test_check_counts_under_every_condition(capsys: Out, screens: Path) -> None:
    answer = run_json(capsys, "theme", "check", "--screens", str(screens))
    assert answer["total"]["boards"] == answer["total"]["located"] == 12
    assert answer["total"]["right"] == answer["total"]["cells"] == 12 * 81
    assert answer["faults"] == []
    assert set(answer["by_condition"]) == set(answer["conditions"])
    assert answer["clients"]["own-game"]["sure_and_wrong"] == 0


def test_check_can_leave_a_client_out(
    capsys: Out, screens: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The themes of the program on the screenshot are not used, others are."""
    used: list[set[str]] = []

    def spy(case: object, themes: Any, condition: object) -> None:
        del case, condition
        used.append({theme.name for theme in themes})

    monkeypatch.setattr("autosweep.vision.accuracy.check_case", spy)
    main(["theme", "check", "own-game", "--screens", str(screens), "--leave-out"])
    assert used
    for names in used:
        assert "xbomb" in names
        assert not names & {"classic", "light", "dark", "meadow"}
    capsys.readouterr()


def test_check_says_no_where_a_sure_cell_is_wrong(capsys: Out, screens: Path) -> None:
    text = screens / "own-game" / "middle" / "board.txt"
    board = game_at("middle", 9, 9, 14, seed=4).board
    one = next(board.find({1}))
    text.write_text(str(board.with_cells({one: FLAG})), "utf-8")
    assert main(["theme", "check", "own-game", "--screens", str(screens)]) == 1
    out = capsys.readouterr().out
    assert "own-game/middle, blur: sure and wrong 1" in out
    assert "read as" in out


def test_check_refuses_what_it_does_not_know(capsys: Out, screens: Path, tmp_path: Path) -> None:
    where = ("--screens", str(screens))
    answer = run_json(capsys, "theme", "check", "own-gam", *where, code=2)
    assert "own-game" in answer["remedy"]
    assert "No screenshot" in run_json(capsys, "theme", "check", "xbomb", *where, code=2)["error"]
    run_json(capsys, "theme", "check", "--screens", str(tmp_path / "none"), code=2)


def test_a_pack_is_learned_from_screenshots_of_an_unknown_client(
    capsys: Out, tmp_path: Path, fixtures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any theme a real client gives one, which reads what it was taught and is true."""
    names = ("xbomb-b-mid", "xbomb-x-flags")
    cases = [fixtures / "screens" / "xbomb" / name for name in names]
    shots = [str(case / "frame.png") for case in cases]
    monkeypatch.setattr("autosweep.vision.themes.load_themes", tuple)
    words = ("theme", "learn", "fresh", "--from", *shots, "--out", str(tmp_path / "p"))
    answer = run_json(capsys, *words)
    assert answer["alike"] == answer["cells"] > 450
    assert set("012?") <= set(answer["symbols"])
    theme = load_theme(tmp_path / "p" / "fresh")
    assert theme.client == "fresh"
    for case in cases:
        reading = read(load_file(case / "frame.png"), themes=(theme,))[0]
        assert reading.theme == "fresh"
        truth = Board.parse((case / "board.txt").read_text("utf-8"))
        for i, code in enumerate(truth.cells):
            cell = truth.cell(i)
            assert reading.board[cell] == code or reading.confidence[cell] < ACT_CONFIDENCE
    assert main(list(words)) == 0, "a learned theme may be learned again"
    assert "alike" in capsys.readouterr().out


def doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every flag and every 2 doubtful, whatever is read."""
    from autosweep.vision import read as module

    honest = module.read

    def unsure(*args: Any, **options: Any) -> Any:
        readings = honest(*args, **options)
        for reading in readings:
            for cell in reading.board.find({FLAG, 2}):
                reading.confidence[cell] = 0.5
        return readings

    monkeypatch.setattr("autosweep.vision.read.read", unsure)


def test_what_is_open_is_asked_and_answers_are_taken(
    capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uncertain cells go on a sheet; their labels, given bit by bit, complete the theme."""
    board = game_at("late", 9, 9, 14, seed=4).board
    shot = tmp_path / "shot.png"
    cv2.imwrite(str(shot), draw(board, "light", 24)[0])
    out = tmp_path / "themes"
    words = ("theme", "learn", "mine", "--from", str(shot), "--out", str(out))
    with monkeypatch.context() as patch:
        doubted(patch)
        first = run_json(capsys, *words)
        assert not set("F2") & set(first["symbols"])
        assert cv2.imread(first["sheet"]) is not None
        labels = Path(first["labels"])
        text = labels.read_text("utf-8")
        assert "perhaps F" in text
        assert "perhaps 2" in text
        lines = [
            line.replace('"!"', '"F"') if "perhaps F" in line else line
            for line in text.splitlines()
        ]
        labels.write_text("\n".join(lines), "utf-8")
        second = run_json(capsys, *words, "--labels", str(labels))
        assert "F" in second["symbols"]
        assert second["open_looks"] < first["open_looks"]
        text = labels.read_text("utf-8").replace('"!"', '"2"')
        labels.write_text(text, "utf-8")
        third = run_json(capsys, *words, "--labels", str(labels))
        assert set("F2") <= set(third["symbols"])
        assert third["open_looks"] == 0
    theme = load_theme(out / "mine")
    again = read(cv2.imread(str(shot)), themes=(theme,))[0]  # type: ignore[arg-type]
    assert UNREAD not in again.board.cells
    assert again.board.cells == board.cells


@pytest.mark.parametrize(
    "text",
    ["[looks", "[other]\n", '[looks]\n"1-0" = "9"', '[looks]\n"1-0" = 4', '[looks]\n"1-0" = "F"'],
)
def test_a_labels_file_that_does_not_fit_is_refused(capsys: Out, tmp_path: Path, text: str) -> None:
    shot, labels = tmp_path / "shot.png", tmp_path / "labels.toml"
    cv2.imwrite(str(shot), draw(game_at("late", 9, 9, 14, seed=4).board, "light", 24)[0])
    labels.write_text(text, "utf-8")
    words = ("theme", "learn", "x", "--from", str(shot), "--out", str(tmp_path / "o"))
    answer = run_json(capsys, *words, "--labels", str(labels), code=2)
    assert answer["remedy"]
    assert not (tmp_path / "o").exists()


def test_learning_spares_what_is_not_its_own(capsys: Out, tmp_path: Path) -> None:
    """Other folders, themes made by hand and odd names are refused before anything is written."""
    shot = tmp_path / "shot.png"
    cv2.imwrite(str(shot), draw(game_at("late", 9, 9, 14, seed=4).board, "light", 24)[0])
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "holiday.png").write_bytes(b"precious")
    where = ("--from", str(shot), "--out", str(tmp_path))
    run_json(capsys, "theme", "learn", "photos", *where, code=2)
    assert (photos / "holiday.png").read_bytes() == b"precious"
    shutil.copytree(shipped_folder() / "dark", tmp_path / "dark")
    run_json(capsys, "theme", "learn", "dark", *where, code=2)
    for name in ("../x", "a/b", "..", "a b"):
        run_json(capsys, "theme", "learn", name, *where, code=2)


def test_too_little_to_learn_from_is_said(capsys: Out, tmp_path: Path) -> None:
    """A fresh board shows no number; a picture without a board shows nothing."""
    fresh, blank, both = (tmp_path / f"{name}.png" for name in ("fresh", "blank", "both"))
    picture = draw(game_at("fresh", 9, 9, 14, seed=4).board, "light", 24)[0]
    cv2.imwrite(str(fresh), picture)
    cv2.imwrite(str(blank), np.full((300, 300, 3), 80, np.uint8))
    late = draw(game_at("late", 9, 9, 14, seed=4).board, "light", 24)[0]
    cv2.imwrite(str(both), np.hstack([late, late]))
    out = ("--out", str(tmp_path / "o"))
    run_json(capsys, "theme", "learn", "a", "--from", str(fresh), *out, code=3)
    run_json(capsys, "theme", "learn", "a", "--from", str(blank), *out, code=3)
    answer = run_json(capsys, "theme", "learn", "a", "--from", str(both), *out, code=2)
    assert "--region" in answer["remedy"]
    height, width = late.shape[:2]
    part = f"0,0,{width},{height}"
    run_json(capsys, "theme", "learn", "a", "--from", str(both), *out, "--region", part)


def test_a_recording_is_learned_from(capsys: Out, tmp_path: Path, fixtures: Path) -> None:
    """A folder that `record` or `play --record` made gives a theme without any question."""
    recording = fixtures / "recordings" / "format-1"
    words = ("theme", "learn", "mine", "--from", str(recording), "--out", str(tmp_path))
    answer = run_json(capsys, *words)
    assert answer["alike"] == answer["cells"] > 0
    assert answer["open_looks"] == 0
    assert set("?1") <= set(load_symbols(tmp_path / "mine"))


def load_symbols(folder: Path) -> str:
    return "".join(SYMBOLS[code] for code in load_theme(folder).codes)


@pytest.mark.parametrize("words", [(), ("--from", "{empty}")])
def test_nothing_to_learn_from_is_bad_input(
    capsys: Out, tmp_path: Path, words: tuple[str, ...]
) -> None:
    given = [word.format(empty=tmp_path) for word in words]
    assert main(["theme", "learn", "mine", "--out", str(tmp_path), *given]) == 2
    assert "Traceback" not in capsys.readouterr().err
