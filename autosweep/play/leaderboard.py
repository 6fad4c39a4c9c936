"""The best results, kept as a CSV file in the user's data folder; only ever appended to."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path

from autosweep.board import Layout, Phase
from autosweep.board.metrics import bbbv
from autosweep.errors import BadInput, EnvironmentFault
from autosweep.files import read_bounded, reason_of, write_remedy
from autosweep.play.events import GameEnded

FILE = "leaderboard.csv"
MAX_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game."""

    when: str
    """Date and time, UTC."""
    theme: str
    rows: int
    cols: int
    mines: int
    """Mines, 0 where the total is not known."""
    outcome: str
    """`won` or `lost`."""
    seconds: float
    """From the first look to the last."""
    clicks: int
    guesses: int
    bbbv: int
    """3BV of a won game, 0 of a lost one and where the mines were not known."""

    @property
    def rate(self) -> float:
        """3BV a second."""
        return self.bbbv / self.seconds if self.seconds > 0 else 0.0


def result_of(end: GameEnded, *, seconds: float, clicks: int, guesses: int) -> Result:
    """Return the figures of a finished game.

    Mines and 3BV are those that were known when it ended, 0 where they were not: the last frame
    does not tell, because a message may lie over it.
    """
    board, phase = end.reading.board, end.phase
    layout = None
    if phase is Phase.WON and end.mines is not None:
        indices = frozenset(row * board.cols + col for row, col in end.mines)
        layout = Layout(board.rows, board.cols, indices)
    known = end.total or 0
    if layout is not None:
        known = len(layout.mines)
    score = 0 if layout is None else bbbv(layout)
    stamp = datetime.now(UTC).isoformat(timespec="seconds")
    return Result(
        stamp,
        end.reading.theme,
        board.rows,
        board.cols,
        known,
        phase.value,
        round(seconds, 3),
        clicks,
        guesses,
        score,
    )


def default_file() -> Path:
    """Return where the user's leaderboard is."""
    from platformdirs import user_data_path

    return user_data_path("autosweep") / FILE


def append(path: Path, results: Iterable[Result]) -> None:
    """Add results; raises EnvironmentFault where the file cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, [item.name for item in fields(Result)])
            if new:
                writer.writeheader()
            writer.writerows(asdict(result) for result in results)
    except OSError as error:
        msg = f"The leaderboard {path} cannot be written: {reason_of(error)}."
        raise EnvironmentFault(msg, remedy=write_remedy(error)) from None


def load(path: Path) -> list[Result]:
    """Read all results; lines that are no results are passed over, a missing file is empty."""
    try:
        text = read_bounded(path, MAX_BYTES, only_files=True).decode("utf-8")
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        msg = f"The leaderboard {path} cannot be read: {reason_of(error)}."
        raise BadInput(msg, remedy="Move the file away; a new one is begun.") from None
    return [result for result in map(_result, rows) if result is not None]


def _result(row: dict[str, str]) -> Result | None:
    try:
        return Result(
            row["when"],
            row["theme"],
            int(row["rows"]),
            int(row["cols"]),
            int(row["mines"]),
            row["outcome"],
            float(row["seconds"]),
            int(row["clicks"]),
            int(row["guesses"]),
            int(row["bbbv"]),
        )
    except (KeyError, TypeError, ValueError):
        return None


def best(results: Iterable[Result], count: int) -> list[Result]:
    """Return the fastest wins of each board size, the largest boards first."""
    won = [result for result in results if result.outcome == Phase.WON.value]
    sizes = sorted({(r.rows, r.cols, r.mines) for r in won}, reverse=True)
    chosen: list[Result] = []
    for size in sizes:
        of_size = [r for r in won if (r.rows, r.cols, r.mines) == size]
        chosen += sorted(of_size, key=lambda r: r.seconds)[:count]
    return chosen
