"""What a page holds: boards or other grids among titles, counters, buttons and text."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .drawn import choose_family
from .furniture import background, words
from .page_boards import PAINT, page_board
from .page_others import page_grid
from .page_style import PAGE_FONTS, css, data_url, seen
from .positions import Position, simulate, size_of_board
from .shapes import Color, color

SCALES = (0.75, 0.8, 0.9, 1, 1, 1, 1, 1, 1, 1.1, 1.25, 1.25, 1.5, 1.5, 1.75, 2, 2, 2.5)
"""Device scale factors, some more often than others."""
MOST_CELLS = 600
LARGEST_PITCH = 88
"""Of a board on an image, in pixels."""
LARGEST_VIEW = (1400, 1000)
"""Width and height of the largest page in CSS pixels."""


@dataclass
class PageSource:
    """A page to be rendered, and what its boards show."""

    html: str
    positions: list[Position]
    scale: float
    view: tuple[int, int]
    notes: list[str]


def furniture(rng: Random, ink: str, *, mines: bool) -> str:
    """Return something that pages have beside a grid."""
    kinds = ["title", "text", "buttons", "form", "links"]
    kind = rng.choice([*kinds, "counters", "counters", "face"] if mines else [*kinds, "score"])
    size = rng.randint(11, 30)
    style = f"color:{ink};font-size:{size}px;margin:{rng.randint(0, 14)}px;"
    if kind == "title":
        return f"<h1 style='color:{ink}'>{words(rng, 2).title()}</h1>"
    if kind == "text":
        return f"<p style='{style}font-size:13px'>{words(rng, rng.randint(5, 60))}</p>"
    if kind == "buttons":
        return "".join(
            f"<button style='margin:3px'>{words(rng, 1)}</button>" for _ in range(rng.randint(1, 6))
        )
    if kind == "form":
        field = f"{words(rng, 1)} <input value={rng.randint(1, 99)} size=4>"
        return f"<label style='{style}'>{field} <input type=checkbox></label>"
    if kind == "links":
        return " | ".join(f"<a href=#>{words(rng, 1)}</a>" for _ in range(rng.randint(2, 7)))
    if kind == "score":
        return f"<div style='{style}'>Score {rng.randint(0, 9999)}</div>"
    if kind == "face":
        return f"<button style='font-size:{size}px'>{rng.choice('🙂😀😎😵')}</button>"
    digits = f"{rng.randint(0, 999):03d}"
    lit = rng.choice(["red", "lime", "#f50"])
    box = f"background:#000;color:{lit};font:bold {size}px monospace;padding:2px 5px"
    if rng.random() < 0.5:
        return f"<div style='{style}'>💣 {rng.randint(0, 99)} &nbsp; ⏱ {rng.randint(0, 999)}</div>"
    shown = f"<span style='{box}'>{digits}</span> <button>{rng.choice('🙂😎😵')}</button>"
    return f"<div>{shown} <span style='{box}'>{rng.randint(0, 999):03d}</span></div>"


def body_style(rng: Random) -> tuple[str, Color]:
    """Return the ground of a page."""
    c = rng.choice(
        [
            (255.0,) * 3,
            (255.0,) * 3,
            (240.0,) * 3,
            (24.0,) * 3,
            (192.0,) * 3,
            color(rng),
            color(rng),
        ]
    )
    kind = rng.choices(["plain", "slope", "photo"], [78, 12, 10])[0]
    if kind == "slope":
        end = css(color(rng))
        return f"background:linear-gradient({rng.randrange(360)}deg,{css(c)},{end}) fixed;", c
    if kind == "photo":
        picture = data_url(background(rng, 320, 240).pixels, ".jpg")
        return f"background:url({picture}) fixed;background-size:cover;", c
    return f"background:{css(c)};", c


def layout(rng: Random, parts: list[str], others: list[str]) -> str:
    """Return grids and furniture arranged on a page."""
    kind = rng.choice(["column", "beside", "card", "window"])
    if kind == "column":
        k = rng.randint(0, len(others))
        middle = "".join(f"<div style='margin:{rng.randint(0, 30)}px'>{p}</div>" for p in parts)
        return "".join(others[:k]) + middle + "".join(others[k:])
    if kind == "beside":
        left = f"<div style='flex:none'>{'<br>'.join(parts)}</div>"
        right = f"<div>{''.join(others)}</div>"
        both = left + right if rng.random() < 0.6 else right + left
        way = f"display:flex;gap:{rng.randint(0, 30)}px;align-items:flex-start"
        return f"<div style='{way}'>{both}</div>"
    ground = css(rng.choice([(255.0,) * 3, (192.0,) * 3, (50.0,) * 3, color(rng)]))
    border = rng.choice(["0", "3px outset #ccc", "1px solid #888"])
    title = ""
    if kind == "window":
        c = color(rng)
        title = (
            f"<div style='background:{css(c)};color:{css(seen((255.0,) * 3, c))};"
            "font:bold 13px sans-serif;padding:4px;text-align:left'>"
            f"{words(rng, 2)} <span style='float:right'>_ □ ✕</span></div>"
        )
    inner = "".join(others[:1]) + "<br>".join(parts)
    outer = f"background:{ground};border:{border};margin:{rng.randint(0, 40)}px"
    padded = f"<div style='padding:{rng.randint(0, 30)}px'>{inner}</div>"
    card = f"<div style='display:inline-block;{outer}'>{title}{padded}</div>"
    return card + "".join(others[1:])


def compose(rng: Random, family: str, other: str | None, *, sprites: tuple[str, ...]) -> PageSource:
    """Return a page with a board of a family, or with another grid."""
    ground, c = body_style(rng)
    ink = css(seen((30.0,) * 3, c))
    scale = rng.choice(SCALES)
    parts, positions, notes = [], [], []
    if other is None:
        for k in range(rng.choice([1] * 19 + [2])):
            side = rng.choices(
                [
                    rng.randint(11, 18),
                    rng.randint(16, 30),
                    rng.randint(26, 48),
                    rng.randint(44, 70),
                ],
                [14, 42, 32, 12],
            )[0]
            side = min(max(side, round(10 / scale)), int(LARGEST_PITCH / scale))
            most = (LARGEST_VIEW[0] // (side + 8), LARGEST_VIEW[1] // (side + 8))
            rows, cols = size_of_board(rng, min(24, most[1]), min(30, most[0]))
            if rows * cols > MOST_CELLS:
                rows = max(5, MOST_CELLS // cols)
            position = simulate(rng, rows, cols)
            sprite = choose_family(rng, sprites)
            html, position, structure = page_board(rng, family, sprite, position, side, f"board{k}")
            parts.append(html)
            positions.append(position)
            notes += [position.stage, structure]
    else:
        parts = [page_grid(rng, other) for _ in range(rng.choice([1, 1, 2]))]
    others = [furniture(rng, ink, mines=other is None) for _ in range(rng.choice([0, 1, 2, 3, 5]))]
    body = layout(rng, parts, others)
    if positions and rng.random() < (0.15 if positions[0].stage in ("lost", "won") else 0.02):
        tint = color(rng)
        body += (
            f"<div class=modal style='position:fixed;left:{rng.randint(15, 55)}%;"
            f"top:{rng.randint(15, 60)}%;background:{css(tint)};"
            f"color:{css(seen((255.0,) * 3, tint))};padding:16px;border-radius:8px;"
            f"font-size:20px;z-index:9'>{rng.choice(['You win!', 'Game over', 'You lost'])} "
            "<button>OK</button></div>"
        )
        notes.append("dialog")
    align = rng.choice(["center", "center", "left"])
    html = (
        f"<!DOCTYPE html><html><head><meta charset=utf-8>{PAINT}</head><body style='margin:"
        f"{rng.choice([0, 8, 8, 20])}px;text-align:{align};{ground}"
        f"font-family:{rng.choice(PAGE_FONTS)};color:{ink}'>{body}</body></html>"
    )
    view = (rng.choice([400, 640, 800, 1024]), rng.choice([400, 480, 600, 768]))
    return PageSource(html, positions, scale, view, notes)
