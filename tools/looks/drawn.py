"""Images drawn without a browser: one or two boards, or another grid, among furniture."""

from __future__ import annotations

from random import Random

from .board_extras import with_coordinates
from .board_image import BoardPainter, Look, board_frame, choose_look, page_color
from .dataset import LabelledBoard
from .families import OFTEN, SECOND
from .finish import Finished, finish
from .furniture import Canvas, background, header, stuff, window
from .more_looks import choose_second_look
from .other_grids import draw_other
from .overlays import dialog, dim, hover, pointer, window_over
from .positions import Position, simulate, size_of_board
from .shapes import Color, Picture, color, shifted

MOST_CELLS = 700
SCREENS = ((1920, 1080), (1366, 768), (1280, 800), (1024, 768), (720, 1280), (480, 854))
"""Sizes of whole screens, width and height."""
SCREEN_SHARE = 0.08
"""Share of the images that are whole screens."""
ENDED_SHARE = 0.45
"""Share of the boards of the second set that are nearly or all played."""
LEAST_SHOWN = 0.12
"""Share of cells that are not plainly hidden on a board whose hidden cells join."""
LARGEST_BOARD = (1300, 900)
"""Width and height of the largest board in pixels."""


def cells_can_be_seen(position: Position) -> bool:
    """Return True if a board whose hidden cells join shows how large its cells are."""
    shown = sum(symbol != "?" for line in position.cells for symbol in line)
    return shown >= LEAST_SHOWN * position.rows * position.cols


