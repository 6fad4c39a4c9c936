"""Draw the letters that text counters are read by: `python tools/counter_digits.py`.

Every digit, the slash and the letters in the fonts that desktops and pages use, at small sizes, as
the reader sees them. Writes `digits.npz` and `letters.npz` in `autosweep/vision/counters`.
Made with the fonts of Debian 12's fonts-dejavu, fonts-urw-base35, fonts-liberation,
fonts-cantarell, fonts-open-sans, fonts-roboto, fonts-lato and fonts-noto-mono; name the folders
that hold others with --fonts.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from autosweep.vision.counters.text_lines import shaped
from autosweep.vision.counters.thresholds import MIN_CONTRAST

FOLDERS = ("/usr/share/fonts/truetype", "/usr/share/fonts/opentype")
FACES = (
    "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "NimbusSans-Regular.otf",
    "NimbusSans-Bold.otf", "LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf",
    "LiberationMono-Regular.ttf", "LiberationSerif-Regular.ttf", "Cantarell-Regular.otf",
    "Cantarell-Bold.otf", "OpenSans-Regular.ttf", "OpenSans-Bold.ttf", "Roboto-Regular.ttf",
    "Roboto-Bold.ttf", "Lato-Regular.ttf", "Lato-Bold.ttf", "NotoMono-Regular.ttf",
)  # fmt: skip
SIZES = (11, 13, 16, 22)
FILES = {
    "digits.npz": ("0123456789/", 0.985),
    "letters.npz": ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 0.95),
}
"""What each file holds, and the likeness above which a second picture says nothing new."""


def main() -> None:
    """Draw and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fonts", type=Path, nargs="*", default=[])
    args = parser.parse_args()
    known = {p.name: p for f in (*map(Path, FOLDERS), *args.fonts) for p in f.rglob("*.[to]tf")}
    folder = Path(__file__).parent.parent / "autosweep" / "vision" / "counters"
    for name, (symbols, different) in FILES.items():
        write(folder / name, symbols, different, known)


def write(out: Path, symbols: str, different: float, known: dict[str, Path]) -> None:
    """Draw symbols in all known fonts and write those that differ."""
    names, pictures = "", []
    for symbol in symbols:
        kept: list[np.ndarray] = []
        for face in FACES:
            for size in SIZES if face in known else ():
                picture = drawn(symbol, str(known[face]), size)
                if picture is not None and all((picture * k).sum() < different for k in kept):
                    kept.append(picture)
        names += symbol * len(kept)
        pictures += kept
    levels = np.rint(255 * np.array(pictures)).astype(np.uint8)
    np.savez_compressed(out, names=np.array(names), pictures=levels)
    print(f"wrote {out}: {len(pictures)} pictures, {out.stat().st_size} bytes")


def drawn(symbol: str, font: str, size: int) -> np.ndarray | None:
    """Return a symbol as the reader would see it, or None where it falls into parts."""
    face = ImageFont.truetype(font, size)
    image = Image.new("L", (4 * size, 4 * size), 0)
    ImageDraw.Draw(image).text((size, size), symbol, fill=255, font=face)
    ink = np.asarray(image, np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats((ink > MIN_CONTRAST).astype(np.uint8))
    # The dot of an i is no part of it: the reader, too, sees it apart.
    parts = [part for part in stats[1:] if part[3] >= 0.4 * stats[1:, 3].max()]
    if len(parts) != 1:
        return None
    x, y, w, h, _ = parts[0]
    return shaped(ink[y : y + h, x : x + w])


if __name__ == "__main__":
    main()
