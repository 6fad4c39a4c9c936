"""Learns a client while it is played: an observer of the player's events.

It keeps what worked in the learned profile of the client and hands out what was learned before. The
player asks it once a window; everything else it sees in the events.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime

from autosweep.board import MAX_NUMBER, SHOWN_MINES, Phase
from autosweep.errors import EnvironmentFault
from autosweep.geometry import Cell
from autosweep.interfaces import Button, Click, Clock, Frame, PressKey, Window
from autosweep.play.client_identity import identity_of
from autosweep.play.events import (
    Acted,
    BoardFound,
    Controlled,
    Event,
    GameEnded,
    NewGameTried,
    Seen,
    Withheld,
)
from autosweep.play.learned_profile import LearnedProfile
from autosweep.play.open_clicks import open_click_evidence
from autosweep.play.profile_store import ProfileStore
from autosweep.vision.reading import ACT_CONFIDENCE, Reading

_log = logging.getLogger(__name__)
_SHOWS = frozenset(range(MAX_NUMBER + 1)) | SHOWN_MINES
"""Codes of cells that tell what a first click met."""


@dataclass(slots=True)
class _Step:
    """The clicks of one step, until the next frame shows what they did."""

    frame: Frame
    reading: Reading
    time: float = 0.0
    """When the first of them was sent."""
    clicks: tuple[Click, ...] = ()
    others: bool = False
    """Whether something else was done too: a click was repeated or withheld, a dialog dismissed."""

    @property
    def cells(self) -> list[Cell]:
        """The cells of the left clicks, in order."""
        to_frame = self.frame.mapping.to_frame
        points = [to_frame(c.point) for c in self.clicks if c.button is Button.LEFT]
        cells = [self.reading.grid.cell_at(point) for point in points]
        return [cell for cell in cells if cell is not None]


class ClientLearner:
    """Keeps a learned profile of every client that one run plays."""

    def __init__(self, store: ProfileStore, clock: Clock) -> None:
        """Keep profiles in a store; `clock` is the one that stamps the frames."""
        self._store = store
        self._clock = clock
        self._found: BoardFound | None = None
        self._profiles: dict[int, LearnedProfile | None] = {}
        self._profile: LearnedProfile | None = None
        self._size: tuple[int, int] | None = None
        """Width and height of the game's window in points."""
        self._step: _Step | None = None
        self._first: _Step | None = None
        """The first click of a game, until its cell was read."""
        self._clicked_on = False
        """Whether clicks followed the first one."""
        self._played = False
        """Whether a click was made in this game."""
        self._drawn: float | None = None
        """Seconds until the last clicks showed, until it is known that the game goes on."""
        self._warned = False

    def profile_of_window(self, window: Window | None) -> LearnedProfile | None:
        """Return what was learned of the client in a window; None where it cannot be identified.

        Evidence counts for this profile from now on. A window keeps its profile for the whole run,
        though its title may change when a game ends.
        """
        if window is None or self._found is None:
            self._profile = None
            return None
        if window.handle not in self._profiles:
            identity = identity_of(window, self._found.frame, self._found.reading)
            self._profiles[window.handle] = (
                None if identity is None else self._store.find(identity) or LearnedProfile(identity)
            )
        self._profile = self._profiles[window.handle]
        self._size = window.rect.w, window.rect.h
        return self._profile

    def __call__(self, event: Event) -> None:
        """Take evidence from an event."""
        match event:
            case BoardFound():
                self._found, self._step, self._first = event, None, None
                self._played, self._drawn = False, None
            case Seen(_, _, frame, reading):
                self._shown(frame, reading)
                self._step = _Step(frame, reading)
            case Acted():
                self._acted(event)
            case Withheld() if self._step is not None:
                self._step.others = True
            case Controlled():
                self._controlled(event)
            case NewGameTried(control, worked, name, button) if self._profile is not None:
                self._profile.new_game_tried(
                    control, name, self._size, worked=worked, button=button
                )
                self._save()
            case GameEnded():
                self._ended(event)
            case _:
                pass

    def _controlled(self, event: Controlled) -> None:
        if self._step is not None:
            self._step.others = True
        if self._profile is not None:
            keys = event.action.keys if isinstance(event.action, PressKey) else "a click"
            self._profile.add_control(f"{event.what}: {event.why or keys}")

    def _acted(self, event: Acted) -> None:
        step = self._step
        if step is None:
            return
        self._played = True
        if self._drawn is not None and self._profile is not None:
            # What a client draws when a game is over is no answer to a move.
            self._profile.add_draw_time(self._drawn)
        self._drawn = None
        self._clicked_on = self._first is not None
        if step.clicks or event.retry:
            step.others = True
            return
        step.time = self._clock.now()
        step.clicks = tuple(action for action in event.actions if isinstance(action, Click))
        if step.reading.phase is Phase.READY and len(step.cells) == 1:
            self._first, self._clicked_on = step, False

    def _shown(self, frame: Frame, reading: Reading) -> None:
        """Take what the frame after a step shows."""
        self._keep_total(reading.board.rows, reading.board.cols, reading.board.mines)
        step, profile = self._step, self._profile
        if step is None or profile is None or not step.clicks:
            return
        if step.reading.confidence.shape != reading.confidence.shape:
            return
        self._read_first_click(reading)
        if step.others:
            return
        self._drawn = frame.time - step.time
        if not reading.uncertain and not step.reading.uncertain:
            before, after = step.reading.board, reading.board
            ignored, opened = open_click_evidence(before, after, step.cells)
            profile.ignored_clicks += ignored
            profile.opening_clicks += opened

    def _read_first_click(self, reading: Reading) -> None:
        """Count the first click if its cell shows a clue or a mine for certain."""
        first, profile = self._first, self._profile
        if first is None or profile is None:
            return
        (cell,) = first.cells
        if first.reading.confidence.shape != reading.confidence.shape:
            return
        code = reading.board[cell]
        if reading.confidence[cell] < ACT_CONFIDENCE or code not in _SHOWS:
            return
        counts = profile.first_clicks(reading.board.rows, reading.board.cols)
        counts.clues += code <= MAX_NUMBER
        counts.zeros += code == 0
        counts.mines += code in SHOWN_MINES
        self._first = None

    def _keep_total(self, rows: int, cols: int, total: int | None) -> None:
        """Keep the fewest mines that a board of this size is known to have."""
        if self._profile is not None and total:
            counts = self._profile.first_clicks(rows, cols)
            counts.total = total if counts.total is None else min(total, counts.total)

    def _ended(self, event: GameEnded) -> None:
        """Count a game and save what was learned from it."""
        profile, board = self._profile, event.reading.board
        self._step = None
        if profile is None or not self._played:
            return
        self._read_first_click(event.reading)
        if self._first is not None:
            # What the cell shows may lie under a message, or look like nothing that is known.
            counts = profile.first_clicks(*self._first.reading.confidence.shape)
            lost = event.phase is Phase.LOST and not self._clicked_on
            counts.mines += lost
            counts.unclear += not lost
            self._first = None
        self._keep_total(board.rows, board.cols, None if event.mines is None else len(event.mines))
        profile.add_game(event.phase, tuple(one.fact.value for one in event.evidence))
        self._save()

    def _save(self) -> None:
        """Write the profile; what goes wrong is said once and stops no game."""
        profile = self._profile
        if profile is None:
            return
        profile.last_used = datetime.now(UTC).date().isoformat()
        try:
            self._store.save(profile)
        except EnvironmentFault as error:
            if not self._warned:
                _log.warning("autosweep: %s", error)
            self._warned = True
