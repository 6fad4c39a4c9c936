"""What playing a client has shown about it, as counts; and what may be concluded from them.

Only counted evidence leads to a conclusion, never the lack of it. A conclusion makes play faster or
says how to restart; no move becomes certain by it. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from math import comb
from typing import Any

import fastjsonschema

import autosweep
from autosweep.board import FirstClick, Phase
from autosweep.geometry import Rect
from autosweep.play.client_identity import ClientIdentity
from autosweep.play.learned_button import LearnedButton
from autosweep.vision.themes import OpenClick

FORMAT = 1
"""Version of the file format."""
UNLIKELY = 1e-3
"""Chance below which a client that spares nothing is ruled out as the cause of what was seen."""
MIN_FIRST_CLICKS = 20
"""First clicks before anything is concluded from them, whatever their chance."""
MAX_UNCLEAR = 20
"""Unclear first clicks with which nothing is concluded any more."""
MIN_OPEN_CLICKS = 20
"""Clicks on open cells that must have changed nothing."""
QUICK_DRAW = 100
"""Milliseconds: in a client that once took longer, a click may come before an opening that is shown
step by step, so it is not known to have fallen on an open cell."""
MIN_DRAW_TIMES = 20
"""Steps from which the settle time is taken."""
_DRAW_SHARE = 0.95
"""Share of the steps that are drawn within the settle time."""
DRAW_LIMITS = (20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 60_000)
"""Milliseconds: upper limits of the classes by which draw times are counted."""
MAX_BOARDS = 16
"""Board sizes that are kept; the least played is dropped."""
MAX_KINDS = 24
"""Kinds of evidence of one result, and kinds of controls, that are kept."""
MAX_BUTTONS = 4
"""Looks of the button for a new game that are kept: a face is another one after a win."""
MAX_CONTROL = 80
"""Letters of a control, and of its name."""
_CORNER_NEIGHBOURS = 3
"""Neighbours of a corner: no cell has fewer, so none shows a zero more often by chance."""


@dataclass(slots=True)
class FirstClicks:
    """First clicks on boards of one size."""

    clues: int = 0
    """Those that opened a clue, zeros included."""
    zeros: int = 0
    mines: int = 0
    unclear: int = 0
    """Those after which the cell could not be read: perhaps mines."""
    total: int | None = None
    """Fewest mines that a board of this size was known to have; None if that is not known."""

    @property
    def made(self) -> int:
        """All of them."""
        return self.clues + self.mines + self.unclear


@dataclass(slots=True)
class LearnedProfile:
    """What playing a client has shown about it."""

    identity: ClientIdentity
    won: int = 0
    lost: int = 0
    unknown: int = 0
    """Games that were stopped, or whose result could not be told."""
    new_game: str | None = None
    """The control that started the last new game, as `--new-game` takes it."""
    new_game_name: str = ""
    """The same in words if it has to be searched for."""
    new_game_window: tuple[int, int] | None = None
    """Width and height of the window in points then."""
    new_game_buttons: list[LearnedButton] = field(default_factory=list)
    """How the button for a new game looked, the last look first."""
    boards: dict[str, FirstClicks] = field(default_factory=dict)
    """First clicks by board size, such as `9x9`."""
    ignored_clicks: int = 0
    """Clicks on open cells that changed nothing, though the cell had hidden neighbours."""
    opening_clicks: int = 0
    """Clicks on open cells that opened other cells."""
    ends: dict[str, dict[str, int]] = field(default_factory=dict)
    """Result -> kind of evidence -> games that were judged by it."""
    controls: dict[str, int] = field(default_factory=dict)
    """What was done to the client beside the board, in words -> how often."""
    draw_times: dict[int, int] = field(default_factory=dict)
    """Steps by the class of DRAW_LIMITS."""
    last_used: str = ""
    """Day of the last game, YYYY-MM-DD."""
    name: str = ""
    """Name of its file; empty before it is saved."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.won + self.lost + self.unknown

    # ------------------------------------------------------------------ evidence

    def add_game(self, phase: Phase, evidence: tuple[str, ...] = ()) -> None:
        """Count a game and by what its end was told."""
        result = phase.value if phase in (Phase.WON, Phase.LOST) else "unknown"
        self.won += result == "won"
        self.lost += result == "lost"
        self.unknown += result == "unknown"
        kinds = self.ends.setdefault(result, {}) if evidence else {}
        for kind in dict.fromkeys(evidence):
            if kind in kinds or len(kinds) < MAX_KINDS:
                kinds[kind] = kinds.get(kind, 0) + 1

    def first_clicks(self, rows: int, cols: int) -> FirstClicks:
        """Return the counts for boards of a size, which may be changed."""
        size = f"{rows}x{cols}"
        if size not in self.boards and len(self.boards) >= MAX_BOARDS:
            del self.boards[min(self.boards, key=lambda s: self.boards[s].made)]
        return self.boards.setdefault(size, FirstClicks())

    def add_draw_time(self, seconds: float) -> None:
        """Count how long a step took from its clicks to the stable frame."""
        limit = next((ms for ms in DRAW_LIMITS if 1000 * seconds <= ms), None)
        if limit is not None:
            self.draw_times[limit] = self.draw_times.get(limit, 0) + 1

    def add_control(self, what: str) -> None:
        """Count something that was done to the client beside the board."""
        what = what[:MAX_CONTROL]
        if what in self.controls or len(self.controls) < MAX_KINDS:
            self.controls[what] = self.controls.get(what, 0) + 1

    def new_game_tried(
        self,
        control: str,
        name: str,
        window: tuple[int, int] | None,
        *,
        worked: bool,
        button: LearnedButton | None = None,
    ) -> None:
        """Keep a control that started a new game; forget it when it does not any more.

        `name` is what it was searched for by, empty if it was given; `window` the window's size;
        `button` is how it looked.
        """
        others = [each for each in self.new_game_buttons if each != button]
        if worked and button is not None and len(button.name) <= MAX_CONTROL:
            others = [button, *others][:MAX_BUTTONS]
        self.new_game_buttons = others
        if not worked:
            if control == self.new_game:
                self.new_game, self.new_game_name, self.new_game_window = None, "", None
        elif control and max(len(control), len(name)) <= MAX_CONTROL and control != self.new_game:
            self.new_game, self.new_game_name, self.new_game_window = control, name, window

    # ------------------------------------------------------------------ conclusions

    def known_control(self, window: tuple[int, int] | None) -> str | None:
        """Return the control that may be used in a window of this size without searching for it.

        A key of the window may. A place may if a person gave it and the window has the size that it
        had then. A button that was found by its text or look, or in a dialog, is searched for
        again: it may be elsewhere by now.
        """
        if self.new_game is None or self.new_game_name:
            return None
        same_size = window is not None and window == self.new_game_window
        return self.new_game if same_size or not _is_place(self.new_game) else None

    @property
    def first_click(self) -> FirstClick | None:
        """What the first click is spared; None if the evidence does not tell.

        Concluded only if a client that spares nothing would have shown so few mines with a chance
        of at most UNLIKELY. An unclear first click counts as a mine here: if explosions cannot be
        read, all of them are unclear. The number of mines must be known.
        """
        counted = [(size, b) for size, b in self.boards.items() if b.total]
        if any(b.mines for b in self.boards.values()):
            return None
        if sum(b.clues for _, b in counted) < MIN_FIRST_CLICKS:
            return None
        unclear = sum(b.unclear for b in self.boards.values())
        trials = [(b.made, _density(size, b)) for size, b in counted]
        if unclear > MAX_UNCLEAR or _chance_of_at_most(unclear, trials) > UNLIKELY:
            return None
        zeros = all(b.zeros == b.clues for b in self.boards.values())
        by_chance = 1.0
        for clues, density in ((b.clues, _density(size, b)) for size, b in counted):
            by_chance *= (1 - density) ** (_CORNER_NEIGHBOURS * clues)
        return FirstClick.ZERO if zeros and by_chance <= UNLIKELY else FirstClick.SAFE

    @property
    def open_click(self) -> OpenClick | None:
        """What a click on an open cell does; None if the evidence does not tell.

        Without flags a client that ignores such clicks and one that chords look the same, so the
        weaker one is concluded.
        """
        slow = any(ms > QUICK_DRAW for ms in self.draw_times)
        if self.opening_clicks or self.ignored_clicks < MIN_OPEN_CLICKS or slow:
            return None
        return OpenClick.CHORD

    @property
    def settle_ms(self) -> int | None:
        """Milliseconds within which nearly every step was drawn; None for too few steps."""
        steps = sum(self.draw_times.values())
        if steps < MIN_DRAW_TIMES:
            return None
        counted = 0
        for limit in sorted(self.draw_times):
            counted += self.draw_times[limit]
            if counted >= _DRAW_SHARE * steps:
                return limit
        return max(self.draw_times)

    # ------------------------------------------------------------------ file format

    def as_json(self) -> dict[str, Any]:
        """Return the content of its file."""
        return {
            "format": FORMAT,
            "version": autosweep.__version__,
            "last_used": self.last_used,
            **asdict(self.identity),
            "games": {"won": self.won, "lost": self.lost, "unknown": self.unknown},
            "new_game": self.new_game,
            "new_game_name": self.new_game_name,
            "new_game_window": self.new_game_window and list(self.new_game_window),
            "new_game_buttons": [
                {
                    "name": b.name,
                    "place": [b.place.x, b.place.y, b.place.w, b.place.h],
                    "digest": b.digest,
                }
                for b in self.new_game_buttons
            ],
            "boards": {size: asdict(counts) for size, counts in self.boards.items()},
            "open_clicks": {"ignored": self.ignored_clicks, "opened": self.opening_clicks},
            "ends": self.ends,
            "controls": self.controls,
            "draw_times": {str(ms): count for ms, count in sorted(self.draw_times.items())},
        }


