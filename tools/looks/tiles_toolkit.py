"""Tiles as native toolkits, phone apps, sprites and old machines draw them."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np

from .shapes import (
    Color,
    Maker,
    Picture,
    brightness,
    color,
    flat,
    framed,
    painted,
    palette,
    rounded,
    shifted,
)
from .signs import symbol_mask

Tiles = tuple[Maker, Maker, Color, Color]


def tiles_classic(rng: Random) -> Tiles:
    """Grey keys with a two-step edge, as Win32, Tk and Motif draw them; also on dark grounds."""
    grey = rng.choice([192.0, 192.0, 212.0, 217.0, 236.0, rng.uniform(150, 240)])
    dark_theme = rng.random() < 0.25
    face: Color = (grey, grey, grey) if rng.random() < 0.7 else shifted(color(rng, 90, 220), 10)
    if dark_theme:
        face = shifted((60.0, 60.0, 60.0), rng.uniform(-30, 40))
    light = shifted(face, rng.uniform(25, 70))
    dark, darker = shifted(face, -rng.uniform(40, 80)), shifted(face, -rng.uniform(90, 190))
    steps = rng.choice([1, 2, 2, 3])
    ground = face if rng.random() < 0.75 else shifted(face, rng.uniform(-25, 25))
    line = dark if rng.random() < 0.8 else shifted(ground, -20)
    sides = rng.choice(["top-left", "top-left", "all", "sunken", "none"])

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        wide = max(1, round(h * steps / 16))
        out = framed(flat(w, h, face), light, dark, wide)
        return framed(out, light, darker, max(1, wide // 2)) if steps > 1 else out

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        out = flat(w, h, ground)
        wide = max(1, h // 20)
        if sides in ("top-left", "all"):
            out[:wide], out[:, :wide] = line, line
        if sides == "all":
            out[h - wide :], out[:, w - wide :] = line, line
        if sides == "sunken":
            out = framed(out, dark, light, wide)
        return out

    return up, down, face, ground


def tiles_luna(rng: Random) -> Tiles:
    """Rounded keys with a soft slope and a thin border, as XP, GTK and Qt draw buttons."""
    base = rng.choice([(228.0, 240.0, 244.0), (236.0, 236.0, 236.0), color(rng, 150, 250)])
    if rng.random() < 0.3:
        base = color(rng, 40, 90)
    border = shifted(base, -rng.uniform(50, 150) if brightness(base) > 110 else 50)
    fall, radius, gap = rng.uniform(6, 40), rng.uniform(0.04, 0.22), rng.choice([0, 0, 0.5, 1, 2])
    opened = shifted(base, rng.choice([-1, 1]) * rng.uniform(8, 40))
    pressed = rng.choice(["flat", "border", "button"])

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        ramp = np.linspace(fall / 2, -fall / 2, h, dtype=np.float32)[:, None, None]
        out = painted(flat(w, h, opened), rounded(w, h, gap, radius * h), border)
        inner = rounded(w, h, gap + 1, max(0, radius * h - 1))[..., None]
        return out * (1 - inner) + (flat(w, h, base) + ramp) * inner

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        out = flat(w, h, opened)
        if pressed == "border":
            return framed(out, border, border, 1)
        if pressed == "button":
            out = painted(out, rounded(w, h, gap, radius * h), border)
            return painted(out, rounded(w, h, gap + 1, max(0, radius * h - 1)), shifted(opened, -6))
        return out

    return up, down, base, opened


def tiles_aero(rng: Random) -> Tiles:
    """Glossy tiles under a light that runs across the whole board, as in Windows 7."""
    hue = rng.choice([(200.0, 120.0, 50.0), (90.0, 160.0, 60.0), color(rng, 40, 190)])
    opened = shifted((225.0, 215.0, 205.0), rng.uniform(-40, 25))
    slope = (rng.uniform(-4, 4), rng.uniform(-4, 4))
    gloss, radius = rng.uniform(10, 45), rng.uniform(0.0, 0.15)
    shade_open = rng.random() < 0.6

    def light(at: tuple[int, int], w: int, h: int) -> Picture:
        ys, xs = np.mgrid[:h, :w]
        along = slope[0] * (at[0] + ys / h) + slope[1] * (at[1] + xs / w)
        return np.clip(40 - along * 1.2, -75, 75).astype(np.float32)[..., None]

    def up(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
        tile = flat(w, h, hue) + light(at, w, h)
        tile[: h // 2] += np.linspace(gloss, gloss / 3, h // 2, dtype=np.float32)[:, None, None]
        rim = framed(tile.copy(), shifted(hue, 70), shifted(hue, -70), max(1, h // 24))
        mask = rounded(w, h, max(0.5, h * 0.02), radius * h)[..., None]
        return shifted_ground(w, h, hue) * (1 - mask) + rim * mask

    def shifted_ground(w: int, h: int, c: Color) -> Picture:
        return flat(w, h, shifted(c, -70))

    def down(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
        tile = flat(w, h, opened)
        if shade_open:
            tile = tile + light(at, w, h) * 0.4
        return framed(tile, shifted(opened, -45), shifted(opened, -25), max(1, h // 30))

    return up, down, hue, opened


def tiles_bare(rng: Random) -> Tiles:
    """Hidden tiles of any kind over open ground that has neither lines nor a colour of its own."""
    covered, opened, _ = palette(rng)
    edge, gap = shifted(covered, rng.choice([-45, 45])), rng.uniform(0, 0.07)
    radius, framed_tile = rng.uniform(0, 0.3), rng.random() < 0.4

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        if framed_tile:
            return framed(flat(w, h, covered), edge, edge, 1)
        return painted(flat(w, h, opened), rounded(w, h, max(0.5, gap * h), radius * h), covered)

    return up, lambda w, h, _p, _at: flat(w, h, opened), covered, opened


def tiles_joined(rng: Random) -> Tiles:
    """Flat tiles without lines; the board joins them into areas with rounded corners."""
    covered, opened, _ = palette(rng)
    return (
        lambda w, h, _p, _at: flat(w, h, covered),
        lambda w, h, _p, _at: flat(w, h, opened),
        covered,
        opened,
    )


def tiles_sprite(rng: Random) -> Tiles:
    """Tiles from bitmaps of a few pixels that are scaled up."""
    covered, opened, line = palette(rng)
    side = rng.choice([8, 10, 12, 16])
    noise = np.random.default_rng(rng.randrange(10**9))
    steps = rng.choice([0, 12, 25])

    def sprite(c: Color, *, raised: bool) -> np.ndarray:
        out = flat(side, side, c)
        out += np.round(noise.normal(0, 0.6, (side, side, 1))) * steps
        if raised:
            return framed(out, shifted(c, 45), shifted(c, -55), 1)
        out[side - 1 :], out[:, side - 1 :] = line, line
        return out

    up_sprite, down_sprite = (
        sprite(covered, raised=rng.random() < 0.7),
        sprite(opened, raised=False),
    )

    def make(image: np.ndarray) -> Maker:
        def tile(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
            small = np.clip(image, 0, 255).astype(np.float32)
            return cv2.resize(small, (w, h), interpolation=cv2.INTER_NEAREST)

        return tile

    return make(up_sprite), make(down_sprite), covered, opened


def tiles_greens(rng: Random) -> Tiles:
    """Chequered greens over chequered sand, also in other hues; hidden areas may have a rim."""
    hidden = rng.choice([(81.0, 215.0, 170.0), (80.0, 200.0, 150.0), color(rng, 60, 230)])
    ground = rng.choice([(159.0, 194.0, 229.0), (200.0, 220.0, 235.0), color(rng, 120, 245)])
    step_up, step_down = rng.uniform(5, 14), rng.uniform(5, 14)
    return (
        lambda w, h, p, _at: flat(w, h, shifted(hidden, -step_up if p % 2 else 0)),
        lambda w, h, p, _at: flat(w, h, shifted(ground, -step_down if p % 2 else 0)),
        hidden,
        ground,
    )


def tiles_mono(rng: Random) -> Tiles:
    """Black and white, or two shades of one colour: hidden cells filled, hatched or framed."""
    ink, paper = (0.0, 0.0, 0.0), (255.0, 255.0, 255.0)
    if rng.random() < 0.4:
        ink, paper = color(rng, 0, 70), color(rng, 170, 255)
    if rng.random() < 0.4:
        ink, paper = paper, ink
    way = rng.choice(["stipple", "hatch", "filled", "box", "dot"])
    lines = way == "filled" or rng.random() < 0.75

    def finish(out: Picture) -> Picture:
        if lines:
            out[-1:], out[:, -1:] = ink, ink
        return out

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        ys, xs = np.mgrid[:h, :w]
        if way == "filled":
            return finish(
                flat(w, h, tuple(0.75 * p + 0.25 * i for p, i in zip(paper, ink, strict=True)))
            )
        if way == "box":
            out = flat(w, h, paper)
            d = max(2, h // 6)
            out[d : h - d, d : w - d] = framed(flat(w - 2 * d, h - 2 * d, paper), ink, ink, 1)
            return finish(out)
        on = (ys + xs) % 2 == 0 if way == "stipple" else (ys + xs) % 4 == 0
        if way == "dot":
            on = (abs(ys - h // 2) < max(1, h // 12)) & (abs(xs - w // 2) < max(1, h // 12))
        return finish(np.where(on[..., None], ink, paper).astype(np.float32))

    return up, lambda w, h, _p, _at: finish(flat(w, h, paper)), paper, paper


def tiles_inverted(rng: Random) -> Tiles:
    """Light hidden tiles over much darker open ones, or dark on dark, with thin lines."""
    covered = color(rng, 150, 255) if rng.random() < 0.7 else color(rng, 70, 130)
    opened = shifted(covered, -rng.uniform(60, 170))
    line = shifted(opened, rng.choice([-30, 30, 60]))
    bevel = rng.random() < 0.5

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        if bevel:
            return framed(flat(w, h, covered), shifted(covered, 30), line, max(1, h // 14))
        return framed(flat(w, h, covered), line, line, 1)

    return up, lambda w, h, _p, _at: framed(flat(w, h, opened), line, line, 1), covered, opened


def tiles_terminal(rng: Random) -> Tiles:
    """Characters of a terminal: one sign for hidden cells, nothing round the cells."""
    dark = rng.random() < 0.75
    ground = color(rng, 0, 45) if dark else color(rng, 215, 255)
    ink = color(rng, 120, 255) if dark else color(rng, 0, 130)
    sign, size = rng.choice("#.+-o■□▒░█_~"), rng.uniform(0.6, 0.95)
    shade = shifted(ground, rng.choice([0, 0, 25])) if dark else ground

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return painted(flat(w, h, shade), symbol_mask(sign, w, h, size), ink)

    return up, lambda w, h, _p, _at: flat(w, h, ground), ground, ground


def tiles_stones(rng: Random) -> Tiles:
    """Rounded stones, each with a shade and a grain of its own."""
    covered, opened, line = palette(rng)
    spread, grain, radius = rng.uniform(4, 16), rng.uniform(0, 8), rng.uniform(0.05, 0.35)
    seed, ruled = rng.randrange(10**6), rng.random() < 0.5

    def up(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
        noise = np.random.default_rng(seed + 977 * at[0] + at[1])
        stone = flat(w, h, shifted(covered, float(noise.normal(0, spread))))
        stone += noise.normal(0, grain, (h, w, 1)).astype(np.float32)
        mask = rounded(w, h, max(0.5, 0.03 * h), radius * h)[..., None]
        return flat(w, h, line if ruled else opened) * (1 - mask) + stone * mask

    def down(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
        noise = np.random.default_rng(seed + 977 * at[0] + at[1] + 10**7)
        out = flat(w, h, shifted(opened, float(noise.normal(0, spread / 3))))
        return framed(out, line, line, 1) if ruled else out

    return up, down, covered, opened


def tiles_paper(rng: Random) -> Tiles:
    """Lines drawn by hand on paper: hidden cells hatched, lines that waver."""
    paper, ink = color(rng, 205, 255), color(rng, 20, 140)
    step, seed, filled = rng.uniform(0.12, 0.3), rng.randrange(10**6), rng.random() < 0.4

    def lines(w: int, h: int, at: tuple[int, int], *, hatched: bool) -> Picture:
        noise = np.random.default_rng(seed + 977 * at[0] + at[1])
        fine = 3
        image = np.zeros((h * fine, w * fine), np.uint8)

        def stroke(x0: float, y0: float, x1: float, y1: float) -> None:
            ends = np.array([[x0, y0], [x1, y1]]) * (w * fine, h * fine)
            a, b = np.round(ends + noise.normal(0, 0.02 * h * fine, (2, 2))).astype(int)
            cv2.line(image, tuple(map(int, a)), tuple(map(int, b)), 255, fine, cv2.LINE_AA)

        stroke(0.01, 0.01, 0.99, 0.01)
        stroke(0.01, 0.01, 0.01, 0.99)
        if hatched:
            for k in np.arange(step, 2, step):
                stroke(max(0.0, k - 1), min(1.0, k), min(1.0, k), max(0.0, k - 1))
        mask = image.astype(np.float32) / 255
        return cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)

    def up(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
        ground = flat(w, h, shifted(paper, -45) if filled else paper)
        return painted(ground, lines(w, h, at, hatched=not filled) * 0.8, ink)

    def down(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
        return painted(flat(w, h, paper), lines(w, h, at, hatched=False) * 0.8, ink)

    return up, down, paper, paper
