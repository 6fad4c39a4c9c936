"""Games played against the game's own truth: every reading, every click and every loss is checked.

Used by the tests with a few games and by `benchmarks/truth.py` with many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from autosweep.board import Board, Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.interfaces import Click
from autosweep.play.events import Acted, Event, GameEnded, Seen, Summary
from autosweep.play.player import Player
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter

LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}


@dataclass
class Findings:
    """What went wrong, and how much was looked at."""

    readings: int = 0
    clicks: int = 0
    won: int = 0
    lost: int = 0
    faults: list[str] = field(default_factory=list)

    def check(self, condition: object, fault: str) -> None:
        """Note a fault unless the condition holds."""
        if not condition:
            self.faults.append(fault)


class TruthChecker:
    """An observer that compares each reading with the truth and each click with the board."""

    def __init__(self, findings: Findings, name: str, truth: Callable[[], Board]) -> None:
        self._findings = findings
        self._name = name
        self._truth = truth
        self._cells: list[tuple[int, int, int, int]] = []

    def __call__(self, event: Event) -> None:
        """Check an event."""
        findings = self._findings
        if isinstance(event, Seen):
            findings.readings += 1
            read, true = event.reading.board, self._truth()
            findings.check(
                read.cells == true.cells,
                f"{self._name} step {event.step}: read\n{read}but it is\n{true}",
            )
            mapping = event.frame.mapping
            corner = mapping.rect_to_screen(event.reading.grid.bbox)
            self._cells = [(corner.x, corner.y, corner.right, corner.bottom)]
        elif isinstance(event, Acted):
            left, top, right, bottom = self._cells[0]
            for action in event.actions:
                if isinstance(action, Click):
                    findings.clicks += 1
                    at = action.point
                    inside = left <= at.x < right and top <= at.y < bottom
                    findings.check(inside, f"{self._name}: a click at {at} is off the board")
        elif isinstance(event, GameEnded):
            findings.won += event.phase is Phase.WON
            findings.lost += event.phase is Phase.LOST
            if event.phase is Phase.LOST:
                fault = f"{self._name}: lost on a move that was not announced as a guess"
                findings.check(event.announced_guess, fault)
            ended = event.phase in (Phase.WON, Phase.LOST)
            findings.check(ended, f"{self._name}: not finished: {event.why}")


def play_in_memory(
    findings: Findings, game: ClientSettings, *, scale: float = 1.0, delay: float = 0.03
) -> Summary:
    """Play one game on the in-process screen and check everything about it."""
    clock = JumpingClock()
    screen = InProcessScreen(settings=game, clock=clock, scale=scale, delay=delay)
    name = f"{game.skin} {game.rows}x{game.cols} {game.cell_px}px seed {game.seed}"
    checker = TruthChecker(findings, name, lambda: screen.game.board)
    settings = PlaySettings(seed=game.seed, patience=0.5, countdown=0.0)
    player = Player(screen, screen, clock, StopAfter(), settings, observe=checker)
    summary = player.run()
    findings.check(player.fault is None, f"{name}: {player.fault}")
    findings.check(screen.stray_clicks == 0, f"{name}: {screen.stray_clicks} stray clicks")
    findings.check(
        (screen.game.phase is Phase.WON) == (summary.won == 1),
        f"{name}: the game says {screen.game.phase}, the player {summary}",
    )
    return summary


def spread_of_games(count: int, *, first_seed: int = 0) -> Iterator[ClientSettings]:
    """Yield games over all levels, looks, cell sizes and places on the screen."""
    looks = ("classic", "light", "dark", "meadow")
    sizes = (14, 15, 17, 19, 20, 22, 23, 25, 28, 30, 33, 37, 41, 47, 50, 56, 64)
    for number in range(count):
        rows, cols, mines = list(LEVELS.values())[number % 3]
        yield replace(
            ClientSettings(),
            rows=rows,
            cols=cols,
            mines=mines,
            seed=first_seed + number,
            skin=looks[number // 3 % len(looks)],
            cell_px=sizes[number * 7 % len(sizes)],
            position=(17 + number * 31 % 160, 11 + number * 53 % 90),
        )
