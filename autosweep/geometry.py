"""Points, rectangles, the grid of a board and the map between frame pixels and screen points.

Pixel *i* covers `[i, i + 1)`. A frame's pixels and the screen's points are different spaces (a
Retina or scaled display has more pixels than points, a captured region starts somewhere else), so
they have different point types and only `ScreenMap` turns one into the other. Cells are `(row,
column)`, from 0. Pure: nothing but the standard library.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, inf

_JITTER = 3
"""Points the pointer may be off its place before a person is thought to have moved it."""
Cell = tuple[int, int]
"""A board cell: row, column, both from 0."""


_FINEST_STEP = 120
"""Scales are multiples of 1/120: the next pixel that begins a point is at most 120 pixels away."""
_SAME_POINT = 1e-6
"""Points by which a computed edge may be off."""


@dataclass(frozen=True, slots=True)
class FramePoint:
    """A position in a frame, in pixels of that frame."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ScreenPoint:
    """A position on the screen, in the units the mouse uses."""

    x: int
    y: int

    def strays_from(self, places: Iterable[ScreenPoint]) -> bool:
        """Return True if this is at none of some places, but for the jitter of a mouse."""
        return all(max(abs(self.x - p.x), abs(self.y - p.y)) > _JITTER for p in places)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of whole pixels or points; it holds `x <= px < x + w`."""

    x: int
    y: int
    w: int
    h: int

    def __post_init__(self) -> None:
        if self.w < 0 or self.h < 0:
            msg = f"a rectangle cannot have a negative size: {self.w}x{self.h}"
            raise ValueError(msg)

    def __str__(self) -> str:
        return f"{self.w} x {self.h} at {self.x},{self.y}"

    @property
    def right(self) -> int:
        """First x beyond the rectangle."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """First y beyond the rectangle."""
        return self.y + self.h

    @property
    def area(self) -> int:
        """Number of pixels in it."""
        return self.w * self.h

    def contains(self, x: float, y: float) -> bool:
        """Return True if a position lies inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def intersect(self, other: Rect) -> Rect:
        """Return the common part, of size zero where there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(x, y, max(0, right - x), max(0, bottom - y))

    def grown(self, by: int) -> Rect:
        """Return the rectangle with `by` more pixels on each side."""
        return Rect(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, dx: int, dy: int) -> Rect:
        """Return the rectangle at another place."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of a board in a frame: a table of edges, because the pitch may be uneven."""

    row_edges: tuple[float, ...]
    """Top edge of each row and, last, the bottom edge of the board; in frame pixels, rising."""
    col_edges: tuple[float, ...]
    """Left edge of each column and, last, the right edge of the board; in frame pixels, rising."""

    def __post_init__(self) -> None:
        for edges in (self.row_edges, self.col_edges):
            if len(edges) < 2 or any(b <= a for a, b in pairwise(edges)):
                msg = "the edges of a grid must be at least two and rise"
                raise ValueError(msg)

    @classmethod
    def regular(
        cls, corner: tuple[float, float], cell: tuple[float, float], shape: tuple[int, int]
    ) -> Grid:
        """Build an even grid from its corner x, y, cell width, height and rows, columns."""
        return cls(
            tuple(corner[1] + cell[1] * r for r in range(shape[0] + 1)),
            tuple(corner[0] + cell[0] * c for c in range(shape[1] + 1)),
        )

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.row_edges) - 1

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.col_edges) - 1

    @property
    def cell_size(self) -> tuple[float, float]:
        """Mean width and height of a cell, in pixels."""
        return (
            (self.col_edges[-1] - self.col_edges[0]) / self.cols,
            (self.row_edges[-1] - self.row_edges[0]) / self.rows,
        )

    @property
    def bbox(self) -> Rect:
        """The smallest rectangle of whole pixels round the board, by rounding the outer edges."""
        left, right = round(self.col_edges[0]), round(self.col_edges[-1])
        top, bottom = round(self.row_edges[0]), round(self.row_edges[-1])
        return Rect(left, top, right - left, bottom - top)

    def cell_rect(self, cell: Cell) -> Rect:
        """Return the whole pixels of a cell."""
        r, c = cell
        left, right = round(self.col_edges[c]), round(self.col_edges[c + 1])
        top, bottom = round(self.row_edges[r]), round(self.row_edges[r + 1])
        return Rect(left, top, right - left, bottom - top)

    def center(self, cell: Cell) -> FramePoint:
        """Return the middle of a cell."""
        r, c = cell
        return FramePoint(
            (self.col_edges[c] + self.col_edges[c + 1]) / 2,
            (self.row_edges[r] + self.row_edges[r + 1]) / 2,
        )

    def cell_at(self, point: FramePoint) -> Cell | None:
        """Return the cell under a position, or None outside the board."""
        r = bisect_right(self.row_edges, point.y) - 1
        c = bisect_right(self.col_edges, point.x) - 1
        if 0 <= r < self.rows and 0 <= c < self.cols:
            return r, c
        return None

    def distance(self, other: Grid) -> float:
        """Return the most pixels by which a line lies elsewhere; infinite for other sizes."""
        if (self.rows, self.cols) != (other.rows, other.cols):
            return inf
        rows = zip(self.row_edges, other.row_edges, strict=True)
        cols = zip(self.col_edges, other.col_edges, strict=True)
        return max(abs(a - b) for a, b in (*rows, *cols))

    def scaled(self, across: float, down: float) -> Grid:
        """Return the grid in a frame that shows the same with other pixels."""
        return Grid(
            tuple(e * down for e in self.row_edges),
            tuple(e * across for e in self.col_edges),
        )

    def moved(self, dx: float, dy: float) -> Grid:
        """Return the grid at another place."""
        return Grid(
            tuple(e + dy for e in self.row_edges),
            tuple(e + dx for e in self.col_edges),
        )


