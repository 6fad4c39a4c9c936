"""Read a screenshot and write it again with the hints drawn on it.

Run it: `python examples/hint_image.py SCREENSHOT OUT.png`.
"""

from __future__ import annotations

import sys

import cv2

import autosweep
from autosweep.overlay.advice import advise, hints_of
from autosweep.overlay.annotate import draw_hints
from autosweep.overlay.levels import parse_show


def main(arguments: list[str]) -> int:
    """Draw the hints of every board in an image; return the exit code."""
    source, target = arguments
    pixels = cv2.imread(source)
    if pixels is None:
        print(f"{source} is not an image.", file=sys.stderr)
        return 2
    readings = autosweep.read(pixels)
    for reading in readings:
        print(f"{reading.board.rows} x {reading.board.cols}, theme {reading.theme}")
        try:
            advice = advise(reading, mines=None, name=source)
        except autosweep.AutosweepError as error:
            print(f"{error} {error.remedy}")
            continue
        pixels = draw_hints(pixels, reading.grid, hints_of(advice, parse_show("all")))
        print(f"safe: {sorted(advice.certain.safe)}")
    cv2.imwrite(target, pixels)
    return 0 if readings else 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
