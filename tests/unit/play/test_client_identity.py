"""A client is known again by its window and its look, and little of a title is kept."""

from __future__ import annotations

import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Pixels, Window
from autosweep.play.client_identity import (
    MAX_NAME,
    MAX_TITLE,
    ClientIdentity,
    identity_of,
    look_of,
    normal_title,
)
from autosweep.vision.read import read

GREY, BLUE = "80" * 48, "ff8080" * 16


def window(title: str, kind: str = "Tk") -> Window:
    return Window(1, title, kind, Rect(0, 0, 100, 100))


@pytest.mark.parametrize(
    ("title", "kind", "kept"),
    [
        ("Minesweeper (12) 00:35", "Tk", "minesweeper"),
        ("Minesweeper - Beginner", "Tk", "minesweeper-beginner"),
        ("Play Mines! - Chromium", "chromium", "play-mines"),
        (
            "Play Mines - you@example.org 7 — Mozilla Firefox",
            "firefox",
            "play-mines-you-example-org",
        ),
        ("Chromium", "chromium", "chromium"),
        ("D\u00e9mineur", "x", "demineur"),
        ("\u626b\u96f7 3", "x", "\u626b\u96f7"),
        ("../../etc/passwd", "x", "etc-passwd"),
        ("12:34", "x", ""),
    ],
)
def test_a_title_is_reduced_to_its_letters(title: str, kind: str, kept: str) -> None:
    assert normal_title(window(title, kind)) == kept


def test_a_title_is_cut_and_a_name_is_safe_for_a_file() -> None:
    title = normal_title(window("Mines " * 100))
    assert len(title) <= MAX_TITLE
    name = ClientIdentity("A/../B" * 20, title, "generic", GREY).name
    assert len(name) <= MAX_NAME
    assert all(ch.isalnum() or ch == "-" for ch in name)
    assert ClientIdentity("Tk", "mines", "classic").name == "tk-mines-classic"
    assert ClientIdentity("Sgt-mines", "mines", "sgt-mines").name == "sgt-mines"


def test_clients_differ_by_class_title_and_look() -> None:
    one = ClientIdentity("Tk", "mines", "generic", GREY)
    assert one.is_same(ClientIdentity("Tk", "mines", "generic", "88" * 48))
    assert not one.is_same(ClientIdentity("Tk", "mines", "generic", BLUE))
    assert not one.is_same(ClientIdentity("Tk", "other", "generic", GREY))
    assert not one.is_same(ClientIdentity("Gtk", "mines", "generic", GREY))
    # a board that is all open shows no look
    assert one.is_same(ClientIdentity("Tk", "mines", "generic"))
    # a theme is known at any size
    themed = ClientIdentity("Tk", "mines", "classic", GREY)
    assert themed.is_same(ClientIdentity("Tk", "mines", "classic", BLUE))


def test_a_title_that_tells_the_result_is_of_the_same_client_if_it_looks_the_same() -> None:
    one = ClientIdentity("Tk", "mine-field", "generic", GREY)
    assert one.is_same(ClientIdentity("Tk", "you-won-mine-field", "generic", GREY))
    assert ClientIdentity("Tk", "you-won-mine-field", "generic", GREY).is_same(one)
    assert not one.is_same(ClientIdentity("Tk", "you-won-mine-field", "generic", BLUE))
    assert not one.is_same(ClientIdentity("Tk", "you-won-mine-field", "generic"))
    assert not one.is_same(ClientIdentity("Tk", "corn-field", "generic", GREY))
    assert not one.is_same(ClientIdentity("Tk", "", "generic", GREY))


def test_the_look_is_that_of_the_hidden_cells_at_any_size() -> None:
    def seen(skin: str, cell_px: int) -> tuple[Pixels, str]:
        pixels = draw(game_at("middle", 9, 9, 12, seed=4).board, skin, cell_px)[0]
        return pixels, look_of(Frame(pixels), read(pixels)[0])

    identities = [
        ClientIdentity("", "", "generic", seen(skin, size)[1])
        for skin, size in (("light", 24), ("light", 32), ("dark", 24))
    ]
    assert identities[0].is_same(identities[1])
    assert not identities[0].is_same(identities[2])


def test_a_window_without_class_and_title_is_nobody() -> None:
    pixels = draw(game_at("middle", 9, 9, 12, seed=4).board, "light", 24)[0]
    (reading,) = read(pixels)
    assert identity_of(window("", ""), Frame(pixels), reading) is None
    found = identity_of(window("Mines 3"), Frame(pixels), reading)
    assert found is not None
    assert (found.window_class, found.title, found.theme) == ("Tk", "mines", reading.theme)
    assert len(np.frombuffer(bytes.fromhex(found.look), np.uint8)) == 48
