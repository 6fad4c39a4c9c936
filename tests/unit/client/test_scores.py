from pathlib import Path

import pytest

from autosweep.client.scores import KEPT, Record, Scores, level_name

LEVEL = level_name(9, 9, 10)


def test_wins_and_best_times_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "scores.json"
    scores = Scores(path)
    assert "A new best time!" in scores.add(LEVEL, won=True, seconds=20.5, helped=False)
    assert "best time!" not in scores.add(LEVEL, won=True, seconds=30, helped=False)
    assert scores.add(LEVEL, won=False, seconds=3, helped=False).startswith("Lost.")
    assert "with help" in scores.add(LEVEL, won=True, seconds=1, helped=True)
    assert Scores(path).of(LEVEL) == Record(4, 2, 1, (20.5, 30.0))
    assert Scores(path).of("16x16/40") == Record()


def test_only_the_fastest_are_kept() -> None:
    scores = Scores()
    for seconds in (9, 3, 8, 4, 7, 5, 6):
        scores.add(LEVEL, won=True, seconds=seconds, helped=False)
    assert scores.of(LEVEL).best == (3, 4, 5, 6, 7)
    assert len(scores.of(LEVEL).best) == KEPT


@pytest.mark.parametrize("text", ["", "[]", '{"version": 2}', '{"version": 1, "levels": {"a": 1}}'])
def test_a_file_that_is_not_ours_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "scores.json"
    path.write_text(text)
    scores = Scores(path)
    scores.add(LEVEL, won=True, seconds=1, helped=False)
    assert scores.of(LEVEL).won == 1
    assert path.read_text() == text


def test_a_place_that_cannot_be_written_ends_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    Scores(blocked / "scores.json").add(LEVEL, won=True, seconds=1, helped=False)
