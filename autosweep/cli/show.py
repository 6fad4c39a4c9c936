"""What `play` shows while it plays: a live board on a terminal, JSON lines, or a line a game.

Each view is an observer of the loop's events.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from autosweep.board import FLAG, HIDDEN, MAX_NUMBER, QUESTION, SYMBOLS, Board
from autosweep.cli.common import put_json, say
from autosweep.jsonshapes.game_lines import play_event_json
from autosweep.messages import count_of, printable
from autosweep.play.decision import Decision
from autosweep.play.events import (
    AlreadyOver,
    BoardFound,
    Decided,
    Event,
    GameEnded,
    Seen,
)

_STYLES = (
    "dim",
    "bright_blue",
    "green",
    "bright_red",
    "blue",
    "red",
    "cyan",
    "white",
    "bright_black",
)
_SAFE, _MINE = "black on green", "white on red"


class JsonLines:
    """Prints each event as one JSON object a line; the summary is the last."""

    def __call__(self, event: Event) -> None:
        """Print an event."""
        line = play_event_json(event)
        if line is not None:
            put_json(line)


class Plain:
    """Prints a line a game; for pipes and files."""

    def __call__(self, event: Event) -> None:
        """Print the end of a game."""
        if isinstance(event, BoardFound) and event.others:
            _say_others(event)
        elif isinstance(event, AlreadyOver):
            _say_over(event)
        elif isinstance(event, GameEnded):
            say(f"game {event.game + 1}: {event.phase.value}. {event.why}")


class TerminalBoard:
    """Shows the board, what is known and the next move, on a terminal; a context manager."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._live = Live(console=Console(stderr=True), auto_refresh=False)
        self._board: Board | None = None

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Leave the terminal alone for a while: a person is asked something."""
        self._live.stop()
        try:
            yield
        finally:
            self._live.start()

    def __call__(self, event: Event) -> None:
        """Draw an event."""
        if isinstance(event, BoardFound) and event.others:
            _say_others(event)
        elif isinstance(event, Seen):
            self._board = event.reading.board
        elif isinstance(event, Decided) and self._board is not None:
            decision = event.decision
            head = f"game {event.game + 1} of {self._games}, step {event.step + 1}"
            self._draw(self._board, head, _next_word(decision), decision)
        elif isinstance(event, AlreadyOver):
            _say_over(event)
        elif isinstance(event, GameEnded):
            head = f"game {event.game + 1} of {self._games}: {event.phase.value}"
            self._draw(event.reading.board, head, event.why, None)

    def _draw(self, board: Board, head: str, foot: str, decision: Decision | None) -> None:
        # a reason may quote the title of a window
        told = Text(printable(foot))
        parts = [Text(head, style="bold"), board_text(board, decision), told]
        self._live.update(Group(*parts), refresh=True)


def _say_over(event: AlreadyOver) -> None:
    say(f"The game on the screen is already {event.phase.value}; it does not count.", err=True)


def _say_others(found: BoardFound) -> None:
    board = found.reading.board
    here = found.frame.mapping.rect_to_screen(found.reading.grid.bbox)
    boards = count_of(len(found.others) + 1, "board")
    say(
        f"{boards} are visible; playing the one of {board.rows} x {board.cols} cells "
        f"at {here.x},{here.y}.",
        err=True,
    )
    for other in found.others:
        region = f"{other.x},{other.y},{other.w},{other.h}"
        say(f"  Another one: --region {region}, or name its window with --window.", err=True)


def _next_word(decision: Decision) -> str:
    if decision.refusal:
        return decision.refusal
    if not decision.moves:
        return decision.phase.value
    first = decision.moves[0]
    if first.certain:
        return count_of(len(decision.moves), "certain cell")
    return f"guess: {first}. {first.why}"


def board_text(board: Board, decision: Decision | None) -> Text:
    """Return a board in colours: opened numbers, safe cells green, mines red."""
    text = Text()
    moves = {move.cell for move in decision.moves} if decision else set()
    for r in range(board.rows):
        for c in range(board.cols):
            code = board[r, c]
            symbol = {0: "·", HIDDEN: "□"}.get(code, SYMBOLS[code])
            style = _STYLES[code] if code <= MAX_NUMBER else ""
            if code in (HIDDEN, FLAG, QUESTION) and decision:
                if (r, c) in decision.analysis.mines:
                    style = _MINE
                elif (r, c) in decision.analysis.safe or (r, c) in moves:
                    style = _SAFE
            text.append(symbol, style)
            text.append(" ")
        text.append("\n")
    return text
