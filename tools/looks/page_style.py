"""How a page styles a board: colours, tiles by family, lettering and signs, as CSS and SVG."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import cv2
import numpy as np

from .furniture import background
from .shapes import Color, brightness, color, palette, shifted

PAGE_FONTS = (
    "Arial", "Liberation Sans", "DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif", "Roboto",
    "Liberation Serif", "Liberation Mono", "Liberation Sans Narrow", "Nimbus Sans", "C059",
    "Nimbus Mono PS", "Nimbus Roman", "P052", "URW Bookman", "URW Gothic", "Z003",
    "WenQuanYi Zen Hei", "Open Sans", "Inter", "monospace", "sans-serif", "serif", "system-ui",
)  # fmt: skip
"""Fonts by name; where one is missing the browser takes another."""
CLASSIC = ("#00f", "#008000", "#f00", "#000080", "#800000", "#008080", "#000", "#808080")


@dataclass
class PageLook:
    """The look of a board on a page."""

    family: str
    hidden: str
    """CSS of hidden cells."""
    opened: str
    hidden_color: Color
    opened_color: Color
    line: Color
    gap: int = 0
    radius: str = "0"
    odd: tuple[str, str] = ("", "")
    """CSS that is added to every second hidden and open cell."""
    back: str = ""
    """CSS of the board itself."""
    digits: list[str] = field(default_factory=list)
    font: str = "sans-serif"
    size: float = 0.6
    weight: str = "normal"
    signs: dict[str, str] = field(default_factory=dict)
    """HTML of flags, question marks, mines and wrong flags."""
    exploded: str = ""
    flags_on_open: bool = False
    mines_on_hidden: bool = False
    zero: str = ""
    hidden_sign: str = ""
    """What is written on hidden cells."""
    keycaps: bool = False
    """Numbers are coloured signs of keys."""
    effect: str = ""
    """CSS of the text: a shadow or an outline."""
    percent: float = 0.0
    """Share of hidden cells on which a chance is written."""


def css(c: Color, alpha: float | None = None) -> str:
    """Return a colour as CSS; colours are blue-green-red."""
    b, g, r = (max(0, min(255, round(v))) for v in c)
    return f"rgb({r},{g},{b})" if alpha is None else f"rgba({r},{g},{b},{alpha:.2f})"


def data_url(pixels: np.ndarray, suffix: str = ".png") -> str:
    """Return an image as a data URL."""
    _, data = cv2.imencode(suffix, np.clip(pixels, 0, 255).astype(np.uint8))
    kind = "png" if suffix == ".png" else "jpeg"
    return f"data:image/{kind};base64,{base64.b64encode(data.tobytes()).decode()}"


def texture(rng: Random, c: Color, side: int) -> str:
    """Return a grainy, cloudy or stippled image of a colour as CSS."""
    noise = np.random.default_rng(rng.randrange(10**9))
    strength = rng.uniform(4, 24)
    kind = rng.choice(["grain", "cloud", "stipple", "wood"])
    grain: np.ndarray
    if kind == "grain":
        grain = noise.normal(0, strength, (side, side, 1))
    elif kind == "cloud":
        small = noise.normal(0, strength, (4, 4)).astype(np.float32)
        grain = cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC)[..., None]
    elif kind == "stipple":
        grain = (np.indices((side, side)).sum(0) % 2 * strength)[..., None]
    else:
        waves = np.cumsum(noise.normal(0, 1, (side, 1)), 0) + np.linspace(0, 2, side)[None]
        grain = (np.sin(waves) * strength)[..., None]
    return f"background:url({data_url(np.array(c) + grain + np.zeros((side, side, 3)))});"


def seen(c: Color, ground: Color) -> Color:
    """Return a colour changed until it can be seen on a ground."""
    for _ in range(12):
        if max(abs(a - b) for a, b in zip(c, ground, strict=True)) > 75:
            return c
        c = shifted(c, 30 if brightness(ground) < 128 else -30)
    return c


def edge_css(rng: Random, c: Color, side: int) -> str:
    """Return a raised edge."""
    wide = max(1, round(side * rng.uniform(0.04, 0.14)))
    light, dark = css(shifted(c, rng.uniform(25, 80))), css(shifted(c, -rng.uniform(30, 100)))
    way = rng.choice(["border", "border", "shadow", "outset"])
    if way == "border":
        return f"border:{wide}px solid;border-color:{light} {dark} {dark} {light};"
    if way == "shadow":
        soft = rng.choice([0, 0, 2])
        return (
            f"box-shadow:inset {wide}px {wide}px {soft}px {light},"
            f"inset -{wide}px -{wide}px {soft}px {dark};"
        )
    return f"border:{wide}px {rng.choice(['outset', 'ridge'])} {css(c)};"


def style_bevel(rng: Random, look: PageLook, side: int) -> None:
    """Raised keys; open cells ruled, sunken or bare."""
    look.hidden += edge_css(rng, look.hidden_color, side)
    line = css(look.line)
    look.opened += rng.choice(
        [
            "",
            f"border:1px solid {line};",
            f"border-left:1px solid {line};border-top:1px solid {line};",
        ]
    )
    if rng.random() < 0.4:
        look.opened_color = look.hidden_color
        look.opened = look.opened.split(";", 1)[1]
        look.opened = f"background:{css(look.hidden_color)};border:1px solid {line};" + look.opened
    look.gap = rng.choice([0, 0, 0, 1, 2])


def style_flat(rng: Random, look: PageLook, _side: int) -> None:
    """One colour for each kind, with lines or small gaps."""
    look.gap = rng.choice([0, 1, 1, 2, 3])
    if look.gap == 0:
        look.hidden += f"border:1px solid {css(look.line)};"
        look.opened += f"border:1px solid {css(look.line)};"
    look.radius = rng.choice(["0", "0", "2px", "4px"])


def style_gap(rng: Random, look: PageLook, side: int) -> None:
    """Rounded tiles with gaps."""
    look.gap = rng.choice([1, 2, 2, 3, 4, 5, 6, 8]) if side > 18 else rng.choice([1, 2])
    look.radius = rng.choice(["2px", "4px", "6px", "10px", "20%", "30%"])


def style_ruled(rng: Random, look: PageLook, _side: int) -> None:
    """Lines all round, in any style of line."""
    way = rng.choice(["solid", "solid", "solid", "dotted", "dashed", "double", "inset"])
    border = f"border:{rng.choice([1, 1, 2, 3])}px {way} {css(look.line)};"
    look.hidden += border
    look.opened += border


def style_chequered(rng: Random, look: PageLook, _side: int) -> None:
    """Two shades of each kind and no lines."""
    by = rng.choice([-1, 1]) * rng.uniform(5, 22)
    look.odd = (
        f"background:{css(shifted(look.hidden_color, by))};",
        f"background:{css(shifted(look.opened_color, by))};",
    )


def style_slope(rng: Random, look: PageLook, _side: int) -> None:
    """Tiles that run from one colour to another."""
    end = shifted(look.hidden_color, rng.choice([-1, 1]) * rng.uniform(20, 90))
    way = rng.choice(
        [f"linear-gradient({rng.choice([0, 45, 135, 180])}deg", "radial-gradient(circle"]
    )
    look.hidden = f"background:{way},{css(look.hidden_color)},{css(end)});"
    look.gap, look.radius = rng.choice([0, 1, 2]), rng.choice(["0", "3px", "6px"])
    if look.gap == 0:
        look.hidden += f"border:1px solid {css(look.line)};"
        look.opened += f"border:1px solid {css(look.line)};"


def style_texture(rng: Random, look: PageLook, side: int) -> None:
    """Tiles with a grain, cut anew for each cell or running on."""
    span = side if rng.random() < 0.5 else 64
    look.hidden = texture(rng, look.hidden_color, span)
    if rng.random() < 0.4:
        look.opened = texture(rng, look.opened_color, span)
    if rng.random() < 0.5:
        look.hidden += edge_css(rng, look.hidden_color, side)
        look.opened += f"border:1px solid {css(look.line)};"
    else:
        look.gap = rng.choice([1, 2, 3])


def style_soft(rng: Random, look: PageLook, _side: int) -> None:
    """Tiles with soft shadows."""
    tint = css(shifted(look.hidden_color, rng.choice([-80, 60])), 0.6)
    inset = rng.choice(["inset ", ""])
    look.hidden += f"box-shadow:{inset}0 {rng.choice([0, 1, 2])}px {rng.randint(2, 8)}px {tint};"
    look.opened += rng.choice(["", f"box-shadow:inset 0 0 {rng.randint(1, 5)}px rgba(0,0,0,.35);"])
    look.gap, look.radius = rng.choice([0, 1, 2, 4]), rng.choice(["0", "4px", "8px", "25%"])


def style_native(rng: Random, look: PageLook, _side: int) -> None:
    """Buttons as the browser draws them; the open ones disabled or plain."""
    look.hidden = ""
    look.hidden_color = (239.0, 239.0, 239.0)
    look.opened = rng.choice(["opacity:.6;", look.opened, "border:1px solid gray;" + look.opened])


def style_bare(rng: Random, look: PageLook, side: int) -> None:
    """Hidden tiles over open ground without lines or colour of its own."""
    look.opened = "background:transparent;"
    look.back = f"background:{css(look.opened_color)};"
    look.gap, look.radius = rng.choice([0, 0, 1, 2]), rng.choice(["0", "3px", "20%"])
    if rng.random() < 0.4:
        look.hidden += edge_css(rng, look.hidden_color, side)
    elif look.gap == 0 and look.radius == "0":
        # Without any seam nobody could tell the cells of a new board.
        look.radius = "20%"


def style_board_slope(rng: Random, look: PageLook, _side: int) -> None:
    """Translucent tiles over a slope that runs across the whole board."""
    ends = f"{css(look.hidden_color)},{css(color(rng))}"
    look.back = f"background:linear-gradient({rng.randrange(360)}deg,{ends});"
    look.hidden = f"background:rgba(255,255,255,{rng.uniform(0.05, 0.35):.2f});"
    look.hidden += "border:1px solid rgba(255,255,255,.4);"
    look.opened = f"background:{css(look.opened_color, rng.uniform(0.6, 1))};"
    look.gap, look.radius = rng.choice([0, 1, 2]), rng.choice(["0", "3px"])


def style_neon(rng: Random, look: PageLook, _side: int) -> None:
    """Dark cells with a glowing rim."""
    glow = color(rng, 60, 255)
    look.hidden_color = color(rng, 0, 35)
    look.opened_color = shifted(look.hidden_color, -15)
    look.hidden = (
        f"background:{css(look.hidden_color)};border:1px solid {css(glow)};"
        f"box-shadow:0 0 {rng.randint(4, 12)}px {css(glow, 0.8)};"
    )
    look.opened = f"background:{css(look.opened_color)};border:1px solid {css(glow, 0.3)};"
    look.back = f"background:{css(look.opened_color)};"
    look.gap, look.radius = rng.choice([2, 4, 6]), rng.choice(["0", "4px"])


def style_glass(rng: Random, look: PageLook, _side: int) -> None:
    """Translucent tiles over a picture."""
    picture = background(rng, 300, 240).pixels
    look.back = f"background:url({data_url(picture, '.jpg')});background-size:cover;"
    look.hidden = f"background:{css(look.hidden_color, rng.uniform(0.45, 0.85))};"
    look.hidden += f"border:1px solid {css(shifted(look.hidden_color, 60), 0.6)};"
    look.opened = f"background:{css(look.opened_color, rng.uniform(0.1, 0.5))};"
    look.opened += f"border:1px solid {css(look.line, 0.4)};"
    look.gap = rng.choice([0, 1, 2])


def style_knobs(rng: Random, look: PageLook, _side: int) -> None:
    """Round knobs."""
    light, dark = css(shifted(look.hidden_color, 50)), css(shifted(look.hidden_color, -50))
    look.hidden = (
        f"background:radial-gradient(circle at 35% 35%,{light},{css(look.hidden_color)},{dark});"
    )
    look.radius, look.gap = "50%", rng.choice([1, 2, 4])


def style_emoji(rng: Random, look: PageLook, _side: int) -> None:
    """Every cell is one coloured sign, as games in chats are."""
    look.hidden = look.opened = "background:transparent;"
    look.back = f"background:{css(look.opened_color)};"
    look.hidden_color = look.opened_color
    look.hidden_sign = rng.choice(["🟦", "⬜", "🟩", "⬛", "🟫", "🟪", "❔", "🔲"])
    look.zero = rng.choice(["", "⬜️" if look.hidden_sign != "⬜" else "▫️", "0️⃣", "▫️"])
    look.keycaps = rng.random() < 0.75
    look.gap = rng.choice([0, 0, 1, 2])


def style_same_ground(rng: Random, look: PageLook, side: int) -> None:
    """Hidden and open cells of one colour; only an edge, a shadow or a mark tells them apart."""
    look.opened_color = look.hidden_color
    look.opened = f"background:{css(look.hidden_color)};"
    line = css(shifted(look.hidden_color, rng.choice([-40, -25, 30])))
    look.opened += f"border:1px solid {line};"
    way = rng.choice(["edge", "shadow", "mark"])
    if way == "edge":
        look.hidden += edge_css(rng, look.hidden_color, side)
    elif way == "shadow":
        look.hidden += (
            f"border:1px solid {line};box-shadow:inset 0 -{max(2, side // 8)}px 0 {line};"
        )
    else:
        look.hidden += f"border:1px solid {line};color:{line};"
        look.hidden_sign = rng.choice(["•", "■", "~", "+", "◦"])


STYLES: dict[str, Callable[[Random, PageLook, int], None]] = {
    "page bevel": style_bevel,
    "page flat": style_flat,
    "page gap": style_gap,
    "page ruled": style_ruled,
    "page chequered": style_chequered,
    "page slope": style_slope,
    "page texture": style_texture,
    "page soft": style_soft,
    "page native": style_native,
    "page bare": style_bare,
    "page board slope": style_board_slope,
    "page emoji": style_emoji,
    "page same ground": style_same_ground,
    "page neon": style_neon,
    "page glass": style_glass,
    "page knobs": style_knobs,
}
"""Families of pages; each is a way to style tiles."""
PAGE_KEPT_OUT = ("page neon", "page glass", "page knobs")
"""Families of pages that are never used for training or tuning."""
PAGE_TRAINING = tuple(name for name in STYLES if name not in PAGE_KEPT_OUT)


def choose_page_look(rng: Random, family: str, side: int) -> PageLook:
    """Return a look of a family for cells of a size."""
    hidden, opened, line = palette(rng)
    if rng.random() < 0.12:
        hidden, opened, line = (192.0,) * 3, (192.0,) * 3, (128.0,) * 3
        if family not in ("page bevel", "page texture"):
            opened = (225.0,) * 3
    look = PageLook(
        family, f"background:{css(hidden)};", f"background:{css(opened)};", hidden, opened, line
    )
    STYLES[family](rng, look, side)
    if not look.back:
        grounds = [look.opened_color, line, color(rng), (0.0,) * 3, (255.0,) * 3]
        look.back = f"background:{css(rng.choice(grounds))};"
    look.font, look.size = rng.choice(PAGE_FONTS), rng.uniform(0.4, 0.8)
    if rng.random() < 0.12:
        look.size = rng.uniform(0.85, 1.25)
    look.weight = rng.choice(["normal", "bold", "bold", "900"])
    look.digits = page_digits(rng, look.opened_color)
    look.signs = page_signs(rng, look)
    look.exploded = (
        f"background:{css(rng.choice([(0.0, 0.0, 255.0), (60.0, 60.0, 220.0), color(rng)]))};"
    )
    look.flags_on_open, look.mines_on_hidden = rng.random() < 0.1, rng.random() < 0.25
    if not look.zero:
        look.zero = rng.choices(["", "0", "·", "-"], [90, 6, 3, 1])[0]
    look.keycaps = look.keycaps or rng.random() < 0.02
    if rng.random() < 0.1:
        look.effect = rng.choice(
            [
                "text-shadow:1px 1px 1px rgba(0,0,0,.6);",
                "text-shadow:0 0 3px #fff,0 0 2px #fff;",
                "-webkit-text-stroke:1px rgba(0,0,0,.7);",
            ]
        )
    look.percent = rng.uniform(0.1, 1) if rng.random() < 0.03 else 0.0
    if not look.hidden_sign and rng.random() < 0.03:
        look.hidden_sign = rng.choice(["·", "?", "+"]) if not look.zero else ""
    return look


def page_digits(rng: Random, ground: Color) -> list[str]:
    """Return the colours of 1 to 8."""
    kind = rng.choices(["classic", "one", "any"], [55, 15, 30])[0]
    if kind == "classic" and brightness(ground) > 110:
        return list(CLASSIC)
    if kind == "one":
        return [css(seen(color(rng), ground))] * 8
    return [css(seen(color(rng), ground)) for _ in range(8)]


def svg(inner: str) -> str:
    """Return a drawing that fills most of its cell."""
    size = "width:80%;height:80%;display:block;margin:auto"
    return f"<svg viewBox='0 0 24 24' style='{size}'>{inner}</svg>"


def stroke(path: str, ink: str, wide: float) -> str:
    """Return a line in SVG."""
    return f'<path d="{path}" stroke="{ink}" stroke-width="{wide}"/>'


def area(path: str, tint: str) -> str:
    """Return a filled path in SVG."""
    return f'<path d="{path}" fill="{tint}"/>'


def round_area(x: float, y: float, r: float, tint: str) -> str:
    """Return a filled circle in SVG."""
    return f'<circle cx="{x}" cy="{y}" r="{r:.1f}" fill="{tint}"/>'


def page_signs(rng: Random, look: PageLook) -> dict[str, str]:
    """Return the HTML of all signs."""
    cloth, pole = (
        css(seen((40.0, 40.0, 230.0), look.hidden_color)),
        css(seen((0.0,) * 3, look.hidden_color)),
    )
    dark = css(seen((20.0,) * 3, look.opened_color))
    flags = [
        stroke("M9 3v18", pole, 2) + area("M9 3l10 5-10 5z", cloth),
        stroke("M14 3v15M8 20h11", pole, 2.2) + area("M15 3L5 8l10 5z", cloth),
        stroke("M6 2v20", pole, 2) + area("M6 3h13l-3 4 3 5H6z", cloth),
        f'<path d="M6 21V4c4-3 7 3 12 0v9c-5 3-8-3-12 0" fill="{cloth}" stroke="{pole}"/>',
        f'<rect x="4" y="4" width="16" height="16" fill="{cloth}"/>',
    ]
    spikes = stroke("M12 2v20M2 12h20M5 5l14 14M5 19L19 5", dark, 2.4)
    mines = [
        spikes + round_area(12, 12, 7, dark) + round_area(9.5, 9.5, 2, "#fff"),
        round_area(11, 14, 7.5, dark) + stroke("M15 8l4-5", dark, 3),
        round_area(12, 12, rng.uniform(5, 10), dark),
        area("M12 1l3 6 7-2-3 7 3 6-7-1-3 6-3-6-7 1 3-6-3-7 7 2z", dark),
        f'<rect x="5" y="5" width="14" height="14" fill="{cloth}"/>',
    ]
    ink, ground_ink = (
        css(seen(color(rng), look.hidden_color)),
        css(seen(color(rng), look.opened_color)),
    )
    drawn = rng.random() < 0.4
    flag = svg(rng.choice(flags)) if drawn else rng.choice(
        ["🚩", "🚩", "🚩", "⛳", "🏴", "📍", "⚠️", f"<span style='color:{ink}'>⚑</span>",
         f"<span style='color:{ink}'>{rng.choice('FP!▲✓')}</span>"])  # fmt: skip
    mine = svg(rng.choice(mines)) if drawn else rng.choice(
        ["💣", "💣", "💣", "💥", "☠️", "🔥", "🌸", "🙂",
         f"<span style='color:{ground_ink}'>✱</span>",
         f"<span style='color:{ground_ink}'>{rng.choice('*BMX●✓')}</span>"])  # fmt: skip
    cross = f'<path d="M4 4L20 20M20 4L4 20" stroke="{cloth}" stroke-width="3"/>'
    wrong = rng.choice(["❌", "🚫", svg(mines[0] + cross), svg(flags[0] + cross)])
    question = rng.choice(
        ["❓", "❔", f"<b style='color:{ink}'>?</b>", f"<span style='color:{ink}'>?</span>"]
    )
    return {"F": flag, "*": mine, "X": mine, "W": wrong, "Q": question}
