"""Cut the themes of the built-in skins: `python tools/builtin_themes.py`.

Each skin is drawn at two cell sizes only; reading it at every other size is what the tests check.
Run it again after a skin was redrawn.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2

from autosweep import __version__
from autosweep.board.board import EXPLODED, FLAG, HIDDEN, MINE, QUESTION, SYMBOLS, WRONG_FLAG
from autosweep.client.skins import DRAWN_CODES, SKINS, Skin, render_tile
from autosweep.vision.themes import shipped_folder

SIZES = (16, 40)
NAMES = {
    HIDDEN: "hidden",
    FLAG: "flag",
    QUESTION: "question",
    MINE: "mine",
    EXPLODED: "exploded",
    WRONG_FLAG: "wrong-flag",
}
PROFILE = """
[client]
titles = ["autosweep"]
new_game = "f2"
first_click = "safe"
chord = "middle"
question_marks = true
open_click = "ignored"
settle_ms = 500
counter = "left"
"""


def write_pack(folder: Path, skin: Skin) -> None:
    """Write the pack of one skin."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    lines = [
        "[theme]",
        f'name = "{skin.name}"',
        'client = "autosweep"',
        'source = "drawn by tools/builtin_themes.py"',
        'licence = "MIT"',
        f'version = "{__version__}"',
        "",
        "[cells]",
    ]
    chequered = skin.hidden[0] != skin.hidden[1] or skin.opened[0] != skin.opened[1]
    for code in DRAWN_CODES:
        files = []
        for px in SIZES:
            for parity in (0, 1) if chequered else (0,):
                shade = "-odd" if parity else ""
                file = f"{NAMES.get(code, f'open-{code}')}-{px}{shade}.png"
                cv2.imwrite(str(folder / file), render_tile(skin, code, px, parity))
                files.append(file)
        lines.append(f"{json.dumps(SYMBOLS[code])} = {json.dumps(files)}")
    (folder / "theme.toml").write_text("\n".join(lines) + "\n" + PROFILE, "utf-8")


def main() -> None:
    """Write the themes of all skins."""
    for skin in SKINS.values():
        write_pack(shipped_folder() / skin.name, skin)
        print(f"wrote {shipped_folder() / skin.name}")


if __name__ == "__main__":
    main()
