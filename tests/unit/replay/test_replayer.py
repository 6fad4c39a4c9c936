"""Replay of plain screenshots: any order, gaps, doubles, other sizes, other images between."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.screenshots import Shooter

from autosweep.cli.main import main
from autosweep.errors import BadInput
from autosweep.interfaces import Button
from autosweep.replay.inferred_clicks import ClickKind
from autosweep.replay.replayer import Timeline, find_images, replay_images
from autosweep.replay.review import ClickVerdict
from autosweep.solver.analyze import analyze


def replayed(folder: Path) -> Timeline:
    return replay_images(find_images([folder]))


@pytest.fixture(scope="module")
def careless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a game that ends with a risk beside a safe cell, and take screenshots of it."""
    shooter = Shooter(tmp_path_factory.mktemp("careless") / "shots")
    shooter.shoot("shot 1.png")
    shooter.click((4, 4))
    shooter.shoot("shot 2.png")
    first = analyze(shooter.screen.game.board.with_mines(None))
    shooter.click(min(first.mines), button=Button.RIGHT)
    shooter.shoot("shot 3.png")
    shooter.click(*sorted(first.safe)[:2])
    shooter.shoot("shot 10.png")
    board = shooter.screen.game.board.with_mines(10)
    now = analyze(board)
    assert now.safe
    mine = next(cell for cell in shooter.mines() if cell not in now.mines)
    shooter.click(mine)
    shooter.shoot("shot 11.png")
    return shooter.folder


def test_each_click_is_inferred_and_judged(careless: Path) -> None:
    timeline = replayed(careless)
    assert [step.name for step in timeline.steps] == [
        *("shot 1.png", "shot 2.png", "shot 3.png", "shot 10.png", "shot 11.png")
    ]
    verdicts = [[judged.verdict for judged in step.clicks] for step in timeline.steps]
    assert verdicts == [
        [ClickVerdict.FIRST],
        [ClickVerdict.FLAG_PROVEN],
        [ClickVerdict.SAFE, ClickVerdict.SAFE],
        [ClickVerdict.UNNECESSARY],
        [],
    ]
    (review,) = timeline.reviews
    assert (review.outcome, review.unnecessary, review.mines) == ("lost", 1, 10)
    assert "avoidable" in review.sentences[-1]


def test_noise_between_the_images_changes_nothing(careless: Path, tmp_path: Path) -> None:
    """Doubles, a photograph, a broken file, one picture at twice the size, names without order."""
    folder = tmp_path / "noise"
    folder.mkdir()
    names = ["q.png", "b.png", "x.png", "a.png", "m.png"]
    for name, path in zip(names, sorted(careless.iterdir(), key=_number), strict=True):
        (folder / name).write_bytes(path.read_bytes())
    (folder / "r.png").write_bytes((folder / "q.png").read_bytes())
    large = cv2.resize(
        cv2.imread(str(folder / "x.png")), None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST
    )
    cv2.imwrite(str(folder / "x.png"), large)
    noise = np.random.default_rng(3).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    cv2.imwrite(str(folder / "c.png"), cv2.GaussianBlur(noise, (0, 0), 9))
    (folder / "d.png").write_bytes(b"\x89PNG but not really")
    (folder / "notes.txt").write_text("not a picture", "utf-8")
    for path in folder.iterdir():
        _at_time(path, 1.0)
    timeline = replayed(folder)
    assert timeline.order == "content"
    assert [m.name for m in timeline.steps if m.reading is None] == ["c.png", "d.png"]
    plain, noisy = (
        [
            (judged.click.kind, judged.click.cells, judged.verdict)
            for step in each.steps
            for judged in step.clicks
        ]
        for each in (replayed(careless), timeline)
    )
    assert noisy == plain


def test_a_gap_is_bridged(careless: Path, tmp_path: Path) -> None:
    """Without the images in between the same cells were opened, with no more clicks."""
    folder = tmp_path / "gap"
    folder.mkdir()
    for name in ("shot 1.png", "shot 10.png"):
        (folder / name).write_bytes((careless / name).read_bytes())
    first, last = replayed(folder).steps
    assert last.reading is not None
    opened = {cell for judged in first.clicks for cell in judged.click.opened}
    assert opened == set(last.reading.board.find(range(9)))
    assert len(first.clicks) <= 4
    assert ClickKind.FLAG in {judged.click.kind for judged in first.clicks}


def test_two_games_are_told_apart(tmp_path: Path) -> None:
    shooter = Shooter(tmp_path / "two", seed=11)
    shooter.click((4, 4))
    shooter.shoot("1.png")
    shooter.click(shooter.safe_cells()[0])
    shooter.shoot("2.png")
    other = Shooter(tmp_path / "two", seed=12)
    other.click((0, 8))
    other.shoot("3.png")
    timeline = replayed(tmp_path / "two")
    assert [step.game for step in timeline.steps] == [0, 0, 1]
    assert [review.outcome for review in timeline.reviews] == ["unfinished", "unfinished"]


def test_nothing_to_replay_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="neither a recording nor images"):
        find_images([tmp_path])
    with pytest.raises(BadInput, match="no such file"):
        find_images([tmp_path / "missing.png"])


def test_the_command_tells_it_in_text_and_json(
    careless: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "game.txt"
    assert main(["replay", str(careless), "--json", "--transcript", str(text)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["order"] == "name"
    assert [game["unnecessary"] for game in answer["games"]] == [1]
    risk = answer["frames"][3]["moves"][0]
    assert risk["verdict"] == "unnecessary risk"
    assert risk["exploded"] == [risk["cell"]]
    assert risk["lowest_risk"] == 0.0
    written = text.read_text("utf-8")
    assert "was proven safe. It was a mine." in written
    assert "The loss was avoidable." in written
    assert main(["replay", str(careless), "--transcript", "-"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(written)
    assert "shot 2.png: 9 x 9 playing; then flagged" in out


def test_videos_have_every_image(careless: Path, tmp_path: Path) -> None:
    from PIL import Image

    gif, mp4 = tmp_path / "game.gif", tmp_path / "game.mp4"
    words = ["replay", str(careless), "--gif", str(gif), "--mp4", str(mp4), "--fps", "4"]
    assert main(words) == 0
    with Image.open(gif) as film:
        assert film.n_frames == 5
        size = film.size
        film.seek(4)
        last = np.asarray(film.convert("RGB"))[:, :, ::-1]
    video = cv2.VideoCapture(str(mp4))
    frames = []
    while (got := video.read())[0]:
        frames.append(got[1])
    video.release()
    assert len(frames) == 5 + 7  # the last one stays for two seconds
    assert (frames[0].shape[1], frames[0].shape[0]) == size
    # Both show the same end, up to what a video codec loses.
    assert np.abs(frames[-1].astype(int) - last).mean() < 12


@pytest.mark.parametrize("option", ["--html", "--gif", "--mp4", "--transcript"])
def test_a_file_that_cannot_be_written_is_a_sentence(
    careless: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    assert main(["replay", str(careless), option, str(tmp_path / "no" / "such" / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def _number(path: Path) -> int:
    return int(path.stem.split()[1])


def _at_time(path: Path, seconds: float) -> None:
    import os

    os.utime(path, (seconds, seconds))