@dataclass(frozen=True, slots=True)
class ScreenMap:
    """How a frame lies on the screen: where its corner is and how many pixels make a point."""

    origin_x: float = 0.0
    """Screen x of the frame's left edge, in points."""
    origin_y: float = 0.0
    """Screen y of the frame's top edge, in points."""
    scale_x: float = 1.0
    """Frame pixels per screen point, across; 2 on a Retina display."""
    scale_y: float = 1.0
    """Frame pixels per screen point, down."""

    def __post_init__(self) -> None:
        if self.scale_x <= 0 or self.scale_y <= 0:
            msg = "a screen map needs positive scales"
            raise ValueError(msg)

    def to_screen(self, point: FramePoint) -> ScreenPoint:
        """Return the screen point under a frame position, rounded down to the point it is in."""
        return ScreenPoint(
            int((point.x / self.scale_x + self.origin_x) // 1),
            int((point.y / self.scale_y + self.origin_y) // 1),
        )

    def to_frame(self, point: ScreenPoint) -> FramePoint:
        """Return the frame position of the middle of a screen point."""
        return FramePoint(
            (point.x + 0.5 - self.origin_x) * self.scale_x,
            (point.y + 0.5 - self.origin_y) * self.scale_y,
        )

    def grid_in(self, other: ScreenMap, grid: Grid) -> Grid:
        """Return a grid of this frame in another one, which may have other pixels for a point."""
        there = grid.scaled(other.scale_x / self.scale_x, other.scale_y / self.scale_y)
        return there.moved(
            (self.origin_x - other.origin_x) * other.scale_x,
            (self.origin_y - other.origin_y) * other.scale_y,
        )

    def cropped(self, region: Rect) -> ScreenMap:
        """Return the map of a part of the frame."""
        return ScreenMap(
            self.origin_x + region.x / self.scale_x,
            self.origin_y + region.y / self.scale_y,
            self.scale_x,
            self.scale_y,
        )

    def pixels_of(self, region: Rect) -> Rect:
        """Return the smallest frame rectangle that holds all of a screen region.

        Every source of frames cuts its regions so: two frames of one region have the same pixels.
        """
        left = (region.x - self.origin_x) * self.scale_x
        top = (region.y - self.origin_y) * self.scale_y
        right, bottom = left + region.w * self.scale_x, top + region.h * self.scale_y
        x, y = floor(left + _SAME_POINT), floor(top + _SAME_POINT)
        return Rect(x, y, ceil(right - _SAME_POINT) - x, ceil(bottom - _SAME_POINT) - y)

    def whole_points(self, rect: Rect) -> Rect:
        """Return the smallest frame rectangle around one whose edges are whole screen points.

        At a scale of 150 % every third pixel begins a point. The same rectangle where no edge near
        it does.
        """
        across, down = (self.origin_x, self.scale_x), (self.origin_y, self.scale_y)
        left, right = (_point_edge(x, step, *across) for x, step in ((rect.x, -1), (rect.right, 1)))
        top, bottom = (_point_edge(y, step, *down) for y, step in ((rect.y, -1), (rect.bottom, 1)))
        return Rect(left, top, right - left, bottom - top)

    def rect_to_screen(self, rect: Rect) -> Rect:
        """Return the screen rectangle (in points) that covers a frame rectangle."""
        left = (rect.x / self.scale_x + self.origin_x) // 1
        top = (rect.y / self.scale_y + self.origin_y) // 1
        right = -((-(rect.right / self.scale_x + self.origin_x)) // 1)
        bottom = -((-(rect.bottom / self.scale_y + self.origin_y)) // 1)
        return Rect(int(left), int(top), int(right - left), int(bottom - top))


def _point_edge(pixel: int, step: int, origin: float, scale: float) -> int:
    """Return the nearest pixel edge in a direction that is a point's edge, too."""
    for edge in range(pixel, pixel + step * _FINEST_STEP, step):
        point = origin + edge / scale
        if abs(point - round(point)) < _SAME_POINT:
            return edge
    return pixel
