"""The way to a new game that a profile knows: it is tried where it can be that of this client."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from support.painted_boards import observed

from autosweep.geometry import Rect
from autosweep.play.new_game import NewGameStarter
from autosweep.settings import PlaySettings


class UsedError(Exception):
    """The way was used."""


def starter(last: object, settings: PlaySettings) -> NewGameStarter:
    def use(*_: object, **__: object) -> None:
        raise UsedError

    fields: dict[str, Any] = {
        "_board": SimpleNamespace(observe=lambda: last),
        "_guard": SimpleNamespace(rect=Rect(0, 0, 80, 60)),
        "_control": SimpleNamespace(do_known=use),
        "_settings": settings,
        "_tried": [],
    }
    found = NewGameStarter.__new__(NewGameStarter)
    vars(found).update(fields)
    return found


def test_a_place_of_another_client_that_is_on_the_board_is_not_clicked() -> None:
    """Clients that look alike share a theme, and with it a profile."""
    last = observed("1 1 1\n1 * 1\n1 1 1")
    for way in ("click 0.25 10", "20,10"):
        assert starter(last, PlaySettings())._done(way, last) is None
    for way in ("click 0.25 50", "20,50", "f2"):
        with pytest.raises(UsedError):
            starter(last, PlaySettings())._done(way, last)


def test_a_place_that_the_user_names_is_clicked_wherever_it_is() -> None:
    last = observed("1 1 1\n1 * 1\n1 1 1")
    with pytest.raises(UsedError):
        starter(last, PlaySettings(new_game="20,10"))._done("20,10", last)
