from pathlib import Path

import cv2
import numpy as np
import pytest

from autosweep.board import HIDDEN, FirstClick
from autosweep.errors import ThemeError
from autosweep.interfaces import Button
from autosweep.vision.themes import load_theme, load_themes, shipped_folder

GOOD = """
[theme]
name = "sample"
client = "a client"
source = "drawn here"
licence = "MIT"
version = "1"
[cells]
"?" = ["hidden.png"]
"1" = ["one.png", "one-more.png"]
[client]
titles = ["Mines"]
new_game = "ctrl+n"
first_click = "zero"
chord = "left"
question_marks = false
settle_ms = 300
[client.dialogs]
"Reset?" = "escape"
"""


def pack(folder: Path, toml: str = GOOD) -> Path:
    home = folder / "sample"
    home.mkdir(parents=True)
    (home / "theme.toml").write_text(toml, "utf-8")
    for name in ("hidden.png", "one.png", "one-more.png"):
        cv2.imwrite(str(home / name), np.full((20, 18, 3), 90, np.uint8))
    return home


def test_a_pack_is_loaded_with_its_profile(tmp_path: Path) -> None:
    theme = load_theme(pack(tmp_path))
    assert theme.codes == (HIDDEN, 1, 1)
    assert theme.profile.first_click is FirstClick.ZERO
    assert theme.profile.chord is Button.LEFT
    assert theme.profile.new_game == "ctrl+n"
    assert theme.profile.dialogs == {"Reset?": "escape"}
    assert not theme.profile.question_marks


def test_later_folders_win_over_earlier_ones_of_the_same_name(tmp_path: Path) -> None:
    pack(tmp_path / "shipped")
    pack(tmp_path / "own", GOOD.replace("a client", "mine"))
    themes = load_themes(tmp_path / "shipped", tmp_path / "own", tmp_path / "none")
    assert [(theme.name, theme.client) for theme in themes] == [("sample", "mine")]


def test_every_shipped_pack_loads_and_says_where_it_comes_from() -> None:
    themes = load_themes(shipped_folder())
    assert {"classic", "light", "dark", "meadow"} <= {theme.name for theme in themes}
    for theme in themes:
        assert theme.source
        assert theme.licence
        assert HIDDEN in theme.codes


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"hidden.png"', '"../outside.png"'),
        ('"hidden.png"', '"/etc/hostname"'),
        ('"hidden.png"', '"missing.png"'),
        ('"hidden.png"', "3"),
        ('"?" = ["hidden.png"]', ""),
        ('"?"', '"Z"'),
        ('"?"', '"!"'),
        ('name = "sample"', 'name = "../sample"'),
        ('name = "sample"', ""),
        ("[cells]", "[cell]"),
        ("[theme]", "[theme"),
        ('first_click = "zero"', 'first_click = "maybe"'),
        ('chord = "left"', 'chord = "foot"'),
        ("settle_ms = 300", 'settle_ms = "long"'),
        ("settle_ms = 300", "settle_ms = -1"),
        ("settle_ms = 300", "setle_ms = 300"),
        ('new_game = "ctrl+n"', "new_game = 5"),
        ('new_game = "ctrl+n"', 'counter = "below"'),
        ('titles = ["Mines"]', "titles = [5]"),
        ('"Reset?" = "escape"', '"Reset?" = 5'),
    ],
)
def test_broken_themes_raise_theme_error(tmp_path: Path, old: str, new: str) -> None:
    """Paths that leave the folder, unknown symbols, keys and values are all refused."""
    assert old in GOOD
    home = pack(tmp_path, GOOD.replace(old, new))
    cv2.imwrite(str(tmp_path / "outside.png"), np.zeros((20, 20, 3), np.uint8))
    with pytest.raises(ThemeError):
        load_theme(home)


def test_images_that_are_none_or_too_large_or_links_outside_are_refused(tmp_path: Path) -> None:
    home = pack(tmp_path)
    picture = home / "one.png"
    cv2.imwrite(str(picture), np.zeros((600, 600, 3), np.uint8))
    with pytest.raises(ThemeError, match="600 x 600"):
        load_theme(home)
    picture.write_bytes(b"no picture")
    with pytest.raises(ThemeError, match="not an image"):
        load_theme(home)
    picture.unlink()
    outside = tmp_path / "outside.png"
    cv2.imwrite(str(outside), np.zeros((20, 20, 3), np.uint8))
    picture.symlink_to(outside)
    with pytest.raises(ThemeError, match="not a file inside"):
        load_theme(home)
