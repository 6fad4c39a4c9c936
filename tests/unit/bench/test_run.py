from __future__ import annotations

import json
from pathlib import Path

import pytest

from autosweep.bench.games import GameSeries
from autosweep.bench.run import UNIT, Job, Unit, on_processes, run
from autosweep.board import FirstClick
from autosweep.errors import BadInput

SERIES = GameSeries(6, 6, 8, FirstClick.SAFE, 2)
JOB = Job(("random", "probabilistic"), 2 * UNIT + 7, SERIES, name="6x6x8 safe")


def test_two_workers_give_what_one_gives() -> None:
    alone, shared = run(JOB), run(JOB, play=on_processes(2))
    for name in JOB.strategies:
        assert len(alone[name]) == JOB.games
        assert [(o.won, o.chances) for o in alone[name]] == [
            (o.won, o.chances) for o in shared[name]
        ]


def test_given_games_are_played_in_their_order() -> None:
    given = tuple(SERIES.game(k) for k in range(UNIT + 3))
    job = Job(("probabilistic",), len(given), given=given)
    seeded = Job(("probabilistic",), len(given), SERIES)
    won = [o.won for o in run(job)["probabilistic"]]
    assert won == [o.won for o in run(seeded)["probabilistic"]]


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    """Also where the last line was cut short in the middle of writing."""
    path = tmp_path / "games.jsonl"
    whole = run(JOB, keep=path)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == 1 + 6
    path.write_text("".join(lines[:3]) + lines[3][:40], "utf-8")
    played: list[Unit] = []
    again = run(JOB, keep=path, report=lambda unit, _: played.append(unit))
    assert len(played) == 6
    assert len(path.read_text("utf-8").splitlines()) == 1 + 6
    for name in JOB.strategies:
        assert [o.won for o in again[name]] == [o.won for o in whole[name]]


def test_a_first_line_that_was_cut_short_at_its_end_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    run(JOB, keep=path)
    first = path.read_text("utf-8").partition("\n")[0]
    path.write_text(first, "utf-8")
    played = run(JOB, keep=path)
    assert path.read_text("utf-8").startswith(first + "\n")
    assert run(JOB, keep=path) == played


def test_a_file_with_other_ends_of_lines_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    """Found by fuzzing: what followed a form feed was dropped as a line cut short."""
    path = tmp_path / "kept"
    run(JOB, keep=path)
    first = path.read_text("utf-8").partition("\n")[0]
    path.write_text(first + "\f{somebody's notes", "utf-8")
    with pytest.raises(BadInput, match="another benchmark"):
        run(JOB, keep=path)
    assert path.read_text("utf-8") == first + "\f{somebody's notes"


def test_finished_units_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run(JOB, keep=path)
    header, *units = path.read_text("utf-8").splitlines()
    first = json.loads(units[0])
    first["games"][0][0] = 1 - first["games"][0][0]
    path.write_text("\n".join([header, json.dumps(first), *units[1:]]) + "\n", "utf-8")
    changed = run(JOB, keep=path)[first["strategy"]][first["first"]]
    assert changed.won == bool(first["games"][0][0])


def test_the_file_of_another_benchmark_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run(Job(("random",), 3, SERIES, name="a"), keep=path)
    with pytest.raises(BadInput, match="another benchmark"):
        run(Job(("random",), 3, SERIES, name="b"), keep=path)
    path.write_text("no json\n", "utf-8")
    with pytest.raises(BadInput, match="another benchmark"):
        run(JOB, keep=path)
    with pytest.raises(BadInput, match="cannot be used"):
        run(JOB, keep=tmp_path / "missing" / "file")
