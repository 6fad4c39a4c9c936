"""Contact sheets: images of a folder with their labels drawn over them."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from .dataset import LabelledImage, load


def labelled(image: LabelledImage, *, marks: bool) -> np.ndarray:
    """Return the pixels of an image with edges and symbols drawn over them."""
    pixels = image.pixels()
    if not marks:
        return pixels
    for board in image.boards:
        x0, x1 = round(board.col_edges[0]), round(board.col_edges[-1])
        y0, y1 = round(board.row_edges[0]), round(board.row_edges[-1])
        for y in board.row_edges:
            cv2.line(pixels, (x0, round(y)), (x1, round(y)), (255, 0, 255), 1)
        for x in board.col_edges:
            cv2.line(pixels, (round(x), y0), (round(x), y1), (255, 0, 255), 1)
        for r, line in enumerate(board.cells):
            for c, symbol in enumerate(line):
                at = (round(board.col_edges[c]) + 1, round(board.row_edges[r + 1]) - 2)
                cv2.putText(pixels, symbol, at, cv2.FONT_HERSHEY_PLAIN, 0.7, (0, 0, 255), 1)
    return pixels


def sheet(images: list[LabelledImage], columns: int, side: int, *, marks: bool) -> np.ndarray:
    """Return images side by side, each made to fit a square."""
    rows = -(-len(images) // columns)
    out = np.full((rows * side, columns * side, 3), 90, np.uint8)
    for k, image in enumerate(images):
        pixels = labelled(image, marks=marks)
        scale = min((side - 4) / pixels.shape[1], (side - 18) / pixels.shape[0])
        small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        y, x = k // columns * side, k % columns * side
        out[y + 14 : y + 14 + small.shape[0], x : x + small.shape[1]] = small
        text = f"{image.path.stem} {image.family} {' '.join(image.notes)}"[: side // 6]
        cv2.putText(out, text, (x + 1, y + 11), cv2.FONT_HERSHEY_PLAIN, 0.8, (255, 255, 255), 1)
    return out


def main() -> None:
    """Write a sheet of a part of a folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--columns", type=int, default=6)
    parser.add_argument("--side", type=int, default=320)
    parser.add_argument("--marks", action="store_true", help="draw edges and symbols")
    parser.add_argument("--boards", action="store_true", help="only images with a board")
    args = parser.parse_args()
    images = [i for i in load(args.folder) if i.boards or not args.boards]
    part = images[args.first : args.first + args.count]
    cv2.imwrite(str(args.out), sheet(part, args.columns, args.side, marks=args.marks))


if __name__ == "__main__":
    main()
