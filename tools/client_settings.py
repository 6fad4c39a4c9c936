"""Debian's clients, themes and window sizes from which images are cut, and the mines laid in them.

Used by `client_themes.py`. What a client does with random numbers was found out by trying.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from support import wine

from autosweep.board import EXPLODED, FLAG, MINE, WRONG_FLAG
from autosweep.geometry import Cell

Mines = frozenset[int]


@dataclass(frozen=True)
class Setting:
    """A client in one size and theme."""

    pack: str
    command: tuple[str, ...]
    kind: str
    rows: int
    cols: int
    given: Callable[[list[tuple[int, int]]], list[int]] | None = None
    """Turns the mines' rows and columns into the random numbers that lay them; None: learn them."""
    prepare: Callable[[Path], dict[str, str]] = lambda _folder: {}
    window: tuple[int, int] | None = None
    questions: bool = True
    shown_after: frozenset[int] = frozenset({MINE, EXPLODED, WRONG_FLAG, FLAG})
    """What is known of marked cells and mines in a lost game."""
    opens_all: bool = False
    """A lost game shows the whole board."""
    escape: bool = False
    """A dialog must be dismissed after a loss."""
    first: Cell = (14, 28)
    mines: Mines = frozenset()
    level: str = ""
    ending: tuple[str, ...] = ()
    """Command that ends what the client started besides itself."""
    begun: bool = False
    """An area is open from the start: which one is not known."""


