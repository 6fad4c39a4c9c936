from itertools import combinations, product

import numpy as np
import pytest

from autosweep.board import HIDDEN, OPENABLE, UNREAD
from autosweep.client import symbols
from autosweep.client.skins import (
    DRAWN_CODES,
    MAX_PX,
    MIN_PX,
    SKINS,
    Skin,
    find_skin,
    render_tile,
)
from autosweep.errors import SettingsError
from autosweep.interfaces import Pixels

SIZES = (10, 14, 16, 23, 32, 64)


def strongly_different(one: Pixels, other: Pixels) -> int:
    """Count the pixels that differ visibly."""
    apart = np.abs(one.astype(int) - other.astype(int)).max(axis=2)
    return int((apart > 40).sum())


def test_there_are_four_skins_and_the_required_ones_are_among_them() -> None:
    assert {"classic", "light", "dark", "meadow"} <= set(SKINS)
    assert all(name == skin.name for name, skin in SKINS.items())


@pytest.mark.parametrize("px", SIZES)
@pytest.mark.parametrize("skin", SKINS.values(), ids=SKINS)
def test_all_codes_can_be_told_apart(skin: Skin, px: int) -> None:
    """Any two codes differ visibly, whatever the shades of their cells."""
    for (a, b), p, q in product(combinations(DRAWN_CODES, 2), (0, 1), (0, 1)):
        apart = strongly_different(render_tile(skin, a, px, p), render_tile(skin, b, px, q))
        assert apart >= 0.03 * px * px, (a, b, p, q)


@pytest.mark.parametrize("px", [14, 24, 64])
@pytest.mark.parametrize("skin", SKINS.values(), ids=SKINS)
def test_digits_can_be_told_apart_without_colour(skin: Skin, px: int) -> None:
    """The shapes differ by a good part of their ink."""
    shapes = {n: symbols.digit(px, n, skin.lettering).coverage() for n in range(1, 9)}
    for a, b in combinations(shapes, 2):
        ink = max(float(shapes[a].sum()), float(shapes[b].sum()))
        assert float(np.abs(shapes[a] - shapes[b]).sum()) > 0.18 * ink, (a, b)


@pytest.mark.parametrize("skin", SKINS.values(), ids=SKINS)
def test_digits_stand_out_from_their_ground(skin: Skin) -> None:
    """Each digit has a contrast above 2.3 to its ground, and most have 3.5."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    contrasts = []
    for colour, ground in product(skin.numbers, skin.opened):
        low, high = sorted((luminance(colour), luminance(ground)))
        contrasts.append((high + 0.05) / (low + 0.05))
    assert min(contrasts) > 2.3
    assert sorted(contrasts)[len(contrasts) // 2] > 3.5


@pytest.mark.parametrize("px", [*range(MIN_PX, 40), *range(40, MAX_PX, 11), MAX_PX])
def test_every_size_is_drawn_and_digits_keep_off_the_border(px: int) -> None:
    """A digit changes nothing on the outermost pixels of its cell."""
    for skin in SKINS.values():
        empty, eight = render_tile(skin, 0, px), render_tile(skin, 8, px)
        assert eight.shape == (px, px, 3)
        changed = (empty != eight).any(axis=2)
        assert changed[1:-1, 1:-1].any()
        assert changed.sum() == changed[1:-1, 1:-1].sum()


@pytest.mark.parametrize("px", [13, 14, 20, 32, 47])
@pytest.mark.parametrize("skin", SKINS.values(), ids=SKINS)
def test_bars_of_digits_are_sharp(skin: Skin, px: int) -> None:
    """The foot of the 2 fills whole rows of pixels, with nothing half covered below it."""
    rows = symbols.digit(px, 2, skin.lettering).coverage().max(axis=1)
    inked = np.flatnonzero(rows > 0.01)
    assert rows[inked[0]] > 0.9
    assert rows[inked[-1]] > 0.9


def test_only_the_chequered_skin_has_two_shades() -> None:
    for skin in SKINS.values():
        same = np.array_equal(render_tile(skin, HIDDEN, 20, 0), render_tile(skin, HIDDEN, 20, 1))
        assert same == (skin.name != "meadow")
        assert np.array_equal(render_tile(skin, 0, 20, 1), render_tile(skin, 0, 20, 3))


@pytest.mark.parametrize("px", [14, 40])
def test_skins_differ_from_each_other(px: int) -> None:
    for one, other in combinations(SKINS.values(), 2):
        for code in OPENABLE:
            apart = strongly_different(render_tile(one, code, px), render_tile(other, code, px))
            assert apart > 0.05 * px * px


def test_a_tile_cannot_be_written_to() -> None:
    """A tile is shared by everyone who asks for it."""
    with pytest.raises(ValueError, match="read-only"):
        render_tile(SKINS["dark"], 3, 20)[0, 0] = 0


@pytest.mark.parametrize(("code", "px"), [(UNREAD, 20), (16, 20), (-1, 20), (0, 9), (0, 129)])
def test_what_no_game_shows_is_refused(code: int, px: int) -> None:
    with pytest.raises(ValueError, match="no tile"):
        render_tile(SKINS["light"], code, px)


def test_find_skin_takes_any_case() -> None:
    assert find_skin(" Classic ") is SKINS["classic"]


@pytest.mark.parametrize(("wrong", "near"), [("clasic", "classic"), ("Darkk", "dark"), ("", "")])
def test_find_skin_names_the_nearest(wrong: str, near: str) -> None:
    with pytest.raises(SettingsError) as caught:
        find_skin(wrong)
    assert near in str(caught.value)
    assert all(name in caught.value.remedy for name in SKINS)
