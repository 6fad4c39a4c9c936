"""Web pages full of grids that are no Minesweeper: spreadsheets, calendars, chess and the like.

Every page is made here. Used by `benchmarks/pages.py`, which draws them and looks for boards.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

GO_LINES = (
    "background:linear-gradient(#333,#333) 50%/1px 100% no-repeat,"
    "linear-gradient(#333,#333) 50%/100% 1px no-repeat,"
)


def around(body: str, page: str = "#fff") -> str:
    """Return a whole page."""
    return (
        f'<!doctype html><meta charset="utf-8"><body style="margin:0;background:{page};'
        f'font:14px sans-serif;overflow:hidden">{body}</body>'
    )


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
