"""What a fixture client can be told: one set of options for the web page and the Tk program.

`page.js` reads them from its address, `tk_client.py` from its command line; the names are the same.
Effects of an end are joined by `+`, other lists by `|`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from urllib.parse import urlencode

LOOKS = ("bevel", "dark", "rounded", "chequered", "bare", "table")
"""None of them is a shipped theme."""
EFFECTS = (
    "hit",  # the opened mine is shown
    "exploded",  # the opened mine is shown on a ground of its own
    "mines",  # all mines are shown
    "flags",  # all mines are shown as flags
    "flowers",  # all mines are shown as flowers
    "pop",  # all mines are shown, one after the other within a second
    "dim",
    "banner",  # a text above the board, where there was space for it
    "over",  # a text over the board
    "card",  # a card in the middle of the board
    "alert",
    "alert-first",  # an alert before the last cells are painted
    "confirm",  # a question of the browser whether to play again
    "dialog",  # a dialog window of the program
    "push",  # a message row appears above the board, which moves down
    "shrink",
    "vanish",  # an end page replaces the board
    "fresh",  # a fresh board replaces the old one at once
    "title",
    "shake",
    "quit",  # the program closes its window and ends (Tk only)
)
RESTARTS = (
    *(
        "face",
        "left-face",
        "above",
        "below",
        "card",
        "dialog",
        "window",
        "key",
        "reload",
        "auto",
        "start",
        "menu",
    ),
    "none",
)
"""Which control starts a new game; `dialog` is also the browser's question, `window` a button after
which the Tk program closes its window and opens another one, `menu` an item in the menu bar of the
Tk program."""


@dataclass(frozen=True)
class ClientOptions:
    """How a fixture client looks and behaves."""

    rows: int = 8
    cols: int = 8
    mines: int = 9
    seed: int = 1
    cell: int = 32
    """Pixels from one cell to the next."""
    look: str = "rounded"
    ink: str = "number"
    """Colours of the numbers: `number` (one for each) or `one` (the same for all)."""
    counter: int = 1
    """Whether the number of mines left is written above the board."""
    fates: str = "won|lost"
    """How the games end, in turn: `won` or `lost` (the guess between two equal cells that decides
    the game goes that way), `first` (the first click is a mine) or `fair` (as the mines lie)."""
    first: str = "zero"
    """What the first click of a fair game may be: `zero`, `safe` or `any`."""
    zeros: str = "8"
    """Neighbours that an empty cell opens: `8`, `4` or `none`."""
    zero_text: int = 0
    """Whether an empty cell shows a written 0."""
    press: str = "down"
    """When a cell opens: on `down`, on `up`, by `poll` of the button every 50 ms, or on `down` the
    cell on which the pointer was when the client `drew` last, which it does as often (Tk only)."""
    hover: int = 0
    """Whether the hidden cell on which the pointer was then looks different (with `drew`)."""
    alone: int = 0
    """Whether the window holds nothing but the board. Then the client does not see that the pointer
    has left (with `drew`)."""
    animate: int = 0
    """Milliseconds in which an opening is drawn."""
    wobble: int = 0
    """Whether the board shakes for 0.4 s after each opening of several cells."""
    after_first: str = ""
    """What the board does after the first click: `scroll`, `recentre` or `resize`."""
    question: int = 0
    """Whether a second right click gives a question mark."""
    autoflag: int = 0
    """Whether the client flags the hidden neighbours of a number that has as many."""
    open_around: int = 0
    """Whether a click on an open number opens all unflagged neighbours."""
    win: str = "banner"
    loss: str = "exploded+mines+banner"
    restart: str = "above"
    label: str = "New game"
    """Text of the control that starts a new game."""
    levels: str = "Easy|Medium|Hard"
    """Buttons of the start page."""
    buttons: str = "OK"
    """Buttons of the dialog; the first one puts it away, others must never be pressed."""
    entry: str = ""
    """What is shown before the first board and after a reload: a page with a `start` button, with
    a `slow` one, which shows the board seconds later, with `level+start`, where a level must be
    chosen first, with a `key` that a text names, or with a button that makes it `ask` for the
    number of rows; empty for none. In the Tk program `level` or `size`, with `+start` where a start
    button begins the game."""
    waits: str = ""
    """Text of a button without which a fresh board takes no click; empty for none. On the page also
    several texts, each of a button that does it."""
    clock: int = 0
    """Whether that button starts a clock of hundredths of a second. On the page only."""
    waking: int = 0
    """Milliseconds after that button in which no board is drawn, while the window moves (Tk
    only)."""
    flag_win: int = 0
    """Whether a game is won only when all mines carry flags. In the Tk program only."""
    menus: str = "Game"
    """Titles of the menus with `menu`; the first one holds the new game, all hold the `extras`."""
    key: str = "F2"
    extras: str = ""
    """Buttons beside the control that must never be pressed."""

    def query(self) -> str:
        """Return the options as the query of an address."""
        return urlencode(asdict(self))

    def words(self) -> list[str]:
        """Return the options as words of a command line."""
        return [f"--{name.replace('_', '-')}={value}" for name, value in asdict(self).items()]

    @property
    def effects(self) -> set[str]:
        """The effects of both kinds of end."""
        return {effect for end in (self.win, self.loss) for effect in end.split("+") if effect}


def parsed(words: Sequence[str]) -> tuple[ClientOptions, str]:
    """Return the options of a command line and the path of the truth file."""
    parser = argparse.ArgumentParser()
    for field in fields(ClientOptions):
        kind = int if isinstance(field.default, int) else str
        parser.add_argument(
            f"--{field.name.replace('_', '-')}", type=kind, default=field.default, dest=field.name
        )
    parser.add_argument("--truth", required=True)
    found = vars(parser.parse_args(words))
    truth = found.pop("truth")
    return ClientOptions(**found), truth
