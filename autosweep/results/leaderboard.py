"""The results of all finished games, kept in one CSV file of the user; only ever appended to.

`play` adds the games of the program, the built-in game those of its player. A line that begins with
`when` names the columns of the lines below it, so that a file of an older version goes on with more
columns. Versions before 0.2 kept a person's scores as a table of levels in a file of its own; it is
still read and no longer written. Imports the board, the errors and `files` only.
"""

from __future__ import annotations

import csv
import io
import json
import math
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any

from autosweep.board import Board, Layout, Phase
from autosweep.board.metrics import bbbv
from autosweep.errors import BadInput, EnvironmentFault
from autosweep.files import read_bounded, reason_of, write_remedy

FILE = "leaderboard.csv"
MAX_BYTES = 50_000_000
"""Bytes of a leaderboard that is read: half a million games."""
OLD_SCORES = "client-scores.json"
"""Where versions before 0.2 kept the scores of the built-in game, beside the leaderboard."""
_OLD_VERSION = 1
_OLD_BYTES = 1_000_000
_MAX_OLD_GAMES = 100_000
"""Games of an old file that are believed."""
_SAME_END = 5.0
"""Seconds between two results of the same game: one is written by who clicks, one by the game."""
PROGRAM = "autosweep"
"""The player of games that `play` played."""
PERSON = "person"
"""The player of games in the built-in client."""


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game."""

    when: str
    """Date and time, UTC; empty if unknown."""
    theme: str
    """Theme of the client, or skin of the built-in game; empty if unknown."""
    rows: int
    cols: int
    mines: int
    """Mines, 0 if the total is not known."""
    outcome: str
    """`won` or `lost`."""
    seconds: float
    """From the first frame (a person: the first click) to the last; 0 if unknown."""
    clicks: int
    """Clicks of the program, 0 for a person."""
    guesses: int
    """Guesses of the program, 0 for a person."""
    bbbv: int
    """3BV of a won game, 0 of a lost one and if the mines were not known."""
    player: str = PROGRAM
    """`autosweep` or `person`."""
    helped: bool = False
    """Whether a person was helped: such a win is no best time."""

    @property
    def rate(self) -> float:
        """3BV a second."""
        return self.bbbv / self.seconds if self.seconds > 0 else 0.0

    @property
    def level(self) -> str:
        """Size and mines, such as `9x9/10`."""
        return level_name(self.rows, self.cols, self.mines)


def level_name(rows: int, cols: int, mines: int | None) -> str:
    """Return the name of a level: rows x columns / mines."""
    return f"{rows}x{cols}/{mines or 0}"


def finished(  # noqa: PLR0913 - a result is made of all of these
    board: Board,
    phase: Phase,
    *,
    theme: str,
    layout: Layout | None,
    total: int | None,
    seconds: float,
    clicks: int = 0,
    guesses: int = 0,
    player: str = PROGRAM,
    helped: bool = False,
) -> Result:
    """Return the result of a game that ends now.

    `layout` has the mines known when it ended, `total` says how many there are. The last frame does
    not tell, because a message may lie over it.
    """
    known, score = total or 0, 0
    if phase is Phase.WON and layout is not None:
        known, score = len(layout.mines), bbbv(layout)
    return Result(
        datetime.now(UTC).isoformat(timespec="seconds"),
        theme,
        board.rows,
        board.cols,
        known,
        phase.value,
        round(seconds, 3),
        clicks,
        guesses,
        score,
        player,
        helped,
    )


def default_file() -> Path:
    """Return where the user's leaderboard is."""
    from platformdirs import user_data_path

    return user_data_path("autosweep") / FILE


_COLUMNS = tuple(item.name for item in fields(Result))


def append(path: Path, results: Iterable[Result]) -> None:
    """Add results; raises EnvironmentFault if the file cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+", newline="", encoding="utf-8", errors="surrogateescape") as file:
            writer = csv.DictWriter(file, _COLUMNS)
            if not _has_columns(file):
                writer.writeheader()
            writer.writerows(asdict(result) for result in results)
    except OSError as error:
        msg = f"The leaderboard {path} cannot be written: {reason_of(error)}."
        raise EnvironmentFault(msg, remedy=write_remedy(error)) from None


def _has_columns(file: io.TextIOWrapper) -> bool:
    """Return True if today's columns are named; begins a new line after one that was cut short."""
    file.seek(0)
    text = file.read(MAX_BYTES)
    if text and not text.endswith("\n"):
        file.write("\r\n")
    return ",".join(_COLUMNS) in text.splitlines()


def load(path: Path) -> list[Result]:
    """Read all results, those of the old scores file beside it included.

    Lines that are no results are skipped; a missing file is empty. Raises BadInput.
    """
    return _load_old_scores(path.with_name(OLD_SCORES)) + _without_doubles(_load_csv(path))


