"""Find grids on images of other things: `python tools/reader_grids.py FOLDER...`.

What the cell reader must say no to are the grids that the program itself finds on such images, by
flat patches and by votes. They are found once and stored beside the images.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
from looks.dataset import LabelledImage, load

from autosweep.geometry import Grid
from autosweep.vision.locating.candidates import Scene
from autosweep.vision.votes.search import voted_grids

NAME = "grids.json"
"""File in the folder of the images."""
MOST = 3
"""Grids of one source that are taken from an image."""


def grids_of(image: LabelledImage) -> list[Grid]:
    """Return the grids that the program finds on an image, before any of them is read."""
    pixels = image.pixels()
    found = [candidate.grid for candidate in Scene(pixels).candidates(thorough=True)][:MOST]
    for voted in voted_grids(pixels):
        if voted:
            return found + [one.grid for one in voted][:MOST]
    return found


def main() -> None:
    """Write the grids of all images without a board."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in args.folders:
        others = [image for image in load(folder) if not image.boards]
        stored = {}
        for k, image in enumerate(others):
            grids = grids_of(image)
            stored[image.path.name] = [[list(g.row_edges), list(g.col_edges)] for g in grids]
            if sys.stderr.isatty():
                print(f"\r{k + 1}/{len(others)}", end="", file=sys.stderr, flush=True)
        (folder / NAME).write_text(json.dumps(stored) + "\n", "utf-8")
        count = sum(map(len, stored.values()))
        print(f"{folder}: {count} grids on {len(others)} images without a board")


if __name__ == "__main__":
    main()