def from_json(value: object, name: str = "") -> LearnedProfile:
    """Return the profile of a file's content; raises ValueError with the reason."""
    try:
        _check()(value)
    except fastjsonschema.JsonSchemaValueException as error:
        raise ValueError(error.message.replace("data", "it", 1)) from None
    assert isinstance(value, Mapping)  # noqa: S101 - the schema says so
    games, clicks = value.get("games", {}), value.get("open_clicks", {})
    window = value.get("new_game_window")
    return LearnedProfile(
        ClientIdentity(
            value["window_class"], value["title"], value["theme"], value.get("look", "")
        ),
        games.get("won", 0),
        games.get("lost", 0),
        games.get("unknown", 0),
        value.get("new_game"),
        value.get("new_game_name", ""),
        None if window is None else (window[0], window[1]),
        [
            LearnedButton(each["name"], Rect(*each["place"]), each["digest"])
            for each in value.get("new_game_buttons", [])
        ],
        {size: _first_clicks(counts) for size, counts in value.get("boards", {}).items()},
        clicks.get("ignored", 0),
        clicks.get("opened", 0),
        {result: dict(kinds) for result, kinds in value.get("ends", {}).items()},
        dict(value.get("controls", {})),
        {int(ms): count for ms, count in value.get("draw_times", {}).items()},
        value.get("last_used", ""),
        name,
    )


