"""Playing a recording again: every step with the player's own reader, state and decisions.

The recorded frames go through one `BoardReader` in their order, and the recorded clicks through one
`GameState`. So what a single frame does not show (flags that we set, marks that we removed, cells
under a message) is known here for the same reasons as in the game. The place of the board is taken
from the recording: its frames show too little of the screen to locate every board again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from autosweep.board import Phase
from autosweep.geometry import Grid, Rect, ScreenMap
from autosweep.interfaces import Frame, Pixels
from autosweep.play.client_profile import client_named, recorded_rules
from autosweep.play.conclude import (
    ENDED,
    conclude,
    is_settled,
    judge,
    learn,
    learn_uncertain,
    teach_own_marks,
)
from autosweep.play.decide import decide
from autosweep.play.decision import Decision
from autosweep.play.effects import last_board
from autosweep.play.end_facts import Signs, Stage
from autosweep.play.evidence import Fact
from autosweep.play.outcome import without_misread_mines
from autosweep.play.result_words import said_result
from autosweep.play.state import GameState
from autosweep.replay.loading import RecordedStep
from autosweep.replay.recorded_values import (
    made_moves,
    message_texts,
    recorded_board,
    recorded_grid,
)
from autosweep.settings import PlaySettings
from autosweep.tracking.observation import Observation
from autosweep.tracking.reader import BoardReader
from autosweep.tracking.stable_grid import SAME_PLACE
from autosweep.vision.combine import GENERIC
from autosweep.vision.cut_sides import NONE, Sides, hidden_sides, named, on_screen
from autosweep.vision.read import read, read_at
from autosweep.vision.reading import Reading
from autosweep.vision.themes import load_themes

_SAME_LINES = 0.01
"""Pixels by which two grids may differ that are the same: recordings have three decimals."""


@dataclass(frozen=True, slots=True)
class ReplayedStep:
    """What the player would have read and decided."""

    reading: Reading
    decision: Decision | None
    """None at the end of a game, and for recordings in which nothing was played."""


class StepReplayer:
    """Reads and decides the steps of a recording, one after the other."""

    def __init__(self, settings: PlaySettings, screen: Rect | None) -> None:
        """Begin a recording; `screen` is what was captured, in points, if that was recorded."""
        self._settings = settings
        self._screen = screen
        self._reader = BoardReader()
        self._state = GameState()
        self._messages: list[str] = []
        """What the messages since the last clicks said; empty texts where that is not known."""
        self._mapping = ScreenMap()
        self._last: tuple[RecordedStep, ReplayedStep] | None = None

    def replay(
        self, recorded: RecordedStep, pixels: Pixels, learned: Sequence[Pixels] = ()
    ) -> ReplayedStep | None:
        """Return what is read and decided at a step; None if the board is not found.

        `learned` are the frames of `recorded.learned`.
        """
        if self._last is None or self._last[0].game != recorded.game:
            self._state = GameState()
            self._messages = []
        elif recorded.step < 0 and self._last[0].frame == recorded.frame:
            # The end of a game is told with the reading of its last step.
            return replace(self._last[1], decision=None)
        for other, shown in zip(recorded.learned, learned, strict=True):
            seen = self._observe(other, shown)
            if seen is not None:
                self._reader.learn(self._with_own_marks(seen))
        observation = self._observe(recorded, pixels)
        if observation is None:
            return None
        found = ReplayedStep(observation.reading, None)
        self._messages += message_texts(recorded)
        if recorded.decision is not None:
            found = self._decide(recorded, self._with_own_marks(observation))
        self._last = recorded, found
        return found

    def _observe(self, recorded: RecordedStep, pixels: Pixels) -> Observation | None:
        """Read a frame where the board was; locate it if it was located again then, too.

        The sides on which it is cut off change only when it is located again.
        """
        if recorded.map is not None:
            self._mapping = ScreenMap(*recorded.map)
        frame = Frame(pixels, recorded.time or 0.0, self._mapping)
        theme, grid = str(recorded.reading.get("theme", "")), recorded_grid(recorded, frame.pixels)
        last = self._reader.last
        same_place = (
            last is not None
            and last.frame.pixels.shape == frame.pixels.shape
            and last.frame.mapping == frame.mapping
            and (grid is None or last.reading.grid.distance(grid) <= _SAME_LINES)
            and (
                "cut" not in recorded.reading
                or self._cut(recorded, last.reading.grid) == last.reading.cut
            )
        )
        if same_place:
            reading = self._reader.update(frame)
            if reading is not None and reading.theme == theme:
                return self._reader.observe(frame, _with_recorded_mines(reading, recorded))
        located = self._located(recorded, frame, theme, grid)
        if located is None:
            return None
        return self._reader.start(frame, located, self._cut(recorded, located.grid))

    def _located(
        self, recorded: RecordedStep, frame: Frame, theme: str, grid: Grid | None
    ) -> Reading | None:
        """Locate and read the board, at its recorded place if the frame is too narrow for that.

        The grid is the recorded one, as the player keeps the grid that a board had before. Mine
        counts are taken from the recording, too: the counter may be beyond the frame. None if
        there is no such board.
        """
        found = read(frame, thorough=False, may_be_cut=False)
        if grid is None:
            size = recorded_board(recorded).rows, recorded_board(recorded).cols
            return next((r for r in found if (r.board.rows, r.board.cols) == size), None)
        here = [r for r in found if r.theme == theme and r.grid.distance(grid) <= SAME_PLACE]
        # Themes of one client may be equal on a board without an open cell.
        themes = [each for each in load_themes() if theme in (each.name, GENERIC)]
        reading = here[0] if here else read_at(frame, grid, themes=themes)
        if reading is None or reading.grid.distance(grid) > SAME_PLACE:
            return None
        if len(recorded.reading.get("doubtful", ())) < len(reading.board.cells):
            # What proved that it is Minesweeper may be beyond the frame.
            reading = reading.believed()
        return _with_recorded_mines(replace(reading, grid=grid), recorded)

    def _cut(self, recorded: RecordedStep, grid: Grid) -> Sides:
        """Return the sides on which the board was cut off when it was recorded.

        Older recordings do not say so; the edge of the screen decides for them.
        """
        if "cut" in recorded.reading:
            return named(recorded.reading["cut"])
        if self._screen is None or recorded.map is None:
            return NONE
        return hidden_sides(*on_screen(grid, self._mapping), self._screen, None)

    def _with_own_marks(self, observation: Observation) -> Observation:
        """Teach the reader which cells we have flagged, and which marks we have removed."""
        if self._state.last is None:
            return observation
        before, decision = self._state.last
        message = bool(self._messages)
        return teach_own_marks(self._reader, before, observation, decision.moves, message=message)

    def _decide(self, recorded: RecordedStep, observation: Observation) -> ReplayedStep:
        state = self._state
        observation = without_misread_mines(state, observation)
        reading = observation.reading
        told = recorded.decision or {}
        learned = recorded_rules(told.get("learned"))
        decision = decide(
            reading,
            self._settings,
            game=recorded.game,
            step=recorded.step,
            free=state.free,
            client=client_named(str(told.get("client", "")), reading.theme, learned),
        )
        decision = self._conclude(observation, decision, recorded)
        shown = last_board(state, observation, decision)
        state.add_observation(shown)
        made = tuple(made_moves(recorded, reading.grid))
        if made:
            # The recorded game goes on with the moves that were made, whatever is decided now.
            state.last = (observation, replace(decision, moves=made))
            state.add_moves(made, repeated=False, idle=False)
            self._messages = []
        return ReplayedStep(shown.reading, decision)

    def _conclude(
        self, observation: Observation, decision: Decision, recorded: RecordedStep
    ) -> Decision:
        """Return what a decision comes to in this game, after all waiting."""
        said = _said(recorded)
        evidence = (recorded.decision or {}).get("evidence", ())
        dialog_seen = any(each["fact"] == Fact.MESSAGE.value for each in evidence)
        state, reader = self._state, self._reader
        learn(reader, state, observation, decision)
        partial = decision.partial and bool(observation.reading.uncertain)
        if decision.refusal is None and partial and not is_settled(state, observation, decision):
            learn_uncertain(reader, state, observation)
        told = said_result(self._messages, ())
        signs = Signs(message=bool(self._messages), said=told)
        decision, refusal = judge(state, observation, decision, signs)
        for stage in (Stage.WAITED, Stage.GIVEN_UP) if refusal else (Stage.WAITED,):
            if decision.phase not in ENDED:
                last = stage is Stage.GIVEN_UP
                # Words that were read before the board was given up were recorded, too.
                read = last or refusal is None
                signs = replace(signs, stage=stage, said=told or (said if read else None))
                if last:
                    signs = replace(signs, message=signs.message or dialog_seen)
                decision, refusal = conclude(state, observation, decision, refusal, signs)
        return decision


def _with_recorded_mines(reading: Reading, recorded: RecordedStep) -> Reading:
    """Return a reading with the mine counts of the recording, which has seen the whole window."""
    left, assumed = map(recorded.reading.get, ("mines_left", "assumed_mines"))
    return replace(
        reading,
        mines_left=reading.mines_left if left is None else left,
        assumed_mines=reading.assumed_mines if assumed is None else assumed,
    )


def _said(recorded: RecordedStep) -> tuple[Phase, str] | None:
    """Return what the window said of the result when a step was recorded, where that was read."""
    said = (recorded.decision or {}).get("said")
    return None if said is None else (Phase(said["phase"]), said["text"])
