"""The table of fixture clients: each kind of end, restart and behaviour at least once.

With the usual seed fair games are won without a guess, and others need none but that between the
two cells that decide them.
"""

from __future__ import annotations

from typing import Any

from support.anyclient.options import ClientOptions
from support.anyclient.playing import Case

DENIED = "Quit|Delete scores|Sign in|Buy"


def _case(name: str, program: str, **settings: Any) -> Case:
    """Return a case; what is no field of `Case` is an option of the client."""
    own = {key: settings.pop(key) for key in tuple(settings) if key in Case.__dataclass_fields__}
    options = ClientOptions(**{"seed": 4, "fates": "fair|lost", **settings})
    return Case(f"{program}: {name}", program, options, **own)


def _behaviour(name: str, program: str, **settings: Any) -> Case:
    """Return a case of one game: what the client does in the middle of it."""
    return _case(name, program, **{"games": 1, "fates": "won", **settings})


ENDS = (
    _case("text above the board", "page", fates="fair|lost|won", games=3),
    _case("text above the board", "tk", quick=True),
    _case(
        "nothing at all",
        "page",
        look="bevel",
        win="",
        loss="",
        label="Restart",
        fates="fair|lost|won",
        games=3,
        untold=True,
    ),
    _case("nothing at all", "tk", win="", loss="", fates="lost|won", untold=True, quick=True),
    _case(
        "only the opened mine",
        "tk",
        look="table",
        win="",
        loss="hit",
        label="Restart",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "flags after a win",
        "page",
        look="bevel",
        win="flags",
        loss="mines",
        restart="face",
        quick=True,
    ),
    _case(
        "mines after a win",
        "page",
        look="chequered",
        win="mines",
        loss="mines",
        restart="face",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "flowers after a win",
        "tk",
        look="bevel",
        win="flowers+banner",
        loss="exploded+mines",
        restart="face",
        quick=True,
    ),
    _case(
        "dimmed, text over the board",
        "page",
        win="dim+over",
        loss="mines+dim+over",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "dimmed",
        "tk",
        look="dark",
        win="dim",
        loss="mines+dim",
        restart="face",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "text over the board",
        "tk",
        win="over",
        loss="exploded+mines+over",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "alert",
        "page",
        look="table",
        win="alert",
        loss="exploded+mines+alert",
        quick=True,
    ),
    _case(
        "alert before the last cells are painted",
        "page",
        win="alert-first",
        loss="alert-first",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "board moves down",
        "page",
        look="bevel",
        win="push",
        loss="mines+push",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "board moves down",
        "tk",
        look="table",
        win="push",
        loss="exploded+mines+push",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "board shrinks",
        "page",
        look="table",
        win="shrink",
        loss="mines+shrink",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "board shrinks",
        "tk",
        win="shrink",
        loss="mines+shrink",
        restart="face",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "title of the page",
        "page",
        look="dark",
        win="title",
        loss="hit+title",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "mines pop up, board shakes",
        "page",
        win="pop",
        loss="exploded+pop+shake",
        fates="fair|lost|won",
        games=3,
    ),
    _case(
        "mines pop up",
        "tk",
        look="chequered",
        win="flags",
        loss="exploded+pop",
        fates="fair|lost|won",
        games=3,
    ),
    _case("the first click is a mine", "page", fates="first|won", loss="exploded+mines"),
    _case("the first click is a mine", "tk", fates="first|won", loss="hit", restart="face"),
    _case("lost in the middle", "page", fates="fair", mines=16, look="bevel", restart="face"),
    _case("lost in the middle", "tk", fates="fair", mines=16, loss="mines", restart="face"),
)

