"""The pretended desktop round the in-process game: wallpaper, panel, another window, title bars.

It gives a reader of the screen something to find the board in. Pure drawing, the same every time.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from autosweep.client.skins import Skin
from autosweep.client.vector_shapes import Stencil, bgr, fill, mixed, paint
from autosweep.geometry import Rect
from autosweep.interfaces import Pixels

_SKY, _GROUND = "#27506e", "#7fa7a0"
_PANEL, _PANEL_TEXT = "#20262e", "#d5dde6"
_ICONS = ("#d9534f", "#f0ad4e", "#5cb85c", "#5bc0de", "#9a7fd1")
_TITLE_SHARE = 26
"""Height of a title bar at a scale of one, in pixels."""


def title_height(scale: float) -> int:
    """Return the height of a title bar, in pixels."""
    return round(_TITLE_SHARE * scale)


def panel_height(scale: float) -> int:
    """Return the height of the panel at the bottom of the screen, in pixels."""
    return round(32 * scale)


@lru_cache(maxsize=4)
def render_desktop(width: int, height: int, scale: float = 1.0) -> Pixels:
    """Return a desktop, not to be written to: hills, a window with text in it and a panel."""
    image = _wallpaper(width, height)
    _notes_window(image, scale)
    _panel(image, scale)
    image.flags.writeable = False
    return image


def _wallpaper(width: int, height: int) -> Pixels:
    down = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    across = np.linspace(-0.12, 0.12, width, dtype=np.float32)[None, :, None]
    share = np.clip(down + across, 0, 1)
    sky, ground = (np.asarray(bgr(colour), np.float32) for colour in (_SKY, _GROUND))
    image: Pixels = np.rint(sky * (1 - share) + ground * share).astype(np.uint8)
    x = np.arange(width, dtype=np.float32)
    rows = np.arange(height, dtype=np.float32)[:, None]
    for level, swing, period, colour in (
        (0.62, 0.05, 0.9, "#4f7f7c"),
        (0.74, 0.06, 0.55, "#3d6a68"),
        (0.86, 0.04, 0.7, "#2d5552"),
    ):
        ridge = height * (level + swing * np.sin(x / width * 2 * np.pi / period + 9 * level))
        image[rows > ridge[None, :]] = bgr(colour)
    return image


def _panel(image: Pixels, scale: float) -> None:
    height, width = image.shape[:2]
    tall = panel_height(scale)
    top = height - tall
    fill(image, Rect(0, top, width, tall), _PANEL)
    size = round(tall * 0.6)
    for i, colour in enumerate(_ICONS):
        icon = Stencil(size, size)
        icon.rounded_box((0, 0, size, size), size * 0.25)
        paint(image, icon, colour, at=(round(tall * (0.4 + 1.15 * i)), top + (tall - size) // 2))
    write(image, "12:00", (width - round(62 * scale), top + round(21 * scale)), scale, _PANEL_TEXT)


def _notes_window(image: Pixels, scale: float) -> None:
    height, width = image.shape[:2]
    rect = Rect(round(width * 0.52), round(height * 0.3), round(width * 0.4), round(height * 0.5))
    inner = paint_window(image, rect, "Notes", ("#e3e0da", "#3b3a36"), scale)
    fill(image, inner, "#fbfaf6")
    step = round(22 * scale)
    for i, line in enumerate(
        (
            "Things to do on a rainy day",
            "1. Water the plants, all 8 of them",
            "2. Answer the letters of 3 weeks",
            "3. Play a game - or 27",
            "4. Read what is on the pile",
            "5. Count the mines again",
        )
    ):
        baseline = inner.y + step * (i + 1)
        if baseline < inner.bottom:
            write(image, line, (inner.x + step // 2, baseline), scale, "#3b3a36")


def paint_window(
    image: Pixels, rect: Rect, title: str, colours: tuple[str, str], scale: float
) -> Rect:
    """Draw a title bar (ground and text colour given) and a border; return what is inside."""
    ground, text = colours
    tall, line = title_height(scale), max(1, round(scale))
    fill(image, rect, mixed(ground, "#000000", 0.45))
    fill(image, Rect(rect.x + line, rect.y + line, rect.w - 2 * line, tall - line), ground)
    write(image, title, (rect.x + round(10 * scale), rect.y + round(18 * scale)), scale, text)
    size = round(12 * scale)
    for i, colour in enumerate(("#e0604f", "#e2b93d", "#57b35a")):
        button = Stencil(size, size)
        button.disc((size / 2, size / 2), size / 2)
        x = rect.right - round((22 + 19 * i) * scale)
        if x > rect.x:
            paint(image, button, colour, at=(x, rect.y + (tall - size) // 2))
    return Rect(rect.x + line, rect.y + tall, rect.w - 2 * line, rect.h - tall - line)


def window_rect(client: Rect, scale: float) -> Rect:
    """Return the window whose inside is a given client area."""
    line = max(1, round(scale))
    tall = title_height(scale)
    return Rect(client.x - line, client.y - tall, client.w + 2 * line, client.h + tall + line)


def title_colours(skin: Skin) -> tuple[str, str]:
    """Return ground and text colour of the title bar that goes with a skin."""
    return skin.header.title_bar, skin.header.title_text


def write(image: Pixels, text: str, at: tuple[int, int], scale: float, colour: str) -> None:
    """Write a short text with its baseline at a position; cv2 brings its own letters."""
    cv2.putText(
        image,
        text,
        at,
        cv2.FONT_HERSHEY_SIMPLEX,
        0.45 * scale,
        bgr(colour),
        max(1, round(scale)),
        cv2.LINE_AA,
    )
