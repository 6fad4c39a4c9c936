"""Web pages with and without Minesweeper, drawn by Chromium: `python benchmarks/pages.py`.

Boards in styles that no theme knows (gaps, round corners, checkerboards, dark, shaded, not square)
at 100 %, 125 % and 150 %, filling the screen, cut tightly, half covered, several on one page; and
pages full of other grids (spreadsheets, calendars, chess, keyboards, sudokus, galleries and so on)
in which no board may be found. Every page is made here; `--keep FOLDER` keeps the pictures.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from other_pages import around, other_grids
from scenes import played

from autosweep.board import EXPLODED, FLAG, HIDDEN, MINE, QUESTION, UNREAD, WRONG_FLAG, Board
from autosweep.vision.accuracy import Case, Labelled, ReadingTally, check_case, scaled_to
from autosweep.vision.image import load_file
from autosweep.vision.read import read

SIZE = 1280, 860
COLORS = ("", "#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000", "#808080")
BRIGHT = ("", "#6cf", "#7d7", "#f77", "#a9f", "#fb6", "#6dd", "#eee", "#aaa")
GLYPHS = {FLAG: "⚑", QUESTION: "?", MINE: "✹", EXPLODED: "✹", WRONG_FLAG: "✗"}


@dataclass(frozen=True)
class TileStyle:
    """How a page draws its tiles."""

    hidden: str
    """Style of a hidden tile."""
    opened: str
    width: float = 30
    height: float = 30
    page: str = "#fff"
    gap: float = 0
    other_hidden: str = ""
    """Added to every second tile, as on a checkerboard."""
    other_opened: str = ""
    colors: tuple[str, ...] = COLORS


STYLES = {
    "gapped": TileStyle("background:#8fa3bf;border-radius:3px", "background:#e6ebf2", gap=3),
    "round": TileStyle(
        "background:#4a6fa5;border-radius:9px", "background:#dde6f2;border-radius:9px", gap=4
    ),
    "dark": TileStyle(
        "background:#3b4252",
        "background:#272b35",
        gap=2,
        page="#1b1e25",
        colors=BRIGHT,
    ),
    "checkerboard": TileStyle(
        "background:#aad751",
        "background:#e5c29f",
        width=36,
        height=36,
        page="#eef",
        other_hidden="background:#a2d149",
        other_opened="background:#d7b899",
    ),
    "bevelled": TileStyle(
        "background:#bdbdbd;border:4px outset #eee;box-sizing:border-box",
        "background:#bdbdbd;border:1px solid #7b7b7b;box-sizing:border-box",
        page="#c9d6df",
    ),
    "lined": TileStyle(
        "background:#cfd8dc;box-shadow:inset 0 0 0 1px #90a4ae",
        "background:#fff;box-shadow:inset 0 0 0 1px #cfd8dc",
        width=28,
        height=28,
    ),
    "wide": TileStyle(
        "background:#c5cae9;border:1px solid #7986cb;box-sizing:border-box",
        "background:#fafafa;border:1px solid #c5cae9;box-sizing:border-box",
        width=44,
        height=28,
    ),
    "tall": TileStyle(
        "background:#ffe0b2;border:1px solid #ffb74d;box-sizing:border-box",
        "background:#fffdf8;border:1px solid #ffe0b2;box-sizing:border-box",
        width=26,
        height=40,
    ),
    "shaded": TileStyle(
        "background:linear-gradient(#9ccc65,#689f38);border-radius:4px",
        "background:#f1f8e9",
        gap=2,
        width=32,
        height=32,
    ),
}


@dataclass(frozen=True)
class Placed:
    """A board and where it lies, in CSS pixels."""

    board: Board
    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True)
class Page:
    """A page, the boards on it and how it is shown."""

    html: str
    boards: tuple[Placed, ...] = ()
    scale: float = 1.0
    crop: bool = False


def draw(style: TileStyle, board: Board, x: float, y: float) -> tuple[str, Placed]:
    """Return a board as HTML at a place."""
    parts = []
    for i, code in enumerate(board.cells):
        r, c = board.cell(i)
        covered = code in (HIDDEN, FLAG, QUESTION, WRONG_FLAG)
        odd = (r + c) % 2
        css = (style.hidden if covered else style.opened) + ";"
        css += (style.other_hidden if covered else style.other_opened) + ";" if odd else ""
        css += "background:#f33;" if code == EXPLODED else ""
        text, color = "", "#c22" if covered else "#111"
        if 1 <= code <= 8:
            text, color = str(code), style.colors[code]
        elif code in GLYPHS:
            text = GLYPHS[code]
        left, top = x + c * style.width + style.gap / 2, y + r * style.height + style.gap / 2
        w, h = style.width - style.gap, style.height - style.gap
        parts.append(
            f'<div style="position:absolute;left:{left}px;top:{top}px;width:{w}px;height:{h}px;'
            f"display:flex;align-items:center;justify-content:center;color:{color};"
            f'font:bold {0.6 * min(w, h):.0f}px sans-serif;{css}">{text}</div>'
        )
    placed = Placed(board, x, y, board.cols * style.width, board.rows * style.height)
    return "".join(parts), placed


def game_page(style: TileStyle, seed: int, *, scale: float = 1.0) -> Page:
    """Return a page with a title, some text and one board."""
    rng = Random(seed)
    rows, cols, mines = rng.choice([(9, 9, 10), (10, 14, 22), (12, 16, 30)])
    board = played(rows, cols, mines, seed)
    body, placed = draw(style, board, rng.randrange(40, 200), rng.randrange(90, 160))
    text = "<h1 style='margin:20px;color:#678'>Minesweeper</h1><p style='margin:20px;color:#678'>"
    text += "Flags 10 · Time 042 · New game</p>"
    return Page(around(text + body, style.page), (placed,), scale)


def full_page(style: TileStyle, seed: int) -> Page:
    """Return a page that a board fills."""
    cols, rows = int(SIZE[0] // style.width), int(SIZE[1] // style.height)
    board = played(rows, cols, rows * cols // 6, seed)
    body, placed = draw(style, board, 0, 0)
    return Page(around(body, style.page), (placed,))


def cropped_page(style: TileStyle, seed: int) -> Page:
    """Return a page of which only the board itself is seen."""
    page = game_page(style, seed)
    return Page(page.html, page.boards, page.scale, crop=True)


def covered_page(style: TileStyle, seed: int) -> Page:
    """Return a page with a dialog over part of the board."""
    board = played(14, 18, 40, seed)
    body, placed = draw(style, board, 90, 100)
    x, y = 90 + 6 * style.width + 5, 100 + 5 * style.height + 7
    w, h = 5 * style.width, 3 * style.height
    body += (
        f'<div style="position:absolute;left:{x}px;top:{y}px;width:{w}px;height:{h}px;'
        'background:#fff;border:1px solid #333">Are you sure?<br><button>Yes</button></div>'
    )
    hidden = {}
    for r in range(board.rows):
        for c in range(board.cols):
            left, top = 90 + c * style.width, 100 + r * style.height
            if x - style.width < left < x + w + 2 and y - style.height < top < y + h + 2:
                hidden[r, c] = UNREAD
    seen = Placed(board.with_cells(hidden), placed.x, placed.y, placed.w, placed.h)
    return Page(around(body, style.page), (seen,))


def two_page(style: TileStyle, seed: int) -> Page:
    """Return a page with two boards."""
    first, one = draw(style, played(9, 9, 10, seed), 30, 60)
    other = STYLES["lined"] if style is not STYLES["lined"] else STYLES["gapped"]
    second, two = draw(other, played(12, 12, 25, seed + 1), 700, 120)
    return Page(around(first + second, style.page), (one, two))


POSITIVES: dict[str, Callable[[TileStyle, int], Page]] = {
    "100 %": game_page,
    "125 %": lambda style, seed: game_page(style, seed, scale=1.25),
    "150 %": lambda style, seed: game_page(style, seed, scale=1.5),
    "fills the screen": full_page,
    "tight crop": cropped_page,
    "covered": covered_page,
    "two boards": two_page,
}


def shoot(html: str, scale: float, folder: Path, name: str) -> Path:
    """Return a picture of a page."""
    browser = shutil.which("chromium")
    if browser is None:
        sys.exit("Chromium is needed to draw the pages.")
    source, picture = folder / f"{name}.html", folder / f"{name}.png"
    source.write_text(html, "utf-8")
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                f"--user-data-dir={profile}",
                f"--force-device-scale-factor={scale}",
                f"--window-size={SIZE[0]},{SIZE[1]}",
                f"--screenshot={picture}",
                source.as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )
    return picture


def boards(folder: Path, seed: int, only: str) -> None:
    """Print how well boards are found and read, kind by kind."""
    for kind, make in POSITIVES.items():
        total = ReadingTally()
        for k, (name, style) in enumerate(STYLES.items()):
            if only in f"{kind}-{name}":
                file = f"{kind}-{name}-{seed}".replace(" ", "_").replace("%", "")
                tally = _tally(make(style, seed + k), folder, file)
                total.add(tally)
                if tally.located < tally.boards:
                    print(f"  missed: {file}")
        if total.boards:
            print(
                f"{kind:18} located {total.located}/{total.boards}, "
                f"cells right {total.right}/{total.cells}, uncertain {total.uncertain}, "
                f"sure and wrong {total.certain_and_wrong}"
            )


def _tally(page: Page, folder: Path, file: str) -> ReadingTally:
    pixels = load_file(shoot(page.html, page.scale, folder, file))
    labelled = []
    for placed in page.boards:
        x, y, w, h = (v * page.scale for v in (placed.x, placed.y, placed.w, placed.h))
        if page.crop:
            pixels = pixels[round(y) : round(y + h), round(x) : round(x + w)].copy()
            x = y = 0.0
        labelled.append(Labelled(placed.board, (x, y, w, h)))
    case = Case("pages", file, "", pixels, tuple(labelled))
    tally = check_case(case, (), scaled_to(1.0))
    assert tally is not None
    return tally


def others(folder: Path, seed: int, only: str) -> None:
    """Print the boards found in pages that have none."""
    false = 0
    pages = {kind: html for kind, html in other_grids(seed).items() if only in kind}
    for kind, html in pages.items():
        file = f"{kind}-{seed}".replace(" ", "_")
        pixels = load_file(shoot(html, 1.0, folder, file))
        for reading in read(pixels, themes=()):
            false += 1
            uncertain = len(reading.uncertain)
            size = f"{reading.board.rows} x {reading.board.cols}"
            print(f"  false: {file} {size}, {uncertain} uncertain, {reading.phase}")
    print(f"{len(pages)} pages without a board: {false} false boards")


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="part of a kind's name")
    parser.add_argument("--keep", type=Path, help="folder to keep the pictures in")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as spare:
        folder = args.keep or Path(spare)
        folder.mkdir(parents=True, exist_ok=True)
        boards(folder, args.seed, args.only)
        others(folder, args.seed, args.only)


if __name__ == "__main__":
    main()
