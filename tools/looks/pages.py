"""Images of pages: composed, rendered by a browser, with pointers and dialogs over them."""

from __future__ import annotations

from random import Random

import numpy as np

from .browser import Browser
from .finish import Finished, finish
from .furniture import Canvas
from .overlays import dialog, dim, hover, pointer
from .page_layout import compose
from .page_others import PAGE_GRIDS


def page_image(rng: Random, browser: Browser, kind: str, *, sprites: tuple[str, ...]) -> Finished:
    """Return an image of a page with a board of a family, or with another grid.

    Boards cut from one image are drawn in one of the families `sprites`.
    """
    other = kind if kind in PAGE_GRIDS else None
    rendered = None
    while rendered is None:
        source = compose(rng, kind, other, sprites=sprites)
        rendered = browser.render(source)
    pixels, boards = rendered
    canvas = Canvas(pixels.astype(np.float32))
    notes = [*source.notes, f"scale {source.scale}"]
    if boards:
        stage = source.positions[0].stage
        if stage in ("lost", "won", "shown") and rng.random() < 0.15:
            dim(rng, canvas, (0, 0, *canvas.size))
            notes.append("dimmed")
        if rng.random() < 0.06:
            hover(rng, canvas, boards[0])
        if rng.random() < 0.03:
            boards[0] = dialog(rng, canvas, boards[0])
            notes.append("dialog")
        if rng.random() < 0.15:
            boards[0] = pointer(rng, canvas, boards[0])
            notes.append("pointer")
    done = finish(rng, canvas.pixels, boards)
    done.notes = [*notes, *done.notes]
    return done
