"""Games played under the overlay by real clicks, every hint checked against the game's truth.

The truth is the built-in game's journal, the layout that Simon Tatham's Mines was started with, or,
for clients that tell nothing, a fresh reading of the screen with the hints taken away and, at the
end, the mines that the client shows. Used by `tests/x11/test_overlay.py` with a game and by
`benchmarks/overlay.py` with many.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from autosweep.board import HIDDEN, OPENABLE, SHOWN_MINES, UNREAD, Board
from autosweep.geometry import Cell, Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.overlay.advice import advise, hints_of
from autosweep.overlay.annotate import draw_hints
from autosweep.solver.analyze import analyze
from autosweep.vision.read import read
from support.overlay_stage import (
    MINES,
    KnownGame,
    Overlay,
    Watcher,
    client,
    desktop,
    overlay,
    press,
    screen,
    wait_for,
)


@dataclass
class Report:
    """What games under the overlay showed."""

    game: str
    setup: str
    capture: str = ""
    games: int = 0
    moves: int = 0
    won: int = 0
    lost: int = 0
    compared: int = 0
    """Positions in which every hint was compared with `solve` on the true board."""
    drawn: int = 0
    """Positions in which the screen showed exactly the hints."""
    own: list[float] = field(default_factory=list)
    """Milliseconds from the change that the overlay noticed to its hints on the screen."""
    seen: list[float] = field(default_factory=list)
    """Milliseconds from the first to the last change on the screen after a click, by polling."""
    idle: float = 0.0
    """Share of a core used while nothing changed."""
    faults: list[str] = field(default_factory=list)


class Trial:
    """One game under the overlay."""

    def __init__(
        self, report: Report, ours: Overlay, truth: Callable[[], Board] | None, name: str
    ) -> None:
        self.report = report
        self.ours = ours
        self.truth = truth
        self.mines = MINES[name]
        self.claims: dict[Cell, str] = {}
        self.flagged: set[Cell] = set()

    def play(
        self,
        *,
        flag_every: int = 4,
        most: int | None = None,
        look: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Play to the end, or `most` moves, by the hints; `look` is called before each move."""
        ours, report = self.ours, self.report
        wait_for(lambda: ours.shown, "the first hints")
        report.games += 1
        for move in range(200):
            event = self._steady()
            if not ours.visible():
                return  # the client's last dialog lies over the board, and the screen is looked at
            board = self._compare(event)
            if event["phase"] in ("won", "lost"):
                self._judge(board)
                return
            if not event.get("best") and board.count({HIDDEN}) == 0:
                self._judge(board)  # a bubble lies over the board that is won
                return
            if not event.get("best"):
                report.faults.append(f"no best move on\n{board}")
                return
            look(move)
            if move == most:
                return
            cell = tuple(event["guess"] or event["best"]["cell"])
            mines = [c for c in map(tuple, event["mine"]) if c not in self.flagged]
            button = 1
            if mines and move % flag_every == flag_every - 1 and self.report.game != "sgt-mines":
                cell, button = mines[0], 3
                self.flagged.add(cell)
            self._click(cell, button, board)
            report.moves += 1
        report.faults.append("the game did not end in 200 moves")

    def _click(self, cell: Cell, button: int, board: Board) -> None:
        ours = self.ours
        count = len(ours.shown)
        watcher = Watcher(ours.place())
        begun = press(ours.place(), (board.rows, board.cols), cell, button)
        if isinstance(self.truth, KnownGame):
            self.truth.game.open(cell) if button == 1 else self.truth.game.mark(cell)
        try:
            wait_for(lambda: len(ours.shown) > count, f"hints after {cell}", 6.0)
        except AssertionError:
            self.report.faults.append(f"no new hints within 6 s of a click on {cell}")
        time.sleep(0.12)
        changes = [at for at in watcher.end() if at > begun]
        if ours.shown[-1]["phase"] != "playing":
            return  # the end of a game may flash for a while
        if changes:
            self.report.seen.append(1000 * (changes[-1] - changes[0]))
        for event in ours.shown[count:]:
            if event["changed"] > begun:
                self.report.own.append(1000 * (event["shown"] - event["changed"]))

    def _steady(self) -> dict[str, Any]:
        """Return the last hints once no newer ones come."""
        while True:
            last = self.ours.shown[-1]
            time.sleep(0.15)
            if self.ours.shown[-1] is last:
                return last

    def _compare(self, event: dict[str, Any]) -> Board:
        """Compare hints with `solve` on the true board, and the screen with the hints."""
        report = self.report
        with_hints = screen(self.ours.place())
        before = tuple(event["show"])
        # Some clients draw the cell under the mouse differently, which a fresh look may not read.
        # Beside the board but in its window: without a window manager it has the focus only there.
        aside = self.ours.place()
        x, y = aside.right + 8, aside.y + aside.h // 2
        subprocess.run(["xdotool", "mousemove", str(x), str(y)], check=True)
        self.ours.tell("show=off")
        time.sleep(0.1)
        place = self.ours.place()
        around = place.grown(place.w // 9)
        clean = screen(around.intersect(Rect(0, 0, 1600, 1000)))
        fresh = read(clean, thorough=False)
        self.ours.tell("show=" + ",".join(before))
        seen = Board.parse(f"{event['rows']} {event['cols']}\n" + "\n".join(event["board"]) + "\n")
        if event["phase"] in ("won", "lost") and self.truth is None:
            return seen  # dialogs may lie over it
        true = self.truth() if self.truth is not None else None
        if true is None and not fresh and seen.count({HIDDEN}) == 0:
            return seen  # won, with the client's bubble over it
        if true is None and not fresh:
            report.faults.append("the clean screen cannot be read")
            return seen
        true = fresh[0].board if true is None else true
        if true.cells != seen.cells:
            report.faults.append(f"read\n{seen}but it is\n{true}")
            return seen
        if event["phase"] in ("won", "lost"):
            return true
        known = analyze(Board(true.rows, true.cols, true.cells, self.mines))
        for claim, cells in (("safe", known.safe), ("mine", known.mines)):
            told = {(r, c) for r, c in event[claim]}
            if told != set(cells):
                report.faults.append(
                    f"{claim}: {sorted(told)} but solve says {sorted(cells)}\n{true}"
                )
            self.claims |= dict.fromkeys(told, claim)
        if event["probabilities"] != known.probability.as_rows():
            report.faults.append(f"other chances than solve on\n{true}")
        best = event["best"] and tuple(event["best"]["cell"])
        if known.best is not None and best != known.best.cell:
            report.faults.append(f"best is {event['best']} but solve says {known.best}\n{true}")
        report.compared += 1
        self._compare_screen(with_hints, clean, fresh, event)
        return true

    def _compare_screen(
        self, with_hints: Pixels, clean: Pixels, fresh: list[Any], event: dict[str, Any]
    ) -> None:
        """Check that the screen shows the game with exactly the hints on it."""
        if not fresh:
            return
        place = self.ours.place()
        around = place.grown(place.w // 9).intersect(Rect(0, 0, 1600, 1000))
        grid = Grid(tuple(event["row_edges"]), tuple(event["col_edges"]))
        hints = hints_of(advise(fresh[0], self.mines), event["show"])
        # A reason is looked for only for a while, so on a busy machine either side may have none.
        told = frozenset((r, c) for r, c in event["because"])
        if told and hints.because and told != hints.because:
            self.report.faults.append(f"rings {sorted(told)}, not {sorted(hints.because)}")
        hints = replace(hints, because=told)
        drawn = draw_hints(clean, grid.moved(-around.x, -around.y), hints)
        dx, dy = place.x - around.x, place.y - around.y
        here = (slice(dy, dy + place.h), slice(dx, dx + place.w))
        mask = (drawn[here] != clean[here]).any(axis=2)
        wrong = mask & (drawn[here] != with_hints).any(axis=2)
        # The cell under the mouse may have been lighter when the hints were drawn.
        limit = 1.5 / (event["rows"] * event["cols"])
        if float(wrong.mean()) > limit or not mask.any():
            share = f"{wrong.sum()} of {mask.sum()} pixels"
            self.report.faults.append(f"the screen shows other hints: {share}")
        else:
            self.report.drawn += 1

    def _judge(self, board: Board) -> None:
        """Compare everything that was said in the game with the mines that it shows at its end."""
        report = self.report
        lost = any(code in SHOWN_MINES for code in board.cells)
        report.lost += lost
        report.won += not lost
        mines = set(board.find(SHOWN_MINES)) | (set() if lost else set(board.find(OPENABLE)))
        for cell, claim in self.claims.items():
            if claim == "safe" and cell in mines:
                report.faults.append(f"{cell} was called safe and is a mine")
            if claim == "mine" and not lost and cell not in mines and board[cell] != UNREAD:
                report.faults.append(f"{cell} was called a mine and is none")
            if claim == "mine" and lost and board[cell] <= 8:
                report.faults.append(f"{cell} was called a mine and is open")


def play_under(  # noqa: PLR0913 - what is played, where and how
    game: str,
    setup: str,
    folder: Path,
    *,
    words: tuple[str, ...] = (),
    seed: int = 1,
    idle_seconds: float = 5.0,
    most: int | None = None,
) -> Report:
    """Play one game on a display of its own; return what was seen."""
    report = Report(game, setup)
    with (
        desktop(setup, folder),
        client(game, folder / "client", seed) as truth,
        overlay("--mines", str(MINES[game]), *words) as ours,
    ):
        wait_for(lambda: ours.shown, "the first hints")
        time.sleep(0.5)
        used, begun = ours.cpu(), time.monotonic()
        time.sleep(idle_seconds)
        if idle_seconds:
            report.idle = (ours.cpu() - used) / (time.monotonic() - begun)
        Trial(report, ours, truth, game).play(most=most)
        report.capture = ours.events[0]["capture"]
        code = ours.quit()
        if code != 0:
            report.faults.append(f"exit code {code}")
    return report
