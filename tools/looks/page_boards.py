"""A board as HTML: tables, grids, boxes in rows, buttons, SVG, canvas and sprite sheets."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import numpy as np

from .board_image import BoardPainter, choose_look
from .page_style import PageLook, choose_page_look, css, data_url
from .positions import Position

STRUCTURES = {
    "table": 20, "grid": 20, "flex": 16, "buttons": 10, "inline": 8, "absolute": 5, "svg": 8,
    "canvas": 5, "sprites": 8,
}  # fmt: skip
"""Ways in which pages build boards, and how often."""

QUESTIONS = ("?", "❔")
"""What some pages write on every hidden cell; there a question mark says nothing more."""

LEAST_DIFFERENCE = 8
"""Hidden and open cells of a plain ground differ by this much, in steps of 255."""


def is_hidden(look: PageLook, symbol: str) -> bool:
    """Return True if a symbol is drawn on a hidden tile."""
    if symbol == "F":
        return not look.flags_on_open
    if symbol in "*W":
        return look.mines_on_hidden
    return symbol in "?Q"


def cell_style(look: PageLook, symbol: str, parity: int) -> str:
    """Return the CSS of one cell."""
    hidden = is_hidden(look, symbol)
    style = look.hidden if hidden else look.opened
    if parity:
        style += look.odd[0 if hidden else 1]
    if symbol == "X":
        style += look.exploded
    if symbol.isdigit() and symbol != "0":
        style += f"color:{look.digits[int(symbol) - 1]};"
    return style


def cell_inner(look: PageLook, symbol: str) -> str:
    """Return the HTML inside one cell."""
    if symbol == "?":
        return look.hidden_sign
    if symbol == "0":
        return look.zero
    if symbol.isdigit() and look.keycaps:
        return f"{symbol}\ufe0f\u20e3"
    return look.signs.get(symbol, symbol)


def styled_board(
    rng: Random, look: PageLook, position: Position, size: tuple[float, float], name: str
) -> str:
    """Return a board of elements, one for each cell."""
    w, h = size
    structure = rng.choices(list(STRUCTURES)[:6], list(STRUCTURES.values())[:6])[0]
    if look.family == "page native":
        structure = "buttons"
    gap = look.gap
    text = (
        f"font:{look.weight} {min(w, h) * look.size:.1f}px {look.font};"
        f"line-height:{h * 0.98:.1f}px;"
        "text-align:center;overflow:hidden;white-space:nowrap;box-sizing:border-box;padding:0;"
    )
    base = f"width:{w}px;height:{h}px;{text}border-radius:{look.radius};{look.effect}"
    tag = "button" if structure == "buttons" else "div"
    rows = []
    for r, line in enumerate(position.cells):
        row = []
        for c, symbol in enumerate(line):
            style = base + cell_style(look, symbol, (r + c) % 2)
            inner = cell_inner(look, symbol)
            if symbol == "?" and look.percent and rng.random() < look.percent:
                inner = f"<span style='font-size:45%;color:#777'>{rng.randint(0, 100)}%</span>"
            if structure == "table":
                row.append(f"<td class=cell style='{style}'>{inner}</td>")
            elif structure == "absolute":
                place = f"position:absolute;left:{c * (w + gap)}px;top:{r * (h + gap)}px;"
                row.append(f"<div class=cell style='{style}{place}'>{inner}</div>")
            else:
                more = "display:inline-block;vertical-align:top;" if structure == "inline" else ""
                if structure in ("inline", "buttons"):
                    more += f"margin:0 {gap}px {gap}px 0;"
                if structure == "flex":
                    more += "flex:none;"
                row.append(f"<{tag} class=cell style='{style}{more}'>{inner}</{tag}>")
        rows.append("".join(row))
    return assembled(rng, structure, rows, look, position, size, name)


def assembled(  # noqa: PLR0913, PLR0917 - the parts of a board
    rng: Random,
    structure: str,
    rows: list[str],
    look: PageLook,
    position: Position,
    size: tuple[float, float],
    name: str,
) -> str:
    """Return the rows inside the element of the board."""
    w, h = size
    gap, pad = look.gap, rng.choice([0, 0, 2, 6, 12])
    outer = f"{look.back}padding:{pad}px;" + rng.choice(
        ["", "", f"border:{rng.randint(1, 5)}px solid {css(look.line)};", "border:3px inset #ccc;",
         "border-radius:8px;"]
    )  # fmt: skip
    wide = position.cols * (w + gap)
    if structure == "table":
        collapse = f"border-collapse:{'separate' if gap else rng.choice(['collapse', 'separate'])};"
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return (
            f"<table id={name} cellspacing={gap} style='{outer}{collapse}border-spacing:{gap}px;"
            f"table-layout:fixed;width:max-content;display:inline-table'>{body}</table>"
        )
    if structure == "grid":
        columns = f"grid-template-columns:repeat({position.cols},{w}px);grid-auto-rows:{h}px;"
        return (
            f"<div id={name} style='display:inline-grid;{columns}gap:{gap}px;{outer}'>"
            + "".join(rows)
            + "</div>"
        )
    if structure == "absolute":
        tall = position.rows * (h + gap)
        return (
            f"<div id={name} style='{outer}display:inline-block'><div style='position:relative;"
            f"width:{wide}px;height:{tall}px'>{''.join(rows)}</div></div>"
        )
    way = (
        f"display:flex;gap:{gap}px;margin-bottom:{gap}px;"
        if structure == "flex"
        else "font-size:0;"
    )
    body = "".join(f"<div style='{way}white-space:nowrap'>{row}</div>" for row in rows)
    return f"<div id={name} style='{outer}display:inline-block;line-height:0'>{body}</div>"


def svg_board(
    rng: Random, look: PageLook, position: Position, size: tuple[float, float], name: str
) -> str:
    """Return a board drawn in SVG."""
    w, h = size
    gap, line = look.gap, css(look.line)
    stroke = f"stroke='{line}' stroke-width='{rng.choice([0.5, 1, 1, 2])}'" if gap == 0 else ""
    radius = rng.choice([0, 0, 2, w * 0.15])
    out = []
    for r, row in enumerate(position.cells):
        for c, symbol in enumerate(row):
            x, y = c * (w + gap), r * (h + gap)
            fill = css(look.hidden_color if is_hidden(look, symbol) else look.opened_color)
            if symbol == "X":
                fill = "rgb(230,40,40)"
            out.append(
                f"<rect class=cell x={x} y={y} width={w} height={h} rx={radius:.1f} "
                f"fill='{fill}' {stroke}/>"
            )
            inner = cell_inner(look, symbol)
            ink = look.digits[int(symbol) - 1] if symbol.isdigit() and symbol != "0" else "#333"
            if inner.startswith("<svg"):
                out.append(
                    inner.replace(
                        "<svg",
                        f"<svg x={x + w * 0.1:.1f} y={y + h * 0.1:.1f} "
                        f"width={w * 0.8:.1f} height={h * 0.8:.1f}",
                    ).replace("width:80%;height:80%;", "")
                )
            elif inner:
                plain = inner.split(">")[-2].split("<")[0] if "<" in inner else inner
                out.append(
                    f"<text x={x + w / 2} y={y + h / 2} fill='{ink}' text-anchor=middle "
                    f"dominant-baseline=central font-family='{look.font}' "
                    f"font-weight={look.weight} "
                    f"font-size={min(w, h) * look.size:.1f}>{plain}</text>"
                )
    wide, tall = position.cols * (w + gap), position.rows * (h + gap)
    return f"<svg id={name} width={wide} height={tall} style='{look.back}'>{''.join(out)}</svg>"


def canvas_board(
    rng: Random, look: PageLook, position: Position, size: tuple[float, float], name: str
) -> str:
    """Return a board painted on a canvas by a script."""
    w, h = size
    gap = look.gap or rng.choice([0, 1])
    facts = {
        "w": w, "h": h, "gap": gap, "cells": position.cells, "hidden": css(look.hidden_color),
        "opened": css(look.opened_color), "line": css(look.line), "inks": look.digits,
        "font": f"{look.weight} {min(w, h) * look.size:.1f}px {look.font}", "zero": look.zero,
        "raised": rng.random() < 0.4, "ruled": rng.random() < 0.7 or gap == 0,
        "signs": {"F": rng.choice(["🚩", "⚑", "F"]), "Q": "?", "*": rng.choice(["💣", "*", "●"]),
                  "X": "💥", "W": rng.choice(["❌", "✗"])},
    }  # fmt: skip
    wide, tall = position.cols * (w + gap) + gap, position.rows * (h + gap) + gap
    place = json.dumps([position.rows, position.cols, gap / 2, gap / 2, w + gap, h + gap])
    return (
        f"<canvas id={name} width={wide} height={tall} data-lattice='{place}' style='{look.back}'>"
        f"</canvas><script>paintBoard({json.dumps(name)},{json.dumps(facts)})</script>"
    )


PAINT = """<script>
function paintBoard(name, f) {
  const g = document.getElementById(name).getContext('2d');
  g.textAlign = 'center'; g.textBaseline = 'middle';
  f.cells.forEach((row, r) => [...row].forEach((s, c) => {
    const x = f.gap + c * (f.w + f.gap), y = f.gap + r * (f.h + f.gap), up = '?FQ'.includes(s);
    g.fillStyle = s == 'X' ? '#e33' : up ? f.hidden : f.opened; g.fillRect(x, y, f.w, f.h);
    if (up && f.raised) {
      g.fillStyle = 'rgba(255,255,255,.6)'; g.fillRect(x, y, f.w, 2); g.fillRect(x, y, 2, f.h);
      g.fillStyle = 'rgba(0,0,0,.4)';
      g.fillRect(x, y + f.h - 2, f.w, 2); g.fillRect(x + f.w - 2, y, 2, f.h);
    } else if (f.ruled) { g.strokeStyle = f.line; g.strokeRect(x + .5, y + .5, f.w - 1, f.h - 1); }
    const t = s == '0' ? f.zero : s == '?' ? '' : f.signs[s] || s;
    g.font = f.font; g.fillStyle = f.inks[+s - 1] || '#222';
    if (t) g.fillText(t, x + f.w / 2, y + f.h / 2 + 1);
  }));
}
</script>"""


def sprite_board(
    rng: Random, family: str, position: Position, size: tuple[float, float], name: str
) -> str:
    """Return a board of cells cut from one image that a drawing theme made."""
    look = choose_look(rng, family)
    side = rng.choice([max(9, round(size[0])), 16, 24, 32])
    painter = BoardPainter(rng, look)
    symbols = "012345678?FQ*XW"
    tiles = [painter.drawn(s, (side, side), 0, (0, 0)) for s in symbols]
    image = data_url(np.concatenate(tiles, axis=1))
    w = h = size[0]
    smooth = rng.choice(["pixelated", "auto"])
    css_class = (
        f"<style>#{name} .cell{{width:{w}px;height:{h}px;background-image:url({image});"
        f"background-size:{w * len(symbols)}px {h}px;image-rendering:{smooth};flex:none}}</style>"
    )
    rows = "".join(
        "<div style='display:flex'>"
        + "".join(
            f"<div class=cell style='background-position:-{symbols.index(s) * w}px 0'></div>"
            for s in line
        )
        + "</div>"
        for line in position.cells
    )
    return f"{css_class}<div id={name} style='display:inline-block'>{rows}</div>"


def page_board(  # noqa: PLR0913, PLR0917 - the parts of a board
    rng: Random, family: str, sprite_family: str, position: Position, side: int, name: str
) -> tuple[str, Position, str]:
    """Return the HTML of a board, what it shows, and the structure that was chosen."""
    look = choose_page_look(rng, family, side)
    wide = side if rng.random() < 0.82 else round(side + rng.uniform(-0.5, 0.5), 2)
    size = (wide, wide if rng.random() < 0.9 else max(11, round(side * rng.uniform(0.75, 1.3))))
    pictured = "image" in look.hidden or "radial" in look.hidden or "url" in look.back
    if look.hidden_sign in QUESTIONS:
        cells = tuple(line.replace("Q", "?") for line in position.cells)
        position = replace(position, cells=cells)
    choice = rng.choices(["styled", "svg", "canvas", "sprites"], [79, 8, 5, 8])[0]
    # These two paint a plain ground for each kind of cell, which must differ.
    gap = max(abs(a - b) for a, b in zip(look.hidden_color, look.opened_color, strict=True))
    if choice in ("svg", "canvas") and (pictured or gap < LEAST_DIFFERENCE):
        choice = "styled"
    if choice == "sprites":
        return sprite_board(rng, sprite_family, position, size, name), position, choice
    if choice == "svg":
        return svg_board(rng, look, position, size, name), position, choice
    if choice == "canvas":
        return canvas_board(rng, look, position, size, name), position, choice
    return styled_board(rng, look, position, size, name), position, choice
