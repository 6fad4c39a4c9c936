"""Monitors to which a compositor stretches the window of the hints."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from autosweep.cli.overlay import _stretched
from autosweep.desktop.portal.portal_display import PortalDisplay
from autosweep.errors import EnvironmentFault
from autosweep.geometry import Grid, Rect, ScreenMap
from autosweep.interfaces import Frame
from autosweep.overlay.stretched_drawing import pixels_per_point, stretched_drawing


class OpenedPortal(PortalDisplay):
    """A portal whose compositor is Mutter or not."""

    def __init__(self, *, mutter: bool) -> None:
        self._mutter = mutter

    def has_mutter(self) -> bool:
        return self._mutter

    def close(self) -> None:
        pass


def desktop(scale: float, *, mutter: bool) -> Any:
    frame = Frame(np.zeros((60, 90, 3), np.uint8), 0.0, ScreenMap(0.0, 0.0, scale, scale))
    source = SimpleNamespace(grab=lambda: frame, monitors=lambda: [Rect(0, 0, 60, 40)])
    return SimpleNamespace(display=OpenedPortal(mutter=mutter), source=source)


def test_only_the_way_in_which_gnome_stretches_is_known() -> None:
    assert _stretched(desktop(1.5, mutter=True)) == [Rect(0, 0, 60, 40)]
    assert _stretched(desktop(1.0, mutter=False)) == []
    with pytest.raises(EnvironmentFault, match="150 %"):
        _stretched(desktop(1.5, mutter=False))


@pytest.mark.parametrize(
    ("x_monitors", "shown", "found"),
    [
        ([Rect(0, 0, 1280, 800)], Rect(0, 0, 1280, 800), 1.0),
        ([Rect(0, 0, 2560, 1600)], Rect(0, 0, 1280, 800), 2.0),
        ([Rect(0, 0, 2048, 1280), Rect(2048, 0, 2560, 1600)], Rect(1024, 0, 1280, 800), 2.0),
        ([Rect(0, 0, 1280, 800)], Rect(1280, 0, 1280, 800), None),
        ([], Rect(0, 0, 1280, 800), None),
    ],
)
def test_the_pixels_of_a_point_follow_from_the_places_of_the_monitors(
    x_monitors: list[Rect], shown: Rect, found: float | None
) -> None:
    assert pixels_per_point(x_monitors, shown) == found


def test_no_drawing_reaches_another_cell() -> None:
    """A cell whose drawing was taken away must be free of its neighbour's."""
    grid = Grid.regular((31.0, 22.0), (36.0, 36.0), (3, 3))
    clean = np.full((160, 170, 3), 180, np.uint8)
    drawn, mask = clean.copy(), np.zeros((160, 170), bool)
    cell = grid.cell_rect((1, 1))
    mask[cell.y : cell.bottom, cell.x : cell.right] = True
    drawn[mask] = (10, 200, 30)
    place = Rect(20, 14, 73, 73)
    mapping = ScreenMap(0.0, 0.0, 1.5, 1.5)
    sent = stretched_drawing(clean, drawn, mask, grid, mapping, place, 1)
    assert sent.mask.any()
    assert not (sent.shown_mask & ~mask).any()
    assert (sent.shown[~mask] == clean[~mask]).all()
    assert sent.shown_mask[mask].mean() > 0.8