def one_board(rng: Random, family: str) -> tuple[Picture, LabelledBoard, Look, Position]:
    """Return the pixels of a board with its frame, and its label within them."""
    second = family in SECOND
    look = choose_second_look(rng, family) if second else choose_look(rng, family)
    px, py = look.pitch
    most_cols, most_rows = int(LARGEST_BOARD[0] / px), int(LARGEST_BOARD[1] / py)
    rows, cols = size_of_board(rng, min(30, most_rows), min(40, most_cols))
    if rows * cols > MOST_CELLS:
        rows = max(5, MOST_CELLS // cols)
    position = look.shown(simulate(rng, rows, cols))
    # Signs are what varies in the second set: more of its games have ended.
    if second and rng.random() < ENDED_SHARE:
        while position.stage not in ("lost", "won", "late"):
            position = look.shown(simulate(rng, rows, cols))
    while look.joined and not cells_can_be_seen(position):
        position = look.shown(simulate(rng, rows, cols))
    ys, xs = ([round(k * p) for k in range(n + 1)] for p, n in ((py, rows), (px, cols)))
    board = BoardPainter(rng, look).draw(position, ys, xs)
    left = top = 0
    if look.extras.coordinates:
        board, (left, top) = with_coordinates(rng, board, ys, xs, look.extras.coordinates)
    pixels, wide = board_frame(rng, board, look)
    label = LabelledBoard(
        tuple(float(v + wide + top) for v in ys),
        tuple(float(v + wide + left) for v in xs),
        position.cells,
    )
    return pixels, label, look, position


def moved(board: LabelledBoard, x: float, y: float) -> LabelledBoard:
    """Return a board at another place."""
    return LabelledBoard(
        tuple(v + y for v in board.row_edges), tuple(v + x for v in board.col_edges), board.cells
    )


def framed_scene(
    rng: Random, part: Picture, around: Color, *, mines: bool
) -> tuple[Canvas, tuple[int, int]]:
    """Return a canvas with a part on it among furniture, and where the part lies."""
    h, w = part.shape[:2]
    kind = rng.choices(["bare", "page", "window", "desktop"], [15, 35, 22, 28])[0]
    top = rng.randint(24, 60) if rng.random() < 0.75 else 0
    if kind == "bare":
        pad = rng.choice([0, 0, 2, 6, 12])
        canvas = background(rng, w + 2 * pad, h + 2 * pad + top, around)
        header(canvas, rng, (pad, pad + 2, pad + w, pad + top - 3), around, mines=mines)
        x, y = pad, pad + top
    else:
        margin = [
            rng.randint(6, 60) if rng.random() < 0.6 else rng.randint(60, 300) for _ in range(4)
        ]
        wide, tall = w + margin[0] + margin[1], h + margin[2] + margin[3] + top
        x, y = margin[0], margin[2] + top
        canvas = background(rng, wide, tall, around if kind != "desktop" else None)
        if kind == "desktop":
            for _ in range(rng.randrange(4)):
                side = (rng.randint(-40, wide), rng.randint(-40, tall))
                box = (*side, side[0] + rng.randint(120, 400), side[1] + rng.randint(90, 300))
                c = rng.choice([(255.0,) * 3, (236.0,) * 3, color(rng)])
                under = window(canvas, rng, box, c)
                stuff(canvas, rng, (box[0] + 6, box[1] + under + 4, box[2] - 6, box[3] - 4), c)
        else:
            stuff(canvas, rng, (x + w + 10, y, wide - 6, tall - 6), around)
            stuff(canvas, rng, (6, y, x - 10, tall - 6), around)
            stuff(canvas, rng, (6, y + h + 8, wide - 6, tall - 4), around)
        if kind in ("window", "desktop"):
            pad = rng.choice([0, 2, 6, 12])
            bar = rng.randint(20, 30)
            box = (x - pad, y - pad - top - bar, x + w + pad, y + h + pad)
            canvas.bevel(box, around)
            window(canvas, rng, box, around)
            canvas.rectangle((box[0] + 2, box[1] + bar, box[2] - 2, box[3] - 2), around)
        header(canvas, rng, (x, y - top + 3, x + w, y - 4), around, mines=mines)
    canvas.paste(x, y, part)
    return canvas, (x, y)


def on_screen(rng: Random, canvas: Canvas) -> tuple[Canvas, tuple[int, int]]:
    """Return a whole screen with a canvas on it as one window, and where it lies."""
    w, h = canvas.size
    sizes = [s for s in SCREENS if s[0] >= w and s[1] >= h + 40]
    if not sizes:
        return canvas, (0, 0)
    wide, tall = rng.choice(sizes)
    screen = background(rng, wide, tall)
    for _ in range(rng.randrange(5)):
        x, y = rng.randint(-60, wide - 80), rng.randint(-20, tall - 80)
        box = (x, y, x + rng.randint(200, 800), y + rng.randint(150, 600))
        c = rng.choice([(255.0,) * 3, (236.0,) * 3, (40.0,) * 3, color(rng)])
        under = window(screen, rng, box, c)
        stuff(screen, rng, (box[0] + 8, box[1] + under + 4, box[2] - 8, box[3] - 4), c)
    c = color(rng)
    low = rng.randint(28, 44)
    screen.rectangle((0, tall - low, wide, tall), c)
    stuff(screen, rng, (4, tall - low, wide // 2, tall), c)
    x, y = rng.randint(0, wide - w), rng.randint(0, tall - h - 40)
    screen.paste(x, y, canvas.pixels)
    return screen, (x, y)


def draw_board_image(rng: Random, family: str) -> Finished:
    """Return an image with a board of a family on it, sometimes with a second one."""
    pixels, label, look, position = one_board(rng, family)
    around = page_color(rng, look)
    canvas, (x, y) = framed_scene(rng, pixels, around, mines=True)
    if rng.random() < SCREEN_SHARE:
        canvas, (dx, dy) = on_screen(rng, canvas)
        x, y = x + dx, y + dy
    boards = [moved(label, x, y)]
    notes = [position.stage]
    if rng.random() < 0.05:
        other, second, _, stage = one_board(rng, family)
        if other.shape[0] < 500 and other.shape[1] < 600:
            w, h = canvas.size
            grown = background(rng, w + other.shape[1] + 30, max(h, other.shape[0] + 20), around)
            grown.paste(0, 0, canvas.pixels)
            grown.paste(w + 15, 10, other)
            canvas = grown
            boards.append(moved(second, w + 15, 10))
            notes.append(stage.stage)
    if position.stage in ("lost", "won", "shown") and rng.random() < 0.2:
        first = boards[0]
        box = (first.col_edges[0], first.row_edges[0], first.col_edges[-1], first.row_edges[-1])
        whole = (0, 0, *canvas.size)
        dim(rng, canvas, whole if rng.random() < 0.5 else tuple(round(v) for v in box))
        notes.append("dimmed")
    if rng.random() < 0.08:
        hover(rng, canvas, boards[0])
        notes.append("hover")
    if rng.random() < (0.2 if position.stage in ("lost", "won") else 0.03):
        boards[0] = dialog(rng, canvas, boards[0])
        notes.append("dialog")
    if rng.random() < 0.02:
        boards[0] = window_over(rng, canvas, boards[0])
        notes.append("window over it")
    if rng.random() < 0.15:
        boards[0] = pointer(rng, canvas, boards[0])
        notes.append("pointer")
    done = finish(rng, canvas.pixels, boards)
    done.notes = [*notes, *done.notes]
    return done


def draw_other_image(rng: Random, kind: str) -> Finished:
    """Return an image with another grid on it."""
    part, around = draw_other(rng, kind)
    canvas, _ = framed_scene(rng, part, around, mines=rng.random() < 0.04)
    if rng.random() < SCREEN_SHARE:
        canvas, _ = on_screen(rng, canvas)
    elif rng.random() < 0.2:
        second, _ = draw_other(rng, kind)
        w, h = canvas.size
        grown = background(
            rng, w + second.shape[1] + 20, max(h, second.shape[0] + 20), shifted(around, 5)
        )
        grown.paste(0, 0, canvas.pixels)
        grown.paste(w + 10, 10, second)
        canvas = grown
    return finish(rng, canvas.pixels, [])


def choose_family(rng: Random, families: tuple[str, ...]) -> str:
    """Return one of the families, some more often than others."""
    return rng.choices(families, [OFTEN.get(f, 1) for f in families])[0]
