"""What happens while playing, as values; recording, live view and `--json` are made from these.

The loop knows nothing of who listens: it hands each event to one observer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from autosweep.board import Phase
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Action, Frame
from autosweep.play.decision import Decision
from autosweep.play.evidence import Evidence
from autosweep.play.learned_button import LearnedButton
from autosweep.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class BoardFound:
    """A board was located; others may have been seen and left alone."""

    game: int
    frame: Frame
    reading: Reading
    others: tuple[Rect, ...] = ()
    """Where other boards are on the screen, in points, with a margin: regions to choose from."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A settled reading, about to be decided on."""

    game: int
    step: int
    frame: Frame
    """The board's region with a margin, as it was read."""
    reading: Reading


@dataclass(frozen=True, slots=True)
class Learned:
    """A frame whose cells the reader cached, but on which nothing was decided: a wait went on."""

    game: int
    step: int
    frame: Frame
    reading: Reading


@dataclass(frozen=True, slots=True)
class Decided:
    """What was concluded from the last reading; a refusal has no moves."""

    game: int
    step: int
    decision: Decision


@dataclass(frozen=True, slots=True)
class Acted:
    """What the pointer is asked to do; sent before it does it, so that a crash loses nothing."""

    game: int
    step: int
    actions: tuple[Action, ...]
    retry: bool = False


@dataclass(frozen=True, slots=True)
class Withheld:
    """Clicks of the last actions that were not made: something else was at their place by then."""

    game: int
    step: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Controlled:
    """Something was done to the client, not to the board: a new game, a dialog put away."""

    game: int
    what: str
    action: Action
    why: str = ""
    """Which control it is and where it was found; empty where the profile says it."""


@dataclass(frozen=True, slots=True)
class NewGameTried:
    """A control was used to start a new game; the board was checked afterwards."""

    control: str
    """As `--new-game` takes it."""
    worked: bool
    name: str = ""
    """In words, such as `the button "Play again"`, if it has to be searched for; empty for a key of
    the window and for what settings or a profile gave."""
    button: LearnedButton | None = None
    """How it looks, if it is a button of the window."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game reached its end, or was given up with a reason."""

    game: int
    phase: Phase
    """WON, LOST, ENDED where the result is unknown, or what it was when it was given up."""
    why: str
    frame: Frame
    reading: Reading
    announced_guess: bool
    """Whether the last move was announced as a guess; a loss without it is a fault of ours."""
    whole: bool = False
    """Whether the game was played from its first click on; else somebody had begun it."""
    mines: frozenset[Cell] | None = None
    """Where the mines of a won game are, where that is known; not by the last frame."""
    total: int | None = None
    """The mine total by which the game was played, where it was known."""
    evidence: tuple[Evidence, ...] = ()
    """Why the game is known to be over."""


@dataclass(frozen=True, slots=True)
class AlreadyOver:
    """The game on the screen was over before the first click; it is not counted."""

    game: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class Summary:
    """The whole run in numbers."""

    games: int
    won: int
    lost: int
    unknown: int
    """Games that ended without a known result."""
    stopped: int
    clicks: int
    seconds: float
    guesses: int
    why: str = ""
    """Why the run ended before all games were played; empty otherwise."""


Event = (
    BoardFound
    | Seen
    | Learned
    | Decided
    | Acted
    | Withheld
    | Controlled
    | NewGameTried
    | GameEnded
    | AlreadyOver
    | Summary
)
Observer = Callable[[Event], None]


def ignore(event: Event) -> None:
    """Listen to nothing."""
    del event


def tell_all(*observers: Observer) -> Observer:
    """Return an observer that passes each event on to several."""

    def tell(event: Event) -> None:
        for observer in observers:
            observer(event)

    return tell
