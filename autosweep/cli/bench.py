"""`autosweep bench`: win rates of strategies on the same games, with intervals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import (
    Number,
    json_option,
    put_json,
    read_input,
    say_lines,
    usable_strategy,
)
from autosweep.errors import BadInput
from autosweep.jsonshapes.game_lines import sequential_json

if TYPE_CHECKING:
    from autosweep.bench.playing import Outcome
    from autosweep.bench.run import Job, Outcomes, Unit, UnitPlayer
    from autosweep.bench.statistics import Sequential


@click.command("bench")
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    help="Strategy to play; may be repeated. [default: probabilistic and expert]",
)
@click.option(
    "--board",
    default="expert",
    show_default=True,
    help="beginner, intermediate, expert or ROWSxCOLSxMINES.",
)
@click.option(
    "--rule",
    "--first",
    type=click.Choice(["safe", "zero", "none"]),
    default="safe",
    show_default=True,
    help="What the first click is spared: a mine, mines round it too, or nothing.",
)
@click.option("--games", type=click.IntRange(1), help="How many games. [default: 1000]")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the games.")
@click.option(
    "--boards",
    metavar="FILE",
    help="Play the games of a file: `rows cols mines start_col start_row rule i1,i2,...` a line.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="FILE",
    help="Compare with another player: a file with 1 (won) or 0 for each of the same games.",
)
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option(
    "--keep",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep finished games in this file (JSON lines) and go on from there when run again.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the Dask cluster of this scheduler, such as tcp://host:8786.",
)
@click.option(
    "--until",
    "points",
    type=Number(0.01, 100),
    metavar="POINTS",
    help="Stop as soon as a sequential test knows whether the second of two strategies wins at"
    " least POINTS more than the first, or no more.",
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Draw win rates and calibration into this image.",
)
@json_option
def command(*, as_json: bool, **options: Any) -> None:
    """Play many games and compare strategies on them.

    All strategies play the same games, so they are compared game by game (McNemar's test). Results
    depend on the seed, never on the number of workers or who they are.
    """
    from autosweep.bench import plot
    from autosweep.bench.report import in_words, summarise
    from autosweep.bench.run import run

    fallbacks = _fallbacks(options["strategies"])
    job = _job(options, tuple(dict.fromkeys(fallbacks.values())))
    others = {Path(name).name: _read_won(name) for name in options["against"]}
    test = _sequential_test(job, options["points"])
    picture = options["plot"]
    if picture is not None:
        plot.check(picture)
    with _progress(job) as report:
        outcomes = run(
            job,
            play=_player(options["cluster"], options["workers"]),
            keep=options["keep"],
            enough=lambda found: test is not None and test(found).verdict != "open",
            report=report,
        )
    summary = summarise(job.name, outcomes, others)
    summary["fallbacks"] = {name: used for name, used in fallbacks.items() if used != name}
    if test is not None:
        summary["sequential"] = sequential_json(test(outcomes), job.strategies[::-1])
    if picture is not None:
        plot.draw(summary, picture)
    if as_json:
        put_json(summary)
    else:
        say_lines(in_words(summary))


def _fallbacks(names: Sequence[str]) -> dict[str, str]:
    """Return the strategies asked for, each with the one that plays; raises SettingsError."""
    return {name: usable_strategy(name) for name in names or ("probabilistic", "expert")}


def _job(options: dict[str, Any], strategies: tuple[str, ...]) -> Job:
    """Turn the options into a job; raises BadInput."""
    from autosweep.bench.games import GameSeries, parse_games, parse_size
    from autosweep.bench.run import Job
    from autosweep.board.game import FirstClick

    if options["boards"] is not None:
        text = read_input(options["boards"]).decode("utf-8", "replace")
        given = tuple(parse_games(text))[: options["games"]]
        if not given:
            msg = f"{options['boards']} holds no games."
            raise BadInput(msg, remedy="Give a file with a game on each line.")
        return Job(strategies, len(given), given=given, name=options["boards"])
    rows, cols, mines = parse_size(options["board"])
    series = GameSeries(rows, cols, mines, FirstClick(options["rule"]), options["seed"])
    name = f"{options['board']} {options['rule']}"
    return Job(strategies, options["games"] or 1000, series, name=name)


def _player(address: str | None, workers: int) -> UnitPlayer:
    """Return what plays the units: processes here, or a cluster."""
    from autosweep.bench.cluster_player import play_on_cluster
    from autosweep.bench.run import on_processes

    if address is None:
        return on_processes(workers)
    return lambda units: play_on_cluster(units, address)


def _sequential_test(job: Job, points: float | None) -> Callable[[Outcomes], Sequential] | None:
    """Return the test of the second strategy against the first; raises BadInput."""
    from autosweep.bench.statistics import Sequential, compare

    if points is None:
        return None
    if len(job.strategies) != 2:
        msg = "A sequential test compares two strategies."
        raise BadInput(msg, remedy="Give --strategy twice.")
    base, better = job.strategies

    def test(outcomes: Outcomes) -> Sequential:
        won = {name: [o.won for o in played] for name, played in outcomes.items()}
        return Sequential(points / 100, compare(won[better], won[base]))

    return test


def _read_won(name: str) -> list[bool]:
    text = "".join(read_input(name).decode("utf-8", "replace").split())
    if not text or set(text) - {"0", "1"}:
        msg = f"{name} is not a list of won games."
        raise BadInput(msg, remedy="It has a 1 or a 0 for each game, in order.")
    return [symbol == "1" for symbol in text]


def _progress(
    job: Job,
) -> AbstractContextManager[Callable[[Unit, Sequence[Outcome]], None]]:
    """Return what is told of every finished unit: a bar on a terminal, else nothing."""
    if not sys.stderr.isatty():
        return nullcontext(lambda _unit, _outcomes: None)
    return _Bar(job)


class _Bar:
    """A bar for each strategy with its win rate so far."""

    def __init__(self, job: Job) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        text = "{task.description:<14}"
        self._bars = Progress(
            text,
            BarColumn(),
            MofNCompleteColumn(),
            "{task.fields[rate]}",
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._tasks = {
            name: self._bars.add_task(name, total=job.games, rate="") for name in job.strategies
        }
        self._won = dict.fromkeys(job.strategies, 0)
        self._played = dict.fromkeys(job.strategies, 0)

    def __enter__(self) -> Callable[[Unit, Sequence[Outcome]], None]:
        self._bars.start()
        return self._report

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def _report(self, unit: Unit, outcomes: Sequence[Outcome]) -> None:
        name = unit.strategy
        self._won[name] += sum(o.won for o in outcomes)
        self._played[name] += len(outcomes)
        rate = f"{self._won[name] / self._played[name]:.1%}"
        self._bars.update(self._tasks[name], completed=self._played[name], rate=rate)