def designed(rows: int, cols: int, total: int, counts: tuple[int, ...]) -> Mines:
    """Return mines that make certain numbers: rings above, few mines below, none at lower right."""
    rng = Random(3)
    mines: set[int] = set()
    for k, count in enumerate(counts):
        r, c = 1 + 4 * (k // (cols // 4)), 1 + 4 * (k % (cols // 4))
        ring = [(r + i) * cols + c + j for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        mines.update(rng.sample(ring, count))
    below = [r * cols + c for r in range(5, rows) for c in range(cols) if c < cols - 5]
    while len(mines) < total:
        mines.add(rng.choice(below))
    return frozenset(mines)


EXPERT = designed(16, 30, 99, (8, 8, 7, 7, 6, 6, 5))


def gnome(theme: str, window: tuple[int, int]) -> Setting:
    """Return gnome-mines with a theme in a window."""

    def prepare(folder: Path) -> dict[str, str]:
        settings = folder / "glib-2.0" / "settings"
        settings.mkdir(parents=True)
        width, height = window
        (settings / "keyfile").write_text(
            f"[org/gnome/Mines]\ntheme='{theme}'\nuse-animations=false\n"
            f"use-question-marks=true\nwindow-width={width}\nwindow-height={height}\n"
        )
        return {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(folder)}

    return Setting(
        f"gnome-mines-{theme}", ("gnome-mines", "--big"), "Gnome-mines", 16, 30,
        lambda cells: [n for r, c in cells for n in (c, r)], prepare, window, mines=EXPERT,
    )  # fmt: skip


def kmines(theme: str, name: str, window: tuple[int, int], level: str = "Custom") -> Setting:
    """Return kmines with a theme in a window; most cells of its custom board are mines."""

    def prepare(folder: Path) -> dict[str, str]:
        (folder / "kminesrc").write_text(
            f"[KgDifficulty]\nLevel={level}\n[KgTheme]\nTheme=themes/{theme}.desktop\n"
            "[Options]\ncustom width=20\ncustom height=12\ncustom mines=150\n"
        )
        return {"XDG_CONFIG_HOME": str(folder), "DBUS_SESSION_BUS_ADDRESS": ""}

    rows, cols = (12, 20) if level == "Custom" else (16, 30)
    return Setting(
        f"kmines-{name}", ("dbus-run-session", "--", "kmines"), "kmines", rows, cols,
        None, prepare, window, escape=True, first=(6, 10), level=level,
    )  # fmt: skip


def sgt(cell: int) -> Setting:
    """Return Simon Tatham's Mines with a board of our own."""
    rows, cols = 16, 30
    mines = EXPERT
    bits = "".join("1" if i in mines else "0" for i in range(rows * cols))
    digits = "".join(f"{int(bits[k : k + 4], 2):x}" for k in range(0, len(bits), 4))
    return Setting(
        "sgt-mines", ("sgt-mines", f"{cols}x{rows}:28,14,u{digits}"), "Sgt-mines", rows, cols,
        mines=mines, window=(cols * cell + 60, rows * cell + 130), questions=False,
        shown_after=frozenset({EXPLODED, FLAG}), begun=True,
    )  # fmt: skip


def xbomb(level: str, rows: int, cols: int, mines: Mines) -> Setting:
    """Return xbomb at a level."""
    return Setting(
        "xbomb", ("xbomb", "-square", level), "XBomb", rows, cols,
        lambda cells: [n << 8 for r, c in cells for n in (c, r)], questions=False, mines=mines,
        opens_all=True, shown_after=frozenset({MINE}), first=(rows - 2, cols - 2),
    )  # fmt: skip


WINEMINE_TIME = 1_700_000_000
"""Seconds since 1970 that the clock of winemine shows."""


def by_time(rows: int, cols: int, total: int, first: Cell) -> Mines:
    """Return the mines that winemine lays at WINEMINE_TIME after a first click.

    It seeds the generator of Microsoft's C library with the time.
    """
    state = WINEMINE_TIME

    def below(end: int) -> int:
        nonlocal state
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        return (state >> 16 & 0x7FFF) % end

    mines: set[int] = set()
    while len(mines) < total:
        col, row = below(cols), below(rows)
        if (row, col) != first:
            mines.add(row * cols + col)
    return frozenset(mines)


def winemine(rows: int, cols: int, total: int, first: Cell, level: int) -> Setting:
    """Return winemine of Wine with a board."""

    def prepare(folder: Path) -> dict[str, str]:
        board = wine.winemine(folder, rows=rows, cols=cols, mines=total, level=level)
        return {**board, "FIXED_TIME": str(WINEMINE_TIME)}

    return Setting(
        "winemine", ("wine", "winemine"), "winemine.exe", rows, cols, prepare=prepare,
        mines=by_time(rows, cols, total, first), first=first, ending=wine.END,
    )  # fmt: skip


def in_turn(cells: list[tuple[int, int]]) -> list[int]:
    """Return the place of each mine among the cells that are still free."""
    return [r * 30 + c - k for k, (r, c) in enumerate(cells)]


GNOME = ((1000, 640), (1120, 700), (1340, 820), (1600, 980))
"""Windows of gnome-mines: its icons grow by steps, not with the cells."""
KMINES = (
    ("default", "oxygen"), ("classic", "classic"), ("green", "green"),
    ("graveyard-mayhem", "graveyard"),
)  # fmt: skip
"""Themes of kmines as it calls them, and as we do."""
KMINES_WINDOWS = (((760, 560), "Custom"), ((1300, 900), "Custom"), ((1000, 640), "Hard"))


def settings() -> list[Setting]:
    """Return every client, theme and size."""
    return [
        *(gnome(t, w) for t in ("bgcolors", "default", "classic") for w in GNOME),
        *(
            kmines(theme, name, window, level)
            for theme, name in KMINES
            for window, level in KMINES_WINDOWS
        ),
        sgt(20), sgt(40),
        xbomb("-3", 16, 30, EXPERT),
        xbomb("-2", 16, 16, designed(16, 16, 40, (8, 7, 6, 5, 4))),
        *(xbomb("-1", 8, 8, designed(8, 8, 10, (count,))) for count in (8, 7, 6, 5, 4)),
        winemine(16, 30, 99, (14, 28), level=2), winemine(12, 20, 150, (6, 10), level=3),
        Setting(
            "xdemineur", ("xdemineur", "-geometry", "30x16", "-m", "99"), ".", 16, 30,
            in_turn, mines=EXPERT, begun=True,
        ),
    ]  # fmt: skip
