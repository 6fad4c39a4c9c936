"""Pages of the data engine: the same from a seed, and labelled where Chromium drew the cells."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from random import Random

import cv2
import numpy as np
import pytest

pytest.importorskip("playwright.sync_api")
from looks.browser import Browser
from looks.families import TRAINING
from looks.generate import Choice, choice_of, render
from looks.page_boards import PAINT, canvas_board, styled_board, svg_board
from looks.page_layout import PageSource
from looks.page_others import PAGE_GRIDS
from looks.page_style import STYLES, PageLook
from looks.positions import Position

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium"),
]
RED, BLUE = (0.0, 0.0, 255.0), (255.0, 0.0, 0.0)
POSITION = Position(("?0?0?", "0?0?0", "?0?0?"), frozenset(), "middle")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    opened = Browser()
    yield opened
    opened.close()


@pytest.mark.parametrize("family", STYLES)
def test_every_family_renders_boards(browser: Browser, family: str) -> None:
    done, label = render(browser, 11, 0, Choice(TRAINING, (family,), (), ()))
    pixels = cv2.imdecode(np.frombuffer(done.encoded, np.uint8), cv2.IMREAD_COLOR)
    assert label.family == family
    assert label.boards
    for board in label.boards:
        assert (np.diff(board.row_edges) > 5).all()
        assert board.row_edges[-1] <= pixels.shape[0] + 1
        assert board.col_edges[-1] <= pixels.shape[1] + 1


@pytest.mark.parametrize("kind", PAGE_GRIDS)
def test_every_other_grid_renders(browser: Browser, kind: str) -> None:
    _, label = render(browser, 11, 0, Choice((), (), (), (kind,)))
    assert label.other == kind
    assert label.boards == ()


def test_the_same_seed_gives_the_same_page(browser: Browser) -> None:
    """Also after other pages and in a Chromium that was started anew."""
    numbers = (3, 4, 5, 6)
    first = [render(browser, 11, k, choice_of()) for k in numbers]
    browser.restart()
    again = [render(browser, 11, k, choice_of()) for k in reversed(numbers)][::-1]
    assert [f[1] for f in first] == [a[1] for a in again]
    assert [f[0].encoded for f in first] == [a[0].encoded for a in again]


@pytest.mark.parametrize("make", [styled_board, svg_board, canvas_board])
@pytest.mark.parametrize("scale", [0.75, 1, 2.5])
def test_cells_lie_where_the_label_says(
    browser: Browser, make: Callable[..., str], scale: float
) -> None:
    look = PageLook("page flat", "background:#f00;", "background:#00f;", RED, BLUE, (0.0, 0.0, 0.0))
    look.gap, look.digits = 2, ["#000"] * 8
    for seed in range(6):
        board = make(Random(seed), look, POSITION, (23.5, 20), "board0")
        html = f"<html><head>{PAINT}</head><body>{board}</body></html>"
        rendered = browser.render(PageSource(html, [POSITION], scale, (300, 200), []))
        assert rendered is not None
        pixels, (label,) = rendered
        for r, line in enumerate(label.cells):
            for c, symbol in enumerate(line):
                y = round(label.row_edges[r] + (label.row_edges[r + 1] - label.row_edges[r]) / 4)
                x = round(label.col_edges[c] + (label.col_edges[c + 1] - label.col_edges[c]) / 4)
                assert tuple(pixels[y, x]) == (RED if symbol == "?" else BLUE), (r, c)
