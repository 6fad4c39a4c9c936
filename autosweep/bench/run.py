"""Running a benchmark: units of work that depend on nothing else, on one process or several.

A unit is a strategy and some games in a row; whoever plays it, the outcome is the same, so results
do not depend on the number of workers. Finished units may be kept in a file of JSON lines: a run
that was interrupted goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias

from autosweep.bench.games import BenchGame, GameSeries
from autosweep.bench.playing import Outcome, play_all
from autosweep.errors import BadInput
from autosweep.files import read_bounded, reason_of, write_file, write_remedy

UNIT = 50
"""Games of a unit: a fraction of a second each, so that progress is seen."""
_FORMAT = 1
MAX_KEPT = 1_000_000_000
"""Bytes of a file of finished games."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be played."""

    strategies: tuple[str, ...]
    games: int
    series: GameSeries | None = None
    """Where the games come from, or"""
    given: tuple[BenchGame, ...] = ()
    """the games themselves."""
    name: str = ""
    """What the games are called: a board, or a file."""

    def units(self) -> Iterator[Unit]:
        """Yield all units; the strategies take turns, so that they can be compared early."""
        for first in range(0, self.games, UNIT):
            count = min(UNIT, self.games - first)
            given = self.given[first : first + count]
            for strategy in self.strategies:
                yield Unit(strategy, first, count, self.series, given)

    def identity(self) -> dict[str, object]:
        """Return what a file of finished units must agree with."""
        series = self.series
        about = None if series is None else {**asdict(series), "rule": series.rule.value}
        return {"format": _FORMAT, "name": self.name, "unit": UNIT, "series": about}


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a job; may be played by any process, also twice."""

    strategy: str
    first: int
    count: int
    series: GameSeries | None
    given: tuple[BenchGame, ...]

    def play(self) -> list[Outcome]:
        """Play the games of the unit."""
        series = self.series
        if series is None:
            return play_all(self.strategy, self.given)
        games = [series.game(k) for k in range(self.first, self.first + self.count)]
        return play_all(self.strategy, games, seed=series.seed)


Outcomes: TypeAlias = dict[str, list[Outcome]]
"""What each strategy made of the games, in their order."""
UnitPlayer: TypeAlias = Callable[[list[Unit]], Generator[tuple[Unit, list[Outcome]]]]
"""Plays units and yields each exactly once, in any order."""


def run(
    job: Job,
    *,
    play: UnitPlayer | None = None,
    keep: Path | None = None,
    enough: Callable[[Outcomes], bool] = lambda _outcomes: False,
    report: Callable[[Unit, Sequence[Outcome]], None] = lambda _unit, _outcomes: None,
) -> Outcomes:
    """Play a whole job; returns the outcomes of each strategy in the order of the games.

    Units are played by `play`, without it one after the other. `report` is told of every unit when
    it is done. Whenever all strategies have played some more of the first games, `enough` is asked
    about these; where it says so the rest is not played and not returned. So the result is the same
    whichever unit is done first. Raises BadInput where `keep` holds another job.
    """
    done = _Kept(keep, job)
    together = _Together(job, done, enough)
    todo = []
    for unit in job.units():
        outcomes = done.find(unit)
        if outcomes is None:
            todo.append(unit)
        else:
            report(unit, outcomes)
    if not together.advance() and todo:
        with closing((play or on_processes(1))(todo)) as playing:
            for unit, outcomes in playing:
                done.add(unit, outcomes)
                report(unit, outcomes)
                if together.advance():
                    break
    return together.outcomes


class _Together:
    """The first games as far as all strategies have played them."""

    def __init__(self, job: Job, done: _Kept, enough: Callable[[Outcomes], bool]) -> None:
        self.outcomes: Outcomes = {strategy: [] for strategy in job.strategies}
        self._rounds = [list(units) for _, units in groupby(job.units(), lambda u: u.first)]
        self._taken = 0
        self._done = done
        self._enough = enough

    def advance(self) -> bool:
        """Take over what is complete; returns whether that is enough."""
        while self._taken < len(self._rounds):
            units = self._rounds[self._taken]
            found = [self._done.find(unit) for unit in units]
            for unit, outcomes in zip(units, found, strict=True):
                if outcomes is None:
                    return False
                assert len(outcomes) == unit.count  # noqa: S101 - every game exactly once
            for unit, outcomes in zip(units, found, strict=True):
                self.outcomes[unit.strategy] += outcomes or ()
            self._taken += 1
            if self._enough(self.outcomes):
                return True
        return False


def on_processes(workers: int) -> UnitPlayer:
    """Return what plays units on `workers` processes of this machine."""
    return lambda units: _play(units, workers)


def _play(units: list[Unit], workers: int) -> Generator[tuple[Unit, list[Outcome]]]:
    """Play units and yield each when it is done, in any order."""
    if workers <= 1:
        for unit in units:
            yield unit, unit.play()
        return
    # spawn: a fork copies the locks of whatever threads there are
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        futures: dict[Future[list[Outcome]], Unit] = {pool.submit(u.play): u for u in units}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class _Kept:
    """Finished units, in memory and, where there is one, in a file."""

    def __init__(self, path: Path | None, job: Job) -> None:
        self._path = path
        self._found: dict[tuple[str, int, int], list[Outcome]] = {}
        if path is None:
            return
        try:
            if path.exists() and path.stat().st_size:
                self._read(path, job)
            else:
                write_file(path, (json.dumps(job.identity()) + "\n").encode(), named=True)
        except OSError as error:
            msg = f"{path} cannot be used to keep results: {reason_of(error)}."
            raise BadInput(msg, remedy=write_remedy(error)) from None

    def _read(self, path: Path, job: Job) -> None:
        try:
            text = read_bounded(path, MAX_KEPT, only_files=True).decode("utf-8")
            # Only where we end a line: splitlines knows ten more ends of lines.
            *lines, cut = text.split("\n")
            lines = lines or [cut]
            same = json.loads(lines[0]) == job.identity()
        except (ValueError, IndexError, RecursionError):
            same = False
        if not same:
            msg = f"{path} holds the results of another benchmark."
            raise BadInput(msg, remedy="Name a new file, or run the same benchmark again.")
        if cut:
            # the last line was cut short when the run was: drop it
            write_file(path, "".join(line + "\n" for line in lines).encode(), named=True)
        for number, line in enumerate(lines[1:], start=2):
            try:
                unit = json.loads(line)
                key = (str(unit["strategy"]), int(unit["first"]), int(unit["count"]))
                self._found[key] = [
                    Outcome(bool(won), tuple(map(float, chances)), int(guesses), float(seconds))
                    for won, chances, guesses, seconds in unit["games"]
                ]
                whole = len(self._found[key]) == key[2]
            except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
                whole = False
            if not whole:
                msg = f"Line {number} of {path} is not a result."
                raise BadInput(msg, remedy="Name a new file; this one is damaged.") from None

    def find(self, unit: Unit) -> list[Outcome] | None:
        """Return the outcomes of a unit that is done."""
        return self._found.get((unit.strategy, unit.first, unit.count))

    def add(self, unit: Unit, outcomes: list[Outcome]) -> None:
        """Keep the outcomes of a unit."""
        self._found[unit.strategy, unit.first, unit.count] = outcomes
        if self._path is None:
            return
        games = [[int(o.won), list(o.chances), o.guesses, o.seconds] for o in outcomes]
        line = {"strategy": unit.strategy, "first": unit.first, "count": unit.count, "games": games}
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            msg = f"{self._path} cannot keep more results: {reason_of(error)}."
            raise BadInput(msg, remedy=write_remedy(error)) from None
