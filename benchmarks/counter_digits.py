"""Draw the digits that text counters are read by: `python benchmarks/counter_digits.py`.

Every digit and the slash in the fonts that desktops and pages use, at small sizes, as the reader
sees them. Writes `autosweep/vision/digits.npz`. Made with the fonts of Debian 12's
fonts-dejavu, fonts-urw-base35, fonts-liberation, fonts-cantarell, fonts-open-sans, fonts-roboto,
fonts-lato and fonts-noto-mono; name the folders that hold others with --fonts.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from autosweep.vision.counter_text import CONTRAST, shaped

FOLDERS = ("/usr/share/fonts/truetype", "/usr/share/fonts/opentype")
FACES = (
    "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "NimbusSans-Regular.otf",
    "NimbusSans-Bold.otf", "LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf",
    "LiberationMono-Regular.ttf", "LiberationSerif-Regular.ttf", "Cantarell-Regular.otf",
    "Cantarell-Bold.otf", "OpenSans-Regular.ttf", "OpenSans-Bold.ttf", "Roboto-Regular.ttf",
    "Roboto-Bold.ttf", "Lato-Regular.ttf", "Lato-Bold.ttf", "NotoMono-Regular.ttf",
)  # fmt: skip
SIZES = (11, 13, 16, 22)
NAMES = "0123456789/"
DIFFERENT = 0.985
"""Likeness above which a second picture of a symbol says nothing new."""


def main() -> None:
    """Draw and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fonts", type=Path, nargs="*", default=[])
    args = parser.parse_args()
    known = {p.name: p for f in (*map(Path, FOLDERS), *args.fonts) for p in f.rglob("*.[to]tf")}
    names, pictures = "", []
    for symbol in NAMES:
        kept: list[np.ndarray] = []
        for face in FACES:
            for size in SIZES if face in known else ():
                picture = drawn(symbol, str(known[face]), size)
                if picture is not None and all((picture * k).sum() < DIFFERENT for k in kept):
                    kept.append(picture)
        names += symbol * len(kept)
        pictures += kept
    out = Path(__file__).parent.parent / "autosweep" / "vision" / "digits.npz"
    levels = np.rint(255 * np.array(pictures)).astype(np.uint8)
    np.savez_compressed(out, names=np.array(names), pictures=levels)
    print(f"wrote {out}: {len(pictures)} pictures, {out.stat().st_size} bytes")


def drawn(symbol: str, font: str, size: int) -> np.ndarray | None:
    """Return a symbol as the reader would see it, or None where it falls into parts."""
    face = ImageFont.truetype(font, size)
    image = Image.new("L", (4 * size, 4 * size), 0)
    ImageDraw.Draw(image).text((size, size), symbol, fill=255, font=face)
    ink = np.asarray(image, np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats((ink > CONTRAST).astype(np.uint8))
    if count != 2:
        return None
    x, y, w, h, _ = stats[1]
    return shaped(ink[y : y + h, x : x + w])


if __name__ == "__main__":
    main()
