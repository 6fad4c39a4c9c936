"""What surrounds boards on a screen: backgrounds, windows, counters, faces, text, buttons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .lettering import SEGMENTS, fonts
from .shapes import Color, Picture, brightness, color, shifted
from .signs import SIGN_FONT, SIGNS, coloured_sign, paint_coloured

WORDS = (
    "new", "game", "options", "help", "file", "view", "settings", "score", "time", "mines",
    "left", "level", "easy", "medium", "hard", "restart", "best", "player", "name", "hello",
    "world", "report", "total", "open", "close", "save", "edit", "search", "the", "quick",
    "brown", "fox", "and", "over", "lazy", "dog", "menu", "about", "version", "1.2", "2024",
    "12:45", "99", "10", "40", "ok", "cancel", "next", "back", "home", "profile",
)  # fmt: skip


@dataclass
class Canvas:
    """An image under construction, as floats, blue-green-red."""

    pixels: Picture

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height."""
        return self.pixels.shape[1], self.pixels.shape[0]

    def rectangle(self, box: tuple[int, int, int, int], c: Color) -> None:
        """Fill a rectangle given by its left, top, right and lower edges."""
        x0, y0, x1, y1 = box
        self.pixels[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = c

    def bevel(self, box: tuple[int, int, int, int], c: Color, *, raised: bool = True) -> None:
        """Fill a rectangle with a raised or sunken edge."""
        x0, y0, x1, y1 = box
        a, b = shifted(c, 50), shifted(c, -70)
        light, dark = (a, b) if raised else (b, a)
        self.rectangle(box, dark)
        self.rectangle((x0, y0, x1 - 1, y1 - 1), light)
        self.rectangle((x0 + 1, y0 + 1, x1 - 1, y1 - 1), c)

    def paste(self, x: int, y: int, part: Picture) -> None:
        """Lay an image over this one; what lies outside is cut."""
        w, h = self.size
        top, left = max(0, -y), max(0, -x)
        part = part[top : max(top, h - y), left : max(left, w - x)]
        self.pixels[
            max(0, y) : max(0, y) + part.shape[0], max(0, x) : max(0, x) + part.shape[1]
        ] = part

    def text(  # noqa: PLR0913, PLR0917 - a place, a text and how it is written
        self, x: int, y: int, text: str, size: int, c: Color, font: str = ""
    ) -> int:
        """Write a line of text with its left upper corner at a place; return its width."""
        face = font_of(font or plain_font(), max(6, size))
        box = face.getbbox(text)
        w, h = int(box[2]) + 2, int(box[3]) + 2
        image = Image.new("L", (max(1, w), max(1, h)), 0)
        ImageDraw.Draw(image).text((0, 0), text, 255, face)
        x0, y0 = max(0, x), max(0, y)
        part = self.pixels[y0 : max(y0, y + h), x0 : max(x0, x + w)]
        if part.size:
            whole = np.asarray(image, np.float32)[y0 - y :, x0 - x :]
            mask = whole[: part.shape[0], : part.shape[1], None] / 255
            part[:] = part * (1 - mask) + np.array(c, np.float32) * mask
        return w


@cache
def font_of(path: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font at a size."""
    return ImageFont.truetype(path, size)


@cache
def plain_font() -> str:
    """Return a font for ordinary text."""
    return next((f for f in fonts() if "DejaVuSans.ttf" in f), fonts()[0])


def words(rng: Random, count: int) -> str:
    """Return a line of words."""
    return " ".join(rng.choice(WORDS) for _ in range(count))


def ink_on(c: Color, rng: Random | None = None) -> Color:
    """Return black or white, whichever can be read on a colour."""
    ink = 15.0 if brightness(c) > 120 else 240.0
    if rng is not None and rng.random() < 0.2:
        return shifted((ink, ink, ink), rng.uniform(-60, 60))
    return ink, ink, ink


def background(rng: Random, w: int, h: int, base: Color | None = None) -> Canvas:
    """Return a canvas: plain, sloped, cloudy like a photograph, or textured."""
    base = base or color(rng)
    kind = rng.choices(["plain", "slope", "photo", "texture", "bands"], [55, 14, 14, 12, 5])[0]
    pixels = np.tile(np.array(base, np.float32), (h, w, 1))
    noise = np.random.default_rng(rng.randrange(10**9))
    if kind == "slope":
        ys, xs = np.mgrid[0 : 1 : h * 1j, 0 : 1 : w * 1j]
        along = (ys if rng.random() < 0.6 else (xs + ys) / 2)[..., None]
        pixels = pixels * (1 - along) + np.array(color(rng), np.float32) * along
    elif kind == "photo":
        for cell, strength in ((160, 60), (50, 35), (14, 18), (4, 8)):
            small = noise.normal(0, strength, (max(2, h // cell), max(2, w // cell), 3))
            pixels += cv2.resize(small.astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        for _ in range(rng.randrange(20)):
            at = (rng.randrange(w), rng.randrange(h))
            axes = (rng.randint(5, max(6, w // 4)), rng.randint(5, max(6, h // 4)))
            cv2.ellipse(pixels, at, axes, rng.uniform(0, 180), 0, 360, color(rng), -1)
    elif kind == "texture":
        side = rng.choice([4, 8, 16, 32])
        small = noise.normal(0, rng.uniform(3, 25), (side, side, rng.choice([1, 3])))
        tiled = np.tile(small, (h // side + 1, w // side + 1, 1))[:h, :w]
        pixels += tiled.astype(np.float32)
    elif kind == "bands":
        step = rng.randint(6, 60)
        bands = (np.arange(h) // step % 2).astype(np.float32)[:, None, None]
        pixels += bands * rng.uniform(-40, 40)
    return Canvas(np.clip(pixels, 0, 255).astype(np.float32))


def seven_segments(canvas: Canvas, rng: Random, box: tuple[int, int, int, int], text: str) -> None:
    """Draw a counter with glowing digits."""
    x0, y0, x1, y1 = box
    back = shifted((0.0, 0.0, 0.0), rng.uniform(0, 40))
    lit = rng.choice([(0.0, 0.0, 255.0), (60.0, 255.0, 60.0), (0.0, 160.0, 255.0), color(rng, 120)])
    canvas.rectangle(box, back)
    wide, tall = (x1 - x0) / len(text), y1 - y0
    for k, char in enumerate(text):
        left, top = x0 + k * wide + wide * 0.15, y0 + tall * 0.1
        w, h, t = wide * 0.7, tall * 0.8, max(1.0, tall * 0.1)
        mid = top + h / 2
        parts = {
            "a": (left, top, left + w, top + t), "d": (left, top + h - t, left + w, top + h),
            "g": (left, mid - t / 2, left + w, mid + t / 2), "f": (left, top, left + t, mid),
            "b": (left + w - t, top, left + w, mid), "e": (left, mid, left + t, top + h),
            "c": (left + w - t, mid, left + w, top + h),
        }  # fmt: skip
        for name, part in parts.items():
            on = name in SEGMENTS.get(char, "g")
            tint = lit if on else shifted(back, 25)
            canvas.rectangle(tuple(round(v) for v in part), tint)


def face(canvas: Canvas, rng: Random, place: tuple[int, int], side: int, c: Color) -> None:
    """Draw the button with a face."""
    x, y = place
    canvas.bevel((x, y, x + side, y + side), c)
    if SIGN_FONT.exists() and rng.random() < 0.5:
        tile = canvas.pixels[y : y + side, x : x + side]
        if tile.shape[:2] == (side, side):
            tile[:] = paint_coloured(tile, coloured_sign(rng.choice("😀😎🙂😵")), 0.75)
        return
    middle, r = (x + side // 2, y + side // 2), max(3, round(side * 0.34))
    cv2.circle(canvas.pixels, middle, r, (0, 0, 0), -1, cv2.LINE_AA)
    cv2.circle(canvas.pixels, middle, r - 1, (0, 255, 255), -1, cv2.LINE_AA)
    for dx in (-1, 1):
        eye = (middle[0] + dx * r // 3, middle[1] - r // 3)
        cv2.circle(canvas.pixels, eye, max(1, r // 7), (0, 0, 0), -1)
    cv2.ellipse(canvas.pixels, middle, (r // 2, r // 2), 0, 20, 160, (0, 0, 0), 1, cv2.LINE_AA)


def header(
    canvas: Canvas, rng: Random, box: tuple[int, int, int, int], c: Color, *, mines: bool
) -> None:
    """Draw what stands above a grid: buttons, text, and over a Minesweeper counters and a face."""
    x0, y0, x1, y1 = box
    tall = y1 - y0
    if tall < 14 or x1 - x0 < 60:
        return
    kind = rng.choice(
        ["counters", "counters", "text", "buttons", "face"]
        if mines
        else ["buttons", "score", "score"]
    )
    if kind == "counters":
        if rng.random() < 0.6:
            canvas.bevel(box, c, raised=False)
        h = round(tall * rng.uniform(0.55, 0.8))
        y, w = y0 + (tall - h) // 2, round(h * 1.7)
        for x in (x0 + 5, x1 - 5 - w):
            seven_segments(canvas, rng, (x, y, x + w, y + h), f"{rng.randint(0, 999):03d}")
        face(canvas, rng, ((x0 + x1 - h) // 2, y), h, c)
    elif kind == "face":
        face(canvas, rng, ((x0 + x1 - tall) // 2, y0), tall, c)
    elif kind == "text":
        size = round(tall * rng.uniform(0.4, 0.7))
        canvas.text(x0 + 4, y0 + 2, f"Mines: {rng.randint(0, 99)}", size, ink_on(c, rng))
        if x1 - x0 > 13 * size:
            canvas.text(x1 - 6 * size, y0 + 2, f"Time: {rng.randint(0, 999)}", size, ink_on(c, rng))
    elif kind == "score":
        text = rng.choice(["Score", "Level", "Moves", "Best", "Time", "Player"])
        canvas.text(x0 + 4, y0 + 2, f"{text}: {rng.randint(0, 999)}", tall // 2, ink_on(c, rng))
    else:
        x = x0
        while x < x1 - 70:
            wide = rng.randint(50, 90)
            canvas.bevel((x, y0 + 2, x + wide, y1 - 2), shifted(c, rng.uniform(-20, 20)))
            canvas.text(x + 6, y0 + 4, rng.choice(WORDS), round(tall * 0.45), ink_on(c))
            x += wide + rng.randint(4, 12)


def title_bar(canvas: Canvas, rng: Random, box: tuple[int, int, int, int]) -> None:
    """Draw the title bar of a window."""
    x0, y0, x1, y1 = box
    c = rng.choice([(130.0, 0.0, 0.0), (230.0, 230.0, 230.0), (45.0, 45.0, 45.0), color(rng)])
    canvas.rectangle(box, c)
    tall = y1 - y0
    canvas.text(x0 + 8, y0 + tall // 6, words(rng, 2).title(), round(tall * 0.55), ink_on(c))
    for k in range(3):
        x = x1 - (k + 1) * tall
        if rng.random() < 0.5:
            canvas.bevel((x + 2, y0 + 2, x + tall - 2, y1 - 2), shifted(c, 20))
        canvas.text(x + tall // 4, y0 + tall // 6, "\u00d7□_"[k], round(tall * 0.55), ink_on(c))


def window(canvas: Canvas, rng: Random, box: tuple[int, int, int, int], c: Color) -> int:
    """Draw an empty window; return how tall its title and menu are."""
    x0, y0, x1, _ = box
    canvas.bevel(box, c)
    tall = rng.randint(18, 34)
    title_bar(canvas, rng, (x0 + 2, y0 + 2, x1 - 2, y0 + tall))
    if rng.random() < 0.4:
        canvas.text(x0 + 8, y0 + tall + 3, "File   Edit   View   Help", 13, ink_on(c))
        tall += 20
    return tall


def stuff(canvas: Canvas, rng: Random, box: tuple[int, int, int, int], c: Color) -> None:
    """Draw lines of text, buttons, icons or a form into a part of a canvas."""
    x0, y0, x1, y1 = box
    if x1 - x0 < 30 or y1 - y0 < 20:
        return
    kind = rng.choice(["text", "text", "list", "form", "icons", "chart"])
    y, size = y0 + 4, rng.randint(10, 18)
    ink = ink_on(c, rng)
    wide = x1 - x0
    while y < y1 - size - 6:
        if kind == "text":
            canvas.text(x0 + 4, y, words(rng, max(1, min(14, wide // (size * 4)))), size, ink)
            y += round(size * 1.5)
        elif kind == "list":
            canvas.rectangle((x0, y - 2, x1, y - 1), shifted(c, -30))
            canvas.text(x0 + 6, y, words(rng, 2), size, ink)
            y += size + 10
        elif kind == "form":
            canvas.text(x0 + 4, y, words(rng, 1), size, ink)
            canvas.bevel((x0 + wide // 2, y, x1 - 4, y + size + 6), (250.0,) * 3, raised=False)
            y += size + 14
        elif kind == "icons":
            side = min(48, wide // 3)
            for k in range(max(1, wide // (side + 20))):
                x = x0 + k * (side + 20)
                part = canvas.pixels[y : y + side, x : x + side]
                if SIGN_FONT.exists() and part.shape[:2] == (side, side) and side > 8:
                    part[:] = paint_coloured(part, coloured_sign(rng.choice(SIGNS["other"])), 0.9)
            y += side + 24
        else:
            canvas.rectangle(
                (x0 + 4, y, x0 + 4 + rng.randint(5, max(6, wide - 8)), y + size), color(rng)
            )
            y += size + 6
