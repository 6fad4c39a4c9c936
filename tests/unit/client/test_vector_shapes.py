import numpy as np
import pytest

from autosweep.client.vector_shapes import Stencil, arc, bevel, bgr, fill, filled, mixed, paint
from autosweep.geometry import Rect


def test_a_box_on_whole_pixels_is_sharp() -> None:
    stencil = Stencil(14, 14)
    stencil.box(3, 2, 11, 9)
    wanted = np.zeros((14, 14), np.float32)
    wanted[2:9, 3:11] = 1
    assert np.array_equal(stencil.coverage(), wanted)


def test_a_box_between_pixels_covers_them_in_part() -> None:
    stencil = Stencil(10, 10)
    stencil.box(2.5, 0, 5, 10)
    assert stencil.coverage()[4, 2] == pytest.approx(0.5)
    assert stencil.coverage()[4, 3] == 1


@pytest.mark.parametrize("size", [10, 33, 128])
def test_a_disc_has_the_area_of_a_circle(size: int) -> None:
    stencil = Stencil(size, size)
    stencil.disc((size / 2, size / 2), size * 0.4)
    area = float(stencil.coverage().sum())
    assert area == pytest.approx(np.pi * (size * 0.4) ** 2, rel=0.03)


def test_a_stroke_has_its_width_and_its_ends_obey_the_wish() -> None:
    flat, rounded = Stencil(40, 40), Stencil(40, 40)
    flat.stroke([(10, 20), (30, 20)], 6, round_ends=False)
    rounded.stroke([(10, 20), (30, 20)], 6)
    assert float(flat.coverage()[:, 20].sum()) == pytest.approx(6, abs=0.15)
    for stencil, corner in ((flat, 1), (rounded, 0)):
        cover = stencil.coverage()
        assert cover[20, 7] > 0.8
        assert cover[20, 6] == 0
        assert cover[17, 7] == pytest.approx(corner, abs=0.1)


def test_clip_keeps_the_inside_only() -> None:
    stencil = Stencil(20, 20)
    stencil.box(0, 0, 20, 20)
    stencil.clip(5, 6, 10, 12)
    assert float(stencil.coverage().sum()) == 5 * 6


def test_arc_runs_clockwise_from_start_to_end() -> None:
    points = arc((5, 5), (2, 1), 0, 90)
    assert points[0] == pytest.approx((7, 5))
    assert points[-1] == pytest.approx((5, 6))


def test_colours_are_stored_blue_first() -> None:
    assert bgr("#123456") == (0x56, 0x34, 0x12)
    assert filled(2, 3, "#123456").shape == (3, 2, 3)
    assert tuple(filled(1, 1, "#123456")[0, 0]) == (0x56, 0x34, 0x12)


def test_mixed_goes_from_one_colour_to_the_other() -> None:
    assert mixed("#000000", "#ffffff", 0.0) == "#000000"
    assert mixed("#000000", "#102030", 1.0) == "#102030"
    assert mixed("#000000", "#ffffff", 0.5) in {"#7f7f7f", "#808080"}


def test_paint_blends_by_coverage_at_its_place() -> None:
    picture = filled(6, 6, "#000000")
    stencil = Stencil(2, 2)
    stencil.box(0, 0, 1, 1)
    stencil.box(1, 0, 1.5, 1)
    paint(picture, stencil, "#ffffff", at=(3, 4))
    assert picture[4, 3].tolist() == [255] * 3
    assert picture[4, 4].tolist() == [128] * 3
    assert int(picture.sum()) == 3 * (255 + 128)


def test_paint_cuts_a_shape_at_the_edge_of_the_image() -> None:
    picture = filled(4, 4, "#000000")
    stencil = Stencil(3, 3)
    stencil.box(0, 0, 3, 3)
    paint(picture, stencil, "#ffffff", at=(2, 2))
    assert int((picture[..., 0] == 255).sum()) == 4


def test_fill_and_bevel_paint_where_they_are_told() -> None:
    picture = filled(10, 10, "#808080")
    fill(picture, Rect(0, 0, 2, 10), "#0000ff")
    bevel(picture, Rect(2, 0, 8, 10), 2, "#ffffff", "#000000")
    assert picture[5, 1].tolist() == [255, 0, 0]
    assert picture[5, 3].tolist() == [255] * 3
    assert picture[5, 8].tolist() == [0] * 3
    assert picture[5, 5].tolist() == [128] * 3
    assert picture[0, 9].tolist() == [128] * 3
