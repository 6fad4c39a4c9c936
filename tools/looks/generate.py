"""One image from a seed and a number: which renderer, which family, and its label."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from .browser import Browser
from .dataset import LabelledImage
from .drawn import choose_family, draw_board_image, draw_other_image
from .families import FAMILIES, KEPT_OUT, SECOND, TRAINING
from .finish import Finished
from .other_grids import OTHER_GRIDS, OTHER_KEPT_OUT
from .page_others import PAGE_GRIDS
from .page_style import PAGE_KEPT_OUT, PAGE_TRAINING, STYLES
from .pages import page_image

OTHER_SHARE = 0.45
"""Share of images without a board, where boards and other grids are both chosen from."""


@dataclass(frozen=True)
class Choice:
    """The families of looks and the other grids that images are made of, by renderer."""

    drawn: tuple[str, ...]
    pages: tuple[str, ...]
    drawn_grids: tuple[str, ...]
    page_grids: tuple[str, ...]

    def draw_kind(self, rng: Random, families: tuple[str, ...], grids: tuple[str, ...]) -> str:
        """Return a family or the kind of another grid."""
        if not families or (grids and rng.random() < OTHER_SHARE):
            return rng.choice(grids)
        return choose_family(rng, families)


def choice_of(*, kept_out: bool = False, names: list[str] | None = None) -> Choice:
    """Return the families to be used: those for training, those kept out, or the named ones."""
    if names:
        known = {*FAMILIES, *SECOND, *STYLES, *OTHER_GRIDS, *PAGE_GRIDS}
        unknown = [name for name in names if name not in known]
        if unknown:
            msg = f"no family {', '.join(unknown)}; there are {', '.join(sorted(known))}"
            raise ValueError(msg)
        lists = ((*FAMILIES, *SECOND), STYLES, OTHER_GRIDS, PAGE_GRIDS)
        return Choice(*(tuple(n for n in names if n in these) for these in lists))
    drawn_grids = tuple(n for n in OTHER_GRIDS if (n in OTHER_KEPT_OUT) == kept_out)
    page_grids = tuple(n for n in PAGE_GRIDS if (n in OTHER_KEPT_OUT) == kept_out)
    if kept_out:
        return Choice(KEPT_OUT, PAGE_KEPT_OUT, drawn_grids, page_grids)
    return Choice(TRAINING, PAGE_TRAINING, drawn_grids, page_grids)


def renderer_of(number: int, wanted: str) -> str:
    """Return which renderer makes an image: with both, every second image is a page."""
    if wanted == "both":
        return "page" if number % 2 else "drawn"
    return wanted


def labelled(name: str, number: int, kind: str, renderer: str, done: Finished) -> LabelledImage:
    """Return the label of an image."""
    return LabelledImage(
        Path(f"{number:06d}{done.suffix}"),
        name,
        kind,
        renderer,
        tuple(done.boards),
        None if done.boards else kind,
        tuple(done.notes),
    )


def draw(seed: int, number: int, choice: Choice) -> tuple[Finished, LabelledImage]:
    """Return image `number` of a seed, drawn without a browser."""
    name = f"drawn-{seed}-{number}"
    rng = Random(name)
    kind = choice.draw_kind(rng, choice.drawn, choice.drawn_grids)
    make = draw_board_image if kind in (*FAMILIES, *SECOND) else draw_other_image
    done = make(rng, kind)
    return done, labelled(name, number, kind, "drawn", done)


def render(
    browser: Browser, seed: int, number: int, choice: Choice
) -> tuple[Finished, LabelledImage]:
    """Return image `number` of a seed, rendered by a browser."""
    name = f"page-{seed}-{number}"
    rng = Random(name)
    kind = choice.draw_kind(rng, choice.pages, choice.page_grids)
    done = page_image(rng, browser, kind, sprites=choice.drawn or TRAINING)
    return done, labelled(name, number, kind, "page", done)
