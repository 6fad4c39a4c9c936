"""Hints as drawing instructions: which shapes are drawn on which cells, in shares of a cell. Pure.

Images, windows and the vectors of a page use the same instructions. Every kind of mark has a shape
of its own and a rim that differs in brightness from its fill, so that it is recognised without
colour vision and on light and dark boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from autosweep.geometry import Cell, Grid

Colour = tuple[int, int, int]
"""Blue, green, red."""
Point = tuple[float, float]
"""x and y as shares of a cell's width and height."""

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (24, 24, 24)
BLUE: Colour = (178, 94, 0)
VERMILION: Colour = (0, 60, 200)
YELLOW: Colour = (40, 210, 250)
PURPLE: Colour = (80, 0, 66)
PALE: Colour = (150, 240, 255)
# Blue, vermilion, yellow and dark purple differ for all common kinds of colour blindness.
COOL: Colour = (150, 235, 255)
HOT: Colour = (20, 10, 110)
# From light to dark, so that the order is visible without colours.
PERCENT_SIGN_FROM = 30
"""Cell width in pixels from which the percent sign is drawn."""
LEAST_LINE = 1.5
"""Smallest width of a line, in pixels."""
LEAST_RIM = 1.0
"""Smallest width of a rim, in pixels."""
RIM = 0.06
"""Width of a rim as a share of a cell."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What to draw on a board."""

    safe: frozenset[Cell] = frozenset()
    """Proven free of mines: a tick."""
    mines: frozenset[Cell] = frozenset()
    """Proven mines: a cross."""
    guess: Cell | None = None
    """The best guess if nothing is safe: a frame of corners."""
    probability: Mapping[Cell, float] = field(default_factory=dict)
    """Probability of a mine, for cells that show it: a dark badge with percent."""
    uncertain: frozenset[Cell] = frozenset()
    """Uncertain cells: a dashed frame and a question mark."""
    wrong_flags: frozenset[Cell] = frozenset()
    """Flags on cells that are proven safe: a ring with a slash."""
    best: Cell | None = None
    """The proven cell to open next: a tick in a frame of corners."""
    because: frozenset[Cell] = frozenset()
    """The clues that force the best move: a ring round the number."""
    heat: Mapping[Cell, float] = field(default_factory=dict)
    """Probability of a mine, for cells that show it as a disc: from small and light to large and
    dark."""

    def __bool__(self) -> bool:
        """Return True if there is anything to draw."""
        return any(
            (
                self.safe,
                self.mines,
                self.probability,
                self.uncertain,
                self.wrong_flags,
                self.because,
                self.heat,
                self.guess is not None,
                self.best is not None,
            )
        )


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[Point, ...]
    width: float = 0.13
    """Share of the cell's shorter side; never less than LEAST_LINE pixels."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc in the middle of the cell, or a ring where it has a width."""

    radius: float
    """Share of the cell's shorter side, to the middle of a ring's line."""
    width: float | None = None