def _without_doubles(results: list[Result]) -> list[Result]:
    """Leave out games of the program that the built-in game took for a person's.

    The built-in game cannot see who clicks. Both write the same game when it ends.
    """
    program: dict[tuple[int, int, str], list[tuple[float, int]]] = {}
    for result in results:
        if result.player == PROGRAM and (end := _moment(result)) is not None:
            program.setdefault(_kind(result), []).append((end, result.bbbv))
    for ends in program.values():
        ends.sort()

    def is_double(result: Result) -> bool:
        end = _moment(result)
        if result.player == PROGRAM or end is None:
            return False
        ends = program.get(_kind(result), [])
        first = bisect_left(ends, (end - _SAME_END, 0))
        near = takewhile(lambda other: other[0] <= end + _SAME_END, ends[first:])
        # What one of the two does not know is 0 there.
        return any(result.bbbv == score or not (result.bbbv and score) for _, score in near)

    return [result for result in results if not is_double(result)]


def _kind(result: Result) -> tuple[int, int, str]:
    return result.rows, result.cols, result.outcome


def _moment(result: Result) -> float | None:
    """Return when a game ended, in seconds; None if unknown."""
    try:
        return datetime.fromisoformat(result.when).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


def _load_csv(path: Path) -> list[Result]:
    try:
        text = read_bounded(path, MAX_BYTES, only_files=True).decode("utf-8")
        rows = list(csv.reader(io.StringIO(text, newline="")))
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        msg = f"The leaderboard {path} cannot be read: {reason_of(error)}."
        raise BadInput(msg, remedy="Move the file away; a new one is begun.") from None
    found: list[Result] = []
    columns: list[str] = []
    for row in rows:
        if row[:1] == [_COLUMNS[0]]:
            columns = row
        elif (result := _result(dict(zip(columns, row, strict=False)))) is not None:
            found.append(result)
    return found


def _result(row: dict[str, str]) -> Result | None:
    try:
        seconds = float(row["seconds"])
        if not math.isfinite(seconds):
            return None
        return Result(
            row["when"],
            row["theme"],
            int(row["rows"]),
            int(row["cols"]),
            int(row["mines"]),
            row["outcome"],
            seconds,
            int(row["clicks"]),
            int(row["guesses"]),
            int(row["bbbv"]),
            row.get("player", PROGRAM),
            row.get("helped") == str(True),
        )
    except (KeyError, ValueError):
        return None


def _load_old_scores(path: Path) -> list[Result]:
    """Return the games of the old scores file; none if it is not ours.

    It has no dates, and times of the five fastest wins only.
    """
    try:
        data = read_bounded(path, _OLD_BYTES, only_files=True)
        table: dict[str, Any] = json.loads(data)
        if table["version"] != _OLD_VERSION:
            return []
        levels = [(_size(level), record) for level, record in table["levels"].items()]
        if sum(int(record["played"]) for _, record in levels) > _MAX_OLD_GAMES:
            return []
        return [game for size, record in levels for game in _games(size, record)]
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return []


def _size(level: str) -> tuple[int, int, int]:
    size, mines = level.split("/")
    rows, cols = size.split("x")
    return int(rows), int(cols), 0 if mines == "None" else int(mines)


def _games(size: tuple[int, int, int], record: dict[str, Any]) -> list[Result]:
    played, won, helped = (int(record[key]) for key in ("played", "won", "helped"))
    if not 0 <= won + helped <= played or min(won, helped) < 0:
        return []
    times = [float(seconds) for seconds in record["best"] if math.isfinite(seconds)][:won]
    times += [0.0] * (won - len(times))

    def game(phase: Phase, seconds: float = 0.0, *, helped: bool = False) -> Result:
        return Result("", "", *size, phase.value, seconds, 0, 0, 0, PERSON, helped)

    return [
        *(game(Phase.WON, seconds) for seconds in times),
        *(game(Phase.WON, helped=True) for _ in range(helped)),
        *(game(Phase.LOST) for _ in range(played - won - helped)),
    ]


def best(results: Iterable[Result], count: int) -> list[Result]:
    """Return the fastest wins without help of each board size and player, largest boards first."""
    groups: dict[tuple[int, int, int, str], list[Result]] = {}
    for result in results:
        if result.outcome == Phase.WON.value and result.seconds > 0 and not result.helped:
            key = (result.rows, result.cols, result.mines, result.player)
            groups.setdefault(key, []).append(result)
    chosen: list[Result] = []
    for key in sorted(groups, reverse=True):
        chosen += sorted(groups[key], key=lambda result: result.seconds)[:count]
    return chosen