RESTARTS = (
    _case("another window for each game", "tk", restart="window", quick=True),
    _case("button below", "page", restart="below", label="Neues Spiel"),
    _case("button below", "tk", restart="below", label="Nouvelle partie", look="dark"),
    _case(
        "button in a card",
        "page",
        win="dim+card",
        loss="mines+dim+card",
        restart="card",
        label="Play again",
        quick=True,
    ),
    _case(
        "button in a card", "tk", win="card", loss="mines+card", restart="card", label="Try again"
    ),
    _case("question of the browser", "page", win="confirm", loss="mines+confirm", restart="dialog"),
    _case(
        "dialog with OK",
        "tk",
        win="dialog",
        loss="exploded+mines+dialog",
        restart="dialog",
        look="table",
        quick=True,
    ),
    _case(
        "dialog with Yes and No",
        "tk",
        win="dialog",
        loss="mines+dialog",
        restart="dialog",
        buttons="Yes|No",
    ),
    _case(
        "dialog with Play again and Quit",
        "tk",
        win="dialog",
        loss="mines+dialog",
        restart="dialog",
        buttons="Play again|Quit",
        quick=True,
    ),
    _case("dialog, then the face", "tk", win="dialog", loss="mines+dialog", restart="face"),
    _case(
        "end page with a button",
        "page",
        win="vanish",
        loss="vanish",
        restart="card",
        label="Play again",
    ),
    _case("start page with levels", "page", win="vanish", loss="vanish", restart="start"),
    _case("start page with levels", "tk", win="vanish", loss="vanish", restart="start"),
    _case("begins with a start button", "page", entry="start", restart="none", extras=DENIED),
    _case("begins with a level, then start", "page", entry="level+start", restart="none"),
    _case("begins with a key", "page", entry="key", restart="none"),
    _case("asks for its size", "page", entry="ask", restart="none", rows=9, cols=9, mines=10),
    _case("a fresh board at once", "page", win="fresh", loss="fresh", restart="none"),
    _case("a fresh board at once", "tk", win="fresh", loss="fresh", restart="none"),
    _case("by itself", "page", restart="auto", loss="mines"),
    _case("by itself", "tk", restart="auto", loss="exploded+mines"),
    _case("key named in a text", "page", restart="key", key="r"),
    _case("F2", "tk", restart="key", key="F2", look="bevel", quick=True),
    _case("key named in a text", "tk", restart="key", key="r"),
    _case("reload", "page", restart="none", look="chequered"),
    _case("denied buttons, reload", "page", restart="none", extras=DENIED),
    _case("denied buttons alone", "tk", restart="none", extras=DENIED, restarts=False, quick=True),
    _case("the board waits for a start button", "page", waits="Start", restart="below"),
    _case(
        "the board waits for a start button",
        "tk",
        waits="Begin",
        restart="key",
        key="F2",
        quick=True,
    ),
    _case("the start button starts a clock", "page", waits="Start", restart="below", clock=1),
    _case("reload, then a start button", "page", waits="Play", restart="none"),
    _case(
        "won only with all flags, then OK",
        "tk",
        flag_win=1,
        fates="fair",
        win="dialog",
        restart="dialog",
        quick=True,
    ),
    _case("menu", "tk", restart="menu", menus="Game|Help", extras=DENIED, look="table", quick=True),
    _case(
        "menu of many",
        "tk",
        restart="menu",
        menus="File|View|Help",
        label="New",
        extras="Save|Quit",
    ),
    _case(
        "menus without a new game",
        "tk",
        restart="menu",
        menus="View|Game|File",
        label="Zoom",
        extras=DENIED,
        restarts=False,
    ),
    _case("face at the left", "tk", restart="left-face", look="bevel"),
    _case("among denied buttons", "page", restart="above", extras=DENIED, label="Try again"),
    _case("among denied buttons", "tk", restart="above", extras=DENIED, label="Reset"),
)

BEHAVIOURS = (
    _behaviour("zeros spread crosswise", "page", zeros="4", quick=True),
    _behaviour("zeros do not spread", "tk", zeros="none", look="table"),
    _behaviour("zeros are written", "page", zeros="none", zero_text=1, look="table"),
    _behaviour("zeros are written and spread crosswise", "tk", zeros="4", zero_text=1),
    _behaviour("opens on release", "page", press="up", look="dark"),
    _behaviour("polls the button", "tk", press="poll", quick=True),
    _behaviour("polls the button", "page", press="poll"),
    _behaviour("asks where the pointer was", "tk", press="drew", quick=True),
    _behaviour(
        "shows where the pointer was",
        "tk",
        press="drew",
        hover=1,
        alone=1,
        win="over",
        restart="none",
        quick=True,
    ),
    _behaviour("animates for 0.6 s", "page", animate=600),
    _behaviour("animates for 1 s", "tk", animate=1000, look="chequered"),
    _behaviour("shakes", "page", wobble=1),
    _behaviour("shakes", "tk", wobble=1),
    _behaviour("scrolls after the first click", "page", after_first="scroll"),
    _behaviour("recentres after the first click", "page", after_first="recentre", quick=True),
    _behaviour("resizes after the first click", "page", after_first="resize"),
    _behaviour("recentres after the first click", "tk", after_first="recentre"),
    _behaviour("resizes after the first click", "tk", after_first="resize"),
    _behaviour("question marks", "page", question=1, words=("--flags", "all")),
    _behaviour("question marks", "tk", question=1, words=("--flags", "all"), look="table"),
    _behaviour("flags by itself", "page", autoflag=1, look="bevel"),
    _behaviour("flags by itself", "tk", autoflag=1, quick=True),
    _behaviour("open numbers open around", "page", open_around=1),
    _behaviour("open numbers open around", "tk", open_around=1, look="bevel"),
    _behaviour("open cells without ground", "page", look="bare", quick=True),
    _behaviour("open cells without ground", "tk", look="bare"),
    _behaviour("numbers of one colour", "page", look="chequered", ink="one"),
    _behaviour("numbers of one colour", "tk", look="dark", ink="one", counter=0),
)

CASES = {case.name: case for case in (*ENDS, *RESTARTS, *BEHAVIOURS)}
assert len(CASES) == len(ENDS) + len(RESTARTS) + len(BEHAVIOURS), "a name is used twice"