@dataclass(frozen=True, slots=True)
class Plate:
    """A filled rectangle in the middle of the cell."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Text:
    """A text as large as fits on a plate."""

    text: str
    plate: Plate


Shape = Stroke | Disc | Plate | Text


@dataclass(frozen=True, slots=True)
class Paint:
    """Shapes in one colour, with a rim of another round them."""

    shapes: tuple[Shape, ...]
    fill: Colour
    rim: Colour | None = None


@dataclass(frozen=True, slots=True)
class HintMark:
    """The shapes on one cell, in the order in which they are drawn."""

    kind: str
    """safe, mine, guess, best, chance, heat, uncertain, wrong flag or because."""
    cell: Cell
    paints: tuple[Paint, ...]


TICK = Stroke(((0.23, 0.53), (0.42, 0.73), (0.78, 0.28)))
CROSS = (Stroke(((0.27, 0.27), (0.73, 0.73))), Stroke(((0.73, 0.27), (0.27, 0.73))))
SLASHED = (Stroke(((0.22, 0.78), (0.78, 0.22))), Disc(0.36, 0.1))
_NEAR, _FAR, _LONG = 0.095, 0.905, 0.26
CORNERS = tuple(
    Stroke(((x, y + down), (x, y), (x + right, y)), 0.07)
    for x, right in ((_NEAR, _LONG), (_FAR, -_LONG))
    for y, down in ((_NEAR, _LONG), (_FAR, -_LONG))
)
DASHES = tuple(
    Stroke(line, 0.06)
    for at in (0.08, 0.92)
    for begin, end in ((0.0, 0.2), (0.4, 0.6), (0.8, 1.0))
    for line in (((begin, at), (end, at)), ((at, begin), (at, end)))
)
CIRCLE = Disc(0.45, 0.07)
BADGE = Plate(0.86, 0.62)
FRAMED = Plate(0.68, 0.5)
"""A badge that leaves room for the corners round it."""


def marks_of(hints: Hints, grid: Grid) -> Iterator[HintMark]:
    """Yield what to draw on the cells of a board, the lowest first."""
    for cell, chance in hints.heat.items():
        yield HintMark("heat", cell, _heat(chance))
    for cell in sorted(hints.uncertain):
        yield HintMark(
            "uncertain", cell, (Paint(DASHES, BLACK, YELLOW), *_badge("?", YELLOW, BLACK))
        )
    if hints.guess is not None:
        yield HintMark("guess", hints.guess, (Paint(CORNERS, BLACK, YELLOW),))
    for cell, chance in hints.probability.items():
        text = percent(chance, grid.cell_rect(cell).w)
        plate = FRAMED if cell == hints.guess else BADGE
        yield HintMark("chance", cell, _badge(text, BLACK, WHITE, plate))
    for cell in sorted(hints.safe - hints.wrong_flags - {hints.best}):
        yield HintMark("safe", cell, (Paint((TICK,), BLUE, WHITE),))
    for cell in sorted(hints.mines):
        yield HintMark("mine", cell, (Paint(CROSS, VERMILION, WHITE),))
    for cell in sorted(hints.wrong_flags - {hints.best}):
        yield HintMark("wrong flag", cell, (Paint(SLASHED, VERMILION, WHITE),))
    for cell in sorted(hints.because):
        yield HintMark("because", cell, (Paint((CIRCLE,), PURPLE, PALE),))
    if hints.best is not None:
        glyph = (TICK,) if hints.best not in hints.wrong_flags else SLASHED
        fill = BLUE if hints.best not in hints.wrong_flags else VERMILION
        yield HintMark(
            "best", hints.best, (Paint(CORNERS, BLACK, YELLOW), Paint(glyph, fill, WHITE))
        )


def percent(chance: float, width: int) -> str:
    """Return a probability in percent; 0 and 100 mean certain."""
    rounded = round(chance * 100) if chance in (0, 1) else min(99, max(1, round(chance * 100)))
    return f"{rounded}%" if width >= PERCENT_SIGN_FROM else str(rounded)


def _badge(
    text: str, background: Colour, colour: Colour, plate: Plate = BADGE
) -> tuple[Paint, Paint]:
    return Paint((plate,), background), Paint((Text(text, plate),), colour)


def _heat(chance: float) -> tuple[Paint, ...]:
    """Return a disc whose area and darkness grow with the probability."""
    share = min(1.0, max(0.0, chance))
    cool, hot = COOL, HOT
    fill = tuple(round(a + (b - a) * share) for a, b in zip(cool, hot, strict=True))
    # The rim contrasts with the fill, or a light disc would be lost on a light board.
    rim = BLACK if share < 0.5 else WHITE
    radius = (0.13**2 + (0.36**2 - 0.13**2) * share) ** 0.5
    return (Paint((Disc(round(radius, 2)),), (fill[0], fill[1], fill[2]), rim),)


def without(hints: Hints, cells: frozenset[Cell]) -> Hints:
    """Return the hints without those on some cells."""
    return Hints(
        hints.safe - cells,
        hints.mines - cells,
        None if hints.guess in cells else hints.guess,
        {cell: chance for cell, chance in hints.probability.items() if cell not in cells},
        hints.uncertain - cells,
        hints.wrong_flags - cells,
        None if hints.best in cells else hints.best,
        hints.because - cells,
        {cell: chance for cell, chance in hints.heat.items() if cell not in cells},
    )
