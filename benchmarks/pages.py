"""Web pages with and without Minesweeper, drawn by Chromium: `python benchmarks/pages.py`.

Boards in looks that no pack knows (gaps, round corners, checkerboards, dark, shaded, not square) at
100 %, 125 % and 150 %, filling the screen, cut tightly, half covered, several on one page; and
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

from scenes import played

from autosweep.board import EXPLODED, FLAG, HIDDEN, MINE, QUESTION, UNREAD, WRONG_FLAG, Board
from autosweep.vision.check import Case, Labelled, Tally, check_case, scaled_to
from autosweep.vision.image import load_file
from autosweep.vision.read import read

SIZE = 1280, 860
COLORS = ("", "#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000", "#808080")
BRIGHT = ("", "#6cf", "#7d7", "#f77", "#a9f", "#fb6", "#6dd", "#eee", "#aaa")
GO_LINES = (
    "background:linear-gradient(#333,#333) 50%/1px 100% no-repeat,"
    "linear-gradient(#333,#333) 50%/100% 1px no-repeat,"
)
GLYPHS = {FLAG: "⚑", QUESTION: "?", MINE: "✹", EXPLODED: "✹", WRONG_FLAG: "✗"}


@dataclass(frozen=True)
class Look:
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


LOOKS = {
    "gapped": Look("background:#8fa3bf;border-radius:3px", "background:#e6ebf2", gap=3),
    "round": Look(
        "background:#4a6fa5;border-radius:9px", "background:#dde6f2;border-radius:9px", gap=4
    ),
    "dark": Look(
        "background:#3b4252",
        "background:#272b35",
        gap=2,
        page="#1b1e25",
        colors=BRIGHT,
    ),
    "checkerboard": Look(
        "background:#aad751",
        "background:#e5c29f",
        width=36,
        height=36,
        page="#eef",
        other_hidden="background:#a2d149",
        other_opened="background:#d7b899",
    ),
    "bevelled": Look(
        "background:#bdbdbd;border:4px outset #eee;box-sizing:border-box",
        "background:#bdbdbd;border:1px solid #7b7b7b;box-sizing:border-box",
        page="#c9d6df",
    ),
    "lined": Look(
        "background:#cfd8dc;box-shadow:inset 0 0 0 1px #90a4ae",
        "background:#fff;box-shadow:inset 0 0 0 1px #cfd8dc",
        width=28,
        height=28,
    ),
    "wide": Look(
        "background:#c5cae9;border:1px solid #7986cb;box-sizing:border-box",
        "background:#fafafa;border:1px solid #c5cae9;box-sizing:border-box",
        width=44,
        height=28,
    ),
    "tall": Look(
        "background:#ffe0b2;border:1px solid #ffb74d;box-sizing:border-box",
        "background:#fffdf8;border:1px solid #ffe0b2;box-sizing:border-box",
        width=26,
        height=40,
    ),
    "shaded": Look(
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


def draw(look: Look, board: Board, x: float, y: float) -> tuple[str, Placed]:
    """Return a board as HTML at a place."""
    parts = []
    for i, code in enumerate(board.cells):
        r, c = board.cell(i)
        covered = code in (HIDDEN, FLAG, QUESTION, WRONG_FLAG)
        odd = (r + c) % 2
        style = (look.hidden if covered else look.opened) + ";"
        style += (look.other_hidden if covered else look.other_opened) + ";" if odd else ""
        style += "background:#f33;" if code == EXPLODED else ""
        text, color = "", "#c22" if covered else "#111"
        if 1 <= code <= 8:
            text, color = str(code), look.colors[code]
        elif code in GLYPHS:
            text = GLYPHS[code]
        left, top = x + c * look.width + look.gap / 2, y + r * look.height + look.gap / 2
        w, h = look.width - look.gap, look.height - look.gap
        parts.append(
            f'<div style="position:absolute;left:{left}px;top:{top}px;width:{w}px;height:{h}px;'
            f"display:flex;align-items:center;justify-content:center;color:{color};"
            f'font:bold {0.6 * min(w, h):.0f}px sans-serif;{style}">{text}</div>'
        )
    placed = Placed(board, x, y, board.cols * look.width, board.rows * look.height)
    return "".join(parts), placed


def around(body: str, page: str = "#fff") -> str:
    """Return a whole page."""
    return (
        f'<!doctype html><meta charset="utf-8"><body style="margin:0;background:{page};'
        f'font:14px sans-serif;overflow:hidden">{body}</body>'
    )


def game_page(look: Look, seed: int, *, scale: float = 1.0) -> Page:
    """Return a page with a title, some text and one board."""
    rng = Random(seed)
    rows, cols, mines = rng.choice([(9, 9, 10), (10, 14, 22), (12, 16, 30)])
    board = played(rows, cols, mines, seed)
    body, placed = draw(look, board, rng.randrange(40, 200), rng.randrange(90, 160))
    text = "<h1 style='margin:20px;color:#678'>Minesweeper</h1><p style='margin:20px;color:#678'>"
    text += "Flags 10 · Time 042 · New game</p>"
    return Page(around(text + body, look.page), (placed,), scale)


def full_page(look: Look, seed: int) -> Page:
    """Return a page that a board fills."""
    cols, rows = int(SIZE[0] // look.width), int(SIZE[1] // look.height)
    board = played(rows, cols, rows * cols // 6, seed)
    body, placed = draw(look, board, 0, 0)
    return Page(around(body, look.page), (placed,))


def cropped_page(look: Look, seed: int) -> Page:
    """Return a page of which only the board itself is seen."""
    page = game_page(look, seed)
    return Page(page.html, page.boards, page.scale, crop=True)


def covered_page(look: Look, seed: int) -> Page:
    """Return a page with a dialog over part of the board."""
    board = played(14, 18, 40, seed)
    body, placed = draw(look, board, 90, 100)
    x, y = 90 + 6 * look.width + 5, 100 + 5 * look.height + 7
    w, h = 5 * look.width, 3 * look.height
    body += (
        f'<div style="position:absolute;left:{x}px;top:{y}px;width:{w}px;height:{h}px;'
        'background:#fff;border:1px solid #333">Are you sure?<br><button>Yes</button></div>'
    )
    hidden = {}
    for r in range(board.rows):
        for c in range(board.cols):
            left, top = 90 + c * look.width, 100 + r * look.height
            if x - look.width < left < x + w + 2 and y - look.height < top < y + h + 2:
                hidden[r, c] = UNREAD
    seen = Placed(board.with_cells(hidden), placed.x, placed.y, placed.w, placed.h)
    return Page(around(body, look.page), (seen,))


def two_page(look: Look, seed: int) -> Page:
    """Return a page with two boards."""
    first, one = draw(look, played(9, 9, 10, seed), 30, 60)
    other = LOOKS["lined"] if look is not LOOKS["lined"] else LOOKS["gapped"]
    second, two = draw(other, played(12, 12, 25, seed + 1), 700, 120)
    return Page(around(first + second, look.page), (one, two))


POSITIVES: dict[str, Callable[[Look, int], Page]] = {
    "100 %": game_page,
    "125 %": lambda look, seed: game_page(look, seed, scale=1.25),
    "150 %": lambda look, seed: game_page(look, seed, scale=1.5),
    "fills the screen": full_page,
    "tight crop": cropped_page,
    "covered": covered_page,
    "two boards": two_page,
}


def grid(rows: int, cols: int, cell: Callable[[int, int], str], style: str) -> str:
    """Return a table whose cells have a text each."""
    lines = []
    for r in range(rows):
        tds = "".join(f'<td style="{style}">{cell(r, c)}</td>' for c in range(cols))
        lines.append(f"<tr>{tds}</tr>")
    return (
        '<table style="border-collapse:collapse;margin:40px;text-align:center">'
        + "".join(lines)
        + "</table>"
    )


def box(w: int, h: int, more: str = "border:1px solid #999") -> str:
    """Return the style of a table cell."""
    return f"width:{w}px;height:{h}px;padding:0;box-sizing:border-box;{more}"


def styled(
    rows: int, cols: int, cell: Callable[[int, int], tuple[str, str]], size: tuple[int, int, int]
) -> str:
    """Return cells at exact places, each with a text and a style; size is width, height, gap."""
    w, h, gap = size
    parts = []
    for r in range(rows):
        for c in range(cols):
            text, style = cell(r, c)
            parts.append(
                f'<div style="position:absolute;left:{60 + c * (w + gap)}px;'
                f"top:{60 + r * (h + gap)}px;width:{w}px;height:{h}px;display:flex;"
                f'align-items:center;justify-content:center;{style}">{text}</div>'
            )
    return "".join(parts)


def other_grids(seed: int) -> dict[str, str]:  # noqa: C901 - a list of pages, one after the other
    """Return pages without any Minesweeper, by what they show."""
    rng = Random(seed)
    pieces = {0: "♜♞♝♛♚♝♞♜", 1: "♟" * 8, 6: "♙" * 8, 7: "♖♘♗♕♔♗♘♖"}
    shades = ("#ebedf0", "#9be9a8", "#40c463", "#30a14e", "#216e39")
    keys = ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'#", "zxcvbnm,./<>")
    emoji = [chr(k) for k in range(0x1F600, 0x1F640)]
    words = ("lorem", "ipsum", "dolor", "sit", "amet", "consectetur", "elit", "sed", "do")
    black = {(r, c) for r in range(15) for c in range(15) if rng.random() < 0.18}
    powers = ("", "2", "4", "8", "16", "32", "64", "128")

    def hue() -> str:
        return f"background:hsl({rng.randrange(360)},60%,{rng.randrange(35, 80)}%)"

    def photo() -> str:
        return f"background:linear-gradient({rng.randrange(360)}deg,{hue()[11:]},{hue()[11:]})"

    def chess(r: int, c: int) -> tuple[str, str]:
        ground = "#b58863" if (r + c) % 2 else "#f0d9b5"
        moved = rng.random() < 0.2
        piece = "" if moved else pieces.get(r, " " * 8)[c]
        return piece, f"background:{ground};font-size:40px"

    def sudoku(r: int, c: int) -> tuple[str, str]:
        lines = f"border-left:{3 if c % 3 == 0 else 1}px solid #333;"
        lines += f"border-top:{3 if r % 3 == 0 else 1}px solid #333;box-sizing:border-box;"
        return (str(rng.randint(1, 9)) if rng.random() < 0.4 else ""), lines + "font-size:22px"

    def crossword(r: int, c: int) -> tuple[str, str]:
        dark = (r, c) in black
        text = "" if dark or rng.random() < 0.4 else rng.choice("ABCDEFGHIJKLMNOPRSTUVW")
        return text, f"background:{'#000' if dark else '#fff'};outline:1px solid #000"

    def nonogram(r: int, c: int) -> tuple[str, str]:
        lines = f"border-left:{3 if c % 5 == 0 else 1}px solid #333;"
        lines += f"border-top:{3 if r % 5 == 0 else 1}px solid #333;box-sizing:border-box;"
        return "", lines + ("background:#222" if rng.random() < 0.5 else "background:#fff")

    def connect(_r: int, _c: int) -> tuple[str, str]:
        disc = rng.choice(("#fff", "#fff", "#e33", "#fd2"))
        return (
            f'<div style="width:50px;height:50px;border-radius:25px;background:{disc}"></div>',
            "background:#25c",
        )

    def wordle(r: int, _c: int) -> tuple[str, str]:
        if r > 4:
            return "", "border:2px solid #d3d6da;box-sizing:border-box"
        ground = rng.choice(("#6aaa64", "#c9b458", "#787c7e"))
        return rng.choice("ABCDEFGHIKLMNOPRSTUW"), f"background:{ground};color:#fff;font-size:30px"

    def day(r: int, c: int) -> str:
        k = 7 * r + c - 2
        return str(k) if 1 <= k <= 31 else ""

    ruled = box(80, 24)
    pages = {
        "spreadsheet": grid(
            30, 14, lambda r, c: str(rng.randrange(1000)) if c < 6 and r else "", ruled
        ),
        "empty ruled table": grid(30, 12, lambda _r, _c: "", box(92, 24)),
        "month calendar": grid(6, 7, day, box(120, 90) + ";vertical-align:top;text-align:left"),
        "small calendars": "".join(
            f'<div style="float:left">{grid(6, 7, day, box(34, 30, "border:0"))}</div>'
            for _ in range(4)
        ),
        "chess": styled(8, 8, chess, (64, 64, 0)),
        "draughts": styled(
            8,
            8,
            lambda r, c: (
                "●" if (r + c) % 2 and r not in (3, 4) else "",
                f"background:{'#555' if (r + c) % 2 else '#ddd'};font-size:44px;color:#c22",
            ),
            (60, 60, 0),
        ),
        "on-screen keyboard": styled(
            4, 12, lambda r, c: (keys[r][c], "background:#eee;border-radius:6px"), (56, 56, 8)
        ),
        "terminal": '<pre style="background:#111;color:#ccc;margin:0;height:100%;font:15px '
        'monospace">'
        + "\n".join(" ".join(rng.choice(words) for _ in range(18)) for _ in range(46))
        + "</pre>",
        "hex dump": '<pre style="margin:10px;font:16px monospace">'
        + "\n".join(" ".join(f"{rng.randrange(256):02x}" for _ in range(32)) for _ in range(40))
        + "</pre>",
        "crossword": styled(15, 15, crossword, (40, 40, 0)),
        "sudoku": styled(9, 9, sudoku, (56, 56, 0)),
        "nonogram": styled(20, 20, nonogram, (32, 32, 0)),
        "2048": styled(
            4,
            4,
            lambda _r, _c: (rng.choice(powers), "background:#cdc1b4;border-radius:6px;font:40px a"),
            (110, 110, 14),
        ),
        "2048 on six by six": styled(
            6,
            6,
            lambda _r, _c: (rng.choice(powers), hue() + ";border-radius:6px;font:bold 30px a"),
            (90, 90, 10),
        ),
        "periodic table": styled(
            9,
            18,
            lambda r, c: (
                f"<small>{18 * r + c + 1}</small>{rng.choice('HBCNOFPS')}{rng.choice('aeiou')}",
                hue(),
            ),
            (58, 70, 3),
        ),
        "icons": styled(
            6, 10, lambda _r, _c: (rng.choice("▲●■★✦♥♣♦"), "font-size:48px"), (96, 110, 0)
        ),
        "photo gallery": styled(5, 8, lambda _r, _c: ("", photo()), (136, 136, 12)),
        "emoji picker": styled(
            8, 12, lambda _r, _c: (rng.choice(emoji), "font-size:30px"), (48, 48, 0)
        ),
        "contribution graph": styled(
            7,
            53,
            lambda _r, _c: ("", f"background:{rng.choice(shades)};border-radius:2px"),
            (16, 16, 4),
        ),
        "palette": styled(12, 16, lambda _r, _c: ("", hue()), (44, 44, 0)),
        "heat map with numbers": styled(
            10, 12, lambda _r, _c: (str(rng.randrange(100)), hue()), (60, 40, 1)
        ),
        "connect four": styled(6, 7, connect, (66, 66, 0)),
        "wordle": styled(6, 5, wordle, (62, 62, 6)),
        "bingo": grid(
            5, 5, lambda _r, _c: str(rng.randint(1, 75)), box(80, 80) + ";font-size:30px"
        ),
        "number table": grid(
            15, 15, lambda r, c: str((r + 1) * (c + 1)), box(44, 32) + ";font-size:15px"
        ),
        "seats": styled(
            10,
            16,
            lambda _r, _c: (
                "",
                f"background:{rng.choice(('#9c9', '#999', '#9c9'))};border-radius:8px 8px 2px 2px",
            ),
            (36, 34, 8),
        ),
        "calculator": styled(
            5, 4, lambda r, c: ("789/456*123-0.=+C()%"[4 * r + c], "background:#ddd"), (80, 60, 4)
        ),
        "go board": styled(
            19,
            19,
            lambda _r, _c: (
                rng.choice(("", "", "", "●", "○")),
                GO_LINES + "#dcb35c;font-size:26px",
            ),
            (38, 38, 0),
        ),
        "battleships": styled(
            10,
            10,
            lambda _r, _c: (
                rng.choice(("", "", "", "•", "✕")),
                "background:#bbdefb;outline:1px solid #64b5f6;font-size:22px",
            ),
            (44, 44, 0),
        ),
        "lights out": styled(
            7,
            7,
            lambda _r, _c: ("", rng.choice(("background:#fd3", "background:#543"))),
            (70, 70, 4),
        ),
    }
    return {name: around(body) for name, body in pages.items()}


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
        total = Tally()
        for k, (name, look) in enumerate(LOOKS.items()):
            if only in f"{kind}-{name}":
                file = f"{kind}-{name}-{seed}".replace(" ", "_").replace("%", "")
                tally = _tally(make(look, seed + k), folder, file)
                total.add(tally)
                if tally.located < tally.boards:
                    print(f"  missed: {file}")
        if total.boards:
            print(
                f"{kind:18} located {total.located}/{total.boards}, "
                f"cells right {total.right}/{total.cells}, doubtful {total.doubtful}, "
                f"sure and wrong {total.sure_and_wrong}"
            )


def _tally(page: Page, folder: Path, file: str) -> Tally:
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
            doubtful = len(reading.doubtful)
            size = f"{reading.board.rows} x {reading.board.cols}"
            print(f"  false: {file} {size}, {doubtful} doubtful, {reading.phase}")
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
