"""How invented themes make their tiles: one function a family, each with a thousand looks."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np

from .shapes import (
    Color,
    Maker,
    Picture,
    bar,
    color,
    disc,
    flat,
    framed,
    painted,
    palette,
    polygon_mask,
    rounded,
    shifted,
)


def tiles_bevel(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Raised keys over ground ruled at the top and left; the faces may be equal."""
    covered, opened, line = palette(rng)
    if rng.random() < 0.5:
        opened = covered
        line = shifted(covered, -rng.uniform(25, 80))
    light, dark = shifted(covered, rng.uniform(25, 70)), shifted(covered, -rng.uniform(30, 90))
    share = rng.uniform(0.06, 0.15)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return framed(flat(w, h, covered), light, dark, max(1, round(h * share)))

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        tile = flat(w, h, opened)
        wide = max(1, h // 32)
        tile[:wide] = line
        tile[:, :wide] = line
        return tile

    return up, down, covered, opened


def tiles_ruled(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Flat cells with lines all round."""
    covered, opened, line = palette(rng)
    wide = rng.choice([1, 1, 2])

    def make(c: Color) -> Maker:
        def tile(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
            out = flat(w, h, c)
            out[h - wide :] = line
            out[:, w - wide :] = line
            return out

        return tile

    return make(covered), make(opened), covered, opened


def tiles_gap(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Rounded tiles with gaps; open ground may be the gap itself."""
    covered, opened, line = palette(rng)
    gap, radius = rng.uniform(0.02, 0.08), rng.uniform(0, 0.25)
    bare = rng.random() < 0.4
    back = opened if bare else line

    def make(c: Color) -> Maker:
        def tile(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
            return painted(flat(w, h, back), rounded(w, h, max(0.5, gap * h), radius * h), c)

        return tile

    return make(covered), make(opened), covered, opened


def tiles_chequered(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Two shades of each kind, no lines."""
    covered, opened, _ = palette(rng)
    by = rng.uniform(8, 18)

    def make(c: Color) -> Maker:
        return lambda w, h, p, _at: flat(w, h, shifted(c, by if p % 2 else 0))

    return make(covered), make(opened), covered, opened


def tiles_gradient(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Softly shaded tiles with a thin dark edge."""
    covered, opened, line = palette(rng)
    fall = rng.uniform(10, 45)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        ramp = np.linspace(fall / 2, -fall / 2, h, dtype=np.float32)[:, None, None]
        out = flat(w, h, covered) + ramp
        return framed(out, shifted(covered, 40), shifted(covered, -50), 1)

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return framed(flat(w, h, opened), line, line, 1)

    return up, down, covered, opened


def tiles_dither(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Covered tiles of one-pixel stipple."""
    covered, opened, line = palette(rng)
    other = shifted(covered, rng.choice([-1, 1]) * rng.uniform(40, 120))

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        ys, xs = np.mgrid[:h, :w]
        out = np.where(((ys + xs) % 2)[..., None] == 0, covered, other).astype(np.float32)
        out[h - 1 :] = line
        out[:, w - 1 :] = line
        return out

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        out = flat(w, h, opened)
        out[h - 1 :] = line
        out[:, w - 1 :] = line
        return out

    return up, down, covered, opened


def tiles_grain(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Grainy tiles, every cell with its own grain."""
    covered, opened, line = palette(rng)
    strength = rng.uniform(3, 12)
    seed = rng.randrange(10**6)

    def make(c: Color, k: int) -> Maker:
        def tile(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
            noise = np.random.default_rng(seed + k + 977 * at[0] + at[1])
            out = flat(w, h, c) + noise.normal(0, strength, (h, w, 1)).astype(np.float32)
            return framed(out, line, line, 1)

        return tile

    return make(covered, 0), make(opened, 10**7), covered, opened


def tiles_picture(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Covered or empty tiles that carry a small picture: grass, stones, a knot."""
    covered, opened, line = palette(rng)
    shapes = []
    for _ in range(rng.randint(3, 8)):
        x, y = rng.uniform(-0.7, 0.7), rng.uniform(-0.7, 0.7)
        if rng.random() < 0.5:
            shapes.append(bar(x, y, x + rng.uniform(-0.3, 0.3), y - rng.uniform(0.2, 0.6), 0.1))
        else:
            shapes.append(disc(x, y, rng.uniform(0.08, 0.25)))
    tint = rng.choice([-1, 1]) * rng.uniform(18, 60)
    on_open = rng.random() < 0.3

    def make(c: Color, *, decorated: bool) -> Maker:
        def tile(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
            out = framed(flat(w, h, c), line, line, 1)
            if decorated:
                out = painted(out, polygon_mask(w, h, shapes, 0.95) * 0.8, shifted(c, tint))
            return out

        return tile

    return make(covered, decorated=not on_open), make(opened, decorated=on_open), covered, opened


def tiles_outlined(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """An inner frame on covered tiles."""
    covered, opened, line = palette(rng)
    rim = shifted(covered, rng.choice([-1, 1]) * rng.uniform(20, 70))
    inset = rng.uniform(0.08, 0.2)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        out = framed(flat(w, h, covered), line, line, 1)
        d = max(1, round(h * inset))
        part = out[d : h - d, d : w - d]
        out[d : h - d, d : w - d] = framed(part.copy(), rim, rim, max(1, h // 24))
        return out

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return framed(flat(w, h, opened), line, line, 1)

    return up, down, covered, opened


def tiles_shine(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """A light that falls across the whole board, no lines on open ground."""
    covered, opened, _ = palette(rng)
    slope = (rng.uniform(-2, 2), rng.uniform(-2, 2))
    share = rng.uniform(0.05, 0.1)

    def shine(at: tuple[int, int]) -> float:
        return 14 * float(np.sin((slope[0] * at[0] + slope[1] * at[1]) / 6))

    def up(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
        c = shifted(covered, shine(at))
        return framed(flat(w, h, c), shifted(c, 35), shifted(c, -45), max(1, round(h * share)))

    def down(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
        return flat(w, h, shifted(opened, shine(at)))

    return up, down, covered, opened


def tiles_glossy(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """A glassy upper half on covered tiles."""
    covered, opened, line = palette(rng)
    gloss = rng.uniform(15, 45)
    radius = rng.uniform(0.05, 0.2)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        out = flat(w, h, covered)
        out[: h // 2] += np.linspace(gloss, gloss / 2, h // 2, dtype=np.float32)[:, None, None]
        return painted(flat(w, h, line), rounded(w, h, 0.5, radius * h), (0, 0, 0)) * 0 + (
            flat(w, h, line) * (1 - rounded(w, h, 0.5, radius * h)[..., None])
            + out * rounded(w, h, 0.5, radius * h)[..., None]
        )

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return painted(flat(w, h, line), rounded(w, h, 0.5, radius * h), opened)

    return up, down, covered, opened


def tiles_knobs(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Covered cells are round knobs on a board."""
    covered, opened, _ = palette(rng)
    back = shifted(opened, rng.choice([-1, 1]) * rng.uniform(6, 16))
    size = rng.uniform(0.78, 0.95)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        out = framed(flat(w, h, opened), back, back, 1)
        out = painted(out, polygon_mask(w, h, [disc(0, 0, 1)], size), shifted(covered, -25))
        return painted(out, polygon_mask(w, h, [disc(-0.04, -0.04, 0.9)], size), covered)

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return framed(flat(w, h, opened), back, back, 1)

    return up, down, covered, opened


def tiles_glow(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Covered tiles that are brighter or darker in the middle than at their rounded rim."""
    covered, opened, line = palette(rng)
    rise, radius = rng.choice([-1, 1]) * rng.uniform(25, 90), rng.uniform(0, 0.25)
    gap = rng.uniform(0, 0.06)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        ys, xs = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j]
        light = np.exp(-1.5 * (xs**2 + ys**2)).astype(np.float32)[..., None]
        tile = np.clip(flat(w, h, covered) + rise * (light - 0.4), 0, 255)
        mask = rounded(w, h, gap * h, radius * h)[..., None]
        return flat(w, h, line) * (1 - mask) + tile * mask

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return painted(flat(w, h, line), rounded(w, h, gap * h, radius * h), opened)

    return up, down, covered, opened


def tiles_slope(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Covered tiles that run from one colour to quite another, in any direction."""
    covered, opened, line = palette(rng)
    end = color(rng, 0, 255)
    turn = rng.choice([0.0, 0.5, 0.25, rng.random() * 2]) * np.pi
    radius = rng.uniform(0, 0.2)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        ys, xs = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j]
        along = np.clip(0.5 + (xs * np.cos(turn) + ys * np.sin(turn)) / 2, 0, 1)[..., None]
        tile = flat(w, h, covered) * (1 - along) + flat(w, h, end) * along
        mask = rounded(w, h, 0.6, radius * h)[..., None]
        return flat(w, h, line) * (1 - mask) + tile * mask

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return painted(flat(w, h, line), rounded(w, h, 0.6, radius * h), opened)

    return up, down, covered, opened


def tiles_dashed(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Cells with a broken line all round, which no two cells cut at the same place."""
    covered, opened, line = palette(rng)
    dash, wide = rng.uniform(0.06, 0.2), rng.uniform(0.03, 0.08)

    def make(c: Color) -> Maker:
        def tile(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
            out = flat(w, h, c)
            ys, xs = np.mgrid[:h, :w]
            edge = max(1, round(wide * h))
            across = (xs + at[1] * 0.37 * h) / (dash * h) % 2 < 1
            along = (ys + at[0] * 0.53 * h) / (dash * h) % 2 < 1
            rim = ((ys < edge) | (ys >= h - edge)) & across
            rim |= ((xs < edge) | (xs >= w - edge)) & along
            out[rim] = line
            return out

        return tile

    return make(covered), make(opened), covered, opened


def tiles_photo(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Translucent tiles over a picture that goes on behind the whole board."""
    covered, opened, _ = palette(rng)
    waves = [
        (rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5), rng.random() * 6, color(rng, -50, 50))
        for _ in range(6)
    ]
    solid = rng.uniform(0.45, 0.8)
    gap, radius = rng.uniform(0.02, 0.06), rng.uniform(0, 0.15)

    def behind(w: int, h: int, at: tuple[int, int]) -> Picture:
        ys, xs = np.mgrid[at[0] : at[0] + 1 : (h + 1) * 1j, at[1] : at[1] + 1 : (w + 1) * 1j]
        out = flat(w, h, (120.0, 120.0, 120.0))
        for across, down, start, tint in waves:
            wave = np.sin(across * xs + down * ys + start)[:h, :w, None].astype(np.float32)
            out += wave * np.array(tint, np.float32)
        return np.clip(out, 0, 255)

    def make(c: Color) -> Maker:
        def tile(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
            back = behind(w, h, at)
            mask = rounded(w, h, max(0.5, gap * h), radius * h) * solid
            return painted(back, mask, c)

        return tile

    return make(covered), make(opened), covered, opened


def tiles_neon(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Dark cells with a glowing rim; open ones glow less, or in another colour."""
    back = color(rng, 0, 30)
    lights = [color(rng, 60, 255), color(rng, 20, 140)]
    opened = shifted(back, rng.uniform(8, 30))
    inset, wide = rng.uniform(0.04, 0.1), rng.uniform(0.05, 0.12)

    def make(c: Color, light: Color) -> Maker:
        def tile(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
            outer = rounded(w, h, inset * h, 0.18 * h)
            inner = rounded(w, h, (inset + wide) * h, 0.14 * h)
            glow = cv2.GaussianBlur(outer - inner, (0, 0), max(0.6, 0.05 * h))
            out = painted(flat(w, h, back), inner, c)
            return painted(painted(out, np.clip(glow, 0, 1) * 0.6, light), outer - inner, light)

        return tile

    return make(back, lights[0]), make(opened, lights[1]), back, opened
