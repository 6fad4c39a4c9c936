import numpy as np
import pytest

from autosweep.client import simulated_desktop
from autosweep.client.vector_shapes import bgr, filled
from autosweep.geometry import Rect


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_window_encloses_its_client_area(scale: float) -> None:
    client = Rect(120, 90, 333, 222)
    window = simulated_desktop.window_rect(client, scale)
    picture = filled(700, 500, "#123456")
    inner = simulated_desktop.paint_window(picture, window, "title", ("#e0e0e0", "#000000"), scale)
    assert inner == client
    outside = np.ones(picture.shape[:2], bool)
    outside[window.y : window.bottom, window.x : window.right] = False
    assert (picture[outside] == bgr("#123456")).all()
    bar = picture[window.y + 2 : client.y - 2, window.x + 2 : window.right - 2]
    assert (bar == bgr("#e0e0e0")).all(axis=2).mean() > 0.5


@pytest.mark.parametrize(("width", "height", "scale"), [(1280, 800, 1.0), (640, 400, 2.0)])
def test_the_desktop_is_not_plain_and_the_same_every_time(
    width: int, height: int, scale: float
) -> None:
    picture = simulated_desktop.render_desktop(width, height, scale)
    assert picture.shape == (height, width, 3)
    assert len(np.unique(picture @ np.array([1, 256, 65536]))) > 100
    simulated_desktop.render_desktop.cache_clear()
    assert np.array_equal(picture, simulated_desktop.render_desktop(width, height, scale))
