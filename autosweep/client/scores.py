"""Wins and best times per level, kept in a file between games.

A level is rows x columns / mines. Only games without help count for the best times. A file that
cannot be read is left as it is, and nothing is kept.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from autosweep.files import write_file

KEPT = 5
"""Best times kept a level."""
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Record:
    """What was achieved on one level."""

    played: int = 0
    won: int = 0
    """Wins without help."""
    helped: int = 0
    """Wins with help."""
    best: tuple[float, ...] = ()
    """Seconds of the fastest wins without help, fastest first."""


def level_name(rows: int, cols: int, mines: int | None) -> str:
    """Return the name of a level."""
    return f"{rows}x{cols}/{mines}"


class Scores:
    """The records of all levels; without a path they live only as long as the program."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._records: dict[str, Record] = {}
        if path is not None and path.exists():
            try:
                self._records = _parse(path.read_text("utf-8"))
            except (OSError, ValueError, TypeError, KeyError):
                # somebody else's file, or a damaged one: better unused than overwritten
                self._path = None

    def of(self, level: str) -> Record:
        """Return the record of a level."""
        return self._records.get(level, Record())

    def add(self, level: str, *, won: bool, seconds: float, helped: bool) -> str:
        """Add a finished game; return a sentence about it."""
        old = self.of(level)
        clean = won and not helped
        times = tuple(sorted([*old.best, round(seconds, 2)])[:KEPT]) if clean else old.best
        new = Record(old.played + 1, old.won + clean, old.helped + (won and helped), times)
        self._records[level] = new
        self._save()
        if not won:
            return f"Lost. {summary(level, new)}"
        if helped:
            return f"Won in {seconds:.1f} s, with help. {summary(level, new)}"
        record = " A new best time!" if not old.best or seconds < old.best[0] else ""
        return f"Won in {seconds:.1f} s.{record} {summary(level, new)}"

    def _save(self) -> None:
        if self._path is None:
            return
        table = {level: asdict(record) for level, record in sorted(self._records.items())}
        text = json.dumps({"version": _VERSION, "levels": table}, indent=1)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_file(self._path, text.encode(), named=True)
        except OSError:
            # a game must not end because a score cannot be kept
            self._path = None


def summary(level: str, record: Record) -> str:
    """Return a sentence about a level."""
    best = f"; best {record.best[0]:.1f} s" if record.best else ""
    helped = f" and {record.helped} with help" if record.helped else ""
    return f"{level}: {record.won} of {record.played} won{helped}{best}."


def _parse(text: str) -> dict[str, Record]:
    table: dict[str, Any] = json.loads(text)
    if table["version"] != _VERSION:
        raise ValueError(table["version"])
    return {
        str(level): Record(
            int(record["played"]),
            int(record["won"]),
            int(record["helped"]),
            tuple(sorted(float(seconds) for seconds in record["best"])),
        )
        for level, record in table["levels"].items()
    }