def _is_place(control: str) -> bool:
    """Return True if a control is a place in the window: `click X Y` or `X,Y`."""
    return control.startswith("click ") or control[:1].isdigit()


@cache
def _check() -> Callable[[object], object]:
    """Return a function that raises JsonSchemaValueException for what is no profile."""
    text = (files("autosweep.play") / "learned_profile.schema.json").read_text("utf-8")
    check: Callable[[object], object] = fastjsonschema.compile(json.loads(text))
    return check


def _first_clicks(value: Mapping[str, Any]) -> FirstClicks:
    clues, zeros, mines, unclear = (
        value.get(key, 0) for key in ("clues", "zeros", "mines", "unclear")
    )
    return FirstClicks(clues, zeros, mines, unclear, value.get("total"))


def _density(size: str, counts: FirstClicks) -> float:
    """Return the share of a board's cells that are mines, at least."""
    rows, cols = map(int, size.split("x"))
    return min(1.0, (counts.total or 0) / max(1, rows * cols))


def _chance_of_at_most(most: int, trials: list[tuple[int, float]]) -> float:
    """Return the probability of at most `hits` hits, given numbers of trials and their chances."""
    # chance of each number of hits up to `most`; more are not needed
    hits = [1.0] + [0.0] * most
    for count, chance in trials:
        here = [
            comb(count, k) * chance**k * (1 - chance) ** (count - k) if k <= count else 0.0
            for k in range(most + 1)
        ]
        hits = [sum(hits[j] * here[k - j] for j in range(k + 1)) for k in range(most + 1)]
    return sum(hits)
