"""A board of a series with all that is said about it, in every format that people use."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from autosweep.board import metrics
from autosweep.board.formats import format_mbf
from autosweep.board.layout import Layout
from autosweep.board.playable import PlayableBoard, format_id, format_play_link, format_text
from autosweep.generate.attempts import MadeBoard, grade_board
from autosweep.generate.request import Grade, Request
from autosweep.geometry import Cell
from autosweep.messages import count_of


@dataclass(frozen=True)
class Generated:
    """A finished board."""

    request: Request
    number: int
    made: MadeBoard

    @cached_property
    def playable(self) -> PlayableBoard:
        """The layout and where to begin."""
        request, made = self.request, self.made
        mines = frozenset(i for i, mine in enumerate(made.layout) if mine)
        return PlayableBoard(Layout(request.rows, request.cols, mines), self.start)

    @property
    def start(self) -> Cell:
        """The cell to begin with."""
        return divmod(self.made.start, self.request.cols)

    @cached_property
    def grade(self) -> Grade | None:
        """What its solution needs, for a board without guessing."""
        return grade_board(self.request, self.made) if self.request.no_guess else None

    @cached_property
    def record(self) -> dict[str, object]:
        """The board as one JSON object."""
        request, made, layout = self.request, self.made, self.playable.layout
        buried = metrics.buried(layout)
        record: dict[str, object] = {
            "rows": request.rows,
            "cols": request.cols,
            "mines": request.mines,
            "seed": request.seed,
            "number": self.number,
            "start": list(self.start),
            "no_guess": request.no_guess,
            "first_click": request.first_click.value,
            "layout": layout.lines(),
            "bbbv": metrics.bbbv(layout),
            "openings": metrics.openings(layout),
            "islands": metrics.islands(layout),
            "zini": metrics.zini(layout),
            "buried": round(buried / request.mines, 4) if request.mines else 0.0,
        }
        grade = self.grade
        if grade is not None:
            record |= {
                "mine_count": "used" if request.count_mines else "unused",
                "method": "mend" if made.repaired else "draw",
                "attempts": made.attempt + 1,
                "difficulty": grade.difficulty.value,
                "hardest": grade.hardest,
                "hard_steps": grade.hard_steps,
                "steps": {
                    "chain": grade.chains,
                    "case split": grade.splits,
                    "mine count": grade.counts,
                },
            }
        return record

    def json_line(self) -> str:
        """Return the record on one line."""
        return json.dumps(self.record) + "\n"

    def text(self) -> str:
        """Return the solved board under comments that say what is known of it."""
        known = self.record
        first = (
            f"seed {known['seed']}, board {known['number']}: 3BV {known['bbbv']}, "
            f"openings {known['openings']}, islands {known['islands']}, "
            f"ZiNi about {known['zini']}, {known['buried']:.1%} of mines buried"
        )
        about = [first]
        if self.grade is not None:
            count = self.grade.hard_steps
            about.append(
                f"no guessing, {known['difficulty']}: hardest technique {known['hardest']}, "
                + count_of(count, "hard step")
            )
        return format_text(self.playable, about)


FORMATS: dict[str, Callable[[Generated], str | bytes]] = {
    "text": Generated.text,
    "json": Generated.json_line,
    "mbf": lambda board: format_mbf(board.playable.layout),
    "id": lambda board: format_id(board.playable) + "\n",
    "link": lambda board: format_play_link(board.playable) + "\n",
}
"""Formats by name; one board each."""
