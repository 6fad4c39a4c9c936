"""A board of a series with all that is said about it, in every format that people use."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from autosweep.board.formats import format_mbf
from autosweep.board.layout import Layout
from autosweep.board.playable import PlayableBoard, format_id, format_play_link, format_text
from autosweep.generate.attempts import MadeBoard, grade_board
from autosweep.generate.request import Grade, Request
from autosweep.geometry import Cell
from autosweep.jsonshapes.made_boards import generated_json, layout_figures
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

    def json_line(self) -> str:
        """Return the board and its figures on one line."""
        return json.dumps(generated_json(self)) + "\n"

    def text(self) -> str:
        """Return the solved board under comments that say what is known of it."""
        known = layout_figures(self.playable.layout)
        first = (
            f"seed {self.request.seed}, board {self.number}: 3BV {known['bbbv']}, "
            f"openings {known['openings']}, islands {known['islands']}, "
            f"ZiNi about {known['zini']}, {known['buried']:.1%} of mines buried"
        )
        about = [first]
        if self.grade is not None:
            grade = self.grade
            about.append(
                f"no guessing, {grade.difficulty.value}: hardest technique {grade.hardest}, "
                + count_of(grade.hard_steps, "hard step")
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
